"""Say which bot is better: the same deals for all, each bot once on every seat."""

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cinquina.cli.arguments import Given, Seed, make_game
from cinquina.cli.simulate import STOPPED, AsJson, Cluster, Threads, bar, grid
from cinquina.core.errors import CinquinaError

if TYPE_CHECKING:
    from cinquina.lab.arena import Match
    from cinquina.lab.duel import Standing


def run(
    words: Annotated[list[str], typer.Argument(metavar="BOT BOT… GAME", help="Bots, then a game.")],
    players: Annotated[
        int | None, typer.Option("--players", "-p", help="How many play; 2, or as many as bots.")
    ] = None,
    deals: Annotated[int, typer.Option(help="At most so many.")] = 1000,
    seed: Seed = 0,
    option: Given = None,
    whole: Annotated[bool, typer.Option("--all", help="Play all deals, decided or not.")] = False,
    threads: Threads = None,
    cluster: Cluster = None,
    as_json: AsJson = False,
) -> None:
    from cinquina.cli.simulate import make_match
    from cinquina.lab.duel import duel

    *bots, slug = words
    game = make_game(slug, max(2, len(bots)) if players is None else players, option, None)
    if len(bots) < 2:
        raise CinquinaError(f"Name two bots or more before the game, not {len(bots) or 'none'}.")
    match = make_match(game, bots, seed)
    seen: list[Standing] = []
    stopped = False
    with bar(deals, "deals") as progress:

        def look(standing: "Standing") -> None:
            seen[:] = [standing]
            progress(standing.deals)

        try:
            standing = duel(match, deals, not whole, threads, cluster, progress=look)
        except KeyboardInterrupt:
            if not seen:
                raise
            standing, stopped = seen[0], True
    if as_json:
        typer.echo(json.dumps(told(match, standing, stopped)))
    else:
        show(match, standing, stopped)
    if stopped:
        raise typer.Exit(STOPPED)


def told(match: "Match", standing: "Standing", stopped: bool) -> dict[str, Any]:
    return {
        "game": match.slug,
        "players": match.players,
        "options": dict(match.options),
        "seed": match.seed,
        "deals": standing.deals,
        "games": standing.games,
        "decided": standing.decided,
        "stopped": stopped,
        "bots": [
            {"bot": name, "mean": tally.mean, "low": low, "high": high}
            for i, (name, tally) in enumerate(zip(match.bots, standing.tallies, strict=True))
            for low, high in [standing.interval(i)]
        ],
        "verdict": verdict(match, standing),
    }


def verdict(match: "Match", standing: "Standing") -> str:
    """Who is better, in words: by its share of the victories, against an equal one."""
    count = len(match.bots)
    best = max(range(count), key=lambda i: standing.tallies[i].mean - standing.fair[i])
    fair = standing.fair[best]
    low, high = standing.interval(best)
    seats = "both seats" if match.players == 2 else f"all {match.players} seats"
    share = f"{100 * standing.tallies[best].mean:.1f} % ({100 * low:.1f}–{100 * high:.1f})"
    of = f"of {standing.deals:,} deals, each played from {seats}"
    name = match.bots[best]
    if low <= fair:
        return f"No clear difference: {name} has {share} {of}."
    return f"{name} is {'better' if count == 2 else 'better than the field'}: {share} {of}."


def show(match: "Match", standing: "Standing", stopped: bool) -> None:
    from cinquina.cli.picture import open_screen

    screen = open_screen()
    table = grid("bot", "wins", "95 %")
    order = sorted(range(len(match.bots)), key=lambda i: -standing.tallies[i].mean)
    for i in order:
        low, high = standing.interval(i)
        share = f"{100 * standing.tallies[i].mean:.1f} %"
        table.add_row(match.bots[i], share, f"{100 * low:.1f}–{100 * high:.1f}")
    end = "stopped" if stopped else "decided early" if standing.decided else "all played"
    screen.print(table, "", verdict(match, standing))
    screen.print(f"[dim]{match.slug}, {match.players} players, {standing.games:,} games, {end}[/]")
