"""What a good table tells besides the cards, and why an action is not legal."""

import random
from typing import Any

import pytest

from cinquina import Game, Table, slugs
from cinquina.core.text import ALWAYS
from tests.catalogue import DECKS, OPTIONS, random_move
from tests.words import at, play

SHEET = [2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5]


# --- Aids ---


@pytest.mark.parametrize(("top", "fits"), [("5:3", [2, 8]), ("9:3", [2, 6]), ("1:2", [3, 9])])
def test_a9_r4_what_the_top_card_allows(top: str, fits: list[int]) -> None:
    table = at("seven-ate-nine", pile=[top], hands=[["1:1"], ["1:1"]], decks=[["1:1"], ["1:1"]])
    assert table.aids(0) == table.aids() == {"fits": fits}


def burst(**state: Any) -> Table:
    hands = [["4", "3s", "5d"], ["9"]]
    return at("burst", row=["3", "3d", "-2"], deck=["1"], hands=hands, **state)


def totals(table: Table, seat: int | None) -> dict[str, int]:
    return {card: told["total"] for card, told in table.aids(seat)["after"].items()}


def test_bu_r10_what_can_be_added_before_it_bursts() -> None:
    assert burst().aids()["room"] == 17
    assert at("burst", row=["15", "9"], deck=["1"], hands=[["-3"], []]).aids()["room"] == -3


def test_bu_r6_the_total_after_each_card_of_the_own_hand() -> None:
    assert totals(burst(), 0) == {"4": 8, "3s": 1, "5d": 9}
    assert totals(burst(), 1) == {"9": 13}
    assert totals(burst(), None) == {}


def test_bu_r7_the_total_after_each_card_that_can_be_picked() -> None:
    table = burst()
    play(table, "0 play 5d")
    assert (table.aids(0)["room"], totals(table, 0)) == (12, {"3": 6, "3d": 6, "-2": 11})
    assert totals(table, 1) == {"9": 18}


def outcome(total: int, bursts: bool = False, choice: bool = False) -> dict[str, Any]:
    return {"total": total, "bursts": bursts, "choice": choice}


def test_bu_r10_which_cards_burst() -> None:
    hands = [["2", "3", "5s"], []]
    aids = at("burst", row=["15", "4"], deck=["1"], hands=hands).aids(0)
    assert (aids["limit"], aids["room"]) == (21, 2)
    assert aids["after"] == {"2": outcome(21), "3": outcome(22, True), "5s": outcome(24, True)}


def test_bu_r8_nothing_bursts_before_its_choice() -> None:
    hands = [["3d", "5t", "4r"], []]
    aids = at("burst", row=["15", "4"], deck=["1"], hands=hands).aids(0)
    after = {"3d": outcome(22, choice=True), "5t": outcome(24, choice=True)}
    assert aids["after"] == after | {"4r": outcome(23, True)}


def test_bu_r7_in_an_empty_row_there_is_no_choice() -> None:
    aids = at("burst", row=[], deck=["1"], hands=[["11d", "12t"], []]).aids(0)
    assert aids["after"] == {"11d": outcome(11), "12t": outcome(12)}


def test_bu_r8_a_choice_can_burst_too() -> None:
    table = at("burst", row=["15", "1", "6"], deck=["1"], hands=[["3d"], []])
    play(table, "0 play 3d")
    after = {"15": outcome(10), "1": outcome(24, True), "6": outcome(19)}
    assert table.aids(0)["after"] == after
    for card, told in after.items():
        then = table.copy()
        assert told["bursts"] == any(e["player"] == 0 for e in then.play(0, f"pick {card}"))


def test_every_card_that_is_told_to_burst_does() -> None:
    chance, seen = random.Random(4), set()
    for seed in range(4):
        table = Game("burst", 3).deal(seed)
        while not table.over:
            player = table.to_act[0]
            for card, told in table.aids(player)["after"].items():
                then, word = table.copy(), "pick" if table.state()["phase"] == "pick" else "play"
                events = then.play(player, f"{word} {card}")
                assert told["bursts"] == any(event["player"] == player for event in events)
                assert told["choice"] == (then.state()["phase"] == "pick")
                seen.add((told["bursts"], told["choice"]))
            table.play(*random_move(table, chance, greedy=True))
    assert len(seen) == 3


