"""A player's side of the socket: a copy of the table that stays in step, whatever the network does.

Whoever writes a client can follow this one: it resumes from the version that it has, ignores what
it knows, sends unanswered commands again with the same id, and takes silence for a dead connection.
"""

import asyncio
import contextlib
import itertools
import secrets
import urllib.error
import urllib.request
from collections.abc import AsyncIterator
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from cinquina.core.errors import CinquinaError
from cinquina.server.messages import (
    AskHint,
    Bye,
    ComeBack,
    Command,
    Done,
    FromClient,
    FromServer,
    Happened,
    Hello,
    Hint,
    Leave,
    Ping,
    Play,
    Pong,
    Presence,
    Refused,
    Rematch,
    Room,
    Snapshot,
    Start,
    What,
)

SILENT = 10.0  # seconds: pings come more often than that
CLOSING = 0.5  # seconds for the goodbye: a dead connection does not answer it
WAITS = (0.05, 0.2, 0.5, 1.0, 2.0)  # seconds before one connects again
RESEND = 3.0  # seconds before an unanswered command is sent again

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(FromServer)


class Mirror:
    """What a viewer knows of a table."""

    def __init__(self) -> None:
        self.v = 0
        self.seat: int | None = None
        self.room: Room | None = None
        self.view: dict[str, Any] | None = None
        self.legal: list[str] = []
        self.moves: list[What] = []
        self.presence: Presence | None = None

    def take(self, message: FromServer) -> bool:
        """Take in a message; False if something before it is missing."""
        if isinstance(message, Snapshot):
            self.v, self.seat, self.room = message.v, message.seat, message.room
            self.view, self.legal = message.view, message.legal
            self.moves = list(message.history)
        elif isinstance(message, Presence):
            self.presence = message
        elif isinstance(message, Happened) and message.v > self.v:
            if message.v > self.v + 1:
                return False
            self.v = message.v
            if message.what.kind == "moved":
                self.moves.append(message.what)
            self.room = message.room or self.room
            self.view = message.view or self.view
            self.legal = self.legal if message.legal is None else message.legal
        return True


class Client:
    """A connection that comes back. Use it as `async with Client(url, table, token) as client`."""

    def __init__(self, url: str, table: str, token: str = "") -> None:
        """`url` is the server's, such as http://127.0.0.1:8000."""
        self._url = url.replace("http", "ws", 1) + "/ws"
        self._table, self._token = table, token
        self.mirror = Mirror()
        self.ended: Bye | None = None  # why one can't come back
        self.connections = 0
        self._socket: ClientConnection | None = None
        self._waiting: dict[str, tuple[Command, asyncio.Future[Any]]] = {}
        self._changed = asyncio.Condition()
        self._ids = (f"{secrets.token_hex(6)}-{n}" for n in itertools.count())
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Client":
        self._task = asyncio.create_task(self._run())
        await self.until(lambda: self.mirror.v > 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    # --- What one does ---

    async def until(self, true: Any) -> None:
        """Wait until something is so; CinquinaError if the server has sent one away."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.ended or true())
        if self.ended and not true():
            raise CinquinaError(self.ended.text)

    async def changes(self) -> AsyncIterator[Mirror]:
        """The table now, and whenever it has changed, until the game is over."""
        seen = 0
        while True:
            await self.until(lambda seen=seen: self.mirror.v > seen)
            seen = self.mirror.v
            yield self.mirror
            if self.mirror.room and self.mirror.room.status in ("over", "ended"):
                return

    async def play(self, action: str) -> Done | Refused:
        return await self._do(Play(next(self._ids), self.mirror.v, action))

    async def start(self) -> Done | Refused:
        return await self._do(Start(next(self._ids)))

    async def leave(self) -> Done | Refused:
        return await self._do(Leave(next(self._ids)))

    async def rematch(self) -> Done | Refused:
        return await self._do(Rematch(next(self._ids)))

    async def back(self) -> Done | Refused:
        return await self._do(ComeBack(next(self._ids)))

    async def hint(self) -> Hint | Refused:
        answer: Hint | Refused = await self._ask(AskHint(next(self._ids), self.mirror.v))
        return answer

    async def _do(self, command: Command) -> Done | Refused:
        answer: Done | Refused = await self._ask(command)
        return answer

    async def _ask(self, command: Command) -> Any:
        """Send a command until it is answered, over as many connections as it takes."""
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting[command.id] = command, future
        try:
            while True:
                await self._send(command)
                # Not wait_for: if the answer comes then, Python 3.11's forgets a cancellation.
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(RESEND):
                        return await asyncio.shield(future)
                if self.ended:
                    raise CinquinaError(self.ended.text)
        finally:
            del self._waiting[command.id]

    # --- The connection ---

    async def _send(self, message: FromClient) -> None:
        if self._socket is not None:
            with contextlib.suppress(WebSocketException, OSError):
                await self._socket.send(_encoder.encode(message).decode())

    async def _run(self) -> None:
        tried = 0
        while self.ended is None:
            known = self.mirror.v
            try:
                async with connect(
                    self._url,
                    compression=None,
                    ping_interval=None,
                    open_timeout=SILENT,
                    close_timeout=CLOSING,
                ) as socket:
                    await self._talk(socket)
            except (WebSocketException, OSError, TimeoutError, InvalidStatus):
                pass
            except msgspec.DecodeError as problem:  # a newer server: come back as a newer client
                text = f"The server says what this client does not understand: {problem}."
                self.ended = Bye("malformed", text, False)
                async with self._changed:
                    self._changed.notify_all()
            self._socket = None
            tried = 0 if self.mirror.v > known else tried + 1
            await asyncio.sleep(WAITS[min(tried, len(WAITS) - 1)])

    async def _talk(self, socket: ClientConnection) -> None:
        hello = Hello(self._table, self._token, self.mirror.v)
        await socket.send(_encoder.encode(hello).decode())
        self._socket = socket
        self.connections += 1
        for command, _ in list(self._waiting.values()):
            await self._send(command)
        while True:
            async with asyncio.timeout(SILENT):
                message = _decoder.decode(await socket.recv())
            if not self.mirror.take(message):
                return  # something is missing: come back, and get it
            if isinstance(message, Ping):
                await self._send(Pong(message.n))
                if message.v > self.mirror.v:
                    return
                continue
            if isinstance(message, Bye) and not message.retry:
                self.ended = message
            if isinstance(message, Done | Refused | Hint) and message.id in self._waiting:
                future = self._waiting[message.id][1]
                if not future.done():
                    future.set_result(message)
            async with self._changed:
                self._changed.notify_all()


def take_seat(url: str, table: str, name: str, **asked: Any) -> dict[str, Any]:
    """A seat at a table, by its id or code: `id`, `code`, `seat`, `token` and `url`.

    With `program=True` for a program, with `token=…` to come back to one's own."""
    request = urllib.request.Request(
        f"{url}/api/tables/{table}/seats",
        msgspec.json.encode({"name": name, **asked}),
        {"Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=SILENT) as answer:
            found: dict[str, Any] = msgspec.json.decode(answer.read())
            return found
    except urllib.error.HTTPError as problem:
        raise CinquinaError(str(msgspec.json.decode(problem.read())["text"])) from None
    except OSError as problem:
        raise CinquinaError(f"The server {url} does not answer: {problem}.") from None
