"""The facts of a simulation, from tales made by hand and computed by hand."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from cinquina import slugs
from cinquina.lab.arena import CODES, TALE, Arena, Job, Match, Played
from cinquina.lab.metrics import Again, Counts, Facts, Sample, sample_size
from cinquina.lab.simulate import seating

PUSH = Match("push", 3, ("random",), 5)
# scores, winners as bits, moves, decisions, choices, lead changes
GAMES = (
    ((10, 7, 3), 0b001, 20, 10, 25, 2),
    ((5, 5, 1), 0b011, 30, 10, 35, 0),
    ((4, 4, 9), 0b100, 40, 0, 0, 5),
    ((6, 6, 6), 0b111, 30, 20, 40, 1),
)


def played(games: Any = GAMES, first: int = 0, **used: int) -> Played:
    tales = np.zeros(len(games), TALE)
    for tale, (scores, winners, moves, decisions, choices, leads) in zip(tales, games, strict=True):
        tale["scores"][:3] = scores
        tale["winners"], tale["moves"], tale["decisions"] = winners, moves, decisions
        tale["choices"], tale["lead_changes"], tale["ms"] = choices, leads, 1000 * moves + 40
    counts = np.zeros(CODES, "i8")
    for action, n in used.items():
        counts[int(action[1:])] = n
    return Played(Job(first, len(games), (0, 0, 0)), tales, counts)


def facts(*jobs: Played, match: Match = PUSH) -> Facts:
    found = Facts(match, seating(match))
    for job in jobs or (played(),):
        found.add(job)
    return found


def mean(found: Facts, name: str) -> float:
    return found.counts[name].tally().mean


def test_what_each_seat_won_with_ties_shared() -> None:
    found = facts()
    shares = [found.win_share(p)[0] for p in range(3)]
    assert shares == pytest.approx([(1 + 1 / 2 + 1 / 3) / 4, (1 / 2 + 1 / 3) / 4, (1 + 1 / 3) / 4])
    assert sum(shares) == pytest.approx(1)
    assert all(low < share < high for share, low, high in map(found.win_share, range(3)))


def test_ties_length_leads_and_decisions() -> None:
    found = facts()
    assert found.games == 4 and found.tie_rate()[0] == 0.5
    assert mean(found, "moves") == 30 and found.counts["moves"].tally().variance == 200 / 3
    assert mean(found, "lead_changes") == 2 and mean(found, "decisions") == 10


def test_branching_is_the_mean_over_games_that_have_a_decision() -> None:
    assert mean(facts(), "branching") == pytest.approx((2.5 + 3.5 + 2.0) / 3)


def test_scores_and_margins() -> None:
    found = facts()
    assert mean(found, "winner_score") == (10 + 5 + 9 + 6) / 4
    assert mean(found, "margin") == (3 + 4 + 5 + 0) / 4
    assert mean(found, "points") == pytest.approx((20 / 3 + 11 / 3 + 17 / 3 + 6) / 4)
    assert [c.tally().mean for c in found.scores] == [6.25, 5.5, 4.75]
    assert found.all_scores().times == Counter([10, 7, 3, 5, 5, 1, 4, 4, 9, 6, 6, 6])


def test_actions_are_counted_by_their_verb() -> None:
    verbs = facts(played(a0=8, a1=1, a3=2, a4=4)).verbs()
    assert verbs == {"flip": 2.0, "take": 1.0, "place": 0.75, "protect": 0.0}
    assert next(iter(verbs)) == "flip"


def test_seconds_only_where_there_are_no_turns() -> None:
    assert "seconds" not in facts().counts
    race = facts(match=Match("seven-ate-nine", 3, ("random",)))
    assert mean(race, "seconds") == pytest.approx(30.0)  # in tenths


def test_the_cut_into_jobs_leaves_no_trace() -> None:
    one = facts(played(a0=3))
    many = facts(played(GAMES[:1], a0=1), played(GAMES[1:3], 1, a0=2), played(GAMES[3:], 3))
    assert one.to_json() == many.to_json()


def test_memory_does_not_grow_with_games() -> None:
    one, many = facts(), facts(*[played()] * 50)
    assert {k: len(c.times) for k, c in one.counts.items()} == {
        k: len(c.times) for k, c in many.counts.items()
    }
    assert mean(one, "moves") == mean(many, "moves") and many.games == 200


def test_quantiles_by_hand() -> None:
    counts = Counts(times=Counter({1: 5, 2: 4, 30: 1}))
    assert [counts.quantile(q) for q in (0.05, 0.5, 0.51, 0.9, 0.95)] == [1, 1, 2, 2, 30]
    assert Counts().quantile(0.5) == 0


def test_events_count_games_in_which_they_did_not_happen() -> None:
    sample = Sample()
    for happened in ({"roll": 2}, {}, {"roll": 1, "busted": 3}):
        sample.hear(Counter(happened))
    assert sample.games == 3
    assert sample.events["roll"].times == {2: 1, 0: 1, 1: 1}
    assert sample.events["busted"].tally().mean == 1


def test_the_impact_is_best_less_mean() -> None:
    sample = Sample()
    sample.weigh(0.1, 0.3, 0.6)
    sample.weigh(0.2, 0.3, 0.4)
    assert sample.impact.mean == pytest.approx(0.2)
    assert [tally.mean for tally in sample.chances] == pytest.approx([0.15, 0.3, 0.5])


@pytest.mark.parametrize("slug", slugs())
def test_the_sample_plays_the_very_same_games(slug: str) -> None:
    match = Match(slug, 2, ("greedy", "random"), 9)
    tales = Arena(match).play(Job(0, 2, (0, 1))).tales
    again = Again(match, (0, 1))
    for number in range(2):
        table = match.game().deal(9, number)
        moves = 0
        for seat, action in again.moves(number, table):
            table.play(seat, table.game.rules.ACTIONS[action])
            moves += 1
        assert moves == tales[number]["moves"]
        assert table.scores == tales[number]["scores"][:2].tolist()
        assert sum(1 << p for p in table.winners) == tales[number]["winners"]


def test_the_last_decision_of_a_game_has_an_impact() -> None:
    """Triggs: the row that wins is crossed now, or not. Whoever is sure to win decides nothing."""
    match = Match("triggs", 2, ("random",), 1)
    again, game, total = Again(match, (0, 0)), match.game(), 0.0
    for number in range(6):
        table = game.deal(1, number)
        last = table, 0, [0]
        for seat, action in again.moves(number, table):
            if len(codes := table.legal_codes(seat)) > 1:
                last = table.copy(), seat, codes
            table.play(seat, game.rules.ACTIONS[action])
        worst, usual, best = again.chances(number, *last)
        assert (worst, usual, best) == again.chances(number, *last)
        assert 0 <= min(worst, best) <= usual <= max(worst, best) <= 1 or worst == best
        total += best - usual
    assert total / 6 > 0.03


def test_few_games_are_sampled_where_a_bot_thinks_long() -> None:
    assert sample_size(PUSH, 1000) == 200 and sample_size(PUSH, 30) == 30
    thinker = Match("push", 2, ("search:sims=10",))
    assert [sample_size(thinker, n) for n in (1, 50, 100_000)] == [1, 5, 20]
