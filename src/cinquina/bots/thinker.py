"""Bots at a table: a mind, the room it thinks in, and a clock."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from cinquina.bots import sense
from cinquina.bots.minds import SEARCH, Settings
from cinquina.bots.names import parse
from cinquina.bots.search import TREE, clear_at, decide, grow, sights, words
from cinquina.core.drivers import legal_at, sample_at
from cinquina.core.record import ROOM, States, alloc, look, numbers
from cinquina.core.rng import below, key, start

if TYPE_CHECKING:
    from cinquina.table import Game, Table

SLICE = 0.004  # seconds of search between two looks at the clock
ENDLESS = 1 << 40
MOST_STREAMS = 1 << 12  # of chance in one game: a seat has one for each thread
PURPOSE = "random bot"  # of its stream of chance; so called when `random` was the only bot


class Bot(Protocol):
    """Something that plays a seat. It is handed a table as the seat imagines it."""

    def choose(self, table: Table, seat: int) -> str:
        """A legal action for the seat, in notation."""


@dataclass(frozen=True)
class Line:
    """What search found out about an action: how often it was tried and what came of it."""

    action: int
    visits: int
    sum: float
    square: float

    @property
    def chance(self) -> float:
        """The chance to win with it."""
        return self.sum / self.visits

    @property
    def error(self) -> float:
        """The standard error of the chance."""
        spread = max(self.square / self.visits - self.chance**2, 1 / (4 * self.visits))
        return float((spread / self.visits) ** 0.5)


class Study:
    """A place to think about one game: all that a thread needs of its own."""

    def __init__(self, game: Game, mind: States, seed: int, number: int) -> None:
        sense.load(game.slug)
        self._mind = mind
        self._scratch = alloc(1, game.rules.STATE)
        self._words, self._sights = words(self._scratch), sights(game.rules.STATE)
        self._trees, self.rooms = alloc(1, TREE), alloc(1, ROOM)
        self._tree = look(self._trees, 0)
        start(self.rooms[0].rng, numbers(key(seed, PURPOSE)), number)
        self._place = self._scratch, self._words, self._sights, self._trees, self.rooms

    def decide(self, states: States, seat: int) -> int:
        """What its mind does, by its number of simulations."""
        return decide(states, 0, seat, self._mind, 0, *self._place)

    def clear(self) -> None:
        clear_at(self._trees)

    def grow(self, states: States, seat: int, sims: int, forced: int = -1) -> None:
        grow(states, 0, seat, self._mind, 0, sims, forced, *self._place)

    def grow_until(self, states: States, seat: int, sims: int, deadline: float) -> None:
        """So many simulations, but no more when the time is up; at least one."""
        some = 1
        while sims > 0:
            begin = time.perf_counter()
            self.grow(states, seat, min(sims, some))
            now = time.perf_counter()
            if now >= deadline:
                return
            sims -= some
            rate = some / max(now - begin, 1e-6)
            # Not too many more than last time: a position may make simulations suddenly longer.
            some = max(1, min(2 * some, int(rate * min(SLICE, deadline - now))))

    def lines(self) -> Iterator[Line]:
        """What is known of the actions that were tried."""
        tree = self._tree
        edge = tree.first[0]
        while edge:
            facts = tree.visits[edge], tree.sum[edge], tree.square[edge]
            yield Line(int(tree.action[edge]), *map(float_or_int, facts))
            edge = tree.next[edge]

    @property
    def moves(self) -> int:
        """How many moves the simulations made in all."""
        return int(self._tree.moves)

    def chances(self, players: int) -> list[float]:
        """The mean outcome of all simulations for each seat."""
        return [float(self._tree.total[p]) / self._tree.sims for p in range(players)]


def float_or_int(value: Any) -> Any:
    """A NumPy number as Python's own."""
    return value.item() if hasattr(value, "item") else value


class Thinker:
    """A bot of our own. It keeps the place where it thinks from move to move."""

    def __init__(self, settings: Settings, seed: int, seat: int, number: int = 0) -> None:
        self.settings, self._seed = settings, seed
        self._stream = seat + MOST_STREAMS * number
        self._mind = settings.mind()
        self._studies: list[Study] = []
        self._game: Game | None = None

    def choose(self, table: Table, seat: int) -> str:
        if self._game is not table.game:
            self._game = table.game
            self._studies = self._places(table.game)
        plain = self.settings.kind != SEARCH or (
            self.settings.threads == 1 and not self.settings.ms
        )
        found = self._studies[0].decide(table.states, seat) if plain else self._search(table, seat)
        return str(table.game.rules.ACTIONS[found])

    def _places(self, game: Game) -> list[Study]:
        """A place to think for each thread."""
        numbers = range(self._stream, self._stream + 8 * self.settings.threads, 8)
        return [Study(game, self._mind, self._seed, number) for number in numbers]

    def __getstate__(self) -> tuple[Any, ...]:
        """All that the next decision depends on: a tree grows anew for each, chance goes on."""
        chance = [study.rooms.view(np.ndarray).tobytes() for study in self._studies]
        return self.settings, self._seed, self._stream, self._game, chance

    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        self.settings, self._seed, self._stream, self._game, chance = kept
        self._mind = self.settings.mind()
        self._studies = [] if self._game is None else self._places(self._game)
        for study, room in zip(self._studies, chance, strict=True):
            study.rooms.view(np.ndarray)[:] = np.frombuffer(room, ROOM)

    def _search(self, table: Table, seat: int) -> int:
        study, settings = self._studies[0], self.settings
        rooms = study.rooms
        if settings.slip and below(rooms[0].rng, 1000) < settings.slip:
            return sample_at(table.states, 0, seat, rooms)
        if legal_at(table.states, 0, seat, rooms) == 1:
            return int(look(rooms, 0).actions[0])
        for study in self._studies:
            study.clear()
        self._studies[0].grow(table.states, seat, 1)  # the first time ever this compiles
        limit = settings.ms / 1000 if settings.ms else float("inf")
        deadline = time.perf_counter() + limit
        sims = settings.sims or ENDLESS
        with ThreadPoolExecutor(len(self._studies)) as pool:
            list(
                pool.map(
                    lambda study: study.grow_until(table.states, seat, sims, deadline),
                    self._studies,
                )
            )
        return best(merged(self._studies)).action


def merged(studies: list[Study]) -> list[Line]:
    """What several studies found out about the same position, action by action."""
    found: dict[int, Line] = {}
    for line in (line for study in studies for line in study.lines()):
        other = found.get(line.action, Line(line.action, 0, 0.0, 0.0))
        found[line.action] = Line(
            line.action,
            other.visits + line.visits,
            other.sum + line.sum,
            other.square + line.square,
        )
    return [found[action] for action in sorted(found)]


def best(lines: list[Line]) -> Line:
    """The line that search trusts: the one tried most often, the better one of equals."""
    return max(lines, key=lambda line: (line.visits, line.sum))


def make(name: str, seed: int, seat: int, slug: str, number: int = 0) -> Bot:
    """The bot of that name for a game; the same seed, seat and number make the same choices.

    `number` counts the games of one seed."""
    return Thinker(parse(name, slug), seed, seat, number)
