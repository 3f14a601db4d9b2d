"""Whatever the network does, a client ends in the server's state, and nothing is done twice."""

import asyncio
import random
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress

import msgspec
import pytest
from websockets.asyncio.server import ServerConnection, serve

from cinquina.core.errors import CinquinaError
from cinquina.server import client as module
from cinquina.server.client import Client, Mirror
from cinquina.server.messages import Done, Happened, Hello, Ping, Snapshot, What
from cinquina.server.room import rebuild
from tests.server.faults import Messages, Wire
from tests.server.serving import (
    Diary,
    Player,
    Server,
    comes_in_step,
    join,
    open_table,
    play,
    running,
)
from tests.server.worlds import played

CLOCK = {"turn": 0, "away": 600}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("network") / "tables.sqlite") as server:
        yield server


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clients that wait no longer than a test should."""
    monkeypatch.setattr(module, "SILENT", 0.8)
    monkeypatch.setattr(module, "RESEND", 0.3)
    monkeypatch.setattr(module, "WAITS", (0.02, 0.1))


async def a_game_through(
    server: Server, url: str, trouble: Callable[[], Awaitable[None]], game: str = "burst"
) -> int:
    """A game over a bad network, of which one player has two tabs; how often they connected."""
    one = open_table(server.url, game, 3, clock=CLOCK)
    two = join(server.url, one.code)
    diary, chance = Diary(), random.Random(1)
    hear = diary.hear(one.table)
    troubled = asyncio.create_task(forever(trouble))
    try:
        async with (
            Player(url, one.table, one.token) as ada,
            Player(url, one.table, one.token) as tab,
            Player(url, one.table, two.token) as bob,
            Player(url, one.table) as eve,
        ):
            hear(await ada.start())
            clients = (ada, tab, bob, eve)
            async with asyncio.timeout(60):
                await asyncio.gather(*(play(client, chance, hear) for client in clients))
            troubled.cancel()
            await comes_in_step(server.url, *clients)
            assert diary.check(server.entries) > 10
            return sum(client.connections for client in clients)
    finally:
        troubled.cancel()


async def forever(job: Callable[[], Awaitable[None]]) -> None:
    while True:
        await job()


async def test_cut_again_and_again(server: Server) -> None:
    async with Wire(server.port) as wire:

        async def cut() -> None:
            await asyncio.sleep(0.25)
            wire.cut()

        assert await a_game_through(server, wire.url, cut) > 8


async def test_black_holes(server: Server) -> None:
    async with Wire(server.port) as wire:
        holes = iter([0.2, 0.3])  # seconds before each

        async def swallow() -> None:
            await asyncio.sleep(next(holes, 60))
            wire.swallows = True
            try:
                await asyncio.sleep(1.0)
            finally:
                wire.swallows = False

        assert await a_game_through(server, wire.url, swallow) > 4


async def test_delay(server: Server) -> None:
    async with Wire(server.port) as wire:
        chance = random.Random(2)
        wire.delay = lambda: chance.uniform(0, 0.06)

        async def nothing() -> None:
            await asyncio.sleep(60)

        assert await a_game_through(server, wire.url, nothing, "add-up") >= 4


@pytest.mark.parametrize("kind", ["duplicate", "reorder", "drop", "all"])
async def test_messages_go_astray(server: Server, kind: str) -> None:
    kinds = ["duplicate", "reorder", "drop"] if kind == "all" else [kind]
    async with Messages(server.url, kinds, rate=0.1, seed=3) as proxy:

        async def nothing() -> None:
            await asyncio.sleep(60)

        await a_game_through(server, proxy.url, nothing, "add-up")
        assert proxy.done > 5


async def test_a_command_in_flight_when_the_wire_is_cut(server: Server) -> None:
    """Its answer is lost; it is sent again over the next connection, and done once."""
    one = open_table(server.url, "push", 2, clock=CLOCK)
    async with Wire(server.port) as wire, Player(wire.url, one.table, one.token) as ada:
        await ada.start()
        for _ in range(5):
            await ada.until(lambda: ada.mirror.legal)
            v = ada.mirror.v
            asked = asyncio.create_task(ada.play(ada.mirror.legal[0]))
            await asyncio.sleep(0)
            wire.cut()
            done = await asked
            assert isinstance(done, Done) and done.v == v + 1
        await comes_in_step(server.url, ada)
        ids = [getattr(entry, "cid", "") for entry in server.entries(one.table)]
        ids = [id for id in ids if id]
        assert len(ids) == len(set(ids))


async def test_a_client_that_is_closed_while_a_message_comes_ends(server: Server) -> None:
    """Python 3.11's wait_for can swallow a cancellation: so did the client."""
    one = open_table(server.url, "push", 2)
    async with asyncio.timeout(60):
        for _ in range(30):
            async with one.client():
                pass


# --- The client's side alone ------------------------------------------------------------------


async def test_a_ping_tells_of_what_was_missed() -> None:
    """The last event before a silence is lost: nothing else would ever show it."""
    afters: list[int] = []

    async def tell(socket: ServerConnection) -> None:
        hello = msgspec.json.decode(await socket.recv(), type=Hello)
        afters.append(hello.after)
        if hello.after == 0:
            await socket.send(msgspec.json.encode(snapshot(3)).decode())
            await socket.send(msgspec.json.encode(Ping(1, 4)).decode())
        else:
            event = Happened(4, What("away", 1, 0))
            await socket.send(msgspec.json.encode(event).decode())
        with suppress(Exception):
            await socket.wait_closed()

    async with serve(tell, "127.0.0.1", 0) as fake:
        url = f"http://127.0.0.1:{next(iter(fake.sockets)).getsockname()[1]}"
        async with asyncio.timeout(60), Client(url, "table") as client:
            await client.until(lambda: client.mirror.v == 4)
    assert afters == [0, 3]


async def test_what_a_newer_server_says_ends_the_client_with_a_word() -> None:
    async def tell(socket: ServerConnection) -> None:
        await socket.send(msgspec.json.encode(snapshot(3)).decode())
        await socket.send('{"t":"confetti"}')
        with suppress(Exception):
            await socket.wait_closed()

    async with serve(tell, "127.0.0.1", 0) as fake:
        url = f"http://127.0.0.1:{next(iter(fake.sockets)).getsockname()[1]}"
        async with asyncio.timeout(60), Client(url, "table") as client:
            with pytest.raises(CinquinaError, match="does not understand"):
                await client.until(lambda: False)


def snapshot(v: int) -> Snapshot:
    room = rebuild("table", played("push", 2, 1, seed=1))
    return msgspec.structs.replace(room.snapshot(None, None, None), v=v)


def test_a_mirror_takes_only_what_follows() -> None:
    mirror = Mirror()
    assert not mirror.take(Happened(3, What("away", 1, 0)))
    assert mirror.v == 0
    mirror.v = 3
    assert mirror.take(Happened(3, What("moved", 1, 0))) and not mirror.moves
    assert mirror.take(Happened(4, What("moved", 1, 0))) and len(mirror.moves) == 1
    assert not mirror.take(Happened(6, What("moved", 1, 0))) and mirror.v == 4
