"""A copy or a saved environment plays on as the first one would, and leaves it alone."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from cinquina import CinquinaError, slugs
from cinquina.envs import batch as batches
from cinquina.envs.gymnasium import Seat
from cinquina.envs.pettingzoo import env
from cinquina.envs.vector import Tables

WAYS: list[Callable[[Any], Any]] = [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]
every_way = pytest.mark.parametrize("way", WAYS, ids=["deepcopy", "pickle"])
every_game = pytest.mark.parametrize("slug", slugs())
MOVES = 25


def one_step(games: Any) -> Any:
    """A random action by the environment's own space, and all that it tells."""
    if isinstance(games, Tables):
        seen, *told, infos = games.step(games.action_space.sample())
        return [*(a.tolist() for a in (*seen.values(), *told)), games.sample().tolist(), str(infos)]
    if isinstance(games, Seat):
        seen, *told = games.step(games.action_space.sample())
        if told[1]:
            seen, _ = games.reset()
        return [*(a.tolist() for a in seen.values()), told, games.np_random.random()]
    seen, *told = games.last()
    over = told[1]
    mask = seen["action_mask"]
    games.step(None if over else games.action_space(games.agent_selection).sample(mask))
    if not games.agents:
        games.reset()
    return [*(a.tolist() for a in seen.values()), told, games.agent_selection, games.ms]


def check(games: Any, way: Callable[[Any], Any]) -> None:
    games.reset(seed=3)
    for _ in range(4):
        one_step(games)
    other, late = way(games), way(games)
    first = [one_step(games) for _ in range(MOVES)]
    assert [one_step(other) for _ in range(MOVES)] == first
    assert [one_step(late) for _ in range(MOVES)] == first
    assert one_step(way(other)) == one_step(games)


@every_way
@every_game
def test_all_seats(slug: str, way: Any) -> None:
    games = env(slug, 3)
    for agent in games.possible_agents:
        games.action_space(agent).seed(1)
    check(games, way)


@every_way
@every_game
def test_one_seat(slug: str, way: Any) -> None:
    game = Seat(slug, 2, "greedy")
    game.action_space.seed(1)
    check(game, way)


@every_way
def test_bots_that_search(way: Any) -> None:
    game = Seat("add-up", 2, "search:sims=6")
    game.action_space.seed(1)
    check(game, way)


@every_way
@every_game
def test_many_games(slug: str, way: Any) -> None:
    for given in ({"bots": None}, {"final_obs": False, "copy": False}):
        games = Tables(slug, 5, 2, **given)  # type: ignore[arg-type]
        games.action_space.seed(1)
        check(games, way)


def test_a_copy_before_reset_and_a_space_on_its_own() -> None:
    for games in (env("push"), Seat("push"), Tables("push", 2)):
        with pytest.raises(CinquinaError, match="call reset"):
            copy.deepcopy(games).step(0)
    game = Seat("push")
    game.reset(seed=1)
    alone = copy.deepcopy(game.action_space)
    assert alone == game.action_space and {int(alone.sample()) for _ in range(300)} == set(
        range(12)
    )
    many = copy.deepcopy(Tables("push", 2).action_space)
    assert np.shape(many.sample()) == (2,)


def test_what_another_version_saved_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    saved = pickle.dumps(Seat("push"))
    monkeypatch.setattr(batches, "layout_id", lambda dtype: "another")
    with pytest.raises(CinquinaError, match="another version of push: make a new one"):
        pickle.loads(saved)
