"""Golden playthroughs: the games are played as they were, and every seat saw the same."""

import json
from pathlib import Path
from typing import Any

import pytest

import cinquina
from cinquina import Game
from cinquina.core.kernel import INTERPRETED
from tests.golden import FOLDER, SETTINGS, rules_of, rules_touched, tell

FILES = sorted(FOLDER.glob("*.jsonl"))
# A full rotation that helps nobody can't happen with whole decks (test_a9_g3 has a position), and
# a tournament is a series of games.
NOT_IN_PLAY = {"A9-G3", "A9-G5"}


def read(file: Path) -> tuple[Game, int, list[dict[str, Any]]]:
    head, *lines = (json.loads(line) for line in file.read_text().splitlines())
    seed = head.pop("seed")
    return Game(**head), seed, lines


def test_every_game_has_two() -> None:
    assert [file.stem for file in FILES] == sorted(SETTINGS)
    assert {name.rpartition("-")[0] for name in SETTINGS} == set(cinquina.slugs())
    assert len(FILES) == 2 * len(cinquina.slugs())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_played_again(file: Path) -> None:
    game, seed, lines = read(file)
    table = game.deal(seed)
    actions = iter([(line["player"], line["action"]) for line in lines[1:]])
    for was, told in zip(lines, tell(table, actions), strict=True):
        assert json.loads(json.dumps(told)) == was
    assert table.over


@pytest.mark.skipif(not INTERPRETED, reason="compiled lines can't be watched")
@pytest.mark.parametrize("slug", cinquina.slugs())
def test_together_they_touch_every_rule(slug: str) -> None:
    touched: set[str] = set()
    for name in (f"{slug}-1", f"{slug}-2"):
        game, seed, lines = read(FOLDER / f"{name}.jsonl")
        moves = [(line["player"], line["action"]) for line in lines[1:]]
        touched |= rules_touched(game, seed, moves)
    wanted = set().union(*rules_of(game).values()) - NOT_IN_PLAY
    assert wanted - touched == set()
