"""`simulate`, `compare` and `duel` on the command line."""

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cinquina.cli.main import app, main
from cinquina.core.errors import CinquinaError
from cinquina.lab import simulate as lab
from cinquina.lab.duel import duel


@pytest.fixture(autouse=True)
def small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cinquina.lab.spread.batch_size", lambda match, order: 5)
    monkeypatch.setattr("cinquina.lab.spread.batch_size", lambda match, order: 5)


def call(*words: object, code: int = 0) -> str:
    """What a command prints; on stderr there is nothing."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    assert done.exit_code == code, (done.output, done.exception)
    assert done.stderr == ""
    return done.stdout


SIMULATE = ("simulate", "add-up", "--games", 12, "--threads", 1)
COMPARE = ("compare", "add-up", "--games", 100, "--threads", 1)


def test_a_simulation_on_screen() -> None:
    text = call(*SIMULATE, "--option", "deck=36", "--bot", "random", "--bot", "greedy")
    title = "Add Up · 2 players · deck=36 · seed 0"
    rows = ("changes of the lead", "a decision's impact", "times in a game", "ties")
    for words in (title, "12 games", "greedy", "player 1", *rows):
        assert words in text


def test_a_simulation_in_json_that_its_own_command_repeats() -> None:
    text = call(*SIMULATE, "--json", "--seed", 7, "--players", 3)
    found = json.loads(text)
    assert found["games"] == 12 and found["players"] == 3 and not found["stopped"]
    assert found["bots"] == ["random"] * 3 and len(found["win_shares"]) == 3
    assert call(*found["command"].split()[1:], "--json") == text


def test_a_simulation_with_files(tmp_path: Path) -> None:
    call(*SIMULATE, "--out", tmp_path / "games.csv", "--report", tmp_path / "page.html")
    assert len((tmp_path / "games.csv").read_text().splitlines()) == 13
    assert "cinquina simulate add-up --players 2" in (tmp_path / "page.html").read_text()
    assert sorted(f.name for f in tmp_path.iterdir()) == ["games.csv", "page.html"]


def pressed(after: int) -> object:
    """Ctrl-C after so many games."""

    def play(*given: object, **named: object) -> object:
        *rest, progress, rows = given

        def press(done: int) -> None:
            progress(done)  # type: ignore[operator]
            if done >= after:
                raise KeyboardInterrupt

        return lab_simulate(*rest, press, rows, **named)  # type: ignore[arg-type]

    return play


lab_simulate = lab.simulate


def test_ctrl_c_gives_and_writes_what_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "simulate", pressed(9))
    page, rows = tmp_path / "page.html", tmp_path / "games.csv"
    found = json.loads(call(*SIMULATE, "--json", "--out", rows, "--report", page, code=130))
    assert found["stopped"] and found["games"] == 9
    assert len(rows.read_text().splitlines()) == 10 and "Stopped early" in page.read_text()


def test_ctrl_c_before_anything_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("cinquina.lab.simulate.play_all", lambda *given: iter(Pressed()))
    words = (*SIMULATE, "--out", tmp_path / "games.csv")
    monkeypatch.setattr(sys, "argv", ["cinquina", *map(str, words)])
    with pytest.raises(SystemExit) as exited:
        main()
    assert exited.value.code == 130 and capsys.readouterr().out == ""
    assert list(tmp_path.iterdir()) == []


class Pressed:
    """Results that never come."""

    def __iter__(self) -> "Pressed":
        return self

    def __next__(self) -> object:
        raise KeyboardInterrupt

    def close(self) -> None:
        pass


def test_a_comparison() -> None:
    text = call(*COMPARE, "--option", "deck=36")
    assert "standard → deck=36, 100 and 100 games" in text
    assert "moves in a game" in text and "less" in text


def test_a_comparison_of_decks_in_json(tmp_path: Path) -> None:
    decks = [tmp_path / "small.toml", tmp_path / "large.toml"]
    for deck, copies in zip(decks, (3, 5), strict=True):
        deck.write_text("".join(f'"{card}" = {copies}\n' for card in range(1, 11)))
    words = [word for deck in decks for word in ("--deck", deck)]
    page = tmp_path / "page.html"
    found = json.loads(call(*COMPARE, *words, "--json", "--report", page))
    moves = next(metric for metric in found["metrics"] if metric["name"] == "moves")
    assert moves["words"] == "more" and moves["difference"]["low"] > 0
    assert found["names"] == [str(deck) for deck in decks]
    assert "small.toml" in page.read_text() and "against" in page.read_text()
    one = json.loads(call(*COMPARE, "--deck", decks[0], "--json"))
    assert one["names"] == ["standard", str(decks[0])]


def test_a_duel() -> None:
    text = call("duel", "random", "random", "add-up", "--deals", 10, "--threads", 1, "--all")
    assert "of 10 deals, each played from both seats." in " ".join(text.split())
    assert "add-up, 2 players, 20 games, all played" in text


def test_a_duel_of_three_in_json() -> None:
    words = ("duel", "random", "random", "greedy", "add-up", "--deals", 4, "--threads", 1, "--json")
    found = json.loads(call(*words))
    assert found["players"] == 3 and found["games"] == 12 and len(found["bots"]) == 3
    assert "all 3 seats" in found["verdict"]


def test_a_duel_stopped_by_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*given: object, progress: object) -> None:
        def press(standing: object) -> None:
            progress(standing)  # type: ignore[operator]
            if standing.deals == 6:  # type: ignore[attr-defined]
                raise KeyboardInterrupt

        duel(*given, progress=press)  # type: ignore[arg-type]

    monkeypatch.setattr("cinquina.lab.duel.duel", stopped)
    words = ("duel", "random", "random", "add-up", "--threads", 1, "--json")
    found = json.loads(call(*words, code=130))
    assert found["stopped"] and found["deals"] == 6


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["simulate", "pusch"], "There is no game 'pusch'"),
        (["simulate", "push", "--bot", "genius"], "There is no bot 'genius'"),
        (["simulate", "push", "--bot", "search:ms=5"], "not in milliseconds"),
        (["simulate", "push", "--games", "0"], "A simulation needs at least one game, not 0."),
        (["simulate", "push", "--seed", "-1"], "A seed is a whole number"),
        (["simulate", "push", "-p", "3", "--bot", "random", "--bot", "random"], "one for each"),
        (["simulate", "push", "--out", "games.xlsx"], "its name must end in"),
        (["simulate", "push", "--out", "nowhere/games.csv"], "there is no folder nowhere"),
        (["simulate", "push", "--report", "nowhere/page.html"], "there is no folder nowhere"),
        (["simulate", "push", "--report", "."], "can't be written"),
        (["simulate", "push", "--cluster", "dask"], "There is no cluster 'dask'"),
        (["compare", "push"], "Say what to change: --option NAME=VALUE, or --deck FILE."),
        (["compare", "push", "-o", "risk=true", "--games", "9"], "at least 100 games of each"),
        (["compare", "push", "-o", "rsk=true"], "push has no option 'rsk'"),
        (["compare", "push", "--deck", "a", "--deck", "b", "--deck", "c"], "not 3."),
        (["compare", "push", "--deck", "nowhere.toml"], "can't be read"),
        (["compare", "push", "-o", "risk=true", "--report", "no/p.html"], "there is no folder no"),
        (["duel", "random", "push"], "Name two bots or more before the game, not 1."),
        (["duel", "push"], "Name two bots or more before the game, not none."),
        (["duel", "random", "greedy"], "There is no game 'greedy'"),
        (["duel", "random", "genius", "push"], "There is no bot 'genius'"),
        (["duel", "random", "random", "push", "--deals", "0"], "A duel needs at least one deal"),
        (["duel", "random", "random", "random", "push", "-p", "2"], "at most 2, not 3"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_bad_input_is_one_sentence(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["cinquina", *words])
    with pytest.raises(SystemExit) as exited:
        main()
    out, err = capsys.readouterr()
    assert exited.value.code == 2 and out == ""
    assert err.startswith("cinquina: ") and says in err and err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_an_output_is_refused_before_any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(*given: object) -> None:
        raise AssertionError("a game was played")

    monkeypatch.setattr("cinquina.lab.simulate.play_all", played)
    done = CliRunner().invoke(app, ["simulate", "push", "--out", "/nowhere/games.csv"])
    assert isinstance(done.exception, CinquinaError)
