"""The lessons and the small boards of the rule book are games that can be played like that."""

import json
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from cinquina import rulebook
from cinquina.server import study
from cinquina.table import Game, Table
from tests.server.serving import SLUGS

UI = Path(__file__).parents[2] / "ui" / "src"
BOARDS = json.loads((UI / "lessons" / "boards.json").read_text("utf-8"))
LEARNER = 0


def lesson_of(game: str) -> Any:
    return json.loads((UI / "lessons" / f"{game}.json").read_text("utf-8"))


def words_of(lang: str, area: str) -> Any:
    return json.loads((UI / "words" / lang / f"{area}.json").read_text("utf-8"))


def dealt(one: dict[str, Any]) -> Table:
    game = Game.of(one["game"], one["players"], one.get("options", {}), one.get("deck"))
    return game.deal(int(one["seed"]))


def ways(table: Table, steps: list[dict[str, Any]], number: int = 0) -> Iterator[Table]:
    """Every way through a lesson: where it wants one of several actions, each that is legal."""
    if not steps:
        yield table
        return
    for after in done(table, steps[0].get("do", []), number):
        for seat, action in steps[0].get("then", []):
            assert seat != LEARNER
            after.play(seat, action)
        yield from ways(after, steps[1:], number + 1)


def done(table: Table, wanted: list[list[str]], number: int) -> Iterator[Table]:
    if not wanted:
        yield table.copy()
        return
    legal = table.legal(LEARNER)
    fitting = [one for one in legal if any(fnmatchcase(one, want) for want in wanted[0])]
    assert fitting, f"Step {number + 1}: {wanted[0]} in {legal}"
    for action in fitting:
        after = table.copy()
        after.play(LEARNER, action)
        yield from done(after, wanted[1:], number)


@pytest.mark.parametrize("game", SLUGS)
def test_every_way_through_a_lesson_is_legal(game: str) -> None:
    lesson = lesson_of(game)
    assert lesson["game"] == game and 8 <= len(lesson["steps"]) <= 14
    ends = list(ways(dealt(lesson), lesson["steps"]))
    assert ends and all(len(table.history) <= study.MOST_MOVES for table in ends)
    assert not lesson["steps"][-1]  # the last one only says good-bye


@pytest.mark.parametrize("game", SLUGS)
@pytest.mark.parametrize("lang", rulebook.LANGUAGES)
def test_each_step_has_words(game: str, lang: str) -> None:
    words, steps = words_of(lang, "lessons"), lesson_of(game)["steps"]
    own = {key for key in words if key.startswith(f"lessons.{game}.")}
    assert own == {f"lessons.{game}.{number}" for number in range(1, len(steps) + 1)}


@pytest.mark.parametrize("board", BOARDS, ids=[board["rule"] for board in BOARDS])
def test_the_boards_of_the_book_are_legal(board: dict[str, Any]) -> None:
    table = dealt(board)
    for seat, action in board["moves"]:
        table.play(seat, action)
    assert board["stops"] == sorted(set(board["stops"]))
    assert board["stops"][-1] == len(board["moves"])
    for lang in rulebook.LANGUAGES:
        assert f"{board['rule']})" in rulebook.text(board["game"], lang).replace(",", ")")
        words, numbers = words_of(lang, "book"), range(1, len(board["stops"]) + 1)
        own = {key for key in words if key.startswith(f"book.{board['rule']}.")}
        assert own == {f"book.{board['rule']}.{number}" for number in numbers}


def test_every_game_has_boards() -> None:
    for game in SLUGS:
        assert 2 <= sum(board["game"] == game for board in BOARDS) <= 3
