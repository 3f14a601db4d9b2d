"""What was good and what was bad in a game that was played, and how much of it was luck."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape
from typing import Any

from cinquina.bots.hints import Hint, hint
from cinquina.lab import charts, report
from cinquina.table import Table

SIMS = 400


@dataclass(frozen=True)
class Decision:
    """A move where there was a choice, beside the one that would have been best."""

    number: int  # of the move, from 1
    player: int
    action: str
    better: str  # the best one: the same, if nothing was clearly better
    chance: float  # to win, with the action taken
    best: float  # with the better one
    mean: float  # with any legal action, all alike
    reason: str  # for the better one

    @property
    def cost(self) -> float:
        """How much chance to win it gave away."""
        return self.best - self.chance


@dataclass(frozen=True)
class Player:
    """How a player did."""

    decisions: int
    accuracy: float | None  # 100: always the best action; 0: as good as any legal one
    expected: float  # chance to win at the first decision of the game
    result: float  # what was won: 1, a share of it, or 0
    skill: float  # chance given away by own decisions, as a negative number
    gifts: float  # chance received by what the others gave away
    luck: float  # all the rest: cards and dice


@dataclass
class Review:
    """A game judged move by move."""

    table: Table
    decisions: list[Decision] = field(default_factory=list)
    curve: list[tuple[int, tuple[float, ...]]] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)

    def costliest(self, most: int = 5) -> list[Decision]:
        """The decisions that gave away most, the worst first."""
        bad = [d for d in self.decisions if d.cost > 0]
        return sorted(bad, key=lambda d: -d.cost)[:most]


def review(
    table: Table, sims: int = SIMS, progress: Callable[[int, int], None] | None = None
) -> Review:
    """Judge the moves of a table's history, each with what its player knew then."""
    again = table.game.deal(table.seed, table.number)
    found = Review(table)
    for number, (player, action, ms) in enumerate(table.history, 1):
        if len(again.legal_codes(player)) > 1:
            advice = hint(again, player, sims, seed=number, also=action)
            found.curve.append((number - 1, advice.chances))
            found.decisions.append(judged(number, player, action, advice))
        again.play(player, action, ms)
        if progress:
            progress(number, len(table.history))
    if again.over:
        share = tuple((p in again.winners) / len(again.winners) for p in range(again.game.players))
        found.curve.append((len(table.history), share))
    found.players = [standing(found, p) for p in range(table.game.players)]
    return found


def judged(number: int, player: int, action: str, advice: Hint) -> Decision:
    """A decision is bad only if the better one is better by more than chance would have it."""
    taken = next(c for c in advice.choices if c.action == action)
    best = next(c for c in advice.choices if c.action == advice.action)
    doubt = 2 * (taken.error**2 + best.error**2) ** 0.5
    if best.chance - taken.chance <= doubt:
        best = taken
    mean = sum(c.chance for c in advice.choices) / len(advice.choices)
    return Decision(
        number, player, action, best.action, taken.chance, best.chance, min(mean, best.chance),
        advice.reason,
    )  # fmt: skip


def standing(found: Review, player: int) -> Player:
    mine = [d for d in found.decisions if d.player == player]
    cost = sum(d.cost for d in mine)
    room = sum(d.best - d.mean for d in mine)
    others = sum(d.cost for d in found.decisions if d.player != player)
    gifts = others / (found.table.game.players - 1)
    first = found.curve[0][1][player] if found.curve else 1 / found.table.game.players
    last = found.curve[-1][1][player] if found.curve else first
    return Player(
        decisions=len(mine),
        accuracy=max(0.0, 100 * (1 - cost / room)) if room > 0 else None,
        expected=first,
        result=last,
        skill=-cost,
        gifts=gifts,
        luck=last - first + cost - gifts,
    )


# --- As a page -------------------------------------------------------------------------------


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
