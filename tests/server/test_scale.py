"""Several workers over a real PostgreSQL and a real Redis: any of them serves any table."""

import asyncio
import os
import random
import signal
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from cinquina.server import log
from cinquina.server.client import Client
from cinquina.server.log import Moved
from cinquina.server.messages import Done, Refused
from cinquina.server.postgres import PostgresStore
from cinquina.server.room import rebuild
from tests.server.serving import Server, check_in_step, join, open_table, play, running, settled

TABLES = (("push", 3), ("burst", 3), ("add-up", 2), ("triggs", 2))


def workers_of(server: Server) -> list[int]:
    """The processes that serve: children of the one that was started."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
            if int(parent) == server.pid and b"spawn_main" in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return found


def names_of(server: Server, tries: int = 40) -> set[str]:
    """The workers that answer; each connection may reach another one."""
    return {httpx.get(f"{server.url}/health").json()["worker"] for _ in range(tries)}


@pytest.fixture
def scaled(tmp_path: Path, database: str, redis_url: str) -> tuple[Path, str, str]:
    return tmp_path / "unused.sqlite", database, redis_url


async def test_a_worker_dies_and_nothing_is_lost(scaled: tuple[Path, str, str]) -> None:
    path, database, redis_url = scaled
    more = ("--workers", "2", "--database", database, "--redis", redis_url)
    with running(path, *more) as server:
        assert len(names_of(server)) == 2
        guests = []
        for game, people in TABLES:
            first = open_table(server.url, game, people + 1)
            guests += [first, *(join(server.url, first.code, f"P{n}") for n in range(1, people))]
        clients = [guest.client() for guest in guests]
        acknowledged: dict[str, dict[str, int]] = {guest.table: {} for guest in guests}
        for client in clients:
            await client.__aenter__()
        for guest, client in zip(guests, clients, strict=True):
            if guest.seat == 0:
                await client.start()

        def hearing(table: str):  # type: ignore[no-untyped-def]
            def hear(answer: Done | Refused) -> None:
                if isinstance(answer, Done):
                    acknowledged[table][answer.id] = answer.v

            return hear

        chance = random.Random(5)
        games = [
            asyncio.create_task(play(client, random.Random(n), hearing(client.table)))
            for n, client in enumerate(clients)
        ]
        for _ in range(3):
            await asyncio.sleep(chance.uniform(0.5, 1.5))
            while not (workers := workers_of(server)):  # both are dead, and come back
                await asyncio.sleep(0.1)
            os.kill(chance.choice(workers), signal.SIGKILL)
        await asyncio.wait_for(asyncio.gather(*games), 120)
        for table in acknowledged:
            at_table = [client for client in clients if client.table == table]
            await settled(at_table)
            await check_in_step(*at_table)
        await check_log(database, acknowledged, clients)
        for client in clients:
            await client.__aexit__()


async def check_log(
    database: str, acknowledged: dict[str, dict[str, int]], clients: list[Client]
) -> None:
    """Every acknowledged move is in the log once, at its version; the log tells the same game."""
    store = PostgresStore(database)
    await store.open()
    for table, told in acknowledged.items():
        entries = [log.decode(body) for _, body in await store.read(table)]
        ids = [entry.cid for entry in entries if isinstance(entry, Moved) and entry.cid]
        assert len(ids) == len(set(ids)) and set(told) <= set(ids)
        for id, version in told.items():
            assert getattr(entries[version - 1], "cid", "") == id
        room = rebuild(table, entries)
        client = next(client for client in clients if client.mirror.room.id == table)
        assert room.status == "over" and room.table.scores == client.mirror.view["scores"]
    await store.close()


async def test_the_tables_of_a_dead_worker_go_on_within_seconds(
    scaled: tuple[Path, str, str],
) -> None:
    """Bots go on by themselves: one person watches from the worker that is left."""
    path, database, redis_url = scaled
    more = ("--workers", "2", "--database", database, "--redis", redis_url)
    with running(path, *more, CINQUINA_BOT_PACE="0.3") as server:
        tables = [open_table(server.url, "push", 2, clock={"turn": 5}) for _ in range(6)]
        clients = [guest.client() for guest in tables]
        for client in clients:
            await client.__aenter__()
            await client.start()
            await client.leave()  # from now on bots play both seats
        begin = time.monotonic()
        os.kill(workers_of(server)[0], signal.SIGKILL)

        async def goes_on(client: Client, v: int) -> float:
            await client.until(lambda: client.mirror.v > v + 1)  # one may have been on its way
            found = time.monotonic() - begin
            await client.until(lambda: client.mirror.v > v + 3)
            return found

        async with asyncio.timeout(60):  # 4.5 seconds, and what a busy machine needs
            found = await asyncio.gather(*(goes_on(client, client.mirror.v) for client in clients))
        print("seconds until each table went on:", " ".join(f"{s:.1f}" for s in sorted(found)))
        for client in clients:
            await client.__aexit__()
