"""Push, rule by rule, as in section 5 of the rule book."""

from collections import Counter

import pytest

from cinquina import Game, IllegalAction
from tests.words import at, play

NUMBERS = {f"{color}{n}": 3 for color in "RBGYP" for n in range(1, 7)}
FACES = {"red", "blue", "green", "yellow", "purple", "star"}
DECK = ["R1", "B2", "G3", "Y4", "P5", "R6"]
FULL = [["R1"], ["R2"], ["R3"]]  # three columns in which no other red card fits


def rolls(*moves, players=2, options=None, **position):
    """The same moves with 60 seeds of chance: the roll and the table of each; all faces occur."""
    outcomes = []
    for seed in range(60):
        table = at("push", players, seed, options, **position)
        (roll,) = (event for event in play(table, *moves) if event["type"] == "roll")
        outcomes.append((roll, table))
    assert {roll["face"] for roll, _ in outcomes} == FACES
    return outcomes


def all_cards(state):
    """Every card of a position but the drawn one."""
    piles = [state["deck"], state["discard"], *state["columns"], *state["open"]]
    return Counter(card for pile in piles + state["protected"] for card in pile)


# --- The deck and the first player -----------------------------------------------------------


def test_pu_r1_the_deck_has_90_numbers_18_dice_and_12_direction_cards() -> None:
    for seed in range(5):
        deck = Game("push", 3).deal(seed).state()["deck"]
        assert len(deck) == 120
        assert Counter(deck) == NUMBERS | {"dice": 18, "switch": 12}


def test_pu_r1_it_is_shuffled_and_face_down() -> None:
    tables = [Game("push", 3).deal(seed) for seed in range(20)]
    assert len({tuple(table.state()["deck"]) for table in tables}) == 20
    assert len({table.state()["deck"][0] for table in tables}) > 8
    assert tables[0].view(0)["deck"] == tables[0].view(None)["deck"] == 120


def test_pu_r1_a_random_player_starts() -> None:
    starters = set()
    for seed in range(40):
        table = Game("push", 4).deal(seed)
        assert table.to_act == (table.state()["current"],)
        starters |= set(table.to_act)
    assert starters == {0, 1, 2, 3}


def test_pu_r1_turns_go_clockwise() -> None:
    table = at("push", 3, deck=DECK, open=[["R1"], ["B1"], ["G1"]])
    assert (table.to_act, table.state()["current"]) == ((0,), 0)
    play(table, "0 protect red")
    assert (table.to_act, table.state()["current"]) == ((1,), 1)
    play(table, "1 protect blue", "2 protect green")
    assert (table.to_act, table.state()["current"]) == ((0,), 0)


def test_pu_r2_with_two_players_direction_cards_are_taken_out() -> None:
    for seed in range(5):
        deck = Game("push", 2).deal(seed).state()["deck"]
        assert Counter(deck) == NUMBERS | {"dice": 18}


def test_pu_r2_with_keep_direction_cards_they_stay() -> None:
    deck = Game("push", 2, keep_direction_cards=True).deal(1).state()["deck"]
    assert Counter(deck) == NUMBERS | {"dice": 18, "switch": 12}


def test_pu_r2_the_option_changes_nothing_for_three_players() -> None:
    for keep in (False, True):
        deck = Game("push", 3, keep_direction_cards=keep).deal(1).state()["deck"]
        assert deck.count("switch") == 12


def test_pu_r2_kept_direction_cards_have_no_effect_between_two() -> None:
    options = {"keep_direction_cards": True}
    columns = [["R1"], ["B2"], []]
    for switches in (0, 1):
        table = at("push", options=options, deck=DECK, columns=columns, switches=switches)
        play(table, "0 take 1")
        assert table.to_act == (1,)
        play(table, "1 take 2")
        assert (table.to_act, table.state()["phase"]) == ((1,), "turn")


# --- A turn ----------------------------------------------------------------------------------


def test_pu_r3_a_turn_is_either_drawing_or_protecting() -> None:
    table = at("push", deck=DECK, open=[["R1", "R2", "G5"], ["B3"]])
    assert set(table.legal(0)) == {"flip", "protect red", "protect green"}
    assert table.legal(1) == []


