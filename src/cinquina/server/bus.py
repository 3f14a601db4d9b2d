"""How workers tell each other that there is something new at a table.

Only hints: the log is the truth, and each of them may be lost. Who hears one that does not follow
on what it knows reads the log, and so does everybody after a gap.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from cinquina.core.errors import CinquinaError
from cinquina.server.observe import logger

if TYPE_CHECKING:
    from redis.asyncio.client import PubSub

OnHint = Callable[[str, bytes], None]
OnGap = Callable[[], None]
OnWorkers = Callable[[], None]


class Bus(Protocol):
    """Hints go to the other workers, never back to the one that gives them."""

    worker: str  # this one
    workers: tuple[str, ...]  # all that are alive, in order, with this one among them
    shared: bool  # may others write to the log?

    async def open(self, on_hint: OnHint, on_gap: OnGap, on_workers: OnWorkers) -> None:
        """Connect. From now on these are called: with a table and what is told of it, when anything
        may have been missed, and when a worker has come or gone."""

    def publish(self, id: str, payload: bytes) -> None:
        """Tell the others who watch this table. Returns at once; may be lost."""

    def watch(self, id: str) -> None:
        """Hear of this table, soon."""

    async def watching(self, id: str) -> None:
        """Returns when hints of a watched table arrive: who reads its log now misses nothing."""

    def unwatch(self, id: str) -> None:
        """Hear of this table no more."""

    async def close(self) -> None:
        """Disconnect. The others know at once that this worker is gone."""


class LocalBus:
    """One process: nobody to tell."""

    shared = False

    def __init__(self) -> None:
        self.worker = new_name()
        self.workers: tuple[str, ...] = (self.worker,)

    async def open(self, on_hint: OnHint, on_gap: OnGap, on_workers: OnWorkers) -> None:
        pass

    def publish(self, id: str, payload: bytes) -> None:
        pass

    def watch(self, id: str) -> None:
        pass

    async def watching(self, id: str) -> None:
        pass

    def unwatch(self, id: str) -> None:
        pass

    async def close(self) -> None:
        pass


def new_name() -> str:
    return secrets.token_hex(NAME_LENGTH // 2)


# --- Redis ------------------------------------------------------------------------------------

NAME_LENGTH = 16
TABLE = "cinquina:table:"  # a channel for each table
WORKER = "cinquina:worker:"  # a key for each worker, which expires if it does not come back to it
WORKERS = "cinquina:workers"  # the set of those that may be alive; also a channel for its changes

# Of a worker that dies the others know after ALIVE + BEAT at the latest, and go on with its tables
# at once: 4 seconds, and half a one to ask Redis and load them.
BEAT = 1.0  # seconds between two signs of life
ALIVE = 3.0  # seconds without one, and a worker is taken for dead
AGAIN = 0.2  # seconds before the next try to connect
SECONDS_FOR_AN_ANSWER = 2.0
MOST_CONNECTIONS = 4
MOST_WAITING = 10_000  # hints; then the oldest are dropped
MOST_AT_ONCE = 256


class RedisBus:
    """Publish and subscribe. Outages are survived: what is missed meanwhile is in the log."""

    shared = True

    def __init__(self, url: str) -> None:
        self.url = url
        self.worker = new_name()
        self.workers: tuple[str, ...] = (self.worker,)
        self._tables: dict[str, asyncio.Event] = {}  # watched; set: hints arrive
        self._changes: dict[str, bool] = {}  # to subscribe to, or no more; the last word counts
        self._changed = asyncio.Event()
        self._listening = False
        self._hints: deque[tuple[str, bytes]] = deque(maxlen=MOST_WAITING)
        self._hinted = asyncio.Event()
        self._news = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._closing = False

    async def open(self, on_hint: OnHint, on_gap: OnGap, on_workers: OnWorkers) -> None:
        # Here, for who plays without other workers need not have it.
        try:
            from redis.asyncio import BlockingConnectionPool, Redis
            from redis.asyncio.retry import Retry
            from redis.backoff import NoBackoff
            from redis.exceptions import RedisError
        except ModuleNotFoundError:
            raise CinquinaError("For Redis install cinquina[scale].") from None
        self._on_hint, self._on_gap, self._on_workers = on_hint, on_gap, on_workers
        self._away = (RedisError, OSError)
        try:
            pool = BlockingConnectionPool.from_url(
                self.url,
                max_connections=MOST_CONNECTIONS,
                timeout=SECONDS_FOR_AN_ANSWER,
                socket_timeout=SECONDS_FOR_AN_ANSWER,
                socket_connect_timeout=SECONDS_FOR_AN_ANSWER,
                # Not by itself: nobody would be told that there was a gap.
                retry=Retry(NoBackoff(), 0),
                protocol=2,
            )
            self._redis = Redis.from_pool(pool)
            await self._beat()
            listener = await self._subscribe()
            await self._redis.publish(WORKERS, self.worker)
        except (ValueError, TypeError):  # their texts repeat the address, and so the password
            raise CinquinaError(
                "The address of Redis can't be read. Give --redis as redis://host:6379/0."
            ) from None
        except self._away as problem:
            await self._redis.aclose()
            raise CinquinaError(
                f"Redis can't be used: {str(problem).rstrip('.') or 'no answer'}. "
                "Look whether it is running, and at --redis."
            ) from None
        jobs = (self._send_all(), self._listen_always(listener), self._beat_always())
        self._tasks = [asyncio.create_task(job) for job in jobs]

    async def close(self) -> None:
        self._closing = True  # redis-py may lose a cancellation, even one after the other
        for task in self._tasks:
            while not task.done():
                task.cancel()
                await asyncio.wait([task], timeout=0.05)
        if self._tasks:
            with suppress(*self._away):
                await self._send()
                await self._redis.srem(WORKERS, self.worker)
                await self._redis.delete(WORKER + self.worker)
                await self._redis.publish(WORKERS, self.worker)
            await self._redis.aclose()

    # --- Telling ---

    def publish(self, id: str, payload: bytes) -> None:
        self._hints.append((id, payload))
        self._hinted.set()

    async def _send_all(self) -> None:
        while not self._closing:
            await self._hinted.wait()
            self._hinted.clear()
            while self._hints:
                with suppress(*self._away):  # what can't be sent is dropped
                    await self._send()

    async def _send(self) -> None:
        name = self.worker.encode()
        async with self._redis.pipeline(transaction=False) as pipeline:
            for _ in range(min(len(self._hints), MOST_AT_ONCE)):
                id, payload = self._hints.popleft()
                pipeline.publish(TABLE + id, name + payload)
            await pipeline.execute()

    # --- Hearing ---

    def watch(self, id: str) -> None:
        if id not in self._tables:
            self._tables[id] = asyncio.Event()
            self._change(id, True)

    def unwatch(self, id: str) -> None:
        if id in self._tables:
            self._tables.pop(id).set()
            self._change(id, False)

    def _change(self, id: str, wanted: bool) -> None:
        if self._listening:
            self._changes[id] = wanted
            self._changed.set()
        elif wanted:
            self._tables[id].set()  # nothing to wait for: a gap will be told

    async def watching(self, id: str) -> None:
        if id in self._tables:
            await self._tables[id].wait()

    async def _listen_always(self, listener: "PubSub") -> None:
        while not self._closing:
            try:
                async with asyncio.TaskGroup() as group:
                    group.create_task(self._listen(listener))
                    group.create_task(self._change_all(listener))
            except* Exception as problems:  # a worker that hears nothing any more is worst of all
                logger.warning("lost Redis", problem=str(problems.exceptions[0]))
            finally:
                self._listening = False
                for arriving in self._tables.values():
                    arriving.set()
                await listener.aclose()  # type: ignore[no-untyped-call]
            if self._closing:
                return
            listener = await self._reconnect()
            logger.info("back at Redis")
            self._on_gap()

    async def _reconnect(self) -> "PubSub":
        while True:
            try:
                return await self._subscribe()
            except self._away:
                if self._closing:
                    raise asyncio.CancelledError from None
                await asyncio.sleep(AGAIN)

    async def _subscribe(self) -> "PubSub":
        """A new connection, subscribed to all that is watched."""
        listener = self._redis.pubsub()
        tables = set(self._tables)
        wanted = {WORKERS, *(TABLE + id for id in tables)}
        try:
            await listener.subscribe(*wanted)
            while wanted:
                message = await listener.get_message(timeout=SECONDS_FOR_AN_ANSWER)
                if message is None:
                    raise ConnectionError("no answer")
                if message["type"] == "subscribe":
                    wanted.discard(message["channel"].decode())
        except BaseException:
            await listener.aclose()  # type: ignore[no-untyped-call]
            raise
        self._listening = True
        self._changes.clear()
        for id in tables ^ set(self._tables):  # what changed meanwhile
            self._change(id, id in self._tables)
        return listener

    async def _listen(self, listener: "PubSub") -> None:
        silent = 0.0
        while silent < ALIVE and not self._closing:
            message = await listener.get_message(timeout=BEAT)
            if message is not None:
                silent = 0
                self._hear(message)
            else:
                silent += BEAT
                await listener.ping()  # a connection that is dead without a word is found so
        raise ConnectionError("no answer")

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "pong":
            return
        channel = message["channel"].decode()
        if channel == WORKERS:
            self._news.set()
            return
        id = channel.removeprefix(TABLE)
        if id not in self._tables:
            return
        if message["type"] == "subscribe":
            self._tables[id].set()
        elif message["type"] == "message":
            sender, payload = message["data"][:NAME_LENGTH], message["data"][NAME_LENGTH:]
            if sender != self.worker.encode():
                self._on_hint(id, payload)

    async def _change_all(self, listener: "PubSub") -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            changes, self._changes = self._changes, {}
            more = [TABLE + id for id, wanted in changes.items() if wanted]
            less = [TABLE + id for id, wanted in changes.items() if not wanted]
            if more:
                await listener.subscribe(*more)
            if less:
                await listener.unsubscribe(*less)

    # --- Who is alive ---

    async def _beat_always(self) -> None:
        clock = asyncio.get_running_loop().time
        beaten = clock()
        while not self._closing:
            with suppress(TimeoutError):
                async with asyncio.timeout(BEAT):
                    await self._news.wait()
            self._news.clear()
            try:
                async with asyncio.timeout(BEAT):
                    await self._beat()
                beaten = clock()
            except self._away:
                # Nobody knows who is alive. Each for itself then: two that see to the same table
                # are harmless, for the log takes only one entry with a number; none is not.
                if clock() - beaten >= ALIVE:
                    self._there_are(self.worker)

    async def _beat(self) -> None:
        """Give a sign of life, and see who else has."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.set(WORKER + self.worker, b"", px=int(1000 * ALIVE))
            pipeline.sadd(WORKERS, self.worker)
            pipeline.smembers(WORKERS)
            names = sorted(name.decode() for name in (await pipeline.execute())[-1])
        signs = await self._redis.mget([WORKER + name for name in names])
        dead = [name for name, sign in zip(names, signs, strict=True) if sign is None]
        if dead:
            await self._redis.srem(WORKERS, *dead)
        self._there_are(self.worker, *(set(names) - set(dead)))

    def _there_are(self, *workers: str) -> None:
        found = tuple(sorted(set(workers)))
        if found != self.workers:
            self.workers = found
            self._on_workers()
