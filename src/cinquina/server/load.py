"""How much a server carries: real games by real clients, and the same for a bare broadcaster.

Everything happens on this machine. A server of its own is started for it (a file in a temporary
folder, no limits per address), and beside it, by turns with it, an application that does nothing
but send each message to the four sockets of its table: the limit on uvicorn as it comes.
"""

import asyncio
import contextlib
import json
import math
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import uvicorn

from cinquina.core.errors import CinquinaError
from cinquina.games import load, slugs
from cinquina.server.run import allow_sockets, configured
from cinquina.server.settings import Settings
from cinquina.server.wire import Wire, connect
from cinquina.table import Game

SEATS = 4
BARE_MESSAGE = 600  # bytes: about what a viewer is sent for a move
MOST_PLAYERS, MOST_SECONDS = 10_000, 600
AT_ONCE = 50  # tables that are opened at a time
WATCHERS = 400  # idle sockets, whose memory is measured
TURN = 2.0  # seconds for which one server is measured, then the other
SETTLE = 0.3  # seconds in which the last moves arrive


class Seen(msgspec.Struct):
    """What the generator reads of a message."""

    t: str
    v: int = 0
    n: int = 0
    seat: int | None = None
    legal: list[str] | None = None
    code: str = ""


_seen = msgspec.json.Decoder(Seen)


