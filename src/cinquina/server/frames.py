"""uvicorn's WebSocket protocol with a shorter way for text, which is nearly all there is.

The usual way makes objects for each frame, out a task for each message, and in a queue, and stops
reading until the message is taken from it. The sockets take the short way where the server offers
it (`scope["extensions"]`), and the usual one elsewhere. In, a message goes the short way if it is
all that came, and the usual one is free; else, in its turn, that.

And the WebSocket's own pings, by which distance is measured: a browser answers them by itself, so
no script of a page can be slow to, on purpose or because it is busy.
"""

import secrets
from collections.abc import Callable, Iterable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import OPEN

try:
    from websockets.speedups import apply_mask
except ImportError:
    from websockets.utils import apply_mask

SHORT, ABORTING, HEARING = "cinquina.text", "cinquina.abort", "cinquina.hear"
PINGING = "cinquina.ping"
WHOLE_TEXT = 0x81  # the first byte of a frame: all of a text message
PING = 0x89
NONCE = 8  # bytes in a ping, and so in its answer: who can't guess them can't answer before it came
MASKED = 0x80  # as all frames from clients are

Hear = Callable[[bytes], bool]  # False: it has to wait


class TextProtocol(WebSocketsSansIOProtocol):
    _hear: Hear | None = None
    _asked: tuple[bytes, Callable[[], None]] | None = None  # in the last ping, and whom to tell

    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[SHORT], extensions[ABORTING] = self.send_texts, self.abort
        extensions[HEARING], extensions[PINGING] = self.hear_by, self.ping
        await super().run_asgi()

    def abort(self) -> None:
        """Hang up, whatever was still to be sent."""
        self.transport.abort()

    def hear_by(self, hear: Hear) -> None:
        """From now on hand messages to `hear`."""
        self._hear = hear

    def data_received(self, data: bytes) -> None:
        hear = self._hear if self._free() and len(data) <= self.config.ws_max_size else None
        text = whole_text(data) if hear else None
        if hear is None or text is None or not hear(text):
            super().data_received(data)

    def _free(self) -> bool:
        """Is nothing on the usual way: no part of a frame or message, none that waits?"""
        begun = self.frames or self.conn.reader.buffer or self.read_paused
        return not begun and self.conn.state is OPEN

    def ping(self, answered: Callable[[], None]) -> None:
        """Call this when the other side has answered; not if it does not keep up, or is gone."""
        if self._writable():
            self._asked = secrets.token_bytes(NONCE), answered
            self.transport.write(bytes((PING, NONCE)) + self._asked[0])

    def handle_pong(self, event: Frame) -> None:
        if self._asked and bytes(event.data) == self._asked[0]:  # else nobody asked for it
            (_, answered), self._asked = self._asked, None
            answered()

    def _writable(self) -> bool:
        return not self.disconnected and not self.close_sent and self.writable.is_set()

    def send_texts(self, texts: Iterable[bytes]) -> bool:
        """Send messages now, in one go; False if the other side does not keep up, or is gone."""
        if not self._writable():
            return False
        self.transport.write(b"".join([part for text in texts for part in (head(len(text)), text)]))
        return True


def whole_text(data: bytes) -> bytes | None:
    """The text, if these bytes are one frame with one text message and nothing else."""
    if len(data) < 6 or data[0] != WHOLE_TEXT or data[1] < MASKED:
        return None
    size, at = data[1] - MASKED, 2
    if size == 126:
        size, at = int.from_bytes(data[2:4]), 4
    elif size == 127:  # so long that its length takes eight bytes
        return None
    if len(data) != at + 4 + size:
        return None
    text = apply_mask(data[at + 4 :], data[at : at + 4])
    try:
        text.isascii() or text.decode()
    except UnicodeDecodeError:
        return None
    return text


def head(size: int) -> bytes:
    """What stands before the text of a frame (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, 126, size >> 8, size & 255))
    return bytes((WHOLE_TEXT, 127)) + size.to_bytes(8)
