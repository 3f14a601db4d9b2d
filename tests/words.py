"""Words for rule tests: a position is written down, never found by a lucky seed."""

from typing import Any

from cinquina import Game, Table


def emptied(value: Any) -> Any:
    """The same shape with nothing in it: no cards, zeros, None."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return 0
    if isinstance(value, list) and value and isinstance(value[0], (list, int)):
        return [emptied(item) for item in value]
    return [] if isinstance(value, list) else None


def at(slug: str, players: int = 2, seed: int = 0, options: Any = None, **state: Any) -> Table:
    """A table in the position that `state` tells, in the words of the notation.

    What is not said is empty or zero; player 0 is to act in the game's first phase. `seed` is
    that of later chance; `options` are the game's."""
    game = Game(slug, players, **(options or {}))
    dealt = game.deal(seed=0).state()
    position = {key: emptied(value) for key, value in dealt.items()}
    position |= {"phase": dealt["phase"], "to_act": [0], "scores": [0] * players, "winners": []}
    position |= {key: 1 for key in ("round", "direction") if key in dealt}
    for derived in ("total", "pending", "winners"):
        position.pop(derived, None)
    unknown = [key for key in state if key not in position and key != "known"]
    assert not unknown, f"{slug} has no {unknown}"
    return game.position(position | state, seed)


def play(table: Table, *moves: str) -> list[dict[str, Any]]:
    """Carry out moves such as "0 draw"; the events of the last one."""
    events: list[dict[str, Any]] = []
    for move in moves:
        player, _, action = move.partition(" ")
        events = table.play(int(player), action)
    return events
