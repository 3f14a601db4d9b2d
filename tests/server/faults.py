"""Networks that fail: between a client and a server, bytes or messages go astray."""

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import WebSocketException


class Wire:
    """A TCP proxy that can be cut, swallow whatever comes, or be slow."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.swallows = False
        self.delay: Callable[[], float] = lambda: 0.0  # seconds, for each piece
        self._pairs: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def __aenter__(self) -> "Wire":
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def cut(self) -> None:
        """End all connections, without a word."""
        for writer in list(self._pairs):
            writer.transport.abort()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._tasks.add(asyncio.current_task())  # type: ignore[arg-type]
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.transport.abort()
            return
        self._pairs |= {writer, back}
        with suppress(asyncio.CancelledError):  # asyncio would complain of a task that was
            await asyncio.gather(self._carry(reader, back), self._carry(there, writer))
        self._pairs -= {writer, back}

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.CancelledError):
            while data := await reader.read(65536):
                if self.swallows:
                    continue
                if (delay := self.delay()) > 0:
                    await asyncio.sleep(delay)
                writer.write(data)
                await writer.drain()
        writer.transport.abort()


class Messages:
    """A WebSocket proxy that drops, repeats and mixes up messages, both ways.

    The hello is left alone: the first message of a connection has nothing to be mixed up with."""

    def __init__(self, url: str, kinds: list[str], rate: float, seed: int) -> None:
        self._to = f"ws{url[4:]}/ws"
        self.kinds, self.rate = kinds, rate
        self._chance = random.Random(seed)
        self.done = 0  # faults

    async def __aenter__(self) -> "Messages":
        self._server = await serve(self._accept, "127.0.0.1", 0, ping_interval=None)
        self.url = f"http://127.0.0.1:{next(iter(self._server.sockets)).getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    async def _accept(self, client: ServerConnection) -> None:
        with suppress(WebSocketException, OSError):
            async with connect(self._to, compression=None, ping_interval=None) as server:
                await server.send(await client.recv())
                tasks = [
                    asyncio.create_task(self._carry(*pair))
                    for pair in ((client, server), (server, client))
                ]
                await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)

    async def _carry(self, source: Any, target: Any) -> None:
        held: list[Any] = []
        while True:
            try:
                async with asyncio.timeout(0.05 if held else None):
                    message = await source.recv()
            except TimeoutError:  # nothing to mix it up with
                await target.send(held.pop())
                continue
            kind = self._chance.choice(self.kinds) if self._chance.random() < self.rate else ""
            self.done += kind != ""
            if kind == "reorder" and not held:
                held.append(message)
                continue
            for _ in range({"drop": 0, "duplicate": 2}.get(kind, 1)):
                await target.send(message)
            if held:
                await target.send(held.pop())
