"""Burst, rule by rule, as in section 2 of the rule book."""

from collections import Counter

import pytest

from cinquina import Game, IllegalAction
from tests.words import at, play

COPIES = {-3: 4, -2: 4, -1: 4, 0: 6, 1: 9, 2: 9, 3: 9, 4: 8, 5: 8, 6: 6, 7: 5, 8: 4, 9: 3} | {
    10: 3, 11: 2, 12: 2, 13: 2, 14: 1, 15: 1
}  # fmt: skip
ACTIONS = {
    *("0r", "2r", "4r", "6r", "8r", "10r"),
    *("1d", "3d", "5d", "7d", "9d", "11d"),
    *("2t", "5t", "8t", "12t"),
    *("1s", "2s", "3s", "4s"),
}
BOOKLET = [(0, 18, 9), (22, 0, 11), (7, 15, 0), (16, 21, 0), (0, 7, 18), (0, 13, -2)]
BOOKLET += [(17, 0, 12), (13, 22, 0), (0, 8, 14)]  # the example's rounds
DECK = ["1", "2", "3", "4", "5", "6"]


def value(card):
    return int(card.rstrip("rdts"))


# --- The deck and the first player -----------------------------------------------------------


def test_bu_r1_the_deck_has_90_cards_from_minus_3_to_15() -> None:
    for seed in range(5):
        deck = Game("burst", 3).deal(seed).state()["deck"]
        assert len(deck) == 90
        assert Counter(value(card) for card in deck) == COPIES


def test_bu_r1_twenty_cards_carry_an_action_each_once() -> None:
    deck = Counter(Game("burst", 2).deal(1).state()["deck"])
    assert {card: n for card, n in deck.items() if card[-1] in "rdts"} == dict.fromkeys(ACTIONS, 1)


def test_bu_r1_the_deck_is_shuffled() -> None:
    decks = [Game("burst", 2).deal(seed).state()["deck"] for seed in range(20)]
    assert len({tuple(deck) for deck in decks}) == 20
    assert len({deck[0] for deck in decks}) > 5


def test_bu_r1_anybody_may_have_cut_the_highest_card_and_starts() -> None:
    starters = set()
    for seed in range(40):
        table = Game("burst", 4).deal(seed)
        assert table.to_act == (table.state()["starter"],)
        starters |= set(table.to_act)
    assert starters == {0, 1, 2, 3}


def test_bu_r1_play_goes_clockwise() -> None:
    table = at("burst", 3, deck=DECK)
    order = []
    for _ in range(4):
        order += table.to_act
        table.play(table.to_act[0], "draw")
    assert order == [0, 1, 2, 0]


# --- A turn ----------------------------------------------------------------------------------


def test_bu_r2_a_turn_is_drawing_a_card_or_playing_one_and_never_passing() -> None:
    table = at("burst", deck=DECK, hands=[["5", "7"], []])
    assert set(table.legal(0)) == {"draw", "play 5", "play 7"}
    assert table.legal(1) == []


def test_bu_r2_drawing_takes_the_top_card_and_ends_the_turn() -> None:
    table = at("burst", deck=["9", "4"], hands=[["5"], []])
    play(table, "0 draw")
    state = table.state()
    assert (sorted(state["hands"][0]), state["deck"], state["row"]) == (["5", "9"], ["4"], [])
    assert table.to_act == (1,)


def test_bu_r2_playing_puts_the_card_in_the_row_draws_none_and_ends_the_turn() -> None:
    table = at("burst", deck=["9", "4"], hands=[["5"], []])
    play(table, "0 play 5")
    state = table.state()
    assert (state["hands"][0], state["deck"], state["row"]) == ([], ["9", "4"], ["5"])
    assert table.to_act == (1,)


def test_bu_r3_with_three_cards_you_must_play() -> None:
    table = at("burst", deck=DECK, hands=[["-2", "5", "7"], []])
    assert set(table.legal(0)) == {"play -2", "play 5", "play 7"}
    before = table.state()
    with pytest.raises(IllegalAction):
        table.play(0, "draw")
    assert table.state() == before


def test_bu_r3_with_two_cards_you_may_draw_the_third() -> None:
    table = at("burst", deck=DECK, hands=[["5", "7"], []])
    play(table, "0 draw")
    assert sorted(table.state()["hands"][0]) == ["1", "5", "7"]


