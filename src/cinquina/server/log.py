"""What happens at a table, as it is stored: a table is the fold of its log.

Entries are told to nobody before they are durable. They hold what is secret (the seed, the hashes
of tokens); what a viewer is told of them is made in `room`.
"""

import hashlib
from functools import lru_cache
from typing import Literal

import msgspec

Kind = Literal["person", "bot", "program"]
By = Literal["player", "bot"]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a table waits. In seconds, but for the last two: milliseconds."""

    turn: int = 90  # for a decision, then a bot makes it; 0: no limit
    away: int = 30  # for somebody whose connection is gone, then a bot takes the seat
    lockout: int = 800  # without turns: how long a wrong card keeps its player from playing
    window: int = -1  # without turns: the fair window; -1: by the delays at the table, 0: none


class Entry(msgspec.Struct, frozen=True, tag_field="kind"):
    at: int  # milliseconds since 1970


class Opened(Entry, frozen=True, tag="opened"):
    """Always the first."""

    game: str
    players: int
    options: dict[str, bool | int | str]
    cards: dict[str, int] | None
    rules: int  # the version of the rules it is dealt with
    seed: str  # hexadecimal, secret until the game is over
    level: str  # of the bots that fill empty seats, or stand in
    public: bool
    clock: Clock
    code: str
    played: list[tuple[int, str, int]] = []  # seat, action, ms: where another game is gone on with


class Sat(Entry, frozen=True, tag="sat"):
    seat: int
    name: str
    who: Kind
    token: str = ""  # hashed; bots have none
    level: str = ""  # of a bot
    cid: str = ""


class Stood(Entry, frozen=True, tag="stood"):
    """Left a seat. In a running game a bot has it from now on."""

    seat: int
    cid: str = ""


class Started(Entry, frozen=True, tag="started"):
    cid: str = ""
    seat: int = -1  # whose command it was


class Moved(Entry, frozen=True, tag="moved"):
    seat: int
    action: str
    ms: int  # on the table's clock
    by: By
    cid: str = ""
    # Without turns: the version that the player saw, the delay measured for the player and the
    # fair window that was in force, in milliseconds.
    saw: int = 0
    delay: int = 0
    window: int = 0
    made: int = 0  # the time that counts: of arrival, less the round trip that is made up for


class Away(Entry, frozen=True, tag="away"):
    """A bot stands in, until its player is back."""

    seat: int
    why: Literal["connection", "clock"]


class Back(Entry, frozen=True, tag="back"):
    seat: int


class Ended(Entry, frozen=True, tag="ended"):
    """Broken off without a result."""

    why: Literal["rules"]


class Forgot(Entry, frozen=True, tag="forgot"):
    """A player's name was taken out of the log."""

    seat: int  # -1: of somebody who had left


class Again(Entry, frozen=True, tag="again"):
    """A rematch is open at another table."""

    table: str
    code: str
    cid: str = ""
    seat: int = -1  # whose command it was


AnyEntry = Opened | Sat | Stood | Started | Moved | Away | Back | Ended | Forgot | Again

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(AnyEntry)


def encode(entry: AnyEntry) -> bytes:
    return _encoder.encode(entry)


def decode(body: bytes) -> AnyEntry:
    return _decoder.decode(body)  # type: ignore[no-any-return]


@lru_cache(8192)  # each command asks for it
def hashed(table: str, token: str) -> str:
    """What is kept of a token. With the table in it, so that nobody can be followed about."""
    return hashlib.sha256(f"{table} {token}".encode()).hexdigest()
