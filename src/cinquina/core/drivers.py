"""Drivers: loops over games, written once for all of them."""

from cinquina.core.contract import actors, apply, deal, imagine, legal, over, sample
from cinquina.core.kernel import kernel, outline
from cinquina.core.record import Array, Room, State, States
from cinquina.core.rng import below, start

# From Python an array and an index are recognised eight times faster than a record.


@outline
def deal_at(states: States, i: int, cards: Array, n: int) -> None:
    deal(states[i], cards, n)


@outline
def actors_at(states: States, i: int) -> int:
    return actors(states[i])


@outline
def legal_at(states: States, i: int, seat: int, rooms: States) -> int:
    return legal(states[i], seat, rooms[0])


@outline
def apply_at(states: States, i: int, seat: int, action: int) -> None:
    apply(states[i], seat, action)


@outline
def imagine_at(states: States, i: int, seat: int, r: Array) -> None:
    if not over(states[i]):  # then nothing is hidden any more
        imagine(states[i], seat, r)


@outline
def sample_at(states: States, i: int, seat: int, rooms: States) -> int:
    return sample(states[i], seat, rooms[0])


SEATS = 6
ONLY = tuple(bits.bit_length() - 1 for bits in range((1 << SEATS - 1) + 1))
COUNT = tuple(bits.bit_count() for bits in range(1 << SEATS))


@kernel
def one_of(seats: int, r: Array) -> int:
    """A random member of a set of seats; no chance is used up when there is only one."""
    if seats & (seats - 1) == 0:
        return ONLY[seats]
    for _ in range(below(r, COUNT[seats])):
        seats &= seats - 1
    return ONLY[seats & -seats]


@outline
def playout(s: State, room: Room) -> int:
    """Random legal actions to the end of the game; return how many."""
    moves = 0
    seats = actors(s)
    while seats:
        seat = one_of(seats, room.rng)
        apply(s, seat, sample(s, seat, room))
        seats = actors(s)
        moves += 1
    return moves


@outline
def deal_all(blank: States, states: States, cards: Array, n: int, deals: Array, first: int) -> None:
    """Deal game first + i of a key from blank[0] into states[i]."""
    for i in range(len(states)):
        states[i] = blank[0]
        start(states[i].rng, deals, first + i)
        deal(states[i], cards, n)


@outline
def playouts(
    blank: States, states: States, cards: Array, n: int, deals: Array, choices: Array,
    first: int, rooms: States, moves: Array,
) -> int:  # fmt: skip
    """Deal game first + i from blank[0] into states[i] and play it out at random.

    `deals` and `choices` are keys, for the deal and for the players. moves[i] is the number of
    moves; returns their sum."""
    total = 0
    for i in range(len(states)):
        states[i] = blank[0]
        s = states[i]
        start(s.rng, deals, first + i)
        start(rooms[0].rng, choices, first + i)
        deal(s, cards, n)
        moves[i] = playout(s, rooms[0])
        total += moves[i]
    return total


@outline
def step(states: States, seats: Array, actions: Array) -> None:
    """Carry out actions[i] of seats[i] in states[i]; a negative action does nothing."""
    for i in range(len(states)):
        if actions[i] >= 0:
            apply(states[i], seats[i], actions[i])


@outline
def choose(states: States, seats: Array, actions: Array, rooms: States) -> int:
    """A random actor and action for every game; -1 when it is over. Returns how many go on."""
    running = 0
    room = rooms[0]
    for i in range(len(states)):
        s = states[i]
        actions[i] = -1
        if not over(s):
            seats[i] = one_of(actors(s), room.rng)
            actions[i] = sample(s, seats[i], room)
            running += 1
    return running
