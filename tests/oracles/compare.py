"""Bring states, views and events into a normal form, so that == compares them.

Written from notation.md only: lists of cards (or names) whose order has no meaning are
sorted; decks, piles, rows, columns, `to_act` and `takers` keep their order. What a view
shows as a count stays a count.
"""

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


def copied(value: Any) -> Any:
    """What `deepcopy` gives for lists, dicts and plain values, in a tenth of the time."""
    if isinstance(value, list):
        return [copied(v) if isinstance(v, (list, dict)) else v for v in value]
    if isinstance(value, dict):
        return {k: copied(v) if isinstance(v, (list, dict)) else v for k, v in value.items()}
    return value


def _sorted(value: Any) -> Any:
    """A list sorted; anything else (a count, null) unchanged."""
    return sorted(value) if isinstance(value, list) else value


def _sorted_each(value: Any) -> Any:
    """Each item of a list sorted; anything else unchanged."""
    return [_sorted(item) for item in value] if isinstance(value, list) else value


def normal(state: dict[str, Any]) -> dict[str, Any]:
    """The state or view with everything "in any order" sorted; the given one stays as it is."""
    result = dict(state)  # what is not sorted is only compared, so it needs no copy
    for key in FLAT:
        if key in result:
            result[key] = _sorted(result[key])
    for key in PER_PLAYER:
        if key in result:
            result[key] = _sorted_each(result[key])
    return result


def normal_events(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The events of the types above, in their order, with their cards sorted."""
    result: list[dict[str, Any]] = []
    for event in events:
        if event["type"] not in EVENT_TYPES:
            continue
        event = dict(event)
        for key in event:
            if key in ("lost", "cards"):
                event[key] = _sorted(event[key])
            elif key == "hands":
                event[key] = _sorted_each(event[key])
        result.append(event)
    return result


def difference(ours: dict[str, Any], theirs: dict[str, Any]) -> dict[str, Any]:
    """The keys in which two normal forms differ, with both values: for a message that helps."""
    keys = [*ours, *(key for key in theirs if key not in ours)]
    none = "(no such key)"
    pairs = {key: (ours.get(key, none), theirs.get(key, none)) for key in keys}
    return {key: pair for key, pair in pairs.items() if pair[0] != pair[1]}
