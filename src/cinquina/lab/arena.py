"""The arena: whole games between minds, compiled, with what there is to count in each."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from cinquina.bots.names import minds_of, parse
from cinquina.bots.reaction import first
from cinquina.bots.search import TREE, act, decide, sights, ways, words
from cinquina.bots.sense import load
from cinquina.core.contract import actors, deal, score, wins
from cinquina.core.drivers import ONLY, SEATS
from cinquina.core.errors import CinquinaError
from cinquina.core.kernel import kernel, outline
from cinquina.core.record import ROOM, Array, State, States, alloc, handed, numbers
from cinquina.core.rng import key, start
from cinquina.table import Game

# What is told of a game.
TALE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("moves", "i4"),
                ("decisions", "i4"),  # moves with more than one legal action
                ("choices", "i8"),  # legal actions of all decisions
                ("lead_changes", "i4"),
                ("winners", "i4"),  # a set of seats, as bits
                ("ms", "i8"),  # where there are no turns: on the simulation clock
                ("scores", "i4", SEATS),
            ]
        ),
    )
)
CODES = 256


@kernel
def leader(s: State) -> int:
    """The seat that alone has most points; -1 if there is none."""
    best, most, alone = -1, -(1 << 40), False
    for p in range(s.players):
        points = score(s, p)
        if points > most:
            best, most, alone = p, points, True
        elif points == most:
            alone = False
    return best if alone else -1


@outline
def contest(
    blank: States, states: States, cards: Array, size: int,
    deals: Array, choices: Array, first_game: int,
    minds: States, order: Array, real_time: bool,
    scratch: States, words: Array, sights: Array, trees: States, rooms: States,
    tales: States, used: Array,
) -> None:  # fmt: skip
    """Play len(tales) games, from number first_game on; seat p thinks as minds[order[p]].

    `deals` and `choices` are keys, for the deal and for the players. used[a] counts action a."""
    room = rooms[0]
    for g in range(len(tales)):
        states[0] = blank[0]
        s = states[0]
        start(s.rng, deals, first_game + g)
        start(room.rng, choices, first_game + g)
        deal(s, cards, size)
        tale = tales[g]
        last, ahead = -1, -1
        seats = actors(s)
        while seats:
            if real_time:
                time = first(s, seats, last, minds, order, room)
                seat = time & 7
                tale.ms += time >> 3
            else:
                seat = ONLY[seats]
            n = ways(s, seat, room)
            if n > 1:
                tale.decisions += 1
                tale.choices += n
                action = decide(
                    states, 0, seat, minds, order[seat], scratch, words, sights, trees, rooms
                )
            else:
                action = room.actions[0]
            act(s, seat, action)
            used[action] += 1
            tale.moves += 1
            last = seat
            now = leader(s)
            if now >= 0 and now != ahead:
                tale.lead_changes += ahead >= 0
                ahead = now
            seats = actors(s)
        for p in range(s.players):
            tale.scores[p] = score(s, p)
            tale.winners |= wins(s, p) << p


@dataclass(frozen=True)
class Match:
    """Who plays what: enough to play any of its games again, on any machine."""

    slug: str
    players: int
    bots: tuple[str, ...]  # names
    seed: int = 0
    options: tuple[tuple[str, Any], ...] = ()
    cards: tuple[tuple[str, int], ...] | None = None

    def game(self) -> Game:
        cards = None if self.cards is None else dict(self.cards)
        return Game.of(self.slug, self.players, dict(self.options), cards)

    def checked(self) -> "Match":
        """The same; an error if there is no such game or bot."""
        self.game()
        for name in self.bots:
            check_bot(name, self.slug)
        return self


@dataclass(frozen=True)
class Job:
    """Games `first` … `first + count - 1` of a match; seat p is played by bots[order[p]]."""

    first: int
    count: int
    order: tuple[int, ...]


@dataclass(frozen=True)
class Played:
    """What came of a job: a tale for each game, and how often each action was taken."""

    job: Job
    tales: Any
    used: Any

    def shares(self, bot: int) -> Any:
        """Of each game, what this bot won: 1, or its share of a victory."""
        winners = self.tales["winners"].astype("i8")
        count = sum(winners >> p & 1 for p in range(len(self.job.order)))
        mine = sum(winners >> p & 1 for p, b in enumerate(self.job.order) if b == bot)
        return mine / count


# Shown everything, the order of the deck too: only here, to see how far luck goes.
SEEN_THROUGH = {"ceiling": "search:patience=1,explore=0.3"}


def minds_in_lab(names: Iterable[str], slug: str) -> Any:
    """The minds of several bots in a game, the ceiling among them."""
    names = list(names)
    minds = minds_of([SEEN_THROUGH.get(name, name) for name in names], slug)
    for i, name in enumerate(names):
        minds[i].peek = name in SEEN_THROUGH
    return minds


def check_bot(name: str, slug: str) -> None:
    """An error if there is no such bot, or if it would not play the same on every machine."""
    found = parse(SEEN_THROUGH.get(name, name), slug)
    if found.threads > 1:
        raise CinquinaError(f"In the lab {name} thinks in one thread; --threads plays many games.")
    if found.ms:
        raise CinquinaError(
            f"In the lab {name} needs a budget in simulations (sims=…), not in milliseconds: "
            "the same games must come out on every machine."
        )


class Arena:
    """A place to play the games of a match: all that a thread needs of its own."""

    def __init__(self, match: Match) -> None:
        game = match.game()
        layout = game.rules.STATE
        load(match.slug)
        self._minds = minds_in_lab(match.bots, match.slug)
        self._real_time = game.real_time
        self._blank, self._cards = game.blank(), game.card_codes()
        self._keys = numbers(key(match.seed)), numbers(key(match.seed, "choices"))
        self._states, self._scratch = alloc(1, layout), alloc(1, layout)
        self._words, self._sights = words(self._scratch), sights(layout)
        self._trees, self._rooms = alloc(1, TREE), alloc(1, ROOM)

    def play(self, job: Job) -> Played:
        tales, used = alloc(job.count, TALE), np.zeros(CODES, "i8")
        contest(
            self._blank, self._states, self._cards, len(self._cards), *self._keys, job.first,
            self._minds, numbers(job.order), self._real_time,
            self._scratch, self._words, self._sights, self._trees, self._rooms,
            tales, handed(used),
        )  # fmt: skip
        return Played(job, tales.view(np.ndarray), used)
