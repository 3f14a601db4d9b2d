"""The pages of the browser UI: files that `pip install` built from ui/, or a word on how to."""

from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from fastapi.responses import FileResponse, HTMLResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from cinquina.server import pages

WEB = Path(str(files("cinquina"))) / "_web"
FOREVER = "public, max-age=31536000, immutable"
TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}


class Assets(StaticFiles):
    """Files whose names change with what is in them: to be kept for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        answer = await super().get_response(path, scope)
        answer.headers["cache-control"] = FOREVER
        return answer


def add_web(app: FastAPI, web: Path = WEB) -> None:
    """Serve the UI. Every page is the same file: its script reads the address."""
    index = web / "index.html"
    if not index.is_file():
        add_plain(app)
        return
    shell = index.read_text(encoding="utf-8")
    headers = {"cache-control": "no-cache", "x-shell": "1"}  # the service worker keeps this one

    async def page(name: str = "") -> HTMLResponse:
        return HTMLResponse(shell, headers=headers)

    for path in ("/", "/t/{name}", "/r/{name}", "/rules/{name}", "/learn/{name}"):
        app.get(path, include_in_schema=False, response_class=HTMLResponse)(page)
    for file in web.iterdir():
        if file.is_file() and file != index and not file.name.startswith("."):
            add_file(app, file)
    app.mount("/assets", Assets(directory=web / "assets"))


def add_file(app: FastAPI, file: Path) -> None:
    async def send() -> FileResponse:
        kind = TYPES.get(file.suffix)
        return FileResponse(file, media_type=kind, headers={"cache-control": "no-cache"})

    app.get(f"/{file.name}", include_in_schema=False, response_class=FileResponse)(send)


def add_plain(app: FastAPI) -> None:
    """A checkout whose UI was never built still serves programs, and says what to do."""

    async def page(name: str = "") -> Any:
        return HTMLResponse(pages.start(name))

    for path in ("/", "/t/{name}"):
        app.get(path, include_in_schema=False, response_class=HTMLResponse)(page)
