"""The games: one module each, all of one shape. A module in this folder is a game.

Its slug is its name with dashes; nothing else lists the games.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from cinquina.core.errors import CinquinaError, shown


@cache
def slugs() -> tuple[str, ...]:
    """The games there are."""
    return tuple(module.name.replace("_", "-") for module in iter_modules(__path__))


def load(slug: str) -> ModuleType:
    """The module of a game."""
    if slug not in slugs():
        raise CinquinaError(f"There is no game {shown(slug)}: choose one of {', '.join(slugs())}.")
    return import_module(f"{__name__}.{slug.replace('-', '_')}")
