"""The rules of Triggs, by their ids."""

from collections import Counter
from typing import Any

import pytest

from cinquina import Game, IllegalAction, Table
from tests.words import at, play

BOXES = (2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5)  # in rows 1…12


def sheet(crosses: dict[int, int]) -> list[int]:
    """A sheet with so many crosses in these rows, and no others."""
    return [crosses.get(row, 0) for row in range(1, 13)]


def full(empty: dict[int, int] | None = None) -> list[int]:
    """A sheet that is crossed off, but for so many boxes in these rows."""
    return [boxes - (empty or {}).get(row, 0) for row, boxes in enumerate(BOXES, 1)]


def triggs(*hands: str, **state: Any) -> Table:
    """Player 0 is to act; all piles have cards and the sheets are empty, unless it is said.

    Hands and piles are written as one string each, the next card of a pile first."""
    piles = {"left": "3 1 5", "middle": "6 7 8 9 10 11 12", "right": "8 2 5"} | state
    for name in ("left", "middle", "right", "discard", "box"):
        piles[name] = str(piles.get(name, "")).split()
    return at("triggs", max(2, len(hands)), hands=[hand.split() for hand in hands], **piles)


def everything(state: dict[str, Any]) -> Counter[str]:
    """All cards, wherever they are."""
    places = [state[name] for name in ("left", "middle", "right", "discard", "box")]
    return Counter(card for cards in places + state["hands"] for card in cards)


# --- TR-R1, TR-R2: the deal and the turn ---


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tr_r1_five_cards_each_and_the_rest_in_three_piles(players: int) -> None:
    for seed in range(5):
        state = Game("triggs", players).deal(seed).state()
        assert [len(hand) for hand in state["hands"]] == [5] * players
        piles = [len(state[name]) for name in ("left", "middle", "right")]
        assert sum(piles) == 108 - 5 * players
        assert piles[1] >= 2 * max(piles[0], piles[2])
        assert everything(state) == Counter({str(value): 9 for value in range(1, 13)})


def test_tr_r1_the_cards_are_shuffled() -> None:
    deals = [Game("triggs", 2).deal(seed).state() for seed in range(10)]
    for place in ("left", "middle", "right"):
        assert len({tuple(deal[place]) for deal in deals}) == 10


def test_tr_r1_all_sheets_start_empty() -> None:
    state = Game("triggs", 3).deal(seed=0).state()
    assert state["crossed"] == [[0] * 12] * 3
    assert state["void"] == state["box"] == state["discard"] == []


def test_tr_r1_only_the_top_cards_of_the_left_and_right_piles_are_seen() -> None:
    view = triggs("1 2", "3 4").view(0)
    assert view["left"] == {"top": "3", "under": 2}
    assert view["middle"] == 7
    assert view["right"] == {"top": "8", "under": 2}
    assert view["hands"][1] == 2


@pytest.mark.parametrize("players", [2, 3, 4])
def test_tr_r2_the_starter_is_drawn_by_lot(players: int) -> None:
    deals = [Game("triggs", players).deal(seed).state() for seed in range(30)]
    assert {deal["starter"] for deal in deals} == set(range(players))
    assert all(deal["to_act"] == [deal["starter"]] for deal in deals)


def test_tr_r2_turns_go_clockwise() -> None:
    table = triggs("1 2", "1 2", "1 2")
    for player, neighbour in [(0, 1), (1, 2), (2, 0)]:
        assert table.to_act == (player,)
        play(table, f"{player} discard 1")
        assert table.to_act == (neighbour,)


@pytest.mark.parametrize(
    "moves",
    [
        ["0 draw left", "0 draw right"],
        ["0 discard 1"],
        ["0 cross 3", "0 use 1+2", "0 done"],
        ["0 cross 1", "0 use 1"],
    ],
)
def test_tr_r2_a_turn_is_exactly_one_action(moves: list[str]) -> None:
    table = triggs("1 2 3", "1 2 3")
    for move in moves:
        assert table.to_act == (0,)
        play(table, move)
    assert table.to_act == (1,)
    assert table.state()["phase"] == "turn"
    assert table.state()["turns"] == 1


# --- TR-R3, TR-R4: A, draw; B, discard ---


def test_tr_r3_two_cards_from_one_pile() -> None:
    table = triggs("4", "4")
    play(table, "0 draw left", "0 draw left")
    assert sorted(table.state()["hands"][0]) == ["1", "3", "4"]
    assert table.state()["left"] == ["5"]
    assert table.to_act == (1,)


