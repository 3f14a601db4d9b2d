"""A copy of the file that keeps everything, made while the server runs.

The copy is one transaction of SQLite (`VACUUM INTO`): whole, and without what was deleted. It is
written beside its place, checked, and moved there at the end: it is whole, or it is not there.
"""

import os
import shlex
import tempfile
from dataclasses import dataclass
from pathlib import Path

import apsw

from cinquina.core.errors import CinquinaError


@dataclass(frozen=True)
class Copied:
    tables: int
    entries: int
    size: int  # bytes


def open_to_read(file: Path) -> apsw.Connection:
    """A database that nothing here can change."""
    db = apsw.Connection(str(file), flags=apsw.SQLITE_OPEN_READONLY)
    db.set_busy_timeout(10_000)
    return db


def back_up(data: Path, target: Path, force: bool) -> Copied:
    """Copy the file `data` to `target`, and check the copy."""
    check_places(data, target, force)
    try:
        handle, name = tempfile.mkstemp(".part", f".{target.name}.", target.parent)
    except OSError as problem:
        raise CinquinaError(f"{target} can't be written: {problem.strerror}.") from None
    part = Path(name)
    try:
        copy(data, part)
        copied = checked(data, part)
        os.fsync(handle)
        os.replace(part, target)
    except (apsw.Error, OSError) as problem:
        raise CinquinaError(
            f"{data} can't be copied to {target}: {problem}. Nothing was written."
        ) from None
    finally:
        os.close(handle)
        part.unlink(missing_ok=True)
    settle_folder(target.parent)
    return copied


def check_places(data: Path, target: Path, force: bool) -> None:
    if not data.is_file():
        raise CinquinaError(f"There is no file {data}: name the server's file with --data.")
    if not target.parent.is_dir():
        raise CinquinaError(f"There is no folder {target.parent}: make it first.")
    if target.is_dir():
        raise CinquinaError(f"{target} is a folder: name a file in it.")
    if target.exists() and target.samefile(data):
        raise CinquinaError(f"{target} is the server's own file: name another for the copy.")
    if target.exists() and not force:
        raise CinquinaError(f"{target} is there already: name another file, or add --force.")


def copy(data: Path, part: Path) -> None:
    db = open_to_read(data)
    try:
        db.execute("VACUUM INTO ?", (str(part),))
    finally:
        db.close()


def checked(data: Path, part: Path) -> Copied:
    """What the copy holds; a sentence if it is not whole, or not of Cinquina."""
    db = open_to_read(part)
    try:
        found = [row[0] for row in db.execute("PRAGMA integrity_check")]
        if found != ["ok"]:
            raise CinquinaError(
                f"The file {data} is damaged: {found[0]}. Nothing was written; keep older copies."
            )
        if not all(db.table_exists(None, name) for name in ("tables", "log")):
            raise CinquinaError(f"The file {data} holds no tables of Cinquina.")
        tables = db.execute("SELECT count(*) FROM tables").get
        entries = db.execute("SELECT count(*) FROM log").get
    finally:
        db.close()
    return Copied(tables, entries, part.stat().st_size)


def settle_folder(folder: Path) -> None:
    """Make a new name in a folder durable, where a folder can be opened for that."""
    if os.name == "posix":
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def dump_command(database: str, target: Path) -> str:
    """The command that copies a PostgreSQL. It holds no password."""
    try:
        from psycopg.conninfo import make_conninfo

        from cinquina.server.postgres import read_address
    except ModuleNotFoundError:
        raise CinquinaError("For PostgreSQL install cinquina[scale].") from None
    parts = read_address(database)
    address = make_conninfo(**{k: v for k, v in parts.items() if "password" not in k})
    return shlex.join(["pg_dump", "--format=custom", f"--file={target}", f"--dbname={address}"])
