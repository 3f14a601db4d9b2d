"""`cinquina review`: what was good and bad in a game, by hand and in whole games."""

import json
from itertools import islice
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cinquina import CinquinaError, Game, Table, slugs
from cinquina.bots.hints import Choice, Hint
from cinquina.bots.review import Decision, Review, judged, review, standing
from cinquina.cli.main import app
from cinquina.cli.review import sparkline
from cinquina.lab.playthrough import bot_moves, seated
from cinquina.lab.review import page, stretched


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def advice(*choices: tuple[str, float, float], best: str) -> Hint:
    ordered = tuple(sorted((Choice(*c) for c in choices), key=lambda c: -c.chance))
    return Hint(best, ordered, "Because.", (0.5, 0.5))


def test_a_worse_action_costs_the_difference() -> None:
    hint = advice(
        ("flip", 0.40, 0.01), ("take 1", 0.60, 0.01), ("take 2", 0.20, 0.01), best="take 1"
    )
    found = judged(7, 0, "flip", hint)
    assert (found.better, found.best, found.chance) == ("take 1", 0.60, 0.40)
    assert found.cost == pytest.approx(0.20)
    assert found.mean == pytest.approx(0.40)


def test_what_is_not_clearly_better_costs_nothing() -> None:
    hint = advice(("flip", 0.58, 0.02), ("take 1", 0.60, 0.02), best="take 1")
    found = judged(7, 0, "flip", hint)
    assert (found.better, found.cost) == ("flip", 0)


def decision(number: int, player: int, chance: float, best: float, mean: float) -> Decision:
    return Decision(number, player, "flip", "take 1", chance, best, mean, "Because.")


def test_skill_gifts_and_luck_add_up() -> None:
    """Two players, even at first; 0 gives away 0.1 + 0.2, 1 gives away 0.05, and 0 loses."""
    found = Review(Game("push", 2).deal(seed=1))
    found.decisions = [
        decision(1, 0, 0.4, 0.5, 0.3),
        decision(2, 1, 0.60, 0.65, 0.5),
        decision(3, 0, 0.3, 0.5, 0.1),
    ]
    found.curve = [(0, (0.5, 0.5)), (3, (0.0, 1.0))]
    zero, one = standing(found, 0), standing(found, 1)
    assert (zero.decisions, one.decisions) == (2, 1)
    assert zero.accuracy == pytest.approx(100 * (1 - 0.3 / 0.6))
    assert one.accuracy == pytest.approx(100 * (1 - 0.05 / 0.15))
    assert (zero.skill, zero.gifts) == (pytest.approx(-0.3), pytest.approx(0.05))
    for player, change in ((zero, -0.5), (one, 0.5)):
        assert player.skill + player.gifts + player.luck == pytest.approx(change)
    assert [d.number for d in found.costliest()] == [3, 1, 2]


def test_a_player_without_a_choice_has_no_accuracy() -> None:
    found = Review(Game("push", 2).deal(seed=1))
    assert standing(found, 0).accuracy is None


def played(slug: str, moves: int = 10_000) -> Table:
    game = Game(slug, 2)
    table = game.deal(seed=5)
    for move in islice(bot_moves(table, seated(game, 5, ["random"])), moves):
        table.play(*move)
    return table


@pytest.mark.parametrize("slug", slugs())
def test_a_game_is_reviewed(slug: str) -> None:
    table = played(slug, 12)
    found = review(table, sims=4)
    assert found.decisions and len(found.players) == 2
    assert all(0 <= d.cost <= 1 for d in found.decisions)
    assert len(list(stretched(found))) == 13
    html = page(found)
    assert "<svg" in html and "http" not in html.replace("http://www.w3.org/2000/svg", "")


def test_the_end_of_a_game_is_the_end_of_its_curve() -> None:
    table = played("push")
    found = review(table, sims=1)
    share = tuple((p in table.winners) / len(table.winners) for p in (0, 1))
    assert found.curve[-1] == (len(table.history), share)


def test_sparkline() -> None:
    assert sparkline([0.0, 0.5, 1.0]) == " ▄█"
    assert len(sparkline([0.3] * 500)) == 72


def test_the_command(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(played("push", 10).record())
    shown = run("review", file, "--sims", 50, "--report", tmp_path / "out.html")
    assert shown.exit_code == 0, shown.output
    assert "accuracy" in shown.output and "Chance to win" in shown.output
    assert "<svg" in (tmp_path / "out.html").read_text()
    found = json.loads(run("review", file, "--sims", 50, "--json").stdout)
    assert len(found["players"]) == 2 and found["curve"][0]["move"] >= 0


def test_what_can_not_be_reviewed(tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text(Game("push", 2).deal(seed=1).record())
    for words, *arguments in (
        ("nothing to review", empty),
        ("can't be read", tmp_path / "nowhere.txt"),
    ):
        result = run("review", *arguments)
        assert isinstance(result.exception, CinquinaError) and words in str(result.exception)
    file = tmp_path / "game.txt"
    file.write_text(played("push", 4).record())
    result = run("review", file, "--report", tmp_path / "no" / "out.html")
    assert result.exit_code != 0 and not (tmp_path / "no").exists()
