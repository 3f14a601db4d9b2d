"""Both stores keep the same promises."""

import asyncio
import random
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict

from cinquina.core.errors import CinquinaError
from cinquina.server.postgres import PostgresStore
from cinquina.server.store import MOMENT, OVER, PLAYING, WAITING, Row, SqliteStore, Store, StoreLost

# Appends for ever, and says which entries it was told are safe.
WRITER = """
import asyncio, sys
from cinquina.server.postgres import PostgresStore
from cinquina.server.store import PLAYING, SqliteStore

async def write(store, table):
    await store.open()
    seq = len(await store.read(table))
    async def append(n):
        if await store.append(table, n, b"%d" % n, PLAYING, n):
            print(n, flush=True)
    while True:
        await asyncio.gather(*(append(seq + n) for n in range(1, 6)))
        seq += 5

kind, address = sys.argv[1:]
asyncio.run(write({"sqlite": SqliteStore, "postgres": PostgresStore}[kind](address), "t"))
"""


class Place:
    """Where stores of one kind are opened."""

    def __init__(self, kind: str, address: str) -> None:
        self.kind, self.address = kind, address
        self.opened: list[Store] = []

    def new(self) -> Any:
        return {"sqlite": SqliteStore, "postgres": PostgresStore}[self.kind](self.address)

    async def open(self) -> Store:
        store = self.new()
        await store.open()
        self.opened.append(store)
        return store

    def set_version(self, version: int) -> None:
        if self.kind == "sqlite":
            db = apsw.Connection(self.address)
            db.pragma("user_version", version)
            db.close()
        else:
            with psycopg.connect(self.address) as postgres:
                postgres.execute("UPDATE version SET number = %s", (version,))


@pytest.fixture(params=["sqlite", "postgres"])
def place(
    request: pytest.FixtureRequest, tmp_path: Path, runner: asyncio.Runner
) -> Iterator[Place]:
    if request.param == "sqlite":
        address = str(tmp_path / "data.sqlite")
    else:
        address = request.getfixturevalue("database")
    place = Place(request.param, address)
    yield place
    for store in place.opened:
        runner.run(store.close())


MINUTES = 2 * MOMENT


def row(id: str, status: int = WAITING, touched: int = 1, public: bool = True) -> Row:
    return Row(id, f"C{id}", "no-thanks", public, status, touched)


async def test_create_and_find(place: Place) -> None:
    store = await place.open()
    assert await store.create(row("a"), b"first")
    assert await store.find("a") == await store.find("Ca") == row("a")
    assert await store.read("a") == [(1, b"first")]
    assert await store.find("nobody") is None
    assert await store.find("\0") is None
    assert await store.read("nobody") == []


async def test_a_taken_id_or_code_changes_nothing(place: Place) -> None:
    store = await place.open()
    assert await store.create(row("a"), b"first")
    assert not await store.create(Row("a", "other", "six", False, PLAYING, 2), b"second")
    assert not await store.create(Row("b", "Ca", "six", False, PLAYING, 2), b"second")
    assert await store.find("a") == row("a")
    assert await store.find("b") is None
    assert await store.read("a") == [(1, b"first")]
    assert await store.read("b") == []


async def test_append(place: Place) -> None:
    store = await place.open()
    await store.create(row("a"), b"1")
    await store.create(row("b"), b"1")
    bodies = {2: b"", 3: bytes(range(256)), 4: b"x" * 100_000}
    for seq, body in bodies.items():
        assert await store.append("a", seq, body, PLAYING, MINUTES * seq)
    assert not await store.append("a", 3, b"late", OVER, 9 * MINUTES)
    assert await store.read("a") == [(1, b"1"), *bodies.items()]
    assert await store.read("a", 2) == [(3, bodies[3]), (4, bodies[4])]
    assert await store.read("a", 4) == []
    assert await store.find("a") == row("a", PLAYING, 4 * MINUTES)
    assert await store.append("a", 5, b"at once", PLAYING, 4 * MINUTES + 1)
    assert await store.find("a") == row("a", PLAYING, 4 * MINUTES)  # a moment later: that is enough
    assert await store.append("a", 6, b"the end", OVER, 4 * MINUTES + 2)
    assert await store.find("a") == row("a", OVER, 4 * MINUTES + 2)
    assert await store.find("b") == row("b")


async def test_many_tables_at_once(place: Place) -> None:
    store = await place.open()
    tables = [str(n) for n in range(20)]
    assert all(await asyncio.gather(*(store.create(row(id), b"1") for id in tables)))
    keys = [(id, seq) for id in tables for seq in range(2, 42)]  # more than one commit takes
    told = await asyncio.gather(
        *(store.append(id, seq, f"{id} {seq}".encode(), PLAYING, MINUTES) for id, seq in keys)
    )
    assert all(told)
    for id in tables:
        expected = [(seq, f"{id} {seq}".encode()) for seq in range(2, 42)]
        assert (await store.read(id))[1:] == expected
        assert await store.find(id) == row(id, PLAYING, MINUTES)