def test_bu_r3_with_none_you_must_draw() -> None:
    table = at("burst", deck=DECK, hands=[[], ["3"]])
    assert table.legal(0) == ["draw"]


def test_bu_r4_the_others_see_how_many_cards_you_hold_but_not_which() -> None:
    table = at("burst", 3, deck=DECK, hands=[["5", "7"], ["-1"], []])
    mine = table.view(0)["hands"]
    assert (sorted(mine[0]), mine[1], mine[2]) == (["5", "7"], 1, 0)
    assert table.view(1)["hands"] == [2, ["-1"], 0]
    assert table.view(None)["hands"] == [2, 1, 0]


def test_bu_r4_the_deck_is_face_down_for_all() -> None:
    table = at("burst", deck=DECK, hands=[["5"], []])
    assert [table.view(who)["deck"] for who in (0, 1, None)] == [6, 6, 6]


# --- The row ---------------------------------------------------------------------------------


def test_bu_r5_the_row_lies_open_and_its_total_is_announced_after_each_play() -> None:
    table = at("burst", deck=DECK, row=["4", "-2"], hands=[["5"], ["9"]])
    play(table, "0 play 5")
    assert (table.view(1)["row"], table.view(1)["total"]) == (["4", "-2", "5"], 7)
    play(table, "1 play 9")
    assert (table.view(0)["row"], table.view(0)["total"]) == (["4", "-2", "5", "9"], 16)


def test_bu_r5_the_total_may_be_negative() -> None:
    table = at("burst", deck=DECK, row=["2"], hands=[["-3"], []])
    assert play(table, "0 play -3") == []
    assert table.state()["total"] == -1


def test_bu_r5_an_action_card_counts_its_number() -> None:
    table = at("burst", deck=DECK, row=["2"], hands=[["10r"], []])
    play(table, "0 play 10r")
    assert table.state()["total"] == 12


# --- Actions of cards ------------------------------------------------------------------------


def test_bu_r6_reverse_turns_the_direction_of_play() -> None:
    table = at("burst", 3, deck=DECK, hands=[["4r"], [], []])
    play(table, "0 play 4r")
    assert (table.state()["direction"], table.to_act) == (-1, (2,))
    play(table, "2 draw")
    assert table.to_act == (1,)


def test_bu_r6_a_second_reverse_turns_it_back() -> None:
    table = at("burst", 3, deck=DECK, direction=-1, hands=[["4r"], [], []])
    play(table, "0 play 4r")
    assert (table.state()["direction"], table.to_act) == (1, (1,))


def test_bu_r6_discard_one_removes_another_card_of_the_row() -> None:
    table = at("burst", deck=DECK, row=["9", "6"], hands=[["5d"], []])
    play(table, "0 play 5d")
    state = table.state()
    assert (state["phase"], state["pending"], state["to_act"]) == ("pick", "discard", [0])
    play(table, "0 pick 9")
    state = table.state()
    assert (state["row"], state["total"], state["discard"]) == (["6", "5d"], 11, ["9"])
    assert (state["phase"], state["pending"], state["to_act"]) == ("turn", None, [1])


def test_bu_r6_take_one_takes_another_card_of_the_row_into_hand() -> None:
    table = at("burst", deck=DECK, row=["9", "6"], hands=[["2t", "1"], []])
    play(table, "0 play 2t")
    assert (table.state()["phase"], table.state()["pending"]) == ("pick", "take")
    play(table, "0 pick 9")
    state = table.state()
    assert (state["row"], state["total"], state["discard"]) == (["6", "2t"], 8, [])
    assert (sorted(state["hands"][0]), state["to_act"]) == (["1", "9"], [1])


def test_bu_r6_discard_same_discards_every_other_card_of_that_number() -> None:
    table = at("burst", deck=DECK, row=["4", "7", "4r", "4"], hands=[["4s"], []])
    play(table, "0 play 4s")
    state = table.state()
    assert (state["row"], state["total"]) == (["7", "4s"], 11)
    assert sorted(state["discard"]) == ["4", "4", "4r"]
    assert table.to_act == (1,)


