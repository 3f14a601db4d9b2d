"""Will a server with these settings run well? What `cinquina doctor` looks at.

Nothing is changed: what a start would make is only said to be missing."""

import json
import os
import platform
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlsplit

import apsw

from cinquina import __version__
from cinquina.core import kernel
from cinquina.core.errors import CinquinaError
from cinquina.server.backup import open_to_read
from cinquina.server.run import address_of, listen, own_address
from cinquina.server.settings import Settings
from cinquina.server.store import MIGRATIONS

PATIENCE = 3  # seconds that something may take to answer
LITTLE, VERY_LITTLE = 1_000_000_000, 100_000_000  # bytes that are left on a disk
APART = 2.0  # seconds by which two clocks may differ
EXTRAS = {"scale": ("psycopg", "psycopg_pool", "redis"), "lab": ("openskill", "pyarrow")}
NEEDED_FOR = {
    "scale": "PostgreSQL, Redis and several workers",
    "lab": "`cinquina ladder` and Parquet files",
}


@dataclass(frozen=True)
class Finding:
    level: Literal["ok", "warning", "problem"]
    about: str
    text: str  # what there is and, if it is not as it should be, what to do


def examine(given: dict[str, Any]) -> Iterator[Finding]:
    """One finding after the other; `given` is what the command line says."""
    yield python()
    try:
        settings = Settings.of(**given)
    except CinquinaError as problem:
        yield Finding("problem", "settings", str(problem))
        return
    yield Finding("ok", "settings", "All of them can be so.")
    yield port(settings)
    yield address(settings)
    yield public_url(settings)
    if settings.database:
        yield from postgres(settings)
    else:
        yield folder(settings)
        yield from sqlite(settings)
    if settings.redis:
        yield redis(settings)
    if settings.workers > (processors := os.cpu_count() or 1):
        text = f"{settings.workers} workers share {processors} processors: give --workers less."
        yield Finding("warning", "workers", text)
    yield cache()
    for extra in EXTRAS:
        yield installed(extra, extra == "scale" and bool(settings.database or settings.redis))


def python() -> Finding:
    versions = f"Python {platform.python_version()}, SQLite {apsw.sqlite_lib_version()}"
    return Finding("ok", "version", f"Cinquina {__version__}, {versions}.")


# --- How players reach it ---------------------------------------------------------------------


def port(settings: Settings) -> Finding:
    try:
        listen(settings).close()
    except CinquinaError as problem:
        found = running(settings)
        if found is None:
            return Finding("problem", "port", str(problem))
        text = f"A Cinquina {found['version']} answers at port {settings.port} already"
        return Finding("ok", "port", f"{text}, with {found['tables']} tables in memory.")
    return Finding("ok", "port", f"Port {settings.port} of {settings.host} is free.")


def running(settings: Settings) -> dict[str, Any] | None:
    """What a Cinquina on this port says of its health."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(settings.host, settings.host)
    try:
        with closing(HTTPConnection(host, settings.port, timeout=PATIENCE)) as connection:
            connection.request("GET", "/health")
            found = json.loads(connection.getresponse().read(10_000))
    except (OSError, HTTPException, ValueError):
        return None
    ours = isinstance(found, dict) and {"ok", "version", "tables"} <= set(found)
    return found if ours else None


def is_here(host: str) -> bool:
    """Is it a name or an address by which only this machine knows itself?"""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def address(settings: Settings) -> Finding:
    if is_here(settings.host):
        if settings.public_url:
            return Finding("ok", "phones", "Players come through the proxy on this machine.")
        text = f"Only this machine reaches {settings.host}: for phones give --host 0.0.0.0."
        return Finding("warning", "phones", text)
    if settings.host in ("0.0.0.0", "::") and is_here(own_address()) and not settings.public_url:
        text = "This machine is in no network: phones can't reach it until it is."
        return Finding("warning", "phones", text)
    return Finding("ok", "phones", f"Phones find it at {address_of(settings, settings.port)}.")


def public_url(settings: Settings) -> Finding:
    url = settings.public_url
    if not url:
        text = "None: links carry the address that a player came by. Good for one's own network."
        return Finding("ok", "public URL", text)
    if url.startswith("http://") and not is_private(urlsplit(url).hostname or ""):
        text = f"{url} is not encrypted: put a proxy with HTTPS in front (docs/self-hosting.md)."
        return Finding("warning", "public URL", text)
    if url.startswith("https://") and not settings.proxies:
        text = (
            "Behind a proxy all players seem to have one address, and share its limits: "
            "give --proxies, the proxy's address."
        )
        return Finding("warning", "public URL", text)
    return Finding("ok", "public URL", f"Players come by {url}.")


def is_private(host: str) -> bool:
    """Is it in one's own network?"""
    try:
        return ip_address(host).is_private
    except ValueError:
        return host == "localhost" or "." not in host or host.endswith((".local", ".lan"))


