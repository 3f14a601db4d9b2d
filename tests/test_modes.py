"""Compiled, interpreted and without Numba the engine plays the same games, byte for byte."""

import hashlib
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent.parent
WITHOUT_NUMBA = "import sys; sys.modules['numba'] = None; "  # now importing it fails
PLAY = "from tests.test_modes import main; main({games})"


def digest(number: int) -> str:
    """Play a random game; a line with what it was and a hash of all its actions and states."""
    from tests.catalogue import in_turn, random_move

    rules, chance = in_turn(number), random.Random(number)
    table, seen, moves = rules.game().deal(seed=number), hashlib.sha256(), 0
    seen.update(table.state_bytes())
    while not table.over:
        player, action = random_move(table, chance, greedy=number % 2 == 1)
        table.play(player, action)
        seen.update(f"{player} {action}\n".encode() + table.state_bytes())
        moves += 1
        if moves % 40 == 0:
            seen.update(table.imagined(player, number=moves).state_bytes())
            seen.update(table.game.position(table.state(), seed=moves).state_bytes())
    seen.update(repr((table.scores, table.winners, table.state())).encode())
    for seat in range(rules.players):
        seen.update(repr(table.observation(seat).tolist()).encode())
    return f"{number} {rules} {moves} {seen.hexdigest()}"


def main(games: int) -> None:
    """What the other processes run: the mode they are in, then a line for each game."""
    lines = [digest(number) for number in range(games)]
    print("compiled" if sys.modules.get("numba") else "interpreted", *lines, sep="\n")


def played(games: int, jit: bool, numba: bool = True) -> tuple[str, list[str]]:
    """The mode and the games of a process of its own."""
    environment = {k: v for k, v in os.environ.items() if k != "NUMBA_DISABLE_JIT"}
    if not jit:
        environment["NUMBA_DISABLE_JIT"] = "1"
    code = ("" if numba else WITHOUT_NUMBA) + PLAY.format(games=games)
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=HERE, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    mode, *lines = done.stdout.splitlines()
    assert len(lines) == games
    return mode, lines


def check_modes(games: int) -> None:
    mode, expected = played(games, jit=False)
    assert mode == "interpreted"
    mode, lines = played(games, jit=True, numba=False)
    assert (mode, lines) == ("interpreted", expected)
    mode, lines = played(games, jit=True)
    assert (mode, lines) == ("compiled", expected)


def test_all_modes_play_the_same_games() -> None:
    check_modes(42)  # every game and player count twice, with other options


@pytest.mark.nightly
def test_all_modes_play_the_same_200_games() -> None:
    check_modes(200)
