"""Our games in OpenSpiel beside OpenSpiel's own Python games (extras `cinquina[envs]`, `[bench]`).

All of them are driven by the same Python loop with random actions. It asks for legal actions and
nothing else: no observation and no information state, neither of ours nor of theirs. What counts is
players' decisions; what chance does before (deals, the digits of a seed) takes time but does not.
"""

import time
from collections.abc import Iterator
from functools import partial
from importlib import import_module
from typing import Any

from cinquina import games
from cinquina.lab.bench import Figure, best_rates
from cinquina.lab.peers import python_loop

OURS = "our games in OpenSpiel"
THEIRS = "OpenSpiel's own Python games"
PEERS = (
    "python_kuhn_poker",
    "python_tic_tac_toe",
    "python_liars_poker",
    "python_block_dominoes",
    "python_team_dominoes",
)
SECONDS = 0.3  # of CPU time, for one round


def play(game: Any) -> float:
    """As many games as fit into SECONDS; how many decisions that were."""
    decisions, seed, end = 0, 0, time.process_time() + SECONDS
    while time.process_time() < end:
        seed += 1
        decisions += python_loop(game, seed)
    return float(decisions)


def figures(unit: float, rounds: int) -> Iterator[Figure]:
    """Ours, game by game, then theirs."""
    try:
        import pyspiel

        from cinquina.envs import openspiel
    except ImportError:
        return
    import_module("open_spiel.python.games")  # registers them
    names = [(OURS, openspiel.name_of(slug)) for slug in games.slugs()]
    names += [(THEIRS, name) for name in PEERS]
    loaded = {name: pyspiel.load_game(name) for _, name in names}
    for game in loaded.values():
        python_loop(game, 0)  # compiles
    rates = best_rates({name: partial(play, game) for name, game in loaded.items()}, rounds)
    for group, name in names:
        yield Figure(group, name, rates[name], "moves/s", rates[name] / unit)


def times(found: list[Figure]) -> list[str]:
    """How many times OpenSpiel's fastest Python game each of ours is."""
    theirs = [figure.value for figure in found if figure.group == THEIRS]
    if not theirs:
        return ["For OpenSpiel beside it: pip install 'cinquina[envs,bench]'"]
    ours = [figure for figure in found if figure.group == OURS]
    said = ", ".join(f"{figure.name} {figure.value / max(theirs):.1f}" for figure in ours)
    return [f"Times OpenSpiel's fastest Python game: {said}"]