def test_pu_r3_after_protecting_there_is_no_drawing() -> None:
    table = at("push", deck=DECK, open=[["R1"], []])
    play(table, "0 protect red")
    assert (table.to_act, table.state()["phase"]) == ((1,), "turn")
    assert table.state()["deck"] == DECK


def test_pu_r3_after_drawing_there_is_no_protecting() -> None:
    table = at("push", deck=DECK, open=[["R1"], []])
    play(table, "0 flip", "0 place 1")
    assert set(table.legal(0)) == {"flip", "take 1"}
    with pytest.raises(IllegalAction):
        table.play(0, "protect red")


def test_pu_r4_cards_are_turned_up_one_by_one() -> None:
    table = at("push", deck=["R1", "B2", "G3"])
    play(table, "0 flip")
    state = table.state()
    assert (state["drawn"], state["phase"], state["deck"]) == ("R1", "place", ["B2", "G3"])
    play(table, "0 place 1")
    state = table.state()
    assert (state["drawn"], state["phase"], state["columns"]) == (None, "turn", [["R1"], [], []])


def test_pu_r4_a_card_goes_into_a_column_or_starts_a_new_one() -> None:
    table = at("push", deck=["B2", "G3"], columns=[["R1"], [], []])
    play(table, "0 flip")
    assert set(table.legal(0)) == {"place 1", "place 2"}
    other = table.copy()
    play(table, "0 place 1")
    play(other, "0 place 2")
    assert table.state()["columns"] == [["R1", "B2"], [], []]
    assert other.state()["columns"] == [["R1"], ["B2"], []]


def test_pu_r4_at_most_three_columns() -> None:
    table = at("push", deck=["B4", "G3"], columns=[["R1"], ["R2"], ["R3"]])
    play(table, "0 flip")
    assert set(table.legal(0)) == {"place 1", "place 2", "place 3"}
    play(table, "0 place 2")
    assert table.state()["columns"] == [["R1"], ["R2", "B4"], ["R3"]]


def test_pu_r4_after_each_card_you_may_stop() -> None:
    table = at("push", deck=["R1", "B2", "G3", "Y4"])
    play(table, "0 flip", "0 place 1")
    assert set(table.legal(0)) == {"flip", "take 1"}
    play(table, "0 flip", "0 place 2")
    assert set(table.legal(0)) == {"flip", "take 1", "take 2"}
    play(table, "0 flip", "0 place 3")
    assert set(table.legal(0)) == {"flip", "take 1", "take 2", "take 3"}


def test_pu_r5_the_booklets_yellow_2_fits_only_in_the_third_column() -> None:
    columns = [["R6", "G2"], ["Y4", "B1"], ["P5", "R3"]]
    table = at("push", deck=["Y2", "B1"], columns=columns)
    play(table, "0 flip")
    assert table.legal(0) == ["place 3"]
    play(table, "0 place 3")
    assert table.state()["columns"][2] == ["P5", "R3", "Y2"]


@pytest.mark.parametrize(
    ("card", "fits"), [("R5", False), ("B1", False), ("R1", False), ("B5", True)]
)
def test_pu_r5_no_two_cards_of_a_column_share_a_number_or_a_colour(card, fits) -> None:
    table = at("push", deck=[card, "G2"], columns=[["R1"], [], []])
    play(table, "0 flip")
    assert ("place 1" in table.legal(0)) == fits


def test_pu_r5_a_dice_card_goes_with_any_numbers() -> None:
    table = at("push", deck=["dice", "G2"], columns=[["R1"], ["R1", "B2", "Y3"], ["P4"]])
    play(table, "0 flip")
    assert set(table.legal(0)) == {"place 1", "place 2", "place 3"}


def test_pu_r5_any_number_goes_with_a_dice_card() -> None:
    table = at("push", deck=["R1", "G2"], columns=[["dice"], ["R2"], ["B1"]])
    play(table, "0 flip")
    assert table.legal(0) == ["place 1"]


def test_pu_r5_at_most_one_dice_card_in_a_column() -> None:
    table = at("push", deck=["dice", "G2"], columns=[["R1", "dice"], ["dice"], ["B1"]])
    play(table, "0 flip")
    assert table.legal(0) == ["place 3"]


