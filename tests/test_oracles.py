"""The engine and a naive reading of the rules play the same games, step by step.

The oracles in `tests/oracles` were written from the rules alone. What chance decides in the engine
(a shuffle, a die) they take from its state and check; all else they work out for themselves.
"""

import random
from importlib import import_module
from typing import Any

import pytest

from cinquina import Table
from tests.catalogue import EVERY, RuleSet, narrowed, rule_sets, seats
from tests.oracles.compare import copied, difference, normal, normal_events

VIEWS_EVERY = 7  # steps; and at the end
NIGHTLY_GAMES, NIGHTLY_PARTS = 2000, 20  # of each game and player count


def make_oracle(table: Table) -> Any:
    """The oracle of a table that has just been dealt, which it checks."""
    game = table.game
    module = import_module(f"tests.oracles.{game.slug.replace('-', '_')}")
    vars(module)["deepcopy"] = copied  # naive oracles copy often: a third of the time went there
    oracle = module.Oracle(game.players, game.options, table.state())
    if game.slug == "push":  # there the oracle itself takes the direction cards out
        oracle.check_deal(game.rules.standard_deck(game.options))
    else:
        oracle.check_deal(game.deck)
    return oracle


def check_views(table: Table, oracle: Any) -> None:
    """Every seat, and a spectator, sees the same on both sides."""
    for seat in (None, *range(table.game.players)):
        ours, theirs = normal(table.view(seat)), normal(oracle.view(seat))
        assert ours == theirs, (seat, difference(ours, theirs))


def check_legal(table: Table, oracle: Any, seats: list[int]) -> dict[int, list[str]]:
    """These seats may do the same on both sides; what they may do."""
    legal = {seat: table.legal(seat) for seat in seats}
    for seat, actions in legal.items():
        assert sorted(actions) == sorted(oracle.legal(seat)), seat
    return legal


def check_step(table: Table, oracle: Any, player: int, action: str) -> dict[str, Any]:
    """An action does the same on both sides; the state after it."""
    events = table.play(player, action)
    state = table.state()
    oracle.play(player, action, state, events)
    ours, theirs = normal(state), normal(oracle.state())
    assert ours == theirs, (player, action, difference(ours, theirs))
    assert normal_events(events) == normal_events(oracle.events()), (player, action)
    return state


def check_game(rules: RuleSet, seed: int, greedy: bool) -> int:
    """A random game on both sides; how many moves it had."""
    table, chance = rules.game().deal(seed), random.Random(seed)
    oracle, state, moves = make_oracle(table), table.state(), 0
    while not state["over"]:
        everybody = moves % VIEWS_EVERY == 0
        if everybody:
            check_views(table, oracle)
        legal = check_legal(
            table, oracle, list(range(rules.players)) if everybody else state["to_act"]
        )
        player = chance.choice(state["to_act"])
        action = chance.choice(narrowed(rules.slug, legal[player], chance, greedy))
        state = check_step(table, oracle, player, action)
        moves += 1
    check_views(table, oracle)
    check_legal(table, oracle, list(range(rules.players)))
    return moves


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("rules", EVERY, ids=str)
def test_engine_agrees_with_oracle(rules: RuleSet, seed: int) -> None:
    assert check_game(rules, seed, greedy=seed % 2 == 0) > 0


@pytest.mark.nightly
@pytest.mark.parametrize("part", range(NIGHTLY_PARTS))
@pytest.mark.parametrize(("slug", "players"), seats())
def test_engine_agrees_with_oracle_in_thousands_of_games(
    slug: str, players: int, part: int
) -> None:
    options = rule_sets(slug, players)
    for seed in range(100 + part, 100 + NIGHTLY_GAMES, NIGHTLY_PARTS):
        i = seed // NIGHTLY_PARTS
        rules = options[i // 2 % len(options)]
        assert check_game(rules, seed, greedy=i % 2 == 0) > 0, (rules, seed)
