"""What goes over the socket, both ways: docs/protocol.md and the UI's types are made from here.

Text frames of JSON, one message each, told apart by `t`. Whatever is not exactly one of the
`Command` types is refused.
"""

from typing import Annotated, Any, Literal, get_args

import msgspec

from cinquina.server.log import By, Clock, Kind

NAME_LENGTH = 24
ID_LENGTH = 40
EmoteName = Literal[
    "hello", "well played", "oops", "thinking", "hurry", "thanks", "wow", "good game"
]
EMOTES: tuple[EmoteName, ...] = get_args(EmoteName)
Number = Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)]  # as large as JavaScript can count


class Message(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    pass


# --- From a client ----------------------------------------------------------------------------


class Hello(Message, frozen=True, tag="hello"):
    """The first message. Without a token one watches. `after` is the version that one has."""

    table: str  # id or code
    token: str = ""
    after: Number = 0
    aids: bool = False  # to be told `aids` with each view


class Play(Message, frozen=True, tag="play"):
    """An action, seen on version `v`. The same `id` again is answered, not done again."""

    id: str
    v: Number
    action: str


class Start(Message, frozen=True, tag="start"):
    """Begin the game; bots take the empty seats."""

    id: str


class Leave(Message, frozen=True, tag="leave"):
    """Give up the seat for good. In a running game a bot has it from now on."""

    id: str


class Rematch(Message, frozen=True, tag="rematch"):
    """Open another table for the same players, with the same rules."""

    id: str


class ComeBack(Message, frozen=True, tag="back"):
    """Take the seat back from the bot that stands in; a decision that is overdue it makes first."""

    id: str


class AskHint(Message, frozen=True, tag="hint"):
    """What would be best now?"""

    id: str
    v: Number


class SendEmote(Message, frozen=True, tag="emote"):
    """Say something to everybody at the table, at most once in two seconds. It is not stored."""

    id: str
    emote: EmoteName


class Pong(Message, frozen=True, tag="pong"):
    """The answer to `ping`, at once."""

    n: Number


Command = Play | Start | Leave | Rematch | ComeBack | AskHint | SendEmote
FromClient = Hello | Command | Pong


# --- From the server --------------------------------------------------------------------------


class Seat(msgspec.Struct, frozen=True):
    """Who sits where; `who` is null while the seat is free."""

    who: Kind | None
    name: str
    level: str  # of a bot
    away: bool  # a bot stands in


class Room(msgspec.Struct, frozen=True):
    """What everybody may know of a table, apart from the cards."""

    id: str
    code: str
    game: str
    players: int
    options: dict[str, bool | int | str]
    deck: dict[str, int] | None  # of one's own; null is the game's
    rules: int
    level: str
    public: bool
    clock: Clock
    real_time: bool
    status: Literal["waiting", "playing", "over", "ended"]
    seats: list[Seat]
    commitment: str  # the hash of the seed
    seed: str | None  # as soon as the game is over
    places: list[int] | None  # of the seats, then too; who is equal by the rules shares one
    ended: str | None  # why it was broken off
    rematch: str | None  # the code of another table


class What(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What happened, by its kind."""

    kind: Literal[
        "opened", "sat", "stood", "started", "moved", "away", "back", "ended", "forgot", "again"
    ]
    at: int
    seat: int = -1
    action: str = ""
    ms: int = 0  # of a move, on the table's clock
    by: By = "player"
    events: list[dict[str, Any]] = []
    delay: int = 0
    window: int = 0


class Happened(Message, frozen=True, tag="event", omit_defaults=True):
    """Something happened: this is version `v`. `room` is there if it changed.

    `view`, `legal` and `aids` are the receiver's own, now; of several events that are sent again
    after a reconnection only the last one has them."""

    v: int
    what: What
    room: Room | None = None
    view: dict[str, Any] | None = None
    legal: list[str] | None = None
    left: int | None = None  # milliseconds left to decide
    go: int | None = None  # milliseconds until "go", without turns
    aids: dict[str, Any] | None = None  # for who asked: see *Aids and reasons*


class Snapshot(Message, frozen=True, tag="snapshot", omit_defaults=True):
    """All that one may know, at version `v`. Replaces everything that one had."""

    v: int
    seat: int | None  # one's own; null for who watches
    room: Room
    view: dict[str, Any] | None  # null until the game starts
    legal: list[str]
    history: list[What]  # moves
    left: int | None
    go: int | None
    aids: dict[str, Any] | None = None  # for who asked, if there is a view


class Done(Message, frozen=True, tag="ack"):
    """Command `id` is stored, as version `v`."""

    id: str
    v: int


class Refused(Message, frozen=True, tag="refused"):
    """Command `id` changed nothing. `code` is for programs, `text` for people.

    `late`: without turns, by how many milliseconds somebody else was faster. Of what is `illegal`
    or `wrong`, `why` is the game's key for the reason, with its `facts`."""

    id: str
    code: str
    text: str
    v: int
    late: int = 0
    why: str = ""
    facts: dict[str, int | str] = {}


class Choice(msgspec.Struct, frozen=True):
    action: str
    chance: float  # to win
    error: float  # standard error of that


class Hint(Message, frozen=True, tag="hint"):
    id: str
    v: int
    action: str
    reason: str
    choices: list[Choice]


class Presence(Message, frozen=True, tag="presence"):
    """Who is connected, and the delay measured for each seat (-1: none). It has no version."""

    here: list[bool]
    delays: list[int]
    watching: int
    window: int  # the fair window now in force, in milliseconds
    gone: list[int] = []  # for how many milliseconds each seat's player has been away; 0: not


class Emote(Message, frozen=True, tag="emote"):
    """A player says something. It has no version, and who comes later does not hear of it."""

    seat: int
    emote: EmoteName


class Warn(Message, frozen=True, tag="warning"):
    """So much is left before a bot decides for a seat."""

    seat: int
    left: int


class Ping(Message, frozen=True, tag="ping"):
    """Are you there? `v` is the version now: who has less, and nothing on the way, missed some."""

    n: int
    v: int


class Bye(Message, frozen=True, tag="bye"):
    """The server closes this connection; `retry` says whether to come back."""

    code: str
    text: str
    retry: bool


FromServer = Happened | Snapshot | Done | Refused | Hint | Presence | Emote | Warn | Ping | Bye

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(FromClient)


def encode(message: FromServer) -> bytes:
    return _encoder.encode(message)


def decode(text: str | bytes) -> FromClient:
    """The message of a client; msgspec.DecodeError or ValidationError if it is none."""
    return _decoder.decode(text)  # type: ignore[no-any-return]