def test_pu_r5_cards_just_placed_forbid_their_column() -> None:
    table = at("push", deck=["R1", "dice", "R2", "B1", "dice", "G3"])
    play(table, "0 flip", "0 place 1", "0 flip", "0 place 1", "0 flip")
    assert table.legal(0) == ["place 2"]  # a second red card
    play(table, "0 place 2", "0 flip")
    assert set(table.legal(0)) == {"place 2", "place 3"}  # a second 1
    play(table, "0 place 2", "0 flip")
    assert set(table.legal(0)) == {"place 2", "place 3"}  # a second dice card


def test_pu_r5_the_columns_of_earlier_turns_forbid_nothing() -> None:
    columns = [["R1"], ["B2"], ["Y3", "dice"]]
    table = at("push", deck=["B1", "R2", "G3", "Y4", "dice", "P6"], columns=columns)
    play(table, "0 take 1", "1 take 2")
    play(table, "1 flip", "1 place 1", "1 flip", "1 place 2", "1 flip", "1 place 3", "1 flip")
    assert set(table.legal(1)) == {"place 1", "place 2", "place 3"}
    play(table, "1 place 1", "1 flip")
    assert set(table.legal(1)) == {"place 1", "place 2", "place 3"}


def test_pu_r5_direction_cards_never_enter_a_column() -> None:
    table = at("push", 3, deck=["switch", "G2"], columns=[["R1"], [], []])
    assert play(table, "0 flip") == []
    state = table.state()
    assert (state["columns"], state["discard"]) == ([["R1"], [], []], ["switch"])
    assert (state["switches"], state["drawn"], state["phase"]) == (1, None, "turn")
    assert set(table.legal(0)) == {"flip", "take 1"}


# --- Stopping --------------------------------------------------------------------------------


def test_pu_r6_to_stop_you_take_one_column_whose_cards_lie_open_before_you() -> None:
    columns = [["R1"], ["B2", "G6"], []]
    table = at("push", deck=DECK, columns=columns, open=[["B5"], ["P1"]])
    assert play(table, "0 take 2") == []
    state = table.state()
    assert sorted(state["open"][0]) == ["B2", "B5", "G6"]
    assert (state["columns"], state["open"][1]) == ([["R1"], [], []], ["P1"])
    assert sorted(table.view(1)["open"][0]) == ["B2", "B5", "G6"]


def test_pu_r6_you_take_at_once_and_only_one() -> None:
    table = at("push", 3, deck=DECK, columns=[["R1"], ["B2"], ["G3"]])
    play(table, "0 take 1")
    assert (table.to_act, table.legal(0)) == ((1,), [])


def test_pu_r7_you_lose_your_cards_of_the_colour_rolled_just_taken_ones_too() -> None:
    position = {"columns": [["R5", "dice", "B4"], [], []], "open": [["R2", "R2", "G3"], ["R6"]]}
    lost = {"red": ["R2", "R2", "R5"], "blue": ["B4"], "green": ["G3"]}
    for roll, table in rolls("0 take 1", deck=DECK, **position):
        cost = lost.get(roll["face"], [])
        assert (roll["player"], sorted(roll["lost"])) == (0, cost)
        left = Counter(["R2", "R2", "R5", "B4", "G3"]) - Counter(cost)
        assert Counter(table.state()["open"][0]) == left
        assert table.state()["open"][1] == ["R6"]


def test_pu_r7_lost_cards_and_the_dice_card_are_discarded() -> None:
    position = {"columns": [["R5", "dice", "B4"], [], []], "open": [["R2", "G3"], []]}
    for roll, table in rolls("0 take 1", deck=DECK, **position):
        state = table.state()
        assert sorted(state["discard"]) == sorted([*roll["lost"], "dice"])
        assert all_cards(state) == Counter([*DECK, "R5", "dice", "B4", "R2", "G3"])


def test_pu_r7_a_star_or_a_colour_you_do_not_have_costs_nothing() -> None:
    for roll, table in rolls("0 take 1", deck=DECK, columns=[["R5", "dice"], [], []]):
        if roll["face"] != "red":
            assert (roll["lost"], table.state()["open"][0]) == ([], ["R5"])


