"""What greedy knows about Add Up: positions in which the good play is beyond doubt."""

import random

import pytest

from cinquina import Game
from cinquina.bots import make, sense
from cinquina.bots.sense import add_up as sense_of
from cinquina.bots.sense import outlook, promising
from cinquina.core.kernel import outline
from cinquina.core.record import ROOM, alloc, look
from tests.catalogue import DECKS, OPTIONS, play_on
from tests.words import at

NUMBERS = [str(n) for n in range(1, 10)]
MIXED = [*NUMBERS, "W", "Y", "W", "Y", "W", "Y"]


def greedy(table, seat=0):
    return make("greedy", 0, seat, "add-up").choose(table, seat)


def why(table, action, seat=0):
    sentence = sense_of.reason(look(table.states, 0), seat, action)
    assert len(sentence) <= 120 and sentence.endswith(".")
    return sentence


@outline
def judged(states, out):
    outlook(states[0], out)


@outline
def promising_at(states, seat, rooms):
    return promising(states[0], seat, rooms[0])


def chances(table):
    sense.load("add-up")
    out = alloc(table.game.players, "f8")
    judged(table.states, out)
    return list(out)


# --- Greedy ----------------------------------------------------------------------------------


@pytest.mark.parametrize("row", ["top", "bottom"])
def test_it_closes_the_gap_of_a_large_table(row) -> None:
    other = "bottom" if row == "top" else "top"
    rows = {row: ["9", "9", "9", "2"], other: ["9", "9", "9", "9"]}
    table = at("add-up", deck=MIXED, **rows, hands=[["7", "1", "W"], ["3", "Y", "3"]])
    assert greedy(table) == f"play 7 {row}"


def test_it_closes_a_wide_gap_with_a_yellow_joker() -> None:
    rows = {"top": ["9", "9", "9", "8", "7"], "bottom": ["2", "3", "1"]}
    table = at("add-up", deck=MIXED, **rows, hands=[["5", "1", "Y"], ["3", "Y", "3"]])
    assert greedy(table) == "play Y=36 bottom"


def test_it_lets_the_table_grow_if_nobody_else_can_close_the_gap() -> None:
    # The only yellow joker is mine, and what I don't win now I win on the next turn.
    rows = {"top": ["9", "9", "9", "8", "7"], "bottom": ["2", "3", "1"]}
    table = at("add-up", deck=NUMBERS, **rows, hands=[["5", "1", "Y"], ["3", "3", "3"]])
    assert greedy(table) in ("play 1 top", "play 5 top", "play 1 bottom", "play 5 bottom")


def test_it_takes_the_table_with_its_last_card() -> None:
    table = at("add-up", top=["9"], bottom=["2"], hands=[["7"], ["3"]])
    assert greedy(table) == "play 7 bottom"


def test_it_closes_the_gap_with_a_number_and_keeps_the_joker() -> None:
    rows = {"top": ["9", "9", "9", "8", "7"], "bottom": ["9", "9", "9", "9", "3"]}
    table = at("add-up", deck=MIXED, **rows, hands=[["3", "W", "8"], ["1"]])
    assert greedy(table) == "play 3 bottom"


def test_it_closes_the_gap_with_a_white_joker_if_it_must() -> None:
    rows = {"top": ["7", "9", "5", "2"], "bottom": ["9", "8", "1"]}
    table = at("add-up", deck=NUMBERS, **rows, hands=[["1", "W", "8"], ["6"]])
    assert greedy(table) == "play W=5 bottom"


def test_it_leaves_a_gap_that_the_last_unseen_card_does_not_close() -> None:
    # A gap of 5 becomes 4 or 6, and the other holds a 6.
    rows = {"top": ["9", "9", "9"], "bottom": ["9", "9", "4"]}
    table = at("add-up", **rows, hands=[["1"], ["6"]])
    assert greedy(table) == "play 1 bottom"


def test_it_leaves_the_gap_that_the_fewest_unseen_cards_close() -> None:
    # All but one of the unseen cards are 1, 2, 3 or 5. Only 4 on top makes a gap of 6.
    deck = ["1", "2", "3", "5"] * 4 + ["6"]
    hands = [["4", "1", "3"], ["2", "3", "5"]]
    table = at("add-up", deck=deck, top=["7"], bottom=["5"], hands=hands)
    assert greedy(table) == "play 4 top"


def test_the_leader_locks_the_table_for_good() -> None:
    # No other yellow joker is left: nobody can win a card any more.
    rows = {"top": ["9", "4"], "bottom": ["2"]}
    won = [["1"] * 9, ["1"] * 4]
    table = at(
        "add-up", deck=NUMBERS, **rows, hands=[["Y", "1", "2"], ["8", "9", "3"]], captured=won
    )
    assert greedy(table) == "play Y=99 top"


def test_who_is_behind_does_not_lock_the_table() -> None:
    rows = {"top": ["9", "4"], "bottom": ["2"]}
    won = [["1"] * 4, ["1"] * 9]
    table = at(
        "add-up", deck=NUMBERS, **rows, hands=[["Y", "1", "2"], ["8", "9", "3"]], captured=won
    )
    assert greedy(table) != "play Y=99 top"


