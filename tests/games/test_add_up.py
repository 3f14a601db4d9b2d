"""Add Up, rule by rule, as in section 4 of the rule book."""

from collections import Counter

import pytest

from cinquina import CinquinaError, Game, IllegalAction
from tests.words import at, play

DECK = ["1", "2", "3", "4", "5", "6", "7", "8"]


def all_cards(state):
    """Every card of a position, jokers as plain W and Y."""
    piles = [state["deck"], state["top"], state["bottom"], state["unclaimed"]]
    piles += state["hands"] + state["captured"]
    return Counter(card.partition("=")[0] for pile in piles for card in pile)


# --- Setting up ------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_au_r1_three_cards_each_and_an_opening_card_in_each_row(players) -> None:
    for seed in range(5):
        state = Game("add-up", players).deal(seed).state()
        assert [len(hand) for hand in state["hands"]] == [3] * players
        assert (len(state["top"]), len(state["bottom"])) == (1, 1)
        assert len(state["deck"]) == 48 - 3 * players - 2
        assert state["captured"] == [[]] * players


def test_au_r1_the_deck_has_48_cards() -> None:
    for seed in range(5):
        cards = all_cards(Game("add-up", 4).deal(seed).state())
        assert cards == {str(n): 4 for n in range(1, 10)} | {"W": 6, "Y": 6}


def test_au_r1_the_option_deck_gives_the_36_cards_of_two_translations() -> None:
    for seed in range(5):
        cards = all_cards(Game("add-up", 4, deck=36).deal(seed).state())
        assert cards == {str(n): 4 for n in range(1, 9)} | {"W": 2, "Y": 2}


def test_au_r1_the_cards_are_shuffled() -> None:
    states = [Game("add-up", 2).deal(seed).state() for seed in range(20)]
    assert len({tuple(state["deck"]) for state in states}) == 20
    assert len({tuple(state["top"]) for state in states}) > 4


def test_au_r2_the_starter_is_chosen_by_chance() -> None:
    starters = [Game("add-up", 4).deal(seed).to_act for seed in range(40)]
    assert set(starters) == {(0,), (1,), (2,), (3,)}


def test_au_r2_play_goes_clockwise() -> None:
    table = at("add-up", 3, deck=DECK, top=["9"], bottom=["5"], hands=[["1"], ["1"], ["1"]])
    for player in (0, 1, 2):
        assert table.to_act == (player,)
        play(table, f"{player} play 1 top")
    assert table.to_act == (0,)


# --- A turn ----------------------------------------------------------------------------------


def test_au_r3_any_card_of_the_hand_goes_to_the_top_or_the_bottom_row() -> None:
    table = at("add-up", deck=DECK, top=["9"], bottom=["3"], hands=[["7", "7", "2"], ["5"]])
    assert sorted(table.legal(0)) == ["play 2 bottom", "play 2 top", "play 7 bottom", "play 7 top"]
    assert table.legal(1) == []
    with pytest.raises(IllegalAction):
        table.play(0, "play 5 top")


@pytest.mark.parametrize(
    ("row", "top", "bottom"), [("top", ["9", "7"], ["3"]), ("bottom", ["9"], ["3", "7"])]
)
def test_au_r3_the_card_is_added_at_the_end_of_its_row(row, top, bottom) -> None:
    table = at("add-up", deck=DECK, top=["9"], bottom=["3"], hands=[["7", "1", "2"], ["5"]])
    assert play(table, f"0 play 7 {row}") == []
    assert (table.state()["top"], table.state()["bottom"]) == (top, bottom)


def test_au_r3_then_you_draw_one_to_hold_three_again() -> None:
    table = at("add-up", deck=["6", "8"], top=["9"], bottom=["3"], hands=[["7", "1", "2"], ["5"]])
    play(table, "0 play 7 top")
    state = table.state()
    assert (sorted(state["hands"][0]), state["deck"]) == (["1", "2", "6"], ["8"])
    assert (state["hands"][1], state["to_act"]) == (["5"], [1])


def test_au_r3_the_hand_is_secret_and_its_number_open() -> None:
    table = at("add-up", deck=DECK, top=["9"], hands=[["7"], ["5", "W"]])
    assert table.view(0)["hands"] == [["7"], 2]
    assert (table.view(None)["hands"], table.view(1)["deck"]) == ([1, 2], 8)


