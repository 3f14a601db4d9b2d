"""What the numbers of an observation mean, from the declaration of a game's record alone.

An observation is a row of whole numbers of fixed length: the fields of the record that a seat may
see, in the order of `core.observation.fields`. Where a field has a row for each seat the
observer's own comes first, the others follow clockwise, and empty places are 0. A field that
holds a seat counts from the observer: 0 is itself, 1 its left neighbour, -1 nobody.
"""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cinquina.core.errors import CinquinaError, shown
from cinquina.core.observation import fields
from cinquina.core.record import EACH, OWNER, SEEN, WHO, Seen
from cinquina.table import Game

# The version of all layouts. Ids name the version of the rules, and a record may get another field
# or order under the same rules: who trained a network on the old numbers has to be told.
OBSERVATION = 1


@dataclass(frozen=True)
class Part:
    """A field of an observation: its numbers are observation[first : first + size]."""

    name: str
    first: int
    size: int
    seen: Seen
    rows: int
    columns: int
    low: int
    high: int
    by_card: bool  # has a row one number for each card, as `CARDS` names them?

    def meaning(self) -> str:
        """How to read it, in a few words."""
        kind = "one number a card" if self.by_card else ""
        if self.seen is WHO:
            return "a seat, counted from the observer; -1: nobody"
        if self.seen is EACH:
            return f"{self.rows} seats, the observer first" + (f"; {kind}" if kind else "")
        owner = "the observer's own" if self.seen is OWNER else ""
        return "; ".join(word for word in (owner, kind) if word) or "open to all"


def parts(game: Game) -> Iterator[Part]:
    """The fields of an observation, one after the other."""
    layout, first = game.rules.STATE, 0
    cards = len(game.rules.CARDS)
    for name, size in fields(layout):
        seen, shape, kind = SEEN[layout][name], layout[name].shape, np.iinfo(layout[name].base)
        rows = shape[0] if seen is EACH or len(shape) > 1 + (seen is OWNER) else 1
        low, high = (-1, game.players - 1) if seen is WHO else (int(kind.min), int(kind.max))
        by_card = bool(shape) and shape[-1] == cards and size // rows == cards
        yield Part(name, first, size, seen, rows, size // rows, low, high, by_card)
        first += size


class Layout:
    """The numbers that an agent of a game gets and gives."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.parts = tuple(parts(game))
        self.size = sum(part.size for part in self.parts)
        self.actions = len(game.rules.ACTIONS)
        self.low = np.concatenate([[part.low] * part.size for part in self.parts])
        self.high = np.concatenate([[part.high] * part.size for part in self.parts])
        widest = np.result_type(*(np.min_scalar_type(p.low) for p in self.parts))
        self.dtype = np.result_type(widest, *(np.min_scalar_type(-p.high) for p in self.parts))

    def fingerprint(self) -> str:
        """A short name for what the numbers are: another one if anything of them changes."""
        facts = [(p.name, p.first, p.size, p.seen.value, p.rows, p.low, p.high) for p in self.parts]
        names = self.game.rules.CARDS, self.game.rules.ACTIONS, self.game.rules.PHASES
        told = repr((facts, names, self.dtype.str))
        return hashlib.sha256(told.encode()).hexdigest()[:16]

    def describe(self, observation: Any) -> str:
        """An observation in words, a line for each field; with its mask, what may be done."""
        mask = None
        if isinstance(observation, Mapping):
            observation, mask = observation.get("observation"), observation.get("action_mask")
        values = np.asarray(observation)
        if values.shape != (self.size,):
            raise CinquinaError(
                f"An observation of {self.game.slug} has {self.size} numbers, "
                f"not {shown(values.shape)}."
            )
        lines = [f"{part.name}: {self._said(part, values)}" for part in self.parts]
        if mask is not None:
            names = [self.game.rules.ACTIONS[a] for a in np.flatnonzero(mask)]
            lines.append(f"legal: {', '.join(names) or '-'}")
        return "\n".join(lines)

    def _said(self, part: Part, values: Any) -> str:
        mine = values[part.first : part.first + part.size].tolist()
        if part.name == "phase":
            return str(self.game.rules.PHASES[mine[0]])
        if part.seen is WHO:
            return ", ".join(seat_words(seat) for seat in mine)
        width = part.columns
        lines = [self._row(part, mine[k : k + width]) for k in range(0, part.size, width)]
        if part.seen is not EACH:
            return " | ".join(lines)
        there = lines[: self.game.players]
        return "; ".join(f"{seat_words(k)} {line}" for k, line in enumerate(there))

    def _row(self, part: Part, numbers: list[int]) -> str:
        if part.by_card:
            cards = zip(self.game.rules.CARDS, numbers, strict=True)
            found = [f"{card or 'none'} x{n}" if n != 1 else card for card, n in cards if n]
            return " ".join(found) or "-"
        while len(numbers) > 1 and numbers[-1] == 0:  # room that is not used
            numbers = numbers[:-1]
        return " ".join(map(str, numbers))


def seat_words(seat: int) -> str:
    """A seat as the observer counts."""
    if seat < 0:
        return "nobody"
    return "you" if seat == 0 else f"{seat} to your left"
