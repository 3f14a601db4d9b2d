"""Sense of the games: what a good player knows that the rules do not say.

A module in this folder has the name of its game and defines some of these functions over the
game's record; none is needed. Like a player, it looks only at what the seat may know.

    prefer(s, seat, room)     the action that `greedy` takes, and that search tries first
    promising(s, seat, room)  legal actions in an order worth trying: where there are very many
    quiet(s)                  may a playout stop here, because `ahead` can judge the position?
    ahead(s, p, q)            the chance that p ends before q, judged without playing on
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from cinquina.core.contract import Modules, generic, legal, sample
from cinquina.core.kernel import kernel
from cinquina.core.record import Array, Room, State

SENSE: Modules = {}


@cache
def load(slug: str) -> None:
    """Make the sense of a game, if there is any, known to the functions below."""
    name = slug.replace("-", "_")
    if any(module.name == name for module in iter_modules(__path__)):
        import_module(f"{__name__}.{name}")


@kernel
def _any(s: State, seat: int, room: Room) -> int:
    return sample(s, seat, room)


@generic(_any, SENSE)
def prefer(s: State, seat: int, room: Room) -> int:
    """The action that a good player takes at first sight."""
    raise NotImplementedError


@kernel
def _all(s: State, seat: int, room: Room) -> int:
    return legal(s, seat, room)


@generic(_all, SENSE)
def promising(s: State, seat: int, room: Room) -> int:
    """Write actions worth trying to room.actions; return how many. The others stay legal."""
    raise NotImplementedError


@kernel
def _never(s: State) -> bool:
    return False


@generic(_never, SENSE)
def quiet(s: State) -> bool:
    """Is this a position that `ahead` can judge?"""
    raise NotImplementedError


@kernel
def _even(s: State, p: int, q: int) -> float:
    return 0.5


@generic(_even, SENSE)
def ahead(s: State, p: int, q: int) -> float:
    """The chance that seat p ends before seat q, from a quiet position."""
    raise NotImplementedError


@kernel
def outlook(s: State, chances: Array) -> None:
    """Write each seat's chance to win: to end before each other one, as if independently."""
    for p in range(s.players):
        chances[p] = 1.0
    for p in range(s.players):
        for q in range(p + 1, s.players):
            chance = ahead(s, p, q)
            chances[p] *= chance
            chances[q] *= 1.0 - chance
    total = 0.0
    for p in range(s.players):
        total += chances[p]
    for p in range(s.players):
        chances[p] /= total


@kernel
def _steady(s: State, seat: int, last: int, attention: int) -> int:
    return 100


@generic(_steady, SENSE)
def pace(s: State, seat: int, last: int, attention: int) -> int:
    """Where there are no turns: how long a seat takes to act, in percent of its usual time.

    `last` acted before (-1: nobody); `attention` is how many cards it overlooks at a glance."""
    raise NotImplementedError
