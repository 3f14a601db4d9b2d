"""What the names of bots mean in each game: found by `cinquina ladder`, see docs/bots.md."""

from dataclasses import replace

from cinquina.bots.minds import GREEDY, RANDOM, SEARCH, Settings

LEVELS = ("novice", "easy", "medium", "hard", "expert")

# Search as it plays each game best: to which depth playouts go, and how it explores.
SEARCHES: dict[str, Settings] = {}
PLAIN_SEARCH = Settings(SEARCH, sims=1000)

# Of each level: simulations (0: it does not search), and slips in a thousand moves.
SKILLS: dict[str, tuple[tuple[int, int], ...]] = {}
PLAIN_SKILLS = ((0, 600), (0, 300), (0, 100), (200, 0), (2000, 0))

# Where there are no turns: the median reaction in milliseconds, and how many cards it overlooks
# at a glance.
REACTIONS = ((2600, 4), (1900, 5), (1400, 6), (1000, 8), (700, 12))


def settings(name: str, slug: str) -> Settings:
    """The settings of a bot without any written after its name."""
    search = SEARCHES.get(slug, PLAIN_SEARCH)
    if name not in LEVELS:
        return {"random": Settings(RANDOM), "greedy": Settings(GREEDY), "search": search}[name]
    level = LEVELS.index(name)
    sims, slip = SKILLS.get(slug, PLAIN_SKILLS)[level]
    reaction, attention = REACTIONS[level]
    thinking = replace(search, sims=sims) if sims else Settings(GREEDY)
    return replace(thinking, slip=slip, reaction=reaction, attention=attention)
