"""The game that docs/adding-a-game.md adds is an environment too, with no change in envs/."""

from pathlib import Path

from tests.test_adding_a_game import INTERPRETED, checkout, run

__all__ = ["checkout"]  # the fixture

CHECK = """
import gymnasium
import numpy as np
from pettingzoo.test import seed_test
import cinquina.envs.gymnasium
from cinquina.envs import pettingzoo
from cinquina.envs.vector import Tables

seed_test(lambda: pettingzoo.env("nines", 3, take_rest=True))
env = pettingzoo.env("nines", 3)
env.reset(seed=1)
table = cinquina.Game("nines", 3).deal(seed=1)
for agent in env.agent_iter():
    seen, reward, over, _, _ = env.last()
    assert env.table().state_bytes() == table.state_bytes()
    if not over:
        action = int(np.flatnonzero(seen["action_mask"])[0])
        table.play(int(agent[-1]), table.game.rules.ACTIONS[action])
    env.step(None if over else action)
assert table.over and "hand: " in env.describe(seen)

one = gymnasium.make("Cinquina/Nines-v1", players=4, bots="greedy")
one.reset(seed=2)
many = Tables("nines", 5, 2, bots=None)
many.reset(seed=3)
ended = sum(many.step(many.sample())[2].sum() for _ in range(40))
assert ended == 5
"""


def test_a_sixth_game_is_an_environment(checkout: Path) -> None:
    run(checkout, "-c", CHECK, env=INTERPRETED)
