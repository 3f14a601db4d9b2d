"""How the tests of the environments play: every game and player count, random legal actions."""

from typing import Any

import numpy as np
import pytest

from cinquina.core.kernel import INTERPRETED
from tests.catalogue import seats

every_game = pytest.mark.parametrize(("slug", "players"), seats())
SEEDS = 1 if INTERPRETED else 10  # of each of 20 pairs; 200 of each in the nightly tests


def some(mask: Any, chance: np.random.Generator) -> int:
    """An action that a mask allows."""
    return int(chance.choice(np.flatnonzero(mask)))
