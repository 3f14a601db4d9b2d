"""Simulations: the same on any number of threads, stopped by Ctrl-C, written to files, shown."""

import csv
import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from cinquina.core.errors import CinquinaError
from cinquina.lab import charts, spread, tables
from cinquina.lab.arena import Match
from cinquina.lab.compare import compare
from cinquina.lab.metrics import Facts
from cinquina.lab.report import comparison, report
from cinquina.lab.simulate import simulate, unbroken

ADD_UP = Match("add-up", 2, ("random",), 3)
GAMES = 24


@pytest.fixture(autouse=True)
def small_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs of five games, whatever the machine: so there are several."""
    monkeypatch.setattr("cinquina.lab.spread.batch_size", lambda match, order: 5)


@pytest.fixture(scope="module")
def facts() -> Facts:
    return simulate(ADD_UP, GAMES, workers=1)


def test_one_thread_and_three_give_the_same(facts: Facts) -> None:
    assert facts.games == GAMES and not facts.stopped
    assert simulate(ADD_UP, GAMES, workers=3).to_json() == facts.to_json()


def test_another_cut_gives_the_same(facts: Facts, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cinquina.lab.spread.batch_size", lambda match, order: 7)
    assert simulate(ADD_UP, GAMES, workers=2).to_json() == facts.to_json()


def test_another_seed_gives_others(facts: Facts) -> None:
    other = simulate(Match("add-up", 2, ("random",), 4), GAMES, workers=1)
    assert other.to_json() != facts.to_json()


@pytest.mark.parametrize("workers", [1, 3])
def test_ctrl_c_keeps_what_is_finished(workers: int) -> None:
    def press(done: int) -> None:
        if done >= 10:
            raise KeyboardInterrupt

    stopped = simulate(ADD_UP, GAMES, workers, progress=press)
    assert stopped.stopped and stopped.games == 10
    whole = simulate(ADD_UP, 10, workers=1).to_json()
    assert stopped.to_json() == whole | {"stopped": True}


def test_ctrl_c_waits_until_a_job_is_counted() -> None:
    done = []
    with pytest.raises(KeyboardInterrupt), unbroken():
        signal.raise_signal(signal.SIGINT)
        done.append("all")
    assert done == ["all"]


@pytest.mark.parametrize(
    ("match", "games", "says"),
    [
        (ADD_UP, 0, "A simulation needs at least one game, not 0."),
        (ADD_UP, -5, "A simulation needs at least one game, not -5."),
        (Match("add-up", 2, ("genius",)), 5, "There is no bot 'genius'"),
        (Match("add-up", 2, ("search:ms=5",)), 5, "not in milliseconds"),
        (Match("add-up", 3, ("random", "greedy")), 5, "Name one bot for all seats or 3, one for"),
        (Match("add-up", 9, ("random",)), 5, "add-up is for"),
    ],
)
def test_bad_simulations(match: Match, games: int, says: str) -> None:
    with pytest.raises(CinquinaError, match=re.escape(says)):
        simulate(match, games)


# --- Files ---------------------------------------------------------------------------------------


def read(file: Path) -> list[dict[str, Any]]:
    match file.suffix:
        case ".csv":
            with file.open(newline="") as lines:
                return [{k: int(v) for k, v in row.items()} for row in csv.DictReader(lines)]
        case ".parquet":
            rows: list[dict[str, Any]] = (
                pytest.importorskip("pyarrow.parquet").read_table(file).to_pylist()
            )
            return rows
    return [json.loads(line) for line in file.read_text().splitlines()]


@pytest.mark.parametrize("suffix", tables.SUFFIXES)
@pytest.mark.parametrize("group", [8, 1 << 16])
def test_files_read_back(
    suffix: str, group: int, tmp_path: Path, facts: Facts, monkeypatch: pytest.MonkeyPatch
) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    monkeypatch.setattr(tables, "GROUP", group)
    file = tmp_path / f"games{suffix}"
    file.write_text("what was there before")
    with tables.rows(file) as rows:
        simulate(ADD_UP, GAMES, 1, rows=rows, sample=False)
    found = read(file)
    assert [row["game"] for row in found] == list(range(GAMES))
    assert sum(row["moves"] for row in found) == facts.counts["moves"].sum
    for p in range(2):
        assert sum(row[f"score_{p}"] for row in found) == facts.scores[p].sum
    won = sum(row["won_0"] / (row["won_0"] + row["won_1"]) for row in found)
    assert won / GAMES == pytest.approx(facts.win_share(0)[0])
    assert list(found[0])[:5] == ["game", "score_0", "score_1", "won_0", "won_1"]
    assert [f.name for f in tmp_path.iterdir()] == [file.name]


@pytest.mark.parametrize("suffix", [".csv", ".json", ".parquet"])
def test_nothing_is_left_behind_on_failure(suffix: str, tmp_path: Path) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    with pytest.raises(RuntimeError), tables.rows(tmp_path / f"games{suffix}") as rows:
        simulate(ADD_UP, 6, 1, rows=rows, sample=False)
        raise RuntimeError
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("games.xlsx", "its name must end in .parquet, .csv, .json, .jsonl."),
        ("games", "its name must end in"),
        ("nowhere/games.csv", "there is no folder"),
        ("folder.csv", "it is a folder"),
    ],
)
def test_what_cannot_be_written_is_refused_at_once(name: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "folder.csv").mkdir()
    with pytest.raises(CinquinaError, match=re.escape(says)), tables.rows(tmp_path / name):
        raise AssertionError("it was not refused")
    assert [f.name for f in tmp_path.iterdir()] == ["folder.csv"]


def test_parquet_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr(tables, "import_module", missing)
    with (
        pytest.raises(CinquinaError, match=re.escape("pip install 'cinquina[lab]'")),
        tables.rows(tmp_path / "games.parquet"),
    ):
        raise AssertionError("it was not refused")
    assert list(tmp_path.iterdir()) == []


# --- Pages ---------------------------------------------------------------------------------------


def check_page(page: str) -> None:
    """One file, well formed, that needs nothing else."""
    assert "http" not in page and "<script" not in page and "src=" not in page
    assert "nan" not in re.findall(r"[\w.]+", page) and "inf" not in re.findall(r"[\w.]+", page)
    for tag in ("section", "svg", "div", "p", "h2", "td", "tr", "text", "main"):
        assert len(re.findall(rf"<{tag}\b", page)) == page.count(f"</{tag}>"), tag
    pictures = re.findall(r'<svg class="chart"[^>]*>(?!<title>)', page)
    assert len(pictures) == 1 and 'aria-hidden="true"' in pictures[0]  # the mark alone is silent
    assert "prefers-color-scheme: dark" in page and "viewport" in page


def test_the_report_has_every_section(facts: Facts) -> None:
    facts.command = "cinquina simulate add-up --games 24 <&>"
    page = report(facts)
    check_page(page)
    for title in (
        "Seat advantage", "Length", "Winner’s score", "All scores", "Winning margin",
        "Lead changes", "Ties", "Decisions", "Branching", "Actions", "Rules that fire",
        "Decision impact",
    ):  # fmt: skip
        assert f"<section><h2>{title}</h2><p>" in page, title
    assert "cinquina simulate add-up --games 24 &lt;&amp;&gt;" in page
    assert "Stopped early" not in page and "24 games" in page


def test_the_report_of_one_stopped_race() -> None:
    race = simulate(Match("seven-ate-nine", 2, ("random", "greedy")), 1, 1)
    race.stopped = True
    page = report(race)
    check_page(page)
    assert "Stopped early" in page and "<h2>Time</h2>" in page


def test_a_comparison_and_its_page() -> None:
    other = Match("add-up", 2, ("random",), 3, (("deck", "36"),))
    told: list[int] = []
    found = compare(ADD_UP, other, ("standard", "deck=36"), 100, 1, progress=told.append)
    assert told[-1] == 200 and told == sorted(told)
    moves = next(metric for metric in found.metrics if metric.name == "moves")
    assert moves.clear and moves.words == "less" and moves.interval[1] < 0
    page = comparison(found)
    check_page(page)
    assert "deck=36" in page and 'class="clear">less' in page
    assert json.loads(json.dumps(found.to_json()))["metrics"][0]["name"] == "first"


def test_a_comparison_with_itself_shows_nothing() -> None:
    found = compare(ADD_UP, ADD_UP, ("a", "b"), 100, 1)
    assert found.metrics and not any(metric.clear for metric in found.metrics)
    check_page(comparison(found))


def test_a_comparison_stopped_early() -> None:
    def press(done: int) -> None:
        raise KeyboardInterrupt

    found = compare(ADD_UP, ADD_UP, ("a", "b"), 100, 1, progress=press)
    assert found.stopped and found.metrics == []
    with pytest.raises(CinquinaError, match="at least 100 games"):
        compare(ADD_UP, ADD_UP, ("a", "b"), 99, 1)


def test_a_curve() -> None:
    series = {"player 0": [0.5, 0.6, 0.9], "player 1 & co": [0.5, 0.4, 0.1]}
    chart = charts.curve("Win chance", series, {"player 0": [(0.4, 0.6), (0.5, 0.7), (0.8, 1.0)]})
    assert chart.count("<polyline") == 2 and chart.count("<polygon") == 1
    assert "player 1 &amp; co" in chart and "<title>Win chance</title>" in chart
    assert charts.curve("nothing", {}).endswith("</svg>")


def test_ticks_are_round() -> None:
    assert charts.ticks(0, 1) == [0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert charts.ticks(-7, 12) == [-5, 0, 5, 10]
    assert charts.ticks(0, 2, least=1) == [0, 1, 2]
    assert charts.ticks(3, 3)[0] == 3


def test_a_histogram_leaves_out_only_the_rarest() -> None:
    shown, width = charts.binned({0: 1, 10: 5000, 11: 5000, 900: 1}, 32, 1)
    assert shown == pytest.approx({10: 0.5, 11: 0.5}, abs=1e-3) and width == 1
    shown, width = charts.binned({value: 1 for value in range(100)}, 32, 1)
    assert width == 5 and sum(shown.values()) == pytest.approx(1)


def test_threads_are_as_many_as_there_are_processors() -> None:
    assert spread.threads() >= 1
