"""Thousands of games at once: they are the same games as one by one, whatever their number."""

from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from cinquina import CinquinaError, Game, slugs
from cinquina.core.kernel import INTERPRETED
from cinquina.envs.gymnasium import Seat
from cinquina.envs.pettingzoo import env
from cinquina.envs.vector import Tables, threads_for
from tests.envs.playing import every_game

STEPS = 30 if INTERPRETED else 300
MODES = (AutoresetMode.SAME_STEP, AutoresetMode.NEXT_STEP)


def actions(seen: dict[str, Any], chance: np.random.Generator) -> Any:
    """A random legal action for each game; 0 where there is none."""
    masks = seen["action_mask"]
    return np.array([chance.choice(np.flatnonzero(m)) if m.any() else 0 for m in masks])


def same(one: Any, other: Any) -> bool:
    return all(np.array_equal(one[name], other[name]) for name in ("observation", "action_mask"))


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
@pytest.mark.parametrize("slug", slugs())
def test_it_is_what_gymnasium_makes_of_single_environments(slug: str, mode: AutoresetMode) -> None:
    """The same observations, rewards, ends and last observations, step for step."""
    ours = Tables(slug, 3, 3, bots="greedy", seat=1, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: Seat(slug, 3, "greedy", seat=1)] * 3, autoreset_mode=mode)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] is mode
    chance, ends = np.random.default_rng(1), 0
    mine, his = ours.reset(seed=5)[0], theirs.reset(seed=5)[0]
    for _ in range(STEPS):
        assert same(mine, his) and ours.observation_space.contains(mine)
        chosen = actions(mine, chance)
        mine, rewards, over, cut, infos = ours.step(chosen)
        his, *told, other = theirs.step(chosen)
        assert rewards.tolist() == told[0].tolist()
        assert (over.tolist(), cut.tolist()) == (told[1].tolist(), told[2].tolist())
        ends += over.sum()
        if mode is AutoresetMode.SAME_STEP and over.any():
            assert infos["_final_obs"].tolist() == other["_final_obs"].tolist()
            for i in np.flatnonzero(over):
                assert same(infos["final_obs"][i], other["final_obs"][i])
    assert ends > 0 or slug in ("burst", "triggs") or INTERPRETED


@every_game
def test_self_play_is_the_game_of_pettingzoo_again_and_again(slug: str, players: int) -> None:
    many, one = Tables(slug, 2, players, bots=None), env(slug, players)
    seen, infos = many.reset(seed=[9, 4])
    one.reset(seed=4)
    chance = np.random.default_rng(2)
    for _ in range(STEPS):
        assert one.agent_selection == f"player_{infos['seat'][1]}"
        there = one.observe(one.agent_selection)
        assert np.array_equal(there["observation"], seen["observation"][1])
        assert np.array_equal(there["action_mask"], seen["action_mask"][1])
        assert one.table().state_bytes() == many.table(1).state_bytes()
        chosen, actor = actions(seen, chance), infos["seat"][1]
        seen, rewards, over, _, infos = many.step(chosen)
        one.step(int(chosen[1]))
        assert over[1] == all(one.terminations.values())
        if over[1]:
            paid = [one.rewards[agent] for agent in one.possible_agents]
            assert infos["rewards"][1].tolist() == paid and rewards[1] == paid[actor]
            one.reset()


@pytest.mark.parametrize("bots", [None, "greedy"], ids=["self-play", "greedy"])
@pytest.mark.parametrize("slug", slugs())
def test_threads_change_nothing(slug: str, bots: str | None) -> None:
    """Not the games, not what is said of illegal actions, not copies."""
    one, several = (Tables(slug, 7, 2, bots=bots, threads=threads) for threads in (1, 3))
    chance = np.random.default_rng(3)
    seen, other = one.reset(seed=2)[0], several.reset(seed=2)[0]
    for step in range(STEPS):
        assert same(seen, other)
        chosen = actions(seen, chance)
        if step % 10 == 9:
            chosen[step % 7] = -1
            several = deepcopy(several)
        seen, rewards, over, _, infos = one.step(chosen)
        other, *told, others = several.step(chosen)
        assert (rewards.tolist(), over.tolist()) == (told[0].tolist(), told[1].tolist())
        assert repr(infos) == repr(others)
    for i in range(7):
        assert one.table(i).state_bytes() == several.table(i).state_bytes()
    several.close()


def test_large_batches_have_threads_of_their_own() -> None:
    assert threads_for(1) == threads_for(1023) == 1
    assert threads_for(1 << 20) >= threads_for(4096) >= 1
    with pytest.raises(CinquinaError, match="threads"):
        Tables("push", 2, threads=0)


@pytest.mark.parametrize("slug", slugs())
def test_a_game_does_not_depend_on_those_beside_it(slug: str) -> None:
    few, many = (Tables(slug, n, 2, bots="greedy", final_obs=False) for n in (2, 7))
    seen, more = few.reset(seed=3)[0], many.reset(seed=3)[0]
    chance = np.random.default_rng(3)
    for _ in range(STEPS):
        assert np.array_equal(seen["observation"], more["observation"][:2])
        chosen = actions(more, chance)
        seen, more = few.step(chosen[:2])[0], many.step(chosen)[0]
    assert few.table(1).state_bytes() == many.table(1).state_bytes()


