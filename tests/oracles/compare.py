"""Bring states, views and events into a normal form, so that == compares them.

Written from notation.md only: lists of cards (or names) whose order has no meaning are
sorted; decks, piles, rows, columns, `to_act` and `takers` keep their order. What a view
shows as a count stays a count.
"""

from copy import deepcopy
from typing import Any

# keys with one list in any order
FLAT = ["discard", "box", "unclaimed", "void", "winners"]
# keys with, for each player, a list in any order (the players keep their order)
PER_PLAYER = ["hands", "captured", "open", "protected", "protected_colors", "known"]
# the types that notation.md names; an engine may have more
EVENT_TYPES = [
    "roll",
    "busted",
    "burst",
    "stuck",
    "captured",
    "refilled",
    "void",
    "boxed",
    "drew",
]


def _sorted(value: Any) -> Any:
    """A list sorted; anything else (a count, null) unchanged."""
    return sorted(value) if isinstance(value, list) else value


def _sorted_each(value: Any) -> Any:
    """Each item of a list sorted; anything else unchanged."""
    return [_sorted(item) for item in value] if isinstance(value, list) else value


def normal(state: dict[str, Any]) -> dict[str, Any]:
    """A copy of a state or a view with everything "in any order" sorted."""
    result = deepcopy(state)
    for key in result:
        if key in FLAT:
            result[key] = _sorted(result[key])
        elif key in PER_PLAYER:
            result[key] = _sorted_each(result[key])
    return result


def normal_events(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A copy of the events of the types above, in their order, with their cards sorted."""
    result: list[dict[str, Any]] = []
    for event in deepcopy(events):
        if event["type"] not in EVENT_TYPES:
            continue
        for key in event:
            if key in ("lost", "cards"):
                event[key] = _sorted(event[key])
            elif key == "hands":
                event[key] = _sorted_each(event[key])
        result.append(event)
    return result
