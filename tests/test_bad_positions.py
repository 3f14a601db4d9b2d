"""States that are none: `Game.position` refuses them with a sentence."""

from typing import Any

import pytest

from cinquina import Game, slugs
from tests.test_bad_input import HUGE_PARAM, refused

LISTS = {  # a list of cards in the state of each game
    "add-up": "deck",
    "burst": "row",
    "push": "discard",
    "seven-ate-nine": "pile",
    "triggs": "middle",
}
DERIVED = {"over", "winners", "total", "pending"}  # follow from the rest
NEEDED_BY = {"to_act": {"push", "seven-ate-nine"}, "scores": set(slugs()) - {"burst"}}


def state_of(slug: str, **changes: Any) -> dict[str, Any]:
    return Game(slug, 2).deal(seed=1).state() | changes


def no_state(slug: str, state: dict[str, Any], *words: str) -> None:
    refused(lambda: Game(slug, 2).position(state), *words)


@pytest.mark.parametrize("slug", slugs())
def test_missing_key(slug: str) -> None:
    for key in state_of(slug):
        if key in DERIVED or slug in NEEDED_BY.get(key, ()):
            continue
        state = state_of(slug)
        del state[key]
        no_state(slug, state, f"The state lacks '{key}'.")


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("card", ["99", "joker", None, 5, ["5"]])
def test_unknown_card(slug: str, card: Any) -> None:
    state = state_of(slug)
    state[LISTS[slug]].append(card)
    no_state(slug, state, f"This is no state of {slug}: ")


@pytest.mark.parametrize("slug", slugs())
def test_no_card_is_no_card(slug: str) -> None:
    """The empty name stands for no card inside the engine; it is none in a list."""
    state = state_of(slug)
    state[LISTS[slug]].append("")
    no_state(slug, state, f"This is no state of {slug}: ")


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("phase", ["dance", "", None, 1])
def test_unknown_phase(slug: str, phase: Any) -> None:
    no_state(slug, state_of(slug, phase=phase), f"This is no state of {slug}: ")


@pytest.mark.parametrize(
    ("slug", "hand"),
    [
        ("burst", ["1", "2", "3", "4"]),
        ("add-up", ["1", "2", "3", "4"]),
        ("triggs", ["1"] * 11),
        ("triggs", ["1"] * 128),
    ],
)
def test_too_many_cards_in_a_hand(slug: str, hand: list[str]) -> None:
    no_state(slug, state_of(slug, hands=[hand, []]), f"This is no state of {slug}: ")


@pytest.mark.parametrize("slug", slugs())
def test_too_many_cards_in_a_pile(slug: str) -> None:
    state = state_of(slug)
    cards = (state[LISTS[slug]] or [Game(slug, 2).rules.CARDS[1]])[:1]
    no_state(slug, state | {LISTS[slug]: cards * 300}, f"This is no state of {slug}: ")


@pytest.mark.parametrize(
    ("slug", "changes"),
    [
        ("add-up", {"deck": ["5"] * 100, "top": ["5"] * 100}),
        ("burst", {"deck": ["5"] * 100, "discard": ["5"] * 100}),
        ("push", {"deck": ["R1"] * 100, "discard": ["R1"] * 100}),
        ("seven-ate-nine", {"pile": ["5:3"] * 100, "decks": [["5:3"] * 50] * 2}),
        ("triggs", {"left": ["1"] * 100, "middle": ["1"] * 100}),
    ],
)
def test_more_cards_than_there_is_room_for(slug: str, changes: dict[str, Any]) -> None:
    """Each place has room, but later all these cards come together in one."""
    no_state(slug, state_of(slug, **changes), f"This is no state of {slug}: ")


@pytest.mark.parametrize(
    ("slug", "key"), [(s, "hands") for s in slugs() if s != "push"] + [("push", "open")]
)
@pytest.mark.parametrize("hands", [[], [[]], 5, None])
def test_not_a_hand_for_each_player(slug: str, key: str, hands: Any) -> None:
    no_state(slug, state_of(slug, **{key: hands}), f"This is no state of {slug}: ")


@pytest.mark.parametrize("slug", ["add-up", "burst", "triggs"])
@pytest.mark.parametrize("player", [2, 9, -1, "0", HUGE_PARAM])
def test_player_to_act_who_does_not_exist(slug: str, player: Any) -> None:
    no_state(slug, state_of(slug, to_act=[player]), f"This is no state of {slug}: ")


@pytest.mark.parametrize("player", [2, 9, -1, "0", HUGE_PARAM])
def test_player_in_turn_who_does_not_exist(player: Any) -> None:
    no_state("push", state_of("push", current=player), "This is no state of push: ")


@pytest.mark.parametrize(
    ("slug", "key"),
    [("burst", "turns"), ("burst", "round"), ("push", "switches"), ("triggs", "turns")],
)
@pytest.mark.parametrize("number", [10**6, HUGE_PARAM, "1", 1.5, None])
def test_number_that_is_none(slug: str, key: str, number: Any) -> None:
    no_state(slug, state_of(slug, **{key: number}), f"This is no state of {slug}: ")


@pytest.mark.parametrize("state", [{}, {"phase": "turn"}])
def test_empty_state(state: dict[str, Any]) -> None:
    no_state("push", state, "The state lacks ")


def test_column_that_is_too_long() -> None:
    columns = [["R1", "B2", "G3", "Y4", "P5", "dice", "R6"], [], []]
    no_state("push", state_of("push", columns=columns), "This is no state of push: ")