def triggs(hand: list[str], **state: Any) -> Table:
    piles = {"left": ["1"], "middle": ["1"], "right": ["1"]}
    return at("triggs", hands=[hand, ["1"]], **piles | state)


def test_tr_r5_how_often_a_value_can_be_made_and_how() -> None:
    aids = triggs(["11", "11", "7", "4", "10", "1"]).aids(0)
    assert aids["boxes"] == SHEET
    assert (aids["reach"]["11"], aids["ways"]["11"]) == (4, ["11", "11", "1+10", "4+7"])
    assert aids["reach"]["5"] == 1 and "2" not in aids["reach"]
    assert aids["sure"] == [1, 4, 5, 7, 8, 10, 11, 12]


def test_tr_g3_two_of_a_kind_make_their_double() -> None:
    aids = triggs(["4", "4", "4"]).aids(0)
    assert aids["reach"] == {"4": 3, "8": 1}
    assert aids["ways"] == {"4": ["4", "4", "4"], "8": ["4+4"]}
    assert aids["sure"] == [4, 8]


def test_tr_r6_no_more_than_there_are_empty_boxes() -> None:
    crossed = [[0] * 12, [0] * 12]
    crossed[0][3], crossed[0][7] = 1, 4
    aids = triggs(["4", "4", "4"], crossed=crossed, to_act=[1]).aids(0)
    assert aids["reach"] == {"4": 2}
    assert (aids["ways"], aids["sure"]) == ({"4": ["4", "4", "4"]}, [])  # one is left over


def test_tr_r1_who_watches_sees_the_sheet_alone() -> None:
    assert triggs(["4"]).aids() == {"boxes": SHEET, "reach": {}, "ways": {}, "sure": []}


def add_up(options: Any = None, **state: Any) -> Table:
    return at("add-up", options=options, hands=[["3", "W", "Y"], ["1"]], deck=["1"], **state)


def test_au_r4_plays_that_make_the_rows_equal() -> None:
    table = add_up(top=["9", "3"], bottom=["7", "8"])
    sums = {"sums": [12, 15], "apart": -3, "level": False}
    assert table.aids(0) == sums | {"captures": ["play 3 top", "play W=3 top"]}
    assert table.aids(1)["captures"] == []
    assert table.aids() == sums | {"captures": []}


def test_au_g6_a_yellow_joker_up_to_its_most() -> None:
    rows = {"top": ["9", "9", "9"], "bottom": ["5"]}
    assert add_up(**rows).aids(0)["captures"] == ["play Y=22 bottom"]
    assert add_up({"yellow_max": 21}, **rows).aids(0)["captures"] == []


def test_au_g5_a_capture_needs_a_card_in_each_row() -> None:
    assert add_up(top=[], bottom=[]).aids(0)["captures"] == []
    level = add_up(top=["5"], bottom=["5"]).aids(0)
    assert level["captures"] == ["play W=0 top", "play W=0 bottom"]
    assert (level["apart"], level["level"]) == (0, True)


@pytest.mark.parametrize("rows", [{}, {"top": ["W=0"]}, {"bottom": ["W=0"]}])
def test_au_g5_empty_rows_are_not_level(rows: dict[str, list[str]]) -> None:
    aids = add_up(**rows).aids(0)
    assert (aids["apart"], aids["level"]) == (0, False)


def test_every_capture_that_is_told_is_one() -> None:
    chance = random.Random(1)
    for seed in range(20):
        table = Game("add-up", 3).deal(seed)
        while not table.over:
            player = table.to_act[0]
            told, found = table.aids(player)["captures"], []
            for action in table.legal(player):
                other = table.copy()
                found += [action] if other.play(player, action)[:1] else []
            last = sum(map(len, table.state()["hands"])) == 1
            assert sorted(told) == sorted(found) or last
            table.play(*random_move(table, chance, greedy=True))


