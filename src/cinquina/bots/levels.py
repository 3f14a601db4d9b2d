"""What the names of bots mean in each game: measured with `cinquina ladder`, see docs/bots.md.

A level below `expert` is `greedy` that now and then slips, and does anything legal instead. How
many slips make levels evenly spaced was found by duels between greedy bots that slip more or less.
"""

from cinquina.bots.minds import GREEDY, RANDOM, SEARCH, Settings
from cinquina.games import load

LEVELS = ("novice", "easy", "medium", "hard", "expert")

# Search as it plays each game best: to which depth playouts go, and how it explores.
PLAIN_SEARCH = Settings(SEARCH, sims=1000, depth=10, explore=0.3, patience=16)
SEARCHES: dict[str, Settings] = {
    "add-up": Settings(SEARCH, sims=1500, depth=8, explore=0.4, patience=12),
    "burst": Settings(SEARCH, sims=800, depth=0, explore=0.2, patience=100),
    "push": Settings(SEARCH, sims=1500, depth=14, explore=0.3, patience=8),
    "seven-ate-nine": Settings(SEARCH, sims=300, depth=30, explore=0.3, patience=16),
    "triggs": Settings(SEARCH, sims=8000, depth=4, explore=0.15, patience=200),
}

# Slips of the four levels below `expert`, in a thousand decisions.
PLAIN_SLIPS = (400, 250, 120, 40)
SLIPS: dict[str, tuple[int, int, int, int]] = {
    "add-up": (625, 450, 215, 50),
    "burst": (330, 210, 115, 20),
    "push": (295, 200, 107, 40),
    "triggs": (238, 168, 100, 40),
}

# Where there are no turns speed decides: the median reaction in milliseconds, and how many cards
# are taken in at a glance. Nobody slips.
REACTIONS = ((2000, 4), (1600, 6), (1280, 8), (1020, 10), (820, 12))


def settings(name: str, slug: str) -> Settings:
    """The settings of a bot without any written after its name."""
    search = SEARCHES.get(slug, PLAIN_SEARCH)
    if name not in LEVELS:
        return {"random": Settings(RANDOM), "greedy": Settings(GREEDY), "search": search}[name]
    level = LEVELS.index(name)
    if getattr(load(slug), "REAL_TIME", False):
        reaction, attention = REACTIONS[level]
        return Settings(GREEDY, reaction=reaction, attention=attention)
    slips = (*SLIPS.get(slug, PLAIN_SLIPS), 0)
    return search if name == "expert" else Settings(GREEDY, slip=slips[level])
