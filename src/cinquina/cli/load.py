"""Measure how much a server carries on this machine, beside a bare broadcaster."""

import json as JSON
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from cinquina.cli.arguments import interpret


def run(
    players: Annotated[int, typer.Option(help="Connected players, four at a table.")] = 2000,
    rate: Annotated[float, typer.Option(help="Moves a second, in all.")] = 1000,
    seconds: Annotated[float, typer.Option(help="How long it is measured.")] = 20,
    json: Annotated[bool, typer.Option("--json", help="For programs.")] = False,
) -> None:
    interpret()
    from cinquina.server.load import run as load

    console = Console(stderr=True)
    with console.status("Opening tables and playing …"):
        figures = load(players, rate, seconds)
    if json:
        typer.echo(JSON.dumps(figures))
        return
    table = Table("", *(found["name"] for found in figures), "ratio")
    for name in list(figures[0])[1:]:
        bare, ours = figures[0][name], figures[1][name]
        ratio = f"{ours / bare:.2f}" if bare else ""
        table.add_row(name, *(f"{found[name]:,}" for found in figures), ratio)
    Console().print(table)
