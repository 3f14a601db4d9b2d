"""Several workers over a real PostgreSQL and a real Redis: any of them serves any table."""

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from cinquina.core.errors import CinquinaError
from cinquina.server import claim, log
from cinquina.server.client import Client
from cinquina.server.log import AnyEntry, Moved
from cinquina.server.messages import Done, Refused
from cinquina.server.postgres import PostgresStore
from cinquina.server.room import rebuild
from cinquina.server.settings import Settings
from tests.server.serving import Server, check_in_step, join, open_table, play, running, settled
from tests.server.test_kill import check_logs, games_go_on

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


async def check_kills(scaled: tuple[Path, str, str], tables: int, kills: int, seed: int) -> None:
    """As in test_kill, but workers are killed, mostly one, sometimes all."""
    path, database, redis_url = scaled
    more = ("--workers", "3", "--database", database, "--redis", redis_url)
    chance, killed = random.Random(seed), 0

    def entries(table: str) -> list[AnyEntry]:
        with psycopg.connect(database) as db:
            found = db.execute("SELECT body FROM log WHERE id = %s ORDER BY seq", (table,))
            return [log.decode(body) for (body,) in found]

    with running(path, *more) as server:

        async def kill() -> None:
            nonlocal killed
            while not (workers := workers_of(server)):
                await asyncio.sleep(0.1)
            for worker in workers if chance.random() < 0.1 else [chance.choice(workers)]:
                os.kill(worker, signal.SIGKILL)
                killed += 1

        diary = await games_go_on(server.url, tables, kills, kill, chance)
        acknowledged = diary.check(entries)
        print(f"{killed} workers killed, {acknowledged} commands acknowledged, {diary.refused}")
        assert killed >= kills and acknowledged > 20 * tables
        check_logs(server)


@pytest.mark.nightly
async def test_workers_killed_60_times_lose_nothing(scaled: tuple[Path, str, str]) -> None:
    await check_kills(scaled, tables=12, kills=60, seed=4)


def refused(database: str, *more: str) -> str:
    """What a server says that does not start with this database."""
    words = ["serve", "--no-browser", "--host", "127.0.0.1", "--port", "0", "--database", database]
    with subprocess.Popen(
        [sys.executable, "-m", "cinquina", *words, *more], stderr=subprocess.PIPE, text=True
    ) as server:
        said = server.communicate(timeout=60)[1]
    assert server.returncode == 2
    return said


def test_servers_that_would_not_hear_of_each_other_share_no_database(
    scaled: tuple[Path, str, str], tmp_path: Path
) -> None:
    path, database, redis_url = scaled
    alone, shared = ("--database", database), ("--database", database, "--redis", redis_url)
    with running(path, *alone) as server:
        for more in ((), ("--redis", redis_url)):
            said = refused(database, *more)
            assert said.startswith("cinquina: Another server is using the database test_")
            assert "the same --redis" in said and said.count("\n") == 1
        server.kill()
        server.start()  # its lock does not outlive it
    with running(path, *shared), running(tmp_path / "other.sqlite", *shared):
        assert "Another server" in refused(database)


def test_the_claim_of_a_server_survives_an_outage_of_postgres(
    postgres: str, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(claim, "LOOK", 0.05)
    monkeypatch.setattr(claim, "PATIENCE", 0.2)
    settings = Settings(database=database)
    with claim.claimed(settings), psycopg.connect(postgres, autocommit=True) as admin:
        sql = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s"
        admin.execute(sql, (conninfo_to_dict(database)["dbname"],))
        held = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND granted"
        while admin.execute(held).fetchone() == (0,):
            time.sleep(0.01)
        with pytest.raises(CinquinaError, match="Another server"), claim.claimed(settings):
            pass
    with claim.claimed(settings):
        pass


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
