"""Put all bots of a game on one scale: every one against every other, on the same deals."""

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from cinquina.cli.arguments import Given, Seed, Slug, make_game

if TYPE_CHECKING:
    from cinquina.lab.ladder import Rung


def run(
    game: Slug,
    bot: Annotated[
        list[str] | None, typer.Option("--bot", metavar="NAME", help="All but `search` if none.")
    ] = None,
    deals: Annotated[int, typer.Option(help="Deals for each pair, played from both seats.")] = 200,
    seed: Seed = 0,
    option: Given = None,
    threads: Annotated[int | None, typer.Option(min=1, help="All processors if none.")] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ray[:HOST:PORT]")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    from cinquina.bots import BOTS
    from cinquina.lab.arena import Match
    from cinquina.lab.ladder import ladder

    rules = make_game(game, 2, option, None)
    bots = tuple(bot or (name for name in BOTS if name != "search"))
    match = Match(game, 2, bots, seed, tuple(rules.given.items()))
    screen = Console(stderr=True)
    with screen.status("compiling and playing…") as status:
        found = ladder(
            match, deals, threads, cluster,
            lambda pair, tally: status.update(
                f"{pair[0]} against {pair[1]}: {100 * tally.mean:.1f} % of {tally.n} deals"
            ),
        )  # fmt: skip
    if as_json:
        rungs = [asdict(rung) for rung in found]
        typer.echo(json.dumps({"game": game, "deals": deals, "seed": seed, "ladder": rungs}))
    else:
        Console().print(picture(found))


def picture(found: "list[Rung]") -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("bot")
    table.add_column("rating", justify="right")
    table.add_column("±", justify="right")
    table.add_column("wins against the next (95 %)", justify="right")
    for rung in found:
        share = f"{100 * rung.wins:.1f} % ({100 * rung.low:.1f}–{100 * rung.high:.1f})"
        beats = share if rung.below else ""
        table.add_row(rung.bot, f"{rung.rating:.1f}", f"{rung.error:.1f}", beats)
    return table
