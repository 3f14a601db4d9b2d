"""Where logs are kept: one small interface, and SQLite behind it.

A log is rows of (table, seq, body) with a unique key: who writes a seq that is taken has lost,
reads what the other wrote, and looks again. Beside it one row for each table says how it is found.
"""

import asyncio
import json
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeVar

import apsw

from cinquina.core.errors import CinquinaError

WAITING, PLAYING, OVER = range(3)
MOST_IN_A_COMMIT = 512
LINGER = 0.010  # seconds
MOMENT = 60_000  # milliseconds: a table that was touched in the last ones is not touched again
CHECKPOINT = 8000  # pages of the log in front of the file: hot pages are copied once, not often

Result = TypeVar("Result")


@dataclass(frozen=True)
class Row:
    """How a table is found."""

    id: str
    code: str
    game: str
    public: bool
    status: int
    touched: int  # milliseconds since 1970, with MOMENT's precision


class StoreLost(CinquinaError):
    """The database failed. Whether a write was kept is not known: who wrote reads again."""


class Waiting(NamedTuple):
    """An entry that is to be written."""

    id: str
    seq: int
    body: bytes
    status: int
    at: int
    future: asyncio.Future[bool]


class Store(Protocol):
    """All times are milliseconds since 1970. What returns has been made durable."""

    async def open(self) -> None:
        """Connect, and bring the schema up to date."""

    async def create(self, row: Row, body: bytes) -> bool:
        """A new table with its first entry; False if its id or code is taken."""

    async def append(self, id: str, seq: int, body: bytes, status: int, at: int) -> bool:
        """One more entry, and the table's status after it; False if that seq is taken."""

    async def read(self, id: str, after: int = 0) -> list[tuple[int, bytes]]:
        """The entries of a table after a seq, in order."""

    async def versions(self, ids: list[str]) -> dict[str, int]:
        """The last seq of each of these tables; of what is not there, none."""

    async def find(self, name: str) -> Row | None:
        """The table with this id or code."""

    async def listed(self, most: int) -> list[Row]:
        """Public tables that wait for players, the newest first."""

    async def playing(self, since: int) -> list[str]:
        """The ids of the tables in play that were touched since then."""

    async def rewrite(self, id: str, seq: int, body: bytes) -> None:
        """Replace an entry: only to take a name out of it."""

    async def forget(self, before: int) -> int:
        """Delete the tables not touched since then; how many."""

    async def close(self) -> None:
        """Write what is waiting, and disconnect."""


# --- SQLite -----------------------------------------------------------------------------------

# Numbered by their place: each brings a file of the version before up to date.
MIGRATIONS = (
    """
    CREATE TABLE tables (
        id TEXT PRIMARY KEY, code TEXT NOT NULL UNIQUE, game TEXT NOT NULL, public INTEGER NOT NULL,
        status INTEGER NOT NULL, touched INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX by_status ON tables (status, touched);
    CREATE TABLE log (
        id TEXT NOT NULL, seq INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (id, seq)
    ) WITHOUT ROWID;
    """,
)

# Not to a table that was forgotten meanwhile.
APPEND = """
    INSERT OR IGNORE INTO log SELECT * FROM (VALUES {})
    WHERE EXISTS (SELECT 1 FROM tables WHERE id = column1)
"""
TOUCH = f"""
    UPDATE tables SET status = column2, touched = column3 FROM (VALUES {{}})
    WHERE id = column1 AND (status <> column2 OR touched < column3 - {MOMENT})
"""
FIELDS = "id, code, game, public, status, touched"


def as_row(found: Any) -> Row:
    id, code, game, public, status, touched = found
    return Row(id, code, game, bool(public), status, touched)


Job = Waiting | tuple[Callable[[apsw.Connection], Any], asyncio.Future[Any]]
Done = list[tuple[asyncio.Future[Any], Any]]  # what came of each


class Taken(Exception):
    """Of several entries, not all could be written."""


