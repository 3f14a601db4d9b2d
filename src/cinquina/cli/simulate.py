"""Let bots play many games and say what the game is like: who wins, how long, how close."""

import json
import shlex
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Table
from rich.text import Text

from cinquina.cli.arguments import Bots, DeckFile, Given, Players, Seed, Slug, make_game

if TYPE_CHECKING:
    from cinquina.lab.arena import Match
    from cinquina.lab.metrics import Facts
    from cinquina.table import Game

Threads = Annotated[
    int | None, typer.Option(min=1, help="Threads; as many as there are processors.")
]
Cluster = Annotated[
    str | None,
    typer.Option(metavar="ray[:HOST:PORT]", help="Play on Ray: on this machine, or there."),
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON object.")]
Report = Annotated[
    Path | None, typer.Option(metavar="FILE", help="A page with plots, one HTML file.")
]
STOPPED = 130  # the exit code after Ctrl-C


def run(
    game: Slug,
    players: Players = 2,
    bot: Bots = None,
    games: Annotated[int, typer.Option("--games", "-n", help="How many.")] = 10_000,
    option: Given = None,
    deck: DeckFile = None,
    seed: Seed = 0,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Every game as a row: .parquet, .csv, .json (lines)."),
    ] = None,
    report: Report = None,
    as_json: AsJson = False,
    threads: Threads = None,
    cluster: Cluster = None,
) -> None:
    from cinquina.lab import report as pages
    from cinquina.lab import tables
    from cinquina.lab.simulate import seating, simulate

    match = make_match(make_game(game, players, option, deck), bot, seed)
    seating(match)
    with ExitStack() as files:
        rows = files.enter_context(tables.rows(out)) if out else None
        page = files.enter_context(tables.replaced(report)) if report else None
        with bar(games) as progress:
            facts = simulate(match, games, threads, cluster, progress, rows)
        if not facts.games:
            raise typer.Abort
        facts.command = command("simulate", match, bot, games, option, [deck] if deck else [])
        if page:
            page.write_text(pages.report(facts), encoding="utf-8")
    if as_json:
        typer.echo(json.dumps(facts.to_json()))
    else:
        show(facts)
    if facts.stopped:
        raise typer.Exit(STOPPED)


def make_match(game: "Game", bot: list[str] | None, seed: int) -> "Match":
    """The match that was asked for; an error if there is no such bot or seed."""
    from cinquina.core.rng import seed_bytes
    from cinquina.lab.arena import Match

    seed_bytes(seed)
    cards = None if game.cards is None else tuple(game.cards.items())
    bots = tuple(bot or ["random"])
    return Match(game.slug, game.players, bots, seed, tuple(game.given.items()), cards).checked()


def command(
    name: str, match: "Match", bot: list[str] | None, games: int, option: list[str] | None,
    decks: list[Path],
) -> str:  # fmt: skip
    """What to type to get the same again."""
    words = ["cinquina", name, match.slug, "--players", str(match.players)]
    words += [word for given in bot or ["random"] for word in ("--bot", given)]
    words += ["--games", str(games), "--seed", str(match.seed)]
    words += [word for given in option or [] for word in ("--option", given)]
    return shlex.join(words + [word for deck in decks for word in ("--deck", str(deck))])


# --- While it runs -------------------------------------------------------------------------------


class Rate(ProgressColumn):
    """Games a second."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{speed:,.0f}/s" if speed and speed >= 10 else f"{speed or 0:.1f}/s")


@contextmanager
def bar(total: int, what: str = "games") -> Iterator[Any]:
    """A function to tell how many are finished; it is shown if somebody looks at the terminal."""
    console = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Rate(),
        TimeRemainingColumn(),
    )  # fmt: skip
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as p:
        task = p.add_task("getting ready", total=total)
        yield lambda done: p.update(task, completed=done, description=what)


# --- Afterwards ----------------------------------------------------------------------------------


def grid(*titles: str) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 3, 0, 0))
    for i, title in enumerate(titles):
        table.add_column(title, justify="right" if i else "left", header_style="dim")
    return table


def show(facts: "Facts") -> None:
    """The facts on screen."""
    from cinquina.cli.picture import open_screen

    screen = open_screen()
    match, given = facts.match, "".join(f" · {k}={v}" for k, v in facts.match.options)
    own = "" if match.cards is None else " · a deck of its own"
    early = ", stopped early" if facts.stopped else ""
    screen.print(
        f"[bold]{facts.game.name}[/] · {match.players} players{given}{own} · seed {match.seed}\n"
        f"{facts.games:,} games{early}",
        "",
    )
    seats = grid("seat", "bot", "wins", "95 %", "score", "±")
    for p in range(match.players):
        share, low, high = facts.win_share(p)
        scores = facts.scores[p].tally()
        seats.add_row(
            f"player {p}", facts.bot(p), f"{100 * share:.2f} %", between(low, high),
            f"{scores.mean:.2f}", f"{scores.variance**0.5:.2f}",
        )  # fmt: skip
    screen.print(seats, "", measures(facts), "", happenings(facts))


def between(low: float, high: float) -> str:
    return f"{100 * low:.2f}–{100 * high:.2f}".replace("-", "−")


MEASURES = {
    "moves": "moves",
    "seconds": "seconds",
    "decisions": "decisions",
    "branching": "actions per decision",
    "lead_changes": "changes of the lead",
    "winner_score": "winner's score",
    "margin": "winning margin",
}


def measures(facts: "Facts") -> Table:
    table = grid("in a game", "mean", "95 %", "median", "5 %", "95 %")
    for name, label in MEASURES.items():
        if name in facts.counts and facts.counts[name].n:
            counts = facts.counts[name]
            low, high = counts.tally().interval()
            middle = (f"{counts.quantile(share):g}" for share in (0.5, 0.05, 0.95))
            table.add_row(label, f"{counts.tally().mean:.2f}", f"{low:.2f}–{high:.2f}", *middle)
    share, low, high = facts.tie_rate()
    table.add_row("ties", f"{100 * share:.2f} %", between(low, high))
    if facts.sample.impact.n:
        low, high = facts.sample.impact.interval()
        mean = f"{100 * facts.sample.impact.mean:.2f} %"
        table.add_row("a decision's impact", mean, between(low, high))
    return table


def happenings(facts: "Facts") -> Table:
    """How often what is done, and what comes of it."""
    table = grid("times in a game", "mean")
    for verb, mean in facts.verbs().items():
        table.add_row(verb, f"{mean:.2f}")
    for name, counts in sorted(facts.sample.events.items()):
        table.add_row(f"[dim]*[/] {name}", f"{counts.tally().mean:.2f}")
    return table
