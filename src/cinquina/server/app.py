"""The web application: HTTP by FastAPI, the game socket beside it."""

import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import msgspec
import segno
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from cinquina import __version__, games
from cinquina.bots.levels import LEVELS
from cinquina.core.errors import CinquinaError
from cinquina.core.rng import commitment
from cinquina.server import pages, seating, study
from cinquina.server.borders import Borders
from cinquina.server.bus import Bus, LocalBus
from cinquina.server.hub import Hub
from cinquina.server.limits import Addresses
from cinquina.server.live import Live
from cinquina.server.log import Clock, Kind
from cinquina.server.observe import logger
from cinquina.server.refusals import Refusal
from cinquina.server.room import now
from cinquina.server.settings import Settings
from cinquina.server.shapes import (
    BotAsked,
    GameShown,
    Listed,
    OptionShown,
    Problem,
    SeatAsked,
    Seated,
    TableAsked,
    Token,
    Verified,
    VerifyAsked,
    clean_name,
    new_token,
)
from cinquina.server.sockets import Sockets
from cinquina.server.store import SqliteStore, Store, StoreLost
from cinquina.server.web import add_web

NEW_TABLES = (20, 0.2)  # of one address: at once, and each second
MOST_LISTED, LOOKED_AT = 50, 200
LISTED_FOR = 3 * 3_600_000  # milliseconds after somebody did something at a table
MOST_ADDRESS = 280  # characters
STATUS = {
    "no table": 404, "no rules": 404, "token": 401, "illegal": 400, "too fast": 429,
    "unavailable": 503, "busy": 503,
}  # fmt: skip


class Doors:
    """What the routes need: the hub, the limits, the address of the server."""

    def __init__(self, settings: Settings, hub: Hub) -> None:
        self.settings, self.hub = settings, hub
        self.sockets = Sockets(hub)
        self._creating = Addresses(*NEW_TABLES)

    def limit_new(self, request: Request) -> None:
        if self.settings.limits and not self._creating.take(address_of(request)):
            raise Refusal("too fast", "So many new tables? Wait a little.")

    async def find(self, request: Request, name: str) -> Live:
        return await self.sockets.find(address_of(request), name)

    def link(self, request: Request, code: str) -> str:
        base = self.settings.public_url or str(request.base_url).rstrip("/")
        if len(base) > MOST_ADDRESS:
            raise CinquinaError("The host of this request is too long.")
        return f"{base}/t/{code}"

    def seated(self, request: Request, live: Live, seat: int, token: str) -> Seated:
        code = live.room.opened.code
        url = self.link(request, code)
        return Seated(id=live.id, code=code, seat=seat, token=token, url=url)


def address_of(request: Request) -> str:
    return request.client.host if request.client else "local"


def make_hub(settings: Settings) -> Hub:
    store: Store
    bus: Bus = LocalBus()
    if settings.database:
        try:
            from cinquina.server.postgres import PostgresStore
        except ModuleNotFoundError:
            raise CinquinaError(
                "PostgreSQL needs a driver: pip install 'cinquina[scale]'."
            ) from None

        store = PostgresStore(settings.database)
    else:
        store = SqliteStore(str(settings.data))
    if settings.redis:
        from cinquina.server.bus import RedisBus

        bus = RedisBus(settings.redis)
    return Hub(settings, store, bus)


def create_app(settings: Settings) -> Any:
    """The whole application, as ASGI."""
    hub = make_hub(settings)
    doors = Doors(settings, hub)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await hub.open()
        doors.sockets.open()
        yield
        await doors.sockets.close()
        await hub.close()

    app = FastAPI(
        title="Cinquina",
        version=__version__,
        summary="Five number card games at one table",
        lifespan=lifespan,
        docs_url=None,  # pages.docs needs nothing from elsewhere
        redoc_url=None,
        responses={"4XX": {"model": Problem, "description": "Nothing was changed"}},
    )
    add_errors(app)
    add_tables(app, doors)
    add_facts(app, doors)
    study.add_study(app, doors)
    add_web(app)
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.state.doors = doors
    return Borders(app, doors.sockets, settings)


