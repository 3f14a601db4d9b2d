"""uvicorn's WebSocket protocol with a shorter way out for text, which is nearly all we send.

The usual way makes objects for each frame, and a task for each message. The sockets take the short
one where the server offers it (`scope["extensions"]`), and the usual one elsewhere.
"""

from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

SHORT, ABORTING = "cinquina.text", "cinquina.abort"
WHOLE_TEXT = 0x81  # the first byte of a frame: all of a text message


class TextProtocol(WebSocketsSansIOProtocol):
    async def run_asgi(self) -> None:
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[SHORT], extensions[ABORTING] = self.send_texts, self.abort
        await super().run_asgi()

    def abort(self) -> None:
        """Hang up, whatever was still to be sent."""
        self.transport.abort()

    def send_texts(self, texts: Iterable[bytes]) -> bool:
        """Send messages now, in one go; False if the other side does not keep up, or is gone."""
        if self.disconnected or self.close_sent or not self.writable.is_set():
            return False
        self.transport.write(b"".join([part for text in texts for part in (head(len(text)), text)]))
        return True


def head(size: int) -> bytes:
    """What stands before the text of a frame (RFC 6455, 5.2)."""
    if size < 126:
        return bytes((WHOLE_TEXT, size))
    if size < 1 << 16:
        return bytes((WHOLE_TEXT, 126, size >> 8, size & 255))
    return bytes((WHOLE_TEXT, 127)) + size.to_bytes(8)
