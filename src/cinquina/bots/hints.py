"""Hints: the best action, the chances of all legal ones, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cinquina.bots import sense
from cinquina.bots.names import parse
from cinquina.bots.thinker import Study, best
from cinquina.core.errors import CinquinaError, IllegalAction
from cinquina.core.record import look

if TYPE_CHECKING:
    from cinquina.table import Table

ADVISER = "search"
SIMS = 2000
EACH = 40  # simulations at least for each legal action


@dataclass(frozen=True)
class Choice:
    """A legal action and the chance to win with it, with its standard error."""

    action: str
    chance: float
    error: float


@dataclass(frozen=True)
class Hint:
    """What a good player would do, and why."""

    action: str
    choices: tuple[Choice, ...]  # all legal actions, the best chance first
    reason: str
    chances: tuple[float, ...]  # of all players, as this one may judge it

    @property
    def chance(self) -> float:
        return next(c.chance for c in self.choices if c.action == self.action)


def hint(table: Table, seat: int, sims: int = SIMS, seed: int = 0, also: str | None = None) -> Hint:
    """Advice for a seat from what it may know; the same for the same seed and simulations.

    The action `also` is looked at as closely as the best one."""
    if sims < 1:
        raise CinquinaError(f"A hint needs at least one simulation, not {sims}.")
    codes = table.legal_codes(seat)
    if not codes:
        raise IllegalAction(f"Player {seat} may not act now: there is nothing to advise.")
    study = Study(table.game, parse(ADVISER, table.game.slug).mind(), seed, seat)
    study.clear()
    study.grow(table.states, seat, sims if len(codes) > 1 else EACH)
    chances = tuple(study.chances(table.game.players))
    trusted = best(list(study.lines())).action
    tried = {line.action: line.visits for line in study.lines()}
    names = table.game.rules.ACTIONS
    for code in codes:  # what search left aside gets a fair look as well
        least = tried[trusted] if names[code] == also else min(EACH, sims)
        if tried.get(code, 0) < least:
            study.grow(table.states, seat, least - tried.get(code, 0), code)
    choices = [Choice(str(names[x.action]), x.chance, x.error) for x in study.lines()]
    action = str(names[trusted])
    # The action that search trusts comes first among those as good as it.
    choices.sort(key=lambda c: (-c.chance, c.action != action))
    return Hint(action, tuple(choices), why(table, seat, action), chances)


def why(table: Table, seat: int, action: str) -> str:
    """One sentence of reason, from the game's sense; a plain one where it has none."""
    sense.load(table.game.slug)
    told = getattr(sense.SENSE.get(table.game.rules.STATE), "reason", None)
    if told is None:
        return f"Of the games imagined from here, most were won with {action}."
    return str(told(look(table.imagined(seat).states, 0), seat, action))
