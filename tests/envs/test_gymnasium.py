"""One agent against bots in Gymnasium: its own tests, and that bots play as they always do."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from cinquina import CinquinaError, Game, IllegalAction, slugs
from cinquina.core.kernel import INTERPRETED
from cinquina.core.record import look
from cinquina.envs.gymnasium import Seat
from tests.envs.playing import every_game, some

IDS = {
    "add-up": "Cinquina/AddUp-v1",
    "burst": "Cinquina/Burst-v1",
    "push": "Cinquina/Push-v1",
    "seven-ate-nine": "Cinquina/SevenAteNine-v1",
    "triggs": "Cinquina/Triggs-v1",
}


def play(env: Any, seed: int) -> tuple[list[int], float]:
    """A game of random actions: what was done, and the reward."""
    chance, done, over, reward = np.random.default_rng(seed), [], False, 0.0
    seen, _ = env.reset(seed=seed)
    while not over:
        done.append(some(seen["action_mask"], chance))
        seen, reward, over, cut, _ = env.step(done[-1])
        assert not cut and env.observation_space.contains(seen)
        assert over or seen["action_mask"].any()
    return done, reward


@every_game
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
def test_check_env(slug: str, players: int) -> None:
    check_env(gymnasium.make(IDS[slug], players=players, bots="random").unwrapped)


@pytest.mark.parametrize("slug", slugs())
def test_every_game_has_an_id_with_the_version_of_its_rules(slug: str) -> None:
    env = gymnasium.make(IDS[slug], players=3, bots=["random", "easy"], seat=1, render_mode="ansi")
    assert env.spec is not None and env.unwrapped.game.slug == slug  # type: ignore[attr-defined]
    _, reward = play(env, 1)
    assert 0 <= reward <= 1 and "over: True" in str(env.render())


@every_game
def test_a_game_is_over_for_all_and_paid_as_it_ended(slug: str, players: int) -> None:
    env = Seat(slug, players, "greedy", seat=players - 1)
    for seed in range(1 if INTERPRETED else 3):
        _, reward = play(env, seed)
        table = env.table()
        assert table.over
        assert reward == (players - 1 in table.winners) / len(table.winners)
        with pytest.raises(CinquinaError, match="reset"):
            env.step(0)


def test_the_deal_is_that_of_the_seed() -> None:
    env = Seat("burst", 2, "greedy", seat=0)
    for seed in range(20):  # somebody else may begin: then a bot has acted already
        env.reset(seed=seed)
        dealt = Game("burst", 2).deal(seed)
        if dealt.to_act == (0,):
            assert env.table().state_bytes() == dealt.state_bytes()


def test_bots_that_search_play_too() -> None:
    env = Seat("add-up", 2, "search:sims=8")
    assert play(env, 4) == play(env, 4)
    assert env.table().over


def test_a_good_bot_beats_a_random_agent() -> None:
    won = [play(Seat("push", 2, "greedy"), seed)[1] for seed in range(10)]
    assert sum(won) <= 2


def test_illegal_actions_lose_or_are_errors() -> None:
    env = Seat("push", 2, "greedy")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(11)
    assert (reward, over) == (0.0, True) and "not legal" in info["illegal"]
    with pytest.raises(CinquinaError, match="reset"):
        env.step(0)
    env.reset()
    for action in ("flip", None, 1.5):
        with pytest.raises(IllegalAction, match="numbered"):
            env.step(action)  # type: ignore[arg-type]
    strict = Seat("push", 2, "greedy", illegal="error")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="not legal now"):
        strict.step(11)


def test_masks_for_masked_algorithms_and_samples_that_are_legal() -> None:
    env = Seat("triggs", 2, "random")
    seen, _ = env.reset(seed=1)
    env.action_space.seed(1)
    assert env.action_masks().tolist() == (seen["action_mask"] == 1).tolist()
    assert all(seen["action_mask"][env.action_space.sample()] for _ in range(50))


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"bots": ["greedy", "greedy"]}, "one for each"),
        ({"bots": "nobody"}, "no bot"),
        ({"seat": 2}, "0 to 1"),
        ({"illegal": "ignore"}, "lose or error"),
        ({"render_mode": "film"}, "rgb_array"),
        ({"players": 7}, "2 to 6"),
        ({"colour": 7}, "colour"),
    ],
)
def test_bad_environments_are_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(CinquinaError, match=words):
        Seat("push", **given)


def test_nothing_is_played_or_drawn_before_reset() -> None:
    for ask in (lambda: Seat("push").step(0), lambda: Seat("push", render_mode="ansi").render()):
        with pytest.raises(CinquinaError, match="call reset"):
            ask()


@pytest.mark.parametrize("seed", [-1, 1.5, "7", 1 << 256])
def test_bad_seeds_are_refused_and_nothing_is_dealt(seed: Any) -> None:
    env = Seat("push")
    env.reset(seed=np.int64(3))
    before = env.table().state_bytes()
    with pytest.raises(CinquinaError, match="A seed is a whole number"):
        env.reset(seed=seed)
    assert env.table().state_bytes() == before


def test_bots_that_search_have_chance_of_their_own_in_each_deal() -> None:
    env = Seat("add-up", 2, "search:sims=8")
    drawn = []
    for _ in range(2):
        env.reset(**({} if drawn else {"seed": 4}))
        study = env._searching[1]
        study.choose(env.table().imagined(1), 1)  # makes the place where it thinks
        drawn.append(bytes(memoryview(look(study._studies[0].rooms, 0).rng)))
    assert drawn[0] != drawn[1]


def test_an_agent_may_have_slow_reactions() -> None:
    env = Seat("seven-ate-nine", 2, "greedy:reaction=100", reactions="greedy:reaction=6000")
    env.reset(seed=1)
    assert env._course.moves > 3  # the bot's, before the agent has reacted at all
