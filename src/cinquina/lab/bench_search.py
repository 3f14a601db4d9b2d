"""What `cinquina bench --search` measures: simulated moves a second, ours and OpenSpiel's.

A simulated move is a player's decision inside a simulation, in the tree or in its playout; what
chance does is not counted. OpenSpiel's search walks and plays each simulation to the end of its
game, so it makes as many decisions as the game has left. Both search from the middle of a game,
with random playouts to the end; ours also as it plays at the table (`search`), where playouts
follow `prefer` and stop at quiet positions.
"""

import random
import time
from collections.abc import Iterator
from typing import Any

from cinquina import games
from cinquina.bots.minds import SEARCH, Settings
from cinquina.bots.names import parse
from cinquina.bots.thinker import Study
from cinquina.lab.bench import Figure, best_rate, yardstick
from cinquina.table import Game, Table

SIMS = 2000
PEERS = ("oh_hell(players=3)", "hearts(pass_cards=false)")
# Random playouts to the end, and no policy that is trusted in advance: as OpenSpiel's.
PLAIN = Settings(SEARCH, sims=SIMS, depth=1 << 30, wild=1000, trust=0.0)


def middle(game: Game) -> Table:
    """A table in the middle of a game of random moves, with somebody who has a choice."""
    chance = random.Random(1)
    table = game.deal(seed=1)
    while not table.over:
        player = chance.choice(table.to_act)
        table.play(player, chance.choice(table.legal(player)))
    moves = table.history[: len(table.history) // 2]
    table = game.deal(seed=1)
    for player, action, _ in moves:
        table.play(player, action)
    while len(table.legal(table.to_act[0])) < 2:
        table.play(table.to_act[0], table.legal(table.to_act[0])[0])
    return table


def simulated_moves(game: Game, settings: Settings, rounds: int) -> tuple[float, float]:
    """Simulated moves and simulations a CPU second of one thread."""
    table = middle(game)
    seat = table.to_act[0]
    study = Study(game, settings.mind(), 1, seat)

    def work() -> float:
        study.clear()
        study.grow(table.states, seat, SIMS)
        return float(study.moves)

    work()  # compiles
    moves = best_rate(work, rounds, time.process_time)
    return moves, moves * SIMS / study.moves


def figures(rounds: int) -> Iterator[Figure]:
    """Ours, game by game, then OpenSpiel's own C++ search on its card games."""
    unit = best_rate(yardstick, rounds, time.process_time)
    yield Figure("yardstick", "plain Python", unit, "steps/s", 1.0)
    for slug in games.slugs():
        game = Game(slug, min(4, games.load(slug).MAX_PLAYERS))
        for name, settings in (("random playouts", PLAIN), ("search", parse("search", slug))):
            moves, sims = simulated_moves(game, settings, rounds)
            yield Figure(f"search, {slug}", name, moves, "moves/s", moves / unit)
            yield Figure(f"search, {slug}", f"{name}, simulations", sims, "sims/s", sims / unit)
    yield from peers(unit, rounds)


def peers(unit: float, rounds: int) -> Iterator[Figure]:
    try:
        import pyspiel
    except ImportError:
        return
    for name in PEERS:
        state, left = peer_middle(pyspiel.load_game(name))
        bot = pyspiel.ISMCTSBot(
            1, pyspiel.RandomRolloutEvaluator(1, 1), 1.0, SIMS, -1,
            pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT, False, False,
        )  # fmt: skip

        def work(bot: Any = bot, state: Any = state, left: int = left) -> float:
            bot.step(state)
            return float(SIMS * left)

        rate = best_rate(work, rounds, time.process_time)
        yield Figure(f"OpenSpiel, {name}", "ISMCTSBot", rate, "moves/s", rate / unit)
        sims = rate / left
        yield Figure(f"OpenSpiel, {name}", "ISMCTSBot, simulations", sims, "sims/s", sims / unit)


def peer_middle(game: Any) -> tuple[Any, int]:
    """A state in the middle of a random game, and how many decisions are left in it."""
    chance = random.Random(1)
    state, line = game.new_initial_state(), []
    while not state.is_terminal():
        decides = not state.is_chance_node()
        if decides:
            action = chance.choice(state.legal_actions())
        else:
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            action = chance.choices(actions, weights)[0]
        line.append((action, decides and len(state.legal_actions()) > 1, decides))
        state.apply_action(action)
    decisions = [i for i, (_, _, decides) in enumerate(line) if decides]
    begin = next(i for i in decisions[len(decisions) // 2 :] if line[i][1])
    state = game.new_initial_state()
    for action, _, _ in line[:begin]:
        state.apply_action(action)
    return state, sum(decides for _, _, decides in line[begin:])
