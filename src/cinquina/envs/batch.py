"""Games that a program plays: many at once, each step one compiled call for all of them.

Seats are played by agents (the caller) or by bots. Game k of a batch has a seed of its own, and
its first, second, third… deal are numbers 0, 1, 2… of that seed: the same games as
`Game.deal(seed, number)`, however many are played beside them. A deal that bots end before an
agent has anything to decide is passed over.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np

from cinquina.bots.names import minds_of
from cinquina.bots.sense import load
from cinquina.core.drivers import SEATS
from cinquina.core.errors import CinquinaError, IllegalAction, shown
from cinquina.core.record import ROOM, Array, States, alloc, handed, layout_id, look, numbers
from cinquina.core.rng import key, start
from cinquina.envs.layout import Layout
from cinquina.envs.stepping import (
    AGENT,
    COURSE,
    DEALS,
    ENDLESS,
    FORFEIT,
    NEVER,
    NEXT_STEP,
    SAME_STEP,
    SETUP,
    bar,
    begin_all,
    choose_all,
    first_illegal,
    show_all,
    show_seat,
    step_all,
    step_if_legal,
)
from cinquina.table import Game, Table, whole

REWARDS = ("result", "score")
KEPT = (
    "courses", "states", "_chooser", "observations", "masks", "actions", "seats", "_rewards",
    "ended",
)  # fmt: skip
CHOICES = "choices"  # the stream of chance for bots and reactions, as in the lab


class Batch:
    """Several games of one kind. On each seat a bot of that name plays, or (None) an agent."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str | None],
        count: int = 1,
        reward: str = "result",
        again: int = NEVER,
        reactions: str = "greedy",
        threads: int = 1,
    ) -> None:
        if whole(count) is None or count < 1:
            raise CinquinaError(f"A batch has at least one game, not {shown(count)}.")
        if whole(threads) is None or threads < 1:
            raise CinquinaError(f"threads is a whole number from 1 on, not {shown(threads)}.")
        if reward not in REWARDS:
            raise CinquinaError(f"reward is {' or '.join(REWARDS)}, not {shown(reward)}.")
        self._given = game, names, count, reward, again, reactions, threads
        self.game, self.names, self.layout = game, names, Layout(game)
        dtype = game.rules.STATE
        self.courses, self.states = alloc(count, COURSE), alloc(count, dtype)
        self._rooms, self._chooser = alloc(1, ROOM), alloc(1, ROOM)
        self.observations = np.zeros((count, self.layout.size), self.layout.dtype)
        self.masks = np.zeros((count, self.layout.actions), "i1")
        self.actions, self.seats = np.zeros(count, "i8"), np.zeros(count, "i8")
        self._rewards, self.ended = np.zeros((count, game.players + 1)), np.zeros(count, bool)
        self.rewards, self.reward = self._rewards[:, :-1], self._rewards[:, -1]
        self._again, self._all = again, handed(np.ones(count, "i1"))
        self._fixed = game.blank(), game.card_codes(), seated(game, names, reactions)
        setup = self._setup(reward, again)
        self._place = setup, self.courses, self.states, *self._fixed, alloc(1, dtype), self._rooms
        self._shown = handed(self.seats), handed(self.observations), handed(self.masks)
        self._told = handed(self._rewards), handed(self.ended.view("i1"))
        self._actions = handed(self.actions)
        self.nothing = handed(np.zeros((0, 1), self.layout.dtype))
        ends = np.linspace(0, count, min(threads, count) + 1, dtype=int).tolist()
        self._parts = [self._part(slice(*of)) for of in pairwise(ends)] if threads > 1 else []
        self._pool = ThreadPoolExecutor(len(self._parts) - 1) if len(self._parts) > 1 else None

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is made anew, with arrays of its own: kernels look at these from many sides."""
        kept = [getattr(self, name).view(np.ndarray).tobytes() for name in KEPT]
        return restored, (layout_id(self.game.rules.STATE), self._given, kept)

    def _part(self, games: slice) -> tuple[Any, ...]:
        """Some of the games for a thread of its own, with all that `step_all` writes to."""
        own = alloc(1, self.game.rules.STATE), alloc(1, ROOM)
        setup = self._setup(*self._given[3:5])
        place = setup, self.courses[games], self.states[games], *self._fixed, *own
        seen = self.actions, self.seats, self.observations, self.masks, self._rewards
        arrays = (*seen, self.ended.view("i1"))
        return games, (*place, *(handed(array[games]) for array in arrays))

    def close(self) -> None:
        """Let the threads go."""
        if self._pool:
            self._pool.shutdown()

    def _setup(self, reward: str, again: int) -> States:
        game, agents = self.game, [p for p, name in enumerate(self.names) if name is None]
        setups = alloc(1, SETUP)
        setup = look(setups, 0)
        setup.by_score, setup.again = int(reward == "score"), again
        least, most = game.rules.SCORES
        setup.lost = float(least - most) if reward == "score" else 0.0
        setup.home = agents[0] if len(agents) == 1 else -1
        setup.real_time = int(game.real_time)
        setup.bots = int(len(agents) < game.players)
        for p in range(SEATS):
            setup.order[p] = p
        return setups

    def __len__(self) -> int:
        return len(self.courses)

    def begin(self, seeds: Sequence[int | None], chosen: Any = None) -> None:
        """Deal the first game of each seed, or where that is None the next of the last one.

        `chosen` says in which games (bools); else in all."""
        for i, seed in enumerate(seeds):
            if chosen is not None and not chosen[i]:
                continue
            course = look(self.courses, i)
            if seed is None:
                course.number += 1
                continue
            for k, (deals, choices) in enumerate(zip(key(seed), key(seed, CHOICES), strict=True)):
                course.deals[k], course.choices[k] = deals, choices
            course.number = 0
            if i == 0:
                start(self._chooser[0].rng, numbers(key(seed, "actions")), 0)
        self._begin(self._all if chosen is None else handed(chosen.view("i1")))

    def begin_next(self) -> None:
        """Deal the next game of each seed."""
        self.courses["number"] += 1
        self._begin(self._all)

    def _begin(self, chosen: Array) -> None:
        found = begin_all(*self._place, chosen, *self._told)
        show_all(self.courses, self.states, *self._shown)
        if self._again == NEXT_STEP:
            bar(self.courses, self._told[1], self._shown[2])
        if found <= ENDLESS:
            raise self.endless(ENDLESS - found)

    def step(self, last: Array) -> int:
        """Carry out `actions`; if one is not legal nothing is done: its game, else -1."""
        if self._pool:
            return self._step_parts(self._pool, last)
        found: int = step_if_legal(*self._place, self._actions, *self._shown, *self._told, last)
        if found <= ENDLESS:
            raise self.endless(ENDLESS - found)
        return found

    def _step_parts(self, pool: ThreadPoolExecutor, last: Array) -> int:
        """The same in several threads, one of them this one: compiled, they run side by side."""
        wrong: int = first_illegal(self._place[0], self._actions, self._shown[2], self._told[1])
        if wrong >= 0:
            return wrong

        def step(games: slice, part: tuple[Any, ...]) -> int:
            found: int = step_all(*(*part, last[games] if len(last) else last))
            return found - games.start if found <= ENDLESS else found

        others = [pool.submit(step, *part) for part in self._parts[1:]]
        for found in (step(*self._parts[0]), *(other.result() for other in others)):
            if found <= ENDLESS:
                raise self.endless(ENDLESS - found)
        return -1

    def wrong(self) -> Any:
        """The games in which `actions` has one that is not legal."""
        known = (self.actions >= 0) & (self.actions < self.layout.actions)
        legal = self.masks[np.arange(len(self)), np.where(known, self.actions, 0)] == 1
        waiting = self.ended & (self._again == NEXT_STEP)
        return np.flatnonzero(~(known & legal | waiting))

    def lose(self, games: Any, last: Array) -> None:
        """A step in which these games are forfeited; in the others `actions` are carried out."""
        self.actions[games] = FORFEIT
        self._allow_forfeits(1)
        try:
            self.step(last)
        finally:
            self._allow_forfeits(0)
        if self._again != SAME_STEP:
            bar(self.courses, self._told[1], self._shown[2])

    def _allow_forfeits(self, allowed: int) -> None:
        for setups in (self._place[0], *(part[0] for _, part in self._parts)):
            look(setups, 0).forfeits = allowed

    def act(self, action: Any) -> None:
        """Carry out an action in the only game; IllegalAction if it is not legal."""
        try:
            self.actions[0] = whole(action)
        except (TypeError, OverflowError):
            raise self.refusal(0, action) from None
        if self.step(self.nothing) >= 0:
            raise self.refusal(0, action)

    def choose(self) -> None:
        """Write random legal actions to `actions`."""
        choose_all(self.courses, self._chooser, self._actions)

    def show(self, seat: int) -> tuple[Any, Any]:
        """What a seat may know and do in every game: observations and masks."""
        observations, masks = np.zeros_like(self.observations), np.zeros_like(self.masks)
        out = handed(observations), handed(masks)
        show_seat(self.states, seat, alloc(1, COURSE), *out)
        return observations, masks

    def table(self, i: int = 0) -> Table:
        """Game i as a table of its own: to look at, to save, to play on elsewhere."""
        return Table(self.game, self.states[i : i + 1], None, 0).copy()

    def endless(self, i: int) -> CinquinaError:
        """Why game i can't be dealt: see `deal_on`."""
        return CinquinaError(
            f"Game {i}: {DEALS} deals in a row were over before the agent's first turn. "
            "Give it another seat, other bots or a larger deck."
        )

    def refusal(self, i: int, action: Any) -> CinquinaError:
        """Why `step` does not take an action in game i."""
        names, number, table = self.game.rules.ACTIONS, whole(action), self.table(i)
        if table.over:
            return IllegalAction("The game is over: reset deals the next one.")
        if number is None or not 0 <= number < len(names):
            most = len(names) - 1
            return IllegalAction(
                f"Actions of {self.game.slug} are numbered 0 to {most}; "
                f"there is no action {shown(action)}."
            )
        try:
            table.play(int(look(self.courses, i).seat), names[number])
        except IllegalAction as problem:
            return problem
        raise AssertionError(f"{names[number]} is legal")


def restored(layout: str, given: tuple[Any, ...], kept: list[bytes]) -> Batch:
    """The batch that was copied or saved; CinquinaError if it was by another version."""
    batch = Batch(*given)
    if layout != layout_id(batch.game.rules.STATE):
        raise CinquinaError(
            f"This environment was saved by another version of {batch.game.slug}: make a new one."
        )
    for name, raw in zip(KEPT, kept, strict=True):
        array = getattr(batch, name).view(np.ndarray)
        array[:] = np.frombuffer(raw, array.dtype).reshape(array.shape)
    return batch


def seated(game: Game, names: Sequence[str | None], reactions: str) -> States:
    """A mind for each seat; of an agent only its reactions count, where there are no turns."""
    if len(names) != game.players or None not in names:
        raise CinquinaError(
            f"{game.slug} with {game.players} players: leave a seat to an agent and name a bot "
            f"for each other one, or none."
        )
    load(game.slug)
    minds = minds_of([name or reactions for name in names], game.slug)
    for p, name in enumerate(names):
        if name is None:
            look(minds, p).kind = AGENT
    return minds
