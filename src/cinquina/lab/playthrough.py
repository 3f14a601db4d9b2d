"""A whole game, step by step: the `playthrough` of the notation."""

from collections.abc import Iterable, Iterator
from typing import Any

from cinquina import bots
from cinquina.bots.names import minds_of
from cinquina.bots.reaction import Clock
from cinquina.bots.sense import load
from cinquina.core.errors import CinquinaError
from cinquina.table import Game, Table

Line = dict[str, Any]
Seats = tuple[list[bots.Bot], Clock | None]
Move = tuple[int, str, int | None]  # player, action, ms


def playthrough(game: Game, seed: int, names: list[str] | None = None) -> Iterator[Line]:
    """The lines of a game between bots: one name for all seats, or one for each."""
    table = game.deal(seed)
    return lines(table, bot_moves(table, seated(game, seed, names or ["random"])))


def seated(game: Game, seed: int, names: list[str]) -> Seats:
    """A bot for each seat, and the clock that decides who is first where there are no turns."""
    if len(names) not in (1, game.players):
        raise CinquinaError(
            f"Name one bot for all seats or {game.players}, one for each; not {len(names)}."
        )
    names = [names[p % len(names)] for p in range(game.players)]
    players = [bots.make(name, seed, p, game.slug) for p, name in enumerate(names)]
    load(game.slug)
    clock = Clock(seed, minds_of(names, game.slug)) if game.real_time else None
    return players, clock


def bot_moves(table: Table, seats: Seats) -> Iterator[Move]:
    """What the bots do, each move when it is asked for."""
    players, clock = seats
    while not table.over:
        player = clock.first(table.states, table.to_act) if clock else table.to_act[0]
        imagined = table.imagined(player, table.seed or 0, len(table.history))
        yield player, players[player].choose(imagined, player), clock.ms if clock else None


def lines(table: Table, moves: Iterable[Move]) -> Iterator[Line]:
    """A line for the start, one for each move as it is carried out, and one for the end."""
    game = table.game
    head: Line = {"kind": "start", "game": game.slug, "players": game.players, "seed": table.seed}
    head |= {"options": game.options, "rules": game.rules.VERSION}
    if game.cards is not None:
        head["cards"] = game.cards
    yield head | {"state": table.state()}
    for n, (player, action, ms) in enumerate(moves, 1):
        legal = table.legal(player)
        events = table.play(player, action, ms)
        step: Line = {"kind": "step", "n": n, "player": player}
        if ms is not None:
            step["ms"] = ms
        yield step | {"legal": legal, "action": action, "events": events, "state": table.state()}
    if table.over:
        yield {"kind": "end", "scores": table.scores, "winners": table.winners}
