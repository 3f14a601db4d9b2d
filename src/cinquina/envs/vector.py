"""Thousands of games at once for Gymnasium: a step of all of them is one compiled call.

    envs = gymnasium.make_vec("Cinquina/Push-v1", num_envs=1024, bots="greedy")
    envs = Tables("push", num_envs=1024, bots=None)   every step is by whoever is to act: self-play

Game i is seeded with seed + i and deals its games 0, 1, 2… one after the other, so what happens in
it does not depend on how many are played beside it. A game that is over is followed by the next in
the same step (or in the next one: `autoreset_mode`). What is not legal loses that game, as in the
single environment.
"""

import os
from collections.abc import Sequence
from typing import Any

import numpy as np

from cinquina.bots.minds import SEARCH
from cinquina.bots.names import parse
from cinquina.core.errors import CinquinaError, IllegalAction, shown
from cinquina.envs import MISSING
from cinquina.envs.batch import Batch
from cinquina.envs.gymnasium import Bots, names_of
from cinquina.envs.layout import OBSERVATION
from cinquina.envs.spaces import (
    AllLegal,
    Copyable,
    checked_illegal,
    checked_seed,
    game_of,
    spaces_of,
)
from cinquina.envs.stepping import NEXT_STEP, SAME_STEP
from cinquina.table import Table, whole

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise ImportError(MISSING.format("Gymnasium 1.1")) from None

GAMES_OF_A_THREAD = 1024

Observation = dict[str, Any]
AGAIN = {AutoresetMode.SAME_STEP: SAME_STEP, AutoresetMode.NEXT_STEP: NEXT_STEP}


