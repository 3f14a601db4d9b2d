"""What holds in every game, with any players and options, in any position."""

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cinquina
from cinquina import Game, Table
from tests.catalogue import (
    EVERY,
    OPTIONS,
    RuleSet,
    all_cards,
    own_decks,
    play_on,
    random_move,
    rule_sets,
    seats,
)
from tests.oracles.compare import normal

MOST_MOVES = 100_000  # burst: 200 rounds of 300 turns, some with a pick
SEEDS = st.integers(0, 2**32)

every_rule_set = pytest.mark.parametrize("rules", EVERY, ids=str)
every_game = pytest.mark.parametrize("slug", cinquina.slugs())
every_table = pytest.mark.parametrize(("slug", "players"), seats())


@st.composite
def tables(draw: Callable[..., Any], slug: str, players: int, over: bool = True) -> Table:
    """A table after some random moves: shrinks to few moves, and to the first options."""
    rules = draw(st.sampled_from(rule_sets(slug, players)))
    table = rules.game().deal(draw(SEEDS))
    moves = draw(st.integers(0, 600))
    play_on(table, random.Random(draw(SEEDS)), moves, greedy=draw(st.booleans()))
    if table.over and not over:
        table = rules.game().deal(draw(SEEDS))
    return table


def twin_moves(one: Table, other: Table, seed: int) -> None:
    """Both go the same way from here to the end."""
    chance = random.Random(seed)
    while not one.over:
        move = random_move(one, chance)
        assert one.play(*move) == other.play(*move)
        assert one.state_bytes() == other.state_bytes()
    assert other.over


# --- A whole game ----------------------------------------------------------------------------


def check_step(table: Table) -> None:
    """What holds after every move."""
    assert all_cards(table) == table.game.deck
    assert bool(table.to_act) != table.over
    assert bool(table.winners) == table.over
    assert len(table.scores) == table.game.players
    for player in range(table.game.players):
        legal = table.legal(player)
        assert bool(legal) == (player in table.to_act)
        assert len(set(legal)) == len(legal)


def check_end(table: Table) -> None:
    state = table.state()
    assert state["phase"] == "over" and state["over"] and state["to_act"] == []
    assert (table.scores, table.winners) == (state["scores"], state["winners"])
    if table.game.slug != "push":  # there a tie goes to more cards
        best = max(table.scores)
        assert table.winners == [p for p, n in enumerate(table.scores) if n == best]
        assert table.places == [1 + sum(m > n for m in table.scores) for n in table.scores]
    assert all(table.scores[p] == max(table.scores) for p in table.winners)
    assert table.winners == [p for p, place in enumerate(table.places) if place == 1]
    for seat in (None, *range(table.game.players)):  # nothing is hidden any more
        view = table.view(seat)
        assert {key: view[key] for key in state} == state


def check_game(rules: RuleSet, seed: int, greedy: bool) -> None:
    table, chance = rules.game().deal(seed), random.Random(seed)
    check_step(table)
    for _ in range(MOST_MOVES):
        if table.over:
            break
        table.play(*random_move(table, chance, greedy))
        check_step(table)
    assert table.over
    check_end(table)


@every_rule_set
@settings(max_examples=2)
@given(seed=SEEDS)
def test_cards_are_kept_and_games_end(rules: RuleSet, seed: int) -> None:
    check_game(rules, seed, greedy=seed % 2 == 1)


@every_table
def test_decks_of_ones_own_are_kept_and_end(slug: str, players: int) -> None:
    played = 0
    for rules in own_decks(slug, players):
        try:
            rules.game()
        except cinquina.CinquinaError as problem:
            assert "can't be dealt" in str(problem)
            continue
        check_game(rules, seed=players, greedy=True)
        played += 1
    assert played


@pytest.mark.nightly
@every_rule_set
@settings(max_examples=40)
@given(seed=SEEDS)
def test_cards_are_kept_and_games_end_often(rules: RuleSet, seed: int) -> None:
    check_game(rules, seed, greedy=seed % 2 == 1)


# --- A position ------------------------------------------------------------------------------


@every_table
@settings(max_examples=4)
@given(data=st.data())
def test_every_legal_action_is_accepted(slug: str, players: int, data: st.DataObject) -> None:
    table = data.draw(tables(slug, players, over=False))
    before, history = table.state_bytes(), len(table.history)
    for player in table.to_act:
        for action in table.legal(player):
            other = table.copy()
            other.play(player, action)
            assert other.history[history:] == [(player, action, None)]
            assert all_cards(other) == table.game.deck
    assert table.state_bytes() == before and len(table.history) == history


