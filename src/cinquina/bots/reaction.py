"""Who is first where there are no turns: reaction times, in milliseconds of game time.

Times are log-normal, from a table of whole numbers, so that a simulation clock shows the same on
every machine.
"""

import math
from statistics import NormalDist

from cinquina.core.record import alloc
from cinquina.core.rng import below, key, start
from cinquina.table import numbers

STEPS = 1024
MEDIAN_MS, SPREAD = 900, 0.35


def quantiles(median: float, spread: float) -> list[int]:
    """The middle of each of STEPS equally likely slices of a log-normal distribution."""
    normal = NormalDist()
    slices = ((i + 0.5) / STEPS for i in range(STEPS))
    return [round(median * math.exp(spread * normal.inv_cdf(x))) for x in slices]


class Clock:
    """The simulation clock of a game without turns."""

    def __init__(self, seed: int) -> None:
        self.ms = 0
        self._times = quantiles(MEDIAN_MS, SPREAD)
        self._chance = alloc(4, "i8")
        start(self._chance, numbers(key(seed, "reaction")), 0)

    def first(self, seats: tuple[int, ...]) -> int:
        """Which of these seats is the first to act; the clock moves on to then."""
        times = [(self._times[below(self._chance, STEPS)], seat) for seat in seats]
        wait, seat = min(times)
        self.ms += wait
        return seat
