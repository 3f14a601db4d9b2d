"""Check a seed against the hash that was published before the game."""

from typing import Annotated

import typer

from cinquina.cli.arguments import interpret
from cinquina.core.errors import CinquinaError, shown


def run(
    seed: Annotated[str, typer.Argument(help="The seed, decimal or 0x… hexadecimal.")],
    published: Annotated[str, typer.Argument(metavar="HASH", help="The SHA-256 shown before.")],
) -> None:
    interpret()
    from cinquina.core.rng import commitment

    try:
        number = int(seed, 0)
    except ValueError:
        raise CinquinaError(
            f"A seed is a whole number, decimal or 0x…, not {shown(seed)}."
        ) from None
    found = commitment(number)
    if found != published.strip().lower():
        raise CinquinaError(f"This seed was not announced: its hash is {found}.")
    typer.echo(f"The seed is the one that was announced: {found}")
