"""Games that a program plays: many at once, each step one compiled call for all of them.

A step carries out an action in every game, lets the bots act until an agent has to, and writes
what that agent may know and do. Seats are played by agents (the caller) or by bots. Game k of a
batch has a seed of its own, and its first, second, third… deal are numbers 0, 1, 2… of that seed:
the same games as `Game.deal(seed, number)`, however many are played beside them.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from cinquina.bots.names import minds_of
from cinquina.bots.reaction import first
from cinquina.bots.search import act, at_sight
from cinquina.bots.sense import load
from cinquina.core.contract import actors, apply, deal, legal, over, result, score
from cinquina.core.drivers import ONLY, SEATS
from cinquina.core.errors import CinquinaError, IllegalAction, shown
from cinquina.core.kernel import kernel, outline
from cinquina.core.observation import observe
from cinquina.core.record import ROOM, Array, State, States, alloc, handed, look, numbers
from cinquina.core.rng import below, key, start
from cinquina.envs.layout import Layout
from cinquina.table import Game, Table, whole

AGENT = -1  # the kind of a mind that is no bot: the caller decides
REWARDS = ("result", "score")
NEVER, NEXT_STEP, SAME_STEP = range(3)  # when a game that is over is followed by the next
CHOICES = "choices"  # the stream of chance for bots and reactions, as in the lab

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
def begin_all(
    setups: States, courses: States, states: States,
    blank: States, cards: Array, minds: States, scratch: States, rooms: States,
) -> None:  # fmt: skip
    """Deal every game and play it to the first turn of an agent."""
    for i in range(len(courses)):
        begin(courses[i], states, i, blank, cards)
        find_actor(setups[0], courses[i], states, i, minds, scratch, rooms)


@kernel
def illegal(setup: State, s: State) -> bool:
    """Is an action that no mask allows an error? Not if the next game is dealt instead."""
    return not over(s) or setup.again != NEXT_STEP


@outline
def step_all(
    setups: States, courses: States, states: States, blank: States, cards: Array, minds: States,
    scratch: States, rooms: States, actions: Array, seats: Array, observations: Array,
    masks: Array, rewards: Array, ended: Array, last: Array,
) -> int:  # fmt: skip
    """Carry out actions[i] in game i and play on to the next turn of an agent: seats[i].

    rewards[i] and ended[i] tell of the end of game i, else they are 0; last[i] is what was seen of
    it then. If an action is not legal nothing is done: returns its game, else -1."""
    setup = setups[0]
    for i in range(len(courses)):
        action = actions[i]
        allowed = 0 <= action < masks.shape[1] and masks[i, action] == 1
        if not allowed and illegal(setup, states[i]):
            return i
    for i in range(len(courses)):
        course = courses[i]
        if ended[i]:
            ended[i] = 0
            for p in range(rewards.shape[1]):
                rewards[i, p] = 0
        if over(states[i]):  # NEXT_STEP
            course.number += 1
            begin(course, states, i, blank, cards)
        else:
            apply(states[i], course.seat, actions[i])
            course.last = course.seat
            course.moves += 1
        find_actor(setup, course, states, i, minds, scratch, rooms)
        if over(states[i]):
            pay(setup, states[i], i, setup.home if setup.home >= 0 else seats[i], rewards)
            ended[i] = 1
            if setup.again == SAME_STEP:
                if len(last):
                    observe(states[i], course.seat, i, last)
                course.number += 1
                begin(course, states, i, blank, cards)
                find_actor(setup, course, states, i, minds, scratch, rooms)
    show_all(courses, states, seats, observations, masks)
    return -1


@outline
def choose_all(courses: States, rooms: States, actions: Array) -> None:
    """For each game one of the legal actions, all equally likely; 0 if there is none."""
    for i in range(len(courses)):
        n = courses[i].allowed
        k = below(rooms[0].rng, n) if n > 1 else 0
        actions[i] = courses[i].actions[k] if n > 0 else 0


class Batch:
    """Several games of one kind. On each seat a bot of that name plays, or (None) an agent."""

    def __init__(
        self,
        game: Game,
        names: Sequence[str | None],
        count: int = 1,
        reward: str = "result",
        again: int = NEVER,
        reactions: str = "greedy",
    ) -> None:
        if whole(count) is None or count < 1:
            raise CinquinaError(f"A batch has at least one game, not {shown(count)}.")
        if reward not in REWARDS:
            raise CinquinaError(f"reward is {' or '.join(REWARDS)}, not {shown(reward)}.")
        self.game, self.names, self.layout = game, names, Layout(game)
        dtype = game.rules.STATE
        self.courses, self.states = alloc(count, COURSE), alloc(count, dtype)
        self._rooms, self._chooser = alloc(1, ROOM), alloc(1, ROOM)
        self.observations = np.zeros((count, self.layout.size), self.layout.dtype)
        self.masks = np.zeros((count, self.layout.actions), "i1")
        self.actions, self.seats = np.zeros(count, "i8"), np.zeros(count, "i8")
        self._rewards, self.ended = np.zeros((count, game.players + 1)), np.zeros(count, bool)
        self.rewards, self.reward = self._rewards[:, :-1], self._rewards[:, -1]
        setup, minds = self._setup(reward, again), seated(game, names, reactions)
        more = game.blank(), game.card_codes(), minds, alloc(1, dtype), self._rooms
        self._place = setup, self.courses, self.states, *more
        self._shown = handed(self.seats), handed(self.observations), handed(self.masks)
        self._told = handed(self._rewards), handed(self.ended.view("i1"))
        self._actions = handed(self.actions)
        self.nothing = handed(np.zeros((0, 1), self.layout.dtype))

    def _setup(self, reward: str, again: int) -> States:
        game, agents = self.game, [p for p, name in enumerate(self.names) if name is None]
        setups = alloc(1, SETUP)
        setup = look(setups, 0)
        setup.by_score, setup.again = int(reward == "score"), again
        setup.home = agents[0] if len(agents) == 1 else -1
        setup.real_time = int(game.real_time)
        setup.bots = int(len(agents) < game.players)
        for p in range(SEATS):
            setup.order[p] = p
        return setups

    def __len__(self) -> int:
        return len(self.courses)

    def begin(self, seeds: Sequence[int], number: int = 0) -> None:
        """Deal game `number` of each seed."""
        for i, seed in enumerate(seeds):
            course = look(self.courses, i)
            for k, (deals, choices) in enumerate(zip(key(seed), key(seed, CHOICES), strict=True)):
                course.deals[k], course.choices[k] = deals, choices
            course.number = number
        start(self._chooser[0].rng, numbers(key(seeds[0], "actions")), number)
        self._begin()

    def begin_next(self) -> None:
        """Deal the next game of each seed."""
        self.courses["number"] += 1
        self._begin()

    def _begin(self) -> None:
        self._rewards.fill(0)
        self.ended.fill(0)
        begin_all(*self._place)
        show_all(self.courses, self.states, *self._shown)

    def step(self, last: Array) -> int:
        """Carry out `actions`: see `step_all`."""
        return step_all(*self._place, self._actions, *self._shown, *self._told, last)

    def act(self, action: Any) -> None:
        """Carry out an action in the only game; IllegalAction if it is not legal."""
        try:
            self.actions[0] = action
        except (TypeError, ValueError, OverflowError):
            raise self.refusal(0, action) from None
        if self.step(self.nothing) >= 0:
            raise self.refusal(0, action)

    def choose(self) -> None:
        """Write random legal actions to `actions`."""
        choose_all(self.courses, self._chooser, self._actions)

    def show(self, seat: int) -> tuple[Any, Any]:
        """What a seat may know and do in every game: observations and masks."""
        observations, masks = np.zeros_like(self.observations), np.zeros_like(self.masks)
        out = handed(observations), handed(masks)
        show_seat(self.states, seat, alloc(1, COURSE), *out)
        return observations, masks

    def table(self, i: int = 0) -> Table:
        """Game i as a table of its own: to look at, to save, to play on elsewhere."""
        return Table(self.game, self.states[i : i + 1], None, 0).copy()

    def refusal(self, i: int, action: Any) -> CinquinaError:
        """Why `step` does not take an action in game i."""
        names, number, table = self.game.rules.ACTIONS, whole(action), self.table(i)
        if table.over:
            return IllegalAction("The game is over: reset deals the next one.")
        if number is None or not 0 <= number < len(names):
            most = len(names) - 1
            return IllegalAction(
                f"Actions of {self.game.slug} are numbered 0 to {most}; "
                f"there is no action {shown(action)}."
            )
        try:
            table.play(int(look(self.courses, i).seat), names[number])
        except IllegalAction as problem:
            return problem
        raise AssertionError(f"{names[number]} is legal")


def seated(game: Game, names: Sequence[str | None], reactions: str) -> States:
    """A mind for each seat; of an agent only its reactions count, where there are no turns."""
    if len(names) != game.players or None not in names:
        raise CinquinaError(
            f"{game.slug} with {game.players} players: leave a seat to an agent and name a bot "
            f"for each other one, or none."
        )
    load(game.slug)
    minds = minds_of([name or reactions for name in names], game.slug)
    for p, name in enumerate(names):
        if name is None:
            look(minds, p).kind = AGENT
    return minds
