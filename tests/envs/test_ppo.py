"""examples/ppo.py learns: a short run, the same each time."""

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cinquina.core.kernel import INTERPRETED

FILE = Path(__file__).resolve().parent.parent.parent / "examples" / "ppo.py"


@pytest.fixture(scope="module")
def ppo() -> Any:
    spec = importlib.util.spec_from_file_location("ppo", FILE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_is_short() -> None:
    assert len(FILE.read_text().splitlines()) <= 120


def test_the_same_seed_learns_the_same(ppo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"GAMES": 8, "STEPS": 8, "PARTS": 2}.items():
        monkeypatch.setattr(ppo, name, value)
    one, other = (ppo.train(ppo.GAME, 2, seed=4, **ppo.OPTIONS) for _ in range(2))
    assert one == other


@pytest.mark.skipif(INTERPRETED, reason="it takes tens of thousands of games")
def test_it_learns_to_beat_greedy(ppo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "GAMES", 128)
    shares, exam = ppo.train(ppo.GAME, 40, **ppo.OPTIONS)
    assert shares[0] < 0.2 and np.mean(exam) > 0.5  # more than half of the games against greedy