class SqliteStore:
    """One file. A thread of its own writes whatever is waiting in one commit (WAL, FULL)."""

    def __init__(self, path: str) -> None:
        self.path = path
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._reading = ThreadPoolExecutor(1, "store-reader")
        self._writer: threading.Thread | None = None

    async def open(self) -> None:
        self._loop = asyncio.get_running_loop()
        try:
            db = await asyncio.to_thread(self._connect)
            await asyncio.to_thread(self._migrate, db)
            self._reader = await asyncio.to_thread(self._connect)
        except apsw.Error as problem:
            raise CinquinaError(
                f"The file {self.path} can't be used as a database: {problem}. "
                "Name another with --data."
            ) from None
        self._writer = threading.Thread(target=self._write_all, args=(db,), name="store-writer")
        self._writer.start()

    def _connect(self) -> apsw.Connection:
        with suppress(OSError):  # nobody else's to read: it holds the seeds of running games
            os.close(os.open(self.path, os.O_CREAT | os.O_RDWR, 0o600))
        db = apsw.Connection(self.path)
        db.set_busy_timeout(10_000)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
        return db

    def _migrate(self, db: apsw.Connection) -> None:
        with whole(db):
            version = db.pragma("user_version")
            if version > len(MIGRATIONS):
                raise CinquinaError(
                    f"The file {self.path} is from a newer Cinquina: install that version, or "
                    "name another file with --data."
                )
            for migration in MIGRATIONS[version:]:
                db.execute(migration)
            db.pragma("user_version", len(MIGRATIONS))

    def _lost(self, problem: Exception) -> StoreLost:
        return StoreLost(f"The file {self.path} failed: {problem}. Look whether the disk is full.")

    # --- Writing ---

    def _write_all(self, db: apsw.Connection) -> None:
        committed = 0.0
        last = False
        while not last:
            batch = [self._jobs.get()]
            # Under load wait a moment for others: a commit costs as much for one as for many.
            if time.monotonic() - committed < LINGER:
                time.sleep(LINGER)
            while len(batch) < MOST_IN_A_COMMIT and not self._jobs.empty():
                batch.append(self._jobs.get())
            last = None in batch
            jobs = [job for job in batch if job is not None]
            try:
                done = commit(db, jobs)
            except Exception as problem:  # nothing of the batch was kept
                done = [(job[-1], self._lost(problem)) for job in jobs]
            committed = time.monotonic()
            self._loop.call_soon_threadsafe(settle, done)
        db.close()

    async def _write(self, work: Callable[[apsw.Connection], Result]) -> Result:
        future: asyncio.Future[Result] = self._loop.create_future()
        self._jobs.put((work, future))
        return await future

    async def create(self, row: Row, body: bytes) -> bool:
        def work(db: apsw.Connection) -> bool:
            values = (row.id, row.code, row.game, row.public, row.status, row.touched)
            db.execute(f"INSERT OR IGNORE INTO tables ({FIELDS}) VALUES (?,?,?,?,?,?)", values)
            if db.changes() == 0:
                return False
            db.execute("INSERT INTO log VALUES (?,1,?)", (row.id, body))
            return True

        return await self._write(work)

    async def append(self, id: str, seq: int, body: bytes, status: int, at: int) -> bool:
        future: asyncio.Future[bool] = self._loop.create_future()
        self._jobs.put(Waiting(id, seq, body, status, at, future))
        return await future

    async def rewrite(self, id: str, seq: int, body: bytes) -> None:
        sql = "UPDATE log SET body = ? WHERE id = ? AND seq = ?"
        await self._write(lambda db: db.execute(sql, (body, id, seq)) and None)

    async def forget(self, before: int) -> int:
        def work(db: apsw.Connection) -> int:
            old = "SELECT id FROM tables WHERE touched < ?"
            db.execute(f"DELETE FROM log WHERE id IN ({old})", (before,))
            db.execute("DELETE FROM tables WHERE touched < ?", (before,))
            return db.changes()

        return await self._write(work)

    # --- Reading ---

    async def _select(self, sql: str, *values: Any) -> list[Any]:
        def work() -> list[Any]:
            try:
                return self._reader.execute(sql, values).fetchall()
            except apsw.Error as problem:
                raise self._lost(problem) from problem

        return await self._loop.run_in_executor(self._reading, work)

    async def read(self, id: str, after: int = 0) -> list[tuple[int, bytes]]:
        return await self._select(
            "SELECT seq, body FROM log WHERE id = ? AND seq > ? ORDER BY seq", id, after
        )

    async def versions(self, ids: list[str]) -> dict[str, int]:
        last = "(SELECT max(seq) FROM log WHERE log.id = value)"
        found = await self._select(f"SELECT value, {last} FROM json_each(?)", json.dumps(ids))
        return {id: seq for id, seq in found if seq is not None}

    async def find(self, name: str) -> Row | None:
        found = await self._select(
            f"SELECT {FIELDS} FROM tables WHERE id = ? OR code = ?", name, name
        )
        return as_row(found[0]) if found else None

    async def listed(self, most: int) -> list[Row]:
        sql = f"SELECT {FIELDS} FROM tables WHERE status = {WAITING} AND public = 1"
        found = await self._select(f"{sql} ORDER BY touched DESC LIMIT ?", most)
        return [as_row(row) for row in found]

    async def playing(self, since: int) -> list[str]:
        sql = f"SELECT id FROM tables WHERE status = {PLAYING} AND touched >= ?"
        return [row[0] for row in await self._select(sql, since)]

    async def close(self) -> None:
        if self._writer:
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            await asyncio.to_thread(self._reader.close)
        self._reading.shutdown()


@contextmanager
def whole(db: apsw.Connection) -> Iterator[None]:
    """All of it or nothing. From the beginning, so that another writer is waited for there."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def commit(db: apsw.Connection, jobs: list[Job]) -> Done:
    """All that is waiting, in one commit; what comes of each."""
    try:
        with whole(db):
            return carry_out(db, jobs, at_once=True)
    except Taken:  # of several at once one can't say which
        with whole(db):
            return carry_out(db, jobs, at_once=False)


def carry_out(db: apsw.Connection, jobs: list[Job], at_once: bool) -> Done:
    done: Done = [(job[1], job[0](db)) for job in jobs if not isinstance(job, Waiting)]
    entries = [job for job in jobs if isinstance(job, Waiting)]
    for group in [entries] if at_once else [[entry] for entry in entries]:
        kept = append(db, group)
        if not kept and len(group) > 1:
            raise Taken
        done += [(entry.future, kept) for entry in group]
    return done


def append(db: apsw.Connection, entries: list[Waiting]) -> bool:
    """Write entries of different tables; False if a key was taken, or a table is not there.

    In one statement: after each, this thread may have to wait until the others let it go on."""
    if len({entry.id for entry in entries}) < len(entries):
        return False
    if entries:
        rows = ",".join(["(?,?,?)"] * len(entries))
        db.execute(APPEND.format(rows), [value for entry in entries for value in entry[:3]])
        if db.changes() < len(entries):
            return False
        values = [value for id, _, _, status, at, _ in entries for value in (id, status, at)]
        db.execute(TOUCH.format(rows), values)
    return True


def settle(done: Done) -> None:
    for future, result in done:
        if not future.done():
            if isinstance(result, Exception):
                future.set_exception(result)
            else:
                future.set_result(result)
