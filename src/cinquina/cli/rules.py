"""The rule book of a game."""

from typing import Annotated

import typer
from rich.console import Console
from rich.markdown import Markdown

from cinquina.cli.arguments import Slug, interpret
from cinquina.rulebook import LANGUAGES
from cinquina.rulebook import text as text  # play shows it too


def run(
    game: Slug,
    lang: Annotated[str, typer.Option(help=f"A language: {', '.join(LANGUAGES)}.")] = "en",
) -> None:
    interpret()
    Console().print(Markdown(text(game, lang)))