def add_errors(app: FastAPI) -> None:
    """Every problem is a code and a sentence."""

    @app.exception_handler(Refusal)
    async def refused(request: Request, why: Refusal) -> JSONResponse:
        problem: dict[str, Any] = {"code": why.code, "text": str(why)}
        if why.why[0]:
            problem |= {"why": why.why[0], "facts": why.why[1]}
        return JSONResponse(problem, STATUS.get(why.code, 409))

    @app.exception_handler(CinquinaError)
    async def invalid(request: Request, why: CinquinaError) -> JSONResponse:
        return JSONResponse({"code": "invalid", "text": str(why)}, 400)

    @app.exception_handler(StoreLost)
    async def unavailable(request: Request, why: StoreLost) -> JSONResponse:
        text = "The server can't reach its database now. Try again in a moment."
        return JSONResponse({"code": "unavailable", "text": text}, 503)

    @app.exception_handler(RequestValidationError)
    async def malformed(request: Request, why: RequestValidationError) -> JSONResponse:
        first = why.errors()[0]
        where = ".".join(str(part) for part in first["loc"] if part != "body") or "The request"
        return JSONResponse({"code": "malformed", "text": f"{where}: {first['msg']}."}, 422)

    @app.exception_handler(HTTPException)
    async def other(request: Request, why: HTTPException) -> JSONResponse:
        text = f"{why.detail}: there is nothing at this address." if why.status_code == 404 else ""
        problem = {"code": "http", "text": text or f"{why.detail}."}
        return JSONResponse(problem, why.status_code, why.headers)

    @app.exception_handler(Exception)
    async def broken(request: Request, why: Exception) -> JSONResponse:
        logger.error("request failed", path=request.url.path, problem=type(why).__name__)
        problem = {"code": "broken", "text": "The server made a mistake. Nothing was changed."}
        return JSONResponse(problem, 500)