class Tables(Copyable, VectorEnv[Observation, Any, Any]):
    """Many games of one kind: an agent against bots in each, or (bots=None) self-play.

    In self-play an observation is that of the seat to act (`infos["seat"]`), a reward that of the
    seat that acted, and infos["rewards"] those of all seats. With copy=False all that a step gives
    is overwritten by the next; final_obs=False saves what was seen at the end of a game. `threads`
    step the games side by side; without a word a large batch has as many as it gains from."""

    VIEWS = ("_last",)

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        bots: Bots | None = "greedy",
        seat: int = 0,
        reward: str = "result",
        illegal: str = "lose",
        reactions: str = "greedy",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        final_obs: bool = True,
        threads: int | None = None,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        self.game, self.num_envs = game_of(Tables, game, players, options), num_envs
        self.copy = copy
        self.illegal, mode = checked_illegal(illegal), checked_autoreset(autoreset_mode)
        if render_mode is not None:
            raise CinquinaError("Many games are not drawn: make one with gymnasium.make.")
        self.metadata = {
            "autoreset_mode": mode,
            "render_modes": [],
            "observation": OBSERVATION,
        }
        self.seat = None if bots is None else seat
        nobody: list[str | None] = [None] * self.game.players
        names = nobody if bots is None else names_of(self.game, bots, seat)
        for name in names:
            if name and parse(name, game).kind == SEARCH:
                raise CinquinaError(
                    f"{name} searches, and many games at once would wait for it: name a bot that "
                    "does not, such as greedy, or play one game with gymnasium.make."
                )
        threads = threads_for(num_envs) if threads is None else threads
        self._batch = Batch(self.game, names, num_envs, reward, AGAIN[mode], reactions, threads)
        self.single_observation_space, self.single_action_space = spaces_of(self._batch.layout)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space: Any = AllLegal(self._batch.masks)
        self._never = np.zeros(num_envs, bool)
        self._same_step = mode is AutoresetMode.SAME_STEP
        self._keep, self._dealt = final_obs and self._same_step, False
        self._look()

    def reset(
        self, *, seed: Any = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all games: number 0 of the seeds, or without one the next number of each.

        options={"reset_mask": …} says by an array of bools in which games; the others go on."""
        chosen = self._chosen(options)
        seeds = self._seeds(seed)
        super().reset(seed=None if seed is None else seeds[0])
        self._dealt = False
        self._batch.begin(seeds, chosen)
        self._dealt = True
        return self._seen(), self._told()

    def _seeds(self, seed: Any) -> list[int | None]:
        """A seed for each game; None: the next number of the one it has."""
        many = isinstance(seed, Sequence | np.ndarray) and not isinstance(seed, str)
        if many and np.ndim(seed):
            if len(seed) != len(self):
                raise CinquinaError(f"Give one seed or {len(self)}, one a game; not {len(seed)}.")
            return [None if one is None and self._dealt else checked_seed(one) for one in seed]
        if seed is None and self._dealt:
            return [None] * len(self)
        first = checked_seed(seed)
        return [checked_seed(first + i) for i in range(len(self))]

    def _chosen(self, options: dict[str, Any] | None) -> Any:
        """The games to deal, by options["reset_mask"]; None: all."""
        if not options or "reset_mask" not in options:
            return None
        chosen = options["reset_mask"]
        right = isinstance(chosen, np.ndarray) and chosen.dtype == bool
        if not right or chosen.shape != (len(self),) or not chosen.any():
            raise CinquinaError(
                f"reset_mask is a NumPy array of {len(self)} bools, at least one of them True."
            )
        if not self._dealt:
            raise CinquinaError("Nothing is dealt yet: reset all games before some of them.")
        return np.ascontiguousarray(chosen)

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """An action in each game. One that is not legal loses its game, and the infos say why;
        with illegal="error" it is refused, and nothing is done in any game."""
        if not self._dealt:
            raise CinquinaError("Nothing is dealt yet: call reset first.")
        batch = self._batch
        if actions is not batch.actions:
            batch.actions[:] = self._whole(actions)
        lost = self._lose() if batch.step(self._last) >= 0 else {}
        infos = self._told()
        if lost or (self._keep and batch.ended.any()):
            infos |= self._ends(lost)
        told = (self._given(what) for what in (batch.reward, batch.ended, self._never))
        return self._seen(), *told, infos

    def _whole(self, actions: Any) -> Any:
        """Actions as an array of whole numbers, one a game."""
        try:
            found = np.asarray(actions)
        except ValueError:  # a ragged list
            found = np.zeros(0)
        if found.shape != (len(self),) or found.dtype.kind not in "iu":
            raise CinquinaError(f"Give one action a game, {len(self)} whole numbers.")
        return found

    def _lose(self) -> dict[int, str]:
        """Step once more: who tries what is not legal loses. Why, by game."""
        batch = self._batch
        wrong = batch.wrong()
        why = {int(i): batch.refusal(i, batch.actions[i]) for i in wrong}
        if self.illegal == "error":
            first = int(wrong[0])
            raise IllegalAction(f"Game {first}: {why[first]}")
        batch.lose(wrong, self._last)
        return {i: str(problem) for i, problem in why.items()}

    def sample(self) -> Any:
        """Random legal actions, all equally likely: the same ones after the same seed."""
        self._batch.choose()
        return self._batch.actions

    def describe(self, observation: Any) -> str:
        """The observation of one game in words."""
        return self._batch.layout.describe(observation)

    def table(self, i: int) -> Table:
        """A copy of game i with all that is hidden: to look into, not to play by."""
        return self._batch.table(i)

    def close_extras(self, **_: Any) -> None:
        self._batch.close()

    def __len__(self) -> int:
        return len(self._batch)

    def _look(self) -> None:
        batch = self._batch
        self._last = np.zeros_like(batch.observations) if self._keep else batch.nothing
        self.action_space.now = batch.masks

    def _given(self, array: Any) -> Any:
        return array.copy() if self.copy else array

    def _seen(self) -> Observation:
        seen, masks = self._batch.observations, self._batch.masks
        return {"observation": self._given(seen), "action_mask": self._given(masks)}

    def _told(self) -> dict[str, Any]:
        if self.seat is not None:
            return {}
        batch = self._batch
        return {"seat": self._given(batch.seats), "rewards": self._given(batch.rewards)}

    def _ends(self, lost: dict[int, str]) -> dict[str, Any]:
        """What is told of games that have ended, as Gymnasium makes it of single ones.

        Where they are followed by others already, that is what was last seen and told."""
        ended = self._batch.ended.copy()
        info: dict[str, Any] = {}
        for i, why in lost.items():
            info = self._add_info(info, {"illegal": why}, i)
        if not self._same_step:
            return info
        infos = {"final_info": info, "_final_info": ended}
        if self._keep:
            last = np.full(len(self), None, object)
            for game in np.flatnonzero(ended):
                nothing = np.zeros(self._batch.layout.actions, np.int8)
                last[game] = {"observation": self._last[game].copy(), "action_mask": nothing}
            infos |= {"final_obs": last, "_final_obs": ended.copy()}
        return infos


def threads_for(games: Any) -> int:
    """How many threads so many games gain from: to wake one up takes as long as some hundred."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, min(cores or 1, (whole(games) or 0) // GAMES_OF_A_THREAD))


def checked_autoreset(mode: Any) -> AutoresetMode:
    """When the next game is dealt; an error if it can't be then."""
    try:
        found = AutoresetMode(mode)
    except ValueError:
        found = AutoresetMode.DISABLED
    if found not in AGAIN:
        names = " or ".join(known.value for known in AGAIN)
        raise CinquinaError(
            f"Games follow each other here: autoreset_mode is {names}, not "
            f"{shown(getattr(mode, 'value', mode))}."
        )
    return found