def test_bu_r6_the_action_is_compulsory() -> None:
    table = at("burst", deck=DECK, row=["9", "-3"], hands=[["5d", "1"], []])
    play(table, "0 play 5d")
    assert set(table.legal(0)) == {"pick 9", "pick -3"}
    assert table.legal(1) == []


def test_bu_r6_even_a_lone_bad_card_must_be_picked() -> None:
    table = at("burst", deck=DECK, row=["-3"], hands=[["8t"], []])
    play(table, "0 play 8t")
    assert table.legal(0) == ["pick -3"]


def test_bu_r6_of_equal_cards_the_earliest_in_the_row_goes() -> None:
    table = at("burst", deck=DECK, row=["6", "3", "6"], hands=[["1d"], []])
    play(table, "0 play 1d")
    assert sorted(table.legal(0)) == ["pick 3", "pick 6"]
    play(table, "0 pick 6")
    assert table.state()["row"] == ["3", "6", "1d"]


@pytest.mark.parametrize("card", ["5d", "8t"])
def test_bu_r7_with_no_other_card_in_the_row_the_action_is_ignored(card) -> None:
    table = at("burst", deck=DECK, hands=[[card], []])
    play(table, f"0 play {card}")
    state = table.state()
    assert (state["phase"], state["pending"], state["to_act"]) == ("turn", None, [1])
    assert (state["row"], state["hands"][0], state["discard"]) == ([card], [], [])


def test_bu_r7_discard_same_without_an_equal_number_is_ignored() -> None:
    table = at("burst", deck=DECK, row=["4", "2"], hands=[["3s"], []])
    play(table, "0 play 3s")
    state = table.state()
    assert (state["row"], state["discard"], state["to_act"]) == (["4", "2", "3s"], [], [1])


@pytest.mark.parametrize("card", ["5d", "8t"])
def test_bu_r7_the_card_just_played_is_not_offered(card) -> None:
    table = at("burst", deck=DECK, row=["7", "1"], hands=[[card], []])
    play(table, f"0 play {card}")
    assert set(table.legal(0)) == {"pick 7", "pick 1"}


def test_bu_r7_discard_same_leaves_the_card_just_played() -> None:
    table = at("burst", deck=DECK, row=["3", "3d"], hands=[["3s"], []])
    play(table, "0 play 3s")
    assert table.state()["row"] == ["3s"]


def test_bu_r7_the_card_can_be_removed_in_a_later_turn() -> None:
    table = at("burst", deck=DECK, row=["7"], hands=[["5d"], ["1d"]])
    play(table, "0 play 5d", "0 pick 7", "1 play 1d", "1 pick 5d")
    assert table.state()["row"] == ["1d"]


def test_bu_r8_over_21_before_the_discard_and_not_after_it_is_safe() -> None:
    table = at("burst", deck=DECK, row=["12", "9"], hands=[["5d"], ["3"]])
    assert play(table, "0 play 5d") == []
    assert (table.state()["total"], table.state()["phase"]) == (26, "pick")
    assert play(table, "0 pick 9") == []
    assert (table.state()["total"], table.state()["round"]) == (17, 1)


def test_bu_r8_over_21_before_taking_a_card_and_not_after_it_is_safe() -> None:
    table = at("burst", deck=DECK, row=["12", "9"], hands=[["5t"], ["3"]])
    assert play(table, "0 play 5t", "0 pick 12") == []
    assert (table.state()["total"], table.state()["round"]) == (14, 1)


def test_bu_r8_over_21_before_discard_same_and_not_after_it_is_safe() -> None:
    table = at("burst", deck=DECK, row=["4", "13", "4"], hands=[["4s"], ["3"]])
    assert play(table, "0 play 4s") == []
    assert (table.state()["total"], table.state()["round"]) == (17, 1)


def test_bu_r8_still_over_21_after_the_action_bursts() -> None:
    table = at("burst", deck=DECK, row=["12", "9"], hands=[["11d"], ["3"]])
    assert play(table, "0 play 11d") == []
    (burst,) = play(table, "0 pick 9")
    assert (burst["type"], burst["player"], burst["total"]) == ("burst", 0, 23)


