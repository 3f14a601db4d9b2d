"""How strong the bots are: what docs/bots.md says of them, played again (nightly)."""

import pytest

from cinquina import slugs
from cinquina.bots import LEVELS
from cinquina.lab.arena import SEEN_THROUGH, Match
from cinquina.lab.duel import duel
from cinquina.lab.metrics import sample_size
from cinquina.lab.simulate import simulate

# What `expert` wins of 100 against `greedy`, at the least, by the low end of the interval.
LEAST = {"add-up": 0.55, "burst": 0.55, "triggs": 0.48, "push": 0.45}


def low(slug: str, better: str, worse: str, deals: int, early: bool = False) -> float:
    """The low end of the interval of what the better bot wins."""
    return duel(Match(slug, 2, (better, worse), 11), deals, early).interval(0)[0]


def test_greedy_beats_random_in_a_few_deals() -> None:
    assert low("push", "greedy", "random", 6) > 0.5


def test_the_ceiling_is_for_the_lab(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SEEN_THROUGH, "ceiling", "search:sims=1,depth=0")
    facts = simulate(Match("push", 2, ("ceiling", "greedy"), 1), 1, workers=1, sample=False)
    assert facts.games == 1 and sample_size(facts.match, 50) == 5


@pytest.mark.nightly
@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("pair", [(1, 0), (2, 1), (3, 2), (4, 3)])
def test_every_level_beats_the_one_below(slug: str, pair: tuple[int, int]) -> None:
    better, worse = (LEVELS[i] for i in pair)
    assert low(slug, better, worse, 400, early=True) > 0.5


@pytest.mark.nightly
@pytest.mark.parametrize("slug", sorted(LEAST))
def test_expert_beats_random_and_greedy(slug: str) -> None:
    assert low(slug, "expert", "random", 100) > 0.93
    assert low(slug, "expert", "greedy", 200) > LEAST[slug]