def add_tables(app: FastAPI, doors: Doors) -> None:
    hub = doors.hub

    @app.post("/api/tables", status_code=201, tags=["tables"])
    async def open_table(request: Request, asked: TableAsked) -> Seated:
        """Open a table and take its first seat."""
        doors.limit_new(request)
        name, token = clean_name(asked.name), asked.token or new_token()
        clock = Clock(**asked.clock.model_dump())
        live = await hub.create(
            asked.game, asked.players, asked.options, asked.deck, asked.level, asked.public, clock
        )
        seat = await live.ask(partial(seating.sit, live, name, "person", token, 0))
        return doors.seated(request, live, seat, token)

    @app.get("/api/tables", tags=["tables"])
    async def list_tables() -> list[Listed]:
        """Public tables that wait for players."""
        found: list[Listed] = []
        for row in await hub.store.listed(LOOKED_AT):
            if row.touched < now() - LISTED_FOR or len(found) == MOST_LISTED:
                break
            try:
                live = await hub.load(row.id)
                facts = await live.ask(live.facts)
            except (CinquinaError, Refusal):  # one that can't be read hides no other
                continue
            names = [seat.name for seat in facts.seats if seat.who == "person"]
            taken = sum(seat.who is not None for seat in facts.seats)
            if facts.status == "waiting" and names and taken < facts.players:
                found.append(
                    Listed(
                        id=row.id,
                        code=row.code,
                        game=row.game,
                        players=facts.players,
                        taken=taken,
                        names=names,
                    )
                )
        return found

    @app.get("/api/tables/{table}", tags=["tables"])
    async def show_table(request: Request, table: str) -> Response:
        """What everybody may know of a table: `Room` in docs/protocol.md."""
        live = await doors.find(request, table)
        facts = await live.ask(live.facts)
        return Response(msgspec.json.encode(facts), media_type="application/json")

    @app.post("/api/tables/{table}/seats", status_code=201, tags=["tables"])
    async def take_seat(request: Request, table: str, asked: SeatAsked) -> Seated:
        """Take a seat, or come back to one's own with the same token."""
        live = await doors.find(request, table)
        name, token = clean_name(asked.name), asked.token or new_token()
        who: Kind = "program" if asked.program else "person"
        seat = await live.ask(partial(seating.sit, live, name, who, token, asked.seat))
        return doors.seated(request, live, seat, token)

    @app.put("/api/tables/{table}/seats/{seat}/bot", status_code=204, tags=["tables"])
    async def seat_bot(
        request: Request, table: str, seat: int, asked: BotAsked, token: Token
    ) -> None:
        """Put a bot of some level on a free seat."""
        if asked.level not in LEVELS:
            raise CinquinaError(f"Bots play as {', '.join(LEVELS)}.")
        live = await doors.find(request, table)
        await live.ask(partial(seating.seat_bot, live, token, seat, asked.level))

    @app.delete("/api/tables/{table}/seats/{seat}/bot", status_code=204, tags=["tables"])
    async def remove_bot(request: Request, table: str, seat: int, token: Token) -> None:
        """Take a bot from its seat."""
        live = await doors.find(request, table)
        await live.ask(partial(seating.seat_bot, live, token, seat, None))

    @app.delete("/api/tables/{table}/name", status_code=204, tags=["tables"])
    async def forget_name(request: Request, table: str, token: Token) -> None:
        """Remove one's name from a table and its replay, for good."""
        live = await doors.find(request, table)
        await live.ask(partial(seating.forget, live, token))

    @app.get("/api/tables/{table}/replay", tags=["tables"], response_class=PlainTextResponse)
    async def replay(request: Request, table: str) -> str:
        """The whole game, once it is over: the text that `cinquina replay` reads."""
        live = await doors.find(request, table)
        return await live.ask(live.replay)

    @app.get("/api/tables/{table}/qr.svg", tags=["tables"], response_class=Response)
    async def qr_code(request: Request, table: str) -> Response:
        """The link to a table, for phones."""
        live = await doors.find(request, table)
        code = segno.make(doors.link(request, live.room.opened.code), micro=False)
        picture = io.BytesIO()  # a file of its own, not a part of a page
        code.save(picture, "svg", scale=8, dark="#1b1b1b", light="#fff")
        return Response(picture.getvalue(), media_type=SVG)


SVG = "image/svg+xml"


def add_facts(app: FastAPI, doors: Doors) -> None:
    shown = [shown_game(slug) for slug in games.slugs()]

    @app.get("/api/games", tags=["facts"])
    async def list_games() -> list[GameShown]:
        """The games, and what can be set in each."""
        return shown

    @app.post("/api/verify", tags=["facts"])
    async def verify(asked: VerifyAsked) -> Verified:
        """Is this the seed that was announced by its hash before the game?"""
        return Verified(matches=commitment(int(asked.seed)) == asked.commitment)

    @app.get("/health", tags=["operations"])
    async def health() -> dict[str, Any]:
        """Is the server able to store and serve?"""
        await doors.hub.store.playing(1 << 60)
        return {
            "ok": True,
            "version": __version__,
            "worker": doors.hub.bus.worker,
            "tables": len(doors.hub.tables),
            "sockets": len(doors.sockets.connections),
        }

    @app.get("/metrics", include_in_schema=False)
    async def metrics() -> Response:
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    @app.get("/docs", include_in_schema=False)
    async def docs() -> HTMLResponse:
        return HTMLResponse(pages.docs(app.openapi()))


def shown_game(slug: str) -> GameShown:
    rules = games.load(slug)
    return GameShown(
        slug=slug,
        name=rules.NAME,
        players=(rules.MIN_PLAYERS, rules.MAX_PLAYERS),
        real_time=bool(getattr(rules, "REAL_TIME", False)),
        options=[
            OptionShown(name=o.name, default=o.default, values=o.values, about=o.help)
            for o in rules.OPTIONS
        ],
    )
