"""Logs in PostgreSQL, for several workers: the same interface as SQLite, the same fence.

Appends that wait together are one statement, and so one commit.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import AsyncConnectionPool

from cinquina.core.errors import CinquinaError
from cinquina.server.store import (
    FIELDS,
    MOMENT,
    MOST_IN_A_COMMIT,
    PLAYING,
    WAITING,
    Row,
    StoreLost,
    Waiting,
    as_row,
    settle,
)

# Numbered by their place: each brings a database of the version before up to date.
MIGRATIONS = (
    """
    CREATE TABLE tables (
        id text COLLATE "C" PRIMARY KEY, code text COLLATE "C" NOT NULL UNIQUE, game text NOT NULL,
        public boolean NOT NULL, status smallint NOT NULL, touched bigint NOT NULL
    );
    CREATE INDEX by_status ON tables (status, touched);
    CREATE TABLE log (
        id text COLLATE "C", seq integer, body bytea NOT NULL, PRIMARY KEY (id, seq)
    );
    """,
)
MIGRATING = 0x63696E71  # the advisory lock that one worker holds while it migrates

# What the address may say otherwise. A server that went silent is given up within seconds.
CONNECTION = {
    "application_name": "cinquina",
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
MOST_CONNECTIONS = 4
SECONDS_FOR_A_CONNECTION = 5.0

CREATE = f"""
    WITH made AS (
        INSERT INTO tables ({FIELDS}) VALUES (%s, %s, %s, %s, %s, %s)
        ON CONFLICT DO NOTHING RETURNING id
    )
    INSERT INTO log SELECT id, 1, %s FROM made
"""
APPEND = f"""
    WITH given AS (
        SELECT * FROM unnest(%b::text[], %b::integer[], %b::bytea[], %b::smallint[], %b::bigint[])
        AS given (id, seq, body, status, at)
    ), won AS (
        INSERT INTO log SELECT id, seq, body FROM given
        WHERE EXISTS (SELECT 1 FROM tables WHERE tables.id = given.id) -- not forgotten meanwhile
        ON CONFLICT DO NOTHING RETURNING id, seq
    ), last AS (
        SELECT DISTINCT ON (id) id, status, at FROM given JOIN won USING (id, seq)
        ORDER BY id, seq DESC
    ), touched AS (
        UPDATE tables SET status = last.status, touched = last.at FROM last
        WHERE tables.id = last.id
        AND (tables.status <> last.status OR tables.touched < last.at - {MOMENT})
    )
    SELECT id, seq FROM won
"""
# A row that is locked is just being touched, so it is not old: no need to wait for it.
FORGET = """
    WITH old AS (
        SELECT id FROM tables WHERE touched < %s FOR UPDATE SKIP LOCKED
    ), gone AS (
        DELETE FROM log USING old WHERE log.id = old.id
    )
    DELETE FROM tables USING old WHERE tables.id = old.id
"""


def read_address(address: str) -> dict[str, Any]:
    """The parts of a database's address, which hold a password: no message repeats them."""
    try:
        parts = conninfo_to_dict(address)
    except psycopg.Error:
        parts = {}
    # A password with an @ or a / that is not written %40 or %2F ends up in the other parts.
    misread = "@" in f"{parts.get('host')}{parts.get('dbname')}"
    if not parts or misread or not str(parts.get("port", "0")).replace(",", "").isdigit():
        raise CinquinaError(
            "The address of the database can't be read. Give --database as "
            "postgresql://user:password@host:5432/name, with %40 for an @ in the password."
        )
    return parts


def first_line(problem: Exception) -> str:
    return (str(problem) or type(problem).__name__).splitlines()[0].rstrip(".")