# --- Where everything is kept -----------------------------------------------------------------


def folder(settings: Settings) -> Finding:
    place = settings.data.absolute().parent
    while not place.exists():
        place = place.parent
    try:
        tempfile.TemporaryFile(dir=place).close()
        free = shutil.disk_usage(place).free
    except OSError as problem:
        text = f"{place} can't be written: {problem.strerror}. Name a file elsewhere with --data."
        return Finding("problem", "folder", text)
    text = f"{place} can be written and has {free / 1e9:.1f} GB left"
    if free < LITTLE:
        level: Literal["warning", "problem"] = "problem" if free < VERY_LITTLE else "warning"
        return Finding(level, "folder", f"{text}: make room, or name another with --data.")
    return Finding("ok", "folder", f"{text}.")


def sqlite(settings: Settings) -> Iterator[Finding]:
    file = settings.data
    if not file.exists():
        yield Finding("ok", "database", f"{file} will be made at the first start.")
        return
    try:
        with closing(open_to_read(file)) as db:
            found = [row[0] for row in db.execute("PRAGMA quick_check")]
            version = db.pragma("user_version")
            ours = db.table_exists(None, "tables")
            counted = db.execute("SELECT count(*), max(touched) FROM tables").get if ours else None
    except apsw.Error as problem:
        text = f"{file} can't be used as a database: {problem}. Name another with --data."
        yield Finding("problem", "database", text)
        return
    if found != ["ok"]:
        text = f"{file} is damaged: {found[0]}. Put the last backup in its place."
        yield Finding("problem", "database", text)
        return
    tables, newest = counted or (0, None)
    yield schema(str(file), version, len(MIGRATIONS), "--data", f"{tables:,} tables, undamaged")
    if newest and newest / 1000 > time.time() + 60:
        text = "The newest table is from the future: this machine's clock is behind. Set it."
        yield Finding("warning", "clock", text)


def schema(name: str, version: int, newest: int, option: str, facts: str) -> Finding:
    if version > newest:
        text = f"{name} is from a newer Cinquina: install that, or name another with {option}."
        return Finding("problem", "database", text)
    if version < newest:
        text = f"{name}: {facts}. The next start brings it from version {version} to {newest}."
        return Finding("ok", "database", text)
    return Finding("ok", "database", f"{name}: {facts}, version {version}.")