@pytest.mark.parametrize(("row", "top", "bottom"), [("bottom", "7", "4"), ("top", "4", "7")])
def test_au_r4_equal_sums_win_all_cards_on_the_table(row, top, bottom) -> None:
    table = at("add-up", deck=DECK, top=[top], bottom=[bottom], hands=[["3", "1"], ["5"]])
    assert play(table, f"0 play 3 {row}") == [{"type": "captured", "player": 0, "cards": 3}]
    state = table.state()
    assert sorted(state["captured"][0]) == ["3", "4", "7"]
    assert (state["captured"][1], state["last_capturer"], table.scores) == ([], 0, [3, 0])


def test_au_r4_long_rows_are_added_up() -> None:
    rows = {"top": ["9", "Y=10"], "bottom": ["8", "W=5", "2"]}
    table = at("add-up", to_act=[1], deck=DECK, **rows, hands=[["5"], ["4"]])
    assert play(table, "1 play 4 bottom") == [{"type": "captured", "player": 1, "cards": 6}]


def test_au_r4_unequal_sums_win_nothing() -> None:
    table = at("add-up", deck=DECK, top=["7"], bottom=["4"], hands=[["4"], ["5"]])
    assert play(table, "0 play 4 bottom") == []
    state = table.state()
    assert (state["top"], state["bottom"], state["captured"]) == (["7"], ["4", "4"], [[], []])
    assert (table.scores, state["last_capturer"]) == ([0, 0], None)


def test_au_r4_two_new_opening_cards_are_placed() -> None:
    table = at("add-up", deck=["9", "6", "2", "1"], top=["7"], bottom=["4"], hands=[["3"], ["5"]])
    play(table, "0 play 3 bottom")
    state = table.state()
    assert (state["top"], state["bottom"], state["deck"]) == (["6"], ["2"], ["1"])


def test_au_r4_won_cards_are_added_to_those_won_before() -> None:
    rows = {"top": ["7"], "bottom": ["4"]}
    table = at("add-up", deck=DECK, **rows, hands=[["3"], ["5"]], captured=[["1", "W"], ["2"]])
    play(table, "0 play 3 bottom")
    assert sorted(table.state()["captured"][0]) == ["1", "3", "4", "7", "W"]
    assert table.scores == [5, 1]


def test_au_r5_with_an_empty_deck_the_hands_are_played_out() -> None:
    table = at("add-up", top=["9"], bottom=["1"], hands=[["1", "2"], ["1"]])
    play(table, "0 play 1 top")
    assert (table.state()["hands"], table.to_act, table.over) == ([["2"], ["1"]], (1,), False)
    play(table, "1 play 1 top")
    assert (table.state()["hands"], table.to_act, table.over) == ([["2"], []], (0,), False)


def test_au_r5_the_game_ends_when_all_cards_are_played() -> None:
    table = at("add-up", top=["9"], bottom=["1"], hands=[["1"], ["2"]])
    play(table, "0 play 1 top")
    assert not table.over
    play(table, "1 play 2 top")
    assert (table.over, table.to_act, table.legal(0)) == (True, (), [])


def test_au_r5_most_cards_won_wins_whatever_their_numbers() -> None:
    captured = [["9", "9", "8"], ["1", "1", "1", "2"]]
    table = at("add-up", top=["9"], bottom=["1"], hands=[["1"], []], captured=captured)
    play(table, "0 play 1 top")
    assert (table.scores, table.winners) == ([3, 4], [1])


def test_au_r5_the_last_card_can_still_win_the_table() -> None:
    table = at("add-up", top=["9"], bottom=["1"], hands=[["8"], []], captured=[[], ["1", "2"]])
    play(table, "0 play 8 bottom")
    assert (table.over, table.scores, table.winners) == (True, [3, 2], [0])


def test_au_r5_nobody_has_won_before_the_end() -> None:
    table = at("add-up", top=["9"], bottom=["1"], hands=[["8"], ["2"]])
    play(table, "0 play 8 bottom")
    assert (table.over, table.scores, table.winners) == (False, [3, 0], [])


# --- Jokers ----------------------------------------------------------------------------------


