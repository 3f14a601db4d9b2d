"""What PettingZoo and Gymnasium have in common: spaces, seeds and ways to draw."""

import secrets
from typing import Any

import numpy as np

from cinquina.core.errors import CinquinaError, shown
from cinquina.core.rng import SEED_BITS, seed_bytes
from cinquina.envs import MISSING
from cinquina.envs.layout import Layout
from cinquina.table import whole

try:
    from gymnasium import spaces
except ImportError:
    raise ImportError(MISSING.format("Gymnasium")) from None


class Legal(spaces.Discrete):
    """The actions of a game. A sample of it, if no mask is given, is one that is legal now."""

    def __init__(self, mask: Any) -> None:
        super().__init__(len(mask))
        self._now = mask  # of the environment, and changed by it

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        plain = mask is None and probability is None
        return super().sample(self._now if plain else mask, probability)


def spaces_of(layout: Layout) -> tuple[spaces.Dict, spaces.Discrete]:
    """What an agent sees and does."""
    kind: Any = layout.dtype.type
    numbers = spaces.Box(layout.low.astype(kind), layout.high.astype(kind), dtype=kind)
    mask = spaces.Box(0, 1, (layout.actions,), np.int8)
    return spaces.Dict({"observation": numbers, "action_mask": mask}), spaces.Discrete(
        layout.actions
    )


def checked_seed(seed: Any) -> int:
    """A seed as the engine takes it; None is a secret one."""
    if seed is None:
        return secrets.randbits(SEED_BITS - 1)
    found = whole(seed)
    seed_bytes(seed if found is None else found)
    return int(seed)


def checked_mode(mode: Any, modes: tuple[str, ...]) -> str | None:
    """A way to draw; an error if there is no such."""
    if mode is not None and mode not in modes:
        raise CinquinaError(f"render_mode is one of {', '.join(modes)}, not {shown(mode)}.")
    found: str | None = mode
    return found
