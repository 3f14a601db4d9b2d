"""The pages of the browser UI: files that `pip install` built from ui/, or a word on how to."""

import gzip
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Header, HTTPException
from fastapi.responses import FileResponse, HTMLResponse, Response

from cinquina.server import pages

WEB = Path(str(files("cinquina"))) / "_web"
FOREVER = "public, max-age=31536000, immutable"
TYPES = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}


class Asset:
    """A file whose name changes with what is in it: to be kept for ever, by us as well."""

    def __init__(self, file: Path) -> None:
        self.body = file.read_bytes()
        packed = gzip.compress(self.body, 9)
        self.packed = packed if len(packed) < len(self.body) else None
        self.kind = TYPES.get(file.suffix) or guess_type(file.name)[0] or "text/plain"

    def answer(self, accepted: str) -> Response:
        headers = {"cache-control": FOREVER, "vary": "accept-encoding"}
        if self.packed is None or "gzip" not in accepted:
            return Response(self.body, media_type=self.kind, headers=headers)
        headers["content-encoding"] = "gzip"
        return Response(self.packed, media_type=self.kind, headers=headers)


def add_web(app: FastAPI, web: Path = WEB) -> None:
    """Serve the UI. Every page is the same file: its script reads the address."""
    index = web / "index.html"
    if not index.is_file():
        add_plain(app)
        return
    shell = index.read_text(encoding="utf-8")
    headers = {"cache-control": "no-cache"}

    async def page(name: str = "") -> HTMLResponse:
        return HTMLResponse(shell, headers=headers)

    table = shell.replace("</head>", ahead(web) + "</head>")

    async def table_page(name: str) -> HTMLResponse:
        return HTMLResponse(table, headers=headers)

    for path in ("/", "/r/{name}", "/rules/{name}", "/learn/{name}"):
        app.get(path, include_in_schema=False, response_class=HTMLResponse)(page)
    app.get("/t/{name}", include_in_schema=False, response_class=HTMLResponse)(table_page)
    for file in web.iterdir():
        if file.is_file() and file != index and not file.name.startswith("."):
            add_file(app, file)
    assets = {file.name: Asset(file) for file in (web / "assets").iterdir()}

    @app.get("/assets/{name}", include_in_schema=False)
    async def asset(name: str, accept_encoding: Annotated[str, Header()] = "") -> Response:
        if name not in assets:
            raise HTTPException(404, "Not Found")
        return assets[name].answer(accept_encoding)


def ahead(web: Path) -> str:
    """The scripts of a table, to be fetched while the first script is still being read."""
    scripts = sorted(web.glob("assets/[Tt]able-*.js"))
    return "".join(
        f'<link rel="modulepreload" crossorigin href="/assets/{file.name}">' for file in scripts
    )


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