def test_tr_r3_tim_takes_one_from_the_middle_and_one_from_the_left() -> None:
    table = triggs("4 4 4 4 4", "4")
    play(table, "0 draw middle", "0 draw left")
    assert Counter(table.state()["hands"][0]) == {"4": 5, "6": 1, "3": 1}
    assert table.state()["middle"] == ["7", "8", "9", "10", "11", "12"]
    assert table.state()["left"] == ["1", "5"]


def test_tr_r3_the_second_card_must_be_taken() -> None:
    table = triggs("4", "4")
    play(table, "0 draw right")
    assert set(table.legal(0)) == {"draw left", "draw middle", "draw right"}
    assert table.to_act == (0,)


def test_tr_r3_with_eight_cards_two_are_drawn() -> None:
    table = triggs("4 4 4 4 9 9 9 9", "4")
    play(table, "0 draw left", "0 draw middle")
    assert len(table.state()["hands"][0]) == 10
    assert table.to_act == (1,)


def test_tr_r3_with_nine_cards_only_one_is_drawn() -> None:
    table = triggs("4 4 4 4 4 9 9 9 9", "4")
    play(table, "0 draw left")
    assert len(table.state()["hands"][0]) == 10
    assert table.to_act == (1,)
    assert table.state()["phase"] == "turn"


def test_tr_r3_with_ten_cards_drawing_is_not_allowed() -> None:
    table = triggs("4 4 4 4 4 9 9 9 9 9", "4")
    assert set(table.legal(0)) == {"discard 4", "discard 9", "cross 4", "cross 8", "cross 9"}
    with pytest.raises(IllegalAction):
        table.play(0, "draw middle")


def test_tr_r4_sarah_discards_both_nines() -> None:
    table = triggs("9 3 9 12", "4", discard="1")
    play(table, "0 discard 9")
    assert sorted(table.state()["hands"][0]) == ["12", "3"]
    assert sorted(table.state()["discard"]) == ["1", "9", "9"]
    assert table.scores == [0, 0]


def test_tr_r4_cards_of_one_value_in_hand_and_all_of_them() -> None:
    legal = triggs("9 3 9 12", "4").legal(0)
    discards = {action for action in legal if action.startswith("discard")}
    assert discards == {"discard 3", "discard 9", "discard 12"}


# --- TR-R5 … TR-R7: C, cross ---


def test_tr_r5_mary_makes_four_crosses_in_row_11() -> None:
    table = triggs("11 11 7 4 10 1 9", "4")
    play(table, "0 cross 11", "0 use 11", "0 use 11", "0 use 4+7", "0 use 1+10")
    state = table.state()
    assert state["crossed"][0] == sheet({11: 4})
    assert Counter(state["discard"]) == Counter(["11", "11", "7", "4", "10", "1"])
    assert state["hands"][0] == ["9"]
    assert state["to_act"] == [1]


def test_tr_r5_one_value_is_announced_and_only_that_is_made() -> None:
    table = triggs("11 7 4 10 1 9 2", "4")
    play(table, "0 cross 11")
    assert table.state()["phase"] == "make"
    assert table.state()["value"] == 11
    assert set(table.legal(0)) == {"use 11", "use 4+7", "use 1+10", "use 2+9"}


def test_tr_r5_one_card_or_the_sum_of_two_and_never_more() -> None:
    legal = triggs("1 2 4", "4").legal(0)
    crosses = {action for action in legal if action.startswith("cross")}
    assert crosses == {"cross 1", "cross 2", "cross 3", "cross 4", "cross 5", "cross 6"}


def test_tr_r5_any_two_cards_make_their_sum() -> None:
    for low in range(1, 7):
        for high in range(low, 13 - low):
            table = triggs(f"{low} {high} 12", "4")
            play(table, f"0 cross {low + high}", f"0 use {low}+{high}")
            assert table.state()["crossed"][0] == sheet({low + high: 1})
            assert Counter(table.state()["discard"]) == Counter([str(low), str(high)])


def test_tr_r5_a_card_is_used_only_once() -> None:
    table = triggs("3 4 5 1", "4")
    play(table, "0 cross 8", "0 use 3+5")
    assert table.state()["crossed"][0] == sheet({8: 1})
    assert sorted(table.state()["hands"][0]) == ["1", "4"]
    assert table.to_act == (1,)


def test_tr_r5_a_player_may_stop_after_the_first_cross_but_not_before() -> None:
    table = triggs("11 11 7", "4")
    play(table, "0 cross 11")
    assert table.legal(0) == ["use 11"]
    play(table, "0 use 11")
    assert set(table.legal(0)) == {"use 11", "done"}
    play(table, "0 done")
    assert table.state()["crossed"][0] == sheet({11: 1})
    assert sorted(table.state()["hands"][0]) == ["11", "7"]
    assert (table.state()["value"], table.state()["made"]) == (None, 0)


