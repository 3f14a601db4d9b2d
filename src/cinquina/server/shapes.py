"""What goes over HTTP, both ways, and the little that is common to its routes."""

import re
import secrets
import unicodedata
from typing import Annotated

from fastapi import Header
from pydantic import BaseModel, ConfigDict, Field

from cinquina.bots.levels import LEVELS
from cinquina.server.log import Clock
from cinquina.server.messages import NAME_LENGTH
from cinquina.server.refusals import Refusal

TOKEN = r"^[A-Za-z0-9_-]{22,64}$"


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
    why: str | None = Field(None, description="the game's key for what its rules forbid")
    facts: dict[str, int | str] | None = Field(None, description="to `why`")


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
