"""`random`: any legal action, as `sample` of the contract draws it."""

from cinquina.core.drivers import sample_at
from cinquina.core.record import ROOM, alloc
from cinquina.core.rng import key, start
from cinquina.table import Table, numbers


class RandomBot:
    """Plays any legal action; in add-up any card, then any row, then any value."""

    def __init__(self, seed: int, seat: int) -> None:
        self._rooms = alloc(1, ROOM)
        start(self._rooms[0].rng, numbers(key(seed, "random bot")), seat)

    def choose(self, table: Table, seat: int) -> str:
        actions: tuple[str, ...] = table.game.rules.ACTIONS
        return actions[sample_at(table.states, 0, seat, self._rooms)]