def test_au_r6_a_white_joker_is_any_value_from_0_to_5() -> None:
    table = at("add-up", deck=DECK, top=["9"], bottom=["3"], hands=[["W", "7"], ["5"]])
    values = {f"play W={n} {row}" for n in range(6) for row in ("top", "bottom")}
    assert set(table.legal(0)) == values | {"play 7 top", "play 7 bottom"}


def test_au_r6_a_yellow_joker_is_any_value_from_10_up() -> None:
    table = at("add-up", deck=DECK, top=["9"], bottom=["3"], hands=[["Y"], ["5"]])
    values = {f"play Y={n} {row}" for n in range(10, 100) for row in ("top", "bottom")}
    assert set(table.legal(0)) == values


@pytest.mark.parametrize(
    ("joker", "bottom"), [("W=0", ["9", "9"]), ("W=3", ["9", "6"]), ("Y=17", ["1"])]
)
def test_au_r6_a_joker_counts_what_its_player_chose(joker, bottom) -> None:
    table = at("add-up", deck=DECK, top=["9", "9"], bottom=bottom, hands=[["W", "Y"], ["5"]])
    (captured,) = play(table, f"0 play {joker} bottom")
    assert (captured["player"], captured["cards"]) == (0, 3 + len(bottom))


def test_au_r6_a_joker_keeps_its_value() -> None:
    table = at("add-up", deck=DECK, top=["9"], bottom=["3"], hands=[["Y"], ["Y"]])
    play(table, "0 play Y=17 bottom")
    assert table.state()["bottom"] == ["3", "Y=17"]
    assert play(table, "1 play Y=11 top") == [{"type": "captured", "player": 1, "cards": 4}]


def test_au_r6_a_won_joker_is_a_plain_card_again() -> None:
    table = at("add-up", deck=DECK, top=["8", "W=0"], bottom=["3"], hands=[["W"], ["5"]])
    play(table, "0 play W=5 bottom")
    assert sorted(table.state()["captured"][0]) == ["3", "8", "W", "W"]


# --- Rulings ---------------------------------------------------------------------------------


def test_au_g1_after_a_capture_the_next_player_moves() -> None:
    table = at("add-up", 3, deck=DECK, top=["7"], bottom=["4"], hands=[["3"], ["5"], ["6"]])
    play(table, "0 play 3 bottom")
    assert table.to_act == (1,)


def test_au_g1_with_capturer_leads_the_capturer_moves() -> None:
    where = {"deck": DECK, "top": ["7"], "bottom": ["4"], "hands": [["3"], ["5"], ["6"]]}
    table = at("add-up", 3, options={"capturer_leads": True}, **where)
    play(table, "0 play 3 bottom")
    assert table.to_act == (0,)


def test_au_g1_with_capturer_leads_a_play_that_wins_nothing_passes_the_turn() -> None:
    where = {"deck": DECK, "top": ["7"], "bottom": ["4"], "hands": [["3"], ["5"], ["6"]]}
    table = at("add-up", 3, options={"capturer_leads": True}, **where)
    play(table, "0 play 3 top")
    assert table.to_act == (1,)


def test_au_g2_first_you_draw_then_the_openings_are_placed() -> None:
    table = at("add-up", deck=["9", "6", "2"], top=["7"], bottom=["4"], hands=[["3"], ["5"]])
    play(table, "0 play 3 bottom")
    state = table.state()
    assert (state["hands"][0], state["top"], state["bottom"]) == (["9"], ["6"], ["2"])


def test_au_g2_the_last_card_of_the_deck_is_drawn_not_placed() -> None:
    table = at("add-up", deck=["9"], top=["7"], bottom=["4"], hands=[["3"], ["5"]])
    play(table, "0 play 3 bottom")
    state = table.state()
    assert (state["hands"][0], state["top"], state["bottom"]) == (["9"], [], [])


def test_au_g3_no_joker_opens_a_row_at_the_deal() -> None:
    openings = set()
    for seed in range(60):
        state = Game("add-up", 3).deal(seed).state()
        openings |= {*state["top"], *state["bottom"]}
        assert all_cards(state)["W"] == all_cards(state)["Y"] == 6
    assert openings == set("123456789")


