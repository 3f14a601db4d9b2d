"""The facts of a simulation, gathered game by game in constant memory.

Everything is counted in whole numbers: how often each value came. So the facts are the same to the
last bit however the games were cut into jobs. The formulas are in the docstrings and, in one
table, in docs/lab.md.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from cinquina import __version__
from cinquina.bots.minds import SEARCH
from cinquina.bots.reaction import first_at
from cinquina.bots.search import decide
from cinquina.core.contract import apply, imagine, wins
from cinquina.core.drivers import legal_at, playout
from cinquina.core.kernel import INTERPRETED, outline
from cinquina.core.record import Array, States, alloc, numbers
from cinquina.core.rng import key, start
from cinquina.lab.arena import CODES, Arena, Match, Played, minds_in_lab
from cinquina.lab.statistics import Tally, proportion
from cinquina.table import Game, Table

PARTS = 60  # a victory in parts that 1 to 6 winners can share exactly
SAMPLE = 200  # games played again move by move
FEW = 20  # the same where a bot thinks long
WAYS = 8  # actions of a decision that are tried out
DECISIONS, ROUNDS = (12, 6) if INTERPRETED else (100, 40)

# What is counted in each game, and what is one in the count.
UNITS = {
    "moves": 1,
    "decisions": 1,
    "branching": 100,
    "lead_changes": 1,
    "margin": 1,
    "winner_score": 1,
    "winners": 1,
}


@dataclass
class Counts:
    """How often each value came; a value v stands for v / unit."""

    unit: int = 1
    times: Counter[int] = field(default_factory=Counter)

    def add(self, values: Any) -> None:
        found, times = np.unique(np.asarray(values), return_counts=True)
        for value, n in zip(found.tolist(), times.tolist(), strict=True):
            self.times[value] += n

    @property
    def n(self) -> int:
        return self.times.total()

    @property
    def sum(self) -> int:
        return sum(value * n for value, n in self.times.items())

    def tally(self) -> Tally:
        """Number, mean and squared deviations, from exact sums: Σ(v - mean)² = Σv² - (Σv)²/n."""
        n, total = self.n, self.sum
        if n == 0:
            return Tally()
        squares = sum(value * value * times for value, times in self.times.items())
        return Tally(n, total / (n * self.unit), (n * squares - total**2) / (n * self.unit**2))

    def quantile(self, share: float) -> float:
        """The smallest value that at least this share of all values do not exceed."""
        seen, n = 0, self.n
        for value in sorted(self.times):
            seen += self.times[value]
            if seen >= share * n:
                return value / self.unit
        return 0.0

    def share(self, wanted: Any) -> tuple[float, float, float]:
        """The share of the values for which `wanted` holds, with its 95 % interval (Wilson)."""
        n, hits = self.n, sum(times for value, times in self.times.items() if wanted(value))
        return (hits / n if n else 0.0, *proportion(hits, n))

    def to_json(self) -> dict[str, Any]:
        tally = self.tally()
        low, high = tally.interval()
        return {
            "mean": tally.mean,
            "low": low,
            "high": high,
            "deviation": tally.variance**0.5,
            "median": self.quantile(0.5),
            "p5": self.quantile(0.05),
            "p95": self.quantile(0.95),
            "histogram": {str(v / self.unit): self.times[v] for v in sorted(self.times)},
        }


@dataclass
class Sample:
    """What games showed that were played again move by move."""

    games: int = 0
    events: dict[str, Counts] = field(default_factory=dict)
    impact: Tally = field(default_factory=Tally)
    chances: list[Tally] = field(default_factory=lambda: [Tally() for _ in range(3)])

    def weigh(self, worst: float, usual: float, best: float) -> None:
        """Take in one more decision: the chance to win after its worst, any and best action."""
        self.impact.add([best - usual])
        for tally, chance in zip(self.chances, (worst, usual, best), strict=True):
            tally.add([chance])

    def hear(self, events: Counter[str]) -> None:
        """Take in how often each event happened in one more game."""
        for name in sorted(events.keys() | self.events.keys()):
            counts = self.events.setdefault(name, Counts(times=Counter({0: self.games})))
            counts.times[events[name]] += 1
        self.games += 1


@dataclass
class Facts:
    """What is known of the games of a match so far, one seating for all of them."""

    match: Match
    order: tuple[int, ...]
    games: int = 0
    stopped: bool = False  # before all games were played
    command: str = ""  # that gives the same facts again
    counts: dict[str, Counts] = field(default_factory=dict)
    shares: list[Counts] = field(default_factory=list)  # of victories, by seat
    scores: list[Counts] = field(default_factory=list)  # by seat
    used: list[int] = field(default_factory=lambda: [0] * CODES)  # times each action was taken
    sample: Sample = field(default_factory=Sample)

    def __post_init__(self) -> None:
        players = self.match.players
        self.game: Game = self.match.game()
        self.counts = {name: Counts(unit) for name, unit in UNITS.items()}
        self.counts["points"] = Counts(players)
        if self.game.real_time:
            self.counts["seconds"] = Counts(10)
        self.shares = [Counts(PARTS) for _ in range(players)]
        self.scores = [Counts() for _ in range(players)]

    def add(self, played: Played) -> None:
        """Take in the games of a job.

        branching = legal actions of a game's decisions / its decisions (where it has any)
        margin = the winner's score - the best score of those who did not win; 0 if all won
        points = the mean score of the seats;  share of seat p = 1 / winners if p is one, else 0"""
        tales, seats = played.tales, range(self.match.players)
        scores = [tales["scores"][:, p].astype("i8") for p in seats]
        won = [tales["winners"] >> p & 1 for p in seats]
        winners = sum(won)
        best = np.max(
            [np.where(w, s, np.iinfo("i8").min) for w, s in zip(won, scores, strict=True)], 0
        )
        rest = np.max(
            [np.where(w, np.iinfo("i8").min, s) for w, s in zip(won, scores, strict=True)], 0
        )
        chosen = tales["decisions"] > 0
        ways = tales["choices"][chosen] * 100.0 / tales["decisions"][chosen]
        found: dict[str, Any] = {
            name: tales[name] for name in ("moves", "decisions", "lead_changes")
        }
        found["branching"] = np.rint(ways).astype("i8")
        found["margin"] = np.where(
            winners == len(seats), 0, best - np.where(winners == len(seats), best, rest)
        )
        found |= {"winner_score": best, "winners": winners, "points": sum(scores)}
        if "seconds" in self.counts:
            found["seconds"] = np.rint(tales["ms"] / 100).astype("i8")
        for name, values in found.items():
            self.counts[name].add(values)
        for p in seats:
            self.shares[p].add(np.where(won[p], PARTS // winners, 0))
            self.scores[p].add(scores[p])
        self.used = [a + int(b) for a, b in zip(self.used, played.used, strict=True)]
        self.games += len(tales)

    # --- What came of it ---

    def bot(self, seat: int) -> str:
        return self.match.bots[self.order[seat]]

    def win_share(self, seat: int) -> tuple[float, float, float]:
        """What a seat won a game, a shared victory counted in parts, with Wilson's interval."""
        won = self.shares[seat].sum / PARTS
        return (won / self.games if self.games else 0.0, *proportion(won, self.games))

    def tie_rate(self) -> tuple[float, float, float]:
        """The share of games with more than one winner, with Wilson's interval."""
        return self.counts["winners"].share(lambda winners: winners > 1)

    def all_scores(self) -> Counts:
        return Counts(
            times=sum((c.times for c in self.scores), Counter[int]()) if self.scores else Counter()
        )

    def verbs(self) -> dict[str, float]:
        """How often each action, by the first word of its name, is taken in a game."""
        total: Counter[str] = Counter()
        for action, name in enumerate(self.game.rules.ACTIONS):
            total[name.split()[0]] += self.used[action]
        return {verb: n / max(1, self.games) for verb, n in total.most_common()}

    def to_json(self) -> dict[str, Any]:
        low, high = self.sample.impact.interval()
        impact = {"mean": self.sample.impact.mean, "low": low, "high": high}
        return {
            "game": self.match.slug,
            "players": self.match.players,
            "bots": [self.bot(p) for p in range(self.match.players)],
            "options": self.game.options,
            "cards": self.game.cards,
            "seed": self.match.seed,
            "version": __version__,
            "rules": self.game.rules.VERSION,
            "command": self.command,
            "games": self.games,
            "stopped": self.stopped,
            "win_shares": [named(self.win_share(p)) for p in range(self.match.players)],
            "tie_rate": named(self.tie_rate()),
            "scores": [counts.to_json() for counts in self.scores],
            **{name: counts.to_json() for name, counts in self.counts.items()},
            "verbs": self.verbs(),
            "sample": {
                "games": self.sample.games,
                "events": {name: c.to_json() for name, c in sorted(self.sample.events.items())},
                "decisions": self.sample.impact.n,
                "impact": impact,
            },
        }


