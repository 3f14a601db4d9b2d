"""Thousands of games at once for Gymnasium: a step of all of them is one compiled call.

    envs = gymnasium.make_vec("Cinquina/Push-v1", num_envs=1024, bots="greedy")
    envs = Tables("push", num_envs=1024, bots=None)   every step is by whoever is to act: self-play

Game i is seeded with seed + i and deals its games 0, 1, 2… one after the other, so what happens in
it does not depend on how many are played beside it. A game that is over is followed by the next in
the same step (or in the next one: `autoreset_mode`).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cinquina.bots.minds import SEARCH
from cinquina.bots.names import parse
from cinquina.core.errors import CinquinaError, shown
from cinquina.envs import MISSING
from cinquina.envs.batch import NEXT_STEP, SAME_STEP, Batch
from cinquina.envs.gymnasium import Bots, names_of
from cinquina.envs.spaces import checked_seed, spaces_of
from cinquina.table import Game, Table

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise ImportError(MISSING.format("Gymnasium 1.1")) from None

Observation = dict[str, Any]
AGAIN = {AutoresetMode.SAME_STEP: SAME_STEP, AutoresetMode.NEXT_STEP: NEXT_STEP}


class Tables(VectorEnv[Observation, Any, Any]):
    """Many games of one kind: an agent against bots in each, or (bots=None) self-play.

    In self-play an observation is that of the seat to act (`infos["seat"]`), a reward that of the
    seat that acted, and infos["rewards"] those of all seats. With copy=False all that a step gives
    is overwritten by the next; final_obs=False saves what was seen at the end of a game."""

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        players: int = 2,
        bots: Bots | None = "greedy",
        seat: int = 0,
        reward: str = "result",
        autoreset_mode: AutoresetMode | str = AutoresetMode.SAME_STEP,
        copy: bool = True,
        final_obs: bool = True,
        render_mode: None = None,
        **options: Any,
    ) -> None:
        self.game, self.num_envs, self.copy = Game(game, players, **options), num_envs, copy
        mode = AutoresetMode(autoreset_mode)
        if mode not in AGAIN:
            raise CinquinaError(f"Games follow each other here: {shown(mode.value)} can't be had.")
        if render_mode is not None:
            raise CinquinaError("Many games are not drawn: make one with gymnasium.make.")
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.seat = None if bots is None else seat
        nobody: list[str | None] = [None] * self.game.players
        names = nobody if bots is None else names_of(self.game, bots, seat)
        for name in names:
            if name and parse(name, game).kind == SEARCH:
                raise CinquinaError(
                    f"{name} searches, and many games at once would wait for it: name a bot that "
                    "does not, such as greedy, or play one game with gymnasium.make."
                )
        self._batch = Batch(self.game, names, num_envs, reward, AGAIN[mode])
        self.single_observation_space, self.single_action_space = spaces_of(self._batch.layout)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._never = np.zeros(num_envs, bool)
        keep = final_obs and mode is AutoresetMode.SAME_STEP
        self._last = np.zeros_like(self._batch.observations) if keep else self._batch.nothing
        self._keep, self._dealt = keep, False

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all games: number 0 of the seeds, or without one the next number of each."""
        if seed is None and self._dealt:
            self._batch.begin_next()
        else:
            first = seed if isinstance(seed, Sequence) else checked_seed(seed)
            seeds = list(first) if isinstance(first, Sequence) else range(first, first + len(self))
            if len(seeds) != len(self):
                raise CinquinaError(f"Give one seed or {len(self)}, one a game; not {len(seeds)}.")
            self._batch.begin([checked_seed(one) for one in seeds])
        self._dealt = True
        return self._seen(), self._told()

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """An action in each game. If one is not legal, nothing is done in any of them."""
        if not self._dealt:
            raise CinquinaError("Nothing is dealt yet: call reset first.")
        batch = self._batch
        try:
            if np.shape(actions) != batch.actions.shape:
                raise ValueError
            if actions is not batch.actions:
                batch.actions[:] = actions
        except (TypeError, ValueError, OverflowError):
            raise CinquinaError(f"Give one action a game, {len(self)} whole numbers.") from None
        if (bad := batch.step(self._last)) >= 0:
            raise CinquinaError(f"Game {bad}: {batch.refusal(bad, actions[bad])}")
        infos = self._told()
        if self._keep and batch.ended.any():
            infos |= {"final_obs": self._finals(), "_final_obs": self._given(batch.ended)}
        told = (self._given(what) for what in (batch.reward, batch.ended, self._never))
        return self._seen(), *told, infos

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

    def __len__(self) -> int:
        return len(self._batch)

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

    def _finals(self) -> Any:
        """What was seen at the end of games that are followed by others already."""
        found = np.full(len(self), None, object)
        for i in np.flatnonzero(self._batch.ended):
            nothing = np.zeros(self._batch.layout.actions, np.int8)
            found[i] = {"observation": self._last[i].copy(), "action_mask": nothing}
        return found
