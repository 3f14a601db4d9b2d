"""A server's file, a port that is taken, and no setting of this machine."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from cinquina.server.settings import Settings
from cinquina.server.store import PLAYING, WAITING, Row, SqliteStore


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No setting of this machine counts."""
    for name in Settings.model_fields:
        monkeypatch.delenv(f"CINQUINA_{name.upper()}", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def data(tmp_path: Path, runner: asyncio.Runner) -> Path:
    """A server's file with one table and its two entries."""
    file = tmp_path / "data" / "cinquina.sqlite"
    file.parent.mkdir()

    async def fill() -> None:
        store = SqliteStore(str(file))
        await store.open()
        await store.create(Row("t", "BCDFG", "push", False, WAITING, 1), b"first")
        await store.append("t", 2, b"second", PLAYING, 2)
        await store.close()

    runner.run(fill())
    return file


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which somebody else listens, and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]
