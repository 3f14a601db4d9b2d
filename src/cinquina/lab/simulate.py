"""Many games of one match with one seating, and the facts that come of them."""

from collections.abc import Callable, Iterator
from typing import Any

from cinquina.core.errors import CinquinaError
from cinquina.lab.arena import Job, Match
from cinquina.lab.metrics import Facts, take_sample
from cinquina.lab.spread import cut, fair_size, play_all, unbroken
from cinquina.lab.tables import Rows


def seating(match: Match) -> tuple[int, ...]:
    """Which bot plays each seat: in turn, from the first seat on."""
    if len(match.bots) not in (1, match.players):
        raise CinquinaError(
            f"Name one bot for all seats or {match.players}, one for each; not {len(match.bots)}."
        )
    return tuple(p % len(match.bots) for p in range(match.players))


def simulate(
    match: Match, games: int, workers: int | None = None, cluster: str | None = None,
    progress: Callable[[int], None] | None = None, rows: Rows | None = None, sample: bool = True,
) -> Facts:  # fmt: skip
    """Play games 0 … games - 1 of a match. Ctrl-C keeps those finished: the first so many.

    `progress` is told how many are finished; `rows` is given every game."""
    match.checked()
    if games < 1:
        raise CinquinaError(f"A simulation needs at least one game, not {games}.")
    facts = Facts(match, seating(match))

    def jobs() -> Iterator[Job]:  # asked for when the cluster has answered
        size = fair_size(match, facts.order, games, workers)
        yield from cut(0, games, [facts.order], size)

    results: Any = play_all(match, jobs(), workers, cluster)
    try:
        for played in results:
            with unbroken():
                facts.add(played)
                if rows:
                    rows.add(played)
            if progress:
                progress(facts.games)
    except KeyboardInterrupt:
        facts.stopped = True
    finally:
        results.close()
    if sample and facts.games:
        take_sample(facts)
    return facts