@pytest.mark.parametrize(("row", "boxes"), list(enumerate(BOXES, 1)))
def test_tr_r6_a_value_is_made_no_more_often_than_its_row_has_boxes(row: int, boxes: int) -> None:
    table = triggs(f"{row} " * 7, "4")
    play(table, f"0 cross {row}", *[f"0 use {row}"] * boxes)
    assert table.state()["crossed"][0] == sheet({row: boxes})
    assert len(table.state()["hands"][0]) == 7 - boxes
    with pytest.raises(IllegalAction):
        table.play(0, f"use {row}")


def test_tr_r6_with_two_empty_boxes_only_two_can_be_made() -> None:
    table = triggs("11 11 10 1 12", "4", crossed=[sheet({11: 3}), sheet({})])
    play(table, "0 cross 11", "0 use 11", "0 use 1+10")
    assert table.state()["phase"] == "bonus"
    assert table.state()["crossed"][0] == sheet({11: 5})
    assert sorted(table.state()["hands"][0]) == ["11", "12"]


def test_tr_r7_tim_fills_row_7_and_puts_the_extra_cross_in_row_9() -> None:
    table = triggs("7 5 2 5 2 4", "4", crossed=[sheet({7: 1}), sheet({})])
    play(table, "0 cross 7", "0 use 7", "0 use 2+5", "0 use 2+5")
    assert table.state()["phase"] == "bonus"
    play(table, "0 bonus 9")
    assert table.state()["crossed"][0] == sheet({7: 4, 9: 1})
    assert table.state()["hands"][0] == ["4"]
    assert table.to_act == (1,)


def test_tr_r7_sarahs_chain_goes_from_row_10_over_row_8_to_row_5() -> None:
    table = triggs("10 4", "4", crossed=[sheet({10: 3, 8: 3}), sheet({})])
    play(table, "0 cross 10", "0 use 10", "0 bonus 8")
    assert table.to_act == (0,)
    assert table.state()["phase"] == "bonus"
    play(table, "0 bonus 5")
    assert table.state()["crossed"][0] == sheet({10: 4, 8: 4, 5: 1})
    assert table.to_act == (1,)


def test_tr_r7_the_extra_cross_needs_no_card() -> None:
    table = triggs("10 4", "4", crossed=[sheet({10: 3}), sheet({})])
    play(table, "0 cross 10", "0 use 10", "0 bonus 12")
    assert table.state()["hands"][0] == ["4"]
    assert table.state()["discard"] == ["10"]
    assert table.scores == [5, 0]


def test_tr_r7_the_extra_cross_goes_in_any_other_row_with_an_empty_box() -> None:
    table = triggs("10 10 4", "4", crossed=[sheet({10: 3, 1: 2, 6: 3, 12: 4}), sheet({})])
    play(table, "0 cross 10", "0 use 10")
    rows = {int(action.split()[1]) for action in table.legal(0) if action != "skip"}
    assert rows == {2, 3, 4, 5, 7, 8, 9, 11, 12}


def test_tr_r7_a_row_that_is_not_full_gives_no_extra_cross() -> None:
    table = triggs("10 4", "4", crossed=[sheet({10: 2}), sheet({})])
    play(table, "0 cross 10", "0 use 10")
    assert table.state()["crossed"][0] == sheet({10: 3})
    assert table.to_act == (1,)


def test_tr_r7_it_is_one_extra_cross_whatever_the_hand_holds() -> None:
    table = triggs("10 9 9", "4", crossed=[sheet({10: 3}), sheet({})])
    play(table, "0 cross 10", "0 use 10", "0 bonus 9")
    assert table.state()["crossed"][0] == sheet({10: 4, 9: 1})
    assert table.to_act == (1,)


def test_tr_r7_eleven_extra_crosses_in_a_row_win_the_game() -> None:
    table = triggs("12 4", "4", crossed=[full({row: 1 for row in range(1, 13)}), sheet({})])
    play(table, "0 cross 12", "0 use 12", *[f"0 bonus {row}" for row in range(1, 11)])
    assert table.legal(0) == ["bonus 11", "skip"]
    play(table, "0 bonus 11")
    assert table.over
    assert table.scores == [41, 0]
    assert table.winners == [0]


# --- TR-R8, TR-R9: an empty hand, an empty pile ---