def push(**state: Any) -> Table:
    return at("push", 3, deck=["R1"] * 5, **state)


def test_pu_g2_nothing_can_fit_nowhere_before_there_are_three_columns() -> None:
    aids = push(columns=[["R1"], ["B2"], []]).aids()
    assert (aids["odds"], aids["worth"]) == (0.0, [1, 2, 0])


def test_pu_r13_what_everybody_has_by_colour() -> None:
    safe = {"protected": [[], ["B6", "B1", "G2"], []], "protected_colors": [[], ["blue"], []]}
    aids = push(open=[["R5", "Y2", "R1"], [], ["P3"]], **safe).aids(2)
    assert aids["open"] == [{"red": 6, "yellow": 2}, {}, {"purple": 3}]
    assert aids["protected"] == [{}, {"blue": 7, "green": 2}, {}]
    assert aids["safe"] == [0, 9, 0]


@pytest.mark.parametrize(("switches", "direction"), [(0, 1), (1, -1), (2, 1), (3, -1)])
def test_pu_r9_direction_cards_turn_the_order(switches: int, direction: int) -> None:
    table = push(switches=switches, columns=[["R1"], ["B2"], ["G3"]])
    assert table.aids()["direction"] == direction
    play(table, "0 take 1")
    assert table.to_act == (direction % 3,)


def test_pu_r11_the_chance_that_a_card_fits_nowhere() -> None:
    columns = [["R1", "dice"], ["R2", "dice"], ["R3", "dice"]]
    # 18 red cards less these three, and 15 dice cards, of 114 that nobody has seen.
    assert push(columns=columns).aids()["odds"] == round(30 / 114, 4)
    seen = {"discard": ["R6", "switch"], "open": [["R5"], [], []], "protected": [[], ["B1"], []]}
    assert push(columns=columns, **seen).aids(1)["odds"] == round(28 / 110, 4)


def test_pu_g5_no_chance_where_nothing_can_be_turned_up() -> None:
    table = at("push", 3, deck=[], columns=[["R1"], [], []])
    assert table.aids()["odds"] is None
    table = push(columns=[["R1"], [], []])
    play(table, "0 flip")
    assert table.aids()["odds"] is None


def test_pu_r2_the_chance_counts_the_deck_that_was_dealt() -> None:
    cards = {"R1": 4, "R2": 2, "B5": 4}
    state = Game("push", 2, cards).deal(1).state()
    table = Game("push", 2, cards).position(
        state | {"columns": [["R1"], ["R1"], ["R2"]], "deck": ["R1", "R1", "R2", "B5"] + ["B5"] * 3}
    )
    assert table.aids()["odds"] == round(3 / 7, 4)


@pytest.mark.parametrize("slug", slugs())
def test_aids_come_from_the_view_alone(slug: str) -> None:
    chance = random.Random(2)
    for options in OPTIONS.get(slug, [{}]):
        table = Game(slug, 2, **options).deal(chance.randrange(1000))
        for number in range(150):
            if table.over:
                break
            for seat in range(2):
                assert table.imagined(seat, number=number).aids(seat) == table.aids(seat)
            table.play(*random_move(table, chance, greedy=True))


# --- Why not ---


@pytest.mark.parametrize("slug", slugs())
def test_every_action_that_is_not_legal_has_a_reason(slug: str) -> None:
    chance = random.Random(3)
    rules = Game(slug, 2).rules
    told = set()
    for number, options in enumerate(OPTIONS.get(slug, [{}]) * 3):
        table = Game(slug, 2 + number % 2, **options).deal(number)
        for step in range(400):
            if table.over:
                break
            if step % 4 == 0:
                for seat in range(table.game.players):
                    told |= check_reasons(table, seat)
            table.play(*random_move(table, chance, greedy=True))
        told |= check_reasons(table, 0) if table.over else set()
    assert told <= {*rules.WHY_NOT, *ALWAYS}
    assert not set(rules.WHY_NOT) & set(ALWAYS)


