"""What can go wrong at the border. Every message is a sentence that says what would be right."""

from typing import Any

MOST_SHOWN = 60


def shown(value: Any) -> str:
    """A value from outside as a message may repeat it: never long."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**MOST_SHOWN:
        return "a number of so many digits"
    text = repr(value)
    return text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN] + "…"


class CinquinaError(ValueError):
    """Bad input: nothing was changed."""


class IllegalAction(CinquinaError):
    """An action that this player may not take now."""


class BadReplay(CinquinaError):
    """A replay or a saved table that is damaged, truncated or from elsewhere."""
