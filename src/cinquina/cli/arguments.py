"""What several commands take: a game with its players, options and deck."""

import os
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cinquina.core.errors import CinquinaError, shown

if TYPE_CHECKING:
    from cinquina.table import Game

Slug = Annotated[str, typer.Argument(metavar="GAME", help="See `cinquina games`.")]
Players = Annotated[int, typer.Option("--players", "-p", help="How many play.")]
Seed = Annotated[int, typer.Option(help="The same seed, the same game.")]
Given = Annotated[
    list[str] | None,
    typer.Option("--option", "-o", metavar="NAME=VALUE", help="An option of the game."),
]
DeckFile = Annotated[
    Path | None,
    typer.Option("--deck", metavar="FILE", help='A deck of your own, TOML: "card" = copies.'),
]
Bots = Annotated[
    list[str] | None,
    typer.Option("--bot", metavar="NAME", help="Once for all seats, or once for each."),
]

# What the server's commands take. What is not given comes from variables CINQUINA_….
Host = Annotated[str | None, typer.Option(help="Address to listen on: 0.0.0.0 is all.")]
Port = Annotated[int | None, typer.Option(help="Port; 0 is any that is free.")]
Data = Annotated[Path | None, typer.Option(help="The file that keeps everything.")]
PublicUrl = Annotated[str | None, typer.Option(help="How players reach the server.")]
Database = Annotated[str | None, typer.Option(help="postgresql://… instead of a file.")]
Redis = Annotated[str | None, typer.Option(help="redis://… for several workers.")]
Workers = Annotated[int | None, typer.Option(help="Processes that serve.")]
Proxies = Annotated[str | None, typer.Option(help="Addresses of proxies in front of it.")]
KeepDays = Annotated[int | None, typer.Option(help="Days until an unused table is deleted.")]
BotPace = Annotated[float | None, typer.Option(help="Of bots' pauses: 0 is none, 2 is slow.")]
CompiledBots = Annotated[
    bool | None, typer.Option(help="Compile what bots think: expert needs it.")
]
MostTables = Annotated[int | None, typer.Option(help="Tables in memory, of one worker.")]
LogJson = Annotated[bool | None, typer.Option(help="Logs as JSON lines.")]
Limits = Annotated[bool | None, typer.Option(help="Limits for each address.")]

SEARCHING = ("search", "expert")


def interpret(bots: Iterable[str] = ()) -> None:
    """Run the rules interpreted in this process: a single game needs no compiler to be quick.

    Bots that search do: with one of these it stays compiled."""
    thinks = any(name.partition(":")[0] in SEARCHING for name in bots)
    if "cinquina.core.kernel" not in sys.modules and not thinks:
        os.environ.setdefault("NUMBA_DISABLE_JIT", "1")


def make_game(slug: str, players: int, given: list[str] | None, deck: Path | None) -> "Game":
    """The game that was asked for on the command line."""
    from cinquina.table import Game

    options: dict[str, str] = {}
    for item in given or []:
        name, sep, value = item.partition("=")
        if not sep:
            raise CinquinaError(f"An option is written name=value, not {shown(item)}.")
        if name in options:
            raise CinquinaError(f"The option {name} is given twice.")
        options[name] = value
    return Game.of(slug, players, options, None if deck is None else read_deck(deck))


def read_deck(file: Path) -> dict[str, int]:
    """A deck from a TOML file: card = copies."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        raise CinquinaError(f"The deck {file} can't be read: {problem.strerror}.") from None
    except ValueError as problem:  # not UTF-8, not TOML, or a number of thousands of digits
        raise CinquinaError(
            f'The deck {file} is not TOML, a line such as "5" = 4 for each card: {problem}.'
        ) from None
