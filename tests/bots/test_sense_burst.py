"""What the bots know of Burst: positions where the good action is beyond doubt."""

from itertools import islice
from typing import Any

import pytest

from cinquina import Game, Table
from cinquina.bots import make
from cinquina.bots.sense import load, outlook, quiet
from cinquina.bots.sense.burst import reason
from cinquina.core.kernel import outline
from cinquina.core.record import Array, States, alloc, look
from tests.catalogue import own_decks, positions
from tests.words import at, play

load("burst")
STANDARD = Game("burst", 2).deck


@outline
def judged(states: States, out: Array) -> bool:
    s = states[0]
    outlook(s, out)
    return quiet(s)


def outlooks(scores: list[int], turn: int = 0) -> list[float]:
    table = at("burst", len(scores), scores=scores, deck=["1"] * 9, to_act=[turn], starter=turn)
    out = alloc(len(scores), "f8")
    assert judged(table.states, out)
    return list(out)


def rest_of_deck(*seen: str) -> list[str]:
    """The standard deck without these cards."""
    cards = [card for card, copies in STANDARD.items() for _ in range(copies)]
    for card in seen:
        cards.remove(card)
    return cards


def position(players: int = 2, **state: Any) -> Table:
    """The cards that lie nowhere else are the deck."""
    shown = [card for hand in state["hands"] for card in hand] + state.get("row", [])
    return at("burst", players, deck=rest_of_deck(*shown), **state)


def greedy(table: Table, seat: int = 0) -> str:
    return make("greedy", 1, seat, "burst").choose(table.imagined(seat), seat)


def why(table: Table, action: str, seat: int = 0) -> str:
    assert action in table.legal(seat)
    return reason(look(table.states, 0), seat, action)


# --- What to do ------------------------------------------------------------------------------


def test_it_plays_the_only_card_that_fits() -> None:
    hands = [["8", "5", "9"], ["1", "2", "3"]]
    assert greedy(position(row=["12", "4"], hands=hands)) == "play 5"


def test_it_uses_an_action_that_saves_it() -> None:
    hands = [["8", "11d", "9"], ["1", "2", "3"]]
    assert greedy(position(row=["13", "7"], hands=hands)) == "play 11d"


def test_it_discards_what_saves_it() -> None:
    table = position(row=["12", "-3", "9"], hands=[["8", "11d", "9"], ["1", "2", "3"]])
    play(table, "0 play 11d")
    assert greedy(table) == "pick 9"  # 20: the next player must play


def test_discard_same_saves_it_when_there_are_enough_of_them() -> None:
    hands = [["8", "4s", "9"], ["1", "2", "3"]]
    assert greedy(position(row=["4", "4", "12"], hands=hands)) == "play 4s"


def test_it_does_not_burst_with_a_discard_same_that_finds_nothing() -> None:
    hands = [["0", "4s", "9"], ["1", "2", "3"]]
    assert greedy(position(row=["15", "5"], hands=hands)) == "play 0"


def test_it_draws_rather_than_bursts() -> None:
    assert greedy(position(row=["15", "6"], hands=[["8", "9"], ["7", "10"]])) == "draw"


def test_it_fills_the_row_to_21_before_a_player_who_must_play() -> None:
    hands = [["0", "13", "7"], ["1", "2", "3"]]
    assert greedy(position(row=["14"], hands=hands)) == "play 7"


def test_a_zero_keeps_21_for_the_next_player_and_the_points_in_hand() -> None:
    hands = [["0", "-3", "13"], ["1", "2", "3"]]
    assert greedy(position(row=["15", "6"], hands=hands)) == "play 0"


def test_reverse_sends_the_turn_to_the_player_who_must_play() -> None:
    hands = [["2", "2r", "12"], ["9"], ["1", "2", "3"]]
    assert greedy(position(3, row=["14", "5"], hands=hands)) == "play 2r"
    hands = [["2", "2r", "12"], ["1", "2", "3"], ["9"]]
    assert greedy(position(3, row=["14", "5"], hands=hands)) == "play 2"


def test_it_takes_the_highest_card_where_the_total_does_not_matter() -> None:
    table = position(row=["-3", "-2", "12"], hands=[["2t", "1"], []])
    play(table, "0 play 2t")
    assert greedy(table) == "pick 12"