def test_bu_r8_discarding_a_negative_card_can_burst() -> None:
    table = at("burst", deck=DECK, row=["12", "9", "-3"], hands=[["1d"], ["3"]])
    (burst,) = play(table, "0 play 1d", "0 pick -3")
    assert (burst["player"], burst["total"], burst["points"]) == (0, 22, [0, 3])


def test_bu_r9_a_discarded_card_is_out_for_the_rest_of_the_round() -> None:
    table = at("burst", deck=["9"], row=["2"], hands=[["3d", "4"], []])
    play(table, "0 play 3d", "0 pick 2", "1 draw", "0 play 4")
    state = table.state()
    assert (state["deck"], state["discard"], state["round"]) == ([], ["2"], 1)
    assert table.legal(1) == ["play 9"]


def test_bu_r9_so_is_a_card_that_discard_same_removed() -> None:
    table = at("burst", deck=["9"], row=["3", "6"], hands=[["3s"], []])
    play(table, "0 play 3s", "1 draw")
    state = table.state()
    assert (state["discard"], state["row"], state["hands"][1]) == (["3"], ["6", "3s"], ["9"])


# --- Bursting and the score ------------------------------------------------------------------


def test_bu_r10_a_total_of_21_is_safe() -> None:
    table = at("burst", deck=DECK, row=["10", "5"], hands=[["6"], ["8"]])
    assert play(table, "0 play 6") == []
    state = table.state()
    assert (state["total"], state["round"], state["scores"]) == (21, 1, [0, 0])


def test_bu_r10_a_total_of_22_bursts() -> None:
    table = at("burst", deck=DECK, row=["10", "5"], hands=[["7"], ["8"]])
    (burst,) = play(table, "0 play 7")
    assert (burst["type"], burst["player"], burst["total"]) == ("burst", 0, 22)
    assert (table.scores, table.state()["round"]) == ([0, 8], 2)


def test_bu_r10_the_booklets_player_forced_to_play_a_7_bursts() -> None:
    hands = [["7", "9", "8"], ["15", "3"], ["4", "5"]]
    table = at("burst", 3, deck=DECK, row=["9", "8", "-2"], hands=hands)
    assert set(table.legal(0)) == {"play 7", "play 8", "play 9"}
    (burst,) = play(table, "0 play 7")
    assert (burst["player"], burst["total"], burst["points"]) == (0, 22, [0, 18, 9])
    assert burst["row"] == ["9", "8", "-2", "7"]
    assert [sorted(hand) for hand in burst["hands"]] == [["8", "9"], ["15", "3"], ["4", "5"]]
    assert table.scores == [0, 18, 9]


def test_bu_r10_the_sum_of_a_hand_can_be_negative() -> None:
    table = at("burst", 3, deck=DECK, row=["15"], hands=[["7"], ["-3", "1"], []])
    (burst,) = play(table, "0 play 7")
    assert burst["points"] == table.scores == [0, -2, 0]


def test_bu_r10_an_action_card_in_hand_counts_its_number() -> None:
    table = at("burst", deck=DECK, row=["15"], hands=[["7"], ["12t", "0r", "3s"]])
    play(table, "0 play 7")
    assert table.scores == [0, 15]


def test_bu_r10_any_player_can_burst_not_only_the_starter() -> None:
    table = at("burst", 3, to_act=[2], deck=DECK, row=["15"], hands=[["5"], ["6"], ["7", "9"]])
    (burst,) = play(table, "2 play 7")
    assert (burst["player"], burst["points"]) == (2, [5, 6, 0])


def test_bu_r11_points_are_added_up() -> None:
    table = at("burst", 3, deck=DECK, row=["15"], hands=[["7"], ["8"], ["-1"]], scores=[30, 20, 10])
    play(table, "0 play 7")
    assert table.scores == [30, 28, 9]


def test_bu_r11_all_cards_are_shuffled_again() -> None:
    cards = ["-1", "1", "15", "2", "3", "4", "5", "6", "7", "8d", "9"]
    decks = set()
    for seed in range(20):
        where = {"deck": ["1", "2", "3"], "row": ["15", "5"], "discard": ["4", "6"]}
        table = at("burst", seed=seed, hands=[["7", "9"], ["-1", "8d"]], **where)
        play(table, "0 play 7")
        state = table.state()
        assert sorted(state["deck"]) == sorted(cards)
        assert (state["row"], state["total"], state["discard"]) == ([], 0, [])
        decks.add(tuple(state["deck"]))
    assert len(decks) == 20


