"""The games in PettingZoo: its own tests, and ours, which look at rules and at what is hidden."""

from typing import Any

import numpy as np
import pytest

from cinquina import CinquinaError, Game, IllegalAction
from cinquina.core.kernel import INTERPRETED
from cinquina.envs.pettingzoo import Seats, env, raw_env
from tests.catalogue import EVERY, RuleSet
from tests.envs.playing import SEEDS, every_game, some

pz = pytest.importorskip("pettingzoo.test")

# PettingZoo keeps a list of its own environments for which these are as they should be.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]
every_rule_set = pytest.mark.parametrize("rules", EVERY, ids=str)


class Shifted(Seats):
    """The same with other seeds: `api_test` always begins with seed 0."""

    shift = 0

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        super().reset(None if seed is None else seed + self.shift, options)


# --- Theirs ----------------------------------------------------------------------------------


def check_api(slug: str, players: int, seeds: int) -> None:
    games = Shifted(slug, players)
    for shift in range(seeds):
        games.shift = 1000 * shift
        pz.api_test(games, num_cycles=1000)


@every_game
def test_api_test(slug: str, players: int) -> None:
    check_api(slug, players, SEEDS)


@pytest.mark.nightly
@pytest.mark.skipif(INTERPRETED, reason="it takes minutes compiled")
@every_game
def test_api_test_over_200_seeds(slug: str, players: int) -> None:
    check_api(slug, players, 200)


@every_game
def test_seed_test(slug: str, players: int) -> None:
    pz.seed_test(lambda: env(slug, players), num_cycles=500)


@every_game
def test_render_test(slug: str, players: int) -> None:
    pz.render_test(lambda render_mode: env(slug, players, render_mode=render_mode))


@every_game
def test_save_obs(slug: str, players: int) -> None:
    pz.test_save_obs(raw_env(slug, players))


# --- The engine's games ----------------------------------------------------------------------


def play(games: Seats, chance: np.random.Generator) -> Any:
    """Random actions: yields before each, with its player and the action."""
    for agent in games.agent_iter():
        seen, _, over, _, _ = games.last()
        action = None if over else some(seen["action_mask"], chance)
        yield agent, seen, action
        games.step(action)


@every_rule_set
def test_same_seed_and_actions_same_bytes(rules: RuleSet) -> None:
    games, chance = env(rules.slug, rules.players, **rules.options), np.random.default_rng(3)
    table, moves = rules.game().deal(seed=3), 0
    games.reset(seed=3)
    for agent, seen, action in play(games, chance):
        seat = int(agent.removeprefix("player_"))
        assert games.table().state_bytes() == table.state_bytes()
        assert seen["observation"].tolist() == table.observation(seat).tolist()
        assert np.flatnonzero(seen["action_mask"]).tolist() == table.legal_codes(seat)
        if action is not None:
            table.play(seat, rules.game().rules.ACTIONS[action])
            moves += 1
    assert table.over and moves > 5


@every_game
def test_rewards_are_results_or_score_differences(slug: str, players: int) -> None:
    for reward in ("result", "score"):
        games, paid = env(slug, players, reward=reward), {}
        games.reset(seed=5)
        for agent, _, action in play(games, np.random.default_rng(5)):
            if action is None:
                paid[agent] = games.last()[1]
            else:
                assert games.last()[1] == 0
        table = games.table()
        won, scores = table.winners, table.scores
        for p in range(players):
            others = (sum(scores) - scores[p]) / (players - 1)
            share = (p in won) / len(won)
            assert paid[f"player_{p}"] == pytest.approx(
                share if reward == "result" else scores[p] - others
            )


def test_the_next_reset_deals_the_next_number_of_the_seed() -> None:
    games = env("add-up", 3)
    games.reset(seed=8)
    games.reset()
    games.reset()
    assert games.table().state_bytes() == Game("add-up", 3).deal(8, number=2).state_bytes()


def test_without_turns_the_fastest_agent_acts_and_the_clock_goes_on() -> None:
    games, times, who = env("seven-ate-nine", 3), [], set()
    games.reset(seed=1)
    for agent, _, action in play(games, np.random.default_rng(1)):
        times.append(games.ms)
        if action is not None:
            who.add(agent)
    assert times == sorted(times) and times[0] > 0 and len(who) == 3


# --- What is hidden --------------------------------------------------------------------------


