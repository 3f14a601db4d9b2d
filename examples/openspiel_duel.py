"""OpenSpiel's IS-MCTS against our `search`, at equal CPU time for each move.

    python examples/openspiel_duel.py push --deals 20 --ms 20

Theirs plays through the adapter, as it plays any game of OpenSpiel. Both know what a player
knows. Each deal is played once for each seating, so that luck of the deal and of the seat is
shared. Theirs counts simulations, not time: how many it may make follows from how fast it was.
"""

import argparse
import sys
import time
from typing import Any

import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from cinquina import CinquinaError
from cinquina.bots.names import parse
from cinquina.bots.thinker import Study, best
from cinquina.envs.openspiel import name_of
from cinquina.lab.statistics import Tally

EXPLORE = 2.0  # their `uct_c`: returns go from -1 to 1
SIMS_AT_ONCE = 8


class Ours:
    """`search`, as at the table, until the time is up."""

    name = "search"

    def __init__(self, game: Any, seconds: float) -> None:
        self.cpu = Tally()
        self._seconds, rules = seconds, game.variant.game
        self._study = Study(rules, parse("search", rules.slug).mind(), seed=1, number=0)

    def choose(self, state: Any, player: int) -> int:
        table = state.table().imagined(player, number=state.move_number())
        self._study.clear()
        begin = time.process_time()
        self._study.grow(table.states, player, SIMS_AT_ONCE)
        while time.process_time() < begin + self._seconds:
            self._study.grow(table.states, player, SIMS_AT_ONCE)
        self.cpu.add([time.process_time() - begin])
        return best(list(self._study.lines())).action


class Theirs:
    """OpenSpiel's Python IS-MCTS with random playouts, about as long as ours."""

    name = "OpenSpiel's IS-MCTS"

    def __init__(self, game: Any, seconds: float) -> None:
        self.cpu = Tally()
        self._seconds, self._game, self._rate = seconds, game, 200.0

    def choose(self, state: Any, player: int) -> int:
        sims = max(2, round(self._rate * self._seconds))
        evaluator = mcts.RandomRolloutEvaluator(1)
        bot = ismcts.ISMCTSBot(self._game, evaluator, uct_c=EXPLORE, max_simulations=sims)
        begin = time.process_time()
        action = bot.step(state)
        spent = time.process_time() - begin
        self._rate = sims / max(spent, 1e-6)
        self.cpu.add([spent])
        return int(action)


def play(game: Any, seed: int, seats: list[Any]) -> list[float]:
    """One game; what each seat won: 1, or a share of it."""
    state = game.new_initial_state()
    for digit in f"{seed:0{game.digits}x}":
        state.apply_action(int(digit, 16))
    while not state.is_terminal():
        player, legal = state.current_player(), state.legal_actions()
        state.apply_action(legal[0] if len(legal) == 1 else seats[player].choose(state, player))
    return list(state.world.shares())


def duel(slug: str, players: int, deals: int, seconds: float) -> tuple[Tally, Ours, Theirs]:
    """The share that ours wins, one value a deal; their seats alternate round the table."""
    game = pyspiel.load_game(name_of(slug, players=players))
    ours, theirs, won = Ours(game, seconds), Theirs(game, seconds), Tally()
    for bot in (ours, theirs):  # what is compiled at the first move is nobody's time
        play(game, 0, [bot] * players)
        bot.cpu = Tally()
    for seed in range(1, deals + 1):
        share = 0.0
        for turn in (0, 1):
            seats = [(ours, theirs)[(p + turn) % 2] for p in range(players)]
            shares = play(game, seed, seats)
            share += sum(s for s, bot in zip(shares, seats, strict=True) if bot is ours) / 2
        won.add([share])
    return won, ours, theirs


def main(words: list[str]) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="push")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--deals", type=int, default=20)
    parser.add_argument("--ms", type=float, default=20.0, help="CPU time for each move")
    given = parser.parse_args(words)
    won, ours, theirs = duel(given.game, given.players, given.deals, given.ms / 1000)
    low, high = won.cautious().interval()
    print(
        f"{given.game}, {given.players} players, {won.n} deals, {2 * won.n} games: "
        f"{ours.name} wins {won.mean:.1%} [{max(0, low):.1%}, {min(1, high):.1%}], "
        f"{theirs.name} {1 - won.mean:.1%}"
    )
    for bot in (ours, theirs):
        print(f"  {bot.name}: {1000 * bot.cpu.mean:.1f} ms of CPU time a move, {bot.cpu.n} moves")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except CinquinaError as problem:
        sys.exit(str(problem))