def test_tr_r8_hand_empty_after_a_discard_draws_five_from_the_middle() -> None:
    table = triggs("4 4", "5")
    events = play(table, "0 discard 4")
    assert sorted(table.state()["hands"][0]) == ["10", "6", "7", "8", "9"]
    assert table.state()["middle"] == ["11", "12"]
    assert events == [{"type": "drew", "player": 0, "from": "middle", "cards": 5}]
    assert table.to_act == (1,)


def test_tr_r8_hand_empty_after_a_cross_draws_five_from_the_middle() -> None:
    table = triggs("7 4", "5")
    play(table, "0 cross 11", "0 use 4+7")
    assert sorted(table.state()["hands"][0]) == ["10", "6", "7", "8", "9"]
    assert table.state()["middle"] == ["11", "12"]
    assert table.to_act == (1,)


def test_tr_r8_one_card_left_in_hand_draws_nothing() -> None:
    table = triggs("4 4 1", "5")
    assert play(table, "0 discard 4") == []
    assert table.state()["hands"][0] == ["1"]
    assert len(table.state()["middle"]) == 7


def test_tr_r8_the_five_come_after_the_extra_crosses() -> None:
    table = triggs("10", "5", crossed=[sheet({10: 3}), sheet({})])
    play(table, "0 cross 10", "0 use 10")
    assert table.state()["hands"][0] == []
    play(table, "0 bonus 3")
    assert len(table.state()["hands"][0]) == 5


@pytest.mark.parametrize("pile", ["left", "middle", "right"])
def test_tr_r9_the_shuffled_discards_become_the_pile_that_ran_empty(pile: str) -> None:
    orders = set()
    for seed in range(8):
        table = triggs("4", "5", discard="1 2 3 5 9 9", seed=seed, **{pile: "7"})
        events = play(table, f"0 draw {pile}")
        assert events[-1] == {"type": "refilled", "pile": pile, "cards": 6}
        assert sorted(table.state()[pile]) == ["1", "2", "3", "5", "9", "9"]
        assert table.state()["discard"] == []
        orders.add(tuple(table.state()[pile]))
    assert len(orders) > 3


def test_tr_r9_the_other_piles_stay_as_they_are() -> None:
    table = triggs("4", "5", discard="1 2", left="7")
    play(table, "0 draw left")
    assert table.state()["middle"] == ["6", "7", "8", "9", "10", "11", "12"]
    assert table.state()["right"] == ["8", "2", "5"]


def test_tr_r9_a_pile_that_still_has_a_card_is_not_refilled() -> None:
    table = triggs("4", "5", discard="1 2", left="7 3")
    play(table, "0 draw left")
    assert table.state()["left"] == ["3"]
    assert sorted(table.state()["discard"]) == ["1", "2"]


def test_tr_r9_a_middle_pile_that_runs_empty_under_a_new_hand_is_refilled_at_once() -> None:
    hands = set()
    for seed in range(8):
        table = triggs("4", "5", middle="6 7", discard="1 2 3 5 9 9", seed=seed)
        before = everything(table.state())
        play(table, "0 discard 4")
        state = table.state()
        assert len(state["hands"][0]) == 5
        assert {"6", "7"} <= set(state["hands"][0])
        assert len(state["middle"]) == 4
        assert everything(state) == before
        hands.add(tuple(sorted(state["hands"][0])))
    assert len(hands) > 1


# --- TR-R10 … TR-R12: void cards, and the end ---


def test_tr_r10_12s_are_void_when_all_have_filled_row_12() -> None:
    sheets = [sheet({12: 4}), sheet({12: 5}), sheet({12: 5})]
    table = triggs("12 1", "5", "5", crossed=sheets, left="12 3", right="12 4")
    events = play(table, "0 cross 12", "0 use 12")
    assert events[0] == {"type": "void", "value": 12}
    assert table.state()["void"] == [12]
    assert table.state()["box"] == ["12", "12"]
    assert (table.state()["left"], table.state()["right"]) == (["3"], ["4"])


def test_tr_r10_the_12s_go_at_once_before_the_extra_cross() -> None:
    table = triggs("12 1", "5", crossed=[sheet({12: 4}), sheet({12: 5})], left="12 3")
    events = play(table, "0 cross 12", "0 use 12")
    assert table.state()["phase"] == "bonus"
    assert events == [{"type": "void", "value": 12}, {"type": "boxed", "cards": ["12"]}]
    assert play(table, "0 bonus 1") == []
    assert table.state()["box"] == ["12"]


def test_tr_r10_an_extra_cross_can_make_12s_void_too() -> None:
    table = triggs("1 9", "5", crossed=[sheet({1: 1, 12: 4}), sheet({12: 5})], right="12 3")
    play(table, "0 cross 1", "0 use 1")
    assert table.state()["void"] == []
    play(table, "0 bonus 12")
    assert table.state()["void"] == [12]
    assert table.state()["right"] == ["3"]


