"""Damaged replays: BadReplay names the line that is wrong, and what would be right."""

import random
from functools import cache

import pytest

import cinquina
from cinquina import BadReplay, Game
from tests.catalogue import play_on

LONG = "9" * 5000  # Python itself refuses to read such a number


@cache
def lines(moves: int = 10_000) -> list[str]:
    """A replay of push: six lines of header, an empty line, then the actions from line 8 on."""
    table = Game("push", 3, risk=True).deal(seed=7)
    play_on(table, random.Random(7), moves)
    return table.record().splitlines()


def bad(changed: list[str], *words: str) -> None:
    """The changed replay is refused with these words."""
    with pytest.raises(BadReplay) as caught:
        cinquina.replay("\n".join(changed) + "\n")
    sentence = str(caught.value)
    for word in words:
        assert word in sentence, sentence
    assert sentence.endswith(".") and "\n" not in sentence and len(sentence) < 1000


def with_line(number: int, text: str) -> list[str]:
    """The replay with another text in a line, counted from 1."""
    return [*lines()[: number - 1], text, *lines()[number:]]


def test_the_replay_itself_is_right() -> None:
    head = ["game: push", "players: 3", "options: risk=true", "rules: 1", "seed: 7"]
    assert lines()[:7] == ["cinquina replay 1", *head, ""]
    assert lines()[7].split()[1] == "flip"
    table = cinquina.replay("\r\n".join(lines()))  # as Windows writes it
    assert table.over and table.record().splitlines() == lines()


@pytest.mark.parametrize("first", ["", "cinquina replay 2", "hello", "game: push"])
def test_wrong_first_line(first: str) -> None:
    bad(with_line(1, first), "Line 1: a replay begins with 'cinquina replay 1'.")


def test_empty_text() -> None:
    for text in ("", "\n\n", "\0"):
        with pytest.raises(BadReplay, match="Line 1: a replay begins with 'cinquina replay 1'"):
            cinquina.replay(text)


@pytest.mark.parametrize(("line", "name"), [(2, "game"), (3, "players"), (5, "rules"), (6, "seed")])
def test_missing_header(line: int, name: str) -> None:
    without = [*lines()[: line - 1], *lines()[line:]]
    bad(without, f"Line 7: the header lacks '{name}'.")


@pytest.mark.parametrize(
    ("line", "text", "words"),
    [
        (2, "game: pusch", "There is no game 'pusch': choose one of add-up, burst, push,"),
        (2, "game:", "There is no game ''"),
        (3, "players: 9", "push is for 2 to 6 players, not 9."),
        (3, "players: three", "'three' is not a whole number"),
        (3, "players: -3", "'-3' is not a whole number"),
        (3, "players: ³", "'³' is not a whole number"),
        (3, f"players: {LONG}", ""),
        (4, "options: rsk=true", "push has no option 'rsk': its options are risk,"),
        (4, "options: risk=maybe", "The option risk is true or false, not 'maybe'."),
        (4, "options: risk", "'risk' is not a list of name=value, each name once."),
        (4, "options: risk=true risk=true", "is not a list of name=value, each name once."),
        (4, "options: slug=3", "push has no option 'slug': its options are risk,"),
        (4, "options: players=3", "push has no option 'players': its options are risk,"),
        (4, "options: cards=3", "push has no option 'cards': its options are risk,"),
        (4, "options: self=3", "push has no option 'self': its options are risk,"),
        (4, "cards: R1=many", "'many' is not a whole number"),
        (4, "cards: R1=128", "The copies of R1 are a whole number from 0 to 127, not 128."),
        (4, "cards: R9=1", "'R9' is not a card of push: its cards are R1,"),
        (4, "cards: R1=1 R1=2", "is not a list of name=value, each name once."),
        (4, "cards:", "A deck of push has 1 to 127 cards, this one has 0."),
        (4, f"cards: R1={LONG}", ""),
        (5, "rules: 99", "These are rules 99 of push; this program plays 1"),
        (5, "rules: one", "'one' is not a whole number"),
        (5, f"rules: {LONG}", ""),
        (6, "seed: -1", "'-1' is not a whole number"),
        (6, "seed: seven", "'seven' is not a whole number"),
        (6, "seed: 0x7", "'0x7' is not a whole number"),
        (6, f"seed: {2**256}", "A seed is a whole number from 0 to 2**256 - 1"),
        (6, f"seed: {LONG}", ""),
        (7, "number: -1", "'-1' is not a whole number"),
        (7, f"number: {2**64}", "whole number"),
        (7, f"number: {LONG}", ""),
        (7, "seed: 7", "seed is given twice."),
        (7, "colour: red", "'colour: red' is not a player and an action."),
    ],
    ids=lambda value: str(value)[:40],
)
def test_wrong_header(line: int, text: str, words: str) -> None:
    bad(with_line(line, text), f"Line {line}: ", words)