def test_pu_r7_protected_cards_are_not_lost() -> None:
    where = {"columns": [["dice"], [], []], "open": [["R2", "G3"], []]}
    safe = {"protected": [["R6", "Y4"], []], "protected_colors": [["red", "yellow"], []]}
    options = {"bank_again": True}  # so that red cards lie open and protected
    for roll, table in rolls("0 take 1", options=options, deck=DECK, **where, **safe):
        assert roll["lost"] == {"red": ["R2"], "green": ["G3"]}.get(roll["face"], [])
        assert sorted(table.state()["protected"][0]) == ["R6", "Y4"]


def test_pu_r7_a_column_without_a_dice_card_asks_for_no_roll() -> None:
    for seed in range(5):
        table = at("push", seed=seed, deck=DECK, columns=[["R5"], ["dice"], []])
        assert play(table, "0 take 1") == []


def test_pu_r8_then_the_others_take_one_column_each_starting_at_your_left() -> None:
    table = at("push", 4, current=2, deck=DECK, columns=[["R1"], ["B2"], ["G3"]])
    play(table, "2 take 2")
    state = table.state()
    assert (state["phase"], state["takers"], state["to_act"]) == ("take", [3, 0], [3])
    assert set(table.legal(3)) == {"take 1", "take 3"}
    play(table, "3 take 3")
    assert (table.state()["takers"], table.to_act, table.legal(0)) == ([0], (0,), ["take 1"])
    play(table, "0 take 1")
    assert table.state()["open"] == [["R1"], [], ["B2"], ["G3"]]


def test_pu_r8_while_there_are_columns() -> None:
    table = at("push", 3, deck=DECK, columns=[["R1"], [], []])
    play(table, "0 take 1")
    state = table.state()
    assert (state["phase"], state["takers"], state["current"]) == ("turn", [], 1)


def test_pu_r8_the_next_turn_is_the_left_neighbours_whoever_took_last() -> None:
    table = at("push", 4, deck=DECK, columns=[["R1"], ["B2"], ["G3"]])
    play(table, "0 take 1", "1 take 2", "2 take 3")
    assert (table.state()["phase"], table.to_act, table.state()["current"]) == ("turn", (1,), 1)


def test_pu_r8_they_roll_for_a_dice_card_in_the_same_way() -> None:
    columns = [["R1"], ["B2", "dice"], []]
    hands = [["B6"], ["B5", "G3"]]
    lost = {"blue": ["B2", "B5"], "green": ["G3"]}
    for roll, table in rolls("0 take 1", "1 take 2", deck=DECK, columns=columns, open=hands):
        assert (roll["player"], sorted(roll["lost"])) == (1, lost.get(roll["face"], []))
        assert sorted(table.state()["open"][0]) == ["B6", "R1"]


@pytest.mark.parametrize(
    ("switches", "takers"), [(0, [1, 2]), (1, [3, 2]), (2, [1, 2]), (3, [3, 2])]
)
def test_pu_r9_after_an_odd_number_of_direction_cards_the_right_chooses_first(
    switches, takers
) -> None:
    table = at("push", 4, deck=["switch"] * switches + DECK, columns=[["R1"], ["B2"], ["G3"]])
    play(table, *["0 flip"] * switches, "0 take 1")
    assert table.state()["takers"] == takers
    play(table, f"{takers[0]} take 2", f"{takers[1]} take 3")
    assert [table.state()["open"][p] for p in takers] == [["B2"], ["G3"]]


def test_pu_r9_the_order_of_turns_never_changes() -> None:
    table = at("push", 4, deck=["switch", *DECK], columns=[["R1"], ["B2"], []])
    play(table, "0 flip", "0 take 1", "3 take 2")
    assert (table.state()["current"], table.to_act) == (1, (1,))


def test_pu_r9_only_those_of_this_turn_count() -> None:
    table = at("push", 4, deck=["switch", "R4", "B5", "G6"], columns=[["R1"], [], []])
    play(table, "0 flip", "0 take 1")
    assert table.state()["switches"] == 0
    play(table, "1 flip", "1 place 1", "1 flip", "1 place 2", "1 take 1")
    assert table.to_act == (2,)


def test_pu_r9_the_discard_pile_of_earlier_direction_cards_does_not_matter() -> None:
    table = at("push", 3, deck=DECK, discard=["switch"], columns=[["R1"], ["B2"], []])
    play(table, "0 take 1")
    assert table.to_act == (1,)


