"""Who is first where there are no turns: reaction times, in milliseconds of game time.

A bot's times are log-normal, from a table of whole numbers in its mind, so that a simulation
clock shows the same on every machine. A game's sense says by `pace` what makes a player slower
or faster than that: an awkward sum, a card kept ready, a hand that is too large to overlook.
"""

from collections.abc import Iterable

from cinquina.bots.minds import STEPS
from cinquina.bots.sense import pace
from cinquina.core.kernel import kernel, outline
from cinquina.core.record import ROOM, Array, Room, State, States, alloc, numbers
from cinquina.core.rng import below, key, start


@kernel
def delay(s: State, seat: int, last: int, mind: State, room: Room) -> int:
    """How long this seat takes to act now; `last` is who acted before, or -1."""
    time: int = mind.times[below(room.rng, STEPS)]
    return time * pace(s, seat, last, mind.attention) // 100


@kernel
def first(s: State, seats: int, last: int, minds: States, order: Array, room: Room) -> int:
    """Which of a set of seats acts first: its delay times 8, plus its number."""
    best = -1
    for seat in range(s.players):
        if seats >> seat & 1:
            time = delay(s, seat, last, minds[order[seat]], room) * 8 + seat
            if best < 0 or time < best:
                best = time
    return best


@outline
def first_at(
    states: States, seats: int, last: int, minds: States, order: Array, rooms: States
) -> int:
    return first(states[0], seats, last, minds, order, rooms[0])


class Clock:
    """The simulation clock of a game without turns: whose reaction was the fastest."""

    def __init__(self, seed: int, minds: States, last: int = -1) -> None:
        self.ms = 0
        self._minds, self._order = minds, numbers(range(len(minds)))
        self._last = last  # who acted before
        self._rooms = alloc(1, ROOM)
        start(self._rooms[0].rng, numbers(key(seed, "reaction")), 0)

    def first(self, states: States, seats: Iterable[int]) -> int:
        """Which of these seats is the first to act; the clock moves on to then."""
        among = sum(1 << seat for seat in seats)
        found = first_at(states, among, self._last, self._minds, self._order, self._rooms)
        self._last = found & 7
        self.ms += found >> 3
        return self._last
