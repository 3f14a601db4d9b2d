"""Push: near-exact stopping.

All is open but the order of the deck, and which cards are left is known by counting. So `prefer`
compares what it is worth to stop now with what it is worth to turn up one more card.

A column is worth its points to whoever takes it. A dice card in it costs a sixth of the points
that lie open, also of those just taken; a protected colour is safe. Stopping is worth the best
column less what the others then take. Flipping is the average over all unseen cards, each put
where it does most good; a card that fits nowhere costs a roll and leaves the columns to the
others. After each card there is hope for yet another one, less the danger of bursting: this
stands for all later cards. A drawn card goes to the column after which the better of stopping
and flipping is worth most.

A colour is protected as soon as there is a card of it, while many cards are to come: later cards
of that colour are then safe for nothing. Near the end of the deck it is worth something to leave
the next player no cards.
"""

import math
import sys
from typing import TypeAlias

from cinquina.bots.sense import SENSE
from cinquina.core.contract import register
from cinquina.core.kernel import interpreted, kernel, outline
from cinquina.core.record import Room, State
from cinquina.games.push import (
    ACTIONS,
    CARDS,
    COLOR,
    COLORS,
    COLUMNS,
    DICE,
    FLIP,
    MARKS,
    NUMBER,
    NUMBERS,
    PLACE,
    PLACING,
    PROTECT,
    STATE,  # noqa: F401
    SWITCH,
    TAKE,
    TAKING,
    TURN,
    VALUES,
    columns,
    fits,
    score,
)

Three: TypeAlias = tuple[int, int, int]  # something of each column

# Found by sweeps of duplicate deals between two players: 4,000 for each value of HOPE and LAST,
# 1,500 to 6,000 for the others (wide plateaus), about 1,000 for DRAWING with more players.
# A point is 1000.
UNIT = 1000
# HOPE is what cards after the next one are worth, if they fit. It makes up for looking one card
# ahead: two cards ahead, at some thirty times the cost, won 51.4 ± 2.6 % of 600 deals against it.
HOPE = 500
LAST, LAST_CARDS = 10_000, 7  # what the last turn is worth, with so many cards or more
RISK = 250  # of an open point with 100 cards left: the die may take it
PROTECT_OPEN = 300  # protecting is worth so much for each open point with 100 cards left
PROTECT_UNSEEN = 80  # and for each unseen point of its colour
DRAWING = 1000  # for each seat and one more: what protecting must be worth, as a turn is lost
NEVER = -(10**9)

DIE = MARKS[DICE]
KINDS = len(COLORS)

# Where things lie in room.actions while it thinks.
MINE, THEIRS = 0, 5  # what a point of each colour is worth to me, and to the others
ONLY_COLOR, ONLY_NUMBER = 10, 25  # unseen cards that fit in one column only, by column
COUNT, WHERE = 43, 80  # unseen copies of each card; the columns that it fits in, as bits

# --- What is known ---------------------------------------------------------------------------


@kernel
def open_points(s: State, seat: int) -> int:
    points = 0
    for card in range(1, NUMBERS + 1):
        points += s.open[seat, card] * NUMBER[card]
    return points


@kernel
def bust_cards(s: State) -> int:
    """How many unseen cards fit nowhere."""
    cards = 0
    if s.height[COLUMNS - 1] > 0:
        for i in range(s.left):
            marks = MARKS[s.deck[i]]
            cards += s.marks[0] & marks > 0 and s.marks[1] & marks > 0 and s.marks[2] & marks > 0
    return cards