def test_pu_r10_left_over_columns_are_discarded() -> None:
    columns = [["R1"], ["B2", "P6"], ["G3", "Y1"]]
    table = at("push", deck=DECK, columns=columns, discard=["Y6"])
    play(table, "0 take 1", "1 take 2")
    state = table.state()
    assert (state["columns"], sorted(state["discard"])) == ([[], [], []], ["G3", "Y1", "Y6"])
    assert (sorted(state["open"][1]), state["current"], state["phase"]) == (["B2", "P6"], 1, "turn")


# --- A card that fits nowhere ----------------------------------------------------------------


def test_pu_r11_a_card_that_fits_nowhere_is_discarded_and_you_take_nothing() -> None:
    table = at("push", 3, deck=["R4", "B1"], columns=FULL, open=[["P1"], [], []])
    busted, _ = play(table, "0 flip")
    assert busted == {"type": "busted", "player": 0, "card": "R4"}
    state = table.state()
    assert ("R4" in state["discard"], state["drawn"], state["columns"]) == (True, None, FULL)
    assert (state["phase"], state["takers"], table.legal(0)) == ("take", [1, 2], [])


@pytest.mark.parametrize(
    ("card", "columns"),
    [
        ("R4", FULL),
        ("B1", [["R1"], ["G1"], ["Y1", "P2"]]),
        ("Y2", [["R6", "G2"], ["Y4"], ["P2"]]),
        ("dice", [["dice"], ["R1", "dice"], ["dice", "B2"]]),
    ],
)
def test_pu_r11_colour_number_and_dice_card_can_each_forbid_a_column(card, columns) -> None:
    table = at("push", deck=[card, "B1"], columns=columns)
    busted, roll = play(table, "0 flip")
    assert (busted["type"], busted["card"], roll["type"]) == ("busted", card, "roll")


def test_pu_r11_you_roll_for_your_unprotected_cards() -> None:
    where = {"open": [["R6", "B5", "B1"], ["B2"]], "deck": ["R4", "B1"]}
    safe = {"protected": [["G6"], []], "protected_colors": [["green"], []]}
    lost = {"red": ["R6"], "blue": ["B1", "B5"]}
    for roll, table in rolls("0 flip", columns=FULL, **where, **safe):
        cost = lost.get(roll["face"], [])
        assert (roll["player"], sorted(roll["lost"])) == (0, cost)
        state = table.state()
        assert sorted(state["discard"]) == sorted([*cost, "R4"])
        assert (state["protected"][0], state["open"][1]) == (["G6"], ["B2"])


def test_pu_r11_then_the_others_take_the_columns() -> None:
    table = at("push", 4, deck=["R4", "B1"], columns=FULL)
    play(table, "0 flip", "1 take 3", "2 take 1", "3 take 2")
    assert table.state()["open"] == [[], ["R3"], ["R1"], ["R2"]]


def test_pu_r11_then_it_is_the_next_players_turn() -> None:
    table = at("push", current=1, deck=["R4", "B1"], columns=FULL)
    play(table, "1 flip")
    assert table.to_act == (0,)
    play(table, "0 take 3")
    state = table.state()
    assert (state["phase"], state["current"], state["to_act"]) == ("turn", 0, [0])
    assert (state["columns"], sorted(state["discard"])) == ([[], [], []], ["R1", "R2", "R4"])


def test_pu_r11_direction_cards_count_for_the_takers_then_too() -> None:
    table = at("push", 4, deck=["switch", "R4", "B1"], columns=FULL)
    play(table, "0 flip", "0 flip")
    assert table.state()["takers"] == [3, 2, 1]


# --- Protecting ------------------------------------------------------------------------------


def test_pu_r12_all_your_cards_of_the_colour_go_to_your_protected_pile() -> None:
    table = at("push", deck=DECK, open=[["R1", "R1", "R6", "B2"], ["R3"]])
    assert play(table, "0 protect red") == []
    state = table.state()
    assert (sorted(state["protected"][0]), state["open"]) == (["R1", "R1", "R6"], [["B2"], ["R3"]])
    assert (state["protected_colors"], state["protected"][1]) == ([["red"], []], [])


def test_pu_r12_a_second_colour_joins_the_pile() -> None:
    safe = {"protected": [["R6"], []], "protected_colors": [["red"], []]}
    table = at("push", deck=DECK, open=[["B2", "G1"], []], **safe)
    play(table, "0 protect blue")
    state = table.state()
    assert (sorted(state["protected"][0]), state["open"][0]) == (["B2", "R6"], ["G1"])
    assert sorted(state["protected_colors"][0]) == ["blue", "red"]