def test_tr_r10_12s_are_not_void_while_one_player_needs_them() -> None:
    sheets = [sheet({12: 4}), sheet({12: 5}), sheet({12: 4})]
    table = triggs("12 1", "5", "5", crossed=sheets, left="12 3")
    play(table, "0 cross 12", "0 use 12", "0 bonus 1")
    assert table.state()["void"] == []
    assert table.state()["left"] == ["12", "3"]
    assert table.state()["box"] == []


def test_tr_r10_void_12s_in_hand_are_discarded_into_the_box() -> None:
    table = triggs("12 12 1", "5", crossed=[sheet({12: 5})] * 2, void=[12])
    events = play(table, "0 discard 12")
    assert events == [{"type": "boxed", "cards": ["12", "12"]}]
    assert table.state()["box"] == ["12", "12"]
    assert table.state()["discard"] == []
    assert table.state()["hands"][0] == ["1"]


def test_tr_r10_other_cards_still_go_to_the_discard_pile() -> None:
    table = triggs("11 1", "5", crossed=[sheet({12: 5})] * 2, void=[12])
    play(table, "0 discard 11")
    assert table.state()["discard"] == ["11"]
    assert table.state()["box"] == []


def test_tr_r11_11s_are_void_once_all_have_filled_row_11() -> None:
    sheets = [sheet({12: 5, 11: 4}), sheet({12: 5, 11: 5})]
    table = triggs("11 1", "11 2", crossed=sheets, void=[12], left="11 3", right="11 4")
    events = play(table, "0 cross 11", "0 use 11")
    assert events[0] == {"type": "void", "value": 11}
    assert table.state()["void"] == [12, 11]
    assert table.state()["left"] == ["3"]
    play(table, "0 skip", "1 discard 11")
    assert table.state()["box"] == ["11", "11", "11"]


def test_tr_r11_11s_stay_while_the_12s_are_not_void() -> None:
    sheets = [sheet({11: 4}), sheet({11: 5})]
    table = triggs("11 1", "5", crossed=sheets, left="11 3")
    play(table, "0 cross 11", "0 use 11", "0 bonus 12")
    assert table.state()["void"] == []
    assert table.state()["left"] == ["11", "3"]


def test_tr_r11_full_rows_11_become_void_as_soon_as_the_12s_are() -> None:
    sheets = [sheet({12: 4, 11: 5}), sheet({12: 5, 11: 5})]
    table = triggs("12 1", "5", crossed=sheets, left="11 12 3", right="12 11 4")
    events = play(table, "0 cross 12", "0 use 12")
    assert [event["value"] for event in events if event["type"] == "void"] == [12, 11]
    assert table.state()["void"] == [12, 11]
    assert sorted(table.state()["box"]) == ["11", "11", "12", "12"]
    assert (table.state()["left"], table.state()["right"]) == (["3"], ["4"])


def test_tr_r11_values_1_to_10_always_stay() -> None:
    sheets = [sheet({12: 5, 11: 5, 10: 3}), sheet({12: 5, 11: 5, 10: 4})]
    table = triggs("10 10 1", "5", crossed=sheets, void=[12, 11], left="10 3")
    play(table, "0 cross 10", "0 use 10", "0 skip", "1 discard 5", "0 discard 10")
    assert table.state()["void"] == [12, 11]
    assert table.state()["left"] == ["10", "3"]
    assert sorted(table.state()["discard"]) == ["10", "10", "5"]
    assert table.state()["box"] == []


def test_tr_r12_who_crosses_off_everything_wins_at_once() -> None:
    sheets = [full({6: 2}), full({12: 1}), full({1: 1})]
    table = triggs("6 2 4 6", "12", "1", crossed=sheets)
    play(table, "0 cross 6", "0 use 2+4")
    assert not table.over
    play(table, "0 use 6")
    assert table.over
    assert table.scores == [41, 40, 40]
    assert table.winners == [0]
    assert table.to_act == ()


def test_tr_r12_the_extra_cross_can_be_the_winning_one() -> None:
    table = triggs("7", "5", crossed=[full({7: 1, 2: 1}), sheet({})])
    play(table, "0 cross 7", "0 use 7")
    assert not table.over
    play(table, "0 bonus 2")
    assert table.winners == [0]
    assert table.state()["hands"][0] == []


