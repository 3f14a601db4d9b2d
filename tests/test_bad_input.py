"""Bad input from Python: a sentence that says what would be right, and nothing is changed."""

import hashlib
import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from cinquina import BadReplay, CinquinaError, Game, IllegalAction, Table, slugs
from cinquina.table import MAGIC
from tests.catalogue import play_on

HUGE = 10**5000  # Python itself refuses to write such a number down
HUGE_PARAM = pytest.param(HUGE, id="huge")


def refused(call: Callable[[], Any], *words: str, kind: type = CinquinaError) -> str:
    """The call fails with a sentence that has these words in it."""
    with pytest.raises(kind) as caught:
        call()
    assert isinstance(caught.value, CinquinaError)
    sentence = str(caught.value)
    for word in words:
        assert word in sentence, sentence
    assert sentence.endswith(".") and "\n" not in sentence and len(sentence) < 1000
    return sentence


def unchanged(table: Table, call: Callable[[], Any], *words: str) -> None:
    """The call is refused as an illegal action; the table stays as it was."""
    before = table.to_bytes()
    refused(call, *words, kind=IllegalAction)
    assert table.to_bytes() == before


# --- A game ----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["pusch", "Push", "", "add_up", "../push", None, 5, ["push"]])
def test_unknown_game(slug: Any) -> None:
    refused(lambda: Game(slug, 2), f"There is no game {slug!r}: choose one of", *slugs())


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("players", [0, 1, 7, -2, "3", True, 2.0, None, HUGE_PARAM])
def test_number_of_players(slug: str, players: Any) -> None:
    rules = Game(slug, 2).rules
    words = f"{slug} is for {rules.MIN_PLAYERS} to {rules.MAX_PLAYERS} players, not "
    refused(lambda: Game(slug, players), words)


def test_too_many_players_for_this_game() -> None:
    refused(lambda: Game("triggs", 5), "triggs is for 2 to 4 players, not 5.")


def test_unknown_option_names_the_options() -> None:
    known = "its options are risk, bank_again, keep_direction_cards."
    refused(lambda: Game("push", 2, rsk=True), "push has no option 'rsk'", known)
    refused(lambda: Game("burst", 2, risk=True), "burst has no option 'risk': it has none.")


@pytest.mark.parametrize(
    ("slug", "name", "value", "right"),
    [
        ("push", "risk", "maybe", "true or false"),
        ("push", "risk", 1, "true or false"),
        ("push", "risk", None, "true or false"),
        ("push", "risk", [], "true or false"),
        ("triggs", "discard_any", "2", "true or false"),
        ("add-up", "yellow_max", 100, "a whole number from 10 to 99"),
        ("add-up", "yellow_max", 9, "a whole number from 10 to 99"),
        ("add-up", "yellow_max", True, "a whole number from 10 to 99"),
        ("add-up", "yellow_max", 12.0, "a whole number from 10 to 99"),
        ("add-up", "yellow_max", "many", "a whole number from 10 to 99"),
        pytest.param("add-up", "yellow_max", HUGE, "a whole number from 10 to 99", id="huge"),
        ("add-up", "yellow_max", "9" * 5000, "a whole number from 10 to 99"),
        ("add-up", "deck", 40, "48 or 36"),
        ("add-up", "deck", "yes", "48 or 36"),
    ],
)
def test_ill_typed_option(slug: str, name: str, value: Any, right: str) -> None:
    refused(lambda: Game(slug, 2, **{name: value}), f"The option {name} is {right}, not ")


# --- A deck ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "card"),
    [
        ("add-up", "W=3"),
        ("burst", "99"),
        ("burst", "4x"),
        ("burst", ""),
        ("burst", 4),
        ("push", "R7"),
        ("push", "r5"),
        ("push", "dice "),
        ("seven-ate-nine", "5"),
        ("triggs", "13"),
    ],
)
def test_malformed_card(slug: str, card: Any) -> None:
    words = refused(lambda: Game(slug, 2, {card: 50}), f"{card!r} is not a card of {slug}")
    assert "its cards are " in words and Game(slug, 2).rules.CARDS[-1] in words


@pytest.mark.parametrize("copies", [-1, True, 2.0, "4", None, 128, HUGE_PARAM, {"red": 1}, [3]])
def test_copies_of_a_card(copies: Any) -> None:
    words = "The copies of 5 are a whole number from 0 to 127, not "
    refused(lambda: Game("burst", 2, {"4": 60, "5": copies}), words)


@pytest.mark.parametrize("deck", [{}, {"5": 0}, {"5": 64, "6": 64}])
def test_number_of_cards(deck: dict[str, int]) -> None:
    words = f"A deck of burst has 1 to 127 cards, this one has {sum(deck.values())}."
    refused(lambda: Game("burst", 2, deck), words)


@pytest.mark.parametrize(
    ("slug", "players", "deck", "words"),
    [
        ("seven-ate-nine", 4, {"5:3": 72}, ("one card more than a multiple of 4", "has 72")),
        ("seven-ate-nine", 2, {"5:3": 7}, ("at least 9", "has 7")),
        ("add-up", 6, {"5": 19}, ("at least 20 cards", "has 19")),
        ("triggs", 4, {"5": 39}, ("at least 40 cards", "has 39")),
        ("triggs", 2, {"5": 20, "12": 9, "11": 0, "4": -0}, None),
        ("triggs", 2, {"5": 19, "12": 9}, ("at least 29 cards", "has 28")),
        ("push", 3, {"switch": 12}, ("needs cards for its columns",)),
        ("push", 2, {"switch": 12}, ("needs cards for its columns",)),
    ],
)
def test_deck_that_does_not_fit(
    slug: str, players: int, deck: dict[str, int], words: tuple[str, ...] | None
) -> None:
    if words is None:  # just enough
        assert Game(slug, players, deck).deck == {k: n for k, n in deck.items() if n}
    else:
        refused(lambda: Game(slug, players, deck), "This deck can't be dealt: ", *words)


