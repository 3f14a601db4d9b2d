"""The compiled calls of a batch: deal all games, step all games, show what may be known and done.

A step carries out an action in every game, lets the bots act until an agent has to, and writes
what that agent may know and do. `batch` has the arrays that it works on.
"""

import numpy as np

from cinquina.bots.reaction import first
from cinquina.bots.search import act, at_sight
from cinquina.core.contract import actors, apply, deal, legal, over, result, score
from cinquina.core.drivers import ONLY, SEATS
from cinquina.core.kernel import kernel, outline
from cinquina.core.observation import observe
from cinquina.core.record import Array, State, States
from cinquina.core.rng import below, start

AGENT = -1  # the kind of a mind that is no bot: the caller decides
NEVER, NEXT_STEP, SAME_STEP = range(3)  # when a game that is over is followed by the next
FORFEIT = -1  # instead of an action: it was not legal, and the game is lost by it
ENDLESS = -2  # instead of a game: see `deal_on`
DEALS = 1000  # so many are tried until an agent has something to decide

# What is the same for all games of a batch.
SETUP = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("home", "i8"),  # the only seat of an agent; -1 if there are several
                ("real_time", "i8"),
                ("bots", "i8"),  # does any play?
                ("by_score", "i8"),
                ("again", "i8"),
                ("forfeits", "i8"),  # may an action be FORFEIT?
                ("lost", "f8"),  # what that is worth
                ("order", "i8", SEATS),
                ("worth", "f8", SEATS),
            ]
        ),
    )
)

# What each game has of its own besides its record. It is a room as well: see `core.record.ROOM`.
COURSE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("deals", "i8", 4),  # keys, for the deals and for the bots
                ("choices", "i8", 4),
                ("rng", "i8", 4),  # of the bots' choices and of reactions
                ("number", "i8"),  # of this deal
                ("seat", "i8"),  # who is to act; when the game is over, who looks at it
                ("allowed", "i8"),  # how many legal actions there are now,
                ("actions", "i2", 256),  # and which
                ("last", "i8"),  # who acted before
                ("ms", "i8"),  # where there are no turns: the simulation clock
                ("moves", "i8"),
            ]
        ),
    )
)


@kernel
def copy_chance(to: Array, source: Array) -> None:
    for k in range(4):
        to[k] = source[k]


@outline
def begin(course: State, states: States, i: int, blank: States, cards: Array) -> None:
    """Deal a game."""
    states[i] = blank[0]
    start(states[i].rng, course.deals, course.number)
    start(course.rng, course.choices, course.number)
    deal(states[i], cards, len(cards))
    course.last = -1
    course.ms = 0
    course.moves = 0


@kernel
def react(setup: State, course: State, s: State, minds: States, room: State) -> None:
    """Where there are no turns: who acts first."""
    time = first(s, actors(s), course.last, minds, setup.order, room)
    course.seat = time & 7
    course.ms += time >> 3


# Called, not inlined, although to hand on so many arrays takes longer than most moves: what bots
# think is long, and would be compiled three times.
@outline
def onward(
    setup: State, course: State, states: States, i: int, minds: States, scratch: States,
    rooms: States,
) -> None:  # fmt: skip
    """Let bots act until it is an agent's turn, or one's that must search, or the game is over."""
    s, room = states[i], rooms[0]
    copy_chance(room.rng, course.rng)
    while True:
        seats = actors(s)
        if seats == 0:
            break
        if setup.real_time:
            react(setup, course, s, minds, room)
        else:
            course.seat = ONLY[seats]
        if minds[course.seat].kind == AGENT:
            break
        action = at_sight(states, i, course.seat, minds, course.seat, scratch, rooms)
        if action < 0:
            break
        act(s, course.seat, action)
        course.last = course.seat
        course.moves += 1
    copy_chance(course.rng, room.rng)


@kernel
def find_actor(
    setup: State, course: State, states: States, i: int, minds: States, scratch: States,
    rooms: States,
) -> None:  # fmt: skip
    """Whose turn it is; when the game is over, who looks at its end."""
    if setup.bots:
        onward(setup, course, states, i, minds, scratch, rooms)
    elif setup.real_time:
        if not over(states[i]):
            react(setup, course, states[i], minds, course)
    else:
        course.seat = ONLY[actors(states[i])]
    if over(states[i]):
        course.seat = setup.home if setup.home >= 0 else course.last


@kernel
def allow(s: State, seat: int, course: State) -> None:
    """Find what a seat may do now."""
    course.allowed = 0
    if actors(s) >> seat & 1:
        course.allowed = legal(s, seat, course)


@kernel
def mark(course: State, i: int, masks: Array) -> None:
    """Write what may be done to row i."""
    for a in range(masks.shape[1]):
        masks[i, a] = 0
    for a in range(course.allowed):
        masks[i, course.actions[a]] = 1


@outline
def show_all(
    courses: States, states: States, seats: Array, observations: Array, masks: Array
) -> None:
    """Write for every game who is to act, and what that seat may know and do.

    One thing for all games, then the next: a tenth faster than one game after the other, because
    a processor does not guess its way through so much at a time."""
    for i in range(len(courses)):
        seats[i] = courses[i].seat
        observe(states[i], courses[i].seat, i, observations)
    for i in range(len(courses)):
        allow(states[i], courses[i].seat, courses[i])
    for i in range(len(courses)):
        mark(courses[i], i, masks)


@outline
def show_seat(
    states: States, seat: int, courses: States, observations: Array, masks: Array
) -> None:
    """Write what one seat may know and do in every game; courses[0] is overwritten."""
    for i in range(len(states)):
        observe(states[i], seat, i, observations)
        allow(states[i], seat, courses[0])
        mark(courses[0], i, masks)


