"""Judge a game that was played: accuracy, costliest decisions, win chances, luck and skill."""

import json
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from cinquina.cli.replay import load
from cinquina.core.errors import CinquinaError

if TYPE_CHECKING:
    from cinquina.bots.review import Review

BLOCKS = " ▁▂▃▄▅▆▇█"
WIDTH = 72


def run(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A replay, as `--save` writes it.")],
    sims: Annotated[int, typer.Option(min=50, max=100_000, help="Simulations a decision.")] = 400,
    most: Annotated[int, typer.Option(min=0, help="So many of the costliest decisions.")] = 5,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The same as an HTML page with its plot.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
) -> None:
    from cinquina.bots.review import review
    from cinquina.lab.review import page
    from cinquina.lab.tables import replaced
    from cinquina.replays import replay

    table = replay(load(file))
    if not table.history:
        raise CinquinaError("Nothing was played in this game: there is nothing to review.")
    screen = Console(stderr=True)
    with nullcontext() if report is None else replaced(report) as place:
        with screen.status("thinking…") as status:
            found = review(
                table, sims, lambda done, all_: status.update(f"thinking… move {done} of {all_}")
            )
        if place is not None:
            place.write_text(page(found), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(as_object(found)))
    else:
        show(Console(), found, most)


def as_object(found: "Review") -> dict[str, Any]:
    return {
        "game": found.table.game.slug,
        "players": [asdict(player) for player in found.players],
        "decisions": [asdict(d) | {"cost": d.cost} for d in found.decisions],
        "curve": [{"move": move, "chances": list(chances)} for move, chances in found.curve],
    }


def show(screen: Console, found: "Review", most: int) -> None:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("player", "accuracy", "decisions", "given away", "received", "luck", "result"):
        table.add_column(name, justify="left" if name == "player" else "right")
    for p, player in enumerate(found.players):
        accuracy = "-" if player.accuracy is None else f"{player.accuracy:.0f} %"
        numbers = (player.skill, player.gifts, player.luck)
        table.add_row(
            str(p), accuracy, str(player.decisions),
            *(f"{100 * x:+.1f} %" for x in numbers), f"{100 * player.result:.0f} %",
        )  # fmt: skip
    screen.print(table)
    screen.print("\n[bold]Chance to win[/], move by move:")
    for p in range(found.table.game.players):
        screen.print(f"  player {p} {sparkline([chances[p] for _, chances in found.curve])}")
    costly = found.costliest(most)
    screen.print("\n[bold]Costliest decisions[/]" if costly else "\nNo decision was clearly wrong.")
    for d in costly:
        screen.print(
            f"  move {d.number}, player {d.player}: [bold]{escape(d.action)}[/] cost "
            f"{100 * d.cost:.1f} % ({100 * d.best:.0f} to {100 * d.chance:.0f} %); "
            f"better was [bold]{escape(d.better)}[/]. {escape(d.reason)}"
        )


def sparkline(values: list[float]) -> str:
    """Values from 0 to 1 as a line of blocks, not wider than the screen."""
    width = min(WIDTH, len(values))
    picked = [values[i * (len(values) - 1) // max(1, width - 1)] for i in range(width)]
    return "".join(BLOCKS[round(value * (len(BLOCKS) - 1))] for value in picked)
