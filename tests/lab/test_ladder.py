"""`cinquina ladder`: ratings that follow from who beats whom."""

import json

import pytest
from typer.testing import CliRunner

from cinquina import CinquinaError
from cinquina.cli.main import app
from cinquina.lab.arena import Match
from cinquina.lab.ladder import ladder, meet, rungs


def test_who_wins_more_stands_higher() -> None:
    """In hundred deals a wins three of four against b, and b against c; a nine of ten against c."""
    three_of_four = [1.0, 1.0, 0.5, 0.5] * 25
    found = rungs(
        ("c", "a", "b"),
        {("c", "a"): [0.0, 0.5, 0.0, 0.0, 0.0] * 20, ("c", "b"): [1 - x for x in three_of_four],
         ("a", "b"): three_of_four},
    )  # fmt: skip
    assert [rung.bot for rung in found] == ["a", "b", "c"]
    assert [rung.below for rung in found] == ["b", "c", None]
    assert [rung.wins for rung in found[:2]] == [0.75, 0.75]
    # 50 deals of 1, 50 of 0.5, and two of 1 and of 0 for caution: 0.74038 ± 1.96 * 0.26967 / √104
    assert found[0].low == pytest.approx(0.74038 - 0.05183, abs=1e-4)
    first, second = (found[i].rating - found[i + 1].rating for i in (0, 1))
    assert first == pytest.approx(second, rel=0.35)


def test_equals_stand_together() -> None:
    found = rungs(("a", "b"), {("a", "b"): [0.5] * 50})
    assert found[0].rating == pytest.approx(found[1].rating)


def test_a_meeting_is_the_same_on_any_number_of_threads() -> None:
    match = Match("push", 2, ("greedy", "random"), 3)
    once = meet(match, ("greedy", "random"), 6, 1, None)
    assert once == meet(match, ("greedy", "random"), 6, 3, None)
    assert len(once) == 6 and all(0 <= share <= 1 for share in once)


@pytest.mark.parametrize(
    ("bots", "deals", "words"),
    [
        (("greedy",), 5, "two or more bots"),
        (("greedy", "greedy"), 5, "each named once"),
        (("greedy", "random"), 0, "at least one deal"),
        (("greedy", "grandma"), 5, "There is no bot 'grandma'"),
        (("greedy", "search:ms=5"), 5, "needs a budget in simulations"),
    ],
)
def test_what_is_no_ladder(bots: tuple[str, ...], deals: int, words: str) -> None:
    with pytest.raises(CinquinaError, match=words):
        ladder(Match("push", 2, bots), deals)


def test_the_command() -> None:
    arguments = ["ladder", "push", "--bot", "greedy", "--bot", "random", "--deals", "4"]
    shown = CliRunner().invoke(app, arguments)
    assert shown.exit_code == 0 and "wins against the next" in shown.stdout
    found = json.loads(CliRunner().invoke(app, [*arguments, "--json"]).stdout)
    assert {rung["bot"] for rung in found["ladder"]} == {"greedy", "random"}
