"""The rule book of a game."""

from importlib.resources import files
from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from cinquina.cli.arguments import Slug, interpret
from cinquina.core.errors import CinquinaError


def text(slug: str, lang: str = "en") -> str:
    """The rule book of a game in a language, as Markdown."""
    from cinquina import games

    games.load(slug)  # says which games there are
    book = files("cinquina") / "rulebook"
    if not (book / f"{slug}.{lang}.md").is_file():
        found = sorted(f.name.split(".")[1] for f in book.iterdir() if f.name.startswith(slug))
        raise CinquinaError(f"{slug} has no rule book in {lang!r}: there is {', '.join(found)}.")
    return (book / f"{slug}.{lang}.md").read_text(encoding="utf-8")


def run(
    game: Slug,
    lang: Annotated[str, typer.Option(help="A language, as two letters.")] = "en",
) -> None:
    interpret()
    Console().print(Markdown(text(game, lang)))