def test_bu_r11_whoever_burst_starts_the_next_round() -> None:
    table = at("burst", 3, to_act=[1], deck=DECK, row=["15"], hands=[["5"], ["7"], ["6"]])
    play(table, "1 play 7")
    state = table.state()
    assert (state["round"], state["turns"], state["starter"]) == (2, 0, 1)
    assert (table.to_act, table.legal(1)) == ((1,), ["draw"])


def test_bu_r12_with_99_points_the_game_goes_on() -> None:
    table = at("burst", deck=DECK, row=["15"], hands=[["7"], ["9"]], scores=[40, 90])
    play(table, "0 play 7")
    assert (table.scores, table.over, table.winners) == ([40, 99], False, [])


def test_bu_r12_with_100_points_the_game_ends() -> None:
    table = at("burst", deck=DECK, row=["15"], hands=[["7"], ["10"]], scores=[40, 90])
    play(table, "0 play 7")
    assert (table.scores, table.over, table.winners) == ([40, 100], True, [1])
    assert (table.to_act, table.state()["phase"]) == ((), "over")


def test_bu_r12_of_two_over_100_the_one_with_most_points_wins() -> None:
    table = at("burst", 3, deck=DECK, row=["15"], hands=[["7"], ["9"], ["14"]], scores=[99, 95, 92])
    play(table, "0 play 7")
    assert (table.scores, table.over, table.winners) == ([99, 104, 106], True, [2])


def test_bu_r12_the_last_row_and_hands_stay_and_nothing_is_hidden() -> None:
    table = at("burst", deck=DECK, row=["15"], hands=[["7"], ["10"]], scores=[40, 90])
    play(table, "0 play 7")
    view = table.view(0)
    assert (view["row"], view["hands"], view["deck"]) == (["15", "7"], [[], ["10"]], DECK)
    with pytest.raises(IllegalAction):
        table.play(1, "play 10")


def test_bu_r13_the_booklets_game_of_nine_rounds() -> None:
    scores = [0, 0, 0]
    for number, points in enumerate(BOOKLET, 1):
        unlucky = points.index(0)
        hands = [[str(min(n, 12)), str(n - min(n, 12))] if n else ["7", "8"] for n in points]
        position = {"round": number, "scores": scores, "row": ["15"], "hands": hands}
        table = at("burst", 3, to_act=[unlucky], deck=DECK, **position)
        (burst,) = play(table, f"{unlucky} play 7")
        assert (burst["player"], burst["points"]) == (unlucky, list(points))
        assert table.over == (number == 9)
        scores = table.scores
    assert (scores, table.winners) == ([75, 104, 62], [1])


# --- Rulings ---------------------------------------------------------------------------------


def test_bu_g1_nobody_is_dealt_an_opening_hand() -> None:
    for seed in range(5):
        table = Game("burst", 4).deal(seed)
        state = table.state()
        assert (state["hands"], state["row"], len(state["deck"])) == ([[]] * 4, [], 90)
        assert table.legal(table.to_act[0]) == ["draw"]


def test_bu_g1_nor_in_a_later_round() -> None:
    table = at("burst", 3, deck=DECK, row=["15"], hands=[["7"], ["9"], ["1", "2", "3"]])
    play(table, "0 play 7")
    assert (table.state()["hands"], len(table.state()["deck"])) == ([[], [], []], 12)


def test_bu_g2_bursting_on_purpose_is_legal() -> None:
    table = at("burst", deck=DECK, row=["15"], hands=[["-3", "9"], ["1"]])
    assert set(table.legal(0)) == {"draw", "play -3", "play 9"}
    (burst,) = play(table, "0 play 9")
    assert burst["player"] == 0


def test_bu_g3_each_round_starts_clockwise() -> None:
    table = at(
        "burst", 3, to_act=[1], direction=-1, deck=DECK, row=["15"], hands=[["5"], ["7"], ["6"]]
    )
    play(table, "1 play 7")
    assert table.state()["direction"] == 1
    play(table, "1 draw")
    assert table.to_act == (2,)


