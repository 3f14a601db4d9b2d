"""`random`: any legal action, as `sample` of the contract draws it."""

from cinquina.core.drivers import sample_at
from cinquina.core.record import alloc
from cinquina.core.rng import key, start
from cinquina.table import Table, numbers


class RandomBot:
    """Plays uniformly over the legal actions."""

    def __init__(self, seed: int, seat: int) -> None:
        self._chance = alloc(4, "i8")
        start(self._chance, numbers(key(seed, "random bot")), seat)
        self._room = alloc(0, "i8")

    def choose(self, table: Table, seat: int) -> str:
        actions: tuple[str, ...] = table.game.rules.ACTIONS
        if len(self._room) <= len(actions):
            self._room = alloc(len(actions) + 1, "i8")
        return actions[sample_at(table.states, 0, seat, self._room, self._chance)]
