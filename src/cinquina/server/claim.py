"""Servers that would not hear of each other's moves do not share a file or a database."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cinquina.core.errors import CinquinaError
from cinquina.server.observe import logger
from cinquina.server.settings import Settings

if TYPE_CHECKING:
    from psycopg import Connection

SERVING = 0x63696E72  # the advisory lock: shared among servers with Redis, else of one alone
LOOK = 5.0  # seconds between two looks whether it is still held
PATIENCE = 3.0  # seconds until PostgreSQL knows that the server before this one is dead
AGAIN = 0.2  # seconds


@contextmanager
def claimed(settings: Settings) -> Iterator[None]:
    """Keep others away meanwhile; CinquinaError if there is one."""
    with of_database(settings) if settings.database else of_file(settings):
        yield


@contextmanager
def of_file(settings: Settings) -> Iterator[None]:
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with open(f"{settings.data}.lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise CinquinaError(
                f"Another server is using {settings.data}: end it, or name another with --data."
            ) from None
        yield


@contextmanager
def of_database(settings: Settings) -> Iterator[None]:
    """PostgreSQL lets go of it with the connection, however that ends. After an outage it is taken
    again, by a thread: the server has enough to do."""
    import psycopg

    from cinquina.server.postgres import PostgresStore, first_line

    store = PostgresStore(settings.database)
    kind = "pg_try_advisory_lock_shared" if settings.redis else "pg_try_advisory_lock"
    # Held more than once it is let go all the same; so this also shows that the connection lives.
    take = f"SELECT {kind}({SERVING}, hashtext(current_schema()))"
    text = (
        f"Another server is using the database {store.name}, and without Redis neither would hear "
        "of the other's moves: end it, give both the same --redis, or name another with --database."
    )

    def connect() -> "Connection":
        return psycopg.connect(store.conninfo, autocommit=True)

    def held(db: "Connection") -> bool:
        found = db.execute(take).fetchone()
        return found is not None and bool(found[0])

    def look(db: "Connection") -> None:
        while not over.wait(LOOK):
            try:
                if db.closed:
                    db = connect()
                if not held(db):
                    logger.error("database is shared", problem=text)
            except psycopg.Error as problem:  # others say so, too, and louder
                logger.warning("database is away", problem=first_line(problem))
        db.close()

    try:
        db, end = connect(), time.monotonic() + PATIENCE
        while not held(db):
            if time.monotonic() > end:
                db.close()
                raise CinquinaError(text)
            time.sleep(AGAIN)
    except psycopg.Error as problem:
        raise store.unusable(problem) from None
    over = threading.Event()
    looking = threading.Thread(target=look, args=(db,), name="claim", daemon=True)
    looking.start()
    try:
        yield
    finally:
        over.set()
        looking.join(LOOK)
