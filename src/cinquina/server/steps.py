"""A game position by position, as somebody's eyes may see it. Made by a brain, sent as it is."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cinquina.core.errors import CinquinaError, IllegalAction
from cinquina.core.text import NO_ACTION, Why
from cinquina.table import Game, Table

OPEN = -1  # eyes that see everything


@dataclass(frozen=True)
class Frame:
    """The position after a move; of the first one, as dealt, `seat` is null and `action` empty."""

    seat: int | None
    action: str
    events: list[dict[str, Any]]
    view: dict[str, Any]  # of the eyes; of -1 the full state
    legal: list[str]  # of the eyes' seat
    aids: dict[str, Any]


class Forbidden(CinquinaError):
    """A move is not legal; `why` says why not."""

    def __init__(self, text: str, why: Why) -> None:
        super().__init__(text)
        self.why = why


def frames(
    game: Game, seed: int, moves: Iterable[tuple[int, str]], eyes: int | None, first: int, most: int
) -> list[Frame]:
    """At most so many frames of a game, from number `first` on; number 0 is as dealt."""
    table = game.deal(seed)
    found = [frame(table, eyes, None, "", [])] if first == 0 else []
    for number, (seat, action) in enumerate(moves, 1):
        try:
            events = table.play(seat, action)
        except IllegalAction as problem:
            why = table.why_not(seat, action) if seat < game.players else NO_ACTION
            raise Forbidden(f"Move {number}: {problem}", why) from None
        if number >= first and len(found) < most:
            found.append(frame(table, eyes, seat, action, events))
    return found


def frame(
    table: Table, eyes: int | None, seat: int | None, action: str, events: list[dict[str, Any]]
) -> Frame:
    sees = None if eyes == OPEN else eyes
    view = table.state() if eyes == OPEN else table.view(sees)
    legal = [] if sees is None else table.legal(sees)
    return Frame(seat, action, events, view, legal, table.game.aids(view, sees))