def test_bu_g3_also_after_a_reverse_that_bursts() -> None:
    table = at("burst", 3, deck=DECK, row=["15"], hands=[["8r"], ["5"], ["6"]])
    (burst,) = play(table, "0 play 8r")
    assert (burst["player"], table.state()["direction"], table.to_act) == (0, 1, (0,))


@pytest.mark.parametrize("card", ["5d", "8t"])
def test_bu_g4_a_removed_reverse_does_not_fire(card) -> None:
    table = at("burst", 3, deck=DECK, row=["4r"], hands=[[card], [], []])
    play(table, f"0 play {card}", "0 pick 4r")
    assert (table.state()["direction"], table.to_act) == (1, (1,))


def test_bu_g4_a_taken_card_does_not_fire_and_asks_for_no_other_pick() -> None:
    table = at("burst", deck=DECK, row=["5d", "6"], hands=[["2t"], []])
    play(table, "0 play 2t", "0 pick 5d")
    state = table.state()
    assert (state["row"], state["hands"][0], state["phase"]) == (["6", "2t"], ["5d"], "turn")


def test_bu_g4_discard_same_fires_none_of_the_cards_it_removes() -> None:
    table = at("burst", 3, deck=DECK, row=["6", "2r", "2t"], hands=[["2s"], [], []])
    play(table, "0 play 2s")
    state = table.state()
    assert (state["row"], state["direction"], state["phase"]) == (["6", "2s"], 1, "turn")
    assert (state["hands"][0], state["to_act"]) == ([], [1])


def test_bu_g4_a_taken_card_is_known_to_all() -> None:
    table = at("burst", 3, deck=DECK, row=["9", "6"], hands=[["2t", "1"], [], []])
    play(table, "0 play 2t", "0 pick 9")
    for who in (0, 1, 2, None):
        assert table.view(who)["known"] == [["9"], [], []]
    assert table.view(1)["hands"][0] == 2


def test_bu_g4_a_taken_card_can_be_played_again_and_fires_then() -> None:
    table = at("burst", 3, deck=DECK, row=["4r"], hands=[["2t"], [], []])
    play(table, "0 play 2t", "0 pick 4r", "1 draw", "2 draw", "0 play 4r")
    assert (table.state()["row"], table.state()["direction"]) == (["2t", "4r"], -1)
    assert (table.to_act, table.view(1)["known"]) == ((2,), [[], [], []])


def test_bu_g5_with_an_empty_deck_there_is_no_drawing_and_no_reshuffle() -> None:
    table = at("burst", row=["1"], discard=["2", "3"], hands=[["5", "6"], ["7"]])
    assert set(table.legal(0)) == {"play 5", "play 6"}
    play(table, "0 play 5")
    assert (table.legal(1), table.state()["deck"]) == (["play 7"], [])
    assert sorted(table.state()["discard"]) == ["2", "3"]


def test_bu_g5_with_an_empty_deck_an_empty_hand_is_skipped() -> None:
    table = at("burst", 4, hands=[["1", "2"], [], [], ["3"]])
    play(table, "0 play 1")
    assert table.to_act == (3,)
    play(table, "3 play 3")
    assert table.to_act == (0,)


def test_bu_g5_the_last_holder_of_cards_plays_on_alone() -> None:
    table = at("burst", hands=[["1", "2"], []])
    play(table, "0 play 1")
    assert (table.to_act, table.state()["round"]) == ((0,), 1)


def test_bu_g5_the_skipping_follows_the_direction_of_play() -> None:
    table = at("burst", 4, hands=[["4r", "2"], ["1"], ["3"], []])
    play(table, "0 play 4r")
    assert table.to_act == (2,)


def test_bu_g5_when_nobody_holds_a_card_the_round_ends_with_0_for_all() -> None:
    table = at("burst", 3, starter=2, row=["1"], hands=[["5"], [], []], scores=[10, 20, 30])
    (end,) = play(table, "0 play 5")
    assert (end["type"], end["player"], end["points"]) == ("burst", None, [0, 0, 0])
    state = table.state()
    assert (state["scores"], state["round"], sorted(state["deck"])) == ([10, 20, 30], 2, ["1", "5"])


def test_bu_g5_then_the_same_player_starts_again() -> None:
    table = at("burst", 3, starter=2, row=["1"], hands=[["5"], [], []])
    play(table, "0 play 5")
    assert (table.state()["starter"], table.to_act) == (2, (2,))