@outline
def pay(setup: State, s: State, i: int, seat: int, rewards: Array) -> None:
    """What a finished game is worth to each seat; last in the row, to the one that has stepped."""
    if setup.by_score:
        total = 0
        for p in range(s.players):
            total += score(s, p)
        for p in range(s.players):
            rewards[i, p] = score(s, p) - (total - score(s, p)) / (s.players - 1)
    else:
        result(s, setup.worth)
        for p in range(s.players):
            rewards[i, p] = setup.worth[p]
    rewards[i, s.players] = rewards[i, seat]


@outline
def forfeit(setup: State, i: int, seat: int, players: int, rewards: Array) -> None:
    """Pay a game that an illegal action has ended: nothing, but to who lost it."""
    for p in range(players):
        rewards[i, p] = 0
    rewards[i, seat] = setup.lost
    rewards[i, players] = setup.lost


@outline
def deal_on(
    setup: State, course: State, states: States, i: int,
    blank: States, cards: Array, minds: States, scratch: States, rooms: States,
) -> bool:  # fmt: skip
    """Deal game i and play it to the first turn of an agent.

    A game that bots end before that is nothing to decide in: the next number is dealt instead.
    False if that goes on and on."""
    for _ in range(DEALS):
        begin(course, states, i, blank, cards)
        find_actor(setup, course, states, i, minds, scratch, rooms)
        if not over(states[i]):
            return True
        course.number += 1
    return False


@outline
def begin_all(
    setups: States, courses: States, states: States, blank: States, cards: Array, minds: States,
    scratch: States, rooms: States, chosen: Array, rewards: Array, ended: Array,
) -> int:  # fmt: skip
    """Deal every chosen game; ENDLESS - i if no deal of game i comes to an agent, else -1."""
    found = -1
    for i in range(len(courses)):
        if chosen[i]:
            ended[i] = 0
            for p in range(rewards.shape[1]):
                rewards[i, p] = 0
            course = courses[i]
            if not deal_on(setups[0], course, states, i, blank, cards, minds, scratch, rooms):
                found = ENDLESS - i
    return found


@kernel
def excused(setup: State, action: int, ended: int) -> bool:
    """May an action be one that no mask allows? If the next game is dealt or this one forfeited."""
    if ended and setup.again != SAME_STEP:
        return bool(setup.again == NEXT_STEP)
    return action == FORFEIT and setup.forfeits > 0


@outline
def first_illegal(setups: States, actions: Array, masks: Array, ended: Array) -> int:
    """The first game in which an action is not legal; -1 if there is none."""
    for i in range(len(actions)):
        action = actions[i]
        allowed = 0 <= action < masks.shape[1] and masks[i, action] == 1
        if not allowed and not excused(setups[0], action, ended[i]):
            return i
    return -1


@outline
def step_all(
    setups: States, courses: States, states: States, blank: States, cards: Array, minds: States,
    scratch: States, rooms: States, actions: Array, seats: Array, observations: Array,
    masks: Array, rewards: Array, ended: Array, last: Array,
) -> int:  # fmt: skip
    """Carry out actions[i] in game i and play on to the next turn of an agent: seats[i].

    rewards[i] and ended[i] tell of the end of game i, else they are 0; last[i] is what was seen of
    it then. All actions are legal. Returns as `begin_all`."""
    setup = setups[0]
    found = -1
    for i in range(len(courses)):
        course = courses[i]
        after = ended[i] and setup.again == NEXT_STEP
        if ended[i]:
            ended[i] = 0
            for p in range(rewards.shape[1]):
                rewards[i, p] = 0
        if not after:
            if actions[i] == FORFEIT:
                forfeit(setup, i, course.seat, states[i].players, rewards)
                ended[i] = 1
            else:
                apply(states[i], course.seat, actions[i])
                course.last = course.seat
                course.moves += 1
                find_actor(setup, course, states, i, minds, scratch, rooms)
                if over(states[i]):
                    pay(setup, states[i], i, setup.home if setup.home >= 0 else seats[i], rewards)
                    ended[i] = 1
        if after or (ended[i] and setup.again == SAME_STEP):
            if len(last) and not after:
                observe(states[i], course.seat, i, last)
            course.number += 1
            if not deal_on(setup, course, states, i, blank, cards, minds, scratch, rooms):
                found = ENDLESS - i
    show_all(courses, states, seats, observations, masks)
    return found


@outline
def step_if_legal(
    setups: States, courses: States, states: States, blank: States, cards: Array, minds: States,
    scratch: States, rooms: States, actions: Array, seats: Array, observations: Array,
    masks: Array, rewards: Array, ended: Array, last: Array,
) -> int:  # fmt: skip
    """`step_all`, but if an action is not legal nothing is done: returns its game."""
    wrong = first_illegal(setups, actions, masks, ended)
    if wrong >= 0:
        return wrong
    return step_all(
        setups, courses, states, blank, cards, minds, scratch, rooms, actions, seats, observations,
        masks, rewards, ended, last,
    )  # fmt: skip


@outline
def bar(courses: States, ended: Array, masks: Array) -> None:
    """Nothing may be done in games that have ended: not in forfeited ones, where one could."""
    for i in range(len(courses)):
        if ended[i]:
            courses[i].allowed = 0
            mark(courses[i], i, masks)


@outline
def choose_all(courses: States, rooms: States, actions: Array) -> None:
    """For each game one of the legal actions, all equally likely; 0 if there is none."""
    for i in range(len(courses)):
        n = courses[i].allowed
        k = below(rooms[0].rng, n) if n > 1 else 0
        actions[i] = courses[i].actions[k] if n > 0 else 0
