"""A table as the fold of its log, and what each viewer may know of it. No input or output here.

`view` of the game's table is the only door to cards: whatever a viewer is sent of them comes
from there. What everybody may know of seats and options is in `facts`.
"""

import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal

from cinquina.core.errors import CinquinaError
from cinquina.core.rng import commitment
from cinquina.core.text import NO_ACTION, Why
from cinquina.server import messages
from cinquina.server.log import (
    Again,
    AnyEntry,
    Away,
    Back,
    Ended,
    Forgot,
    Kind,
    Moved,
    Opened,
    Sat,
    Started,
    Stood,
    hashed,
)
from cinquina.server.messages import What
from cinquina.server.store import OVER, PLAYING, WAITING
from cinquina.table import Game, Table

COUNTDOWN = 3000  # milliseconds before "go", without turns
Status = Literal["waiting", "playing", "over", "ended"]
NOTHING: list[dict[str, Any]] = []  # one for all: what is kept of a move is to be small
EARLIER = 16  # positions kept, without turns, to tell who was late from who was wrong


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Seat:
    """A seat of a room."""

    def __init__(self) -> None:
        self.who: Kind | None = None
        self.name = ""
        self.level = ""
        self.token = ""  # hashed
        self.seq = 0  # of the entry in which its player sat down
        self.away = False
        self.overdue = 0  # away because time was up: for the decision on this version

    @property
    def played_by_bot(self) -> bool:
        return self.who == "bot" or self.away


