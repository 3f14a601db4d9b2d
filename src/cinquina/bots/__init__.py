"""Bots, chosen by name. A bot is told only what its seat may know.

A name may carry settings: `search:sims=500`, `search:ms=50,threads=2`, `expert:sims=100`.
"""

from cinquina.bots.levels import LEVELS
from cinquina.bots.minds import Settings
from cinquina.bots.names import BOTS, parse
from cinquina.bots.thinker import Bot, Thinker, make

__all__ = ["BOTS", "LEVELS", "Bot", "Settings", "Thinker", "make", "parse"]
