"""A whole game, step by step: the `playthrough` of the notation."""

from collections.abc import Iterator
from typing import Any

from cinquina import bots
from cinquina.bots.reaction import Clock
from cinquina.core.errors import CinquinaError
from cinquina.table import Game

Line = dict[str, Any]


def playthrough(game: Game, seed: int, names: list[str] | None = None) -> Iterator[Line]:
    """The lines of a game: one bot name for all seats, or one for each."""
    names = names or ["random"]
    if len(names) not in (1, game.players):
        raise CinquinaError(
            f"Name one bot for all seats or {game.players}, one for each; not {len(names)}."
        )
    seats = [bots.make(names[p % len(names)], seed, p) for p in range(game.players)]
    table = game.deal(seed)
    clock = Clock(seed) if game.real_time else None
    head: Line = {"kind": "start", "game": game.slug, "players": game.players, "seed": seed}
    head |= {"options": game.options, "rules": game.rules.VERSION}
    if game.cards is not None:
        head["cards"] = game.cards
    yield head | {"state": table.state()}
    n = 0
    while not table.over:
        n += 1
        player = clock.first(table.to_act) if clock else table.to_act[0]
        legal = table.legal(player)
        action = seats[player].choose(table, player)
        events = table.play(player, action, clock.ms if clock else None)
        step: Line = {"kind": "step", "n": n, "player": player}
        if clock:
            step["ms"] = clock.ms
        yield step | {"legal": legal, "action": action, "events": events, "state": table.state()}
    yield {"kind": "end", "scores": table.scores, "winners": table.winners}
