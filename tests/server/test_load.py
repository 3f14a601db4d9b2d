"""The load generator plays real games, and is bounded."""

import resource

import pytest

from cinquina.core.errors import CinquinaError
from cinquina.server import load


def test_both_servers_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(load, "WATCHERS", 20)
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (200, hard))  # as little as many systems begin with
    bare, ours = load.run(players=16, rate=40, seconds=4)
    assert (bare["name"], ours["name"]) == ("bare broadcaster", "cinquina")
    for found in (bare, ours):
        assert found["players"] == 16 and found["moves/s"] > 0
        assert found["p50 ms"] > 0 and found["CPU ms/move"] > 0
        assert found["refused"] == found["lost connections"] == 0
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 200


@pytest.mark.parametrize("asked", [(3, 1, 1), (10**6, 1, 1), (8, 1, 10**6), (8, 0, 1)])
def test_load_is_bounded(asked: tuple[int, int, int]) -> None:
    with pytest.raises(CinquinaError, match="Load is bounded"):
        load.run(*asked)