def check_reasons(table: Table, seat: int) -> set[str]:
    legal, view, found = table.legal(seat), table.view(seat), set()
    for action in (*table.game.rules.ACTIONS, "", "nonsense", "play", "play W=9 top", "use x+y"):
        if action not in legal:
            why, facts = table.game.why_not(view, seat, action)
            found.add(why)
            assert all(type(fact) in (int, str) for fact in facts.values())
    return found


REASONS = [
    (burst(), 0, "draw", ("must_play", {"most": 3})),
    (burst(), 0, "play 9", ("not_yours", {"card": "9"})),
    (burst(), 0, "pick 3", ("nothing_to_pick", {})),
    (burst(), 1, "draw", ("not_your_turn", {})),
    (burst(), 0, "nonsense", ("no_action", {})),
    (add_up({"yellow_max": 20}, top=["1"]), 0, "play Y=21 top", ("joker_range", [10, 20])),
    (add_up(top=["1"]), 0, "play W=7 top", ("joker_range", [0, 5])),
    (add_up(top=["1"]), 0, "play 4 top", ("not_yours", {"card": "4"})),
    (triggs(["4"] * 10), 0, "draw left", ("hand_full", {"most": 10})),
    (triggs(["4"]), 0, "cross 5", ("no_way", {"value": 5})),
    (triggs(["4"], crossed=[SHEET[:4] + [0] * 8, [0] * 12]), 0, "cross 4",
     ("row_full", {"row": 4})),
    (triggs(["4"], phase="make", value=4), 0, "draw left", ("finish_making", {"value": 4})),
    (triggs(["4"], phase="draw"), 0, "cross 4", ("draw_second", {})),
    (push(phase="place", drawn="R1", columns=[["R2"], ["B1"], []]), 0, "place 1",
     ("same_colour", {"column": 1, "colour": "red"})),
    (push(phase="place", drawn="R1", columns=[["R2"], ["B1"], []]), 0, "place 2",
     ("same_number", {"column": 2, "number": 1})),
    (push(phase="place", drawn="dice", columns=[["dice"], [], []]), 0, "place 1",
     ("one_dice", {"column": 1})),
    (push(phase="place", drawn="R1"), 0, "place 2", ("column_order", {"column": 1})),
    (push(phase="place", drawn="R1"), 0, "flip", ("place_first", {"card": "R1"})),
    (push(), 0, "protect red", ("nothing_to_protect", {"colour": "red"})),
    (push(columns=[["R1"], [], []]), 0, "protect red", ("drawing_turn", {})),
    (push(columns=[["R1"], [], []]), 0, "take 2", ("no_column", {"column": 2})),
]  # fmt: skip


@pytest.mark.parametrize(("table", "seat", "action", "why"), REASONS)
def test_reasons(table: Table, seat: int, action: str, why: tuple[str, Any]) -> None:
    key, facts = table.why_not(seat, action)
    if isinstance(why[1], list):
        facts = [facts["low"], facts["high"]]  # type: ignore[assignment]
    assert (key, facts) == why


def test_a9_r9_reasons() -> None:
    piles = {"pile": ["5:3"], "decks": [[], ["1:1"]]}
    table = at("seven-ate-nine", hands=[["2:1", "1:1"], ["1:1"]], **piles)
    assert table.why_not(0, "play 1:1") == ("fits", {"low": 2, "high": 8})
    assert table.why_not(0, "play 8:1") == ("not_yours", {"card": "8:1"})
    assert table.why_not(0, "draw") == ("deck_empty", {})
    assert table.why_not(0, "finish") == ("not_the_last", {"cards": 2})
    table = at("seven-ate-nine", hands=[["2:1"], ["1:1"]], **piles)
    assert table.why_not(0, "play 2:1") == ("must_finish", {})
    assert table.why_not(1, "finish") == ("not_the_last", {"cards": 2})


@pytest.mark.parametrize("slug", slugs())
def test_own_decks_have_aids_too(slug: str) -> None:
    for cards in DECKS[slug]:
        for players in range(2, 5):
            try:
                table = Game(slug, players, cards).deal(1)
            except ValueError:
                continue
            assert table.aids(0) and table.aids()
