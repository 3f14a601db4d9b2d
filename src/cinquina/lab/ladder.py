"""The ladder: all bots of a game on one scale, by openskill (extra `cinquina[lab]`)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import combinations, zip_longest
from typing import Any

from cinquina.core.errors import CinquinaError
from cinquina.lab.arena import Job, Match
from cinquina.lab.duel import seatings
from cinquina.lab.spread import cut, fair_size, play_all
from cinquina.lab.statistics import Tally

Pair = tuple[str, str]


@dataclass(frozen=True)
class Rung:
    """A bot on the ladder: its rating and how sure it is, and how it does against the next one."""

    bot: str
    rating: float
    error: float  # standard deviation of the rating
    below: str | None  # the bot on the next rung down
    wins: float  # against that one: a share of the games, and its 95 % interval
    low: float
    high: float


def ladder(
    match: Match, deals: int, workers: int | None = None, cluster: str | None = None,
    progress: Callable[[Pair, Tally], None] | None = None,
) -> list[Rung]:  # fmt: skip
    """Every bot of the match against every other, each deal from both seats; the best first."""
    match.checked()
    if deals < 1:
        raise CinquinaError(f"A ladder needs at least one deal, not {deals}.")
    if len(set(match.bots)) != len(match.bots) or len(match.bots) < 2:
        raise CinquinaError("A ladder is for two or more bots, each named once.")
    rated(match.bots)  # is openskill there?
    shares = {}
    for pair in combinations(match.bots, 2):
        shares[pair] = meet(match, pair, deals, workers, cluster)
        if progress:
            progress(pair, tally_of(shares[pair]))
    return rungs(match.bots, shares)


def meet(
    match: Match, pair: Pair, deals: int, workers: int | None, cluster: str | None
) -> list[float]:
    """What the first of two bots won in each deal: the mean of both seats."""
    two = Match(match.slug, 2, pair, match.seed, match.options, match.cards)
    orders = seatings(two)

    def jobs() -> Iterator[Job]:  # asked for when the cluster has answered
        yield from cut(0, deals, orders, fair_size(two, orders[0], deals))

    results = list(play_all(two, jobs(), workers, cluster))
    won = []
    for here, there in zip(results[::2], results[1::2], strict=True):
        won += [float(x) for x in (here.shares(0) + there.shares(0)) / 2]
    return won


def rungs(bots: tuple[str, ...], shares: dict[Pair, list[float]]) -> list[Rung]:
    """Ratings from what was won in each deal, taken deal by deal so that no pair comes last."""
    model, ratings = rated(bots)
    for deal in zip_longest(*shares.values()):
        for (a, b), share in zip(shares, deal, strict=True):
            if share is not None:
                scores = [share, 1 - share]
                (ratings[a],), (ratings[b],) = model.rate(
                    [[ratings[a]], [ratings[b]]], scores=scores
                )
    order = sorted(bots, key=lambda bot: -ratings[bot].mu)
    found = []
    for bot, below in zip_longest(order, order[1:]):
        tally = Tally()
        if below is not None:
            tally = tally_of(
                shares[bot, below]
                if (bot, below) in shares
                else [1 - share for share in shares[below, bot]]
            )
        low, high = tally.cautious().interval()
        rating = ratings[bot]
        found.append(Rung(bot, rating.mu, rating.sigma, below, tally.mean, low, high))
    return found


def tally_of(values: list[float]) -> Tally:
    tally = Tally()
    tally.add(values)
    return tally


def rated(bots: tuple[str, ...]) -> tuple[Any, dict[str, Any]]:
    try:
        from openskill.models import BradleyTerryFull
    except ImportError:
        raise CinquinaError("openskill is not installed: pip install 'cinquina[lab]'.") from None
    model = BradleyTerryFull()
    return model, {bot: model.rating(name=bot) for bot in bots}
