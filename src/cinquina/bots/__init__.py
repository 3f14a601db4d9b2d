"""Bots, chosen by name. A bot is told only what its seat may know."""

from typing import Protocol

from cinquina.bots.random import RandomBot
from cinquina.core.errors import CinquinaError
from cinquina.table import Table


class Bot(Protocol):
    """Something that plays a seat. It is handed a table as the seat imagines it."""

    def choose(self, table: Table, seat: int) -> str:
        """A legal action for the seat, in notation."""


BOTS = {"random": RandomBot}


def make(name: str, seed: int, seat: int) -> Bot:
    """The bot of that name; the same seed and seat make the same choices."""
    if name not in BOTS:
        raise CinquinaError(f"There is no bot {name!r}: choose one of {', '.join(BOTS)}.")
    return BOTS[name](seed, seat)
