"""Hints between workers, with a real Redis."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import redis

from cinquina.core.errors import CinquinaError
from cinquina.server import bus
from cinquina.server.bus import LocalBus, RedisBus

PATIENCE = 60  # seconds; none of it is used when all is well


class Worker:
    """A bus, and what it was told."""

    def __init__(self, url: str) -> None:
        self.bus = RedisBus(url)
        self.hints: list[tuple[str, bytes]] = []
        self.gaps = self.changes = 0

    async def open(self, *tables: str) -> "Worker":
        hear = lambda id, payload: self.hints.append((id, payload))  # noqa: E731
        await self.bus.open(hear, self._on_gap, self._on_workers)
        for id in tables:
            await self.watch(id)
        return self

    async def watch(self, id: str) -> None:
        self.bus.watch(id)
        await self.bus.watching(id)

    def _on_gap(self) -> None:
        self.gaps += 1

    def _on_workers(self) -> None:
        self.changes += 1

    async def die(self) -> None:
        """As with kill -9: no word to the others."""
        for task in self.bus._tasks:
            while not task.done():
                task.cancel()
                await asyncio.sleep(0)


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


@pytest.fixture
def server(redis_url: str) -> Iterator[redis.Redis]:
    with redis.Redis.from_url(redis_url) as server:
        server.flushall()
        yield server


@pytest.fixture
def workers(server: redis.Redis, redis_url: str, runner: asyncio.Runner) -> Iterator[list[Worker]]:
    """Three, not yet open."""
    workers = [Worker(redis_url) for _ in range(3)]
    yield workers
    for worker in workers:
        runner.run(worker.bus.close())


async def test_alone() -> None:
    local = LocalBus()
    await local.open(lambda id, payload: None, lambda: None, lambda: None)
    local.watch("a")
    await local.watching("a")
    local.publish("a", b"1")
    local.unwatch("a")
    assert local.workers == (local.worker,)
    assert local.worker != LocalBus().worker
    assert not local.shared
    await local.close()


async def test_hints_reach_the_others_only(workers: list[Worker]) -> None:
    one, other, third = [await worker.open("a", "b") for worker in workers]
    payloads = [b"%d \0\xff" % n for n in range(1000)]  # more than are sent at once
    for payload in payloads:
        one.bus.publish("a", payload)
    other.bus.publish("b", b"")
    other.bus.publish("nobody's", b"")
    await until(lambda: len(third.hints) == 1001 and one.hints and len(other.hints) == 1000)
    assert one.hints == [("b", b"")]
    assert other.hints == [("a", payload) for payload in payloads]
    assert [hint for hint in third.hints if hint[0] == "a"] == other.hints
    assert one.gaps == other.gaps == third.gaps == 0


async def test_unwatch(workers: list[Worker]) -> None:
    one, other = [await worker.open("a", "b") for worker in workers[:2]]
    other.bus.unwatch("a")
    other.bus.unwatch("never watched")
    await other.bus.watching("a")  # not for ever
    one.bus.publish("a", b"1")
    one.bus.publish("b", b"2")
    await until(lambda: other.hints)
    assert other.hints == [("b", b"2")]
    # To and fro: the last word counts.
    other.bus.watch("a")
    other.bus.unwatch("a")
    await other.watch("a")
    other.bus.unwatch("b")
    other.bus.watch("b")
    other.bus.unwatch("b")
    one.bus.publish("b", b"3")
    one.bus.publish("a", b"4")
    await until(lambda: len(other.hints) == 2)
    assert other.hints[1] == ("a", b"4")


async def test_unwatched_tables_are_not_sent(workers: list[Worker], server: redis.Redis) -> None:
    worker = await workers[0].open("a", "b")
    worker.bus.unwatch("a")
    await until(lambda: server.pubsub_channels("cinquina:table:*") == [b"cinquina:table:b"])


async def test_who_is_alive(workers: list[Worker], server: redis.Redis) -> None:
    one, other, third = [await worker.open() for worker in workers]
    names = sorted(worker.bus.worker for worker in workers)
    for worker in workers:
        await until(lambda worker=worker: worker.bus.workers == tuple(names))
    await third.bus.close()
    names.remove(third.bus.worker)
    assert not server.exists(bus.WORKER + third.bus.worker)
    await until(lambda: one.bus.workers == other.bus.workers == tuple(names))
    changes = one.changes
    await other.die()
    await until(lambda: one.bus.workers == (one.bus.worker,))
    assert one.changes == changes + 1  # told once, not with each beat
    assert server.smembers(bus.WORKERS) == {one.bus.worker.encode()}
    assert bus.ALIVE + bus.BEAT < 5


async def test_a_cut_connection(workers: list[Worker], server: redis.Redis) -> None:
    one, other = [await worker.open("a") for worker in workers[:2]]
    server.client_kill_filter(_type="pubsub")
    await until(lambda: one.gaps and other.gaps)
    one.bus.publish("a", b"1")
    await until(lambda: other.hints)
    assert other.hints == [("a", b"1")]
    await other.watch("b")
    one.bus.publish("b", b"2")
    await until(lambda: len(other.hints) == 2)
    assert other.gaps == 1


async def test_all_connections_are_cut(workers: list[Worker], server: redis.Redis) -> None:
    one, other = [await worker.open("a") for worker in workers[:2]]
    for kind in ("normal", "pubsub"):
        server.client_kill_filter(_type=kind, skipme=True)
    await until(lambda: one.gaps and other.gaps)
    one.bus.publish("a", b"1")
    await until(lambda: other.hints)
    both = tuple(sorted((one.bus.worker, other.bus.worker)))
    await until(lambda: one.bus.workers == other.bus.workers == both)


async def test_redis_hangs(
    workers: list[Worker], server: redis.Redis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then each worker sees to everything; and all is well again afterwards."""
    for name in ("BEAT", "ALIVE"):
        monkeypatch.setattr(bus, name, getattr(bus, name) / 10)
    one, other = [await worker.open("a") for worker in workers[:2]]
    both = tuple(sorted((one.bus.worker, other.bus.worker)))
    await until(lambda: one.bus.workers == other.bus.workers == both)
    server.execute_command("CLIENT", "PAUSE", "1500")
    await until(lambda: one.bus.workers == (one.bus.worker,))
    await until(lambda: other.bus.workers == (other.bus.worker,))
    one.bus.watch("b")
    for _ in range(2 * bus.MOST_WAITING):
        one.bus.publish("a", b"")  # never blocks, keeps no more than it may
    assert len(one.bus._hints) == bus.MOST_WAITING
    await until(lambda: one.gaps and other.gaps)
    await until(lambda: one.bus.workers == other.bus.workers == both)
    await until(lambda: other.bus.publish("b", b"1") or ("b", b"1") in one.hints)


@pytest.mark.parametrize(
    "url",
    [
        "redis://:hush@127.0.0.1:1/0",
        "unix:///nowhere/socket?password=hush",
        # Badly written.
        "redis://ann:hush/pw@127.0.0.1:1/0",
        "redis://127.0.0.1:hush/0",
        "redis://127.0.0.1:1/0?hush=1",
        "http://ann:hush@127.0.0.1",
        "hush",
        "",
    ],
)
async def test_a_redis_that_is_none(url: str) -> None:
    worker = Worker(url)
    with pytest.raises(CinquinaError, match=r"can't be (used|read).* --redis") as caught:
        await worker.open()
    assert "hush" not in str(caught.value)
    await worker.bus.close()


async def test_a_wrong_password(server: redis.Redis, redis_url: str) -> None:
    server.config_set("requirepass", "right")
    try:
        for url in (redis_url, f"{redis_url}?password=hush"):
            with pytest.raises(CinquinaError, match="Redis can't be used") as caught:
                await Worker(url).open()
            assert "hush" not in str(caught.value)
    finally:
        server.config_set("requirepass", "")
