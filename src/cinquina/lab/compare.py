"""What a change of the rules or of the deck does: the same seeds under both, side by side."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from cinquina.core.errors import CinquinaError
from cinquina.lab.arena import Match
from cinquina.lab.metrics import Facts
from cinquina.lab.simulate import simulate
from cinquina.lab.statistics import LEVEL, Tally, Z

FEWEST = 100  # games: the normal distribution must be near enough


@dataclass(frozen=True)
class Metric:
    """One measure under both rules, and how sure their difference is."""

    name: str
    label: str
    before: Tally
    after: Tally
    clear: bool = False  # after Holm's correction

    @property
    def change(self) -> float:
        return self.after.mean - self.before.mean

    @property
    def error(self) -> float:
        """Welch: the two variances are not taken to be equal."""
        return float((self.before.error**2 + self.after.error**2) ** 0.5)

    @property
    def interval(self) -> tuple[float, float]:
        """A 95 % interval for the difference, for this measure alone."""
        return self.change - Z * self.error, self.change + Z * self.error

    @property
    def p(self) -> float:
        """How likely so large a difference is by chance; Welch's test, normal for many games."""
        if self.error == 0:
            return 1.0 if self.change == 0 else 0.0
        return 2 * NormalDist().cdf(-abs(self.change) / self.error)

    @property
    def words(self) -> str:
        if not self.clear:
            return "no clear difference"
        return "more" if self.change > 0 else "less"

    def to_json(self) -> dict[str, Any]:
        sides = {
            side: {"mean": tally.mean, "low": tally.interval()[0], "high": tally.interval()[1]}
            for side, tally in (("before", self.before), ("after", self.after))
        }
        low, high = self.interval
        difference = {"mean": self.change, "low": low, "high": high, "p": self.p}
        told = {"clear": self.clear, "words": self.words}
        return {"name": self.name, **sides, "difference": difference, **told}


@dataclass
class Comparison:
    """Two simulations and what is different between them."""

    names: tuple[str, str]
    before: Facts
    after: Facts
    metrics: list[Metric]
    command: str = ""

    @property
    def stopped(self) -> bool:
        return self.before.stopped or self.after.stopped

    def to_json(self) -> dict[str, Any]:
        match = self.before.match
        return {
            "game": match.slug,
            "players": match.players,
            "bots": list(match.bots),
            "seed": match.seed,
            "command": self.command,
            "names": list(self.names),
            "games": [self.before.games, self.after.games],
            "stopped": self.stopped,
            "metrics": [metric.to_json() for metric in self.metrics],
        }


LABELS = {
    "first": "first player wins",
    "ties": "tied games",
    "moves": "moves in a game",
    "seconds": "seconds of play",
    "decisions": "decisions in a game",
    "branching": "actions per decision",
    "lead_changes": "changes of the lead",
    "winner_score": "winner's score",
    "points": "mean score",
    "margin": "winning margin",
}
SHARES = ("first", "ties")  # told in percent


def tallies(facts: Facts) -> dict[str, Tally]:
    """Every measure of a simulation, one value a game."""
    first, last = facts.shares[0], facts.counts["winners"]
    tied = sum(times for winners, times in last.times.items() if winners > 1)
    share = tied / max(1, last.n)
    found = {"first": first.tally(), "ties": Tally(last.n, share, tied * (1 - share))}
    return found | {name: counts.tally() for name, counts in facts.counts.items()}


def holm(chances: list[float]) -> list[bool]:
    """Which of several differences are clear, all together with 95 % (Holm 1979)."""
    clear = [False] * len(chances)
    for rank, i in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        if chances[i] > (1 - LEVEL) / (len(chances) - rank):
            break
        clear[i] = True
    return clear


def measured(before: Facts, after: Facts) -> list[Metric]:
    old, new = tallies(before), tallies(after)
    found = [
        Metric(name, label, old[name], new[name])
        for name, label in LABELS.items()
        if name in old and old[name].n and new[name].n
    ]
    clear = holm([metric.p for metric in found])
    return [
        Metric(m.name, m.label, m.before, m.after, sure)
        for m, sure in zip(found, clear, strict=True)
    ]


def compare(
    before: Match, after: Match, names: tuple[str, str], games: int, workers: int | None = None,
    cluster: str | None = None, progress: Callable[[int], None] | None = None,
) -> Comparison:  # fmt: skip
    """Play both. Ctrl-C keeps what is finished; `progress` is told of the games of both."""
    after.checked()
    if games < FEWEST:
        raise CinquinaError(f"A comparison needs at least {FEWEST} games of each, not {games}.")
    old = simulate(before, games, workers, cluster, progress, sample=False)

    def later(done: int) -> None:
        if progress:
            progress(games + done)

    if old.stopped:  # then the other is compared over nothing
        return Comparison(names, old, Facts(after, old.order, stopped=True), [])
    new = simulate(after, games, workers, cluster, later, sample=False)
    return Comparison(names, old, new, measured(old, new) if new.games >= FEWEST else [])
