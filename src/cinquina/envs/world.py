"""One game being played as a tree search wants it: quick to copy, and it knows who saw what.

A world is a record of the engine, and beside it what each seat remembers: a digest of all that
the seat has seen, move by move. Two worlds in which a seat saw the same have the same digest for
it; in which it ever saw or did anything else, another one. Where there are no turns the world
also has the simulation clock that says who is the next to act.

All of it lies in one buffer of 64-bit numbers, and copying a world is copying that:

    the record | the record before the last move | memories of seats, then everybody's | a room
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from cinquina.bots.names import minds_of
from cinquina.bots.reaction import first
from cinquina.bots.search import act, guess, seen_bytes, ways
from cinquina.bots.sense import load
from cinquina.core import observation
from cinquina.core.contract import actors, over, result
from cinquina.core.drivers import ONLY, deal_all
from cinquina.core.errors import CinquinaError, IllegalAction, shown
from cinquina.core.kernel import INTERPRETED, kernel, outline
from cinquina.core.record import ROOM, Array, Records, States, alloc, handed, look, numbers
from cinquina.core.rng import MASK, key, random32, start
from cinquina.envs.batch import CHOICES
from cinquina.table import Game, Table

WIDTH = 512  # more than a seat has legal actions: who is next and how many there are, in one number
OVER, REFUSED = -1, -2  # instead of who is next
DIGEST = 4  # numbers of a memory, 32 bits in each: the state of a generator that all is mixed into
NOW, BEFORE = range(2)  # the records of a world
ACTION: Any = ROOM["actions"].base.char


@kernel
def mix(memory: Array, number: int) -> None:
    """Remember 64 bits more. A step of the generator loses nothing, so nothing is forgotten."""
    memory[0] ^= number & MASK
    random32(memory)
    memory[0] ^= number >> 32 & MASK
    random32(memory)


@kernel
def memory_of(buffer: Array, masks: Array, row: int) -> Array:
    """What a seat remembers as its own; the last row is what everybody saw."""
    at = 2 * masks.shape[1] + DIGEST * row
    return buffer[at : at + DIGEST]


@outline
def notice(buffer: Array, masks: Array, moves: int) -> None:
    """Remember what differs between the record and the one before, each seat what it sees.

    It remembers when it was, too: a hand that changed now or a move later is not the same."""
    words = masks.shape[1]
    for i in range(words):
        if buffer[i] != buffer[words + i]:
            for row in range(masks.shape[0]):
                now = buffer[i] & masks[row, i]
                if now != buffer[words + i] & masks[row, i]:
                    memory = memory_of(buffer, masks, row)
                    mix(memory, moves << 16 | i)
                    mix(memory, now)


@outline
def hold_only(buffer: Array, masks: Array, seat: int) -> None:
    """All but one seat forget what they saw as their own, except for what they hold now."""
    for row in range(masks.shape[0] - 1):
        if row != seat:
            memory = memory_of(buffer, masks, row)
            for i in range(DIGEST):
                memory[i] = 0
            for i in range(masks.shape[1]):
                now = buffer[i] & masks[row, i]
                if now != 0:
                    mix(memory, i)
                    mix(memory, now)


@outline
def next_turn(states: States, rooms: States) -> int:
    """Whose turn it is and how many ways there are, in room.actions; OVER if it is nobody's."""
    seats = actors(states[NOW])
    if seats == 0:
        return OVER * WIDTH
    return ONLY[seats] * WIDTH + ways(states[NOW], ONLY[seats], rooms[0])


@outline
def next_in_race(states: States, rooms: States, last: int, minds: States, order: Array) -> int:
    """The same where there are no turns: who is the first to react."""
    s, room = states[NOW], rooms[0]
    seats = actors(s)
    if seats == 0:
        return OVER * WIDTH
    seat = first(s, seats, last, minds, order, room) & 7
    return seat * WIDTH + ways(s, seat, room)