@every_rule_set
def test_what_a_seat_cant_know_changes_nothing(rules: RuleSet) -> None:
    """Two worlds that differ only in that give it equal observations, masks, words, pictures."""
    games = env(rules.slug, rules.players, render_mode="ansi", **rules.options)
    other = env(rules.slug, rules.players, render_mode="ansi", **rules.options)
    other.reset(seed=0)
    games.reset(seed=6)
    compared = 0
    for n, (agent, seen, action) in enumerate(play(games, np.random.default_rng(6))):
        if action is None or n % 9:
            continue
        seat = int(agent.removeprefix("player_"))
        guess = games.table().imagined(seat, number=n)
        other._batch.states.view(np.ndarray)[:] = guess.states.view(np.ndarray)
        other._batch.courses.view(np.ndarray)[:] = games._batch.courses.view(np.ndarray)
        other._select()
        many, masks = other._batch.show(seat)
        assert many[0].tolist() == seen["observation"].tolist()
        assert masks[0].tolist() == seen["action_mask"].tolist()
        assert other.describe({"observation": many[0], "action_mask": masks[0]}) == (
            games.describe(seen)
        )
        assert other.render() == games.render()
        compared += guess.state_bytes() != games.table().state_bytes()
    assert compared > 0


def test_the_order_of_seats_is_that_of_the_observer() -> None:
    games = env("add-up", 4)
    games.reset(seed=2)
    for agent in games.agents:
        seat = int(agent.removeprefix("player_"))
        said = games.describe(games.observe(agent)).splitlines()
        turn = (games.table().to_act[0] - seat) % 4
        assert f"turn: {'you' if turn == 0 else f'{turn} to your left'}" in said


# --- Words and pictures ----------------------------------------------------------------------


def test_an_observation_in_words() -> None:
    games = env("add-up", 2)
    games.reset(seed=1)
    said = games.describe(games.observe(games.agent_selection))
    hand = games.table().view(games._seats[games.agent_selection])
    mine = hand["hands"][games._seats[games.agent_selection]]
    line = next(line for line in said.splitlines() if line.startswith("hand: "))
    assert all(card in line for card in mine)
    assert (
        "phase: turn" in said
        and "\nlegal: play " in said
        and "held: you 3; 1 to your left 3" in said
    )
    with pytest.raises(CinquinaError, match="has 392 numbers"):
        games.describe(np.zeros(3))


@every_game
def test_pictures_have_one_size_and_show_something(slug: str, players: int) -> None:
    games = env(slug, players, render_mode="rgb_array")
    games.reset(seed=1)
    first = games.render()
    for _, _, _ in zip(range(12), play(games, np.random.default_rng(1)), range(12), strict=False):
        pass
    second = games.render()
    assert first.shape == second.shape == (420, 640, 3)
    assert (first != second).any() and (first != first[-1, -1]).any(axis=2).mean() > 0.01


# --- Nonsense --------------------------------------------------------------------------------


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    games = env("push", 2)
    drawn = env("push", 2, render_mode="ansi")
    for ask in (lambda: games.step(0), games.last, lambda: games.observe("player_0"), drawn.render):
        with pytest.raises(CinquinaError, match="call reset"):
            ask()
    games.reset(seed=1)
    before = games.table().state_bytes()
    for action, words in (
        (5, "is not legal now"),
        (99, "0 to 11"),
        (-1, "0 to 11"),
        ("x", "0 to 11"),
        ("0", "0 to 11"),
        (0.9, "0 to 11"),
        (-0.5, "0 to 11"),
    ):
        with pytest.raises(IllegalAction, match=words):
            games.step(action)
    with pytest.raises(IllegalAction):
        games.step(None)
    assert games.table().state_bytes() == before
    with pytest.raises(CinquinaError, match="render_mode"):
        games.render()


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"game": "chess"}, "no game"),
        ({"game": 3}, "slug"),
        ({"game": "push", "players": 9}, "2 to 6 players"),
        ({"game": "push", "reward": "gold"}, "result or score"),
        ({"game": "push", "render_mode": "film"}, "ansi"),
        ({"game": "push", "reactions": "nobody"}, "no bot"),
    ],
)
def test_bad_environments_are_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(CinquinaError, match=words):
        env(**given)


@pytest.mark.parametrize("seed", [-1, 1.5, True, 1 << 256, "7"])
def test_bad_seeds_are_refused(seed: Any) -> None:
    with pytest.raises(CinquinaError, match="seed"):
        env("push").reset(seed=seed)