def test_it_does_not_take_what_bursts() -> None:
    table = position(row=["15", "6", "-2"], hands=[["2t", "13", "9"], ["1", "2", "3"]])
    play(table, "0 play 2t")
    assert greedy(table) in ("pick 15", "pick 6")


def test_what_was_seen_taken_is_not_counted_as_unseen() -> None:
    table = at(
        "burst",
        deck=["9", "-1"],
        row=["15"],
        hands=[["6"], ["-3", "2", "5"]],
        known=[[], ["-3"]],
    )
    assert why(table, "play 6").endswith("3 of 4 unseen cards would burst.")


def test_it_looks_at_no_hidden_card() -> None:
    row, mine = ["9", "8"], ["3", "12"]
    tables = [position(row=row, hands=[mine, theirs]) for theirs in (["-3", "0"], ["15", "14"])]
    assert len({make("greedy", 1, 0, "burst").choose(table, 0) for table in tables}) == 1


CASES = [rules for n in range(2, 7) for rules in own_decks("burst", n)]


@pytest.mark.parametrize("rules", CASES, ids=str)
def test_every_deck_and_number_of_players_gets_legal_actions_and_reasons(rules) -> None:
    for table in islice(positions(rules, seed=3, every=5), 12):
        (seat,) = table.to_act
        assert make("greedy", 1, seat, "burst").choose(table, seat) in table.legal(seat)
        for action in table.legal(seat):
            assert 10 < len(why(table, action, seat)) <= 120


def test_it_beats_chance_in_every_game() -> None:
    for seed in range(3):
        table = Game("burst", 2).deal(seed)
        bots = [make("greedy", seed, 0, "burst"), make("random", seed, 1, "burst")]
        while not table.over:
            (seat,) = table.to_act
            table.play(seat, bots[seat].choose(table.imagined(seat), seat))
        assert table.winners == [0]


# --- Why -------------------------------------------------------------------------------------


def test_the_reason_to_play_tells_how_many_cards_burst_the_next_player() -> None:
    table = at("burst", deck=["9", "-1", "0"], row=["15"], hands=[["6"], ["1", "2", "5d"]])
    want = "The total becomes 21 and player 1 must play: 3 of 6 unseen cards would burst."
    assert why(table, "play 6") == want


def test_the_reason_to_draw_counts_the_cards_that_fit() -> None:
    table = at("burst", deck=["9", "-1", "8"], row=["15"], hands=[["6", "7"], ["1", "2"]])
    want = "A draw is a pass: 1 of your cards fit now, 2 of 5 unseen cards would burst."
    assert why(table, "draw") == want
    assert why(at("burst", deck=["9"], hands=[[], []]), "draw") == (
        "With no card in hand you must draw."
    )


def test_the_reason_for_an_action_and_its_pick() -> None:
    table = at("burst", deck=["9", "8"], row=["12", "3"], hands=[["8t", "1"], ["1"]])
    want = "You take a card of the row: the total can go from 23 down to 11."
    assert why(table, "play 8t") == want
    play(table, "0 play 8t")
    assert why(table, "pick 12") == "The total becomes 11, and you keep 13 points in hand."


def test_the_reason_for_a_burst_says_so() -> None:
    table = at("burst", deck=["9"], row=["15"], hands=[["7", "9", "8"], ["1"]])
    assert why(table, "play 7") == "The total becomes 22: you burst, as with any card."
    table = at("burst", deck=["9"], row=["15"], hands=[["7", "2"], ["1"]])
    assert why(table, "play 7") == "The total becomes 22: you burst."


# --- The standing ----------------------------------------------------------------------------


@pytest.mark.parametrize("scores", [[0, 0], [99, -9], [40, 60, 20], [90, 95, 99, 0, 1, 2]])
def test_the_outlooks_sum_to_1_and_favour_the_leader(scores) -> None:
    out = outlooks(scores)
    assert abs(sum(out) - 1) < 1e-9
    if len(set(scores)) > 1:
        assert out.index(max(out)) == scores.index(max(scores))
        assert out.index(min(out)) == scores.index(min(scores))


def test_a_lead_counts_more_near_the_end() -> None:
    assert outlooks([20, 10])[0] < outlooks([60, 50])[0] < outlooks([95, 85])[0]


def test_only_the_start_of_a_round_is_quiet() -> None:
    table = Game("burst", 2).deal(1)
    out = alloc(2, "f8")
    assert judged(table.states, out)
    table.play(table.to_act[0], "draw")
    assert not judged(table.states, out)