@outline
def carry_out(
    states: States, buffer: Array, masks: Array, rooms: States,
    seat: int, action: int, legal: int, moves: int,
) -> int:  # fmt: skip
    """Carry out an action, if it is one of the `legal` many in the room, and remember it."""
    room = rooms[0]
    i = 0
    while i < legal and room.actions[i] != action:
        i += 1
    if i == legal:
        return REFUSED
    states[BEFORE] = states[NOW]
    s = states[NOW]
    act(s, seat, action)
    everybody = memory_of(buffer, masks, masks.shape[0] - 1)
    mix(everybody, seat * WIDTH + action)
    mix(everybody, s.told)
    for i in range(s.told):
        mix(everybody, s.news[i])
    notice(buffer, masks, moves)
    return seat


@outline
def take_turn(
    states: States, buffer: Array, masks: Array, rooms: States,
    seat: int, action: int, legal: int, moves: int,
) -> int:  # fmt: skip
    """Carry out an action; what `next_turn` says then."""
    if carry_out(states, buffer, masks, rooms, seat, action, legal, moves) == REFUSED:
        return REFUSED * WIDTH
    return next_turn(states, rooms)


@outline
def take_in_race(
    states: States, buffer: Array, masks: Array, rooms: States,
    seat: int, action: int, legal: int, moves: int, minds: States, order: Array,
) -> int:  # fmt: skip
    """Carry out an action; what `next_in_race` says then."""
    if carry_out(states, buffer, masks, rooms, seat, action, legal, moves) == REFUSED:
        return REFUSED * WIDTH
    return next_in_race(states, rooms, seat, minds, order)


@outline
def imagine_anew(
    states: States, buffer: Array, masks: Array, rooms: States,
    seat: int, guesses: Array, number: int, player: int,
) -> int:  # fmt: skip
    """Let a seat guess what it can't know; return how many ways `player` then has.

    What the others saw before is not guessed: they remember only what they hold now. The clock
    goes on from the generator of the guess, so that nothing of the true world is left."""
    s, room = states[NOW], rooms[0]
    start(room.rng, guesses, number)
    guess(s, seat, room)
    states[BEFORE] = states[NOW]
    hold_only(buffer, masks, seat)
    for i in range(len(room.actions)):
        room.actions[i] = 0
    return ways(s, player, room)


@outline
def shares_at(states: States, out: Array) -> None:
    if over(states[NOW]):
        result(states[NOW], out)


class Variant:
    """A rule set with all that its worlds share. Nothing in it changes."""

    def __init__(
        self, slug: str, players: int, options: Mapping[str, Any], cards: Mapping[str, int] | None
    ) -> None:
        load(slug)
        self.facts = slug, players, dict(options), None if cards is None else dict(cards)
        self.game = game = Game.of(slug, players, options, cards)
        self.layout = layout = game.rules.STATE
        eyes = [seen_bytes(layout, seat) for seat in range(game.players)]
        everybody = eyes[0] & eyes[1]  # what is a seat's own another does not see
        masks = np.stack([*(eye & ~everybody for eye in eyes), everybody])
        self.masks = handed(masks.view("<i8"))
        self.words = layout.itemsize // 8
        self.room = 2 * self.words + DIGEST * len(masks)  # where it begins
        self.size = self.room + ROOM.itemsize // 8
        layout_of_room: Any = ROOM.fields
        self.actions = 8 * self.room + layout_of_room["actions"][1]  # where they begin, in bytes
        # How quick the seats are, all alike, where there are no turns; else nothing.
        minds = minds_of(["greedy"] * game.players, slug)
        self.race = (minds, numbers(range(game.players))) if game.real_time else ()
        self.take: Any = take_in_race if game.real_time else take_turn
        self.blank, self.cards = game.blank(), game.card_codes()
        self.guesses = numbers(key(0, "imagine"))  # as Table.imagined

    def __deepcopy__(self, memo: Any) -> Variant:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Variant, self.facts


