"""Tables are found, loaded once, and kept apart from what is not stored or not understood."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from cinquina import games
from cinquina.core.errors import CinquinaError
from cinquina.server import log, sockets
from cinquina.server.bus import LocalBus
from cinquina.server.hub import Hub
from cinquina.server.live import Live
from cinquina.server.log import Clock
from cinquina.server.messages import Bye, Play
from cinquina.server.refusals import Refusal
from cinquina.server.room import now
from cinquina.server.settings import Settings
from cinquina.server.sockets import Connection, Sockets
from cinquina.server.store import PLAYING, WAITING, Row, SqliteStore
from tests.server.worlds import TOKENS, Fake, live_of, played


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[Hub]:
    hub = Hub(Settings(limits=False, bot_pace=0), SqliteStore(str(path / "x.sqlite")), LocalBus())
    await hub.open()
    try:
        yield hub
    finally:
        await hub.close()


async def new(hub: Hub) -> Live:
    return await hub.create("push", 2, {}, None, "easy", True, Clock())


async def kept(hub: Hub, game: str, moves: int, id: str = "table") -> None:
    """Put a game into the store, as an earlier server would have left it."""
    first, *rest = [log.encode(entry) for entry in played(game, 2, moves, seed=1)]
    await hub.store.create(Row(id, id.upper(), game, False, WAITING, now()), first)
    for seq, body in enumerate(rest, 2):
        await hub.store.append(id, seq, body, PLAYING, now())


# --- Loading ----------------------------------------------------------------------------------


async def test_a_table_found_before_its_opener_knows_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as hub:
        create, found = hub.store.create, []

        async def and_found(row: Row, body: bytes) -> bool:
            stored = await create(row, body)
            found.append(await hub.load(row.id))
            return stored

        monkeypatch.setattr(hub.store, "create", and_found)
        live = await new(hub)
        assert hub.tables[live.id] is live is found[0]


async def test_a_table_opened_while_it_is_looked_for_is_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as hub:
        read, looked, free = hub.store.read, asyncio.Event(), asyncio.Event()

        async def slow(id: str, after: int = 0) -> Any:
            looked.set()
            await free.wait()
            return await read(id, after)

        monkeypatch.setattr(hub.store, "read", slow)
        live = await new(hub)
        del hub.tables[live.id]  # as if its opener were not told yet
        found = asyncio.create_task(hub.load(live.id))
        await looked.wait()
        hub.tables[live.id] = live
        free.set()
        assert await found is live


async def test_who_gives_up_loading_leaves_one_table_to_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(tmp_path) as hub:
        await kept(hub, "push", 3)
        read, reads = hub.store.read, 0

        async def slow(id: str, after: int = 0) -> Any:
            nonlocal reads
            reads += 1
            await asyncio.sleep(0.05)
            return await read(id, after)

        monkeypatch.setattr(hub.store, "read", slow)
        first = asyncio.create_task(hub.load("table"))
        await asyncio.sleep(0.01)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        lives = await asyncio.gather(hub.load("table"), hub.load("table"))
        assert lives[0] is lives[1] is hub.tables["table"] and reads == 1


@pytest.mark.parametrize("name", ["", "\x00", "é", "a\nb", "XXXXX", "x" * 1000])
async def test_names_of_no_table(tmp_path: Path, name: str) -> None:
    async with opened(tmp_path) as hub:
        assert await hub.find(name) is None


@pytest.mark.parametrize("damage", ["no entry", "no such seat"])
async def test_a_damaged_log_stops_nothing_else(tmp_path: Path, damage: str) -> None:
    odd = log.encode(log.Sat(0, 77, "Ada", "person", "x"))
    async with opened(tmp_path) as hub:
        await kept(hub, "push", 3)
        await hub.store.rewrite("table", 3, b"{}" if damage == "no entry" else odd)
        with pytest.raises(CinquinaError):
            await hub.find("table")
        await hub._adopt()
        assert (await new(hub)).room.status == "waiting"
        assert all(not task.done() for task in hub._tasks)


async def test_a_table_that_is_deleted_while_it_is_open_ends(tmp_path: Path) -> None:
    async with opened(tmp_path) as hub:
        await kept(hub, "push", 3)
        live, viewer = await hub.load("table"), Fake(TOKENS[0])
        await live.ask(lambda: live.join(viewer, 0))
        assert await hub.store.forget(now() + 1) == 1
        with pytest.raises(Refusal, match="deleted"):
            await live.ask(lambda: live.end("rules"))
        assert [(bye.code, bye.retry) for bye in viewer.take(Bye)] == [("no table", False)]
        assert await hub.find("table") is None
        await live.close()


# --- Other rules ------------------------------------------------------------------------------


@pytest.mark.parametrize(("moves", "status"), [(3, "ended"), (10_000, "over")])
async def test_a_game_of_other_rules_is_ended_with_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int, status: str
) -> None:
    async with opened(tmp_path) as hub:
        await kept(hub, "push", moves)
        rules = games.load("push")
        monkeypatch.setattr(rules, "VERSION", rules.VERSION + 1)
        live = await hub.load("table")
        assert live.room.status == status
        assert live.room.ended == ("rules" if status == "ended" else None)
        assert live.room.seat_of(TOKENS[1]) == 1
        version = live.room.version
        await live.ask(live.reload)  # as after a failure: it is still the same
        assert (live.room.status, live.room.version) == (status, version)
        assert version == len(await hub.store.read("table"))


# --- What is not stored -----------------------------------------------------------------------


async def test_what_is_not_stored_is_told_to_nobody_over_http_either() -> None:
    live, free = live_of(played("push", 2, 10_000, seed=1)[:-1]), asyncio.Event()
    append = live.hub.store.append

    async def slow(*values: Any) -> bool:
        await free.wait()
        return await append(*values)

    live.hub.store.append = slow  # type: ignore[method-assign]
    last = live.room.to_act[0]
    viewer = Fake(TOKENS[last])
    await live.ask(lambda: live.join(viewer, 0))
    action = played("push", 2, 10_000, seed=1)[-1].action  # type: ignore[union-attr]
    play = Play("last", live.room.version, action)
    moved = asyncio.create_task(live.ask(lambda: live.command(viewer, play, live.room.go_at)))
    asked = asyncio.create_task(live.ask(live.facts))
    await asyncio.sleep(0.02)
    assert not asked.done()
    free.set()
    await moved
    assert (await asked).seed
    await live.close()


# --- Connections that do not read -------------------------------------------------------------


@pytest.mark.parametrize("why", ["silent", "slow"])
async def test_who_does_not_read_is_gone_at_once(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its socket may take minutes to end: till then nobody would stand in."""

    async def never(message: Any) -> None:
        await asyncio.Event().wait()

    live = live_of(played("push", 2, 3, seed=1))
    live.hub.settings.limits = False
    server, connection = Sockets(live.hub), Connection(never, {}, "192.0.2.1")
    connection.token, connection.live = TOKENS[0], live
    await live.ask(lambda: live.join(connection, 0))
    server.connections.add(connection)
    assert live.presence.here(0)
    if why == "silent":
        monkeypatch.setattr(sockets, "SILENT", -1.0)
        server.open()
        await asyncio.sleep(0.02)
    else:
        for _ in range(sockets.MOST_QUEUED + 2):
            connection.send(b"{}")
    await asyncio.sleep(0.02)
    assert not live.presence.here(0) and connection.closing
    monkeypatch.setattr(sockets, "FAREWELL", 0.01)
    await connection.farewell()  # and nobody waits for it for ever
    await server.close()
    await live.close()


async def test_who_comes_while_the_store_is_away_leaves_no_ghost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cinquina.server.live.TRIES", 1)
    found = [*played("push", 2, 3, seed=1), log.Away(1, 0, "connection")]
    live = live_of(found)
    live.hub.settings.limits, live.hub.settings.public_url = False, ""

    async def find(name: str) -> Live:
        return live

    live.hub.find = find  # type: ignore[method-assign]
    live.hub.store.failing = 1  # type: ignore[attr-defined]
    got: list[dict[str, Any]] = []
    incoming = [
        {"type": "websocket.connect"},
        {"type": "websocket.receive", "text": f'{{"t":"hello","table":"t","token":"{TOKENS[0]}"}}'},
        {"type": "websocket.disconnect"},
    ]

    async def receive() -> dict[str, Any]:
        return incoming.pop(0)

    async def send(message: dict[str, Any]) -> None:
        got.append(message)

    await Sockets(live.hub)({"headers": []}, receive, send)
    await live.ask(live.facts)
    assert '"unavailable"' in str(got) and '"retry":true' in str(got)
    assert not live.viewers
    await live.close()
