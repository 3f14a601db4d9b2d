"""The rules of 7 Ate 9, by their ids."""

from collections import Counter

import pytest

from cinquina import CinquinaError, Game, IllegalAction, Table
from tests.words import at, play

EXTRAS = {1: (1, 2, 3, 4), 2: (5, 6, 7, 8), 3: (9, 10, 1, 2, 3)}  # values, by their ± number


def race(pile: str, *hands: str, decks: tuple[str, ...] = ()) -> Table:
    """Everybody's hand in front of a pile (its top card last); no decks unless they are named."""
    return at(
        "seven-ate-nine",
        players=len(hands),
        pile=pile.split(),
        hands=[hand.split() for hand in hands],
        decks=[deck.split() for deck in decks] or [[] for _ in hands],
    )


def allowed(top: str) -> set[int]:
    """The values that a player who holds all ten of them may lay on this card."""
    table = race(top, "1:1 2:1 3:1 4:1 5:1 6:1 7:1 8:1 9:1 10:1", "1:1 2:1")
    return {int(action.removeprefix("play ").partition(":")[0]) for action in table.legal(0)}


# --- A9-R1, A9-R2: the deal ---


@pytest.mark.parametrize(("players", "each"), [(2, 36), (3, 24), (4, 18)])
def test_a9_r1_all_have_the_same_number_and_one_card_is_left_over(players: int, each: int) -> None:
    for seed in range(5):
        state = Game("seven-ate-nine", players).deal(seed).state()
        dealt = [hand + deck for hand, deck in zip(state["hands"], state["decks"], strict=True)]
        assert [len(cards) for cards in dealt] == [each] * players
        assert len(state["pile"]) == 1


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a9_r1_the_73_cards_are_two_of_each_pair_and_thirteen_extras(players: int) -> None:
    pairs = [f"{value}:{step}" for value in range(1, 11) for step in (1, 2, 3)]
    extras = [f"{value}:{step}" for step, values in EXTRAS.items() for value in values]
    for seed in range(5):
        state = Game("seven-ate-nine", players).deal(seed).state()
        dealt = sum(state["hands"] + state["decks"], state["pile"])
        assert len(dealt) == 73
        assert Counter(dealt) == Counter(pairs + pairs + extras)