def named(found: tuple[float, float, float]) -> dict[str, float]:
    return dict(zip(("mean", "low", "high"), found, strict=True))


# --- Games played again --------------------------------------------------------------------------


def sample_size(match: Match, games: int) -> int:
    """How many games are played again: few where a bot thinks long."""
    thinks = any(mind.kind == SEARCH for mind in minds_in_lab(match.bots, match.slug))
    return min(games, FEW, max(1, games // 10)) if thinks else min(games, SAMPLE)


def take_sample(facts: Facts) -> None:
    """Play the first games once more, move by move; Ctrl-C keeps those that are finished.

    events: how often each happened in a game, as the table tells it
    impact: of one decision of a game, drawn at random, see `Again.chances`"""
    again = Again(facts.match, facts.order)
    try:
        for number in range(sample_size(facts.match, facts.games)):
            wanted = facts.sample.impact.n < DECISIONS
            events, decision = again.listen(number, wanted)
            if decision:
                facts.sample.weigh(*again.chances(number, *decision))
            facts.sample.hear(events)
    except KeyboardInterrupt:
        facts.stopped = True


class Again(Arena):
    """Plays the very games of a match again, at a table that tells what happens."""

    def __init__(self, match: Match, order: tuple[int, ...]) -> None:
        super().__init__(match)
        self._match, self._game, self._order = match, match.game(), numbers(order)
        self._tries = numbers(key(match.seed, "impact"))

    def moves(self, number: int, table: Table) -> Iterator[tuple[int, int]]:
        """Who does what, until the game is over; who asks for the next move has made the last.

        Chance is used up in the same order as in `arena.contest`."""
        start(self._rooms[0].rng, self._keys[1], number)
        last = -1
        while not table.over:
            seat = table.to_act[0]
            if self._real_time:
                seats = sum(1 << p for p in table.to_act)
                seat = 7 & first_at(
                    table.states, seats, last, self._minds, self._order, self._rooms
                )
            if legal_at(table.states, 0, seat, self._rooms) > 1:
                action = decide(
                    table.states, 0, seat, self._minds, self._order[seat], self._scratch,
                    self._words, self._sights, self._trees, self._rooms,
                )  # fmt: skip
            else:
                action = self._rooms[0].actions[0]
            yield seat, int(action)
            last = seat

    def listen(
        self, number: int, wanted: bool
    ) -> tuple[Counter[str], tuple[Table, int, list[int]] | None]:
        """The events of a game by type; if wanted, a decision: the table, the seat, its actions."""
        table = self._game.deal(self._match.seed, number)
        chance = Random(f"{self._match.seed} {number}")
        events: Counter[str] = Counter()
        decision, met = None, 0
        for seat, action in self.moves(number, table):
            if wanted and len(codes := table.legal_codes(seat)) > 1:
                met += 1
                if chance.randrange(met) == 0:  # so each decision is as likely to be kept
                    decision = table.copy(), seat, codes
            told = table.play(seat, self._game.rules.ACTIONS[action])
            events.update(event["type"] for event in told)
        if decision and len(decision[2]) > WAYS:
            decision = *decision[:2], sorted(chance.sample(decision[2], WAYS))
        return events, decision

    def chances(
        self, number: int, table: Table, seat: int, codes: list[int]
    ) -> tuple[float, float, float]:
        """The chance to win after the worst action, after any (the mean) and after the best.

        Best less mean is how much a decision matters, its impact. Each action is followed by
        random playouts from imagined positions, the same ones for all actions. One half of the
        playouts says which action is best or worst, the other half what it is worth: the best of
        several noisy means would always look better than it is."""
        worth = [alloc(len(codes), "f8") for _ in range(2)]
        for half in range(2):
            first = (2 * number + half) * ROUNDS
            try_out(
                table.states, seat, numbers(codes), self._scratch, self._rooms, self._tries, first,
                ROUNDS, worth[half],
            )  # fmt: skip
        order = sorted(range(len(codes)), key=lambda i: worth[0][i])
        chances = [float(worth[1][i]) / ROUNDS for i in order]
        return chances[0], sum(chances) / len(chances), chances[-1]


@outline
def try_out(
    states: States, seat: int, actions: Array, scratch: States, rooms: States, words: Array,
    first: int, rounds: int, worth: Array,
) -> None:  # fmt: skip
    """Add to worth[i] what a seat wins in so many random playouts that begin with actions[i]."""
    room = rooms[0]
    for i in range(len(actions)):
        for k in range(rounds):
            scratch[0] = states[0]
            s = scratch[0]
            start(room.rng, words, first + k)
            imagine(s, seat, room.rng)
            apply(s, seat, actions[i])
            playout(s, room)
            if wins(s, seat):
                winners = 0
                for p in range(s.players):
                    winners += wins(s, p)
                worth[i] += 1.0 / winners