def test_tr_r12_one_empty_box_is_not_everything() -> None:
    table = triggs("7 1", "5", crossed=[full({7: 1, 2: 2}), sheet({})])
    play(table, "0 cross 7", "0 use 7", "0 bonus 2")
    assert not table.over
    assert table.winners == []
    assert table.scores == [40, 0]


# --- TR-G1 … TR-G10: rulings ---


def test_tr_g1_the_second_card_is_chosen_after_the_first_is_seen() -> None:
    table = triggs("4", "5", left="3 1 5")
    play(table, "0 draw left")
    view = table.view(0)
    assert view["phase"] == "draw"
    assert sorted(view["hands"][0]) == ["3", "4"]
    assert view["left"] == {"top": "1", "under": 1}
    assert set(table.legal(0)) == {"draw left", "draw middle", "draw right"}


def test_tr_g2_the_extra_cross_may_be_declined() -> None:
    table = triggs("10 4", "4", crossed=[sheet({10: 3}), sheet({})])
    play(table, "0 cross 10", "0 use 10", "0 skip")
    assert table.state()["crossed"][0] == sheet({10: 4})
    assert table.to_act == (1,)


def test_tr_g2_a_chain_may_be_broken_off() -> None:
    table = triggs("10 4", "4", crossed=[sheet({10: 3, 8: 3}), sheet({})])
    play(table, "0 cross 10", "0 use 10", "0 bonus 8", "0 skip")
    assert table.state()["crossed"][0] == sheet({10: 4, 8: 4})
    assert table.to_act == (1,)


def test_tr_g3_a_value_that_cannot_be_made_is_not_announced() -> None:
    table = triggs("2 9", "4")
    before = table.state()
    for value in (1, 3, 4, 5, 6, 7, 8, 10, 12):
        with pytest.raises(IllegalAction):
            table.play(0, f"cross {value}")
    assert table.state() == before
    assert {"cross 2", "cross 9", "cross 11"} <= set(table.legal(0))


def test_tr_g3_a_value_whose_row_is_full_is_not_announced() -> None:
    table = triggs("2 9", "4", crossed=[sheet({9: 4, 11: 5}), sheet({})])
    assert {action for action in table.legal(0) if action.startswith("cross")} == {"cross 2"}
    with pytest.raises(IllegalAction):
        table.play(0, "cross 9")


def test_tr_g3_4_and_4_make_8() -> None:
    table = triggs("4 4 1", "5")
    play(table, "0 cross 8", "0 use 4+4")
    assert table.state()["crossed"][0] == sheet({8: 1})
    assert table.state()["discard"] == ["4", "4"]
    assert table.state()["hands"][0] == ["1"]


def test_tr_g3_a_single_4_does_not_make_8() -> None:
    assert "cross 8" not in triggs("4 1", "5").legal(0)
    table = triggs("4 3 5", "5")
    play(table, "0 cross 8")
    assert table.legal(0) == ["use 3+5"]


def test_tr_g4_by_default_all_cards_of_the_value_go() -> None:
    assert Game("triggs", 2).options["discard_any"] is False
    table = triggs("9 9 3", "4")
    with pytest.raises(IllegalAction):
        table.play(0, "discard 9 x1")


def test_tr_g4_with_discard_any_the_player_says_how_many_go() -> None:
    table = triggs("9 9 9 3", "4", options={"discard_any": True})
    discards = {action for action in table.legal(0) if action.startswith("discard")}
    assert discards == {"discard 9 x1", "discard 9 x2", "discard 9 x3", "discard 3 x1"}
    play(table, "0 discard 9 x2")
    assert sorted(table.state()["hands"][0]) == ["3", "9"]
    assert table.state()["discard"] == ["9", "9"]
    assert table.to_act == (1,)


def test_tr_g5_without_discards_a_pile_stays_empty_and_is_not_drawn_from() -> None:
    table = triggs("4 1", "5", left="7")
    play(table, "0 draw left")
    assert table.state()["left"] == []
    assert set(table.legal(0)) == {"draw middle", "draw right"}
    play(table, "0 draw middle")
    assert set(table.legal(1)) == {"draw middle", "draw right", "discard 5", "cross 5"}


def test_tr_g5_the_empty_pile_fills_as_soon_as_there_are_discards() -> None:
    table = triggs("4 4 1", "5", left="")
    events = play(table, "0 discard 4")
    assert events == [{"type": "refilled", "pile": "left", "cards": 2}]
    assert table.state()["left"] == ["4", "4"]
    assert table.state()["discard"] == []