def test_a9_r1_the_cards_are_shuffled() -> None:
    deals = [Game("seven-ate-nine", 4).deal(seed).state() for seed in range(10)]
    assert len({tuple(deal["decks"][0]) for deal in deals}) == 10
    assert len({deal["pile"][0] for deal in deals}) > 3


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a9_r2_one_card_starts_the_pile_and_four_are_in_each_hand(players: int) -> None:
    for seed in range(5):
        state = Game("seven-ate-nine", players).deal(seed).state()
        assert len(state["pile"]) == 1
        assert [len(hand) for hand in state["hands"]] == [4] * players
        assert [len(deck) for deck in state["decks"]] == [72 // players - 4] * players


def test_a9_r2_the_personal_decks_lie_face_down_for_their_owners_too() -> None:
    table = Game("seven-ate-nine", 3).deal(seed=1)
    view = table.view(1)
    assert view["decks"] == [20, 20, 20]
    assert view["hands"] == [4, table.state()["hands"][1], 4]
    assert view["pile"] == table.state()["pile"]


# --- A9-R3 … A9-R7: play ---


def test_a9_r3_everyone_may_act_from_the_start() -> None:
    for players in (2, 3, 4):
        table = Game("seven-ate-nine", players).deal(seed=2)
        assert table.to_act == tuple(range(players))


def test_a9_r3_there_are_no_turns() -> None:
    table = race("5:3", "10:1 1:1", "9:2 1:2", "8:1 9:1", decks=("3:1", "3:2", "3:3"))
    play(table, "2 play 8:1", "2 play 9:1", "0 play 10:1", "1 play 9:2", "0 draw", "0 play 1:1")
    assert table.state()["pile"] == ["5:3", "8:1", "9:1", "10:1", "9:2", "1:1"]
    assert table.to_act == (0, 1, 2)


def test_a9_r3_who_has_nothing_to_play_or_draw_waits() -> None:
    table = race("5:3", "8:1 1:1", "4:1 4:2")
    assert table.to_act == (0,)
    assert table.legal(1) == []
    with pytest.raises(IllegalAction):
        table.play(1, "play 4:1")


def test_a9_r4_on_5_with_3_go_8_and_2() -> None:
    assert allowed("5:3") == {8, 2}


def test_a9_r4_on_9_with_3_go_2_and_6() -> None:
    assert allowed("9:3") == {2, 6}


def test_a9_r4_on_1_with_2_go_3_and_9() -> None:
    assert allowed("1:2") == {3, 9}


def test_a9_r4_above_10_take_10_away_and_below_1_add_10() -> None:
    assert allowed("10:1") == {1, 9}
    assert allowed("10:3") == {3, 7}
    assert allowed("8:2") == {10, 6}
    assert allowed("1:1") == {2, 10}
    assert allowed("1:3") == {4, 8}
    assert allowed("3:3") == {6, 10}


def test_a9_r4_every_card_allows_its_value_plus_and_minus_its_number() -> None:
    for value in range(1, 11):
        for step in (1, 2, 3):
            up, down = value + step, value - step
            up = up - 10 if up > 10 else up
            down = down + 10 if down < 1 else down
            assert allowed(f"{value}:{step}") == {up, down}


def test_a9_r4_only_the_value_of_the_laid_card_matters() -> None:
    table = race("4:2 5:3", "2:1 2:2 2:3 6:1", "8:1 8:3 1:1")
    assert set(table.legal(0)) == {"play 2:1", "play 2:2", "play 2:3"}
    assert set(table.legal(1)) == {"play 8:1", "play 8:3"}


def test_a9_r5_one_card_at_a_time_goes_on_the_pile() -> None:
    table = race("5:3", "8:1 8:1 9:1", "1:1 1:2", decks=("", "4:1"))
    play(table, "0 play 8:1")
    state = table.state()
    assert state["pile"] == ["5:3", "8:1"]
    assert sorted(state["hands"][0]) == ["8:1", "9:1"]


def test_a9_r5_the_same_player_may_go_on_at_once() -> None:
    table = race("5:3", "8:1 9:1 10:1 4:1", "8:3 1:2")
    play(table, "0 play 8:1", "0 play 9:1", "0 play 10:1")
    assert table.state()["pile"] == ["5:3", "8:1", "9:1", "10:1"]
    assert table.state()["hands"][0] == ["4:1"]


def test_a9_r5_the_next_card_must_be_legal_on_the_one_just_laid() -> None:
    table = race("5:3", "8:1 2:1 7:1", "1:1 1:2", decks=("", "4:1"))
    play(table, "0 play 8:1")
    assert table.legal(0) == ["play 7:1"]


def test_a9_r6_the_first_legal_card_counts_and_the_late_one_goes_back() -> None:
    table = race("5:3", "8:2 1:1", "8:1 1:2", decks=("3:1", "3:2"))
    assert "play 8:2" in table.legal(0)
    play(table, "1 play 8:1")
    with pytest.raises(IllegalAction):
        table.play(0, "play 8:2")
    assert table.state()["pile"] == ["5:3", "8:1"]
    assert sorted(table.state()["hands"][0]) == ["1:1", "8:2"]


def test_a9_r7_a_player_may_draw_even_with_a_card_to_play() -> None:
    table = race("5:3", "8:1 2:1", "4:1 4:2", decks=("7:1", "7:2"))
    assert set(table.legal(0)) == {"draw", "play 8:1", "play 2:1"}
    assert table.legal(1) == ["draw"]


def test_a9_r7_drawing_takes_the_top_card_of_the_own_deck() -> None:
    table = race("5:3", "1:1", "4:1 4:2", decks=("7:1 6:1 9:1", "10:2 10:3"))
    play(table, "0 draw")
    state = table.state()
    assert sorted(state["hands"][0]) == ["1:1", "7:1"]
    assert sorted(state["hands"][1]) == ["4:1", "4:2"]
    assert state["decks"] == [["6:1", "9:1"], ["10:2", "10:3"]]


def test_a9_r7_there_is_no_hand_limit() -> None:
    table = Game("seven-ate-nine", 2).deal(seed=3)
    play(table, *["0 draw"] * 32)
    assert len(table.state()["hands"][0]) == 36
    assert table.state()["decks"][0] == []
    assert "draw" not in table.legal(0)


# --- A9-R8, A9-R9: stuck, and the end ---


def test_a9_r8_when_nobody_can_play_the_bottom_card_becomes_the_top() -> None:
    table = race("1:1 5:3", "8:1 2:1 2:2", "4:1 4:2")
    events = play(table, "0 play 8:1")
    assert events == [{"type": "stuck", "top": "1:1"}]
    assert table.state()["pile"] == ["5:3", "8:1", "1:1"]
    assert set(table.legal(0)) == {"play 2:1", "play 2:2"}
    assert table.legal(1) == []


def test_a9_r8_all_keep_their_cards_when_the_pile_is_turned() -> None:
    table = race("1:1 5:3", "8:1 2:1 2:2", "4:1 4:2")
    play(table, "0 play 8:1")
    assert [sorted(hand) for hand in table.state()["hands"]] == [["2:1", "2:2"], ["4:1", "4:2"]]
    assert not table.over


def test_a9_r8_drawing_the_last_card_can_leave_all_stuck() -> None:
    table = race("1:3 8:1", "4:1", "6:1 6:2", decks=("4:2", ""))
    events = play(table, "0 draw")
    assert events == [{"type": "stuck", "top": "1:3"}]
    assert table.state()["pile"] == ["8:1", "1:3"]
    assert set(table.legal(0)) == {"play 4:1", "play 4:2"}


def test_a9_r8_nobody_is_stuck_while_one_holds_a_legal_card() -> None:
    table = race("1:1 5:3", "8:1 2:1 2:2", "9:1 4:2")
    assert play(table, "0 play 8:1") == []
    assert table.state()["pile"] == ["1:1", "5:3", "8:1"]
    assert table.legal(1) == ["play 9:1"]


def test_a9_r8_nobody_is_stuck_while_a_personal_deck_has_cards() -> None:
    table = race("1:1 5:3", "8:1 2:1 2:2", "4:1 4:2", decks=("", "4:3"))
    assert play(table, "0 play 8:1") == []
    assert table.state()["pile"] == ["1:1", "5:3", "8:1"]
    assert table.to_act == (1,)
    assert table.legal(1) == ["draw"]


def test_a9_r8_nobody_is_stuck_while_a_player_can_finish() -> None:
    table = race("1:1 5:3", "8:1 2:1 2:2", "4:1")
    assert play(table, "0 play 8:1") == []
    assert table.state()["pile"] == ["1:1", "5:3", "8:1"]
    assert table.legal(1) == ["finish"]


@pytest.mark.parametrize("last", ["4:1", "6:3", "10:2"])
def test_a9_r9_the_last_card_is_laid_face_down_whatever_its_value(last: str) -> None:
    table = race("5:3", f"8:1 {last}", "4:2 4:3", decks=("", "1:1"))
    play(table, "0 play 8:1", "0 finish")
    state = table.state()
    assert state["phase"] == "over"
    assert state["winners"] == [0]
    assert state["last_card"] == last
    assert state["hands"][0] == []


def test_a9_r9_a_last_card_that_would_fit_is_laid_face_down_too() -> None:
    table = race("5:3", "8:1", "4:2 4:3")
    assert table.legal(0) == ["finish"]


def test_a9_r9_two_cards_are_not_yet_the_last() -> None:
    table = race("5:3", "8:1 4:1", "2:1 2:2")
    assert table.legal(0) == ["play 8:1"]
    with pytest.raises(IllegalAction):
        table.play(0, "finish")


def test_a9_r9_the_game_ends_at_once_for_all() -> None:
    table = race("5:3", "4:1", "8:2 4:3", "2:1 2:2", decks=("", "1:1", "1:2"))
    play(table, "0 finish")
    assert table.over
    assert table.to_act == ()
    with pytest.raises(IllegalAction):
        table.play(1, "play 8:2")


# --- A9-R10: the small tournament ---


def test_a9_r10_the_winner_scores_0_and_the_others_minus_hand_and_deck() -> None:
    table = race("5:3", "4:1", "8:2 4:3", "2:1", decks=("", "1:1", "1:2 1:3 6:1"))
    play(table, "0 finish")
    assert table.scores == [0, -3, -4]
    assert table.winners == [0]


def test_a9_r10_the_fewest_negative_points_win_the_series() -> None:
    tournament = Game("seven-ate-nine", 2).rules.tournament
    totals, winners = tournament([[0, -9], [-3, 0], [-4, 0], [-1, 0]])
    assert totals == [-8, -9]
    assert winners == [0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a9_r10_a_series_has_at_least_twice_as_many_games_as_players(players: int) -> None:
    tournament = Game("seven-ate-nine", players).rules.tournament
    game = [0] + [-5] * (players - 1)
    with pytest.raises(ValueError, match=str(2 * players)):
        tournament([game] * (2 * players - 1))
    assert tournament([game] * (2 * players)) == ([0] + [-10 * players] * (players - 1), [0])
    assert tournament([game] * (2 * players + 1))[1] == [0]


# --- A9-G1 … A9-G5: rulings ---


def test_a9_g1_a_late_card_that_is_legal_on_the_new_top_stands() -> None:
    table = race("5:1", "4:1 1:1", "6:2 1:2", decks=("3:1", "3:2"))
    play(table, "1 play 6:2", "0 play 4:1")
    assert table.state()["pile"] == ["5:1", "6:2", "4:1"]
    assert table.state()["hands"][0] == ["1:1"]


def test_a9_g1_a_late_card_that_is_not_legal_on_the_new_top_bounces_back() -> None:
    table = race("5:1", "4:1 1:1", "6:1 1:2", decks=("3:1", "3:2"))
    assert "play 4:1" in table.legal(0)
    play(table, "1 play 6:1")
    before = table.state()
    with pytest.raises(IllegalAction):
        table.play(0, "play 4:1")
    assert table.state() == before


def test_a9_g1_the_order_of_arrival_decides() -> None:
    first, second = (race("5:3", "8:1 1:1", "8:1 1:1", decks=("3:1", "3:1")) for _ in range(2))
    play(first, "0 play 8:1")
    play(second, "1 play 8:1")
    assert first.scores == [-2, -3]
    assert second.scores == [-3, -2]


def test_a9_g2_a_wrong_card_changes_nothing_and_costs_nothing() -> None:
    table = race("5:3", "8:1 4:1 1:1", "2:1 1:2", decks=("3:1", "3:2"))
    before = table.state()
    with pytest.raises(IllegalAction):
        table.play(0, "play 4:1")
    assert table.state() == before
    play(table, "0 play 8:1")
    assert table.state()["pile"] == ["5:3", "8:1"]


def test_a9_g2_the_lockout_belongs_to_the_live_table_not_to_the_rules() -> None:
    assert "lockout_ms" not in Game("seven-ate-nine", 2).options
    with pytest.raises(CinquinaError):
        Game("seven-ate-nine", 2, lockout_ms=800)


def test_a9_g3_still_stuck_after_a_rotation_the_pile_is_turned_again() -> None:
    table = race("6:1 5:3", "8:1 2:1 2:2", "4:1 4:2", "10:1 10:2")
    events = play(table, "0 play 8:1")
    assert events == [{"type": "stuck", "top": "6:1"}, {"type": "stuck", "top": "5:3"}]
    assert table.state()["pile"] == ["8:1", "6:1", "5:3"]
    assert table.to_act == (0,)


def test_a9_g3_a_full_rotation_that_helps_nobody_ends_the_game() -> None:
    table = race("5:3", "8:1 10:1 10:2", "4:1 4:2 4:3")
    events = play(table, "0 play 8:1")
    assert events == [{"type": "stuck", "top": "5:3"}, {"type": "stuck", "top": "8:1"}]
    assert table.over
    assert table.state()["pile"] == ["5:3", "8:1"]
    assert table.state()["last_card"] is None


def test_a9_g3_then_the_fewest_cards_left_win() -> None:
    table = race("5:3", "8:1 10:1 10:2 10:3", "4:1 4:2", "6:1 6:2 6:3")
    play(table, "0 play 8:1")
    assert table.over
    assert table.scores == [-3, -2, -3]
    assert table.winners == [1]


def test_a9_g3_then_a_tie_is_shared() -> None:
    table = race("5:3", "8:1 10:1 10:2", "4:1 4:2 4:3", "6:1 6:2")
    play(table, "0 play 8:1")
    assert table.over
    assert table.winners == [0, 2]


def test_a9_g4_the_finishing_card_never_becomes_a_new_top() -> None:
    table = race("1:1 5:3", "8:1", "4:2 4:3")
    play(table, "0 finish")
    assert table.state()["pile"] == ["1:1", "5:3"]
    assert table.state()["last_card"] == "8:1"


@pytest.mark.parametrize("quick", [0, 1])
def test_a9_g4_of_two_last_cards_the_first_to_arrive_wins(quick: int) -> None:
    table = race("5:3", "4:1", "6:1")
    assert table.to_act == (0, 1)
    play(table, f"{quick} finish")
    assert table.winners == [quick]
    with pytest.raises(IllegalAction):
        table.play(1 - quick, "finish")
    assert table.winners == [quick]


def test_a9_g4_one_card_in_hand_is_not_the_last_while_the_deck_has_cards() -> None:
    table = race("5:3", "8:1", "4:2 4:3", decks=("1:1", ""))
    assert set(table.legal(0)) == {"draw", "play 8:1"}
    play(table, "0 play 8:1")
    assert not table.over
    assert table.legal(0) == ["draw"]
    play(table, "0 draw")
    assert table.legal(0) == ["finish"]


def test_a9_g5_a_tie_in_the_tournament_is_shared() -> None:
    tournament = Game("seven-ate-nine", 3).rules.tournament
    games = [[0, -4, -7], [-4, 0, -7], [-2, -2, 0]] * 2
    assert tournament(games) == ([-12, -12, -28], [0, 1])