@dataclass
class Figures:
    """What was measured."""

    name: str
    players: int
    tables: int
    seconds: float = 0.0
    moves: int = 0
    delays: list[float] = field(default_factory=list)  # from a command to each viewer, seconds
    cpu: float = 0.0  # seconds
    socket_bytes: float = 0.0
    refused: int = 0
    lost: int = 0
    ticks: int = 0  # of all processors,
    stolen: int = 0  # and those that went to other machines on this host

    def facts(self) -> dict[str, Any]:
        ordered = sorted(self.delays) or [0.0]
        return {
            "name": self.name,
            "players": self.players,
            "tables": self.tables,
            "moves/s": round(self.moves / self.seconds, 1) if self.seconds else 0,
            "deliveries/s": round(len(self.delays) / self.seconds, 1) if self.seconds else 0,
            "p50 ms": round(1000 * ordered[len(ordered) // 2], 2),
            "p99 ms": round(1000 * ordered[int(len(ordered) * 0.99)], 2),
            "CPU of a core": round(self.cpu / self.seconds, 3) if self.seconds else 0,
            "CPU ms/move": round(1000 * self.cpu / self.moves, 3) if self.moves else 0,
            "KiB/socket": round(self.socket_bytes / 1024, 1),
            "refused": self.refused,
            "lost connections": self.lost,
            "stolen by the host %": round(100 * self.stolen / self.ticks, 1) if self.ticks else 0,
        }


# --- Servers ----------------------------------------------------------------------------------


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextlib.contextmanager
def started(words: list[str], port: int, **env: str) -> Iterator[int]:
    """A process that serves on the port; its id."""
    process = subprocess.Popen(
        [sys.executable, *words], env=os.environ | env, stdout=subprocess.DEVNULL
    )
    try:
        for _ in range(600):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                break
            if process.poll() is not None:
                raise CinquinaError("The server to be measured did not start.")
            time.sleep(0.05)
        else:
            raise CinquinaError("The server to be measured did not start within 30 seconds.")
        yield process.pid
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


@contextlib.contextmanager
def our_server() -> Iterator[tuple[int, int]]:
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        words = ["-m", "cinquina", "serve", "--host", "127.0.0.1", "--port", str(port)]
        words += ["--data", str(Path(folder) / "load.sqlite"), "--no-browser"]
        with started(words, port, CINQUINA_LIMITS="false") as pid:
            yield pid, port


@contextlib.contextmanager
def bare_server() -> Iterator[tuple[int, int]]:
    port = free_port()
    with started(["-m", "cinquina.server.load", str(port)], port) as pid:
        yield pid, port


def serve_bare(port: int) -> None:
    """The bare broadcaster: the first message names the table, the others go to its sockets."""
    tables: dict[str, list[Any]] = {}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "lifespan":
            while True:
                kind = (await receive())["type"]
                await send({"type": f"{kind}.complete"})
                if kind == "lifespan.shutdown":
                    return
        await receive()
        await send({"type": "websocket.accept"})
        members = tables.setdefault((await receive())["text"], [])
        members.append(send)
        while (event := await receive())["type"] == "websocket.receive":
            for member in members:
                await member({"type": "websocket.send", "text": event["text"]})
        members.remove(send)

    config = configured(app, Settings.of(host="127.0.0.1", port=port))
    config.port, config.ws = port, "websockets-sansio"
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run()


def cpu_seconds(pid: int) -> float:
    """CPU time of a process so far."""
    words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def processors() -> tuple[int, int]:
    """Ticks of all processors so far, and those in which the host served other machines."""
    ticks = [int(word) for word in Path("/proc/stat").read_text().splitlines()[0].split()[1:]]
    return sum(ticks[:8]), ticks[7]


def memory(pid: int) -> int:
    """Bytes that a process alone holds in memory."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


# --- Playing ----------------------------------------------------------------------------------


@cache
def in_turns() -> list[str]:
    """The games that four can play, and in which at most one may act."""
    found = [Game(slug, SEATS) for slug in slugs() if fits(slug)]
    return [game.slug for game in found if not game.real_time]


def fits(slug: str) -> bool:
    rules = load(slug)
    return bool(rules.MIN_PLAYERS <= SEATS <= rules.MAX_PLAYERS)


class Table:
    """Four players at a table. At most one move is on its way."""

    def __init__(self, port: int, number: int, figures: Figures) -> None:
        self._port, self._number, self._figures = port, number, figures
        self._random = random.Random(number)
        self._id = str(number)
        self._wires: list[Wire] = []
        self._legal: list[list[str]] = [[] for _ in range(SEATS)]
        self._versions = [0] * SEATS
        self._sent = 0.0  # when the last move was; 0 if it has arrived everywhere
        self._arrived = 0  # at so many viewers
        self._moves = 0
        self.over = False

    def greeting(self) -> bytes:
        """What somebody who only watches says first."""
        return json.dumps({"t": "hello", "table": self._id}).encode()

    async def open(self) -> None:
        """Take all four seats, and start."""
        games = in_turns()
        game = games[self._number % len(games)]
        asked = {"game": game, "players": SEATS, "name": "P0", "clock": {"turn": 0}}
        seat = await self._post("/api/tables", asked)
        seats, self._id = [seat], seat["id"]
        for n in range(1, SEATS):
            seats.append(await self._post(f"/api/tables/{seat['id']}/seats", {"name": f"P{n}"}))
        for n, taken in enumerate(seats):
            wire = await connect(self._port, self._hear(n))
            hello = {"t": "hello", "table": taken["id"], "token": taken["token"]}
            wire.send(json.dumps(hello).encode())
            self._wires.append(wire)
        self._wires[0].send(b'{"t":"start","id":"start"}')

    async def _post(self, path: str, body: dict[str, Any]) -> dict[str, Any]:
        def work() -> dict[str, Any]:
            request = urllib.request.Request(
                f"http://127.0.0.1:{self._port}{path}",
                json.dumps(body).encode(),
                {"Content-Type": "application/json"},
            )
            with urllib.request.urlopen(request, timeout=30) as answer:
                found: dict[str, Any] = json.load(answer)
                return found

        return await asyncio.to_thread(work)

    def _hear(self, n: int) -> Any:
        def hear(text: bytes) -> None:
            seen = _seen.decode(text)
            if seen.t in ("event", "snapshot"):
                self._versions[n] = seen.v
                self._arrive()
                if seen.legal is not None:
                    self._legal[n] = seen.legal
                    if b'"status":"over"' in text:
                        self.over = True
            elif seen.t == "ping":
                self._wires[n].send(b'{"t":"pong","n":%d}' % seen.n)
            elif seen.t == "refused":
                self._figures.refused += 1

        return hear

    def _arrive(self) -> None:
        """A viewer was told of the move that is on its way, if there is one."""
        if self._sent:
            self._figures.delays.append(time.perf_counter() - self._sent)
            self._arrived += 1
            if self._arrived == SEATS:
                self._sent = 0.0
                self._figures.moves += 1

    def move(self) -> None:
        """Somebody who may acts, unless a move is still on its way."""
        ready = [n for n in range(SEATS) if self._legal[n]]
        if self.over or not ready or self._sent:
            return
        version = max(self._versions)
        n = self._random.choice(ready)
        self._moves += 1
        action = self._random.choice(self._legal[n])
        play = {"t": "play", "id": f"m{self._moves}", "v": version, "action": action}
        self._sent, self._arrived = time.perf_counter(), 0
        self._wires[n].send(json.dumps(play).encode())

    def close(self) -> None:
        for wire in self._wires:
            self._figures.lost += wire.lost
            wire.close()


class BareTable(Table):
    """The same for the broadcaster, which has no rules."""

    def greeting(self) -> bytes:
        return b"nobody"  # a room of those who are sent nothing

    async def open(self) -> None:
        for n in range(SEATS):
            wire = await connect(self._port, self._hear(n))
            wire.send(self._id.encode())
            self._wires.append(wire)

    def _hear(self, n: int) -> Any:
        def hear(text: bytes) -> None:
            _seen.decode(text)
            self._arrive()

        return hear

    def move(self) -> None:
        if self._sent:
            return
        self._sent, self._arrived = time.perf_counter(), 0
        wire = self._wires[self._random.randrange(SEATS)]
        wire.send(b'{"t":"event","v":1,"view":"%b"}' % (b"x" * BARE_MESSAGE))


class Side:
    """A server that is measured, and those who play there."""

    def __init__(self, kind: type[Table], name: str, pid: int, port: int, tables: int) -> None:
        self._kind, self._pid, self._port = kind, pid, port
        self.figures = Figures(name, tables * SEATS, tables)
        self._tables = [kind(port, n, self.figures) for n in range(tables)]
        self._ticks = 0

    async def open(self) -> None:
        """Take all seats; and see what a socket takes of memory."""
        for first in range(0, len(self._tables), AT_ONCE):
            await asyncio.gather(*(t.open() for t in self._tables[first : first + AT_ONCE]))
        await asyncio.sleep(1.0)
        self.figures.socket_bytes = await idle_socket(self._pid, self._port, self._tables)

    async def play(self, rate: float, seconds: float) -> None:
        """So many moves a second in all, for so long."""
        begin, cpu, before = time.perf_counter(), cpu_seconds(self._pid), processors()
        opening = []  # meanwhile the others play on: were they to wait, all would move at once then
        async for _ in ticks(rate, seconds):
            at = self._ticks % len(self._tables)
            table = self._tables[at]
            if table.over:
                table.close()
                self._tables[at] = table = self._kind(self._port, self._ticks, self.figures)
                opening.append(asyncio.create_task(table.open()))
            table.move()
            self._ticks += 1
        self.figures.seconds += time.perf_counter() - begin
        await asyncio.gather(*opening, asyncio.sleep(SETTLE))
        self.figures.cpu += cpu_seconds(self._pid) - cpu
        all_ticks, stolen = processors()
        self.figures.ticks += all_ticks - before[0]
        self.figures.stolen += stolen - before[1]

    def close(self) -> None:
        for table in self._tables:
            table.close()


async def measure(sides: Sequence[Side], rate: float, seconds: float) -> None:
    """Play here and there by turns: machines are now faster, now slower, and that hits both."""
    for side in sides:
        await side.open()
    turns = math.ceil(seconds / TURN)
    for _ in range(turns):
        for side in sides:
            await side.play(rate, seconds / turns)
    for side in sides:
        side.close()


async def ticks(rate: float, seconds: float) -> AsyncIterator[int]:
    """Numbers at a steady rate; when late, several at once."""
    begin, n = time.perf_counter(), 0
    while (now := time.perf_counter() - begin) < seconds:
        while n < now * rate:
            yield n
            n += 1
        await asyncio.sleep(0.001)


async def idle_socket(pid: int, port: int, tables: list[Table]) -> float:
    """Bytes of the server for a socket that only watches."""
    before, wires = memory(pid), []
    for n in range(WATCHERS):
        wires.append(wire := await connect(port, lambda _: None))
        wire.send(tables[n % len(tables)].greeting())
    await asyncio.sleep(1.0)
    used = (memory(pid) - before) / WATCHERS
    for wire in wires:
        wire.close()
    await asyncio.sleep(1.0)
    return used


def run(players: int, rate: float, seconds: float) -> list[dict[str, Any]]:
    """What was measured of the broadcaster and of our server."""
    tables = players // SEATS
    if not SEATS <= players <= MOST_PLAYERS or not 1 <= seconds <= MOST_SECONDS or rate <= 0:
        raise CinquinaError(
            f"Load is bounded: {SEATS} to {MOST_PLAYERS} players, 1 to {MOST_SECONDS} seconds."
        )
    allow_sockets()
    with bare_server() as bare, our_server() as ours:
        sides = [
            Side(BareTable, "bare broadcaster", *bare, tables),
            Side(Table, "cinquina", *ours, tables),
        ]
        asyncio.run(measure(sides, rate, seconds))
    return [side.figures.facts() for side in sides]


if __name__ == "__main__":
    serve_bare(int(sys.argv[1]))
