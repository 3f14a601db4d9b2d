"""`cinquina bench`: every figure is there, in both forms."""

import json

import pytest
from typer.testing import CliRunner

from cinquina import slugs
from cinquina.cli.bench import amount, picture, summary
from cinquina.cli.main import app
from cinquina.core.errors import CinquinaError
from cinquina.core.kernel import INTERPRETED
from cinquina.lab.bench import Figure


@pytest.mark.skipif(INTERPRETED, reason="the bench measures compiled rules")
def test_the_whole_bench_in_json() -> None:
    done = CliRunner().invoke(app, ["bench", "--json", "--rounds", "1", "--no-starts"])
    assert done.exit_code == 0, done.exception
    figures = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert all(figure["value"] > 0 and figure["ratio"] > 0 for figure in figures)
    groups = [figure["group"] for figure in figures]
    for slug in slugs():
        assert groups.count(f"random play, {slug}") == 3
    assert groups[0] == "yardstick" and groups.count("one by one from Python, push") == 2
    pytest.importorskip("pyspiel")
    for name in ("crazy_eights(players=4)", "hearts", "go_fish"):
        assert groups.count(f"OpenSpiel, {name}") == 2


@pytest.mark.skipif(not INTERPRETED, reason="compiled, the bench runs")
def test_interpreted_rules_are_not_measured() -> None:
    done = CliRunner().invoke(app, ["bench"])
    assert isinstance(done.exception, CinquinaError) and "Numba" in str(done.exception)


def test_the_table_on_screen() -> None:
    figures = [
        Figure("random play, push", "one thread", 20e6, "moves/s", 3.0),
        Figure("OpenSpiel, crazy_eights(players=4)", "C++ loop", 2e6, "moves/s", 0.3),
        Figure("start", "cold", 12.345, "s", 100.0),
    ]
    assert [amount(figure) for figure in figures] == [
        "20.00 M moves/s",
        "2.00 M moves/s",
        "12.35 s",
    ]
    assert picture(figures).row_count == 6
    assert summary(figures) == ["Times OpenSpiel's C++ loop on crazy_eights: push 10.0"]
    assert "cinquina[bench]" in summary(figures[:1])[0]
