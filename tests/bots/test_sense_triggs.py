"""What the bots know about Triggs: positions in which the good action is beyond doubt."""

import random
from typing import Any

import pytest

from cinquina import Table
from cinquina.bots import make, sense
from cinquina.bots.sense import outlook, prefer, quiet
from cinquina.core.kernel import kernel
from cinquina.core.record import ROOM, Array, States, alloc, handed, look
from tests.catalogue import own_decks, random_move, rule_sets
from tests.games.test_triggs import full, sheet, triggs

sense.load("triggs")
from cinquina.bots.sense import triggs as knows  # noqa: E402


def greedy(table: Table, seat: int = 0) -> str:
    return make("greedy", 1, seat, "triggs").choose(table, seat)


def sheets(mine: list[int], others: list[int] | None = None) -> dict[str, Any]:
    return {"crossed": [mine, others or sheet({})]}


# --- Turns ---


def test_one_cross_wins_when_every_open_row_has_one_box() -> None:
    table = triggs("6 9 12", "1", **sheets(full({1: 1, 2: 1, 9: 1})))
    assert greedy(table) == "cross 9"


def test_two_crosses_win_where_two_more_are_needed() -> None:
    table = triggs("3 4 7 8 10", "1", **sheets(full({1: 1, 7: 2, 8: 1, 10: 1})))
    assert greedy(table) == "cross 7"


def test_three_crosses_that_empty_the_hand_are_best() -> None:
    assert greedy(triggs("11 5 6 2 9", "1")) == "cross 11"


def test_a_useless_last_card_is_thrown_away_for_five_new_ones() -> None:
    table = triggs("12", "1", **sheets(full({row: 2 for row in range(1, 12)})))
    assert greedy(table) == "discard 12"


def test_a_full_hand_without_a_cross_is_cut_down() -> None:
    table = triggs("12 12 12 11 11 11 10 10 10 10", "1", **sheets(full({1: 2, 2: 2, 3: 2})))
    assert greedy(table).startswith("discard")


def test_with_discard_any_all_copies_are_thrown_away() -> None:
    mine = full({row: 2 for row in range(1, 11)})
    table = triggs("12 12", "1", options={"discard_any": True}, **sheets(mine))
    assert greedy(table) == "discard 12 x2"


# --- Cards ---


@pytest.mark.parametrize(("left", "right", "pile"), [("4", "12", "left"), ("12", "7", "right")])
@pytest.mark.parametrize("phase", ["turn", "draw"])
def test_the_card_that_lets_one_win_is_drawn(left: str, right: str, pile: str, phase: str) -> None:
    table = triggs(
        "3 12 11", "1", left=left, right=right, phase=phase, **sheets(full({1: 1, 7: 1}))
    )
    assert greedy(table) == f"draw {pile}"


def test_a_card_that_serves_nothing_else_is_used() -> None:
    """Rows 1 and 2 need their cards, and the 12 alone leaves both in hand."""
    mine = full({1: 2, 2: 2, 12: 1})
    table = triggs("1 2 10 11 12", "1", phase="make", value=12, **sheets(mine))
    assert greedy(table) == "use 12"


def test_who_can_win_with_another_cross_does_not_stop() -> None:
    table = triggs("5 7 1", "1", phase="make", value=12, made=2, **sheets(full({12: 1, 1: 1})))
    assert greedy(table) == "use 5+7"


# --- Extra crosses ---


def test_an_extra_cross_leaves_the_rows_with_one_box_open() -> None:
    table = triggs("3 5", "1", phase="bonus", **sheets(full({3: 1, 5: 1, 8: 2})))
    assert greedy(table) == "bonus 8"


def test_an_extra_cross_goes_to_a_low_row() -> None:
    table = triggs("3 5", "1", phase="bonus", **sheets(full({1: 2, 12: 2, 11: 3})))
    assert greedy(table) == "bonus 1"


def test_extra_crosses_fill_a_sheet_with_one_box_in_each_row() -> None:
    table = triggs("3 5", "1", phase="bonus", **sheets(full({row: 1 for row in range(1, 13)})))
    for _ in range(12):
        table.play(0, greedy(table))
    assert table.over


# --- Everywhere ---


@pytest.mark.parametrize("players", [2, 3, 4])
def test_it_plays_legally_with_any_option_and_any_deck(players: int) -> None:
    for rules in (*rule_sets("triggs", players), *own_decks("triggs", players)):
        table, chance = rules.game().deal(seed=players), random.Random(players)
        for move in range(60):
            if table.over:
                break
            (seat,) = table.to_act
            action = greedy(table, seat)
            assert action in table.legal(seat)
            assert 10 < len(knows.reason(look(table.states, 0), seat, action)) <= 120
            table.play(*(random_move(table, chance) if move % 3 == 0 else (seat, action)))


@kernel
def preferred(states: States, rooms: States) -> int:
    return prefer(states[0], states[0].turn, rooms[0])


@pytest.mark.parametrize("phase", ["turn", "draw", "make", "bonus"])
def test_thinking_changes_nothing(phase: str) -> None:
    table = triggs("1 2 4 4 6 8 11", "3", phase=phase, value=8 if phase == "make" else None)
    before = table.states.tobytes()
    preferred(table.states, alloc(1, ROOM))
    assert table.states.tobytes() == before


# --- Chances ---


@kernel
def judged(states: States, chances: Array) -> bool:
    outlook(states[0], chances)
    return quiet(states[0])


def outlooks(table: Table) -> list[float]:
    chances = handed(alloc(4, "f8"))
    assert judged(table.states, chances)
    return list(chances)[: table.game.players]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_outlooks_sum_to_one_and_favour_the_leader(players: int) -> None:
    crossed = [full({4: 2, 8: 2})] + [sheet({12: 5})] * (players - 1)
    chances = outlooks(triggs(*["4 8 1"] * players, crossed=crossed))
    assert sum(chances) == pytest.approx(1)
    assert chances[0] > 0.9


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_moves_first_has_the_better_outlook(players: int) -> None:
    chances = outlooks(triggs(*["4 8 1"] * players, crossed=[full({4: 2, 8: 2})] * players))
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 1 / players


# --- Words ---


@pytest.mark.parametrize(
    ("table", "action", "sentence"),
    [
        (
            triggs("6 9 12", "1", **sheets(full({1: 1, 9: 1}))),
            "cross 9",
            "1 cross in row 9, the extra crosses do the rest: you win.",
        ),
        (
            triggs("11 5 6 2 9", "1"),
            "cross 11",
            "3 crosses in row 11 at once, of 30 that still need cards; it empties your hand, "
            "for five new cards.",
        ),
        (
            triggs("12", "1"),
            "discard 12",
            "It empties your hand: five new cards at once, where drawing brings two.",
        ),
        (
            triggs("3 12", "1", left="4", **sheets(full({1: 1, 7: 1}))),
            "draw left",
            "The 4 makes, alone or with a card of yours, a cross in row 7.",
        ),
        (
            triggs("3 5", "1", phase="bonus", **sheets(full({3: 1, 8: 2}))),
            "bonus 8",
            "Row 8 has 2 empty boxes; 1 cross will need cards.",
        ),
        (
            triggs("3 5", "1", phase="bonus", **sheets(full({3: 1, 8: 2}))),
            "bonus 3",
            "It fills row 3, and gives another one.",
        ),
    ],
)
def test_a_reason_is_true(table: Table, action: str, sentence: str) -> None:
    assert action in table.legal(0)
    assert knows.reason(look(table.states, 0), 0, action) == sentence