@pytest.mark.parametrize(
    ("empty", "filled"),
    [
        (["left", "middle", "right"], "middle"),
        (["middle", "right"], "middle"),
        (["left", "right"], "left"),
    ],
)
def test_tr_g5_several_empty_piles_fill_in_order(empty: list[str], filled: str) -> None:
    table = triggs("4 4 1", "5", **dict.fromkeys(empty, ""))
    play(table, "0 discard 4")
    assert table.state()[filled] == ["4", "4"]
    assert [table.state()[pile] for pile in empty if pile != filled] == [[]] * (len(empty) - 1)


def test_tr_g5_a_pile_refilled_after_the_first_card_can_give_the_second() -> None:
    table = triggs("4", "5", left="7", discard="1 1 1")
    play(table, "0 draw left", "0 draw left")
    assert sorted(table.state()["hands"][0]) == ["1", "4", "7"]
    assert table.state()["left"] == ["1", "1"]


def test_tr_g5_with_no_card_left_to_draw_the_turn_ends_after_the_first() -> None:
    table = triggs("4", "5", left="7", middle="", right="")
    play(table, "0 draw left")
    assert sorted(table.state()["hands"][0]) == ["4", "7"]
    assert table.to_act == (1,)
    assert set(table.legal(1)) == {"discard 5", "cross 5"}


def test_tr_g5_a_pile_emptied_by_void_cards_is_refilled_at_the_end_of_the_turn() -> None:
    table = triggs("11 1 9", "5", crossed=[sheet({12: 4}), sheet({12: 5})], left="12", discard="3")
    play(table, "0 cross 12", "0 use 1+11")
    assert table.state()["left"] == []
    events = play(table, "0 skip")
    assert events == [{"type": "refilled", "pile": "left", "cards": 3}]
    assert sorted(table.state()["left"]) == ["1", "11", "3"]


def test_tr_g5_cards_used_in_a_cross_fill_an_empty_pile_only_when_the_turn_ends() -> None:
    table = triggs("11 11 9", "5", right="")
    play(table, "0 cross 11", "0 use 11")
    assert table.state()["right"] == []
    assert table.state()["discard"] == ["11"]
    play(table, "0 done")
    assert table.state()["right"] == ["11"]


@pytest.mark.parametrize(("players", "outer", "middle"), [(2, 24, 50), (3, 23, 47), (4, 22, 44)])
def test_tr_g6_a_quarter_of_the_rest_lies_left_and_right(
    players: int, outer: int, middle: int
) -> None:
    for seed in range(5):
        state = Game("triggs", players).deal(seed).state()
        assert len(state["left"]) == len(state["right"]) == outer
        assert len(state["middle"]) == middle


def test_tr_g7_void_cards_go_while_one_lies_on_top() -> None:
    table = triggs("12 1", "5", crossed=[sheet({12: 4}), sheet({12: 5})], left="12 12 3 12")
    play(table, "0 cross 12", "0 use 12")
    assert table.state()["left"] == ["3", "12"]
    assert table.state()["box"] == ["12", "12"]


def test_tr_g7_void_cards_below_go_when_they_surface() -> None:
    table = triggs("1", "5", crossed=[sheet({12: 5})] * 2, void=[12], left="3 12 12 4")
    events = play(table, "0 draw left")
    assert {"type": "boxed", "cards": ["12", "12"]} in events
    assert table.state()["left"] == ["4"]
    play(table, "0 draw left")
    assert sorted(table.state()["hands"][0]) == ["1", "3", "4"]


def test_tr_g7_void_cards_elsewhere_stay_where_they_are() -> None:
    sheets = [sheet({12: 4}), sheet({12: 5})]
    table = triggs("12 12 1", "12 5", crossed=sheets, middle="12 6", discard="12 4")
    play(table, "0 cross 12", "0 use 12", "0 skip")
    state = table.state()
    assert sorted(state["hands"][0]) == ["1", "12"]
    assert "12" in state["hands"][1]
    assert state["middle"] == ["12", "6"]
    assert sorted(state["discard"]) == ["12", "12", "4"]
    assert state["box"] == []


def test_tr_g7_a_void_card_is_still_drawn_from_the_middle() -> None:
    table = triggs("1", "5", crossed=[sheet({12: 5})] * 2, void=[12], middle="12 12 6")
    play(table, "0 draw middle", "0 draw left")
    assert sorted(table.state()["hands"][0]) == ["1", "12", "3"]
    assert table.state()["middle"] == ["12", "6"]
    assert table.state()["box"] == []


def test_tr_g7_void_cards_on_top_of_a_new_pile_go_too() -> None:
    left = set()
    for seed in range(12):
        sheets = [sheet({12: 5})] * 2
        table = triggs("1", "5", crossed=sheets, void=[12], left="3", discard="12 12 4", seed=seed)
        play(table, "0 draw left")
        state = table.state()
        assert state["left"][0] == "4"
        assert sorted(state["left"] + state["box"]) == ["12", "12", "4"]
        left.add(len(state["left"]))
    assert left == {1, 2, 3}


