"""What greedy does in Push where the good action is beyond doubt, and what it says about it."""

import pytest

from cinquina.bots import make, sense
from cinquina.core.kernel import outline
from cinquina.core.record import alloc, look
from cinquina.games.push import COLORS
from tests.words import at

sense.load("push")
from cinquina.bots.sense import push  # noqa: E402

ALL_SAFE = [list(COLORS), list(COLORS)]
DECK = [f"{color}{n}" for color in "RBGYP" for n in range(1, 7)]


@outline
def judged(states, out):
    sense.outlook(states[0], out)


@outline
def misfits(states):
    return push.bust_cards(states[0])


def choice(table, seat=0):
    return make("greedy", 1, seat, "push").choose(table.imagined(seat), seat)


def why(table, action, seat=0):
    return push.reason(look(table.imagined(seat).states, 0), seat, action)


def chances(table):
    out = alloc(table.game.players, "f8")
    judged(table.states, out)
    return [out[p] for p in range(table.game.players)]


# --- Stopping and flipping -------------------------------------------------------------------


def test_it_stops_when_most_cards_would_burst() -> None:
    deck = ["R5", "R6", "R4", "R5", "R6", "B6"]
    columns = [["R6", "B5", "G4"], ["R1"], ["R2"]]
    assert choice(at("push", deck=deck, columns=columns)) == "take 1"


def test_it_flips_when_nothing_can_burst_and_all_would_help() -> None:
    columns = [["R1"], ["R2", "G6"], ["R3", "G5"]]
    deck = ["Y6", "P6", "Y5", "B5", "Y6", "P5", "B4", "P4", "Y4", "B6"]
    table = at("push", deck=deck, columns=columns, protected_colors=ALL_SAFE)
    assert choice(table) == "flip"


def test_it_flips_again_after_a_poor_first_card() -> None:
    assert choice(at("push", deck=DECK, columns=[["R1"], [], []])) == "flip"


def test_it_keeps_a_great_column_that_nobody_shares() -> None:
    table = at("push", deck=DECK, columns=[["R6", "B5", "G4", "Y3"], [], []])
    assert choice(table) == "take 1"


def test_it_takes_the_best_column_for_itself() -> None:
    columns = [["R1"], ["R6", "B5", "G4"], ["R2"]]
    assert choice(at("push", deck=["R3", "R4", "R5", "R6"], columns=columns)) == "take 2"


def test_with_an_empty_deck_it_takes() -> None:
    assert choice(at("push", deck=[], columns=[["R1"], ["B2"], []])) == "take 2"


# --- Dice cards ------------------------------------------------------------------------------


def taking(columns, opened, **more):
    return at(
        "push", deck=DECK, phase="take", current=1, takers=[0], columns=columns,
        open=[opened, []], to_act=[0], **more,
    )  # fmt: skip


def test_it_avoids_the_die_when_much_lies_open() -> None:
    opened = ["R6", "R5", "B6", "B5", "G6", "G5", "Y6", "Y5"]
    assert choice(taking([["P5", "dice"], ["P4"], []], opened)) == "take 2"


def test_it_laughs_at_the_die_when_all_is_protected() -> None:
    table = taking([["P5", "dice"], ["P4"], []], [], protected_colors=ALL_SAFE)
    assert choice(table) == "take 1"


def test_a_dice_card_goes_to_a_column_that_the_other_will_take() -> None:
    table = at(
        "push", deck=["R1", "R2"], phase="place", drawn="dice",
        columns=[["R6", "B5", "G4"], ["R2"], ["R1"]],
        open=[["R6", "B6", "G6", "Y6"], ["R5", "B5", "G5", "Y5"]],
    )  # fmt: skip
    assert choice(table) != "place 1"


# --- Placing ---------------------------------------------------------------------------------


def test_a_high_card_goes_to_its_own_column_not_to_the_other_player() -> None:
    columns = [["R5", "B4"], ["R1", "B2"], ["B1", "R2"]]
    table = at("push", deck=["R3", "B3"], phase="place", drawn="G6", columns=columns)
    assert choice(table) == "place 1"


def test_with_the_last_card_it_counts_only_points() -> None:
    table = at("push", deck=[], phase="place", drawn="G6", columns=[["R5"], ["G1"], []])
    assert choice(table) == "place 1"