def test_game_i_has_seed_plus_i_and_deals_its_numbers_in_turn() -> None:
    envs = Tables("add-up", 3, 2, bots=None)
    envs.reset(seed=7)
    envs.reset()
    for i in range(3):
        dealt = Game("add-up", 2).deal(7 + i, number=1)
        assert envs.table(i).state_bytes() == dealt.state_bytes()


@pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)
def test_some_games_can_be_dealt_anew(mode: AutoresetMode) -> None:
    """As Gymnasium does it with single environments: with seeds, without, and after an end."""
    ours = Tables("push", 4, seat=1, autoreset_mode=mode)
    theirs = SyncVectorEnv([lambda: Seat("push", 2, seat=1)] * 4, autoreset_mode=mode)
    chance = np.random.default_rng(1)
    mine, his = ours.reset(seed=5)[0], theirs.reset(seed=5)[0]
    for n in range(24):
        assert same(mine, his)
        if n % 4 == 3:
            mask = np.array([n % 8 == 3, False, True, n % 3 == 0])
            seeds: Any = (None, [n, None, None, 7], 40 + n)[n // 4 % 3]
            mine = ours.reset(seed=seeds, options={"reset_mask": mask})[0]
            his = theirs.reset(seed=seeds, options={"reset_mask": mask.copy()})[0]
            continue
        chosen = actions(mine, chance)
        if n % 4 == 2:
            chosen[1:3] = 11  # not legal: an end that waits for the next step, or is dealt over
        mine, rewards, over, *_ = ours.step(chosen)
        his, *told = theirs.step(chosen)
        assert (rewards.tolist(), over.tolist()) == (told[0].tolist(), told[1].tolist())


def test_seeds_may_be_an_array_and_seed_the_generator_too() -> None:
    one, other = Tables("add-up", 3), Tables("add-up", 3)
    assert same(one.reset(seed=np.array([4, 5, 6]))[0], other.reset(seed=4)[0])
    assert same(one.reset(seed=(4, 5, 6))[0], other.reset(seed=np.int64(4))[0])
    assert one.np_random_seed == other.np_random_seed == 4
    assert one.np_random.random() == other.np_random.random()


def test_random_actions_are_legal_and_uniform() -> None:
    envs = Tables("add-up", 1, 2, bots=None)
    seen, _ = envs.reset(seed=1)
    allowed = np.flatnonzero(seen["action_mask"][0])
    drawn = [int(envs.sample()[0]) for _ in range(200 * len(allowed))]
    counts = np.bincount(drawn, minlength=len(seen["action_mask"][0]))
    assert set(np.flatnonzero(counts)) == set(allowed)
    assert abs(counts[allowed] - 200).max() < 80


def test_without_copies_the_next_step_overwrites_what_was_seen() -> None:
    for copy in (True, False):
        envs = Tables("push", 2, bots=None, copy=copy)
        seen, _ = envs.reset(seed=1)
        again, *_ = envs.step(envs.sample())
        assert (again["observation"] is seen["observation"]) != copy


def test_gymnasium_makes_it_and_its_wrappers_take_it() -> None:
    envs: Any = gymnasium.make_vec("Cinquina/Push-v1", num_envs=4, players=3, bots="random")
    assert isinstance(envs.unwrapped, Tables)
    envs = gymnasium.wrappers.vector.RecordEpisodeStatistics(envs)
    envs.reset(seed=1)
    ended = 0
    while not ended:
        _, _, over, _, infos = envs.step(envs.unwrapped.sample())
        ended += over.sum()
    assert "episode" in infos
    envs.close()


def test_bad_input_is_refused_and_nothing_is_done() -> None:
    with pytest.raises(CinquinaError, match="searches"):
        Tables("push", 2, bots="search")
    with pytest.raises(CinquinaError, match="at least one"):
        Tables("push", 0)
    with pytest.raises(CinquinaError, match="Disabled"):
        Tables("push", 2, autoreset_mode="Disabled")
    with pytest.raises(CinquinaError, match="SameStep or NextStep, not 'now'"):
        Tables("push", 2, autoreset_mode="now")
    with pytest.raises(CinquinaError, match="no argument 'colour'"):
        gymnasium.make_vec("Cinquina/Push-v1", num_envs=2, colour=3)
    envs = Tables("push", 2, bots=None, illegal="error")
    with pytest.raises(CinquinaError, match="call reset"):
        envs.step([0, 0])
    some = {"reset_mask": np.array([True, False])}
    with pytest.raises(CinquinaError, match="all games before some"):
        envs.reset(seed=1, options=some)
    with pytest.raises(CinquinaError, match="one a game"):
        envs.reset(seed=[1, 2, 3])
    envs.reset(seed=1)
    legal = envs.sample().copy()
    before = envs.table(0).state_bytes()
    for bad, words in ((99, "Game 1: Actions of push are numbered"), (11, "Game 1: 'protect")):
        with pytest.raises(CinquinaError, match=words):
            envs.step([legal[0], bad])
    assert envs.table(0).state_bytes() == before
    for shape in ([0], [0, 0, 0], "xy", [[0], 0]):
        with pytest.raises(CinquinaError, match="one action a game"):
            envs.step(shape)
    for mask in ([True, False], np.ones(2), np.ones(3, bool), np.zeros(2, bool)):
        with pytest.raises(CinquinaError, match="array of 2 bools"):
            envs.reset(options={"reset_mask": mask})
    for seed in (-1, 1.5, "ab", [1, "b"], (1 << 256) - 1):
        with pytest.raises(CinquinaError, match="A seed is a whole number"):
            envs.reset(seed=seed)
    assert envs.table(0).state_bytes() == before
