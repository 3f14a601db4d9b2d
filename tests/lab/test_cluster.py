"""Ray: the same results as one thread, and a sentence when nobody answers."""

import time
import warnings

import pytest

from cinquina.core.errors import CinquinaError
from cinquina.lab.arena import Match
from cinquina.lab.simulate import simulate

PUSH = Match("push", 2, ("random",), 11)


def test_a_cluster_gives_the_same_as_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cinquina.lab.spread.batch_size", lambda match, order: 15)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Ray's own
        pytest.importorskip("ray")
        there = simulate(PUSH, 40, cluster="ray")
    assert there.games == 40
    assert there.to_json() == simulate(PUSH, 40, workers=1).to_json()


@pytest.mark.parametrize(
    ("cluster", "says"),
    [
        ("ray:127.0.0.1:1", "The cluster '127.0.0.1:1' does not answer"),
        ("ray:nonsense", "does not answer"),
        ("dask", "There is no cluster 'dask': write ray, or ray:ADDRESS."),
    ],
)
def test_a_dead_cluster_is_said_to_be_dead_at_once(cluster: str, says: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip("ray")
        begin = time.monotonic()
        with pytest.raises(CinquinaError) as raised:
            simulate(PUSH, 40, cluster=cluster)
    assert says in str(raised.value) and time.monotonic() - begin < 10
