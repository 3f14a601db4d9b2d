"""What `cinquina bench` measures: rates of the engine, beside a yardstick of the same run.

Machines differ and are busy with other things, so each figure also comes as a ratio to a fixed
piece of plain Python that is measured in the same run. Rates are the best of several rounds, in
CPU seconds of the process where one thread works and in wall seconds where several do.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from typing import TypeVar

from cinquina import games
from cinquina.core import drivers
from cinquina.core.record import ROOM, alloc, numbers
from cinquina.core.rng import key, start
from cinquina.table import Game

PLAYERS = 4
GAMES = 256  # in one batch: as many records as stay in the processor's cache
BATCH = 1024
LOOPS = 2000

Work = Callable[[], float]  # returns how much it did
Name = TypeVar("Name")


@dataclass(frozen=True)
class Figure:
    """One line of the report: a rate, or a time where the unit is seconds."""

    group: str
    name: str
    value: float
    unit: str
    ratio: float  # to the yardstick: of rates, to its steps a second; of times, to its seconds

    def to_json(self) -> dict[str, object]:
        return asdict(self)


def best_rate(work: Work, rounds: int, clock: Callable[[], float]) -> float:
    """The best rate of several rounds."""
    best = 0.0
    for _ in range(rounds):
        begin = clock()
        done = work()
        best = max(best, done / (clock() - begin))
    return best


def best_rates(
    works: Mapping[Name, Work], rounds: int, clock: Callable[[], float] = time.process_time
) -> dict[Name, float]:
    """The best rate of each. A round is one of all of them: a busy moment hits all."""
    best = dict.fromkeys(works, 0.0)
    for _ in range(rounds):
        for name, work in works.items():
            best[name] = max(best[name], best_rate(work, 1, clock))
    return best


def yardstick() -> float:
    """A fixed piece of plain Python: shuffles, as simple simulators do. Returns its steps."""
    state, deck = 1, list(range(48))
    for _ in range(LOOPS):
        for i in range(len(deck) - 1, 0, -1):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            j = state % (i + 1)
            deck[i], deck[j] = deck[j], deck[i]
    return float(LOOPS * len(deck))


class Player:
    """Random games of one kind, a batch at a time: all that a thread needs of its own."""

    def __init__(self, game: Game) -> None:
        self.blank, self.cards = game.blank(), game.card_codes()
        self.states = alloc(GAMES, game.rules.STATE)
        self.rooms, self.moves = alloc(1, ROOM), alloc(GAMES, "i8")
        self.deals, self.choices = numbers(key(1)), numbers(key(1, "choices"))
        self.first = 0

    def batch(self) -> float:
        """Play the next GAMES games; how many moves that took."""
        self.first += GAMES
        return drivers.playouts(
            self.blank, self.states, self.cards, len(self.cards), self.deals, self.choices,
            self.first, self.rooms, self.moves,
        )  # fmt: skip


def random_play(game: Game, rounds: int) -> float:
    """Moves a CPU second of one thread."""
    player = Player(game)
    player.batch()  # compiles
    return best_rate(lambda: sum(player.batch() for _ in range(8)), rounds, time.process_time)


def threaded_play(game: Game, rounds: int, threads: int) -> float:
    """Moves a wall second of several threads."""
    players = [Player(game) for _ in range(threads)]

    def some(player: Player) -> float:
        return sum(player.batch() for _ in range(4))

    with ThreadPoolExecutor(threads) as pool:
        return best_rate(lambda: sum(pool.map(some, players)), rounds, time.perf_counter)


def batch_stepping(game: Game, rounds: int) -> float:
    """Moves a CPU second when Python steps many games at once: choose, then step."""
    states, rooms = alloc(BATCH, game.rules.STATE), alloc(1, ROOM)
    seats, actions = alloc(BATCH, "i8"), alloc(BATCH, "i8")
    blank, cards, deals = game.blank(), game.card_codes(), numbers(key(2))
    start(rooms[0].rng, numbers(key(2, "choices")), 0)

    def work() -> float:
        drivers.deal_all(blank, states, cards, len(cards), deals, 0)
        done = 0.0
        while running := drivers.choose(states, seats, actions, rooms):
            drivers.step(states, seats, actions)
            done += running
        return done

    work()
    return best_rate(work, rounds, time.process_time)


def kernel_calls(game: Game) -> float:
    """Moves made one by one from Python, by numbers: three calls of kernels each."""
    table, calls = game.deal(seed=3), 0.0
    states, rooms = table.states, table.rooms
    while seats := drivers.actors_at(states, 0):
        seat = seats.bit_length() - 1
        drivers.apply_at(states, 0, seat, drivers.sample_at(states, 0, seat, rooms))
        calls += 3
    return calls


def notation_moves(game: Game) -> float:
    """Moves made one by one at a table, in notation, each with its events."""
    table, calls = game.deal(seed=3), 0.0
    while not table.over:
        player = table.to_act[0]
        table.play(player, table.legal(player)[0])
        calls += 1
    return calls


START = "from cinquina.lab.bench import Player, Game; Player(Game('push', 4)).batch()"


def seconds_to_start(command: list[str], cache: str | None = None) -> float:
    """Wall seconds of a fresh process."""
    env = dict(os.environ)
    if cache:
        env["NUMBA_CACHE_DIR"] = cache
    begin = time.perf_counter()
    subprocess.run([sys.executable, *command], env=env, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def figures(rounds: int = 9, starts: bool = True) -> Iterator[Figure]:
    """All figures, one after the other, the yardstick first."""
    unit = best_rate(yardstick, rounds, time.process_time)
    yield Figure("yardstick", "plain Python", unit, "steps/s", 1.0)
    threads = os.cpu_count() or 1
    for slug in games.slugs():
        game = Game(slug, min(PLAYERS, games.load(slug).MAX_PLAYERS))
        for name, rate in (
            ("one thread", random_play(game, rounds)),
            (f"{threads} threads, wall", threaded_play(game, rounds, threads)),
            (f"{BATCH} games stepped from Python", batch_stepping(game, max(2, rounds // 3))),
        ):
            yield Figure(f"random play, {slug}", name, rate, "moves/s", rate / unit)
    push = Game("push", PLAYERS)
    for name, work, what in (
        ("a kernel", kernel_calls, "calls/s"),
        ("a move at a Table, in notation", notation_moves, "moves/s"),
    ):
        work(push)  # compiles
        rate = best_rate(partial(work, push), rounds, time.process_time)
        yield Figure("one by one from Python, push", name, rate, what, rate / unit)
    if starts:
        with tempfile.TemporaryDirectory() as cache:
            for name in ("first batch, cold cache", "first batch, warm cache"):
                seconds = seconds_to_start(["-c", START], cache)
                yield Figure("start", name, seconds, "s", seconds * unit / yardstick())
        seconds = seconds_to_start(["-m", "cinquina", "games"])
        yield Figure("start", "cinquina games", seconds, "s", seconds * unit / yardstick())
