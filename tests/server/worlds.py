"""A table without a server around it: time stands still, and who is connected keeps the bytes."""

import asyncio
import random
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
import pytest

from cinquina import Game, Table, games
from cinquina.server import driver, live, log, presence, race, room
from cinquina.server.brain import Answer
from cinquina.server.bus import LocalBus
from cinquina.server.hub import Hub
from cinquina.server.live import Live
from cinquina.server.log import AnyEntry, Clock, Moved, Opened, Sat, Started
from cinquina.server.messages import FromServer
from cinquina.server.room import Room, rebuild
from tests.catalogue import narrowed, random_move

SEED = 0xC0FFEE_5EED_0000_1234_ABCD
BEGIN = 1_800_000_000_000
TOKENS = [f"token-of-seat-{n}-0123456789" for n in range(6)]


class Time:
    """A clock that is set by hand, for all that is asked of a table's time."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.at = BEGIN
        for module in (room, live, driver, presence, race):
            patch.setattr(module, "now", lambda: self.at)


class Fake:
    """A viewer."""

    def __init__(self, token: str = "", delay: int = 0) -> None:
        self.seat: int | None = None
        self.token, self.aids, self.delay = token, False, delay
        self.got: list[bytes] = []

    def send(self, *messages: bytes) -> None:
        self.got += messages

    def take(self, kind: Any = None) -> list[Any]:
        """What came since the last look, of one kind."""
        got = [msgspec.json.decode(message, type=FromServer) for message in self.got]
        self.got.clear()
        return [m for m in got if kind is None or isinstance(m, kind)]


class Memory:
    """A store that forgets nothing until the test ends, and fails when it is told to."""

    def __init__(self, bodies: Sequence[bytes] = ()) -> None:
        self.bodies = list(bodies)
        self.failing = 0  # so many calls
        self.kept_though_failing = False

    def _fail(self) -> bool:
        self.failing -= 1
        return self.failing >= 0

    async def append(self, id: str, seq: int, body: bytes, status: int, at: int) -> bool:
        failed = self._fail()
        if seq != len(self.bodies) + 1:
            return False
        if not failed or self.kept_though_failing:
            self.bodies.append(body)
        if failed:
            raise live.CinquinaError("no disk")
        return True

    async def read(self, id: str, after: int = 0) -> list[tuple[int, bytes]]:
        if self._fail():
            raise live.CinquinaError("no disk")
        return [(n, body) for n, body in enumerate(self.bodies, 1) if n > after]


class Thinker:
    """Brains that choose at random and at once; or never, or with a problem."""

    def __init__(self) -> None:
        self.chance = random.Random(1)
        self.asked = 0
        self.problem: Exception | None = None
        self.free = asyncio.Event()  # to answer
        self.free.set()

    async def _choose(self, facts: dict[str, Any], seat: int) -> Answer:
        self.asked += 1
        await self.free.wait()
        if self.problem:
            raise self.problem
        game = Game.of(facts["game"], facts["players"], facts["options"], facts["cards"])
        states = game.blank()
        states.view(np.ndarray)[:] = np.frombuffer(facts["state"], game.rules.STATE)
        legal = Table(game, states, None, 0).legal(seat)
        return Answer(0, seat, self.chance.choice(narrowed(game.slug, legal, self.chance, True)))

    async def choose(self, facts: dict[str, Any], seat: int, level: str) -> Answer:
        return await self._choose(facts, seat)

    async def first(self, facts: dict[str, Any], levels: dict[int, str], last: int) -> Answer:
        return await self._choose(facts, self.chance.choice(sorted(levels)))

    async def hint(self, facts: dict[str, Any], seat: int) -> Answer:
        return await self._choose(facts, seat)


def hub(store: Memory, drives: bool = False) -> Any:
    return SimpleNamespace(
        store=store,
        bus=LocalBus(),
        settings=SimpleNamespace(bot_pace=0.0),
        drives=lambda id: drives,
        brains=Thinker(),
    )


def entries(game: str, players: int, people: int = -1, **clock: int) -> list[AnyEntry]:
    """A table that was opened, where people have taken the first seats."""
    people = players if people < 0 else people
    opened = Opened(
        BEGIN, game, players, {}, None, games.load(game).VERSION, f"{SEED:x}", "easy", False,
        Clock(**clock), "BCDFG",
    )  # fmt: skip
    seats = [
        Sat(BEGIN, n, f"P{n}", "person", log.hashed("table", TOKENS[n])) for n in range(people)
    ]
    return [opened, *seats]


def played(game: str, players: int, moves: int, seed: int, **clock: int) -> list[AnyEntry]:
    """The log of a game that has gone on for so many random moves, or to its end."""
    found = [*entries(game, players, **clock), Started(BEGIN)]
    table, chance = rebuild("table", found).table, random.Random(seed)
    assert table
    while moves > 0 and not table.over:
        player, action = random_move(table, chance, greedy=True)
        table.play(player, action, 0)
        found.append(Moved(BEGIN, player, action, 0, "player", f"id{moves}"))
        moves -= 1
    return found


def live_of(found: list[AnyEntry], table: Table | None = None, drives: bool = False) -> Live:
    """The table of a log; with other cards, if they are given."""
    store = Memory([log.encode(entry) for entry in found])
    made: Room = rebuild("table", found)
    if table is not None:
        made.table = table
    return Live(hub(store, drives), made)


class Wire(LocalBus):
    """A bus between two tables that are the same one at two workers."""

    shared = True

    def __init__(self) -> None:
        super().__init__()
        self.other: Live | None = None
        self.cut = False

    def publish(self, id: str, payload: bytes) -> None:
        if self.other and not self.cut:
            Hub._on_hint(SimpleNamespace(tables={id: self.other}), id, payload)  # type: ignore[arg-type]


def at_two_workers(found: list[AnyEntry]) -> tuple[Live, Live]:
    """A table as two workers have it, over one store."""
    store = Memory([log.encode(entry) for entry in found])
    one, two = (Live(hub(store), rebuild("table", found)) for _ in range(2))
    one.hub.bus, two.hub.bus = Wire(), Wire()
    one.hub.bus.other, two.hub.bus.other = two, one
    return one, two


async def quiet(live: Live) -> None:
    """Let everything happen that needs no time to pass."""
    calm = 0
    while calm < 3:
        before = live.room.version, live.told
        await asyncio.sleep(0.002)
        await live.ask(live.facts)  # stands in line behind what goes on
        calm = calm + 1 if live.inbox.empty() and (live.room.version, live.told) == before else 0


async def passes(time: Time, live: Live, ms: int) -> None:
    """Time goes on; timers that are due ring."""
    time.at += ms
    live.driver.schedule()
    await quiet(live)
