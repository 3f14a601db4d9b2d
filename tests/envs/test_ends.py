"""How games end that are not played to their end: illegal actions, and deals without a decision."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from cinquina import CinquinaError, Game, IllegalAction, slugs
from cinquina.core.kernel import INTERPRETED
from cinquina.envs.gymnasium import Seat
from cinquina.envs.vector import Tables
from tests.envs.playing import some

MODES = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)
QUICK = {"R1": 2, "B1": 1, "switch": 1}  # push with so few cards is often over before a 4th seat


def forbidden(mask: Any) -> int:
    """An action that a mask does not allow."""
    return int(np.flatnonzero(mask == 0)[0])


# --- Illegal actions -------------------------------------------------------------------------


@pytest.mark.parametrize("slug", slugs())
def test_an_illegal_action_is_paid_worse_than_any_legal_game(slug: str) -> None:
    for reward in ("result", "score"):
        env = Seat(slug, 2, "greedy", reward=reward)
        seen, _ = env.reset(seed=1)
        seen, lost, over, cut, info = env.step(forbidden(seen["action_mask"]))
        assert over and not cut and "not legal" in info["illegal"]
        assert not seen["action_mask"].any() and not env.action_masks().any()
        least, most = Game(slug, 2).rules.SCORES
        assert lost == (least - most if reward == "score" else 0)
        chance = np.random.default_rng(1)
        for seed in range(1 if INTERPRETED else 20):
            seen, _ = env.reset(seed=seed)
            over = False
            while not over:
                seen, paid, over, _, _ = env.step(some(seen["action_mask"], chance))
            assert lost <= paid
            assert all(least <= score <= most for score in env.table().scores)


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
@pytest.mark.parametrize("slug", slugs())
def test_it_loses_in_many_games_as_in_one(slug: str, mode: AutoresetMode) -> None:
    """Half the games try something forbidden now and then: all as Gymnasium makes it of Seats."""
    ours = Tables(slug, 4, 3, seat=1, reward="score", autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: Seat(slug, 3, seat=1, reward="score")] * 4, autoreset_mode=mode)
    mine, his = ours.reset(seed=5)[0], theirs.reset(seed=5)[0]
    chance = np.random.default_rng(1)
    for n in range(12):
        masks = mine["action_mask"]
        chosen = np.array([some(m, chance) if m.any() else 0 for m in masks])
        for i in (0, 3):
            if n % 3 == i % 2 and masks[i].any():
                chosen[i] = forbidden(masks[i])
        mine, *paid, infos = ours.step(chosen)
        his, *told, other = theirs.step(chosen)
        for name in ("observation", "action_mask"):
            assert np.array_equal(mine[name], his[name])
        for one, two in zip(paid, told, strict=True):
            assert one.tolist() == two.tolist()
        assert infos.keys() == other.keys()
        if "final_info" in infos:
            assert infos["_final_info"].tolist() == other["_final_info"].tolist()
            infos, other = infos["final_info"], other["final_info"]
        assert infos.keys() == other.keys()
        for name in infos:
            assert infos[name].tolist() == other[name].tolist()


def test_in_self_play_who_acts_so_loses_alone() -> None:
    envs = Tables("push", 2, 3, bots=None, reward="score")
    seen, infos = envs.reset(seed=1)
    seat = infos["seat"][1]
    legal = envs.action_space.sample()
    _, rewards, over, _, infos = envs.step([legal[0], forbidden(seen["action_mask"][1])])
    assert over.tolist() == [False, True] and rewards[1] == -762
    assert [p for p in range(3) if infos["rewards"][1][p]] == [seat]
    assert "not legal" in infos["final_info"]["illegal"][1]
    assert envs.table(1).state_bytes() == Game("push", 3).deal(2, number=1).state_bytes()


def test_samples_of_the_action_space_are_legal() -> None:
    envs = Tables("triggs", 5, 2)
    seen, _ = envs.reset(seed=1)
    envs.action_space.seed(1)
    for _ in range(30):
        chosen = envs.action_space.sample()
        assert envs.action_space.contains(chosen)
        assert seen["action_mask"][np.arange(5), chosen].all()
        seen, *_, infos = envs.step(chosen)
        assert "illegal" not in infos.get("final_info", {})
    one = np.zeros(209, np.int8)
    one[7] = 1
    assert envs.action_space.sample(mask=(one,) * 5).tolist() == [7] * 5


@pytest.mark.parametrize("action", [0.9, -0.5, "0", 0.0, True, None, np.float32(0), [0]])
def test_what_is_no_whole_number_is_refused(action: Any) -> None:
    env = Seat("push", 2, "greedy")
    env.reset(seed=1)
    before = env.table().state_bytes()
    with pytest.raises(IllegalAction, match="numbered 0 to 11"):
        env.step(action)
    assert env.table().state_bytes() == before
    envs = Tables("push", 2)
    envs.reset(seed=1)
    for actions in ([action, action], np.array([0.9, 0.2])):
        with pytest.raises(CinquinaError, match="2 whole numbers"):
            envs.step(actions)


@pytest.mark.parametrize("kind", ["i1", "u1", "i4", "u8", "i8"])
def test_whole_numbers_of_any_kind_are_actions(kind: str) -> None:
    env, envs = Seat("push", 2, "greedy"), Tables("push", 2)
    env.reset(seed=1)
    envs.reset(seed=1)
    assert not env.step(np.zeros(1, kind)[0])[4]
    assert not envs.step(np.zeros(2, kind))[4]


# --- Deals without a decision ----------------------------------------------------------------


def test_games_that_bots_end_before_the_agents_turn_are_passed_over() -> None:
    for mode in MODES:
        envs = Tables("push", 40, 4, seat=3, autoreset_mode=mode, cards=QUICK)
        seen, _ = envs.reset(seed=0)
        waits, ended = np.zeros(40, bool), 0
        for _ in range(20):
            assert seen["action_mask"].any(axis=1).tolist() == (~waits).tolist()
            seen, _, over, _, infos = envs.step(envs.action_space.sample())
            waits = over & (mode is AutoresetMode.NEXT_STEP)
            ended += over.sum()
            assert "illegal" not in infos.get("final_info", infos)
        assert ended > 40


@pytest.mark.parametrize("bots", ["greedy", "search:sims=2"])
def test_a_single_game_that_is_dealt_waits_for_the_agent(bots: str) -> None:
    env = Seat("push", 4, bots, seat=3, cards=QUICK)
    passed = 0
    for seed in range(12):
        seen, _ = env.reset(seed=seed)
        assert seen["action_mask"].any() and not env.table().over
        passed += int(env._course.number) > 0
    assert passed


def test_deals_that_never_come_to_the_agent_are_an_error() -> None:
    given: dict[str, Any] = {
        "reactions": "greedy:reaction=60000",
        "bots": "greedy:reaction=50",
        "cards": {"1:1": 9},
    }
    one, many = Seat("seven-ate-nine", 2, **given), Tables("seven-ate-nine", 2, **given)
    for env in (one, many):
        with pytest.raises(CinquinaError, match=r"first turn\. Give it another seat"):
            env.reset(seed=1)
    with pytest.raises(CinquinaError, match="call reset"):
        one.step(0)
    with pytest.raises(CinquinaError, match="call reset"):
        many.step([0, 0])
