"""What was good and what was bad in a game that was played, and how much of it was luck."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cinquina.bots.hints import Hint, hint

if TYPE_CHECKING:
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
    settle(found, again)
    return found


def settle(found: Review, last: Table) -> None:
    """All moves are judged, up to this position: how each player did."""
    seats = range(last.game.players)
    if last.over:
        share = tuple((p in last.winners) / len(last.winners) for p in seats)
        found.curve.append((len(last.history), share))
    found.players = [standing(found, p) for p in seats]


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