# --- Protecting ------------------------------------------------------------------------------


def test_it_protects_a_rich_colour_early() -> None:
    opened = [["R6", "R6", "R5", "B1"], []]
    assert choice(at("push", deck=DECK * 3, open=opened)) == "protect red"


def test_it_does_not_protect_when_the_game_is_about_to_end() -> None:
    assert choice(at("push", deck=["B1", "G2"], open=[["R6", "R5"], []])) == "flip"


def test_where_later_cards_stay_open_it_does_not_protect_a_single_card() -> None:
    table = at("push", options={"bank_again": True}, deck=DECK * 3, open=[["R2"], []])
    assert choice(table) == "flip"


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
def test_any_number_of_players(players) -> None:
    deck = ["R5", "R6", "R4", "R5", "R6", "B6"]
    columns = [["R6", "B5", "G4"], ["R1"], ["R2"]]
    assert choice(at("push", players, deck=deck, columns=columns)) == "take 1"


# --- Counting and telling --------------------------------------------------------------------


def test_bust_cards_are_the_unseen_cards_that_fit_nowhere() -> None:
    full = [["R1", "dice"], ["R2", "dice"], ["R3", "dice"]]
    deck = ["R4", "R5", "dice", "B1", "G2"]
    assert misfits(at("push", deck=deck, columns=full).states) == 3
    assert misfits(at("push", deck=deck, columns=[*full[:2], []]).states) == 0


def test_it_tells_how_many_cards_would_burst() -> None:
    deck = ["R4", "R5", "B6", "G1", "Y2", "P3"]
    table = at("push", deck=deck, columns=[["R6", "B1", "G2"], ["R2"], ["R3"]])
    danger = "2 of 6 unseen cards would burst you"
    assert why(table, "take 1") == f"{danger}, so stop and take 9 points."
    assert why(table, "flip") == f"{danger}, the others would not."


def test_it_tells_what_a_card_does_to_a_column() -> None:
    columns = [["R6", "B1"], ["R2"], []]
    table = at("push", deck=["R4", "R1", "B6"], phase="place", drawn="R5", columns=columns)
    said = "Column 3 then has 5 points; 2 of 3 unseen cards would burst you."
    assert why(table, "place 3") == said


def test_it_tells_what_a_roll_costs() -> None:
    table = taking([["P3", "dice"], ["P4"], []], ["R6", "R3"])
    said = "This column brings you 3 points for a roll that costs 2.0 on average."
    assert why(table, "take 1") == said
    assert why(table, "take 2") == "This column brings you 4 points."


def test_it_tells_what_protecting_saves() -> None:
    table = at("push", deck=["R5", "R1", "B6"], open=[["R6", "R6"], []])
    said = "Saves 12 open red points from the die, and all red you take later: 6 points to come."
    assert why(table, "protect red") == said


def test_it_has_something_short_to_say_about_every_action() -> None:
    for options in ({}, {"bank_again": True}, {"risk": True}):
        table = at("push", options=options, deck=DECK).game.deal(seed=4)
        while not table.over:
            (seat,) = table.to_act
            for action in table.legal(seat):
                assert 10 < len(why(table, action, seat)) <= 120
            table.play(seat, table.legal(seat)[len(table.history) % len(table.legal(seat))])


# --- Outlook ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 6])
def test_outlooks_sum_to_one_and_favour_the_leader(players) -> None:
    opened = [[] for _ in range(players)]
    opened[1] = ["R6", "B6", "G6", "Y6"]
    found = chances(at("push", players, deck=DECK, open=opened))
    assert sum(found) == pytest.approx(1)
    assert max(found) == found[1] > 0.5
    assert min(found) > 0


def test_a_lead_weighs_more_near_the_end() -> None:
    opened = [["R6", "B6"], []]
    early = chances(at("push", deck=DECK * 3, open=opened))[0]
    late = chances(at("push", deck=DECK[:6], open=opened))[0]
    assert 0.5 < early < late < 1


def test_protected_colours_are_worth_something() -> None:
    shielded = at("push", current=0, deck=DECK, protected_colors=[[], ["red", "blue"]])
    plain = at("push", current=0, deck=DECK)
    assert chances(shielded)[1] > chances(plain)[1]
