"""Say what a change does: the standard rules beside an option or a deck, or two decks."""

import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cinquina.cli.arguments import Bots, Given, Players, Seed, Slug, make_game
from cinquina.cli.simulate import (
    STOPPED,
    AsJson,
    Cluster,
    Report,
    Threads,
    bar,
    command,
    grid,
    make_match,
)
from cinquina.core.errors import CinquinaError

if TYPE_CHECKING:
    from cinquina.lab.arena import Match
    from cinquina.lab.compare import Comparison, Metric


def run(
    game: Slug,
    option: Given = None,
    deck: Annotated[
        list[Path] | None,
        typer.Option("--deck", metavar="FILE", help="One, or two to be compared."),
    ] = None,
    players: Players = 2,
    bot: Bots = None,
    games: Annotated[int, typer.Option("--games", "-n", help="How many of each.")] = 20_000,
    seed: Seed = 0,
    report: Report = None,
    as_json: AsJson = False,
    threads: Threads = None,
    cluster: Cluster = None,
) -> None:
    from cinquina.lab import report as pages
    from cinquina.lab import tables
    from cinquina.lab.compare import compare
    from cinquina.lab.simulate import seating

    before, after, names = sides(game, players, option, deck or [], bot, seed)
    seating(before)
    with ExitStack() as files:
        page = files.enter_context(tables.replaced(report)) if report else None
        with bar(2 * games) as progress:
            found = compare(before, after, names, games, threads, cluster, progress)
        if not found.metrics:  # stopped before there was anything to compare
            raise typer.Abort
        found.command = command("compare", before, bot, games, option, deck or [])
        if page:
            page.write_text(pages.comparison(found), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(found.to_json()))
    else:
        show(found)
    if found.stopped:
        raise typer.Exit(STOPPED)


def sides(
    slug: str, players: int, option: list[str] | None, decks: list[Path], bot: list[str] | None,
    seed: int,
) -> tuple["Match", "Match", tuple[str, str]]:  # fmt: skip
    """What is compared with what, and their names."""
    if len(decks) > 2:
        raise CinquinaError(f"Two decks can be compared, not {len(decks)}.")
    if not decks and not option:
        raise CinquinaError("Say what to change: --option NAME=VALUE, or --deck FILE.")
    if len(decks) == 2:  # an option then holds for both
        games = [make_game(slug, players, option, deck) for deck in decks]
        names = (str(decks[0]), str(decks[1]))
    else:
        games = [make_game(slug, players, None, None)]
        games.append(make_game(slug, players, option, decks[0] if decks else None))
        names = ("standard", ", ".join([*(option or []), *map(str, decks)]))
    before, after = (make_match(game, bot, seed) for game in games)
    return before, after, names


def amount(metric: "Metric", value: float, error: float, sign: str = "") -> str:
    """A value with half its interval's width: 45.35 ±0.07."""
    from cinquina.lab.compare import SHARES
    from cinquina.lab.statistics import Z

    scale, unit = (100, " %") if metric.name in SHARES else (1, "")
    return f"{scale * value:{sign}.2f} ±{scale * Z * error:.2f}{unit}".replace("-", "−")


def show(found: "Comparison") -> None:
    from cinquina.cli.picture import open_screen

    screen = open_screen()
    match = found.before.match
    early = ", stopped early" if found.stopped else ""
    screen.print(
        f"[bold]{found.before.game.name}[/] · {match.players} players · seed {match.seed}\n"
        f"{found.names[0]} → {found.names[1]}, "
        f"{found.before.games:,} and {found.after.games:,} games{early}",
        "",
    )
    table = grid("±95 %", "before", "after", "difference", "")
    for m in found.metrics:
        words = f"[bold]{m.words}[/]" if m.clear else "[dim]·[/]"
        sides = (amount(m, side.mean, side.error) for side in (m.before, m.after))
        table.add_row(m.label, *sides, amount(m, m.change, m.error, "+"), words)
    screen.print(table, "", "[dim]· no clear difference, all measures taken together (Holm)[/]")