class World:
    """One game being played, with what each seat remembers of it."""

    __slots__ = (
        "_actions", "_buffer", "_words", "moves", "player", "rooms", "states", "variant", "ways",
    )  # fmt: skip

    def __init__(self, variant: Variant, buffer: Any) -> None:
        self.variant = variant
        self._buffer, self._words = buffer, handed(buffer)
        self.states = records(2, variant.layout, buffer, 0)
        self.rooms = records(1, ROOM, buffer, 8 * variant.room)
        self._actions = memoryview(buffer).cast("b")[variant.actions :].cast(ACTION)
        self.player = OVER  # whose turn it is
        self.ways = 0  # how many legal actions there are
        self.moves = 0

    @classmethod
    def dealt(cls, variant: Variant, seed: int) -> World:
        """The game that Game.deal(seed) deals."""
        world = cls(variant, np.zeros(variant.size, "<i8"))
        states, cards = world.states, variant.cards
        deal_all(variant.blank, states[:1], cards, len(cards), numbers(key(seed)), 0)
        notice(world._words, variant.masks, 0)
        if variant.race:
            start(look(world.rooms, 0).rng, numbers(key(seed, CHOICES)), 0)
            found = next_in_race(states, world.rooms, -1, *variant.race)
        else:
            found = next_turn(states, world.rooms)
        world.player, world.ways = divmod(found, WIDTH)
        return world

    def play(self, action: int) -> None:
        """Carry out an action of the player whose turn it is; IllegalAction changes nothing."""
        variant, moves = self.variant, self.moves + 1
        player, ways = divmod(
            variant.take(
                self.states, self._words, variant.masks, self.rooms,
                self.player, action, self.ways, moves, *variant.race,
            ),
            WIDTH,
        )  # fmt: skip
        if player == REFUSED:
            raise IllegalAction(self._refusal(action))
        self.player, self.ways, self.moves = player, ways, moves

    def _refusal(self, action: int) -> str:
        if self.player == OVER:
            return "The game is over: nobody acts any more."
        names = self.variant.game.rules.ACTIONS
        some = ", ".join(f"{a} ({names[a]})" for a in self.legal[:12])
        more = f" and {self.ways - 12} more" if self.ways > 12 else ""
        return f"Action {shown(action)} is not legal now. Legal: {some}{more}."

    @property
    def legal(self) -> list[int]:
        """The legal actions of the player whose turn it is, ascending, in a new list."""
        found: list[int] = self._actions[: self.ways].tolist()
        return found

    def shares(self) -> list[float]:
        """Of a finished game, what each seat won: 1, shared between the winners; else nothing."""
        out = alloc(self.variant.game.players, "f8")
        shares_at(self.states, out)
        return [float(share) for share in out]

    def observe(self, seat: int, out: Any) -> None:
        """Write the observation of a seat to the one row of `out`, which is all 0."""
        observation.observe_at(self.states, seat, handed(out))

    def remembered(self, row: int) -> str:
        """The digest of what a seat saw as its own; of row `players`, of what everybody saw."""
        at = 2 * self.variant.words + DIGEST * row
        return "{:08x}{:08x}{:08x}{:08x}".format(*self._buffer[at : at + DIGEST].tolist())

    def imagined(self, seat: int, number: int) -> World:
        """The world as a seat may imagine it: what Table.imagined guesses under this number."""
        other = self.__deepcopy__(None)
        if self.player != OVER:  # then nothing is hidden any more
            variant = self.variant
            other.ways = imagine_anew(
                other.states, other._words, variant.masks, other.rooms,
                seat, variant.guesses, number, self.player,
            )  # fmt: skip
        return other

    def table(self) -> Table:
        """The same position as a table of its own; it has no history."""
        states = alloc(1, self.variant.layout)
        states.view(np.ndarray)[0] = self.states.view(np.ndarray)[NOW]
        return Table(self.variant.game, states, None, 0)

    # --- Copies ---

    def __deepcopy__(self, memo: Any) -> World:
        other = World(self.variant, self._buffer.copy())
        other.player, other.ways, other.moves = self.player, self.ways, self.moves
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        buffer = self._buffer.tobytes()
        return restored, (self.variant, buffer, self.player, self.ways, self.moves)


def records(n: int, dtype: Any, buffer: Any, at: int) -> States:
    """A part of a buffer as an array of records for kernels."""
    found: Any = np.ndarray((n,), dtype, buffer, at)
    return found.view(Records) if INTERPRETED else found


def restored(variant: Variant, buffer: bytes, player: int, ways: int, moves: int) -> World:
    """The world that was saved; CinquinaError if it was by another version of the game."""
    if len(buffer) != 8 * variant.size:
        raise CinquinaError("This state was saved by another version of the game: play it again.")
    world = World(variant, np.frombuffer(buffer, "<i8").copy())
    world.player, world.ways, world.moves = player, ways, moves
    return world
