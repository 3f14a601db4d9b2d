"""A WebSocket client that costs next to nothing: what `cinquina load` measures is the server."""

import asyncio
import base64
import os
from collections.abc import Callable

MASK = bytes(4)  # masked with nothing: allowed, and free
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA


def frame(opcode: int, payload: bytes) -> bytes:
    """A frame from a client."""
    size = len(payload)
    if size < 126:
        head = bytes([0x80 | opcode, 0x80 | size])
    elif size < 1 << 16:
        head = bytes([0x80 | opcode, 0x80 | 126]) + size.to_bytes(2)
    else:
        head = bytes([0x80 | opcode, 0x80 | 127]) + size.to_bytes(8)
    return head + MASK + payload


class Wire(asyncio.Protocol):
    """One connection; `on_text` is called with the bytes of each message."""

    def __init__(self, on_text: Callable[[bytes], None]) -> None:
        self._on_text = on_text
        self._data = b""
        self._open = False
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.lost = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            "GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, problem: Exception | None) -> None:
        self.lost = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("The server hung up."))

    def data_received(self, data: bytes) -> None:
        self._data = data = self._data + data if self._data else data
        at = 0
        if not self._open:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                return
            if not data.startswith(b"HTTP/1.1 101"):
                self._transport.close()
                return
            self._open, at = True, end + 4
            self.opened.set_result(None)
        while len(data) - at >= 2:
            size, start = data[at + 1], at + 2
            if size >= 126:
                wide = 2 if size == 126 else 8
                size, start = int.from_bytes(data[start : start + wide]), start + wide
            if len(data) < start + size:
                break
            opcode, payload = data[at] & 0xF, data[start : start + size]
            at = start + size
            if opcode == TEXT:
                self._on_text(payload)
            elif opcode == PING:
                self._transport.write(frame(PONG, payload))
            elif opcode == CLOSE:
                self._transport.close()
        self._data = data[at:]

    def send(self, text: bytes) -> None:
        self._transport.write(frame(TEXT, text))

    def close(self) -> None:
        self._transport.close()


async def connect(port: int, on_text: Callable[[bytes], None]) -> Wire:
    """A connection to the server on this machine."""
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(on_text), "127.0.0.1", port)
    await wire.opened
    return wire