def test_option_deck_together_with_cards() -> None:
    head = ["cinquina replay 1", "game: add-up", "players: 2", "options: deck=36", "cards: 5=40"]
    bad(
        [*head, "rules: 1", "seed: 7", "paused: 0 actions"],
        "Give either the option deck or a deck of your own, not both.",
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{0} take 1", ("'take 1' is not legal now. Legal: flip",)),
        ("{0} dance", ("'dance' is no action of push. Legal now: flip",)),
        ("{0}", ("'' is no action of push. Legal now: flip",)),
        ("{1} flip", ("Player {1} may not act now, but player {0}.",)),
        ("9 flip", ("Players are numbered 0 to 2; there is no player 9.",)),
        ("-1 flip", ("'-1 flip' is not a player and an action.",)),
        ("flip", ("'flip' is not a player and an action.",)),
        ("{0} flip @soon", ("is not a player and an action.",)),
        (f"{LONG} flip", ()),
        (f"{{0}} flip @{LONG}", ()),
    ],
    ids=lambda value: str(value)[:40],
)
def test_wrong_action(text: str, words: tuple[str, ...]) -> None:
    player = int(lines()[7].split()[0])
    other = (player + 1) % 3
    wanted = [word.format(player, other) for word in words]
    bad(with_line(8, text.format(player, other)), "Line 8: ", *wanted)


def test_illegal_action_far_down() -> None:
    number = next(i for i, line in enumerate(lines(), 1) if line.endswith(("place 1", "place 2")))
    player = lines()[number - 1].split()[0]
    bad(
        with_line(number, f"{player} flip"), f"Line {number}: 'flip' is not legal now. Legal: place"
    )


def test_left_out_action() -> None:
    without = [*lines()[:7], *lines()[8:]]
    bad(without, "Line 8: ", "is not legal now. Legal: flip")


def test_action_after_the_end() -> None:
    number = len(lines()) - 1
    more = [*lines()[: number - 1], "0 flip", "", lines()[-1]]
    bad(more, f"Line {number}: The game is over: nobody acts any more.")


def test_truncated() -> None:
    whole = len(lines())
    for kept in (8, 9, whole // 2, whole - 1):
        bad(lines()[:kept], "the replay is truncated, its last line (end or paused) is missing.")
    bad(lines()[:6], "Line 7: the replay is truncated")


def test_wrong_last_line() -> None:
    last = lines()[-1]
    moves = int(last.split()[1])
    scores = last.partition("scores ")[2].partition(",")[0].split()
    wrong_scores = last.replace(" ".join(scores), " ".join(["99", *scores[1:]]))
    for wrong in (
        last.replace(f"{moves} actions", f"{moves + 1} actions"),
        wrong_scores,
        last.replace("winners", "winners 7"),
        f"paused: {moves} actions",
        "end:",
    ):
        assert wrong != last
        words = (f"Line {len(lines())}: the replay ends with", repr(last), repr(wrong))
        bad([*lines()[:-1], wrong], *words)


def test_a_game_that_is_paused_has_not_ended() -> None:
    paused = lines(20)
    assert paused[-1] == "paused: 20 actions"
    assert not cinquina.replay("\n".join(paused)).over
    bad([*paused[:-1], "paused: 21 actions"], "the replay ends with 'paused: 20 actions'")
    bad([*paused[:-1], lines()[-1]], "the replay ends with 'paused: 20 actions'")


def test_a_position_that_was_set_up_has_no_replay() -> None:
    table = Game("push", 2).position(Game("push", 2).deal(seed=1).state())
    with pytest.raises(cinquina.CinquinaError, match="only a dealt game has"):
        table.record()
