"""Minds: how a bot thinks, as data, so that compiled code can play whole games between bots."""

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from cinquina.core.record import alloc, look

RANDOM, GREEDY, SEARCH = range(3)
STEPS = 256  # equally likely reaction times

MIND = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("explore", "f8"),  # search: weight of the bonus for what was seldom tried
                ("trust", "f8"),  # search: share of that bonus which goes to what `prefer` says
                ("kind", "i8"),
                ("patience", "i8"),  # search: visits of a node before it tries another action
                ("sims", "i8"),  # search: simulations
                ("depth", "i8"),  # search: moves of a playout before a quiet position ends it
                ("wild", "i8"),  # search: moves of a playout, in a thousand, that are random
                ("peek", "i8"),  # search: 1 if it is shown everything (in the lab, as a ceiling)
                ("slip", "i8"),  # how often, in a thousand, it does anything instead
                ("attention", "i8"),  # how many cards it takes in at a glance
                ("times", "i4", STEPS),  # reaction times in milliseconds, ascending
            ]
        ),
    )
)

SPREAD = 0.35  # of reaction times: the deviation of their logarithm


@dataclass(frozen=True)
class Settings:
    """How a bot thinks; see `bots.minds` for those that kernels read."""

    kind: int
    sims: int = 0
    ms: int = 0  # search: a time limit; without `sims` the only one
    threads: int = 1
    depth: int = 0
    wild: int = 0
    slip: int = 0
    explore: float = 1.0
    trust: float = 0.5
    patience: int = 16
    peek: int = 0  # no name at a table sets it: see lab.arena
    reaction: int = 900  # median, in milliseconds
    attention: int = 8

    def mind(self) -> Any:
        """The same as an array of one record for kernels."""
        minds = alloc(1, MIND)
        mind = look(minds, 0)
        for name in MIND.names or ():
            if name == "times":
                for i, ms in enumerate(quantiles(self.reaction, SPREAD)):
                    mind.times[i] = ms
            else:
                setattr(mind, name, getattr(self, name))
        return minds.view(np.ndarray)


def quantiles(median: float, spread: float) -> list[int]:
    """The middle of each of STEPS equally likely slices of a log-normal distribution."""
    normal = NormalDist()
    slices = ((i + 0.5) / STEPS for i in range(STEPS))
    return [round(median * math.exp(spread * normal.inv_cdf(x))) for x in slices]
