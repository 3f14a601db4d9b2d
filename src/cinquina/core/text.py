"""Positions in words: lists of cards, and what a viewer may see of them.

A game writes its position once, in `show`, through a `Sight`; the full state and every seat's view
come from that one function, so a view has no second door.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from cinquina.core.errors import shown
from cinquina.core.record import Array

Names = tuple[str, ...]
Why = tuple[str, dict[str, int | str]]  # why an action is not legal: a key, and the facts
ALWAYS = ("over", "not_your_turn", "no_action")  # keys that every game may give
NO_ACTION: Why = "no_action", {}


class Sight:
    """What a viewer sees: one seat's share, a spectator's (seat None), or everything."""

    def __init__(self, seat: int | None = None, everything: bool = False) -> None:
        self.seat = seat
        self.is_view = not everything
        self.sees_all = everything

    def open_all(self) -> None:
        """The game is over: nothing is hidden any more."""
        self.sees_all = True

    def hidden(self, names: Names, cards: Array, n: int) -> list[str] | int:
        """A pile that lies face down: a count for everybody."""
        return piled(names, cards, n) if self.sees_all else n

    def own(self, owner: int, cards: list[str]) -> list[str] | int:
        """Cards in hand: a count for all but their owner."""
        return cards if self.sees_all else Own((owner, cards)).seen_by(self.seat)

    def top(self, names: Names, cards: Array, n: int) -> list[str] | dict[str, Any]:
        """An open pile: only the top card can be seen."""
        if self.sees_all:
            return piled(names, cards, n)
        return {"top": names[cards[n - 1]] if n else None, "under": max(0, n - 1)}


class Shared(Sight):
    """What several viewers see, written once; `apart` makes a view of each out of it."""

    def own(self, owner: int, cards: list[str]) -> Any:
        return cards if self.sees_all else Own((owner, cards))


class Own(tuple[int, list[str]]):
    """Cards in hand and their owner, before it is said who looks at them."""

    __slots__ = ()

    def seen_by(self, viewer: int | None) -> list[str] | int:
        owner, cards = self
        return cards if owner == viewer else len(cards)


def apart(shared: dict[str, Any], viewers: Iterable[int | None]) -> list[dict[str, Any]]:
    """The views of several viewers: in each, hands are a count for all but their owner."""
    hands = {
        name: value
        for name, value in shared.items()
        if type(value) is list and value and type(value[0]) is Own
    }
    return [
        shared | {name: [own.seen_by(viewer) for own in owns] for name, owns in hands.items()}
        for viewer in viewers
    ]


def barred(view: dict[str, Any], seat: int) -> Why | None:
    """Why a seat can do nothing at all now, from its view; None if it can do something."""
    if view["over"]:
        return "over", {}
    return None if seat in view["to_act"] else ("not_your_turn", {})


def held_by(view: dict[str, Any], seat: int | None) -> list[str]:
    """The cards in a seat's hand, as far as a view shows them."""
    hand = [] if seat is None else view["hands"][seat]
    return hand if isinstance(hand, list) else []


def listed(names: Names, cards: Array, n: int) -> list[str]:
    """The first n cards by name, in order."""
    return [names[cards[i]] for i in range(n)]


def listed_row(names: Names, table: Array, row: int, n: int) -> list[str]:
    """The same of a row of a table."""
    return [names[table[row, i]] for i in range(n)]


def piled(names: Names, cards: Array, n: int) -> list[str]:
    """A pile of n cards, whose next card is its last: next card first."""
    return [names[cards[i]] for i in range(n - 1, -1, -1)]


def counted(names: Names, copies: Iterable[int]) -> list[str]:
    """Cards by name from their numbers of copies."""
    return list(_counted(names, bytes(copies)))


def counted_rows(names: Names, table: Array, n: int) -> list[list[str]]:
    """Cards by name from the numbers of copies in the first n rows of a table of bytes."""
    width, copies = table.shape[1], table.tobytes()
    return [list(_counted(names, copies[i * width : (i + 1) * width])) for i in range(n)]


@lru_cache(8192)  # from move to move most hands and piles stay as they are
def _counted(names: Names, copies: bytes) -> Names:
    return tuple(name for name, n in zip(names, copies, strict=True) for _ in range(n))


def number(names: Names, text: str) -> int:
    """The number of a card; ValueError if there is no such card."""
    if not text or text not in names:
        raise ValueError(f"{shown(text)} is no card")
    return names.index(text)


def number_or_none(names: Names, text: str | None) -> int:
    """The number of a card, 0 for None."""
    return 0 if text is None else number(names, text)


def hand_of(hands: Any, seat: int, most: int) -> list[str]:
    """A seat's hand; ValueError if it is larger than the rules allow."""
    hand: list[str] = hands[seat]
    if len(hand) > most:
        raise ValueError(f"a hand has at most {most} cards, player {seat} has {len(hand)}")
    return hand


def check_known(state: Any, seat: int) -> None:
    """Cards that a seat was seen to take and still holds are in its hand."""
    hand = list(state["hands"][seat])
    for card in state["known"][seat]:
        if card not in hand:
            raise ValueError(f"player {seat} does not hold the known card {shown(card)}")
        hand.remove(card)


def fill(cards: Array, names: Names, texts: Sequence[str]) -> int:
    """Write cards in this order; return how many."""
    set_all(cards, [number(names, text) for text in texts])
    return len(texts)


def fill_pile(cards: Array, names: Names, texts: Sequence[str]) -> int:
    """Write a pile that is given next card first; return how many."""
    return fill(cards, names, texts[::-1])


def tally(names: Names, texts: Iterable[str]) -> list[int]:
    """The copies of each card in a list of names."""
    copies = [0] * len(names)
    for text in texts:
        copies[number(names, text)] += 1
    return copies


def set_all(field: Array, values: Sequence[int]) -> None:
    """Write the first values of a field."""
    for i, value in enumerate(values):
        field[i] = value


def set_row(table: Array, i: int, values: Sequence[int]) -> None:
    """Write the first values of row i of a two-dimensional field."""
    for j, value in enumerate(values):
        table[i, j] = value
