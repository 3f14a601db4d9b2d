"""A real server in a process of its own, and players who really connect to it."""

import asyncio
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import apsw
import httpx
import msgspec

from cinquina.server import log
from cinquina.server.client import Client, Mirror
from cinquina.server.log import AnyEntry, Moved, Started
from cinquina.server.messages import Done, Refused
from tests.catalogue import narrowed

SLUGS = ("add-up", "burst", "push", "seven-ate-nine", "triggs")
SECONDS_TO_START = 60
QUICK = {
    "CINQUINA_COMPILED_BOTS": "false",
    "CINQUINA_BOT_PACE": "0",
    "CINQUINA_LIMITS": "false",
    "NUMBA_DISABLE_JIT": "1",
}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`python -m cinquina serve`, on the same port and file however often it is started."""

    def __init__(self, data: Path, *arguments: str, **environment: str) -> None:
        self.data, self.port = data, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = data.with_suffix(".log")
        self._arguments, self._environment = arguments, environment
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> "Server":
        """Start, and wait until it answers."""
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--data", str(self.data)]
        command = [sys.executable, "-m", "cinquina", "serve", "--no-browser", *options]
        with open(self.log, "ab") as output:
            self._process = subprocess.Popen(
                [*command, *self._arguments],
                env=os.environ | QUICK | self._environment,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        end = time.monotonic() + SECONDS_TO_START
        while not self._answers():
            assert self._process.poll() is None, self.log.read_text()
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.02)
        return self

    def _answers(self) -> bool:
        try:
            return httpx.get(f"{self.url}/health", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def kill(self) -> None:
        """As a power cut would: nothing is put in order."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, how: signal.Signals) -> None:
        if self._process:
            self._process.send_signal(how)
            self._process.wait(20)
            self._process = None

    def entries(self, id: str) -> list[AnyEntry]:
        """The log of a table, as it is stored."""
        db = apsw.Connection(str(self.data), flags=apsw.SQLITE_OPEN_READONLY)
        try:
            rows = db.execute("SELECT body FROM log WHERE id = ? ORDER BY seq", (id,)).fetchall()
        finally:
            db.close()
        return [log.decode(body) for (body,) in rows]


@contextmanager
def running(data: Path, *arguments: str, **environment: str) -> Iterator[Server]:
    server = Server(data, *arguments, **environment).start()
    try:
        yield server
    finally:
        server.stop()


# --- Tables and seats -------------------------------------------------------------------------


class Guest:
    """Who has a seat at a table."""

    def __init__(self, url: str, answer: dict[str, Any]) -> None:
        self.url, self.table = url, answer["id"]
        self.code, self.seat, self.token = answer["code"], answer["seat"], answer["token"]

    def client(self) -> "Player":
        return Player(self.url, self.table, self.token)


class Player(Client):
    """A client that says where it is connected to."""

    def __init__(self, url: str, table: str, token: str = "") -> None:
        super().__init__(url, table, token)
        self.url, self.table, self.token = url, table, token


def open_table(url: str, game: str, players: int = 3, **asked: Any) -> Guest:
    body = {"game": game, "players": players, "name": "Ada", "level": "easy", **asked}
    answer = httpx.post(f"{url}/api/tables", json=body, timeout=60)
    assert answer.status_code == 201, answer.text
    return Guest(url, answer.json())


def join(url: str, table: str, name: str = "Bob", **asked: Any) -> Guest:
    answer = ask_seat(url, table, name, **asked)
    assert answer.status_code == 201, answer.text
    return Guest(url, answer.json())


def ask_seat(url: str, table: str, name: str = "Bob", **asked: Any) -> httpx.Response:
    body = {"name": name, **asked}
    return httpx.post(f"{url}/api/tables/{table}/seats", json=body, timeout=60)


# --- Playing ----------------------------------------------------------------------------------

Heard = Callable[[Done | Refused], None]


async def play(client: Client, chance: random.Random, heard: Heard = lambda _: None) -> None:
    """Choose random legal actions until the game is over; every answer is heard."""
    async for mirror in client.changes():
        while mirror.legal and mirror.room and mirror.room.status == "playing":
            choices = narrowed(mirror.room.game, mirror.legal, chance, greedy=True)
            answer = await client.play(chance.choice(choices))
            heard(answer)
            if isinstance(answer, Refused):  # another was faster, or "go" is to come
                await asyncio.sleep(0.05)


Entries = Callable[[str], Sequence[AnyEntry]]


class Diary:
    """What the server has acknowledged: for each table the ids of commands with their versions."""

    def __init__(self) -> None:
        self.done: dict[str, list[Done]] = {}
        self.refused: Counter[str] = Counter()

    def hear(self, table: str) -> Callable[[Done | Refused], None]:
        acknowledged = self.done.setdefault(table, [])

        def heard(answer: Done | Refused) -> None:
            if isinstance(answer, Done):
                acknowledged.append(answer)
            else:
                self.refused[answer.code] += 1

        return heard

    def check(self, entries: Entries) -> int:
        """Every acknowledged command is in the log, once and where it was said; how many."""
        for table, acknowledged in self.done.items():
            log = entries(table)
            ids = Counter(e.cid for e in log if isinstance(e, Moved | Started) and e.cid)
            assert set(ids.values()) <= {1}
            for done in acknowledged:
                entry = log[done.v - 1]
                assert isinstance(entry, Moved | Started) and entry.cid == done.id
        return sum(map(len, self.done.values()))


async def settled(clients: Iterable[Client]) -> None:
    """Wait until nobody of these is behind another one."""
    clients = list(clients)
    while len({client.mirror.v for client in clients}) > 1:
        await asyncio.sleep(0.01)


def shown(mirror: Mirror) -> dict[str, Any]:
    """All that a viewer has, to be compared."""
    facts = {name: getattr(mirror, name) for name in ("v", "seat", "room", "view", "legal")}
    return msgspec.to_builtins(facts | {"moves": mirror.moves})  # type: ignore[no-any-return]


async def fresh(client: Player, url: str = "") -> dict[str, Any]:
    """What the server tells the same viewer who comes anew, by another way if it is given."""
    async with Client(url or client.url, client.table, client.token) as other:
        return shown(other.mirror)


async def check_in_step(*clients: Player) -> None:
    """Every client has exactly what the server has."""
    for client in clients:
        has, should = shown(client.mirror), await fresh(client)
        while has["v"] != should["v"]:  # something happened in between
            await asyncio.sleep(0.05)
            has, should = shown(client.mirror), await fresh(client)
        assert has == should


async def comes_in_step(url: str, *clients: Player) -> None:
    """Every client will have what the server has, by itself and soon."""
    async with asyncio.timeout(60):
        for client in clients:
            while shown(client.mirror) != await fresh(client, url):
                await asyncio.sleep(0.1)
