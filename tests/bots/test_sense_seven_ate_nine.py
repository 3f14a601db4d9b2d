"""What greedy knows about 7 Ate 9: positions in which the good play is beyond doubt."""

import random

import pytest

from cinquina import Game
from cinquina.bots import make, sense
from cinquina.bots.sense import outlook, pace
from cinquina.bots.sense import seven_ate_nine as sense_of
from cinquina.core.kernel import outline
from cinquina.core.record import alloc, look
from tests.catalogue import DECKS, play_on
from tests.words import at

SLUG = "seven-ate-nine"
DECK = ["1:1", "2:2", "3:3", "4:1"]


def greedy(table, seat=0):
    return make("greedy", 0, seat, SLUG).choose(table, seat)


def why(table, action, seat=0):
    sentence = sense_of.reason(look(table.states, 0), seat, action)
    assert len(sentence) <= 120 and sentence.endswith(".")
    return sentence


@outline
def judged(states, out):
    outlook(states[0], out)


@outline
def pace_at(states, seat, last, attention):
    return pace(states[0], seat, last, attention)


def race(pile, hands, decks=None):
    sense.load(SLUG)
    decks = decks or [DECK] * len(hands)
    seats = list(range(len(hands)))
    return at(SLUG, len(hands), pile=pile, hands=hands, decks=decks, to_act=seats)


def chances(table):
    sense.load(SLUG)
    out = alloc(table.game.players, "f8")
    judged(table.states, out)
    return list(out)


# --- Greedy ----------------------------------------------------------------------------------


def test_it_lays_a_card_that_fits() -> None:
    assert greedy(race(["5:3"], [["8:1", "7:1", "4:1"], ["1:1"]])) == "play 8:1"


def test_it_lays_a_card_that_fits_beyond_ten() -> None:
    assert greedy(race(["9:3"], [["7:1", "2:1", "4:1"], ["1:1"]])) == "play 2:1"


def test_it_draws_if_nothing_fits() -> None:
    assert greedy(race(["5:3"], [["9:1", "7:1", "4:1"], ["1:1"]])) == "draw"


def test_it_lays_its_last_card_face_down() -> None:
    assert greedy(race(["5:3"], [["9:1"], ["1:1"]], [[], DECK])) == "finish"


def test_it_lays_the_card_on_which_it_can_go_on() -> None:
    # 8:1 allows 7 and 9, of which it has two; 8:3 and 2:1 allow nothing that it has.
    hand = ["8:3", "8:1", "2:1", "7:2", "9:2"]
    assert greedy(race(["5:3"], [hand, ["1:1"]])) == "play 8:1"


def test_a_card_does_not_go_on_itself() -> None:
    # 5:2 allows 3 and 7, 1:2 allows 3 and 9: only the 9 is there.
    assert greedy(race(["3:2"], [["5:2", "1:2", "9:1"], ["1:1"]])) == "play 1:2"


def test_it_keeps_the_hand_varied() -> None:
    # No card of the rest fits on any of these. Of the eights it has two.
    assert greedy(race(["5:3"], [["8:1", "8:2", "2:2"], ["1:1"]])).startswith("play 8:")


def test_it_does_not_look_at_the_other_hand() -> None:
    hand = ["8:1", "2:1", "7:1", "3:1"]
    one = race(["5:3"], [hand, ["6:1", "6:2"]], [["1:1"], ["4:1", "10:1"]])
    other = race(["5:3"], [hand, ["4:1", "10:1"]], [["6:1"], ["1:1", "6:2"]])
    assert greedy(one) == greedy(other)


def rule_sets():
    sets = [(players, {}) for players in (2, 3, 4)]
    for deck in DECKS[SLUG]:
        for players in (2, 3, 4):
            if sum(deck.values()) % players == 1:
                sets.append((players, {"cards": deck}))
    return sets


@pytest.mark.parametrize(("players", "options"), rule_sets())
def test_greedy_is_legal_everywhere(players, options) -> None:
    chance = random.Random(3)
    table = Game(SLUG, players, **options).deal(1)
    while not table.over:
        seat = chance.choice(table.to_act)
        action = greedy(table, seat)
        assert action in table.legal(seat)
        assert all(why(table, a, seat) for a in table.legal(seat))
        assert sum(chances(table)) == pytest.approx(1)
        assert 30 <= pace_at(table.states, seat, -1, 8) <= 400
        if chance.random() < 0.7:
            table.play(seat, action)
        else:
            play_on(table, chance, 1)


# --- Time ------------------------------------------------------------------------------------


def test_who_laid_the_last_card_is_fast_with_the_next() -> None:
    table = race(["5:3"], [["8:1", "4:1"], ["8:1", "4:1"]])
    assert pace_at(table.states, 0, 0, 8) < pace_at(table.states, 0, 1, 8) == 100


def test_a_sum_beyond_ten_takes_longer() -> None:
    table = race(["9:3"], [["2:1", "4:1"], ["6:1", "4:1"]])
    assert pace_at(table.states, 0, -1, 8) > pace_at(table.states, 1, -1, 8)


def test_a_difference_below_one_takes_longer() -> None:
    table = race(["1:2"], [["9:1", "4:1"], ["3:1", "4:1"]])
    assert pace_at(table.states, 0, -1, 8) > pace_at(table.states, 1, -1, 8)


def test_each_card_beyond_what_one_can_overlook_takes_longer() -> None:
    table = race(["5:3"], [["8:1", *DECK], ["1:1"]])
    paces = [pace_at(table.states, 0, -1, attention) for attention in (8, 5, 4, 3)]
    assert paces[0] == paces[1] < paces[2] < paces[3]


def test_the_last_card_is_fast() -> None:
    table = race(["9:3"], [["5:1"], ["2:1"]], [[], DECK])
    assert pace_at(table.states, 0, -1, 8) < 100


# --- Reasons ---------------------------------------------------------------------------------


def test_reasons_are_true() -> None:
    table = race(["5:3"], [["8:1", "7:1", "4:1"], ["1:1"]])
    assert why(table, "play 8:1").startswith("1 of your other cards")
    assert why(race(["5:3"], [["8:1", "4:1"], ["1:1"]]), "play 8:1") == (
        "It fits, and leaves you 5 cards to play."
    )
    nothing = race(["5:3"], [["9:1", "4:1"], ["1:1"]])
    assert why(nothing, "draw") == "Nothing in your hand fits on 5:3, so draw."
    last = race(["5:3"], [["9:1"], ["1:1"]], [[], DECK])
    assert why(last, "finish") == "It is your last card: laid face down, it wins the game."


# --- Outlook ---------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_fewer_cards_are_better(players) -> None:
    hands = [["9:1"] * (6 - p) for p in range(players)]
    found = chances(race(["5:3"], hands))
    assert sum(found) == pytest.approx(1) and found == sorted(found)
    assert found[-1] > 1 / players


def test_equals_have_equal_chances() -> None:
    assert chances(race(["5:3"], [["8:1", "2:1"]] * 4)) == pytest.approx([0.25] * 4)
