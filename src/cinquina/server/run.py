"""Start the server: one process, or several workers on one port."""

import asyncio
import gc
import os
import socket
import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import segno
import uvicorn
from uvicorn.supervisors import Multiprocess

from cinquina.core.errors import CinquinaError
from cinquina.server.app import create_app, make_hub
from cinquina.server.claim import claimed
from cinquina.server.frames import TextProtocol
from cinquina.server.hub import Hub
from cinquina.server.observe import set_up_logs
from cinquina.server.settings import Settings

MOST_MESSAGE = 4096  # bytes of a client's message
GRACE = 5  # seconds for requests to end
MOST_FILES = 65_536  # and so sockets


def from_environment() -> Any:
    """The application of a worker process."""
    return prepared(Settings.of())


def prepared(settings: Settings) -> Any:
    """The application, in a process that is all its own."""
    set_up_logs(settings.log_json)
    # What is there now stays, and there is hardly any garbage in cycles: with thousands of tables
    # a full search for it takes 0.2 s, in which nobody is served.
    gc.freeze()
    gc.set_threshold(20_000, 50, 1000)
    return create_app(settings)


def allow_sockets() -> None:
    """Let this process and its children open as many as they may: most begin with 1,024."""
    with suppress(ImportError, OSError, ValueError):  # where there are no such limits
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
        if soft != resource.RLIM_INFINITY and soft < most:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def serve(settings: Settings, started: Callable[[str], None]) -> None:
    """Serve until told to stop; `started` is called with the address once it listens."""
    allow_sockets()
    prepare_data(settings)
    hub = make_hub(settings)
    with claimed(settings):
        asyncio.run(try_out(hub))
        listener = listen(settings)
        address = address_of(settings, listener.getsockname()[1])
        if settings.workers > 1:
            for name, value in settings.model_dump(mode="json").items():
                os.environ[f"CINQUINA_{name.upper()}"] = str(value)
            config = configured("cinquina.server.run:from_environment", settings)
            started(address)
            Multiprocess(config, [listener]).run()
        else:
            app = Told(prepared(settings), started, address)
            uvicorn.Server(configured(app, settings)).run(sockets=[listener])


async def try_out(hub: Hub) -> None:
    """An error, before anything is started, if what the server needs does not answer."""
    await hub.store.open()
    await hub.store.close()
    await hub.bus.open(lambda id, payload: None, lambda: None, lambda: None)
    await hub.bus.close()


def configured(app: Any, settings: Settings) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        factory=isinstance(app, str),
        workers=settings.workers,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=settings.proxies,
        ws=TextProtocol,
        ws_max_size=MOST_MESSAGE,
        ws_ping_interval=None,  # the sockets see to that, and measure the delay by it
        ws_per_message_deflate=False,  # messages are small, and memory per socket counts
        log_config=None,
        access_log=False,  # addresses of players are nobody's business
        server_header=False,
        timeout_graceful_shutdown=GRACE,
        lifespan="on",
    )


class Told:
    """An application that says when it has started."""

    def __init__(self, app: Any, started: Callable[[str], None], address: str) -> None:
        self._app, self._started, self._address = app, started, address

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "lifespan":
            await self._app(scope, receive, send)
            return

        async def watched(message: Any) -> None:
            await send(message)
            if message["type"] == "lifespan.startup.complete":
                self._started(self._address)

        await self._app(scope, receive, watched)


def prepare_data(settings: Settings) -> None:
    """The folder of the file; a sentence if there can be none."""
    if not settings.database:
        try:
            settings.data.parent.mkdir(parents=True, exist_ok=True)
        except OSError as problem:
            raise CinquinaError(
                f"The folder {settings.data.parent} can't be made: {problem.strerror}. "
                "Name a file elsewhere with --data."
            ) from None


def listen(settings: Settings) -> socket.socket:
    """A socket on the port; a sentence if it is taken."""
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((settings.host, settings.port))
        listener.listen()  # from now on it is taken, and who comes too early only waits
    except OSError as problem:
        listener.close()
        raise CinquinaError(
            f"Port {settings.port} of {settings.host} can't be used: {problem.strerror}. "
            "Choose another with --port (0: any that is free)."
        ) from None
    listener.set_inheritable(True)
    return listener


def address_of(settings: Settings, port: int) -> str:
    """Where players find the server."""
    if settings.public_url:
        return settings.public_url
    host = settings.host
    if host in ("0.0.0.0", "::"):
        host = own_address()
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def own_address() -> str:
    """The address of this machine in its network: that of the way out. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for examples
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def qr_code(address: str) -> str:
    """The address for the camera of a phone, in half blocks."""
    rows = [list(row) for row in segno.make(address, micro=False).matrix_iter(border=2)]
    rows += [[0] * len(rows[0])] * (len(rows) % 2)
    blocks = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}  # light on a dark terminal
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join(
        "".join(blocks[bool(a), bool(b)] for a, b in zip(*pair, strict=True)) for pair in pairs
    )


def open_browser(address: str) -> None:
    """Show the page to who sits at this machine, if it has a screen."""
    screen = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if screen and sys.stdout.isatty():
        webbrowser.open(address)