def test_bu_g5_the_last_card_of_all_can_burst() -> None:
    table = at("burst", 3, starter=2, row=["15"], hands=[["7"], [], []])
    (burst,) = play(table, "0 play 7")
    assert (burst["player"], table.state()["starter"]) == (0, 0)


def test_bu_g6_after_300_turns_the_round_ends_and_everyone_scores_the_hand() -> None:
    table = at("burst", 3, turns=299, starter=1, deck=["6"], hands=[["5"], ["-2", "4"], ["9"]])
    (end,) = play(table, "0 draw")
    assert (end["type"], end["player"], end["points"]) == ("burst", None, [11, 2, 9])
    state = table.state()
    assert (state["scores"], state["round"], state["turns"]) == ([11, 2, 9], 2, 0)
    assert (state["starter"], state["to_act"]) == (1, [1])


def test_bu_g6_the_299th_turn_does_not_end_it() -> None:
    table = at("burst", turns=298, deck=DECK, hands=[["5"], ["9"]])
    assert play(table, "0 draw") == []
    state = table.state()
    assert (state["turns"], state["round"], state["to_act"]) == (299, 1, [1])


def test_bu_g6_a_burst_in_the_300th_turn_is_a_burst() -> None:
    table = at("burst", turns=299, starter=1, deck=DECK, row=["15"], hands=[["7", "3"], ["9"]])
    (burst,) = play(table, "0 play 7")
    assert (burst["player"], burst["points"], table.to_act) == (0, [0, 9], (0,))


def test_bu_g6_a_play_with_its_pick_is_one_turn() -> None:
    table = at("burst", turns=298, deck=DECK, row=["6"], hands=[["5d"], ["9"]])
    play(table, "0 play 5d")
    assert table.state()["turns"] == 298
    play(table, "0 pick 6")
    assert (table.state()["turns"], table.state()["round"]) == (299, 1)


def test_bu_g6_the_pick_of_the_300th_turn_is_still_made() -> None:
    table = at("burst", turns=299, deck=DECK, row=["6"], hands=[["2t"], ["9"]])
    assert play(table, "0 play 2t") == []
    (end,) = play(table, "0 pick 6")
    assert (end["player"], end["points"]) == (None, [6, 9])


def test_bu_g6_a_skipped_player_has_no_turn() -> None:
    table = at("burst", 3, turns=297, hands=[["1"], [], ["2", "3"]])
    play(table, "0 play 1")
    assert (table.state()["turns"], table.to_act) == (298, (2,))


def test_bu_g7_a_tie_is_a_shared_victory() -> None:
    table = at("burst", 3, deck=DECK, row=["15"], hands=[["7"], ["9"], ["13"]], scores=[99, 95, 91])
    play(table, "0 play 7")
    assert (table.scores, table.winners) == ([99, 104, 104], [1, 2])


def test_bu_g8_with_two_players_reverse_changes_only_the_direction_shown() -> None:
    table = at("burst", deck=DECK, hands=[["4r", "6r"], []])
    play(table, "0 play 4r")
    assert (table.state()["direction"], table.to_act) == (-1, (1,))
    play(table, "1 draw")
    assert table.to_act == (0,)


def test_bu_g9_the_game_ends_with_round_200_and_most_points_wins() -> None:
    table = at(
        "burst", 3, round=200, deck=DECK, row=["15"], hands=[["7"], ["9"], ["4"]], scores=[1, 9, 15]
    )
    play(table, "0 play 7")
    assert (table.over, table.scores, table.winners) == (True, [1, 18, 19], [2])


def test_bu_g9_a_round_200_without_a_burst_ends_it_too() -> None:
    table = at("burst", round=200, row=["1"], hands=[["5"], []], scores=[30, 20])
    play(table, "0 play 5")
    assert (table.over, table.scores, table.winners) == (True, [30, 20], [0])


def test_bu_g9_round_199_is_followed_by_another() -> None:
    table = at("burst", round=199, deck=DECK, row=["15"], hands=[["7"], ["9"]])
    play(table, "0 play 7")
    assert (table.over, table.state()["round"]) == (False, 200)
