"""The review of a game as a page."""

from collections.abc import Iterator
from html import escape
from typing import Any

from cinquina.bots.review import Review
from cinquina.lab import charts, report


def page(found: Review, most: int = 10) -> str:
    """One self-contained HTML page: the curve, the players, the costliest decisions."""
    game = found.table.game
    names = [f"player {p}" for p in range(game.players)]
    series = {name: [chances[p] for _, chances in stretched(found)] for p, name in enumerate(names)}
    chart = charts.curve("Chance to win after each move", series)
    tiles = [
        ("-" if player.accuracy is None else f"{player.accuracy:.0f} %", f"accuracy of {name}")
        for player, name in zip(found.players, names, strict=True)
    ]
    parts = [
        report.section(
            "Chance to win",
            "As the player who was to move could judge it, with what that player knew.",
            chart,
        ),
        report.section(
            "Skill and luck",
            "What own decisions gave away, what others gave away, and what cards and dice did.",
            rows(
                ("", "given away", "received", "luck", "result"),
                [
                    (name, *map(signed, (x.skill, x.gifts, x.luck)), f"{100 * x.result:.0f} %")
                    for name, x in zip(names, found.players, strict=True)
                ],
            ),
        ),
        report.section(
            "Costliest decisions",
            "Each with what would have been better; the numbers are chances to win.",
            rows(
                ("move", "player", "played", "better", "cost", "why"),
                [
                    (d.number, d.player, d.action, d.better, signed(-d.cost), d.reason)
                    for d in found.costliest(most)
                ],
            ),
        ),
    ]
    head = f"<h1>{escape(game.name)}</h1><p>A game of {len(found.table.history)} moves.</p>"
    return report.page(f"{game.name}: review", head, report.tiles(tiles) + "".join(parts))


def stretched(found: Review) -> Iterator[tuple[int, tuple[float, ...]]]:
    """The curve with a point for every move: between decisions chances stay as they were."""
    points = dict(found.curve)
    last = found.curve[0][1] if found.curve else ()
    for move in range(len(found.table.history) + 1):
        last = points.get(move, last)
        yield move, last


def signed(share: float) -> str:
    return f"{100 * share:+.1f} %"


def rows(head: tuple[str, ...], lines: list[tuple[Any, ...]]) -> str:
    """A table in HTML."""
    top = "".join(f"<th>{escape(str(cell))}</th>" for cell in head)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(str(cell))}</td>" for cell in line) + "</tr>"
        for line in lines
    )
    return f'<div class="scroll"><table><tr>{top}</tr>{body}</table></div>'
