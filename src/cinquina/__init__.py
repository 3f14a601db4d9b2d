"""Cinquina: five number card games to play, host and study.

    import cinquina
    table = cinquina.Game("push", players=3).deal(seed=7)

The engine is loaded when it is first used, so that what does not need it starts at once.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cinquina.core.errors import BadReplay, CinquinaError, IllegalAction
    from cinquina.core.rng import commitment
    from cinquina.games import slugs
    from cinquina.replays import replay
    from cinquina.table import Game, Table

__version__ = "0.1.0"
__all__ = [
    "BadReplay",
    "CinquinaError",
    "Game",
    "IllegalAction",
    "Table",
    "commitment",
    "replay",
    "slugs",
]

_HOMES = {
    "BadReplay": "core.errors",
    "CinquinaError": "core.errors",
    "Game": "table",
    "IllegalAction": "core.errors",
    "Table": "table",
    "commitment": "core.rng",
    "replay": "replays",
    "slugs": "games",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'cinquina' has no attribute {name!r}")
    return getattr(import_module(f"cinquina.{_HOMES[name]}"), name)