def test_pu_r12_protected_cards_are_safe_from_the_die() -> None:
    position = {"columns": [["B1", "dice"], [], []], "open": [["G5"], []]}
    safe = {"protected": [["R6", "R6"], []], "protected_colors": [["red"], []]}
    for roll, table in rolls("0 take 1", deck=DECK, **position, **safe):
        assert table.state()["protected"][0] == ["R6", "R6"]
        assert not {"R6"} & set(roll["lost"])


def test_pu_r12_later_cards_of_a_protected_colour_join_it_before_any_roll() -> None:
    safe = {"protected": [["R6"], []], "protected_colors": [["red"], ["blue"]]}
    columns = [["R5", "B4", "dice"], [], []]
    for roll, table in rolls("0 take 1", deck=DECK, columns=columns, **safe):
        assert roll["lost"] == (["B4"] if roll["face"] == "blue" else [])
        assert sorted(table.state()["protected"][0]) == ["R5", "R6"]
        assert "R5" not in table.state()["open"][0]


def test_pu_r12_with_bank_again_later_cards_stay_open_and_can_be_lost() -> None:
    where = {"deck": DECK, "columns": [["R5", "dice"], [], []], "options": {"bank_again": True}}
    safe = {"protected": [["R6"], []], "protected_colors": [["red"], []]}
    for roll, table in rolls("0 take 1", **where, **safe):
        red = roll["face"] == "red"
        assert (roll["lost"], table.state()["open"][0]) == ((["R5"], []) if red else ([], ["R5"]))
        assert table.state()["protected"][0] == ["R6"]


def test_pu_r12_with_bank_again_the_colour_can_be_protected_again() -> None:
    where = {"deck": DECK, "open": [["R5"], []], "options": {"bank_again": True}}
    safe = {"protected": [["R6"], []], "protected_colors": [["red"], []]}
    table = at("push", **where, **safe)
    play(table, "0 protect red")
    assert (sorted(table.state()["protected"][0]), table.state()["open"][0]) == (["R5", "R6"], [])


# --- The end ---------------------------------------------------------------------------------


def test_pu_r13_the_game_ends_when_the_deck_is_empty_and_the_columns_are_taken() -> None:
    table = at("push", columns=[["R1"], ["B2"], []])
    play(table, "0 take 1")
    assert (table.over, table.winners) == (False, [])
    play(table, "1 take 2")
    assert (table.over, table.to_act, table.winners) == (True, (), [1])


def test_pu_r13_while_there_are_cards_in_the_deck_it_goes_on() -> None:
    table = at("push", deck=["G1"], columns=[["R1"], ["B2"], []])
    play(table, "0 take 1", "1 take 2")
    assert (table.over, set(table.legal(1))) == (False, {"flip", "protect blue"})


def test_pu_r13_the_score_is_all_your_cards_open_and_protected() -> None:
    safe = {"protected": [["R6", "R4"], []], "protected_colors": [["red"], []]}
    table = at("push", columns=[["B2"], ["G1"], []], open=[["Y5"], ["P6", "P6"]], **safe)
    play(table, "0 take 1", "1 take 2")
    assert (table.scores, table.winners) == ([17, 13], [0])


def test_pu_r13_a_tie_goes_to_more_cards() -> None:
    where = {"columns": [["B2"], ["G6"], []], "open": [["Y4", "Y4"], ["P4"], ["B5", "B5"]]}
    table = at("push", 3, **where)
    play(table, "0 take 1", "1 take 2")
    assert (table.scores, table.winners) == ([10, 10, 10], [0])


def test_pu_r13_protected_cards_count_for_the_tie_too() -> None:
    safe = {"protected": [["R1", "R3"], []], "protected_colors": [["red"], []]}
    table = at("push", columns=[["B2"], ["G6"], []], **safe)
    play(table, "0 take 1", "1 take 2")
    assert (table.scores, table.winners) == ([6, 6], [0])


def test_pu_r13_more_points_beat_more_cards() -> None:
    table = at("push", columns=[["B1", "G2", "R3"], ["G6", "Y1"], []])
    play(table, "0 take 1", "1 take 2")
    assert (table.scores, table.winners) == ([6, 7], [1])