@pytest.mark.parametrize("joker", ["W", "Y"])
def test_au_g3_a_joker_goes_back_to_a_random_place_of_the_deck(joker) -> None:
    decks = set()
    for seed in range(60):
        deck = ["9", joker, "3", "4", "5", "6"]
        table = at("add-up", seed=seed, deck=deck, top=["2"], bottom=["1"], hands=[["1"], ["8"]])
        play(table, "0 play 1 bottom")
        state = table.state()
        assert (state["top"], state["bottom"]) == (["3"], ["4"])
        decks.add(tuple(state["deck"]))
    assert decks == {(joker, "5", "6"), ("5", joker, "6"), ("5", "6", joker)}


@pytest.mark.parametrize(("joker", "shown"), [("W", "W=0"), ("Y", "Y=10")])
def test_au_g3_if_only_jokers_are_left_it_stays_white_0_and_yellow_10(joker, shown) -> None:
    deck = ["9", joker, "W", "Y"]
    table = at("add-up", deck=deck, top=["2"], bottom=["1"], hands=[["1"], ["8"]])
    play(table, "0 play 1 bottom")
    state = table.state()
    assert (state["top"], state["bottom"], state["deck"]) == ([shown], ["W=0"], ["Y"])


def test_au_g3_a_number_further_down_comes_first_even_for_the_second_opening() -> None:
    for seed in range(20):
        deck = ["9", "Y", "3", "W"]
        table = at("add-up", seed=seed, deck=deck, top=["2"], bottom=["1"], hands=[["1"], ["8"]])
        play(table, "0 play 1 bottom")
        state = table.state()
        assert state["top"] == ["3"]
        assert (state["bottom"], state["deck"]) in ((["W=0"], ["Y"]), (["Y=10"], ["W"]))


def test_au_g3_a_joker_that_opens_counts_in_its_row() -> None:
    table = at("add-up", deck=["9", "W", "Y"], top=["2"], bottom=["1"], hands=[["1"], ["W"]])
    play(table, "0 play 1 bottom", "1 play W=1 top")
    assert (table.state()["top"], table.state()["bottom"]) == (["W=0", "W=1"], ["Y=10"])
    assert play(table, "0 play 9 top") == [{"type": "captured", "player": 0, "cards": 4}]


def test_au_g4_a_single_card_for_the_openings_goes_to_the_top_row() -> None:
    table = at("add-up", deck=["9", "6"], top=["7"], bottom=["4"], hands=[["3"], ["5"]])
    play(table, "0 play 3 bottom")
    state = table.state()
    assert (state["top"], state["bottom"], state["deck"]) == (["6"], [], [])


def test_au_g4_with_none_the_rows_start_empty() -> None:
    table = at("add-up", top=["7"], bottom=["4"], hands=[["3", "2"], ["5"]])
    play(table, "0 play 3 bottom")
    state = table.state()
    assert (state["top"], state["bottom"], state["to_act"]) == ([], [], [1])
    play(table, "1 play 5 bottom")
    assert (table.state()["top"], table.state()["bottom"]) == ([], ["5"])


def test_au_g5_a_capture_needs_a_card_in_each_row() -> None:
    table = at("add-up", hands=[["W", "3"], ["W"]])
    assert play(table, "0 play W=0 top") == []
    assert (table.state()["top"], table.state()["captured"]) == (["W=0"], [[], []])
    assert play(table, "1 play W=0 bottom") == [{"type": "captured", "player": 1, "cards": 2}]


def test_au_g5_openings_that_happen_to_be_equal_win_nothing() -> None:
    deck = ["9", "6", "6", "1"]
    table = at("add-up", deck=deck, top=["7"], bottom=["4"], hands=[["3"], ["5"]])
    assert play(table, "0 play 3 bottom") == [{"type": "captured", "player": 0, "cards": 3}]
    state = table.state()
    assert (state["top"], state["bottom"], table.scores) == (["6"], ["6"], [3, 0])
    assert play(table, "1 play 5 top") == []


def test_au_g5_nor_at_the_deal() -> None:
    for seed in range(5):
        state = Game("add-up", 2, cards={"4": 20}).deal(seed).state()
        assert (state["top"], state["bottom"], state["captured"]) == (["4"], ["4"], [[], []])


