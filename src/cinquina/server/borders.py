"""Between the world and the application: which way a request goes, how large it may be, and the
headers that tell a browser what a page may do."""

import asyncio
from typing import Any

from cinquina.server.limits import Addresses
from cinquina.server.settings import Settings
from cinquina.server.sockets import Scope, Sockets

MOST_BODY = 64 * 1024
BODY_WITHIN = 10.0  # seconds
REQUESTS = (120, 20)  # of one address: at once, and each second
SOCKET_PATH = "/ws"

POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cross-origin-opener-policy", b"same-origin"),
]


class Borders:
    """The outermost application."""

    def __init__(self, app: Any, sockets: Sockets, settings: Settings) -> None:
        self.app, self._sockets = app, sockets
        self._requests = Addresses(*REQUESTS) if settings.limits else None
        self._headers = list(HEADERS)
        if settings.public_url.startswith("https://"):
            self._headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            if scope["path"] == SOCKET_PATH:
                await self._sockets(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 4004})
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    async def _http(self, scope: Scope, receive: Any, send: Any) -> None:
        async def with_headers(message: dict[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self._headers]
            await send(message)

        address = scope["client"][0] if scope.get("client") else "local"
        # A class opens the page at once, from one address: files are cheap, and kept.
        counted = not scope["path"].startswith("/assets/")
        if self._requests and counted and not self._requests.take(address):
            await answer(with_headers, 429, b'{"code":"too fast","text":"Too many requests."}')
            return
        try:
            async with asyncio.timeout(BODY_WITHIN):
                body = await whole_body(receive)
        except TimeoutError:
            await answer(with_headers, 408, b'{"code":"too slow","text":"Send it at once."}')
            return
        except OverflowError:
            text = b'{"code":"too large","text":"A request has at most 64 KiB."}'
            await answer(with_headers, 413, text)
            return
        sent = False

        async def again() -> dict[str, Any]:
            nonlocal sent
            if sent:
                message: dict[str, Any] = await receive()
                return message
            sent = True
            return {"type": "http.request", "body": body, "more_body": False}

        await self.app(scope, again, with_headers)


async def whole_body(receive: Any) -> bytes:
    """The body of a request, if it is not too large."""
    body = b""
    more = True
    while more:
        message = await receive()
        body += message.get("body", b"")
        if len(body) > MOST_BODY:
            raise OverflowError
        more = message.get("more_body", False)
    return body


async def answer(send: Any, status: int, body: bytes) -> None:
    headers = [(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