def test_pu_r13_still_tied_the_victory_is_shared() -> None:
    table = at("push", 3, columns=[["B2", "R4"], ["G5", "R1"], []], open=[[], [], ["P5"]])
    play(table, "0 take 1", "1 take 2")
    assert (table.scores, table.winners) == ([6, 6, 5], [0, 1])


def test_pu_r13_more_cards_decide_about_the_other_places_too() -> None:
    where = {"columns": [["B2"], ["G6"], []], "open": [["Y4"], ["P6"], ["B6"], ["R1"] * 6]}
    table = at("push", 4, **where)
    play(table, "0 take 1", "1 take 2")
    assert (table.scores, table.winners) == ([6, 12, 6, 6], [1])
    assert table.places == [3, 1, 4, 2]


def test_pu_r13_still_tied_the_place_is_shared() -> None:
    where = {"columns": [["B2"], ["G6"], []], "open": [["Y4"], ["P6"], ["B4", "B2"], ["R1"]]}
    table = at("push", 4, **where)
    play(table, "0 take 1", "1 take 2")
    assert table.places == [2, 1, 2, 4]


def test_pu_r14_with_risk_a_star_costs_all_unprotected_cards() -> None:
    where = {"deck": DECK, "columns": [["B4", "dice"], [], []], "open": [["G3", "Y2"], ["P1"]]}
    safe = {"protected": [["R6"], []], "protected_colors": [["red"], []]}
    lost = {"star": ["B4", "G3", "Y2"], "blue": ["B4"], "green": ["G3"], "yellow": ["Y2"]}
    for roll, table in rolls("0 take 1", options={"risk": True}, **where, **safe):
        cost = lost.get(roll["face"], [])
        state = table.state()
        assert (sorted(roll["lost"]), state["protected"][0]) == (cost, ["R6"])
        assert sorted(state["discard"]) == sorted([*cost, "dice"])
        assert (len(state["open"][0]), state["open"][1]) == (3 - len(cost), ["P1"])


def test_pu_r14_with_risk_also_after_a_card_that_fits_nowhere() -> None:
    where = {"deck": ["R4", "B1"], "columns": FULL, "open": [["G3", "Y2"], ["P1"]]}
    lost = {"star": ["G3", "Y2"], "green": ["G3"], "yellow": ["Y2"]}
    for roll, _ in rolls("0 flip", options={"risk": True}, **where):
        assert sorted(roll["lost"]) == lost.get(roll["face"], [])


def test_pu_r14_without_risk_a_star_costs_nothing() -> None:
    where = {"columns": [["B4", "dice"], [], []], "open": [["G3"], []]}
    stars = [t for roll, t in rolls("0 take 1", deck=DECK, **where) if roll["face"] == "star"]
    assert all(sorted(table.state()["open"][0]) == ["B4", "G3"] for table in stars)


# --- Rulings ---------------------------------------------------------------------------------


def test_pu_g1_stopping_needs_at_least_one_column() -> None:
    table = at("push", deck=DECK)
    assert table.legal(0) == ["flip"]


def test_pu_g1_a_first_number_card_makes_it_a_drawing_turn() -> None:
    table = at("push", deck=DECK, open=[["P6"], []])
    play(table, "0 flip")
    assert table.legal(0) == ["place 1"]
    play(table, "0 place 1")
    assert "protect purple" not in table.legal(0)


def test_pu_g1_a_first_direction_card_too() -> None:
    table = at("push", 3, deck=["switch", "R1"], open=[["P6"], [], []])
    assert set(table.legal(0)) == {"flip", "protect purple"}
    play(table, "0 flip")
    assert table.legal(0) == ["flip"]


def test_pu_g2_a_card_that_fits_must_be_placed() -> None:
    table = at("push", deck=["B4", "P6"], columns=[["R1", "B2"], ["B3"], ["G5"]])
    play(table, "0 flip")
    assert table.legal(0) == ["place 3"]


def test_pu_g2_with_two_columns_no_card_busts() -> None:
    for columns in ([["R1"], ["R2"], []], [["R1"], [], []], [[], [], []]):
        table = at("push", deck=["R1", "P6"], columns=columns)
        assert play(table, "0 flip") == []
        new = sum(map(bool, columns)) + 1
        assert table.legal(0) == [f"place {new}"]


