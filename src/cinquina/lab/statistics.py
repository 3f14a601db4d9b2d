"""Means with intervals: plain ones, and ones that hold at any time, for those who stop early."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

LEVEL = 0.95
Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)
TUNED_FOR = 400  # the any-time interval is narrowest after about so many values


@dataclass
class Tally:
    """Values counted one after the other: their number, mean and spread (Welford)."""

    n: int = 0
    mean: float = 0.0
    squares: float = 0.0  # of the deviations from the mean

    def add(self, values: Iterable[float]) -> None:
        for value in values:
            self.n += 1
            step = value - self.mean
            self.mean += step / self.n
            self.squares += step * (value - self.mean)

    @property
    def variance(self) -> float:
        return self.squares / (self.n - 1) if self.n > 1 else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt(self.variance / self.n) if self.n else 0.0

    def interval(self) -> tuple[float, float]:
        """A 95 % interval for the mean, when the number of values was fixed before."""
        return self.mean - Z * self.error, self.mean + Z * self.error

    def cautious(self) -> "Tally":
        """The same with two wins and two losses more, as Agresti and Coull advise for shares:
        else who has always won would seem to be known for certain."""
        other = Tally(self.n, self.mean, self.squares)
        other.add((0.0, 1.0, 0.0, 1.0))
        return other

    def any_time(self) -> tuple[float, float]:
        """An interval that holds at all times together with 95 %: for those who look and stop.

        Robbins' normal mixture, with the variance estimated."""
        if self.n < 2:
            return -math.inf, math.inf
        rate = _mixture(TUNED_FOR)
        grown = self.n * rate + 1
        width = math.sqrt(self.variance * 2 * grown / (self.n**2 * rate) * math.log(_odds(grown)))
        return self.mean - width, self.mean + width


def _odds(grown: float) -> float:
    return math.sqrt(grown) / (1 - LEVEL)


def _mixture(n: int) -> float:
    """Robbins' parameter that makes the interval narrowest at n values (his approximation)."""
    alpha = 1 - LEVEL
    return (-2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1) / n


def proportion(successes: float, n: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a proportion."""
    if n == 0:
        return 0.0, 1.0
    p = successes / n
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    width = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / (1 + Z * Z / n)
    return max(0.0, middle - width), min(1.0, middle + width)
