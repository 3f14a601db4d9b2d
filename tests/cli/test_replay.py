"""`cinquina replay`: a game told again, and what is wrong with a replay that is damaged."""

import json
import re
import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from rich.text import Text
from typer.testing import CliRunner, Result

from cinquina import Game
from cinquina.cli.main import app
from cinquina.cli.replay import Step, says
from cinquina.core.errors import CinquinaError
from cinquina.lab.playthrough import bot_moves, seated
from tests.words import at

GAMES = ("add-up", "burst", "push", "seven-ate-nine", "triggs")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def recorded(slug: str, file: Path, most: int = 10_000, **options: object) -> Path:
    """The game that `playthrough` plays with seed 5, in a file."""
    game = Game(slug, 3, **options)
    table = game.deal(seed=5)
    for move in islice(bot_moves(table, seated(game, 5, ["random"])), most):
        table.play(*move)
    file.write_text(table.record())
    return file


@pytest.mark.parametrize("slug", GAMES)
def test_json_is_that_of_playthrough(slug: str, tmp_path: Path) -> None:
    told = run("replay", recorded(slug, tmp_path / "r"), "--json")
    played = run("playthrough", slug, "--players", 3, "--seed", 5)
    assert told.exit_code == 0 and told.output == played.output


@pytest.mark.parametrize("slug", GAMES)
def test_a_whole_game_in_words(slug: str, tmp_path: Path) -> None:
    file = recorded(slug, tmp_path / "r")
    told = run("replay", file)
    assert told.exit_code == 0, told.exception
    actions = int(file.read_text().rpartition("end: ")[2].split()[0])
    lines = told.output.splitlines()
    assert any(line.startswith(f"{actions:>4}  ") for line in lines)
    assert "win" in told.output and "3 players" in lines[0]
    assert max(len(line.rstrip()) for line in lines) <= 80


def test_events_are_told_with_the_action(tmp_path: Path) -> None:
    push = run("replay", recorded("push", tmp_path / "p")).output
    assert re.search(r"takes column \d: .*⚄.*; rolls the die: \w+ .*, loses ", push)
    burst = run("replay", recorded("burst", tmp_path / "b")).output
    assert re.search(r"(Player \d) bursts at 2[2-9]\.(.|\n)*\1 scores nothing", burst)


def test_to_stops_and_shows_the_position(tmp_path: Path) -> None:
    file = recorded("push", tmp_path / "r")
    told = run("replay", file, "--to", 5).output
    assert "\n   5  " in told and "\n   6  " not in told
    assert told.count("cards in the deck") == 2 and "not over" in told
    assert run("replay", file, "--to", 0).output.count("\n   1  ") == 0
    lines = run("replay", file, "--to", 5, "--json").output.splitlines()
    assert [json.loads(line)["kind"] for line in lines] == ["start"] + ["step"] * 5


def test_to_beyond_the_end(tmp_path: Path) -> None:
    told = run("replay", recorded("push", tmp_path / "r", 9), "--to", 10)
    assert isinstance(told.exception, CinquinaError) and "has 9 actions" in str(told.exception)


def test_a_paused_game_and_its_options(tmp_path: Path) -> None:
    told = run("replay", recorded("push", tmp_path / "r", 9, risk=True))
    assert told.exit_code == 0 and "risk=true" in told.output and "not over" in told.output


def test_step_does_not_wait_where_nobody_can_press_enter(tmp_path: Path) -> None:
    assert "win" in run("replay", recorded("add-up", tmp_path / "r"), "--step").output


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("cinquina replay 1", "chess", "Line 1:"),
        ("game: push", "game: chess", "Line 2:"),
        ("seed: 5", "seed: five", "Line 5:"),
        (" flip", " flop", "Line 7: 'flop' is no action of push"),
        (" flip", "7 flip", "Line 7: Players are numbered 0 to 2"),
        ("winners 2", "winners 1", "the replay ends with"),
        ("end: ", "", "truncated"),
    ],
)
def test_a_damaged_replay_names_the_line(old: str, new: str, words: str, tmp_path: Path) -> None:
    file = recorded("push", tmp_path / "r")
    text = file.read_text()
    winner = text.split()[-1]
    old, new = old.replace("winners 2", f"winners {winner}"), new.replace("winners 1", "winners 9")
    assert old in text
    file.write_text(text.replace(old, new, 1))
    told = run("replay", file)
    assert isinstance(told.exception, CinquinaError) and words in str(told.exception)
    assert told.output == ""


def test_no_file_a_folder_and_no_text(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    for name in ("missing", "", "bytes"):
        told = run("replay", tmp_path / name)
        assert isinstance(told.exception, CinquinaError)


def test_a_sentence_and_exit_code_2(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "cinquina", "replay", str(tmp_path / "missing")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("cinquina: The replay ") and "Traceback" not in done.stderr


def test_verbs_follow_their_player() -> None:
    pairs = {
        "crosses it": "cross it",
        "takes it": "take it",
        "loses": "lose",
        "makes it": "make it",
    }
    for theirs, mine in pairs.items():
        assert says("Bot 1", theirs) == f"Bot 1 {theirs}"
        assert says("You", theirs) == f"You {mine}"


# --- What is told ----------------------------------------------------------------------------


def told(slug: str, action: str, **state: Any) -> str:
    """An action of player 0 in a position, in words without markup."""
    table = at(slug, **state)
    before = table.state()
    events = table.play(0, action)
    step = Step(slug, ["Ada", "Bob"], 0, action, before, table.state(), events)
    return "\n".join(Text.from_markup(line).plain for line in step.lines())


def test_burst_tells_the_total_when_the_action_is_done() -> None:
    hands = [["3d"], ["5"]]
    assert told("burst", "play 3d", hands=hands, row=["9"], deck=["1"]) == (
        "Ada plays 3✕ (discard one)."
    )
    state = {"phase": "pick", "hands": [[], ["5"]], "row": ["9", "8", "3d"]}
    assert told("burst", "pick 9", deck=["1"], **state) == "Ada discards 9 from the row: total 11."


def test_add_up_tells_the_new_rows_after_a_capture() -> None:
    hands = [["2", "9"], ["3"]]
    words = told("add-up", "play 2 top", hands=hands, top=["7"], bottom=["9"], deck=["1", "4", "5"])
    assert "9 against 9" in words and "Ada wins 3 cards from the table!" in words
    assert "New on the table: 4 at the top, 5 at the bottom." in words


def test_the_last_card_of_the_race_is_told() -> None:
    state = {"pile": ["5:3"], "hands": [["8:1"], ["1:1"]], "decks": [[], []]}
    words = told("seven-ate-nine", "finish", **state)
    assert words == "Ada lays the last card face down: 8±1."


# --- In plain text ---------------------------------------------------------------------------


def test_a_deck_is_listed_once_and_then_counted() -> None:
    text = run("playthrough", "burst", "--seed", 5, "--text").output
    start, _, rest = text.partition("\n1. ")
    assert len(re.search(r"deck: (.*)", start)[1].split()) == 90
    assert "deck: 89 cards\n" in rest
    race = run("playthrough", "seven-ate-nine", "--seed", 5, "--text").output
    assert re.search(r"decks: \d+ cards \| \d+ cards\n", race)
    assert "no cards" in race and "0 cards" not in re.sub(r"\d0 cards", "", race)
