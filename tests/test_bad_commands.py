"""Bad input on the command line: exit code 2, one sentence on stderr, nothing on stdout."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cinquina import Game, commitment
from cinquina.cli.main import main

LONG = "9" * 5000


@pytest.fixture
def fails(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> "Fails":
    return Fails(monkeypatch, capsys)


class Fails:
    """Run a command that must fail."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, *arguments: object, says: str = "") -> None:
        """It exits with 2 and says these words in one line."""
        self.monkeypatch.setattr(sys, "argv", ["cinquina", *map(str, arguments)])
        with pytest.raises(SystemExit) as exited:
            main()
        out, err = self.capsys.readouterr()
        assert exited.value.code == 2
        assert out == ""
        assert err.startswith("cinquina: ") and err.count("\n") == 1, err
        assert says in err and "Traceback" not in err and err.endswith(".\n"), err
        assert len(err) < 1000


PUSH_HAS = "push has no option {!r}: its options are risk, bank_again, keep_direction_cards."


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["pusch"], "There is no game 'pusch': choose one of add-up, burst, push,"),
        (["push", "--players", "9"], "push is for 2 to 6 players, not 9."),
        (["push", "-p", "1"], "push is for 2 to 6 players, not 1."),
        (["push", "-p", "three"], "--players"),
        (["push", "-p", "2.5"], "--players"),
        (["push", "-p", LONG], ""),
        (["push", "--seed", "-1"], "A seed is a whole number from 0 to 2**256 - 1, not -1."),
        (["push", "--seed", str(2**256)], "A seed is a whole number from 0 to 2**256 - 1"),
        (["push", "--seed", "x"], "--seed"),
        (["push", "--seed", LONG], ""),
        (["push", "--bot", "genius"], "There is no bot 'genius': choose one of random"),
        (
            ["push", "-p", "3", "--bot", "random", "--bot", "random"],
            "Name one bot for all seats or 3, one for each; not 2.",
        ),
        (["push", "-o", "risk"], "An option is written name=value, not 'risk'."),
        (["push", "-o", "risk=yes", "-o", "risk=no"], "The option risk is given twice."),
        (["push", "-o", "risk=maybe"], "The option risk is true or false, not 'maybe'."),
        (["push", "-o", "=1"], PUSH_HAS.format("")),
        (["push", "-o", "rsk=1"], PUSH_HAS.format("rsk")),
        (["push", "-o", "players=3"], PUSH_HAS.format("players")),
        (["push", "-o", "slug=burst"], PUSH_HAS.format("slug")),
        (["push", "-o", "cards=3"], PUSH_HAS.format("cards")),
        (["push", "-o", "self=3"], PUSH_HAS.format("self")),
        (
            ["add-up", "-o", "yellow_max=100"],
            "yellow_max is a whole number from 10 to 99, not 100.",
        ),
        (["add-up", "-o", f"yellow_max={LONG}"], "yellow_max is a whole number from 10 to 99"),
        (["add-up", "-o", "deck=40"], "The option deck is 48 or 36, not 40."),
        (["push", "--deck", "/nowhere.toml"], "The deck /nowhere.toml can't be read: No such file"),
        (["push", "--deck", "/"], "The deck / can't be read: Is a directory"),
    ],
    ids=lambda value: str(value)[:50],
)
def test_playthrough(fails: Fails, arguments: list[str], says: str) -> None:
    fails("playthrough", *arguments, says=says)