class Room:
    """One table. `version` is the seq of the last entry of its log."""

    def __init__(self, id: str, opened: Opened) -> None:
        self.id, self.opened = id, opened
        self.game = Game.of(opened.game, opened.players, opened.options, opened.cards)
        self.seed = int(opened.seed, 16)
        self.commitment = commitment(self.seed)
        self.seats = [Seat() for _ in range(opened.players)]
        self.table: Table | None = None
        self.status: Status = "waiting"
        self.version = 1
        self.changed = 1  # the version in which the cards last changed
        self.changed_at = opened.at
        self.started_at = 0
        self.ended: str | None = None
        self.rematch: str | None = None
        self.history = [What("opened", opened.at)]  # of version 1, 2, …
        self.before: list[What] = []  # moves of the game that is gone on with
        self._earlier: deque[tuple[int, Table]] = deque(maxlen=EARLIER)  # since which version
        self._made: dict[int, int] = {}  # without turns: the time that counts of each version
        self._done: dict[str, int] = {}  # token and id of a command: its version
        self._former: set[str] = set()  # tokens, hashed, of those who left
        self._facts: messages.Room | None = None
        self._views: dict[int | None, dict[str, Any]] = {}  # of version `_viewed`
        self._viewed = 0
        self._actors: tuple[int, ...] = ()  # of version `_asked`
        self._asked = 0

    # --- The fold ---

    def fold(self, entry: AnyEntry) -> What:
        """Take in the next entry of the log."""
        seat, cid = getattr(entry, "seat", -1), getattr(entry, "cid", "")
        token = self.seats[seat].token if seat >= 0 else ""  # before: who leaves has none after
        what = self._take_in(entry)
        self.status = self._status_now()
        self.version += 1
        if cid:
            self._done[f"{token} {cid}"] = self.version
        if not isinstance(entry, Moved) or self.status == "over":
            self._facts = None
        if isinstance(entry, Moved | Started):
            self.changed, self.changed_at = self.version, entry.at
        self.history.append(what)
        return what

    def _take_in(self, entry: AnyEntry) -> What:
        if isinstance(entry, Moved):
            assert self.table is not None
            before = self.table.copy() if self.game.real_time else None
            events = self.table.play(entry.seat, entry.action, entry.ms)
            if before:
                self._earlier.append((self.changed, before))
                self._made[self.version + 1] = entry.made or entry.at
            return What(
                "moved", entry.at, entry.seat, entry.action, entry.ms, entry.by,
                events or NOTHING, entry.delay, entry.window,
            )  # fmt: skip
        if isinstance(entry, Sat):
            seat = self.seats[entry.seat] = Seat()
            seat.who, seat.name, seat.level, seat.token = (
                entry.who, entry.name, entry.level, entry.token,
            )  # fmt: skip
            seat.seq = self.version + 1
            return What("sat", entry.at, entry.seat)
        if isinstance(entry, Stood):
            self._former.add(self.seats[entry.seat].token)
            if self.table is None:
                self.seats[entry.seat] = Seat()
            else:
                self._seat_bot(entry.seat)
            return What("stood", entry.at, entry.seat)
        if isinstance(entry, Started):
            for number, seat in enumerate(self.seats):
                if seat.who is None:
                    self._seat_bot(number)
            self.table = self.game.deal(self.seed)
            self.started_at = entry.at
            self.before = [
                What("moved", entry.at, seat, action, ms, events=self.table.play(seat, action, ms))
                for seat, action, ms in self.opened.played
            ]
            return What("started", entry.at)
        if isinstance(entry, Away | Back):
            seat = self.seats[entry.seat]
            seat.away = isinstance(entry, Away)
            seat.overdue = self.changed if getattr(entry, "why", "") == "clock" else 0
            return What("away" if isinstance(entry, Away) else "back", entry.at, entry.seat)
        if isinstance(entry, Ended):
            self.ended = entry.why
            return What("ended", entry.at)
        if isinstance(entry, Forgot):
            if entry.seat >= 0:
                self.seats[entry.seat].name = ""
            return What("forgot", entry.at, entry.seat)
        if isinstance(entry, Again):
            self.rematch = entry.code
            return What("again", entry.at)
        raise CinquinaError("A table is opened once.")

    def skip(self) -> None:
        """Leave out an entry that only other rules understand."""
        self.version += 1
        self.history.append(self.history[0])

    def _seat_bot(self, number: int) -> None:
        seat = self.seats[number] = Seat()
        seat.who, seat.level = "bot", self.opened.level

    # --- What is known of it ---

    @property
    def outdated(self) -> bool:
        """Was it dealt under other rules than today's? Then it can't go on."""
        return bool(self.opened.rules != self.game.rules.VERSION)

    def _status_now(self) -> Status:
        if self.ended:
            return "ended"
        if self.table is None:
            return "waiting"
        return "over" if self.table.over else "playing"

    @property
    def stored_status(self) -> int:
        return {"waiting": WAITING, "playing": PLAYING}.get(self.status, OVER)

    @property
    def go_at(self) -> int:
        """When the clock of the game begins."""
        return self.started_at + (COUNTDOWN if self.game.real_time else 0)

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        if self.ended or self.table is None:
            return ()
        if self._asked != self.changed:
            self._asked, self._actors = self.changed, self.table.to_act
        return self._actors

    def seat_of(self, token: str) -> int | None:
        """The seat that a token opens."""
        kept = hashed(self.id, token)
        for number, seat in enumerate(self.seats):
            if seat.token and seat.token == kept:
                return number
        return None

    def free_seat(self) -> int | None:
        return next((n for n, seat in enumerate(self.seats) if seat.who is None), None)

    def was_here(self, token: str) -> bool:
        """Did this token open a seat that was left?"""
        return hashed(self.id, token) in self._former

    def done(self, token: str, cid: str) -> int | None:
        """The version that a command made, if it was done before."""
        return self._done.get(f"{hashed(self.id, token)} {cid}")

    def late_since(self, saw: int, seat: int, action: str) -> int | None:
        """When an action that was legal on version `saw` ceased to be; None if it was not legal.

        On a version too old to be remembered nothing was: else who names one could try all cards.
        """
        seen = [table for since, table in self._earlier if since <= saw]
        if not seen or saw >= self.changed or action not in seen[-1].legal(seat):
            return None
        later = [(since, table) for since, table in self._earlier if since > saw]
        gone = [since for since, table in later if action not in table.legal(seat)]
        return self._made[gone[0] if gone else self.changed]

    def clock_ms(self, at: int) -> int:
        """The time on the table's clock: it never goes back."""
        last = self.table.history[-1][2] or 0 if self.table and self.table.history else 0
        begin = self.before[-1].ms if self.before else 0
        return max(last, begin + at - self.go_at)

    @property
    def facts(self) -> messages.Room:
        """What everybody may know of it apart from the cards."""
        if self._facts is None:
            opened, over = self.opened, self.status in ("over", "ended")
            self._facts = messages.Room(
                id=self.id,
                code=opened.code,
                game=opened.game,
                players=opened.players,
                options=self.game.options,
                deck=opened.cards,
                rules=opened.rules,
                level=opened.level,
                public=opened.public,
                clock=opened.clock,
                real_time=self.game.real_time,
                status=self.status,
                seats=[messages.Seat(s.who, s.name, s.level, s.away) for s in self.seats],
                commitment=self.commitment,
                seed=str(self.seed) if over else None,
                places=self.table.places if over and self.table else None,
                ended=self.ended,
                rematch=self.rematch,
            )
        return self._facts

    def view(self, seat: int | None) -> dict[str, Any] | None:
        """What a seat (None: who watches) may know of the cards."""
        if self.table is None:
            return None
        if self._viewed != self.changed:
            self._views = dict(enumerate(self.table.views(range(len(self.seats)))))
            self._viewed = self.changed
        if seat not in self._views:
            self._views[seat] = self.table.view(seat)
        return self._views[seat]

    def legal(self, seat: int | None) -> list[str]:
        if seat is None or self.table is None or seat not in self.to_act:
            return []
        return self.table.legal(seat)

    def position(self, table: Table) -> dict[str, Any]:
        """A position of this game, for a process that thinks."""
        opened = self.opened
        return {
            "game": opened.game,
            "players": opened.players,
            "options": opened.options,
            "cards": opened.cards,
            "state": table.state_bytes(),
        }

    def aids(self, seat: int | None) -> dict[str, Any] | None:
        """What a good table tells a seat besides the cards."""
        view = self.view(seat)
        return None if view is None else self.game.aids(view, seat)

    def why_not(self, seat: int, action: str) -> Why:
        """Why an action is not legal, as far as the seat may know."""
        view = self.view(seat)
        return NO_ACTION if view is None else self.game.why_not(view, seat, action)

    def snapshot(
        self, seat: int | None, left: int | None, go: int | None, aids: bool = False
    ) -> messages.Snapshot:
        """All that a seat (None: who watches) may know; with `aids` for who asked for them."""
        return messages.Snapshot(
            v=self.version,
            seat=seat,
            room=self.facts,
            view=self.view(seat),
            legal=self.legal(seat),
            history=[*self.before, *(what for what in self.history if what.kind == "moved")],
            left=left,
            go=go,
            aids=self.aids(seat) if aids else None,
        )

    def happened(
        self,
        version: int,
        seat: int | None,
        left: int | None,
        go: int | None,
        facts: bool = False,
        aids: bool = False,
    ) -> messages.Happened:
        """The newest event or an older one, as a seat is told; with `facts` even if unchanged."""
        what, last = self.history[version - 1], version == self.version
        facts = facts or what.kind != "moved" or self.status == "over"
        playing = last and self.table is not None
        return messages.Happened(
            v=version,
            what=what,
            room=self.facts if last and facts else None,
            view=self.view(seat) if playing else None,
            legal=self.legal(seat) if playing else None,
            left=left if last else None,
            go=go if last else None,
            aids=self.aids(seat) if playing and aids else None,
        )


def rebuild(id: str, entries: Sequence[AnyEntry]) -> Room:
    """The room that a log tells of.

    Of a game dealt under other rules the moves are left out: only a finished one that comes out
    the same stays as it is."""
    if not entries or not isinstance(entries[0], Opened):
        raise CinquinaError("A log begins with the opening of a table.")
    room = Room(id, entries[0])
    if room.outdated:
        with suppress(CinquinaError):
            for entry in entries[1:]:
                room.fold(entry)
            if room.status == "over":
                return room
        room = Room(id, entries[0])
    for entry in entries[1:]:
        if room.outdated and isinstance(entry, Started | Moved):
            room.skip()
        else:
            room.fold(entry)
    return room