@every_table
@settings(max_examples=3)
@given(data=st.data())
def test_all_other_actions_are_refused(slug: str, players: int, data: st.DataObject) -> None:
    table = data.draw(tables(slug, players))
    before = table.state_bytes()
    for player in range(players):
        others = sorted(set(table.game.rules.ACTIONS) - set(table.legal(player)))
        for action in random.Random(0).sample(others, min(20, len(others))):
            with pytest.raises(cinquina.IllegalAction):
                table.play(player, action)
    assert table.state_bytes() == before


@every_table
@settings(max_examples=4)
@given(data=st.data(), seed=SEEDS)
def test_saved_tables_go_on_the_same(
    slug: str, players: int, data: st.DataObject, seed: int
) -> None:
    table = data.draw(tables(slug, players))
    saved = table.to_bytes()
    again = Table.from_bytes(saved)
    assert again.to_bytes() == saved and again.state_bytes() == table.state_bytes()
    assert (again.history, again.seed, again.number) == (table.history, table.seed, table.number)
    assert again.game.options == table.game.options and again.game.deck == table.game.deck
    twin_moves(table, again, seed)


@every_table
@settings(max_examples=6)
@given(data=st.data())
def test_a_state_is_enough_to_set_up_a_table(slug: str, players: int, data: st.DataObject) -> None:
    table = data.draw(tables(slug, players))
    other = table.game.position(table.state())
    assert normal(other.state()) == normal(table.state())
    assert other.to_act == table.to_act
    for player in range(players):
        assert other.legal(player) == table.legal(player)
    play_on(other, random.Random(0))
    assert other.over and all_cards(other) == table.game.deck


@every_table
@settings(max_examples=4)
@given(data=st.data())
def test_a_replay_tells_the_same_game(slug: str, players: int, data: st.DataObject) -> None:
    table = data.draw(tables(slug, players))
    again = cinquina.replay(table.record())
    assert again.state_bytes() == table.state_bytes()
    assert again.history == table.history and again.record() == table.record()


@every_table
def test_a_replay_keeps_the_time_the_number_and_the_deck(slug: str, players: int) -> None:
    for rules in own_decks(slug, players):
        try:
            game = rules.game()
        except cinquina.CinquinaError:
            continue
        table, chance = game.deal(seed=2**256 - 1, number=3), random.Random(1)
        for ms in range(0, 3000, 100):
            if not table.over:
                table.play(*random_move(table, chance), ms=ms)
        again = cinquina.replay(table.record())
        assert again.to_bytes() == table.to_bytes()


@every_table
@settings(max_examples=3)
@given(data=st.data(), seed=SEEDS)
def test_a_copy_is_independent(slug: str, players: int, data: st.DataObject, seed: int) -> None:
    table = data.draw(tables(slug, players, over=False))
    before = table.to_bytes()
    first, second = table.copy(), table.copy()
    play_on(first, random.Random(seed))
    assert table.to_bytes() == before == second.to_bytes()
    play_on(table, random.Random(seed))
    assert table.to_bytes() == first.to_bytes() and second.to_bytes() == before


@every_table
@settings(max_examples=3)
@given(data=st.data())
def test_looking_changes_nothing(slug: str, players: int, data: st.DataObject) -> None:
    table = data.draw(tables(slug, players))
    before = table.to_bytes()
    for seat in range(players):
        assert table.view(seat) == table.view(seat)
        assert (table.observation(seat) == table.observation(seat)).all()
        table.imagined(seat), table.legal(seat)
    assert table.state() == table.state() and table.view() == table.view()
    assert table.to_bytes() == before


# --- The deal, and names ---------------------------------------------------------------------


@every_rule_set
@settings(max_examples=5)
@given(seed=SEEDS, other=SEEDS)
def test_the_seed_decides_the_deal(rules: RuleSet, seed: int, other: int) -> None:
    game = rules.game()
    dealt = game.deal(seed).state_bytes()
    assert dealt == game.deal(seed).state_bytes() == rules.game().deal(seed, 0).state_bytes()
    assert dealt != game.deal(seed + 1 + other).state_bytes()
    assert dealt != game.deal(seed, number=1).state_bytes()
    assert 0 < len(dealt) <= 1024


@every_game
def test_without_a_seed_every_deal_is_new(slug: str) -> None:
    game = Game(slug, 2)
    assert len({game.deal().state_bytes() for _ in range(10)}) == 10


@every_game
def test_names_are_unique(slug: str) -> None:
    rules = Game(slug, 2).rules
    for names in (rules.ACTIONS, rules.CARDS, rules.PHASES):
        assert len(set(names)) == len(names)
    assert rules.CARDS[0] == "" and rules.PHASES[0] == "over"


@every_game
def test_the_catalogue_has_every_option(slug: str) -> None:
    for option in Game(slug, 2).rules.OPTIONS:
        given = {rules.get(option.name, option.default) for rules in OPTIONS[slug]}
        wanted = {False, True} if isinstance(option.default, bool) else set(option.choices)
        assert given >= (wanted or {option.low, option.high}), option.name
