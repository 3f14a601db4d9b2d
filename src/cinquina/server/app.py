"""The web application: HTTP by FastAPI, the game socket beside it."""

import re
import secrets
import unicodedata
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Annotated, Any

import msgspec
import segno
from fastapi import FastAPI, Header, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from pydantic import BaseModel, ConfigDict, Field
from starlette.exceptions import HTTPException

from cinquina import __version__, games
from cinquina.bots.levels import LEVELS
from cinquina.core.errors import CinquinaError
from cinquina.core.rng import commitment
from cinquina.server import pages, seating
from cinquina.server.borders import Borders
from cinquina.server.bus import Bus, LocalBus
from cinquina.server.hub import Hub
from cinquina.server.limits import Addresses
from cinquina.server.live import Live
from cinquina.server.log import Clock, Kind
from cinquina.server.messages import NAME_LENGTH
from cinquina.server.observe import logger
from cinquina.server.refusals import Refusal
from cinquina.server.room import now
from cinquina.server.settings import Settings
from cinquina.server.sockets import Sockets
from cinquina.server.store import SqliteStore, Store, StoreLost

NEW_TABLES = (20, 0.2)  # of one address: at once, and each second
MOST_LISTED, LOOKED_AT = 50, 200
LISTED_FOR = 3 * 3_600_000  # milliseconds after somebody did something at a table
MOST_ADDRESS = 280  # characters
TOKEN = r"^[A-Za-z0-9_-]{22,64}$"
STATUS = {"no table": 404, "token": 401, "too fast": 429, "unavailable": 503, "busy": 503}


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class ClockAsked(Strict):
    """How long the table waits, in seconds; the last two in milliseconds."""

    turn: int = Field(
        default=Clock().turn, ge=0, le=86_400, description="for a decision; 0: no limit"
    )
    away: int = Field(default=Clock().away, ge=5, le=86_400, description="for who is not connected")
    lockout: int = Field(default=Clock().lockout, ge=0, le=10_000, description="after a wrong card")
    window: int = Field(
        default=Clock().window, ge=-1, le=120, description="fair window; -1: automatic"
    )


class TableAsked(Strict):
    game: str = Field(max_length=40, examples=["push"])
    players: int = Field(ge=2, le=6)
    name: str = Field(max_length=4 * NAME_LENGTH, description="of the player who opens it")
    token: str | None = Field(None, pattern=TOKEN, description="of the device, if it has one")
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=20)
    deck: dict[str, int] | None = Field(None, max_length=200, description="of one's own")
    level: str = Field("medium", description="of the bots", examples=list(LEVELS))
    public: bool = Field(False, description="shown in the lobby")
    clock: ClockAsked = ClockAsked()


class SeatAsked(Strict):
    name: str = Field(max_length=4 * NAME_LENGTH)
    token: str | None = Field(None, pattern=TOKEN)
    seat: int | None = Field(None, ge=0, le=5, description="null: any")
    program: bool = Field(False, description="a program plays, not a person")


class Seated(Strict):
    id: str
    code: str
    seat: int
    token: str = Field(description="opens the seat: keep it, and tell nobody")
    url: str


class BotAsked(Strict):
    level: str


class Listed(Strict):
    id: str
    code: str
    game: str
    players: int
    taken: int
    names: list[str]


class VerifyAsked(Strict):
    seed: str = Field(pattern=r"^[0-9]{1,90}$", description="a whole number")
    commitment: str = Field(max_length=200)


class Verified(Strict):
    matches: bool


class Problem(Strict):
    """What was wrong: `code` for programs, `text` for people."""

    code: str
    text: str


class OptionShown(Strict):
    name: str
    default: bool | int
    values: str = Field(description="what may be given, in words")
    about: str


class GameShown(Strict):
    slug: str
    name: str
    players: tuple[int, int]
    real_time: bool
    options: list[OptionShown]


Token = Annotated[str, Header(alias="X-Token", pattern=TOKEN)]


def new_token() -> str:
    return secrets.token_urlsafe(24)


def clean_name(name: str) -> str:
    """A name as it may be shown: one line, no tricks, not too long."""
    text = unicodedata.normalize("NFC", name)
    text = "".join(c for c in text if unicodedata.category(c)[0] not in "C" or c == " ")
    text = re.sub(r"\s+", " ", text).strip()[:NAME_LENGTH].strip()
    if not text:
        raise Refusal("name", "A player needs a name: at least one letter.")
    return text


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
    app.state.doors = doors
    return Borders(app, doors.sockets, settings)


def add_errors(app: FastAPI) -> None:
    """Every problem is a code and a sentence."""

    @app.exception_handler(Refusal)
    async def refused(request: Request, why: Refusal) -> JSONResponse:
        problem = {"code": why.code, "text": str(why)}
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
        return seated(request, live, seat, token)

    def seated(request: Request, live: Live, seat: int, token: str) -> Seated:
        code = live.room.opened.code
        url = doors.link(request, code)
        return Seated(id=live.id, code=code, seat=seat, token=token, url=url)

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
        return seated(request, live, seat, token)

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
        return Response(code.svg_inline(scale=8, dark="#1b1b1b", light="#fff"), media_type=SVG)


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

    @app.get("/", include_in_schema=False)
    @app.get("/t/{code}", include_in_schema=False)
    async def start(code: str = "") -> HTMLResponse:
        return HTMLResponse(pages.start(code))


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
