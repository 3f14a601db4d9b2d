"""Which bot is better: the same deals for all, each bot once on every seat."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from cinquina.core.errors import CinquinaError
from cinquina.lab.arena import Job, Match
from cinquina.lab.spread import cut, fair_size, play_all, unbroken
from cinquina.lab.statistics import Tally

FEWEST = 50  # deals before it may stop early


@dataclass
class Standing:
    """How a duel stands: of each bot, the shares of victories, one value for each deal."""

    bots: tuple[str, ...]
    fair: tuple[float, ...]  # what each would win if all were equal
    games: int = 0
    tallies: list[Tally] = field(default_factory=list)
    decided: bool = False
    early: bool = True  # it may stop early, so its intervals must hold at any time

    @property
    def deals(self) -> int:
        return self.tallies[0].n if self.tallies else 0

    def interval(self, bot: int) -> tuple[float, float]:
        tally = self.tallies[bot].cautious()
        low, high = tally.any_time() if self.early else tally.interval()
        return max(0.0, low), min(1.0, high)


def seatings(match: Match) -> list[tuple[int, ...]]:
    """Every rotation of the bots round the table; more seats than bots are filled in turn."""
    seats = [p % len(match.bots) for p in range(match.players)]
    return [tuple(seats[p - turn] for p in range(match.players)) for turn in range(match.players)]


def duel(
    match: Match, deals: int, early: bool = True, workers: int | None = None,
    cluster: str | None = None, first: int = 0, progress: Callable[[Standing], None] | None = None,
) -> Standing:  # fmt: skip
    """Play up to so many deals; with `early`, stop as soon as it is clear who is better."""
    match.checked()
    if deals < 1:
        raise CinquinaError(f"A duel needs at least one deal, not {deals}.")
    if not 2 <= len(match.bots) <= match.players:
        raise CinquinaError(
            f"A duel at {match.players} seats needs at least 2 bots and at most {match.players}, "
            f"not {len(match.bots)}."
        )
    seats = seatings(match)[0]
    fair = tuple(seats.count(bot) / match.players for bot in range(len(match.bots)))
    standing = Standing(match.bots, fair, tallies=[Tally() for _ in match.bots], early=early)
    for _ in rounds(match, deals, standing, workers, cluster, first):
        if progress:
            progress(standing)
        if early and standing.deals >= FEWEST and is_decided(standing):
            standing.decided = True
            break
    return standing


def rounds(
    match: Match, deals: int, standing: Standing, workers: int | None, cluster: str | None,
    first: int,
) -> Iterator[None]:  # fmt: skip
    """Bring the standing up to date deal by deal. What a deal shows never depends on batches."""
    orders = seatings(match)

    def jobs() -> Iterator[Job]:  # asked for when the cluster has answered
        yield from cut(first, deals, orders, fair_size(match, orders[0], deals))

    results = play_all(match, jobs(), workers, cluster)
    while batch := [played for _, played in zip(orders, results, strict=False)]:
        shares = [
            sum(played.shares(bot) for played in batch) / len(orders)
            for bot in range(len(match.bots))
        ]
        for deal in zip(*shares, strict=True):
            with unbroken():
                for tally, share in zip(standing.tallies, deal, strict=True):
                    tally.add([float(share)])
                standing.games += len(orders)
            yield


def is_decided(standing: Standing) -> bool:
    """Is every bot surely better or worse than an equal share?"""
    spans = (standing.interval(bot) for bot in range(len(standing.bots)))
    pairs = zip(standing.fair, spans, strict=True)
    return all(low > fair or high < fair for fair, (low, high) in pairs)