class PostgresStore:
    """A pool of connections; one task writes whatever is waiting in one commit."""

    def __init__(self, address: str) -> None:
        parts = read_address(address)
        self.name = f"{parts.get('dbname', '')} at {parts.get('host', 'this machine')}".strip()
        self.conninfo = make_conninfo(**{**CONNECTION, **parts})
        self._pool: AsyncConnectionPool[AsyncConnection] | None = None
        self._waiting: list[Waiting] = []
        self._writing: asyncio.Task[None] | None = None

    async def open(self) -> None:
        try:
            async with await AsyncConnection.connect(self.conninfo) as db:
                await self._migrate(db)
        except (psycopg.Error, OSError) as problem:
            raise self.unusable(problem) from None
        self._pool = AsyncConnectionPool(
            self.conninfo,
            min_size=1,
            max_size=MOST_CONNECTIONS,
            timeout=SECONDS_FOR_A_CONNECTION,
            # The pool waits longer from try to try. Give up soon, and who needs one tries at once.
            reconnect_timeout=1,
            kwargs={"autocommit": True},
            open=False,
        )
        await self._pool.open()

    def unusable(self, problem: Exception) -> CinquinaError:
        return CinquinaError(
            f"The database {self.name} can't be used: {first_line(problem)}. "
            "Look whether PostgreSQL is running, and at --database."
        )

    async def _migrate(self, db: AsyncConnection) -> None:
        """In one transaction, and one worker at a time: the others find it done."""
        await db.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATING,))
        await db.execute("CREATE TABLE IF NOT EXISTS version (number integer NOT NULL)")
        found = await (await db.execute("SELECT number FROM version")).fetchone()
        version = found[0] if found else 0
        if version > len(MIGRATIONS):
            raise CinquinaError(
                f"The database {self.name} is from a newer Cinquina: install that version, or name "
                "another database with --database."
            )
        if version < len(MIGRATIONS):
            for migration in MIGRATIONS[version:]:
                await db.execute(migration)
            await db.execute("DELETE FROM version")
            await db.execute("INSERT INTO version VALUES (%s)", (len(MIGRATIONS),))

    @asynccontextmanager
    async def _connection(self) -> AsyncIterator[AsyncConnection]:
        assert self._pool
        try:
            async with self._pool.connection() as db:
                try:
                    yield db
                finally:
                    if db.broken:  # and so are the others: don't fail once for each of them
                        await self._pool.drain()
        except psycopg.Error as problem:
            raise self._lost(problem) from problem

    def _lost(self, problem: Exception) -> StoreLost:
        return StoreLost(
            f"The database {self.name} failed: {first_line(problem)}. "
            "Look whether PostgreSQL is running."
        )

    # --- Writing ---

    async def append(self, id: str, seq: int, body: bytes, status: int, at: int) -> bool:
        future: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(Waiting(id, seq, body, status, at, future))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_all())
        return await future

    async def _write_all(self) -> None:
        while self._waiting:
            batch = self._waiting[:MOST_IN_A_COMMIT]
            del self._waiting[:MOST_IN_A_COMMIT]
            first: dict[tuple[str, int], Waiting] = {}
            for job in batch:
                first.setdefault((job.id, job.seq), job)
            try:
                won = await self._append(list(first.values()))
            except Exception as problem:  # whatever it is, nobody waits for ever
                lost = problem if isinstance(problem, StoreLost) else self._lost(problem)
                settle([(job.future, StoreLost(*lost.args)) for job in batch])
                continue
            settle(
                [
                    (job.future, (job.id, job.seq) in won and first[job.id, job.seq] is job)
                    for job in batch
                ]
            )

    async def _append(self, jobs: list[Waiting]) -> set[tuple[str, int]]:
        """Write these, no two with the same key; the keys that were free."""
        # In order: two workers that insert the same keys wait for one another, never in a circle.
        ids, seqs, bodies, statuses, times, _ = zip(*sorted(jobs), strict=True)
        async with self._connection() as db:
            values = [list(column) for column in (ids, seqs, bodies, statuses, times)]
            return set(await (await db.execute(APPEND, values)).fetchall())

    async def create(self, row: Row, body: bytes) -> bool:
        values = (row.id, row.code, row.game, row.public, row.status, row.touched, body)
        return await self._execute(CREATE, *values) == 1

    async def rewrite(self, id: str, seq: int, body: bytes) -> None:
        await self._execute("UPDATE log SET body = %s WHERE id = %s AND seq = %s", body, id, seq)

    async def forget(self, before: int) -> int:
        return await self._execute(FORGET, before)

    async def _execute(self, sql: str, *values: Any) -> int:
        async with self._connection() as db:
            return (await db.execute(sql, values)).rowcount

    # --- Reading ---

    async def _select(self, sql: str, *values: Any) -> list[Any]:
        async with self._connection() as db:
            return await (await db.execute(sql, values, binary=True)).fetchall()

    async def read(self, id: str, after: int = 0) -> list[tuple[int, bytes]]:
        return await self._select(
            "SELECT seq, body FROM log WHERE id = %s AND seq > %s ORDER BY seq", id, after
        )

    async def versions(self, ids: list[str]) -> dict[str, int]:
        # Not by GROUP BY: that would read all entries, this only the end of each log.
        last = "(SELECT max(seq) FROM log WHERE log.id = given.id)"
        sql = f"SELECT id, {last} FROM unnest(%s::text[]) AS given (id)"
        return {id: seq for id, seq in await self._select(sql, ids) if seq is not None}

    async def find(self, name: str) -> Row | None:
        if "\0" in name:  # PostgreSQL has no text with it
            return None
        found = await self._select(
            f"SELECT {FIELDS} FROM tables WHERE id = %s OR code = %s", name, name
        )
        return as_row(found[0]) if found else None

    async def listed(self, most: int) -> list[Row]:
        sql = f"SELECT {FIELDS} FROM tables WHERE status = {WAITING} AND public"
        found = await self._select(f"{sql} ORDER BY touched DESC LIMIT %s", most)
        return [as_row(row) for row in found]

    async def playing(self, since: int) -> list[str]:
        sql = f"SELECT id FROM tables WHERE status = {PLAYING} AND touched >= %s"
        return [row[0] for row in await self._select(sql, since)]

    async def close(self) -> None:
        if self._writing:
            await self._writing
        if self._pool:
            await self._pool.close()