async def test_the_first_of_two_in_one_commit_wins(place: Place) -> None:
    store = await place.open()
    await store.create(row("a"), b"1")
    first = store.append("a", 2, b"first", PLAYING, 2)
    second = store.append("a", 2, b"second", OVER, 3)
    assert await asyncio.gather(first, second) == [True, False]
    assert await store.read("a", 1) == [(2, b"first")]
    assert await store.find("a") == row("a", PLAYING, 2)


async def test_each_of_a_commit_is_told_what_came_of_it(place: Place) -> None:
    store = await place.open()
    for id in "abcd":
        await store.create(row(id), b"1")
    assert await store.append("b", 2, b"before", PLAYING, 2)
    told = await asyncio.gather(*(store.append(id, 2, b"new", OVER, 3) for id in "abcxd"))
    assert told == [True, False, True, False, True]  # b was there already, x is no table
    assert [(await store.read(id, 1))[0][1] for id in "abcd"] == [b"new", b"before", b"new", b"new"]
    assert await store.read("x") == []
    assert await store.find("b") == row("b", PLAYING, 2)
    assert await store.find("d") == row("d", OVER, 3)


async def test_one_of_two_workers_wins(place: Place) -> None:
    stores = [await place.open(), await place.open()]
    tables = [str(n) for n in range(5)]
    for id in tables:
        await stores[0].create(row(id), b"1")

    async def attempt(n: int, seq: int) -> tuple[str, bytes, bool]:
        # The workers name the tables in opposite orders: neither may wait for the other for ever.
        id = tables[n % 5] if n % 2 else tables[-1 - n % 5]
        body = b"%d" % n
        return id, body, await stores[n % 2].append(id, seq, body, PLAYING, n)

    for seq in range(2, 7):
        told = await asyncio.gather(*(attempt(n, seq) for n in range(50)))
        for id in tables:
            winners = [body for table, body, won in told if won and table == id]
            assert await stores[0].read(id, seq - 1) == [(seq, *winners)]


async def test_lists(place: Place) -> None:
    store = await place.open()
    for n, status in enumerate([WAITING, WAITING, PLAYING, PLAYING, OVER, WAITING]):
        await store.create(row(str(n), status, 10 * n), b"1")
    await store.create(row("private", touched=99, public=False), b"1")
    assert [found.id for found in await store.listed(9)] == ["5", "1", "0"]
    assert [found.id for found in await store.listed(2)] == ["5", "1"]
    assert sorted(await store.playing(0)) == ["2", "3"]
    assert await store.playing(30) == ["3"]
    assert await store.playing(31) == []


async def test_versions(place: Place) -> None:
    store = await place.open()
    assert await store.versions([]) == {}
    for n in range(3):
        await store.create(Row(f"t{n}", f"T{n}", "push", False, WAITING, 1), b"1")
        for seq in range(2, n + 2):
            assert await store.append(f"t{n}", seq, b"x", PLAYING, seq)
    assert await store.versions(["t2", "none", "t0"]) == {"t2": 3, "t0": 1}


async def test_rewrite(place: Place) -> None:
    store = await place.open()
    await store.create(row("a"), b"Ann")
    await store.append("a", 2, b"Ben", PLAYING, 2)
    await store.rewrite("a", 1, b"somebody")
    await store.rewrite("a", 3, b"nothing there")
    assert await store.read("a") == [(1, b"somebody"), (2, b"Ben")]


async def test_forget(place: Place) -> None:
    store = await place.open()
    for n in range(4):
        await store.create(row(str(n), touched=n), b"1")
        await store.append(str(n), 2, b"2", PLAYING, n)
    assert await store.forget(0) == 0
    assert await store.forget(2) == 2
    assert [await store.find(str(n)) is None for n in range(4)] == [True, True, False, False]
    assert [len(await store.read(str(n))) for n in range(4)] == [0, 0, 2, 2]
    assert await store.create(row("0"), b"again")


async def test_a_new_store_finds_all(place: Place) -> None:
    store = place.new()
    await store.open()
    await store.create(row("a"), b"1")
    writing = [store.append("a", seq, b"%d" % seq, OVER, MINUTES) for seq in range(2, 30)]
    pending = [asyncio.ensure_future(write) for write in writing]
    await asyncio.sleep(0)  # they wait now
    await store.close()
    assert all(await asyncio.gather(*pending))
    again = await place.open()
    assert await again.read("a") == [(seq, b"%d" % seq) for seq in range(1, 30)]
    assert await again.find("Ca") == row("a", OVER, MINUTES)


async def test_workers_see_what_others_wrote(place: Place) -> None:
    one, other = await place.open(), await place.open()
    await one.create(row("a"), b"1")
    assert await other.append("a", 2, b"2", PLAYING, 2)
    assert not await one.append("a", 2, b"late", PLAYING, 2)
    assert await one.read("a") == await other.read("a") == [(1, b"1"), (2, b"2")]


