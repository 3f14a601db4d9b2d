"""Reaction times: log-normal, and who is first by them."""

import math
from itertools import pairwise
from statistics import fmean, median, stdev

import pytest

from cinquina import Game
from cinquina.bots import LEVELS, parse
from cinquina.bots.minds import quantiles
from cinquina.bots.names import minds_of
from cinquina.bots.reaction import Clock
from cinquina.bots.sense import load

SLUG = "seven-ate-nine"


def test_times_are_log_normal() -> None:
    times = quantiles(900, 0.35)
    assert times == sorted(times)
    assert median(times) == pytest.approx(900, rel=0.01)
    logs = [math.log(t) for t in times]
    assert (fmean(logs), stdev(logs)) == (
        pytest.approx(math.log(900), abs=0.01),
        pytest.approx(0.35, abs=0.01),
    )


def test_each_level_is_faster_and_sees_more_than_the_one_below() -> None:
    found = [parse(level, SLUG) for level in LEVELS]
    assert all(a.reaction > b.reaction for a, b in pairwise(found))
    assert all(a.attention < b.attention for a, b in pairwise(found))


def test_the_faster_one_is_first_more_often() -> None:
    load(SLUG)
    table = Game(SLUG, 2).deal(seed=1)
    clock = Clock(1, minds_of(["novice", "expert"], SLUG))
    seats = [clock.first(table.states, (0, 1)) for _ in range(200)]
    assert seats.count(1) > 150
    assert clock.ms > 0


def test_a_seat_alone_is_first() -> None:
    table = Game(SLUG, 3).deal(seed=1)
    load(SLUG)
    clock = Clock(1, minds_of(["easy"] * 3, SLUG))
    assert {clock.first(table.states, (2,)) for _ in range(20)} == {2}


def test_the_same_seed_shows_the_same_times() -> None:
    table = Game(SLUG, 3).deal(seed=1)
    load(SLUG)

    def times(seed: int) -> list[tuple[int, int]]:
        clock = Clock(seed, minds_of(["easy"] * 3, SLUG))
        return [(clock.first(table.states, (0, 1, 2)), clock.ms) for _ in range(20)]

    assert times(4) == times(4) != times(5)
