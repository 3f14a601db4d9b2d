"""`cinquina bench --envs`: ours and the others' side by side."""

import json
import os

import pytest
from typer.testing import CliRunner

from cinquina import CinquinaError, slugs
from cinquina.cli.main import app
from cinquina.core.kernel import INTERPRETED
from cinquina.lab import bench_envs, bench_envs_openspiel
from cinquina.lab.bench import Figure


def test_the_summary_says_how_many_times_the_others_we_are() -> None:
    figures = [
        Figure("vector, push", "1024 games at once", 6e6, "moves/s", 1.0),
        Figure("vector on one core, push", "1024 games at once", 4e6, "moves/s", 1.0),
        Figure("Pgx, leduc_holdem", "4096 games at once", 1e6, "moves/s", 1.0),
        Figure("PettingZoo, push", "ours", 80e3, "moves/s", 1.0),
        Figure("PettingZoo, leduc_holdem_v4", "theirs", 4e3, "moves/s", 1.0),
        Figure("PettingZoo, texas_holdem_v4", "theirs", 2e3, "moves/s", 1.0),
    ]
    assert bench_envs.summary(figures)[:3] == [
        "Times Pgx on its best batch: push 6.0",
        "Times Pgx, both on one core: push 4.0",
        "Times the fastest of PettingZoo's card games: push 20.0",
    ]
    alone = bench_envs.summary(figures[:1])
    assert all("pip install 'cinquina[bench]'" in line for line in alone[:3])


def test_one_run_is_of_one_kind() -> None:
    done = CliRunner().invoke(app, ["bench", "--search", "--envs"])
    assert isinstance(done.exception, CinquinaError)


@pytest.mark.skipif(INTERPRETED, reason="the bench measures compiled rules")
def test_our_single_environment_is_measured_for_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_envs, "MOVES", 50)
    found = list(bench_envs.compared(bench_envs.single(), 1e6, 1))
    assert [figure.group for figure in found] == [f"PettingZoo, {slug}" for slug in slugs()]
    assert all(figure.value > 1000 for figure in found)


@pytest.mark.nightly
@pytest.mark.skipif(INTERPRETED, reason="the bench measures compiled rules")
def test_the_whole_bench_and_how_far_ahead_we_are() -> None:
    for module in ("pgx", "rlcard", "pettingzoo", "pyspiel"):
        pytest.importorskip(module)
    from cinquina.envs.openspiel import name_of

    done = CliRunner().invoke(app, ["bench", "--envs", "--json", "--rounds", "5"])
    assert done.exit_code == 0, done.exception
    found = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    rates = {(figure["group"], figure["name"]): figure["value"] for figure in found}

    def best(group: str) -> float:
        return max(rate for (of, _), rate in rates.items() if of.startswith(group))

    cards = max(best(f"PettingZoo, {name}") for name in bench_envs.THEIRS)
    for slug in slugs():
        assert best(f"vector, {slug}") >= 5 * best(bench_envs.PGX)
        assert best(f"PettingZoo, {slug}") >= 10 * cards
        ours = rates[bench_envs_openspiel.OURS, name_of(slug)]
        assert ours >= 3 * best(bench_envs_openspiel.THEIRS)


def test_the_bench_has_one_core_and_gives_the_others_back() -> None:
    if not hasattr(os, "sched_getaffinity"):
        pytest.skip("this system does not tell")
    before = os.sched_getaffinity(0)
    with bench_envs.one_core():
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before
