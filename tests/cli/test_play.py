"""`cinquina play`: whole games from a script, slips, leaving, saving, and what the screen hides."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text
from typer.testing import CliRunner, Result

from cinquina import Game, Table
from cinquina.bots.thinker import Thinker
from cinquina.cli import picture
from cinquina.cli.main import app
from cinquina.cli.play import choices_of
from cinquina.core.errors import CinquinaError
from cinquina.core.record import look
from cinquina.core.text import Sight
from tests.words import at

NAMES = ["You", "Bot 1", "Bot 2", "Bot 3"]
GAMES = ("add-up", "burst", "push", "seven-ate-nine", "triggs")


def play(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, ["play", *arguments], input=typed)


def shell(*arguments: str, typed: bytes = b"", **variables: str) -> Any:
    return subprocess.run(
        [sys.executable, "-m", "cinquina", "play", *arguments],
        input=typed,
        capture_output=True,
        env={**os.environ, **variables},
        check=False,
    )


def drawn(slug: str, view: dict[str, Any], me: int | None = 0, width: int = 80) -> str:
    screen = picture.Screen(width=width, highlight=False, emoji=False, color_system=None)
    with screen.capture() as seen:
        screen.print(picture.position(slug, view, NAMES[: len(view["scores"])], me))
    return seen.get()


def flat(text: str) -> str:
    return " ".join(text.split())


# --- Whole games -----------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("players", [2, 3])
def test_a_whole_game_by_the_first_choice_only(slug: str, players: int) -> None:
    done = play(slug, "--players", str(players), "--seed", "5", typed="1\n" * 1500 + "n\n")
    assert done.exit_code == 0, done.output
    game, asked, _ = done.output.partition("Another game? [Y/n]")
    assert asked and "win" in game.splitlines()[-players - 2]
    assert max(map(len, done.output.splitlines())) <= 80 and " \n" not in done.output


def test_yes_deals_another_game() -> None:
    done = play("add-up", "--seed", "1", typed="1\n" * 22 + "y\n")
    _, first, second = done.output.split("Add Up: h lists the keys")
    assert second.rstrip().endswith(">") and second[:200] != first[:200]


def test_the_game_is_asked_for() -> None:
    done = play(typed="9\nchess\n4\nq\ny\n")
    assert done.exit_code == 0
    assert "Which game?" in done.output and "7 Ate 9:" in done.output
    assert done.output.count("Type a number from 1 to 5, or q to leave.") == 2


def test_another_seat() -> None:
    done = play("burst", "--seat", "1", "-p", "3", "--seed", "2", typed="q\ny\n")
    board = done.output[done.output.index("round 1") :].splitlines()
    for line, name in zip(board[1:4], ("Bot 1", "You", "Bot 2"), strict=True):
        assert name in line


# --- Typing ----------------------------------------------------------------------------------


def test_a_slip_changes_nothing_and_asks_again() -> None:
    slips = ["", "0", "99", "²", "9" * 5000, "flop", "take 3", "play [red]", "w", "\x00", "-1"]
    slip = play("push", "--seed", "3", typed="\n".join([*slips, "q", "y", ""]))
    calm = play("push", "--seed", "3", typed="q\ny\n")
    assert slip.exit_code == 0
    assert slip.output.count("or h for help.") == len(slips)
    assert "take 3 is not legal now." in slip.output
    assert slip.output.count("cards in the deck") == calm.output.count("cards in the deck") == 1


def test_the_notation_works_too() -> None:
    done = play("push", "--seed", "3", typed="  FLIP \nplace   1\nq\ny\n")
    assert "You turn up" in done.output and "You put" in done.output


def test_keys_and_rule_book() -> None:
    done = play("triggs", "--seed", "3", typed="h\n?\nq\nn\nq\ny\n")
    assert "the rule book" in done.output
    assert "Extra cross" in done.output  # from the book
    assert done.output.count("To keep a game, begin it with --save FILE.") == 2
    assert done.exit_code == 0


def test_the_end_of_the_input_leaves_quietly() -> None:
    done = play("burst", "--seed", "3")
    assert done.exit_code == 0 and "Abort" not in done.output


def test_ctrl_c_leaves_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    done = play("burst", "--seed", "3")
    assert done.exit_code == 130 and "Abort" not in done.output


def test_waiting_lets_a_bot_act_and_is_only_for_the_race() -> None:
    done = play("seven-ate-nine", "--seed", "3", typed="w\nwait\nq\ny\n")
    assert done.output.count("Bot 1 ") - done.output.count("Bot 1  ") >= 2


@pytest.mark.parametrize("slug", GAMES)
def test_no_unicode_and_bad_bytes(slug: str) -> None:
    typed = b"\xff\xfe\n?\n" + b"1\n" * 12
    done = shell(slug, "--seed", "3", typed=typed, PYTHONIOENCODING="ascii", NO_COLOR="1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii() and b"\x1b" not in done.stdout


def test_ascii_cards_are_the_notation() -> None:
    typed = b"1\n1\n1\n1\n"
    done = shell("push", "--seed", "3", typed=typed, PYTHONIOENCODING="ascii")
    assert re.search(rb"You turn up ([RBGYP][1-6]|dice|a direction card switch)\.", done.stdout)
    assert re.search(rb"column 1   ([RBGYP][1-6]|dice) ", done.stdout)


# --- Bad arguments ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["chess"], "There is no game 'chess'"),
        (["push", "--seat", "2"], "Seats are numbered 0 to 1"),
        (["push", "--seat", "-1"], "Seats are numbered 0 to 1"),
        (["push", "--players", "7"], "push is for 2 to 6 players"),
        (["push", "--bot", "deep"], "There is no bot 'deep'"),
        (["push", "-p", "4", "--bot", "random", "--bot", "random"], "one for each bot; not 2"),
        (["push", "--save", "/no/such/folder/game"], "there is no folder /no/such/folder"),
    ],
)
def test_bad_arguments_are_a_sentence(arguments: list[str], words: str) -> None:
    done = play(*arguments, typed="1\n")
    assert isinstance(done.exception, CinquinaError) and words in str(done.exception)


def test_a_sentence_and_exit_code_2() -> None:
    done = shell("chess")
    assert done.returncode == 2 and done.stderr.startswith(b"cinquina: There is no game")


# --- Saving ----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_a_saved_game_is_replayed(slug: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    done = play(slug, "--seed", "5", "--save", str(file), typed="1\n" * 1500)
    ended = done.output[: done.output.index("Another game?")]
    told = CliRunner().invoke(app, ["replay", str(file)])
    assert told.exit_code == 0, told.exception
    winners = ("You win.", "Player 0 wins."), ("Bot 1 wins.", "Player 1 wins.")
    assert any(mine in ended and theirs in told.output for mine, theirs in winners)


def test_a_game_left_is_saved_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    done = play("push", "--seed", "3", "--save", str(file), typed="1\n1\nq\ny\n")
    assert "What was played so far will be saved." in done.output
    assert "paused:" in file.read_text()
    assert CliRunner().invoke(app, ["replay", str(file)]).exit_code == 0


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("mine")
    done = play("push", "--save", str(file), typed="1\n")
    assert isinstance(done.exception, CinquinaError) and "there already" in str(done.exception)
    assert file.read_text() == "mine" and done.output == ""


def test_the_second_game_has_a_file_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    play("add-up", "--seed", "1", "--save", str(file), typed="1\n" * 22 + "y\n" + "1\n" * 3)
    assert sorted(os.listdir(tmp_path)) == ["game-2.txt", "game.txt"]
    assert "number: 1" in (tmp_path / "game-2.txt").read_text()


# --- Hidden ----------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", GAMES)
def test_worlds_that_look_the_same_are_drawn_the_same(slug: str) -> None:
    from cinquina.bots import make

    table = Game(slug, 3).deal(seed=5)
    bots = [make("random", 5, seat, slug) for seat in range(3)]
    for _ in range(30):
        seat = table.to_act[0]
        if seat == 0:
            guesses = [table.imagined(0, seed) for seed in range(3)]
            offered = [choices_of(slug, guess, 0, NAMES) for guess in (table, *guesses)]
            assert all(choices == offered[0] for choices in offered)
        table.play(seat, bots[seat].choose(table, seat))
    other = table.imagined(0, seed=99)
    assert other.state() != table.state()
    assert drawn(slug, other.view(0)) == drawn(slug, table.view(0))


@pytest.mark.parametrize("slug", GAMES)
def test_a_bot_is_given_what_its_seat_may_know(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Table] = []
    choose = Thinker.choose

    def watched(bot: Thinker, table: Table, seat: int) -> str:
        asked.append(table)
        return choose(bot, table, seat)

    monkeypatch.setattr(Thinker, "choose", watched)
    play(slug, "--seed", "5", typed="1\n" * 40)
    assert asked and all(table.seed is None for table in asked)  # a dealt table has a seed


@pytest.mark.parametrize("slug", GAMES)
def test_play_never_looks_at_the_full_state(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seats: set[int | None] = set()
    view = Table.view

    def watched(table: Table, player: int | None = None) -> dict[str, Any]:
        seats.add(player)
        return view(table, player)

    def forbidden(_: Table) -> dict[str, Any]:
        raise AssertionError("the full state is not for the screen")

    monkeypatch.setattr(Table, "view", watched)
    monkeypatch.setattr(Table, "state", forbidden)
    assert play(slug, "--seat", "1", "-p", "3", typed="1\n" * 40).exit_code == 0
    assert seats == {1}


# --- Pictures and choices --------------------------------------------------------------------


def test_a_yellow_joker_is_offered_once_a_row_the_winning_value_first() -> None:
    table = at("add-up", hands=[["2", "Y"], ["3"]], top=["9", "8"], bottom=["4"], deck=["1"])
    choices = choices_of("add-up", table, 0, NAMES)
    assert [action for action, _, _ in choices] == [
        "play Y=13 bottom",
        "play 2 top",
        "play 2 bottom",
        "play Y=10 top",
    ]
    assert "wins 4 cards" in choices[0][1]
    assert choices[3][2] == "10-99: type play Y=17 top"
    assert table.play(0, choices[0][0])[0]["type"] == "captured"


def test_every_choice_is_legal_and_every_move_can_be_chosen_or_typed() -> None:
    for slug in GAMES:
        table = Game(slug, 2).deal(seed=1)
        seat = table.to_act[0]
        legal = table.legal(seat)
        offered = [action for action, _, _ in choices_of(slug, table, seat, NAMES)]
        assert set(offered) <= set(legal)
        assert slug == "add-up" or set(offered) == set(legal)


def words_at(slug: str, **state: Any) -> dict[str, str]:
    """The choices of player 0 in a position: action and words without markup."""
    choices = choices_of(slug, at(slug, **state), 0, NAMES)
    return {action: Text.from_markup(words).plain for action, words, _ in choices}


def test_burst_says_what_comes_of_a_card() -> None:
    hands = [["6", "1s", "3d"], ["5"]]
    words = words_at("burst", hands=hands, row=["9", "1", "8"], deck=["1"])
    assert words["play 6"] == "play 6: total 24, you burst"
    assert words["play 1s"] == "play 1≡ (discard same): total 18"
    assert words["play 3d"] == "play 3✕, then discard one of the row"
    words = words_at("burst", hands=[["3d"], ["5"]], deck=["1"])
    assert words["play 3d"] == "play 3✕ (discard one): total 3"
    row = ["9", "8", "1t"]
    words = words_at("burst", phase="pick", hands=[[], []], row=row, deck=["1"])
    assert words["pick 8"] == "take 8 from the row: total 10"


def test_push_says_who_rolls_and_who_chooses_next() -> None:
    columns = [["R2", "dice"], ["Y4"], []]
    words = words_at("push", players=3, columns=columns, deck=["R1"])
    assert words["take 1"] == "stop and take column 1, then roll the die; Bot 1 chooses next"
    words = words_at("push", players=3, columns=columns, switches=1, deck=["R1"])
    assert words["take 2"] == "stop and take column 2; Bot 2 chooses next"


def test_a_heap_of_push_is_not_broken() -> None:
    laid = [color + str(value) for color in "RBGYP" for value in (1, 2, 3, 4, 5, 6)]
    table = at("push", open=[laid, []], deck=["R1"])
    for width in (80, 60, 44):
        text = drawn("push", table.view(0), width=width)
        assert all(f"{shape} 1 2 3 4 5 6" in text for shape in "▲■◆●⬟")
        assert max(map(len, text.splitlines())) <= width


def test_a_long_line_is_indented_where_it_goes_on() -> None:
    screen = picture.Screen(width=40, highlight=False, color_system=None)
    with screen.capture() as seen:
        screen.print("Bot 1 takes column 1 and " + "more " * 8, "      so " * 8, "word " * 8)
    first, *more = seen.get().splitlines()
    assert first.startswith("Bot 1") and all(line.startswith("  ") for line in more[:2])
    assert more[-1] == "word word word word word word word word"


def test_the_end_of_add_up_of_the_race_and_of_triggs() -> None:
    table = at("add-up", hands=[["2"], []], top=["9", "Y=12"], bottom=["4"])
    table.play(0, "play 2 top")
    assert "left on the table, nobody's: 2 4 9 Y" in flat(drawn("add-up", table.view(0)))
    table = at("seven-ate-nine", pile=["5:3"], hands=[["8:1"], ["1:1"]], decks=[[], []])
    table.play(0, "finish")
    assert "the last card, face down" in (text := drawn("seven-ate-nine", table.view(0)))
    assert "8±1" in text and "next comes" not in text
    boxes = Game("triggs", 2).rules.BOXES[1:]
    crossed = [[boxes[0] - 1, *boxes[1:]], [0] * 12]
    table = at("triggs", crossed=crossed, hands=[["1", "2"], ["2"]], middle=["3"], left=["4"])
    assert "turn 1 " in drawn("triggs", table.view(0))
    table.play(0, "cross 1")
    table.play(0, "use 1")
    text = drawn("triggs", table.view(0))
    assert table.over and "turn 1 " in text and "face down" not in text


def test_triggs_says_what_others_were_seen_to_take() -> None:
    hands = [["1"], ["2", "5"]]
    table = at("triggs", hands=hands, known=[[], ["5"]], middle=["3"], left=["4"])
    assert "Bot 1 was seen to take 5" in flat(drawn("triggs", table.view(0)))


def test_one_choice_is_no_range() -> None:
    done = play("push", "--seed", "3", typed="9\nq\ny\n")
    assert "Type 1, or h for help." in done.output


def test_add_up_shows_sums_and_difference() -> None:
    table = at("add-up", hands=[["2"], ["3"]], top=["9", "W=3"], bottom=["4", "Y=17"])
    text = flat(drawn("add-up", table.view(0)))
    assert "top 9 W=3 = 12" in text and "bottom 4 Y=17 = 21" in text
    assert "9 more in the bottom row" in text


def test_push_shows_shapes_and_seven_ate_nine_what_comes_next() -> None:
    table = at("push", columns=[["R2", "B5", "dice"], ["Y4", "G1", "P6"], []], deck=["R1"])
    text = flat(drawn("push", table.view(0)))
    assert "column 1 ▲2 ■5 ⚄ = 7" in text and "column 2 ●4 ◆1 ⬟6 = 11" in text
    table = at("seven-ate-nine", pile=["5:3"], hands=[["8:1", "2:2"], ["1:1"]], decks=[[], ["1:2"]])
    assert "2 or 8" in drawn("seven-ate-nine", table.view(0))


def test_burst_shows_signs_and_what_others_were_seen_taking() -> None:
    hands = [["4r", "3s"], ["5d", "8t"]]
    table = at("burst", hands=hands, known=[[], ["8t"]], row=["9"], deck=["1"])
    text = flat(drawn("burst", table.view(0)))
    assert "Your hand 3≡ 4⇄" in text and "2 cards, seen 8⇧" in text and "✕" not in text


def test_triggs_is_a_sheet_of_boxes() -> None:
    crossed = [[2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3], [0] * 12]
    table = at("triggs", crossed=crossed, hands=[["1"], ["2"]], middle=["3"], left=["4"])
    text = drawn("triggs", table.view(0))
    assert " 1 ☒☒ " in text and " 4 ☒☐☐ " in text and "12 ☒☒☒☐☐" in text


@pytest.mark.parametrize("slug", GAMES)
def test_a_game_without_a_picture_of_its_own_is_shown_line_by_line(slug: str) -> None:
    table = Game(slug, 2).deal(seed=1)
    shown = drawn("a-new-game", table.view(0))
    assert all(key in shown for key in table.game.rules.show(look(table.states, 0), Sight(0)))
    player = table.to_act[0]
    offered = [words for _, words, _ in choices_of("a-new-game", table, player, NAMES)]
    assert offered == table.legal(player)