async def test_a_newer_schema_is_refused(place: Place) -> None:
    store = await place.open()
    await store.create(row("a"), b"1")
    place.set_version(999)
    refused = place.new()
    with pytest.raises(CinquinaError, match="is from a newer Cinquina: install that version"):
        await refused.open()
    await refused.close()
    place.set_version(1)
    assert await (await place.open()).read("a") == [(1, b"1")]


async def test_acknowledged_entries_survive_a_kill(place: Place) -> None:
    store = await place.open()
    await store.create(row("t"), b"1")
    for kill in range(4):
        command = [sys.executable, "-c", WRITER, place.kind, place.address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout
            enough = random.Random(kill).randrange(1, 300)
            told = [int(writer.stdout.readline()) for _ in range(enough)]
            writer.send_signal(signal.SIGKILL)
            told += [int(line) for line in writer.stdout if line.endswith("\n")]
        kept = dict(await store.read("t"))
        assert all(kept[seq] == b"%d" % seq for seq in told)


# --- SQLite ---


async def test_a_file_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("Not a database. " * 100)
    for path in (tmp_path / "text", tmp_path, tmp_path / "missing" / "file"):
        store = SqliteStore(str(path))
        with pytest.raises(CinquinaError, match=r"can't be used as a database: .* with --data"):
            await store.open()
        await store.close()


async def test_a_damaged_file(tmp_path: Path) -> None:
    store = SqliteStore(str(tmp_path / "data"))
    await store.open()
    db = apsw.Connection(store.path)
    db.execute("DROP TABLE log")
    db.close()
    with pytest.raises(StoreLost, match=r"failed: .*no such table"):
        await store.append("a", 1, b"", WAITING, 1)
    with pytest.raises(StoreLost, match=r"failed: .*no such table"):
        await store.read("a")
    await store.close()


# --- PostgreSQL ---


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:hush@127.0.0.1:1/cards",
        "host=127.0.0.1 port=1 user=ann password=hush",
        "postgresql://ann:hush@/cards?host=/nowhere",
        # Badly written: the password is not where it belongs.
        "postgresql://ann:pw@hush@127.0.0.1/cards",
        "postgresql://ann:hush/pw@127.0.0.1/cards",
        "postgresql://ann:5/hush@127.0.0.1/cards",
        "postgresql://ann:hush%%@127.0.0.1/cards",
        "ann:hush@127.0.0.1",
        "host=127.0.0.1 port=hush",
        "",
    ],
)
async def test_a_database_that_is_none(address: str) -> None:
    with pytest.raises(CinquinaError, match="--database") as caught:
        await PostgresStore(address).open()
    assert "hush" not in str(caught.value)
    assert re.search("can't be (used|read)", str(caught.value))


async def test_workers_may_start_at_once(database: str) -> None:
    stores = [PostgresStore(database) for _ in range(8)]
    await asyncio.gather(*(store.open() for store in stores))
    assert await stores[0].create(row("a"), b"1")
    for store in stores:
        assert await store.read("a") == [(1, b"1")]
        await store.close()


async def test_postgres_goes_away_and_comes_back(postgres: str, database: str) -> None:
    store = PostgresStore(database)
    await store.open()
    await store.create(row("a"), b"1")
    name = conninfo_to_dict(database)["dbname"]
    with psycopg.connect(postgres, autocommit=True) as admin:

        def cut() -> None:
            sql = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s"
            admin.execute(sql, (name,))

        # As many connections as there can be, all of them cut.
        await asyncio.gather(*(store.read("a") for _ in range(50)))
        cut()
        with pytest.raises(StoreLost, match="Look whether PostgreSQL is running"):
            await store.append("a", 2, b"2", PLAYING, 2)
        assert await store.append("a", 2, b"2", PLAYING, 2)

        # Away for longer than the pool tries.
        admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        cut()
        told = await asyncio.gather(
            *(store.append("a", seq, b"", PLAYING, seq) for seq in range(3, 6)),
            store.read("a"),
            return_exceptions=True,
        )
        assert all(isinstance(problem, StoreLost) for problem in told)
        with pytest.raises(StoreLost):
            await store.append("a", 3, b"", PLAYING, 3)
        admin.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
        assert await store.append("a", 3, b"3", PLAYING, 3)
        assert await store.read("a") == [(1, b"1"), (2, b"2"), (3, b"3")]
    await store.close()
    with pytest.raises(StoreLost):
        await store.append("a", 4, b"4", PLAYING, 4)


async def test_nothing_is_added_to_a_forgotten_table(place: Place) -> None:
    store = await place.open()
    await store.create(row("old", touched=5), b"1")
    assert await store.forget(10) == 1
    assert not await store.append("old", 2, b"2", PLAYING, 20)
    assert await store.read("old") == []
