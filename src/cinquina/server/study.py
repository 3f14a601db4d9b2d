"""HTTP routes for who studies: games position by position, going on from one, and reviews."""

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from fastapi import FastAPI, Query, Request
from fastapi.responses import PlainTextResponse, Response
from pydantic import Field

from cinquina import rulebook
from cinquina.core.errors import CinquinaError
from cinquina.server.brain import Busy
from cinquina.server.limits import Addresses
from cinquina.server.messages import NAME_LENGTH
from cinquina.server.refusals import Refusal
from cinquina.server.reviews import as_answer
from cinquina.server.shapes import TOKEN, Seated, Strict, clean_name, new_token
from cinquina.server.steps import OPEN, Frame
from cinquina.table import Game

if TYPE_CHECKING:
    from cinquina.server.app import Doors

MOST_MOVES = 400  # of a game that is sent
MOST_FRAMES = 500  # in an answer
STUDIES = (60, 6)  # of one address: at once, and each second
JSON = "application/json"
MARKDOWN = "text/markdown; charset=utf-8"

Action = Annotated[str, Field(max_length=40)]
Place = Annotated[int, Field(ge=0, le=5)]
Move = Annotated[tuple[Place, Action], Field(strict=False)]  # JSON has lists
Eyes = Annotated[int | None, Field(ge=OPEN, le=5)]


class StudyAsked(Strict):
    """A game dealt with a seed and played so far."""

    game: str = Field(max_length=40, examples=["push"])
    players: int = Field(ge=2, le=6)
    options: dict[str, bool | int | str] = Field(default_factory=dict, max_length=20)
    deck: dict[str, int] | None = Field(None, max_length=200, description="of one's own")
    seed: str = Field(pattern=r"^[0-9]{1,90}$", description="a whole number")
    moves: list[Move] = Field(
        default_factory=list, max_length=MOST_MOVES, description="seat and action, in order"
    )
    eyes: Eyes = Field(None, description="who looks: a seat; null: who watches; -1: sees all")
    first: int = Field(0, ge=0, le=MOST_MOVES, description="the first frame that is wanted")


class Studied(Strict):
    frames: list[Frame] = Field(description="frame k is the position after k moves")


class Frames(Strict):
    room: dict[str, Any] = Field(description="`Room` in docs/protocol.md")
    of: int = Field(description="frames there are in all")
    frames: list[Frame] = Field(description=f"at most {MOST_FRAMES}: ask again with `first`")


class BranchAsked(Strict):
    move: int = Field(ge=0, le=1_000_000, description="so many moves are kept")
    seat: Place
    name: str = Field(max_length=4 * NAME_LENGTH)
    token: str | None = Field(None, pattern=TOKEN)
    level: str = Field("medium", description="of the bots")


class Judged(Strict):
    """A decision beside the one that would have been best: the same, if none was clearly better."""

    number: int = Field(description="of the move, from 1")
    player: int
    action: str
    better: str
    chance: float = Field(description="to win, with the action taken")
    best: float = Field(description="with the better one")
    cost: float
    reason: str = Field(description="for the better one")


class Standing(Strict):
    """How a player did, in chances to win."""

    accuracy: float | None = Field(description="100: always the best; null: there was no choice")
    expected: float
    result: float
    skill: float = Field(description="given away by own decisions, as a negative number")
    gifts: float = Field(description="received by what others gave away")
    luck: float


class Reviewed(Strict):
    done: int = Field(description="moves judged by now: ask again until it is `of`")
    of: int = Field(description="moves that are judged: of a long game the last 600")
    first: int = Field(description="the number of the first of them")
    curve: list[tuple[int, list[float]]] = Field(description="after so many moves: each chance")
    decisions: list[Judged]
    players: list[Standing] = Field(description="empty until all is judged")


def add_study(app: FastAPI, doors: "Doors") -> None:
    hub, asking = doors.hub, Addresses(*STUDIES)

    def limit(request: Request) -> None:
        address = request.client.host if request.client else "local"
        if doors.settings.limits and not asking.take(address):
            raise Refusal("too fast", "So many games at once? Wait a little.")

    async def shown(game: Game, eyes: int | None, **asked: Any) -> bytes:
        if eyes is not None and eyes >= game.players:
            raise Refusal("seat", f"Seats are numbered 0 to {game.players - 1}.")
        facts = {"game": game.slug, "players": game.players, "options": game.given}
        try:
            return await hub.brains.show(**facts, cards=game.cards, eyes=eyes, **asked)
        except Busy as problem:
            raise Refusal("busy", str(problem)) from None

    @app.post("/api/study", tags=["study"], response_model=Studied)
    async def study(request: Request, asked: StudyAsked) -> Response:
        """The positions of a game that is dealt with a seed and played so far."""
        limit(request)
        game = Game.of(asked.game, asked.players, asked.options, asked.deck)
        frames = await shown(
            game, asked.eyes, seed=asked.seed, moves=asked.moves, first=asked.first,
            most=MOST_FRAMES,
        )  # fmt: skip
        return Response(msgspec.json.encode({"frames": msgspec.Raw(frames)}), media_type=JSON)

    @app.get("/api/tables/{table}/frames", tags=["study"], response_model=Frames)
    async def frames(
        request: Request,
        table: str,
        eyes: Annotated[int | None, Query(ge=OPEN, le=5)] = None,
        first: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    ) -> Response:
        """The positions of a finished game."""
        limit(request)
        live = await doors.find(request, table)
        room = await live.ask(live.finished)
        assert room.table is not None
        moves = [(player, action) for player, action, _ in room.table.history]
        found = await shown(
            room.game, eyes, seed=str(room.seed), moves=moves, first=first, most=MOST_FRAMES
        )
        answer = {"room": room.facts, "of": len(moves) + 1, "frames": msgspec.Raw(found)}
        return Response(msgspec.json.encode(answer), media_type=JSON)

    @app.post("/api/tables/{table}/branch", status_code=201, tags=["study"])
    async def branch(request: Request, table: str, asked: BranchAsked) -> Seated:
        """Go on from a position of a finished game, at a new private table against bots."""
        doors.limit_new(request)
        name, token = clean_name(asked.name), asked.token or new_token()
        live = await doors.find(request, table)
        room = await live.ask(live.finished)
        other = await hub.branch(room, asked.move, asked.seat, name, token, asked.level)
        return doors.seated(request, other, asked.seat, token)

    @app.get("/api/rules/{game}/{lang}", tags=["facts"], response_class=PlainTextResponse)
    async def rules(game: str, lang: str) -> Response:
        """The rule book of a game in a language, as Markdown."""
        try:
            text = rulebook.text(game, lang)
        except CinquinaError as problem:
            raise Refusal("no rules", str(problem)) from None
        return Response(text, media_type=MARKDOWN)

    @app.get("/api/tables/{table}/review", tags=["study"], response_model=Reviewed)
    async def review(request: Request, table: str) -> Response:
        """What was good and what was not in a finished game, as far as it is judged by now."""
        live = await doors.find(request, table)
        judging = hub.reviews.of(await live.ask(live.finished))
        return Response(msgspec.json.encode(as_answer(judging)), media_type=JSON)