def test_tr_g8_a_new_hand_takes_what_there_is() -> None:
    table = triggs("9", "5", left="3", middle="1 2", right="4")
    events = play(table, "0 discard 9")
    assert sorted(table.state()["hands"][0]) == ["1", "2", "9"]
    assert {"type": "drew", "player": 0, "from": "middle", "cards": 3} in events
    assert (table.state()["left"], table.state()["right"]) == (["3"], ["4"])
    assert table.state()["middle"] == []
    assert table.to_act == (1,)


def test_tr_g8_an_empty_middle_is_refilled_before_the_new_hand_is_drawn() -> None:
    table = triggs("9 9", "5", middle="")
    events = play(table, "0 discard 9")
    assert [event["type"] for event in events] == ["refilled", "drew"]
    assert table.state()["hands"][0] == ["9", "9"]
    assert table.state()["middle"] == table.state()["discard"] == []


def test_tr_g8_with_an_empty_middle_and_no_discards_the_hand_stays_empty() -> None:
    table = triggs("12", "5", crossed=[sheet({12: 5})] * 2, void=[12], middle="")
    play(table, "0 discard 12")
    assert table.state()["hands"][0] == []
    play(table, "1 draw left", "1 draw left")
    assert set(table.legal(0)) == {"draw left", "draw right"}


def test_tr_g9_by_default_the_round_is_not_played_out() -> None:
    assert Game("triggs", 2).options["finish_round"] is False
    table = triggs("7", "8", crossed=[full({7: 1}), full({8: 1})], turns=20)
    play(table, "0 cross 7", "0 use 7")
    assert table.over
    assert table.winners == [0]


def test_tr_g9_with_finish_round_all_have_as_many_turns() -> None:
    sheets = [full({7: 1}), full({8: 2}), sheet({})]
    options = {"finish_round": True}
    table = triggs("7 1", "8 1", "5 1", crossed=sheets, turns=21, options=options)
    play(table, "0 cross 7", "0 use 7")
    assert (table.over, table.to_act) == (False, (1,))
    play(table, "1 cross 8", "1 use 8")
    assert (table.over, table.to_act) == (False, (2,))
    play(table, "2 discard 5")
    assert table.over
    assert table.winners == [0]


def test_tr_g9_with_finish_round_a_tie_is_shared() -> None:
    sheets = [full({7: 1}), full({8: 1}), sheet({})]
    options = {"finish_round": True}
    table = triggs("7 1", "8 1", "5 1", crossed=sheets, turns=21, options=options)
    play(table, "0 cross 7", "0 use 7", "1 cross 8", "1 use 8", "2 discard 5")
    assert table.over
    assert table.winners == [0, 1]


def test_tr_g9_with_finish_round_the_last_of_the_round_ends_it_at_once() -> None:
    sheets = [full({7: 1}), full({8: 1}), sheet({})]
    options = {"finish_round": True}
    table = triggs("7 1", "8", "5", crossed=sheets, turns=23, starter=1, options=options)
    play(table, "0 cross 7", "0 use 7")
    assert table.over
    assert table.winners == [0]


def test_tr_g10_a_game_of_1000_turns_ends_and_most_boxes_win() -> None:
    sheets = [sheet({7: 2}), sheet({12: 3}), sheet({5: 1})]
    table = triggs("4 1", "5", "5", crossed=sheets, turns=999, starter=0)
    play(table, "0 discard 4")
    assert table.over
    assert table.scores == [2, 3, 1]
    assert table.winners == [1]


def test_tr_g10_the_last_turn_counts_and_ties_are_shared() -> None:
    sheets = [sheet({7: 2}), sheet({12: 3}), sheet({5: 1})]
    table = triggs("4 1", "5", "5", crossed=sheets, turns=999, starter=0)
    play(table, "0 cross 4", "0 use 4")
    assert table.over
    assert table.scores == [3, 3, 1]
    assert table.winners == [0, 1]


def test_tr_g10_the_999th_turn_does_not_end_the_game() -> None:
    table = triggs("4 1", "5", turns=998)
    play(table, "0 discard 4")
    assert not table.over
    assert table.to_act == (1,)


def test_tr_g10_a_turn_of_two_draws_is_one_turn() -> None:
    table = triggs("4 1", "5", turns=999, starter=1)
    play(table, "0 draw left")
    assert not table.over
    play(table, "0 draw left")
    assert table.over