def test_with_two_yellow_jokers_it_leaves_a_gap_for_the_second() -> None:
    # The others hold and draw no yellow joker: whatever they do, the second one takes it all.
    rows = {"top": ["9", "4", "9", "9"], "bottom": ["2", "1"]}
    table = at("add-up", deck=NUMBERS, **rows, hands=[["Y", "Y", "4"], ["8", "9", "3"]])
    table.play(0, greedy(table))
    state = table.state()
    assert state["captured"][0] or 10 <= abs(table_gap(state)) <= 99


def table_gap(state):
    sums = [sum(int(f.lstrip("WY=")) for f in state[row]) for row in ("top", "bottom")]
    return sums[0] - sums[1]


def test_it_does_not_look_at_the_other_hand() -> None:
    rows = {"deck": ["4", "7", "6", "8"], "top": ["9"], "bottom": ["8"]}
    one = at("add-up", **rows, hands=[["3", "5", "9"], ["1", "2", "W"]])
    rows["deck"] = ["1", "W", "6", "8"]
    other = at("add-up", **rows, hands=[["3", "5", "9"], ["4", "2", "7"]])
    assert greedy(one) == greedy(other)


def rule_sets():
    for options in OPTIONS["add-up"]:
        yield from ((players, options) for players in (2, 3, 6))
    yield from ((players, {"cards": deck}) for deck in DECKS["add-up"] for players in (2, 4, 6))


@pytest.mark.parametrize(("players", "options"), list(rule_sets()))
def test_greedy_and_promising_are_legal_everywhere(players, options) -> None:
    sense.load("add-up")
    rooms, chance = alloc(1, ROOM), random.Random(3)
    names = Game("add-up", 2).rules.ACTIONS
    for seed in range(3):
        table = Game("add-up", players, **options).deal(seed)
        while not table.over:
            seat = table.to_act[0]
            legal = set(table.legal(seat))
            n = promising_at(table.states, seat, rooms)
            tried = [names[rooms[0].actions[i]] for i in range(n)]
            assert n > 0 and len(set(tried)) == n and set(tried) <= legal
            action = greedy(table, seat)
            assert action in legal
            why(table, action, seat)
            assert sum(chances(table)) == pytest.approx(1)
            if chance.random() < 0.5:
                table.play(seat, action)
            else:
                play_on(table, chance, 1)


def test_promising_leaves_out_most_values_of_a_yellow_joker_but_not_the_one_that_wins() -> None:
    sense.load("add-up")
    rows = {"top": ["9", "9", "9", "8"], "bottom": ["2"]}
    table = at("add-up", deck=NUMBERS, **rows, hands=[["Y"], ["3"]])
    rooms = alloc(1, ROOM)
    n = promising_at(table.states, 0, rooms)
    tried = [table.game.rules.ACTIONS[rooms[0].actions[i]] for i in range(n)]
    assert n < 20
    assert {"play Y=33 bottom", "play Y=10 top", "play Y=99 top", "play Y=39 bottom"} <= set(tried)


# --- Reasons ---------------------------------------------------------------------------------


def test_the_reason_tells_how_many_cards_are_won() -> None:
    table = at("add-up", deck=NUMBERS, top=["7"], bottom=["4"], hands=[["3"], ["1"]])
    sentence = why(table, "play 3 bottom")
    assert sentence == "The sums become equal, and you win all 3 cards on the table."


def test_the_reason_counts_the_unseen_cards_that_match() -> None:
    rows = {"deck": ["8", "8", "W", "1"], "top": ["7"], "bottom": ["4"]}
    table = at("add-up", **rows, hands=[["5", "2"], ["8", "Y"]])
    sentence = why(table, "play 5 top")
    assert sentence == "3 of 6 unseen cards match a difference of 8; 3 cards are at stake."
    assert why(table, "play 2 bottom").startswith("2 of 6 unseen cards match a difference of 1;")


def test_the_reason_tells_of_a_lock() -> None:
    rows = {"top": ["9", "4"], "bottom": ["2"], "captured": [["1", "2", "3"], ["4"]]}
    table = at("add-up", deck=NUMBERS, **rows, hands=[["Y"], ["3"]])
    sentence = why(table, "play Y=99 top")
    assert sentence == "No single card matches a difference of 110, and you lead by 2."


def test_the_reason_at_the_very_end() -> None:
    table = at("add-up", top=["9"], bottom=["2"], hands=[["3", "4"], []])
    assert why(table, "play 3 top") == "Nobody else has cards any more; the difference becomes 10."


# --- Outlook ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 6])
def test_the_leader_has_the_best_outlook(players) -> None:
    won = [["1"] * n for n in range(players)]
    hands = [["1", "2", "3"]] * players
    table = at("add-up", players, deck=NUMBERS, top=["9"], bottom=["1"], hands=hands, captured=won)
    found = chances(table)
    assert sum(found) == pytest.approx(1) and found == sorted(found)
    assert found[-1] > 1 / players


def test_a_lock_makes_a_lead_safer() -> None:
    common = {
        "deck": NUMBERS,
        "bottom": ["1"],
        "hands": [["2"], ["2"]],
        "captured": [["1"] * 4, []],
    }
    opened = chances(at("add-up", top=["9"], **common))
    locked = chances(at("add-up", top=["9", "Y=99"], **common))
    assert locked[0] > opened[0] > 0.5


def test_a_card_that_closes_the_gap_is_worth_the_table() -> None:
    rows = {"top": ["9", "9", "9", "9"], "bottom": ["9", "9", "9", "1"]}
    table = at("add-up", deck=NUMBERS, **rows, hands=[["8"], ["7"]])
    assert chances(table)[0] > 0.6
