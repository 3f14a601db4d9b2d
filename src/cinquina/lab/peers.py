"""OpenSpiel's card games in the same run (extra `cinquina[bench]`).

A move is a player's decision, as it is in ours; what chance does (deals, draws) is not counted.
"""

import random
import time
from collections.abc import Iterator
from typing import Any

from cinquina.lab.bench import Figure, best_rate

NAMES = ("crazy_eights(players=4)", "hearts", "go_fish")
GAMES = 200


def python_loop(game: Any, seed: int) -> int:
    """A random game driven from Python; its decisions."""
    chance = random.Random(seed)
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            decisions += 1
    return decisions


def figures(unit: float, rounds: int) -> Iterator[Figure]:
    """Random play of OpenSpiel's games: from Python, and wholly in its own C++ loop."""
    try:
        import pyspiel
    except ImportError:
        return
    for name in NAMES:
        game = pyspiel.load_game(name)
        bots = [pyspiel.make_uniform_random_bot(p, p) for p in range(game.num_players())]

        def whole_game(seed: int, game: Any = game, bots: Any = bots) -> Any:
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, seed)
            return state

        sample = [whole_game(seed).full_history() for seed in range(GAMES)]
        mean = sum(item.player >= 0 for history in sample for item in history) / GAMES

        def compiled(mean: float = mean, whole_game: Any = whole_game) -> float:
            for seed in range(GAMES):
                whole_game(seed)
            return mean * GAMES

        def driven(game: Any = game) -> float:
            return float(sum(python_loop(game, seed) for seed in range(GAMES // 10)))

        for way, work in (("C++ loop", compiled), ("from Python", driven)):
            rate = best_rate(work, rounds, time.process_time)
            yield Figure(f"OpenSpiel, {name}", way, rate, "moves/s", rate / unit)
