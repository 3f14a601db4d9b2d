"""How to play 7 Ate 9: lay what fits, and keep the next cards ready.

Strength is speed, so there is little to choose. Of several cards that fit, the best is one on
which another card of the hand fits, and yet another on that: its player knows the next values
before anybody else. Then a card of whose value there are several, so that the hand stays varied,
and one that few of the unseen cards fit on. If nothing fits, one draws: every card must be drawn
and laid in the end, so drawing costs nothing but time; a fitting card goes first, because the
chance to lay it may pass.

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

__all__ = ["STATE", "ahead", "pace", "prefer", "quiet", "reason"]

# For each top card: does the way up, or down, go past 10 or 1?
WRAPS_UP = (0, *(int(v + d > VALUES) for v, d in KINDS))
WRAPS_DOWN = (0, *(int(v - d < 1) for v, d in KINDS))

# In percent of the usual reaction time. Estimates: no measurements of people are known to us.
READY, WRAPPED, DRAWN, EACH_CARD, MOST_CARDS, LAST = 70, 140, 80, 10, 20, 60

# What a fitting card is worth for: a card of mine that fits on it; one that fits on that; each
# card of the same value in my hand; and less for all unseen cards, if they all would fit on it.
# Found by trial, 10,000 deals each: 53.5 % against counting the cards that fit, for two players.
FOLLOWED, FOLLOWED_TWICE, SAME, OPEN = 1.0, 0.5, 0.35, 1.0

UNSEEN = 200  # where in room.actions the values of unseen cards are counted

# --- Choosing --------------------------------------------------------------------------------


@kernel
def of_value(s: State, seat: int, first: int) -> int:
    """How many cards of a value the hand has; `first` is the value's first card."""
    return s.hand[seat, first] + s.hand[seat, first + 1] + s.hand[seat, first + 2]


@kernel
def followed(s: State, seat: int, card: int, without: int) -> bool:
    """Does another card of the hand, without one `without`, fit on this card?"""
    for first in (UP[card], DOWN[card]):
        n = of_value(s, seat, first)
        n -= (first <= card < first + STEPS) + (first <= without < first + STEPS)
        if n > 0:
            return True
    return False


@kernel
def followed_twice(s: State, seat: int, card: int) -> bool:
    """Are there two more cards that fit, one on the other, after this one?"""
    for first in (UP[card], DOWN[card]):
        for after in range(first, first + STEPS):
            if s.hand[seat, after] > (after == card) and followed(s, seat, after, card):
                return True
    return False


@kernel
def count_unseen(s: State, seat: int, room: Room) -> int:
    """Count the values in all decks and in the others' hands together; return how many."""
    count = room.actions
    for first in range(1, len(CARDS), STEPS):
        count[UNSEEN + first] = 0
        for p in range(s.players):
            if p != seat:
                count[UNSEEN + first] += of_value(s, p, first)
    n = -s.held[seat]
    for p in range(s.players):
        n += s.left[p] + s.held[p]
        for i in range(s.left[p]):
            card = s.deck[p * s.share + i]
            count[UNSEEN + card - (card - 1) % STEPS] += 1
    return n


@outline
def prefer(s: State, seat: int, room: Room) -> int:
    if can_finish(s, seat):
        return FINISH
    top = s.pile[s.height - 1]
    up, down = UP[top], DOWN[top]
    fitting, found = 0, DRAW
    for first in (up, down):
        for card in range(first, first + STEPS):
            if s.hand[seat, card] > 0:
                fitting += 1
                found = card
    if fitting <= 1:
        return found
    unseen = count_unseen(s, seat, room)
    best, most = found, -9.0
    for first in (up, down):
        for card in range(first, first + STEPS):
            if s.hand[seat, card] > 0:
                worth = SAME * of_value(s, seat, first)
                if followed(s, seat, card, 0):
                    worth += FOLLOWED
                    if followed_twice(s, seat, card):
                        worth += FOLLOWED_TWICE
                fits = room.actions[UNSEEN + UP[card]] + room.actions[UNSEEN + DOWN[card]]
                if unseen > 0:
                    worth -= OPEN * fits / unseen
                if worth > most:
                    best, most = card, worth
    return best


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


# Fitted to 250,000 positions of 8,000 games for two, Brier score 0.2135 on as many others (0.25
# for saying one half; equals race, so there is not much to tell): the cards to lay, those in the
# deck a little less, and one less for a card that fits. A lead of SPREAD times the root of all
# cards gives a chance of 85 %.
IN_DECK, FITTING, SPREAD = 0.92, 1.0, 2.26


@kernel
def need(s: State, seat: int) -> float:
    """About how many cards a player still has to lay."""
    return s.held[seat] + IN_DECK * s.left[seat]


@kernel
def ahead(s: State, p: int, q: int) -> float:
    """Fewer cards win: the lead beside the square root of what is left to do."""
    allowed = ALLOWED[s.pile[s.height - 1]]
    lead = need(s, q) - need(s, p)
    if s.values[p] & allowed:
        lead += FITTING
    if s.values[q] & allowed:
        lead -= FITTING
    z = lead / (SPREAD * math.sqrt(need(s, p) + need(s, q)))
    return 0.5 + 0.5 * z / math.sqrt(1.0 + z * z)


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
