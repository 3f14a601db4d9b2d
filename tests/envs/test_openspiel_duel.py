"""The example in which OpenSpiel's search plays against ours, and the bench, both shortened."""

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from cinquina import slugs
from cinquina.core.kernel import INTERPRETED
from cinquina.lab import bench_envs_openspiel as bench

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "openspiel_duel.py"
SHARES = re.compile(
    r"search wins ([\d.]+)% \[([\d.]+)%, ([\d.]+)%\], OpenSpiel's IS-MCTS ([\d.]+)%"
)

compiled = pytest.mark.skipif(INTERPRETED, reason="both need compiled rules to think")


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("openspiel_duel", EXAMPLE)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@compiled
def test_their_search_plays_ours(capsys: pytest.CaptureFixture[str]) -> None:
    example().main(["add-up", "--deals", "1", "--ms", "3"])
    said = capsys.readouterr().out
    found = SHARES.search(said)
    assert found, said
    ours, low, high, theirs = map(float, found.groups())
    assert low <= ours <= high and ours + theirs == pytest.approx(100)
    assert said.count("ms of CPU time a move") == 2


@compiled
def test_the_bench_measures_both_sides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "SECONDS", 0.02)
    found = list(bench.figures(unit=1e6, rounds=1))
    assert [figure.group for figure in found] == (
        [bench.OURS] * len(slugs()) + [bench.THEIRS] * len(bench.PEERS)
    )
    assert all(figure.value > 0 and figure.unit == "moves/s" for figure in found)
    assert "cinquina_push" in bench.times(found)[0]
    assert "pip install" in bench.times([])[0]
