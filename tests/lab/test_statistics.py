"""Statistics: small cases computed by hand, and intervals that cover a known coin."""

import math
from random import Random

import pytest

from cinquina.lab.compare import Metric, holm
from cinquina.lab.statistics import Tally, Z, proportion

REPETITIONS, FLIPS = 300, 200


def tally(*values: float) -> Tally:
    found = Tally()
    found.add(values)
    return found


def coins(chance: float) -> list[list[int]]:
    random = Random(5)
    return [[int(random.random() < chance) for _ in range(FLIPS)] for _ in range(REPETITIONS)]


def test_a_tally_by_hand() -> None:
    found = tally(1, 2, 3, 6)
    assert (found.n, found.mean) == (4, 3)
    assert found.squares == pytest.approx(4 + 1 + 0 + 9)
    assert found.variance == pytest.approx(14 / 3)
    assert found.error == pytest.approx(math.sqrt(14 / 12))
    assert found.interval() == pytest.approx((3 - 1.959964 * 1.080123, 3 + 1.959964 * 1.080123))


def test_a_tally_of_nothing_and_of_one_value() -> None:
    assert (Tally().variance, Tally().error) == (0, 0)
    assert tally(7).any_time() == (-math.inf, math.inf)


def test_the_interval_of_a_proportion_by_hand() -> None:
    # Wilson for 1 of 4, z² = 3.8415: middle (0.25 + 0.48018) / 1.96036, by hand 0.37247;
    # width 1.95996 * sqrt(0.1875 / 4 + 3.8415 / 64) / 1.96036, by hand 0.32689.
    assert proportion(1, 4) == pytest.approx((0.37247 - 0.32689, 0.37247 + 0.32689), abs=2e-4)
    assert proportion(0, 0) == (0, 1)
    assert proportion(0, 10)[0] < 1e-9 and 0.2 < proportion(0, 10)[1] < 0.35
    assert proportion(10, 10)[1] > 1 - 1e-9 and 0.65 < proportion(10, 10)[0] < 0.8


@pytest.mark.parametrize("chance", [0.5, 0.2])
def test_intervals_cover_a_known_coin(chance: float) -> None:
    covered = [0, 0]
    for flips in coins(chance):
        for i, (low, high) in enumerate((tally(*flips).interval(), proportion(sum(flips), FLIPS))):
            covered[i] += low <= chance <= high
    # 95 % of 300 are 285, with a deviation of 3.8
    assert all(272 <= n <= 297 for n in covered), covered


@pytest.mark.parametrize("chance", [0.5, 0.2])
def test_the_any_time_interval_covers_a_known_coin_at_all_times_together(chance: float) -> None:
    missed = fooled = 0
    for flips in coins(chance):
        found, wrong, fixed_wrong = Tally(), False, False
        for n, flip in enumerate(flips, 1):
            found.add([flip])
            if n >= 20:
                low, high = found.any_time()
                wrong |= not low <= chance <= high
                low, high = found.interval()
                fixed_wrong |= not low <= chance <= high
        missed += wrong
        fooled += fixed_wrong
    assert missed <= 0.05 * REPETITIONS + 12
    assert fooled > 0.15 * REPETITIONS  # who peeks at a plain interval fools himself


def test_welch_by_hand() -> None:
    metric = Metric("moves", "moves", tally(1, 2, 3), tally(4, 6, 8, 10))
    # variances 1 and 20/3: the error is sqrt(1/3 + 20/12) = sqrt(2)
    assert metric.change == pytest.approx(5)
    assert metric.error == pytest.approx(math.sqrt(2))
    assert metric.interval == pytest.approx((5 - Z * math.sqrt(2), 5 + Z * math.sqrt(2)))
    assert metric.p == pytest.approx(2 * 0.5 * math.erfc(5 / math.sqrt(2) / math.sqrt(2)))


def test_what_never_varies_is_the_same_or_surely_not() -> None:
    assert Metric("ties", "ties", tally(0, 0), tally(0, 0)).p == 1
    assert Metric("ties", "ties", tally(0, 0), tally(1, 1)).p == 0


def test_holm_by_hand() -> None:
    # in order 0.001 < 0.05/4, 0.012 < 0.05/3, 0.03 > 0.05/2: and there it ends
    assert holm([0.03, 0.001, 0.04, 0.012]) == [False, True, False, True]
    assert holm([0.06]) == [False] and holm([0.05]) == [True] and holm([]) == []


def test_a_difference_in_words() -> None:
    low, high = tally(1, 2), tally(3, 4)
    assert Metric("moves", "moves", low, high, True).words == "more"
    assert Metric("moves", "moves", high, low, True).words == "less"
    assert Metric("moves", "moves", low, high, False).words == "no clear difference"


@pytest.mark.parametrize("truth", [0.97, 0.985])
def test_a_cautious_interval_covers_a_coin_that_nearly_always_wins(truth: float) -> None:
    """A hundred deals of two games each, many times: at most one interval in twelve misses."""
    chance = Random(7)
    missed = 0
    for _ in range(400):
        found = Tally()
        found.add(((chance.random() < truth) + (chance.random() < truth)) / 2 for _ in range(100))
        low, high = found.cautious().interval()
        missed += not low <= truth <= high
    assert missed < 34
