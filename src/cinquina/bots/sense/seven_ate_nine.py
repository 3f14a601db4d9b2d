"""How to play 7 Ate 9: lay what fits, and keep the next card ready.

Strength is speed, so there is little to choose. Of several cards that fit, the best is one on
which another card of the hand fits: its player knows the next two values before anybody else.
After that, a card of which there are several copies goes first, so that the hand stays varied.
If nothing fits, one draws: every card must be laid in the end, so drawing costs nothing but time.

`pace` says what makes a player slow or fast: see `bots.reaction`.
"""

import math
import sys

from cinquina.bots.sense import SENSE
from cinquina.core.contract import register
from cinquina.core.kernel import kernel, outline
from cinquina.core.record import Room, State
from cinquina.games.seven_ate_nine import (
    ALLOWED,
    CARDS,
    DOWN,
    DRAW,
    FINISH,
    KINDS,
    STATE,
    STEPS,
    UP,
    VALUES,
    can_finish,
)

__all__ = ["STATE", "outlook", "pace", "prefer", "quiet", "reason"]

# For each top card: does the way up, or down, go past 10 or 1?
WRAPS_UP = (0, *(int(v + d > VALUES) for v, d in KINDS))
WRAPS_DOWN = (0, *(int(v - d < 1) for v, d in KINDS))

# In percent of the usual reaction time. Estimates: no measurements of people are known to us.
READY, WRAPPED, DRAWN, EACH_CARD, MOST_CARDS, LAST = 70, 140, 80, 10, 20, 60

# --- Choosing --------------------------------------------------------------------------------


@kernel
def of_value(s: State, seat: int, first: int) -> int:
    """How many cards of a value the hand has; `first` is the value's first card."""
    return s.hand[seat, first] + s.hand[seat, first + 1] + s.hand[seat, first + 2]


@kernel
def followers(s: State, seat: int, card: int) -> int:
    """How many cards of the hand would fit on this card, the card itself not among them."""
    n = of_value(s, seat, UP[card])
    if UP[card] != DOWN[card]:
        n += of_value(s, seat, DOWN[card])
    own = card - (card - 1) % STEPS
    return n - (own == UP[card] or own == DOWN[card])


@outline
def prefer(s: State, seat: int, room: Room) -> int:
    if can_finish(s, seat):
        return FINISH
    top = s.pile[s.height - 1]
    best, most = -1, -1
    for first in (UP[top], DOWN[top]):
        same = of_value(s, seat, first)
        for card in range(first, first + STEPS):
            if s.hand[seat, card] > 0:
                worth = 100 * min(followers(s, seat, card), 3) + 10 * same + s.hand[seat, card]
                if worth > most:
                    best, most = card, worth
    return best if best >= 0 else DRAW


# --- Time ------------------------------------------------------------------------------------


@kernel
def pace(s: State, seat: int, last: int, attention: int) -> int:
    if can_finish(s, seat):
        return LAST
    top = s.pile[s.height - 1]
    up, down = of_value(s, seat, UP[top]), of_value(s, seat, DOWN[top])
    percent = 100
    if up + down == 0:
        percent = DRAWN  # a quick motion, and no sum
    elif last == seat:
        percent = READY
    elif (up == 0 or WRAPS_UP[top]) and (down == 0 or WRAPS_DOWN[top]):
        percent = WRAPPED
    return percent + EACH_CARD * min(max(0, s.held[seat] - attention), MOST_CARDS)


# --- Chances ---------------------------------------------------------------------------------


@kernel
def quiet(s: State) -> bool:
    return True


@kernel
def need(s: State, seat: int) -> float:
    """About how long a player still needs: cards to lay, and twice those to draw first."""
    return s.held[seat] + 2.0 * s.left[seat]


@kernel
def outlook(s: State, seat: int) -> float:
    """Fewer cards win: the lead beside the square root of what is left to do."""
    chances, mine = 0.0, 0.0
    for p in range(s.players):
        odds = 1.0
        for q in range(s.players):
            if q != p:
                both = need(s, p) + need(s, q) + 1.0
                z = (need(s, q) - need(s, p)) / math.sqrt(both)
                odds *= 0.5 + 0.5 * z / math.sqrt(1.0 + z * z)
        chances += odds
        if p == seat:
            mine = odds
    return mine / chances


# --- In words --------------------------------------------------------------------------------


def reason(s: State, seat: int, action: str) -> str:
    if action == "finish":
        return "It is your last card: laid face down, it wins the game."
    if action == "draw":
        fitting = sum(s.hand[seat, c] for c in range(1, len(CARDS)) if fits_on(s, c))
        if fitting == 0:
            return f"Nothing in your hand fits on {CARDS[s.pile[s.height - 1]]}, so draw."
        return f"{fitting} of your cards fit, but your deck of {s.left[seat]} must go as well."
    card = CARDS.index(action.removeprefix("play "))
    allowed = ALLOWED[card]
    rest = [s.hand[seat, c] - (c == card) for c in range(len(CARDS))]
    ready = sum(n for c, n in enumerate(rest) if c and 1 << KINDS[c - 1][0] & allowed)
    if ready:
        return f"{ready} of your other cards would fit on it: you know what comes next."
    return f"It fits, and leaves you {s.held[seat] - 1 + s.left[seat]} cards to play."


def fits_on(s: State, card: int) -> bool:
    return bool(1 << KINDS[card - 1][0] & ALLOWED[s.pile[s.height - 1]])


register(sys.modules[__name__], SENSE)
