"""The game socket: one connection, its queue, its heartbeat and its limits.

A plain ASGI application: on the path of a move a framework would only cost time. Who reads too
slowly is dropped, and resumes; who is silent for too long is taken for gone.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import msgspec

from cinquina.core.errors import CinquinaError
from cinquina.server import messages
from cinquina.server.frames import ABORTING, HEARING, PINGING, SHORT
from cinquina.server.hub import CODE_LENGTH, Hub
from cinquina.server.inbox import Job
from cinquina.server.limits import Addresses, Bucket, Counts
from cinquina.server.live import Live
from cinquina.server.messages import ID_LENGTH, Bye, Hello, Ping, Pong, Refused
from cinquina.server.observe import DROPPED, REFUSED, SOCKETS, logger
from cinquina.server.refusals import Refusal
from cinquina.server.room import now

MOST_QUEUED = 200  # messages that a connection may be behind
MOST_BAD = 20  # messages that are none
PING_EVERY = 4.0  # seconds
BEAT = 1.0  # seconds in which each connection is looked at once
LOOKED_AT = 50  # in one go: who is served must not wait for it
SILENT = 10.0  # seconds without a word: gone
HELLO_WITHIN = 10.0  # seconds
FAREWELL = 2.0  # seconds to send the last words
REMEMBERED = 8  # round trips
TOLD_CHANGE = 5  # milliseconds by which a delay must change to be told
MOST_BYTES = 512 * 1024  # that a connection may be behind
ABORT = 2.0  # seconds after the goodbye to who does not read it
NEW_SOCKETS = (120, 5)  # of one address: at once, and each second
MOST_FROM_AN_ADDRESS = 100  # connections: a school sits behind one
COMMANDS = (60, 20)  # at once, and each second
LOOKUPS = (20, 0.2)  # names of tables that do not exist

Scope = dict[str, Any]


class Connection:
    """A viewer of a table."""

    __slots__ = (
        "_abort",
        "_awaited",
        "_flushing",
        "_ping",
        "_queue",
        "_round_trips",
        "_send",
        "_short",
        "_size",
        "address",
        "aids",
        "bad",
        "bucket",
        "closing",
        "delay",
        "heard",
        "live",
        "pinged",
        "pings",
        "seat",
        "token",
        "waits",
    )  # fmt: skip

    def __init__(self, send: Any, extensions: dict[str, Any], address: str) -> None:
        self._send = send
        self._short: Callable[[Iterable[bytes]], bool] | None = extensions.get(SHORT)
        self._abort: Callable[[], None] | None = extensions.get(ABORTING)
        self._ping: Callable[[Callable[[], None]], None] | None = extensions.get(PINGING)
        self._queue: deque[bytes] = deque()
        self._flushing: asyncio.Task[None] | None = None
        self._round_trips: deque[float] | None = None
        self.address = address
        self.seat: int | None = None
        self.aids = False
        self.token = ""
        self.delay = -1
        self.live: Live | None = None
        self.bucket = Bucket(*COMMANDS)
        self.bad = 0
        self.waits = False  # does a message of it wait because too much is to be done?
        self.closing: tuple[int, str] | None = None
        self.heard = self.pinged = time.monotonic()
        self.pings = 0
        self._awaited = False  # is the answer to the last one to come?
        self._size = 0  # of what is queued

    def send(self, *texts: bytes) -> None:
        if self.closing:
            return
        if len(self._queue) >= MOST_QUEUED or self._size > MOST_BYTES:
            self._queue.clear()
            self.close(4010, Bye("slow", "You are too far behind. Come back and resume.", True))
            return
        if self._flushing is None and self._short and self._short(texts):
            return
        self._queue += texts
        self._size += sum(map(len, texts))
        self._flush()

    def close(self, code: int, bye: Bye) -> None:
        """Say why, and hang up."""
        if not self.closing:
            DROPPED.labels(bye.code).inc()
            self._queue.append(messages.encode(bye))
            self.closing = code, bye.code
            self._flush()
            if self._abort:
                asyncio.get_running_loop().call_later(ABORT, self._abort)
            if self.live:  # now: one who does not read may not be told for minutes
                self.live.later(0, partial(self.live.gone, self))

    async def farewell(self) -> None:
        """Wait a moment for the last words to be sent: the socket goes with who returns."""
        if self._flushing:
            with suppress(TimeoutError):
                async with asyncio.timeout(FAREWELL):
                    await self._flushing

    def _flush(self) -> None:
        if self._flushing is None:
            self._flushing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        try:
            while self._queue:
                message = self._queue.popleft()
                self._size -= len(message)
                await self._send({"type": "websocket.send", "text": message.decode()})
            if self.closing:
                await self._send({"type": "websocket.close", "code": self.closing[0]})
        except Exception:  # the other side is gone: its reader sees to it
            self._queue.clear()
        finally:
            self._flushing = None

    def to_be_pinged(self, at: float) -> bool:
        """Who was just heard of is there; but without turns the delay is to be measured."""
        return at - self.heard > PING_EVERY or self._races()

    def _races(self) -> bool:
        return self.live is not None and self.live.room.game.real_time

    def ping(self, at: float) -> None:
        """Ask for a sign of life; how soon it comes is the delay. Where that decides who was first
        it is not the page that is asked: a script could answer late, and so seem far away."""
        self.pinged = at
        self.pings += 1
        self._awaited = not (self._ping and self._races())
        if self._ping and self._races():
            self._ping(partial(self._answered, at))
        self.send(messages.encode(Ping(self.pings, self.live.told if self.live else 0)))

    def ponged(self, n: int) -> None:
        """Only the answer to the last ping counts: delays are measured here, never told."""
        if n == self.pings and self._awaited:
            self._awaited = False
            self._answered(self.pinged)

    def _answered(self, pinged: float) -> None:
        if self._round_trips is None:
            self._round_trips = deque(maxlen=REMEMBERED)
        self._round_trips.append(time.monotonic() - pinged)
        before, self.delay = self.delay, round(min(self._round_trips) * 500)
        if self.live and self._races() and abs(self.delay - before) >= TOLD_CHANGE:
            self.live.presence.announce()


class Sockets:
    """All connections of a worker."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.connections: set[Connection] = set()
        self.counts = Counts(MOST_FROM_AN_ADDRESS if hub.settings.limits else 1 << 30)
        self._lookups = Addresses(*LOOKUPS)
        self._new = Addresses(*NEW_SOCKETS)
        self._heart: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._heart = asyncio.create_task(self._beat())

    async def close(self) -> None:
        """Send everybody away, to come back to whoever serves next."""
        if self._heart:
            self._heart.cancel()
        for connection in list(self.connections):
            connection.close(1012, Bye("restart", "The server restarts. Come back.", True))
        await asyncio.sleep(0.05 if self.connections else 0)

    async def _beat(self) -> None:
        while True:
            there = list(self.connections)
            for first in range(0, len(there), LOOKED_AT):
                some, at = there[first : first + LOOKED_AT], time.monotonic()
                for connection in some:
                    if at - connection.heard > SILENT:
                        connection.close(4008, Bye("silent", "Nothing was heard of you.", True))
                    elif at - connection.pinged > PING_EVERY and connection.to_be_pinged(at):
                        connection.ping(at)
                await asyncio.sleep(BEAT * len(some) / len(there))
            if not there:
                await asyncio.sleep(BEAT)

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        await receive()  # websocket.connect
        address = scope["client"][0] if scope.get("client") else "local"
        if not origin_is_ours(scope, self.hub.settings.public_url):
            await send({"type": "websocket.close", "code": 4003})
            return
        limited = self.hub.settings.limits
        if (limited and not self._new.take(address)) or not self.counts.enter(address):
            await send({"type": "websocket.close", "code": 4029})
            return
        connection = Connection(send, scope.get("extensions", {}), address)
        self.connections.add(connection)
        SOCKETS.set(len(self.connections))
        try:
            await send({"type": "websocket.accept"})
            if await self._greet(connection, receive) and (live := connection.live):
                if by_short_way := scope.get("extensions", {}).get(HEARING):
                    by_short_way(partial(self._hear, connection, live))
                await self._listen(connection, live, receive)
        except OSError:
            pass
        finally:
            self.connections.discard(connection)
            SOCKETS.set(len(self.connections))
            self.counts.leave(address)
            if connection.live:
                await connection.live.inbox.put(partial(connection.live.gone, connection))
            await connection.farewell()

    async def find(self, address: str, name: str) -> Live:
        """The table of that id or code. Codes can't be tried out one after the other; ids are
        too long for that, so who has one is never refused for what others at the address do."""
        limited = self.hub.settings.limits and len(name) <= CODE_LENGTH
        # Taken before it is known to be wrong: or many could be tried at once.
        if limited and not self._lookups.take(address):
            raise Refusal("too fast", "So many wrong codes? Wait a little.")
        live = await self.hub.find(name[:ID_LENGTH])
        if live is None:
            raise Refusal("no table", "There is no such table. Check the code.")
        if limited:
            self._lookups.give_back(address)
        return live

    async def _greet(self, connection: Connection, receive: Any) -> bool:
        """The first message says which table; False if there is nothing to stay for."""
        try:
            event = await asyncio.wait_for(receive(), HELLO_WITHIN)
        except TimeoutError:
            connection.close(4008, Bye("silent", "The first message is a hello.", True))
            return False
        if event["type"] != "websocket.receive":
            return False
        try:
            hello = messages.decode(event.get("text") or event.get("bytes") or b"")
        except (msgspec.DecodeError, UnicodeError) as problem:
            connection.close(4000, Bye("malformed", f"No message: {problem}.", False))
            return False
        if not isinstance(hello, Hello):
            connection.close(4000, Bye("malformed", "The first message is a hello.", False))
            return False
        return await self._seat(connection, hello)

    async def _seat(self, connection: Connection, hello: Hello) -> bool:
        try:
            live = await self.find(connection.address, hello.table)
        except Refusal as why:
            connection.close(4004, Bye(why.code, str(why), why.code == "too fast"))
            return False
        except CinquinaError as problem:
            logger.error("table can't be loaded", problem=str(problem))
            connection.close(4500, Bye("damaged", "This table can't be loaded.", True))
            return False
        connection.token, connection.live = hello.token, live
        try:
            await live.ask(partial(live.join, connection, hello.after, hello.aids))
        except Refusal as why:
            retry = why.code == "unavailable"
            connection.close(4001, Bye(why.code, str(why), retry))
            return False
        connection.ping(time.monotonic())
        return True

    async def _listen(self, connection: Connection, live: Live, receive: Any) -> None:
        while not connection.closing:
            event = await receive()
            if event["type"] != "websocket.receive":
                return
            text = event.get("text") or event.get("bytes") or b""
            if job := self._understand(connection, live, text):
                connection.waits = True  # later ones stay behind it
                await live.inbox.put(job)
                connection.waits = False

    def _hear(self, connection: Connection, live: Live, text: bytes) -> bool:
        """A message came by the short way; False if it has to wait on the usual one."""
        if connection.closing or connection.waits or live.inbox.full():
            return False
        if job := self._understand(connection, live, text):
            live.inbox.put_nowait(job)
        return True

    def _understand(self, connection: Connection, live: Live, text: str | bytes) -> Job | None:
        """What is to be done at the table because of a message, if anything."""
        arrived = now()
        connection.heard = time.monotonic()
        if self.hub.settings.limits and not connection.bucket.take():
            connection.close(4029, Bye("too fast", "Too many messages: slow down.", True))
            return None
        try:
            message = messages.decode(text)
        except (msgspec.DecodeError, UnicodeError) as problem:
            self._bad(connection, str(problem))
            return None
        if isinstance(message, Pong):
            connection.ponged(message.n)
        elif isinstance(message, Hello):
            self._bad(connection, "You have said hello already")
        elif not 0 < len(message.id) <= ID_LENGTH:
            self._bad(connection, f"An id has 1 to {ID_LENGTH} characters")
        else:
            return partial(live.command, connection, message, arrived)
        return None

    def _bad(self, connection: Connection, problem: str) -> None:
        REFUSED.labels("malformed").inc()
        connection.bad += 1
        version = connection.live.told if connection.live else 0
        refused = Refused("", "malformed", f"No message: {problem}.", version)
        connection.send(messages.encode(refused))
        if connection.bad >= MOST_BAD:
            connection.close(4000, Bye("malformed", "Too many messages that are none.", True))


def origin_is_ours(scope: Scope, public_url: str) -> bool:
    """Does a page of this server open the socket? Programs send no origin."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin", b"").decode("latin-1")
    if not origin:
        return True
    host = headers.get(b"host", b"").decode("latin-1")
    try:
        return urlsplit(origin).netloc == host or (public_url != "" and origin == public_url)
    except ValueError:  # it is no address
        return False
