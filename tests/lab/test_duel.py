"""Duels: the same deals from every seat, and an end as soon as it is decided."""

import re

import pytest

from cinquina.core.errors import CinquinaError
from cinquina.lab import duel as duels
from cinquina.lab.arena import Match
from cinquina.lab.duel import Standing, duel, is_decided, seatings
from cinquina.lab.statistics import Tally

ADD_UP = Match("add-up", 2, ("random", "random"), 3)


@pytest.fixture(autouse=True)
def small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duels, "fair_size", lambda match, order, deals: 4)


def test_every_bot_sits_on_every_seat() -> None:
    assert seatings(ADD_UP) == [(0, 1), (1, 0)]
    three = seatings(Match("push", 3, ("a", "b", "c")))
    assert sorted(three) == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert all(sorted(seat) == [0, 1, 2] for seat in zip(*three, strict=True))


def test_two_of_the_same_share_every_game_and_every_deal() -> None:
    found = duel(ADD_UP, 20, early=False, workers=1)
    assert found.deals == 20 and found.games == 40 and not found.decided
    assert sum(tally.mean for tally in found.tallies) == pytest.approx(1)


def test_threads_and_batches_leave_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    one = duel(ADD_UP, 20, early=False, workers=1)
    monkeypatch.setattr(duels, "fair_size", lambda match, order, deals: 7)
    many = duel(ADD_UP, 20, early=False, workers=3)
    assert [t.mean for t in one.tallies] == [t.mean for t in many.tallies]
    assert [t.squares for t in one.tallies] == [t.squares for t in many.tallies]


def test_it_stops_when_it_is_decided_and_not_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(duels, "FEWEST", 5)
    monkeypatch.setattr(duels, "is_decided", lambda standing: standing.deals >= 9)
    found = duel(ADD_UP, 30, workers=1)
    assert found.decided and found.deals == 9 and found.games == 18
    assert duel(ADD_UP, 12, early=False, workers=1).deals == 12


def test_when_it_is_decided() -> None:
    def standing(share: float, n: int) -> Standing:
        spread = share * (1 - share) * n
        tallies = [Tally(n, share, spread), Tally(n, 1 - share, spread)]
        return Standing(("a", "b"), (0.5, 0.5), tallies=tallies)

    assert not is_decided(standing(0.5, 1000))
    assert not is_decided(standing(0.7, 20))
    assert is_decided(standing(0.7, 1000))


def test_an_interval_of_shares_stays_between_nothing_and_all() -> None:
    standing = Standing(("a",), (0.5,), tallies=[Tally(2, 1.0, 0.0)])
    low, high = standing.interval(0)
    assert 0 <= low < high == 1


@pytest.mark.parametrize(
    ("match", "deals", "says"),
    [
        (ADD_UP, 0, "A duel needs at least one deal, not 0."),
        (Match("push", 2, ("random",)), 5, "at most 2, not 1"),
        (Match("push", 2, ("random",) * 3), 5, "at most 2, not 3"),
        (Match("push", 2, ("random", "genius")), 5, "There is no bot 'genius'"),
    ],
)
def test_bad_duels(match: Match, deals: int, says: str) -> None:
    with pytest.raises(CinquinaError, match=re.escape(says)):
        duel(match, deals)


def test_more_seats_than_bots_change_what_is_fair() -> None:
    """Two equal bots at three seats: one of them has two seats, and is not better for that."""
    found = duel(Match("push", 3, ("random", "random"), 3), 60, workers=1)
    assert found.fair == (2 / 3, 1 / 3)
    assert not found.decided


def test_who_won_one_deal_is_not_known_to_be_better() -> None:
    found = duel(Match("push", 2, ("greedy", "random"), 3), 1, early=False, workers=1)
    low, high = found.interval(0)
    assert low < 0.6 and high == 1
