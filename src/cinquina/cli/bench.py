"""Measure the engine, beside plain Python and (with cinquina[bench]) OpenSpiel."""

import json
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from cinquina.lab.bench import Figure


def run(
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line.")] = False,
    rounds: Annotated[int, typer.Option(min=1, help="The best of so many rounds.")] = 9,
    starts: Annotated[bool, typer.Option(help="Measure cold and warm starts too.")] = True,
    search: Annotated[bool, typer.Option("--search", help="Measure search instead.")] = False,
    envs: Annotated[bool, typer.Option("--envs", help="Measure environments instead.")] = False,
) -> None:
    from cinquina.core.errors import CinquinaError
    from cinquina.core.kernel import INTERPRETED
    from cinquina.lab import bench, bench_envs, bench_search, peers

    if INTERPRETED:
        raise CinquinaError(
            "The bench measures compiled rules: install Numba and unset NUMBA_DISABLE_JIT."
        )
    if search and envs:
        raise CinquinaError("Choose --search or --envs: each is a run of its own.")
    console = Console(stderr=as_json)
    figures: list[Figure] = []
    with console.status("measuring…") as status:
        if search or envs:
            found = bench_search.figures(rounds) if search else bench_envs.figures(rounds)
        else:
            found = bench.figures(rounds, starts)
        for figure in found:
            figures.append(figure)
            status.update(f"measured {figure.group}…")
        if not (search or envs):
            figures += peers.figures(figures[0].value, rounds)
    if as_json:
        for figure in figures:
            typer.echo(json.dumps(figure.to_json()))
    else:
        console.print(picture(figures))
        say = search_summary if search else bench_envs.summary if envs else summary
        for line in say(figures):
            console.print(line)


def picture(figures: "list[Figure]") -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column("what")
    table.add_column("rate or time", justify="right")
    table.add_column("× yardstick", justify="right")
    group = ""
    for figure in figures:
        if figure.group != group:
            group = figure.group
            table.add_row(f"[bold]{group}[/bold]")
        table.add_row(f"  {figure.name}", amount(figure), f"{figure.ratio:,.2f}")
    return table


def amount(figure: "Figure") -> str:
    if figure.unit == "s":
        return f"{figure.value:.2f} s"
    if figure.value >= 1e6:
        return f"{figure.value / 1e6:.2f} M {figure.unit}"
    return f"{figure.value / 1e3:.0f} k {figure.unit}"


def summary(figures: "list[Figure]") -> list[str]:
    """How many times OpenSpiel's own C++ loop each game's random play is."""
    peer = [f.value for f in figures if "crazy_eights" in f.group and f.name == "C++ loop"]
    if not peer:
        return ["For OpenSpiel beside it: pip install 'cinquina[bench]'"]
    ours = [f for f in figures if f.group.startswith("random play") and f.name == "one thread"]
    times = ", ".join(f"{f.group.partition(', ')[2]} {f.value / peer[0]:.1f}" for f in ours)
    return [f"Times OpenSpiel's C++ loop on crazy_eights: {times}"]


def search_summary(figures: "list[Figure]") -> list[str]:
    """How many times OpenSpiel's own C++ search each game's search is, in simulated moves."""
    theirs = [f.value for f in figures if f.name == "ISMCTSBot"]
    if not theirs:
        return ["For OpenSpiel beside it: pip install 'cinquina[bench]'"]
    lines = []
    for name in ("random playouts", "search"):
        ours = [f for f in figures if f.name == name]
        times = ", ".join(f"{f.group.partition(', ')[2]} {f.value / max(theirs):.1f}" for f in ours)
        lines.append(f"{name}, times OpenSpiel's faster ISMCTSBot in simulated moves: {times}")
    return lines
