"""What PettingZoo and Gymnasium have in common: spaces, seeds and ways to draw."""

import inspect
import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np

from cinquina import games
from cinquina.core.errors import CinquinaError, shown
from cinquina.core.rng import SEED_BITS, seed_bytes
from cinquina.envs import MISSING
from cinquina.envs.layout import Layout
from cinquina.table import Game, whole

try:
    from gymnasium import spaces
except ImportError:
    raise ImportError(MISSING.format("Gymnasium")) from None


ILLEGAL = ("lose", "error")


class Copyable:
    """An environment that can be copied and saved: what looks into its batch is made anew.

    Its attributes VIEWS are such looks, and `_look` makes them."""

    VIEWS: tuple[str, ...] = ()

    def _look(self) -> None:
        raise NotImplementedError

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in self.__dict__ if name not in self.VIEWS}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._look()


class Follower:
    """A space of actions that follows an environment's masks. Alone, a copy follows nobody."""

    now: Any = None  # of the environment, and changed by it

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in self.__dict__ if name != "now"}


class Legal(Follower, spaces.Discrete):
    """The actions of a game. A sample of it, if no mask is given, is one that is legal now."""

    def __init__(self, mask: Any) -> None:
        super().__init__(len(mask))
        self.now = mask

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        plain = mask is None and probability is None
        return super().sample(self.now if plain else mask, probability)


class AllLegal(Follower, spaces.MultiDiscrete):
    """An action for each game. A sample, if no mask is given, has those that are legal now."""

    def __init__(self, masks: Any) -> None:
        super().__init__([masks.shape[1]] * len(masks))
        self.now = masks

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        if self.now is None or mask is not None or probability is not None:
            return super().sample(mask, probability)
        return (self.np_random.random(self.now.shape) * self.now).argmax(axis=1)


def spaces_of(layout: Layout) -> tuple[spaces.Dict, spaces.Discrete]:
    """What an agent sees and does."""
    kind: Any = layout.dtype.type
    numbers = spaces.Box(layout.low.astype(kind), layout.high.astype(kind), dtype=kind)
    mask = spaces.Box(0, 1, (layout.actions,), np.int8)
    return spaces.Dict({"observation": numbers, "action_mask": mask}), spaces.Discrete(
        layout.actions
    )


def game_of(env: type, slug: str, players: int, options: Mapping[str, Any]) -> Game:
    """The rules of an environment; an error if an argument is neither its own nor the game's."""
    taken = [name for name in inspect.signature(env).parameters if name != "options"]
    known = ["cards", *(option.name for option in games.load(slug).OPTIONS)]
    for name in options:
        if name not in known:
            raise CinquinaError(
                f"There is no argument {shown(name)}: environments like this take "
                f"{', '.join(taken)}; {slug} takes {', '.join(known)}."
            )
    return Game(slug, players, **options)


def checked_seed(seed: Any) -> int:
    """A seed as the engine takes it; None is a secret one."""
    if seed is None:
        return secrets.randbits(SEED_BITS - 1)
    found = whole(seed)
    seed_bytes(seed if found is None else found)
    return int(seed)


def checked_illegal(illegal: Any) -> str:
    """What happens at an illegal action; an error if it is none of the ways."""
    if illegal not in ILLEGAL:
        raise CinquinaError(f"illegal is {' or '.join(ILLEGAL)}, not {shown(illegal)}.")
    return str(illegal)


def checked_mode(mode: Any, modes: tuple[str, ...]) -> str | None:
    """A way to draw; an error if there is no such."""
    if mode is not None and mode not in modes:
        raise CinquinaError(f"render_mode is one of {', '.join(modes)}, not {shown(mode)}.")
    found: str | None = mode
    return found