@outline
def weigh(s: State, seat: int, room: Room) -> int:
    """Write down what a point of each colour is worth and what is unseen; what an open one is."""
    out = room.actions
    bare = max(UNIT // 2, UNIT - RISK * s.left // 100)
    for c in range(KINDS):
        out[MINE + c] = UNIT if s.shield[seat, c] and not s.bank_again else bare
        others = 0
        for p in range(s.players):
            if p != seat:
                others += UNIT if s.shield[p, c] and not s.bank_again else bare
        out[THEIRS + c] = others // (s.players - 1)
    for card in range(len(CARDS)):
        out[COUNT + card] = 0
    for i in range(s.left):
        out[COUNT + s.deck[i]] += 1
    return bare


@kernel
def in_column(s: State, room: Room, k: int, of: int, fall: int) -> tuple[int, int]:
    """The worth of a column, and the part of it that a die could take, too.

    `fall` is what a die costs of all else, times six."""
    if s.height[k] == 0:
        return NEVER, 0
    worth, bare = 0, 0
    for i in range(s.height[k]):
        card = s.column[k, i]
        if card < DICE:
            points = NUMBER[card] * room.actions[of + COLOR[card]]
            worth += points
            bare += points if room.actions[of + COLOR[card]] < UNIT else 0
    if s.marks[k] & DIE:
        worth -= (fall + (2 if s.risk else 1) * bare) // 6
    return worth, bare


# --- Stopping and flipping -------------------------------------------------------------------
# a: what each column is worth to me, b: to others (NEVER where there is none); m: their marks;
# fa, fb: the parts that a die could take; falls: what it costs of all else, times six.


@kernel
def stopping(a: Three, b: Three, n: int, players: int) -> int:
    """My best column less what others get: of two players the other takes one, more take all.

    This and all below is for each of the others: with several, times their number."""
    if players == 2:
        if n == 1:
            return a[0]
        return max(a[0] - max(b[1], b[2]), a[1] - max(b[0], b[2]), a[2] - max(b[0], b[1]))
    others = players - 1
    best = max(a[0] * others + b[0], a[1] * others + b[1], a[2] * others + b[2])
    return best - b[0] - (b[1] if n > 1 else 0) - (b[2] if n > 2 else 0)


@kernel
def bursting(b: Three, players: int, fall: int) -> int:
    if players == 2:
        return -fall - max(b[0], b[1], b[2])
    least = min(b[0], b[1], b[2]) if players == COLUMNS else 0
    return -fall * (players - 1) - (b[0] + b[1] + b[2] - least)


@kernel
def leaving(left: int, players: int) -> int:
    """What so many cards are worth to the next player."""
    return LAST * (players - 1) * min(left, LAST_CARDS) // LAST_CARDS


@kernel
def swapped(t: Three, k: int, x: int) -> Three:
    return (x if k == 0 else t[0], x if k == 1 else t[1], x if k == 2 else t[2])


@kernel
def dice_costs(fall: int, bare: Three, odds: int) -> Three:
    """What a dice card costs in each column."""
    return (
        (fall + odds * bare[0]) // 6,
        (fall + odds * bare[1]) // 6,
        (fall + odds * bare[2]) // 6,
    )


@kernel
def placed(
    room: Room, card: int, of: int, worth: int, bare: int, marks: int, fall: int, odds: int
) -> int:
    """What a column is worth with one more card."""
    if card == DICE:
        return worth - (fall + odds * bare) // 6
    weight = room.actions[of + COLOR[card]]
    points = NUMBER[card] * weight
    return worth + points - (odds * points // 6 if marks & DIE and weight < UNIT else 0)


@kernel
def bared(room: Room, card: int, of: int) -> int:
    """The part of a card's worth that a die could take."""
    if card == DICE or room.actions[of + COLOR[card]] == UNIT:
        return 0
    return NUMBER[card] * room.actions[of + COLOR[card]]


@outline
def flipping(
    s: State, room: Room, a: Three, b: Three, m: Three, fa: Three, fb: Three, n: int,
    my_fall: int, their_fall: int,
) -> int:  # fmt: skip
    """What it is worth to turn up one more card."""
    out, left, players = room.actions, s.left, s.players
    odds = 2 if s.risk else 1
    for i in range(ONLY_COLOR, COUNT):
        out[i] = 0
    busts, reach = 0, (1 << min(n + 1, COLUMNS)) - 1
    for card in range(1, DICE + 1):
        marks, copies = MARKS[card], out[COUNT + card]
        where = ((m[0] & marks == 0) + 2 * (m[1] & marks == 0) + 4 * (m[2] & marks == 0)) & reach
        out[WHERE + card] = where
        if where == 0:
            busts += copies
        elif where & (where - 1) == 0 and card < DICE:
            out[ONLY_COLOR + (where >> 1) * KINDS + COLOR[card]] += copies
            out[ONLY_NUMBER + (where >> 1) * VALUES + NUMBER[card] - 1] += copies
    fall = my_fall // 6
    total = busts * left * bursting(b, players, fall) if busts else 0
    dice_a = dice_costs(my_fall, fa, odds)
    dice_b = dice_costs(their_fall, fb, odds)
    for card in range(1, DICE + 1):
        copies, where = out[COUNT + card], out[WHERE + card]
        if copies == 0 or where == 0:
            continue
        best = NEVER * UNIT
        points_a, points_b, keep_a, keep_b = 0, 0, 0, 0
        if card < DICE:
            points_a = NUMBER[card] * out[MINE + COLOR[card]]
            points_b = NUMBER[card] * out[THEIRS + COLOR[card]]
            keep_a = points_a - odds * bared(room, card, MINE) // 6
            keep_b = points_b - odds * bared(room, card, THEIRS) // 6
        for k in range(COLUMNS):
            if where >> k & 1 == 0:
                continue
            if card == DICE:
                more_a, more_b = -dice_a[k], -dice_b[k]
            elif m[k] & DIE:
                more_a, more_b = keep_a, keep_b
            else:
                more_a, more_b = points_a, points_b
            new_a = swapped(a, k, (a[k] if k < n else 0) + more_a)
            new_b = swapped(b, k, (b[k] if k < n else 0) + more_b)
            value = stopping(new_a, new_b, max(n, k + 1), players)
            hope = left * HOPE
            if n == COLUMNS or k == COLUMNS - 1:
                danger = busts  # and what fitted only here, but shares a mark with this card
                if card < DICE:
                    danger += out[ONLY_COLOR + k * KINDS + COLOR[card]]
                    danger += out[ONLY_NUMBER + k * VALUES + NUMBER[card] - 1]
                if where == 1 << k:
                    danger += copies if card == DICE else -copies
                hope -= danger * (HOPE + value - bursting(new_b, players, fall))
            best = max(best, value * left + max(0, hope) * (left > 1))
        total += copies * best
    if out[COUNT + SWITCH]:
        total += out[COUNT + SWITCH] * left * stopping(a, b, n, players)
    return total // (left * left) - leaving(left - 1, players)


# --- Choosing --------------------------------------------------------------------------------


@kernel
def protecting(s: State, seat: int, room: Room) -> int:
    """At the start of a turn: the colour to protect, or drawing."""
    best = DRAWING * (s.players + 1) * min(s.left, LAST_CARDS) // LAST_CARDS
    choice = FLIP
    for c in range(KINDS):
        owned, points, unseen = 0, 0, 0
        for card in range(1 + c * VALUES, 1 + (c + 1) * VALUES):
            owned += s.open[seat, card]
            points += s.open[seat, card] * NUMBER[card]
            unseen += room.actions[COUNT + card] * NUMBER[card]
        value = points * PROTECT_OPEN * s.left // 100
        if not s.bank_again:
            value += unseen * PROTECT_UNSEEN * s.left // 100
        if owned > 0 and value > best:
            best, choice = value, PROTECT + c
    return choice


@outline
def prefer(s: State, seat: int, room: Room) -> int:
    n, where = columns(s), 0
    if s.phase == PLACING:
        where = fits(s, s.drawn, 0) + 2 * fits(s, s.drawn, 1) + 4 * fits(s, s.drawn, 2)
        if where & (where - 1) == 0:  # nothing to think about
            return PLACE + (where >> 1)
    elif n == 0 and s.switches > 0:
        return FLIP
    bare = weigh(s, seat, room)
    if n == 0:
        return protecting(s, seat, room)
    odds = 2 if s.risk else 1
    theirs = 0
    for p in range(s.players):
        theirs += open_points(s, p)
    mine = open_points(s, seat)
    theirs = odds * bare * (theirs - mine) // (s.players - 1)
    mine = odds * bare * mine
    a0, fa0 = in_column(s, room, 0, MINE, mine)
    a1, fa1 = in_column(s, room, 1, MINE, mine)
    a2, fa2 = in_column(s, room, 2, MINE, mine)
    b0, fb0 = in_column(s, room, 0, THEIRS, theirs)
    b1, fb1 = in_column(s, room, 1, THEIRS, theirs)
    b2, fb2 = in_column(s, room, 2, THEIRS, theirs)
    a, fa, b, fb = (a0, a1, a2), (fa0, fa1, fa2), (b0, b1, b2), (fb0, fb1, fb2)
    m = (s.marks[0] + 0, s.marks[1] + 0, s.marks[2] + 0)
    best, choice = NEVER * UNIT, 0
    if s.phase == PLACING:
        card = s.drawn
        for k in range(COLUMNS):
            if where >> k & 1 == 0:
                continue
            old_a, old_b = (a[k], b[k]) if k < n else (0, 0)
            new_a = swapped(a, k, placed(room, card, MINE, old_a, fa[k], m[k], mine, odds))
            new_b = swapped(b, k, placed(room, card, THEIRS, old_b, fb[k], m[k], theirs, odds))
            high = max(n, k + 1)
            value = stopping(new_a, new_b, high, s.players) - leaving(s.left, s.players)
            if s.left > 0:
                new_m = swapped(m, k, m[k] | MARKS[card])
                new_fa = swapped(fa, k, fa[k] + bared(room, card, MINE))
                new_fb = swapped(fb, k, fb[k] + bared(room, card, THEIRS))
                flip = flipping(s, room, new_a, new_b, new_m, new_fa, new_fb, high, mine, theirs)
                value = max(value, flip)
            if value > best:
                best, choice = value, PLACE + k
        return choice
    if s.phase == TURN and s.left > 0 and 2 * bust_cards(s) < s.left:
        stop = stopping(a, b, n, s.players) - leaving(s.left, s.players)
        if flipping(s, room, a, b, m, fa, fb, n, mine, theirs) > stop:
            return FLIP
    for k in range(COLUMNS):
        if s.height[k] == 0:
            continue
        value = a[k] * (s.players - 1)
        if s.players == 2 and s.phase == TURN and n > 1:
            value -= max(b[0 if k else 1], b[1 if k == 2 else 2])
        elif s.players > 2 and (s.phase == TURN or s.takers > 1):
            value += b[k]  # others take what is left
        if value > best:
            best, choice = value, TAKE + k
    return choice


# --- Judging ---------------------------------------------------------------------------------
# Fitted to games of `prefer` against itself: 8,000 of two players, half of them kept for checking;
# SPREAD_MORE to 3,000 each of three and four.

MOVE = 3.7  # points: to be on turn
SHIELD = 0.075  # points for each card that is left: to have protected a colour
SPREAD, SPREAD_MORE = 2.0, 1.7  # of the result, in points; for each player beyond two


@kernel
def quiet(s: State) -> bool:
    # Near the end nearly all depends on who gets the last cards: that is played out.
    return s.phase == TURN and s.height[0] == 0 and s.switches == 0 and s.left > LAST_CARDS


@kernel
def standing(s: State, seat: int) -> float:
    """Points, with what is to come of protected colours and of being on turn."""
    shields = 0
    if not s.bank_again:
        for c in range(KINDS):
            shields += s.shield[seat, c]
    return score(s, seat) + SHIELD * shields * s.left + (MOVE if s.current == seat else 0.0)


@kernel
def ahead(s: State, p: int, q: int) -> float:
    spread = (SPREAD + SPREAD_MORE * (s.players - 2)) * math.sqrt(s.left + 1.0)
    z = (standing(s, p) - standing(s, q)) / spread
    return 0.5 * (1.0 + z / math.sqrt(1.0 + z * z))


# --- Telling ---------------------------------------------------------------------------------


def reason(s: State, seat: int, action: str) -> str:
    """Why an action is good, in a sentence."""
    code, left = ACTIONS.index(action), s.left
    busts = interpreted(bust_cards)(s)
    danger = f"{busts} of {left} unseen cards would burst you"
    if code >= PROTECT:
        return why_protect(s, seat, code - PROTECT)
    if code == FLIP:
        if s.height[0] == 0:
            return f"Nothing can burst you before there are three columns; {left} cards are left."
        if busts == 0:
            return f"None of the {left} unseen cards can burst you, so turn up another."
        return f"Only {danger}." if 4 * busts <= left else f"{danger}, the others would not."
    k = (code - PLACE) % COLUMNS
    cards = [s.column[k, i] for i in range(s.height[k])]
    cards += [s.drawn] if code < TAKE else []
    points = sum(NUMBER[card] for card in cards)
    if code < TAKE:
        marks = [s.marks[c] | (MARKS[s.drawn] if c == k else 0) for c in range(COLUMNS)]
        busts = sum(all(m & MARKS[s.deck[i]] for m in marks) for i in range(left))
        then = f"Column {k + 1} then has {counted(points, 'point')}"
        return f"{then}; {busts} of {left} unseen cards would burst you." if left else f"{then}."
    bare = [c for c in cards if c != DICE and (s.bank_again or not s.shield[seat, COLOR[c]])]
    at_risk = interpreted(open_points)(s, seat) + sum(NUMBER[c] for c in bare)
    cost = (2 if s.risk else 1) * at_risk / 6
    gain = counted(points, "point")
    if DICE in cards:
        gain += f" for a roll that costs {cost:.1f} on average" if cost else " for a harmless roll"
    if s.phase == TAKING:
        return f"This column brings you {gain}."
    if left == 0:
        return f"The deck is used up: take {gain}."
    if busts:
        return f"{danger}, so stop and take {gain}."
    others = [
        sum(NUMBER[s.column[c, i]] for i in range(s.height[c])) for c in range(COLUMNS) if c != k
    ]
    return f"Stop and take {gain}: no other column has more than {max(others)}."


def why_protect(s: State, seat: int, c: int) -> str:
    of = range(1 + c * VALUES, 1 + (c + 1) * VALUES)
    points = sum(s.open[seat, card] * NUMBER[card] for card in of)
    unseen = sum(NUMBER[s.deck[i]] for i in range(s.left) if s.deck[i] in of)
    safe = f"Saves {counted(points, f'open {COLORS[c]} point')} from the die"
    if s.bank_again:
        return f"{safe}."
    return f"{safe}, and all {COLORS[c]} you take later: {counted(unseen, 'point')} to come."


def counted(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


register(sys.modules[__name__], SENSE)
