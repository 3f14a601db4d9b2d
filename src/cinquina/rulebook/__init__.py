"""The rule books: <game>.<language>.md, each game in every language."""

from importlib.resources import files

from cinquina import games
from cinquina.core.errors import CinquinaError, shown

LANGUAGES = ("en", "it", "fr", "es", "de", "pt")


def text(slug: str, lang: str = "en") -> str:
    """The rule book of a game in a language, as Markdown."""
    games.load(slug)  # says which games there are
    folder = files(__name__)
    found = [one for one in LANGUAGES if (folder / f"{slug}.{one}.md").is_file()]
    if lang not in found:
        there = ", ".join(found)
        raise CinquinaError(f"{slug} has no rule book in {shown(lang)}: there is {there}.")
    return (folder / f"{slug}.{lang}.md").read_text(encoding="utf-8")