@pytest.mark.parametrize(
    ("most", "values"), [(10, {10}), (12, {10, 11, 12}), (99, {*range(10, 100)})]
)
def test_au_g6_yellow_max_bounds_what_can_be_entered(most, values) -> None:
    where = {"deck": DECK, "top": ["9"], "bottom": ["3"], "hands": [["Y", "W"], ["5"]]}
    table = at("add-up", options={"yellow_max": most}, **where)
    yellow = {action for action in table.legal(0) if "Y" in action}
    assert yellow == {f"play Y={n} {row}" for n in values for row in ("top", "bottom")}
    assert "play W=5 top" in table.legal(0)


def test_au_g6_its_default_is_99() -> None:
    table = at("add-up", deck=DECK, top=["9"], bottom=["3"], hands=[["Y"], ["5"]])
    assert "play Y=99 top" in table.legal(0)
    with pytest.raises(IllegalAction):
        table.play(0, "play Y=100 top")


@pytest.mark.parametrize("most", [9, 100])
def test_au_g6_it_is_itself_from_10_to_99(most) -> None:
    with pytest.raises(CinquinaError):
        Game("add-up", 2, yellow_max=most)


def test_au_g7_cards_left_at_the_end_are_nobodys() -> None:
    captured = [["1"], ["2", "2"]]
    where = {"top": ["9", "W=4"], "bottom": ["1"], "captured": captured, "last_capturer": 1}
    table = at("add-up", hands=[["1"], []], **where)
    assert play(table, "0 play 1 top") == []
    state = table.state()
    assert (state["top"], state["bottom"]) == ([], [])
    assert sorted(state["unclaimed"]) == ["1", "1", "9", "W"]
    assert (table.scores, table.winners) == ([1, 2], [1])


def test_au_g7_with_last_capturer_takes_they_are_the_last_capturers() -> None:
    where = {"captured": [["1"], ["2", "2"]], "last_capturer": 0, "top": ["9", "W=4"]}
    options = {"last_capturer_takes": True}
    table = at("add-up", options=options, bottom=["1"], hands=[[], ["1"]], to_act=[1], **where)
    assert play(table, "1 play 1 top") == [{"type": "captured", "player": 0, "cards": 4}]
    state = table.state()
    assert (sorted(state["captured"][0]), state["unclaimed"]) == (["1", "1", "1", "9", "W"], [])
    assert (table.scores, table.winners) == ([5, 2], [0])


def test_au_g7_with_last_capturer_takes_but_no_capture_they_are_nobodys() -> None:
    options = {"last_capturer_takes": True}
    table = at("add-up", options=options, top=["9"], bottom=["1"], hands=[["1"], []])
    assert play(table, "0 play 1 top") == []
    assert (sorted(table.state()["unclaimed"]), table.scores) == (["1", "1", "9"], [0, 0])


def test_au_g7_after_a_capture_with_the_last_card_nothing_is_left_to_take() -> None:
    options = {"last_capturer_takes": True}
    table = at("add-up", options=options, top=["9"], bottom=["1"], hands=[["8"], []])
    assert play(table, "0 play 8 bottom") == [{"type": "captured", "player": 0, "cards": 3}]
    assert (table.state()["unclaimed"], table.scores) == ([], [3, 0])


def test_au_g8_a_player_without_cards_is_skipped() -> None:
    table = at("add-up", 4, top=["9"], bottom=["1"], hands=[["1", "2"], [], [], ["2"]])
    play(table, "0 play 1 top")
    assert table.to_act == (3,)
    play(table, "3 play 2 top")
    assert table.to_act == (0,)


def test_au_g8_also_a_capturer_who_should_lead() -> None:
    where = {"top": ["7"], "bottom": ["4"], "hands": [["3"], [], ["6"]]}
    table = at("add-up", 3, options={"capturer_leads": True}, **where)
    play(table, "0 play 3 bottom")
    assert table.to_act == (2,)


def test_au_g8_ties_are_shared() -> None:
    captured = [["1"], ["2", "2"], ["9", "W"]]
    table = at("add-up", 3, top=["9"], bottom=["1"], hands=[["1"], [], []], captured=captured)
    play(table, "0 play 1 top")
    assert (table.scores, table.winners) == ([1, 2, 2], [1, 2])