def postgres(settings: Settings) -> Iterator[Finding]:
    try:
        import psycopg

        from cinquina.server.postgres import MIGRATIONS as NEWEST
        from cinquina.server.postgres import first_line, read_address
    except ModuleNotFoundError:
        return  # `installed` says so
    try:
        parts = read_address(settings.database) | {"connect_timeout": PATIENCE}
        name = f"{parts.get('dbname', '')} at {parts.get('host', 'this machine')}".strip()
        with psycopg.connect(**parts) as db:
            at = db.execute("SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()
            ahead = (at[0] if at else 0.0) - time.time()
            made = db.execute("SELECT to_regclass('version') IS NOT NULL").fetchone() == (True,)
            row = db.execute("SELECT number FROM version").fetchone() if made else None
            kept = db.execute("SHOW synchronous_commit").fetchone()
            number = db.info.server_version
    except CinquinaError as problem:
        yield Finding("problem", "database", str(problem))
        return
    except (psycopg.Error, OSError) as problem:
        text = f"{name} can't be used: {first_line(problem)}. Is it running? See --database."
        yield Finding("problem", "database", text)
        return
    facts = f"PostgreSQL {number // 10_000}.{number % 10_000}"
    yield schema(name, row[0] if row else 0, len(NEWEST), "--database", facts)
    if kept == ("off",):
        text = "synchronous_commit is off: a crash of PostgreSQL loses moves. Set it to on."
        yield Finding("warning", "database", text)
    if abs(ahead) > APART:
        text = f"PostgreSQL's clock is {ahead:+.0f} s from this machine's: set both by NTP."
        yield Finding("warning", "clock", text)


def redis(settings: Settings) -> Finding:
    try:
        from redis import Redis
        from redis.backoff import NoBackoff
        from redis.exceptions import RedisError
        from redis.retry import Retry
    except ModuleNotFoundError:
        return Finding("problem", "Redis", "For Redis install cinquina[scale].")
    try:
        with closing(
            Redis.from_url(
                settings.redis,
                socket_timeout=PATIENCE,
                socket_connect_timeout=PATIENCE,
                retry=Retry(NoBackoff(), 0),
            )
        ) as client:
            version = client.info("server")["redis_version"]
    except (ValueError, TypeError):  # their texts repeat the address, and so the password
        text = "The address of Redis can't be read. Give --redis as redis://host:6379/0."
        return Finding("problem", "Redis", text)
    except (RedisError, OSError) as problem:
        text = f"Redis can't be used: {str(problem).rstrip('.')}. Is it running? See --redis."
        return Finding("problem", "Redis", text)
    return Finding("ok", "Redis", f"Redis {version} answers.")


# --- What is installed ------------------------------------------------------------------------


@contextmanager
def compiling() -> Iterator[None]:
    """The variables as they are where bots search: there nothing runs interpreted."""
    kept = os.environ.pop("NUMBA_DISABLE_JIT", None)
    try:
        yield
    finally:
        if kept is not None:
            os.environ["NUMBA_DISABLE_JIT"] = kept


def cache() -> Finding:
    home = kernel.cache_home()
    if home.name != "cinquina":  # a temporary folder, only just made
        home.rmdir()
        text = (
            "Compiled code can't be kept, so every start compiles anew: "
            "set XDG_CACHE_HOME to a folder that can be written."
        )
        return Finding("warning", "cache", text)
    with compiling():
        here = Path(os.environ.get("NUMBA_CACHE_DIR") or home / kernel.fingerprint())
    if any(here.glob("bots_*/search.decide-*.nbc")):
        return Finding("ok", "cache", f"{home} can be written; the search of bots is compiled.")
    text = (
        f"{home} can be written. The search of bots is compiled when it is first needed, for a "
        "minute or so; until then `expert` plays as `hard` does, and there are no hints."
    )
    return Finding("ok", "cache", text)


def installed(extra: str, needed: bool) -> Finding:
    missing = [name for name in EXTRAS[extra] if find_spec(name) is None]
    if not missing:
        return Finding("ok", f"[{extra}]", f"Installed: {', '.join(EXTRAS[extra])}.")
    text = f"Not installed: {', '.join(missing)}. {NEEDED_FOR[extra]} need pip install "
    level: Literal["ok", "problem"] = "problem" if needed else "ok"
    return Finding(level, f"[{extra}]", f"{text}'cinquina[{extra}]'.")
