"""The contract between a game and everything else, as functions that any driver may call.

A game is a module that defines these functions over its own record. The functions here find the
module by the record's type: compiled, while the caller is being compiled (so the call costs
nothing and Numba's cache works); interpreted, at the call. Drivers, bots and tables are written
once against them and never name a game.

A game's module also has these facts, read by `cinquina.table`:

    NAME  VERSION  MIN_PLAYERS  MAX_PLAYERS  MOST_CARDS  STATE  OPTIONS
    REAL_TIME    True where there are no turns (and else left out)
    SCORES       the least and the most that a score can be, whatever the deck
    MOST_MOVES   no game has more, whatever the deck
    PHASES       names of the phases; number 0 is always "over"
    CARDS        names of the cards; number 0 is no card
    ACTIONS      names of the actions, by number
    standard_deck(options)           card name -> copies
    fit_deck(deck, players, options) the deck that is really dealt; ValueError if it can't be
    show(s, sight)   read(s, state)  the position as JSON, and back
    events(news)                     what the last action brought about
    aids(view, seat, options, deck)  what a good table tells besides the cards (or left out)
    why_not(view, seat, action, options)  why it is not legal: a key of WHY_NOT, and facts (too)
"""

import inspect
from collections.abc import Callable
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

import numpy as np

from cinquina.core.kernel import INTERPRETED, kernel, numba
from cinquina.core.record import Array, Room, State
from cinquina.core.rng import below

OVER = 0  # in every game, the phase in which nobody acts any more

Modules: TypeAlias = dict[Any, ModuleType]  # by their record: its NumPy and its Numba type
GAMES: Modules = {}
Stub = TypeVar("Stub", bound=Callable[..., Any])


def register(module: ModuleType, among: Modules = GAMES) -> None:
    """Make a game (or what bots know of it) known to the generic functions."""
    if among.setdefault(module.STATE, module) is not module:
        raise TypeError(f"{module.__name__} has the same record as another game: add a field")
    if not INTERPRETED:
        among[numba.from_dtype(module.STATE)] = module


def generic(
    default: Any = None, among: Modules = GAMES, made: Callable[[ModuleType], Any] | None = None
) -> Callable[[Stub], Stub]:
    """A function that each game's module defines under the stub's name; else `default`.

    Or one that is `made` for each game, from what its module declares."""

    def decorate(stub: Stub) -> Stub:
        name = stub.__name__
        known: dict[type, Any] = {}  # by class: to hash a layout takes long

        def find(layout: Any) -> Any:
            module = among.get(layout)
            return made(module) if made and module else getattr(module, name, default)

        def call(s: State, *args: Any) -> Any:
            found = known.get(type(s))
            if found is None:
                found = find(s.dtype)
                if s.dtype in among and type(s) is not np.record:
                    known[type(s)] = found
            return found(s, *args)

        call.__name__, call.__doc__ = name, stub.__doc__
        call.__signature__ = inspect.signature(stub)  # type: ignore[attr-defined]
        if not INTERPRETED:
            from numba.extending import overload

            # The plain function, not its dispatcher: that would be compiled and linked twice.
            @overload(call, strict=False, jit_options={"error_model": "numpy", "forceinline": True})
            def resolve(s: Any, *args: Any) -> Any:
                found = find(s)
                return getattr(found, "py_func", found)

        return call  # type: ignore[return-value]

    return decorate


@generic()
def deal(s: State, cards: Array, n: int) -> None:
    """Set up a game with the first n of `cards`. Generator, players and options are set."""


@kernel
def _in_turn(s: State) -> int:
    return 0 if s.phase == OVER else 1 << s.turn


@generic(_in_turn)
def actors(s: State) -> int:
    """The seats that may act now, as a set of bits; 0 when the game is over.

    A game whose players act one at a time has a field `turn` and need not define it."""
    raise NotImplementedError


@generic()
def legal(s: State, seat: int, room: Room) -> int:
    """Write the legal actions of a seat to room.actions, ascending; return how many."""
    raise NotImplementedError


@generic()
def apply(s: State, seat: int, action: int) -> None:
    """Carry out a legal action. Nothing is checked; chance comes from the record's generator."""


@generic()
def score(s: State, seat: int) -> int:
    """The points of a seat as they stand."""
    raise NotImplementedError


@kernel
def _score_decides(s: State, seat: int) -> int:
    return score(s, seat)


@generic(_score_decides)
def rank(s: State, seat: int) -> int:
    """What decides who wins, where the score alone does not."""
    raise NotImplementedError


@generic()
def imagine(s: State, seat: int, r: Array) -> None:
    """Replace all that a seat can't know by a guess from generator r that fits what it knows."""


@kernel
def _uniform(s: State, seat: int, room: Room) -> int:
    chosen: int = room.actions[below(room.rng, legal(s, seat, room))]
    return chosen


@generic(_uniform)
def sample(s: State, seat: int, room: Room) -> int:
    """A random legal action, drawn from room.rng."""
    raise NotImplementedError


@kernel
def over(s: State) -> bool:
    """Has the game ended?"""
    return s.phase == OVER


@kernel
def wins(s: State, seat: int) -> bool:
    """Is nobody ranked above this seat? Ties are shared."""
    mine = rank(s, seat)
    for p in range(s.players):
        if rank(s, p) > mine:
            return False
    return True


@kernel
def place(s: State, seat: int) -> int:
    """One more than there are seats ranked above this one: ties share a place."""
    mine, found = rank(s, seat), 1
    for p in range(s.players):
        found += rank(s, p) > mine
    return found


@kernel
def result(s: State, out: Array) -> None:
    """What a finished game is worth to each seat: 1, shared between the winners."""
    n = 0
    for p in range(s.players):
        n += wins(s, p)
    for p in range(s.players):
        out[p] = wins(s, p) / n


@kernel
def next_seat(s: State, seat: int, way: int) -> int:
    """The neighbour on the left (way 1, clockwise) or on the right (way -1)."""
    seat += way  # and no remainder: a division is slow
    if seat == s.players:
        return 0
    return s.players - 1 if seat < 0 else seat


@kernel
def note(s: State, number: int) -> None:
    """Add a number to the news of this action; the game's `events` puts it in words."""
    s.news[s.told] = number
    s.told += 1