@pytest.mark.parametrize(
    ("slug", "text", "says"),
    [
        ("burst", '"5" =', "is not TOML, a line such as"),
        ("burst", "5 4\n", "is not TOML, a line such as"),
        ("burst", '"5" = 4\n"5" = 4\n', "is not TOML, a line such as"),
        ("burst", "", "A deck of burst has 1 to 127 cards, this one has 0."),
        ("burst", "[cards]\n5 = 4\n", "'cards' is not a card of burst: its cards are"),
        ("burst", "[5]\nred = 4\n", "The copies of 5 are a whole number from 0 to 127, not"),
        ("burst", "5 = [4]\n", "The copies of 5 are a whole number from 0 to 127, not [4]."),
        ("burst", "5 = 4.0\n", "The copies of 5 are a whole number from 0 to 127, not 4.0."),
        ("burst", "5 = true\n", "The copies of 5 are a whole number from 0 to 127, not True."),
        ("burst", '5 = "4"\n', "The copies of 5 are a whole number from 0 to 127, not '4'."),
        ("burst", "5 = -4\n", "The copies of 5 are a whole number from 0 to 127, not -4."),
        ("burst", "5 = 128\n", "The copies of 5 are a whole number from 0 to 127, not 128."),
        ("burst", f"5 = {LONG}\n", ""),
        ("burst", f"5 = 0x{'f' * 5000}\n", "The copies of 5 are a whole number from 0 to 127"),
        ("burst", "5x = 4\n", "'5x' is not a card of burst: its cards are"),
        ("seven-ate-nine", '"5:3" = 72\n', "one card more than a multiple of 2"),
        ("add-up", "5 = 7\n", "2 players of add-up need at least 8 cards (AU-R1)"),
        ("triggs", "5 = 19\n", "need at least 20 cards; this deck has 19."),
    ],
    ids=lambda value: str(value)[:40],
)
def test_deck_file(fails: Fails, tmp_path: Path, slug: str, text: str, says: str) -> None:
    file = tmp_path / "deck.toml"
    file.write_text(text)
    fails("playthrough", slug, "--deck", file, says=says)


def test_deck_file_that_is_no_text(fails: Fails, tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_bytes(b"\xff\xfe5 = 4")
    fails("playthrough", "burst", "--deck", file, says=f"The deck {file} is not TOML")


def test_deck_file_together_with_option_deck(fails: Fails, tmp_path: Path) -> None:
    file = tmp_path / "deck.toml"
    file.write_text("5 = 40\n")
    says = "Give either the option deck or a deck of your own, not both."
    fails("playthrough", "add-up", "--deck", file, "-o", "deck=36", says=says)


@pytest.mark.parametrize(
    ("seed", "says"),
    [
        ("seven", "A seed is a whole number, decimal or 0x…, not 'seven'."),
        ("", "A seed is a whole number, decimal or 0x…, not ''."),
        ("1.0", "A seed is a whole number, decimal or 0x…, not '1.0'."),
        (str(2**256), "A seed is a whole number from 0 to 2**256 - 1"),
        (LONG, "A seed is a whole number"),
        (f"0x{'f' * 5000}", "A seed is a whole number"),
        ("8", f"This seed was not announced: its hash is {commitment(8)}."),
    ],
    ids=lambda value: str(value)[:40],
)
def test_verify(fails: Fails, seed: str, says: str) -> None:
    fails("verify", seed, commitment(7), says=says)


def test_rules(fails: Fails) -> None:
    fails("rules", "push", "--lang", "xx", says="push has no rule book in 'xx': there is ")
    fails(
        "rules", "push", "--lang", "../../x", says="push has no rule book in '../../x': there is "
    )
    fails("rules", "pusch", says="There is no game 'pusch': choose one of")


def test_replay(fails: Fails, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    fails("replay", file, says=f"The replay {file} can't be read: No such file or directory.")
    fails("replay", tmp_path, says=f"The replay {tmp_path} can't be read: Is a directory.")
    file.write_bytes(b"\xff\xfe")
    fails("replay", file, says=f"{file} is not a replay: it is not a text in UTF-8.")
    file.write_text("hello")
    fails("replay", file, says="Line 1: a replay begins with 'cinquina replay 1'.")
    file.write_text(Game("push", 2).deal(seed=1).record())
    fails("replay", file, "--to", "1", says="The replay has 0 actions: --to 1 is beyond its end.")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["dance"], "dance"),
        (["playthrough"], "GAME"),
        (["playthrough", "push", "--qick"], "--qick"),
    ],
)
def test_usage(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    says: str,
) -> None:
    monkeypatch.setattr(sys, "argv", ["cinquina", *arguments])
    with pytest.raises(SystemExit) as exited:
        main()
    out, err = capsys.readouterr()
    assert (exited.value.code, out) == (2, "")
    assert says in err and "Traceback" not in err


def test_a_process_of_its_own() -> None:
    """The same through the door that users take."""
    done = subprocess.run(
        [sys.executable, "-m", "cinquina", "playthrough", "pusch"],
        capture_output=True,
        text=True,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("cinquina: There is no game 'pusch'")
    assert done.stderr.count("\n") == 1