def test_pu_g3_only_a_colour_with_an_unprotected_card_can_be_protected() -> None:
    safe = {"protected": [["R6"], []], "protected_colors": [["red"], []]}
    table = at("push", deck=DECK, open=[["B2", "B3"], ["G1", "Y2"]], **safe)
    assert set(table.legal(0)) == {"flip", "protect blue"}
    with pytest.raises(IllegalAction):
        table.play(0, "protect red")


@pytest.mark.parametrize("color", ["red", "blue", "green", "yellow", "purple"])
def test_pu_g3_each_of_the_five_colours_can_be(color) -> None:
    for n in (1, 6):
        table = at("push", deck=DECK, open=[[f"{color[0].upper()}{n}"], []])
        assert set(table.legal(0)) == {"flip", f"protect {color}"}


def test_pu_g4_taking_is_compulsory() -> None:
    table = at("push", 3, deck=DECK, columns=[["R6"], ["B2"], ["dice"]], open=[[], ["P6"], []])
    play(table, "0 take 1")
    assert set(table.legal(1)) == {"take 2", "take 3"}


def test_pu_g4_the_worst_column_too() -> None:
    table = at("push", deck=DECK, columns=[["R6"], ["dice"], []], open=[[], ["P6"]])
    play(table, "0 take 1")
    assert table.legal(1) == ["take 2"]
    (roll,) = play(table, "1 take 2")
    assert (roll["type"], roll["player"]) == ("roll", 1)


def test_pu_g4_stopping_with_only_a_dice_column_takes_it() -> None:
    table = at("push", deck=["dice"])
    play(table, "0 flip", "0 place 1")
    assert table.legal(0) == ["take 1"]


def test_pu_g5_the_last_card_once_placed_forces_a_stop() -> None:
    table = at("push", deck=["B2"], columns=[["R1"], [], []])
    play(table, "0 flip")
    assert set(table.legal(0)) == {"place 1", "place 2"}
    play(table, "0 place 2")
    assert (set(table.legal(0)), table.over) == ({"take 1", "take 2"}, False)


def test_pu_g5_a_last_direction_card_without_a_column_ends_turn_and_game() -> None:
    table = at("push", 3, deck=["switch"], open=[["R1"], ["B4"], []])
    play(table, "0 flip")
    assert (table.over, table.to_act, table.winners) == (True, (), [1])
    assert table.state()["open"] == [["R1"], ["B4"], []]


def test_pu_g5_a_last_direction_card_with_a_column_forces_a_stop() -> None:
    table = at("push", 4, deck=["switch"], columns=[["R1"], ["B2"], []])
    play(table, "0 flip")
    assert (set(table.legal(0)), table.over) == ({"take 1", "take 2"}, False)
    play(table, "0 take 1", "3 take 2")
    assert (table.over, table.scores) == (True, [1, 0, 0, 2])


def test_pu_g5_a_last_card_that_fits_nowhere_lets_the_others_take_before_the_end() -> None:
    table = at("push", deck=["R4"], columns=FULL)
    play(table, "0 flip")
    assert (table.over, table.to_act) == (False, (1,))
    play(table, "1 take 3")
    assert (table.over, table.scores) == (True, [0, 3])


def test_pu_g6_a_dice_card_in_a_left_over_column_does_nothing() -> None:
    hands = [["P1"], ["P2"]]
    for seed in range(5):
        columns = [["R1"], ["B2"], ["G3", "dice"]]
        table = at("push", seed=seed, deck=DECK, columns=columns, open=hands)
        assert play(table, "0 take 1", "1 take 2") == []
        assert sorted(table.state()["discard"]) == ["G3", "dice"]
        assert [sorted(cards) for cards in table.state()["open"]] == [["P1", "R1"], ["B2", "P2"]]


def test_pu_g7_protected_piles_are_public() -> None:
    table = at("push", 3, deck=DECK, open=[["R1", "R6", "B2"], [], []])
    play(table, "0 protect red")
    for who in (0, 1, 2, None):
        view = table.view(who)
        assert [sorted(pile) for pile in view["protected"]] == [["R1", "R6"], [], []]
        assert view["protected_colors"] == [["red"], [], []]
