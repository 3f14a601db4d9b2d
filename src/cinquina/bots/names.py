"""The names of bots, and what each of them means in each game.

A name may carry settings of its own: `search:sims=500`, `search:ms=50,threads=2`, `easy:slip=9`.
"""

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from cinquina.bots.levels import LEVELS, settings
from cinquina.bots.minds import MIND, SEARCH, Settings
from cinquina.core.errors import CinquinaError, shown
from cinquina.core.record import alloc
from cinquina.games import load

# What may be written after a name: its least, its most, and for which bots and games it is.
LIMITS: dict[str, tuple[float, float]] = {
    "sims": (1, 10_000_000),
    "ms": (1, 600_000),
    "threads": (1, 64),
    "depth": (0, 100_000),
    "wild": (0, 1000),
    "explore": (0.0, 100.0),
    "trust": (0.0, 1.0),
    "patience": (0, 1_000_000),
    "slip": (0, 1000),
    "reaction": (50, 60_000),
    "attention": (1, 100),
}
OF_SEARCH = ("sims", "ms", "threads", "depth", "wild", "explore", "trust", "patience")
OF_RACES = ("reaction", "attention")

BASICS = ("random", "greedy", "search")
BOTS = (*BASICS, *LEVELS)


def minds_of(names: Iterable[str], slug: str) -> Any:
    """The minds of several bots in a game, in one array."""
    found = [parse(name, slug).mind() for name in names]
    minds = alloc(len(found), MIND)
    minds.view(np.ndarray)[:] = np.concatenate(found)
    return minds


def parse(name: str, slug: str) -> Settings:
    """What a bot's name, perhaps with settings, means in a game."""
    load(slug)  # an error if there is no such game
    base, colon, more = name.partition(":")
    if base not in BOTS:
        raise CinquinaError(f"There is no bot {shown(name)}: choose one of {', '.join(BOTS)}.")
    plain = settings(base, slug)
    changes: dict[str, Any] = {}
    for item in more.split(",") if colon else []:
        setting, _, text = item.partition("=")
        check_use(base, plain.kind, slug, setting)
        changes[setting] = value(setting, text)
    if "ms" in changes and "sims" not in changes:
        changes["sims"] = 0
    return replace(plain, **changes)


def check_use(bot: str, kind: int, slug: str, setting: str) -> None:
    """An error if this bot has no such setting in this game."""
    if setting not in LIMITS:
        raise CinquinaError(f"A bot has no setting {shown(setting)}: {', '.join(LIMITS)}.")
    if setting in OF_SEARCH and kind != SEARCH:
        searching = "search or a higher level" if bot in LEVELS else "search"
        raise CinquinaError(f"{bot} does not search in {slug}: {setting} is for {searching}.")
    if setting in OF_RACES and not getattr(load(slug), "REAL_TIME", False):
        raise CinquinaError(f"{slug} has turns: {setting} is for games without, seven-ate-nine.")


def value(setting: str, text: str) -> float | int:
    """The number that a setting is given, if it can be."""
    least, most = LIMITS[setting]
    try:
        number = type(least)(text)
    except ValueError:
        number = math.nan
    if not least <= number <= most:
        raise CinquinaError(f"{setting} is a number from {least} to {most}, not {shown(text)}.")
    return number