def test_option_deck_together_with_a_deck_of_ones_own() -> None:
    words = "Give either the option deck or a deck of your own, not both."
    refused(lambda: Game("add-up", 2, {"5": 40}, deck=36), words)
    refused(lambda: Game("add-up", 2, {"5": 40}, deck=48), words)


# --- A deal ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [-1, 2**256, True, 1.0, "7", HUGE_PARAM, [7]])
def test_seed(seed: Any) -> None:
    words = "A seed is a whole number from 0 to 2**256 - 1, not "
    refused(lambda: Game("push", 2).deal(seed=seed), words)
    refused(lambda: Game("push", 2).deal(seed=0).imagined(0, seed=seed), words)


@pytest.mark.parametrize("number", [-1, 2**64, True, 1.5, "1", HUGE_PARAM])
def test_number_of_a_game(number: Any) -> None:
    refused(lambda: Game("push", 2).deal(seed=1, number=number), "number", "whole number")


# --- A move ----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", slugs())
def test_unknown_action_and_illegal_action(slug: str) -> None:
    table = Game(slug, 2).deal(seed=1)
    player = table.to_act[0]
    legal = table.legal(player)
    for action in ("", "dance", f"{legal[0]} ", legal[0].upper(), None, 0, ["draw"]):
        words = (f"{action!r} is no action of {slug}.", "Legal now: ", legal[0])
        unchanged(table, lambda action=action: table.play(player, action), *words)
    other = next(a for a in table.game.rules.ACTIONS if a not in legal)
    words = (f"{other!r} is not legal now.", "Legal: ", legal[0])
    unchanged(table, lambda: table.play(player, other), *words)


@pytest.mark.parametrize("slug", [slug for slug in slugs() if slug != "seven-ate-nine"])
def test_wrong_player(slug: str) -> None:
    table = Game(slug, 3).deal(seed=1)
    player = table.to_act[0]
    other = (player + 1) % 3
    words = f"Player {other} may not act now, but player {player}."
    unchanged(table, lambda: table.play(other, table.legal(player)[0]), words)


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("player", [-1, 3, 9, "0", True, 0.0, HUGE_PARAM])
def test_player_who_does_not_exist(slug: str, player: Any) -> None:
    table = Game(slug, 3).deal(seed=1)
    words = "Players are numbered 0 to 2; there is no player "
    unchanged(table, lambda: table.play(player, table.legal(table.to_act[0])[0]), words)
    for look in (table.view, table.legal, table.observation, table.imagined):
        unchanged(table, lambda look=look: look(player), words)
    unchanged(table, lambda: table.legal(None), words)  # type: ignore[arg-type]


@pytest.mark.parametrize("slug", slugs())
def test_action_after_the_end(slug: str) -> None:
    table = Game(slug, 2).deal(seed=1)
    play_on(table, random.Random(1))
    for player in (0, 1):
        for action in ("draw", "dance", table.game.rules.ACTIONS[0]):
            call = lambda p=player, a=action: table.play(p, a)  # noqa: E731
            unchanged(table, call, "The game is over: nobody acts any more.")


# --- A saved table ---------------------------------------------------------------------------


def sealed(body: bytes) -> bytes:
    return MAGIC + hashlib.sha256(body).digest() + body


@pytest.mark.parametrize("data", [b"", b"garbage", b"\0" * 5000, b"cinquina table 2\n" + b"x" * 99])
def test_bytes_that_are_no_table(data: bytes) -> None:
    words = "These bytes are no saved table: only what to_bytes gave is read."
    refused(lambda: Table.from_bytes(data), words, kind=BadReplay)


@pytest.mark.parametrize("slug", slugs())
def test_damaged_table(slug: str) -> None:
    data = Game(slug, 2).deal(seed=1).to_bytes()
    cut = [data[:n] for n in range(len(MAGIC), len(data), 37)]
    flipped = [
        data[:i] + bytes([data[i] ^ 1 << i % 8]) + data[i + 1 :]
        for i in range(len(MAGIC), len(data), 11)
    ]
    for bad in (*cut, *flipped, data + b"\0", data[:-1]):
        words = ("The saved table is damaged", "take another copy, or its replay.")
        refused(lambda bad=bad: Table.from_bytes(bad), *words, kind=BadReplay)


@pytest.mark.parametrize(("key", "value"), [("layout", "0" * 12), ("rules", 99)])
def test_table_of_another_version(key: str, value: Any) -> None:
    body = Game("push", 2).deal(seed=1).to_bytes()[len(MAGIC) + 32 :]
    head, _, record = body.partition(b"\n")
    other = json.dumps(json.loads(head) | {key: value}).encode() + b"\n" + record
    words = ("another version of push", "read its replay instead.")
    refused(lambda: Table.from_bytes(sealed(other)), *words, kind=BadReplay)
