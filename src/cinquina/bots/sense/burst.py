"""How to play Burst well: a race of exits.

An exit is a card that can be played without a burst: a low one, zero, a negative one, one whose
action takes a card out of the row. Turns go draw, play, draw, play; whoever has no exit when
three cards force a play bursts. So every action is judged by the position it leaves:

the room      what is left up to 21, and which share of the unseen cards would not fit: the risk
the tempo     how many cards the next player and I hold: who has to play first, and how soon
my exits      which of my cards fit, and by how much the others are too high
my points     what I would score if another bursts, against what I give away if I burst

A next player with three cards must play at once. One of them was just drawn and is as good as any
unseen card; the others were kept because they are high, so that one of them is an exit only with
about the third power of an unseen card's chance. What was seen taken from the row is counted.

The outlook at the start of a round compares the points with the number of rounds to come.
"""

import math
import sys

from cinquina.bots.sense import SENSE
from cinquina.core.contract import next_seat, register
from cinquina.core.kernel import interpreted, kernel, outline
from cinquina.core.record import Room, State
from cinquina.games.burst import (
    CARDS,
    DISCARD,
    DRAW,
    GOAL,
    HAND,
    KIND,
    LIMIT,
    PICK,
    PICKING,
    REVERSE,
    SAME,
    TAKE,
    VALUE,
)
from cinquina.games.burst import STATE as STATE  # what `register` looks for

# Tuned numbers: the mean of two fits, each to two million turns of an earlier version against
# itself (two players, 5 % of the moves random). Of the 28 numbers in a table four each are for 0,
# 1, 2, 3 cards that I hold, and for 0, 1, 2 and one just drawn; the four are for 0, 1, 2, 3 cards
# that the next player holds.
# My odds against bursting first are CALM + TENSE * risk + DIRE * risk * risk + my exits, where
# risk is the share of the unseen cards that would go over 21; BARE * risk if no card of mine fits.
CALM = (
    0.04, -0.05, 0.02, 0.24, 0.05, 0.08, -0.01, 0.37, 0.18, -0.17, -0.11, -0.09, -0.02, 0.00,
    -0.31, -0.33, -0.04, 0.04, -0.04, 0.49, 0.10, -0.01, 0.09, 0.26, -0.19, -0.10, -0.14, 0.28,
)  # fmt: skip
TENSE = (
    -0.16, 0.00, 0.20, 0.50, 0.38, 0.06, 0.23, 1.60, 0.74, 1.25, 1.12, 1.12, 0.48, 1.30,
    2.35, 1.50, 0.10, -0.10, 0.03, 0.39, 0.16, 0.15, 0.11, 1.01, 0.29, 1.06, 1.67, 1.12,
)  # fmt: skip
DIRE = (
    0.90, 0.60, 0.53, -0.82, -0.31, 0.73, 0.78, -1.23, -0.61, -0.45, 1.11, -0.15, 0.39, -0.08,
    -0.51, 0.94, -0.69, 0.70, 1.12, -0.76, -0.67, -0.15, 1.28, -0.76, -0.09, -1.08, -1.34, -0.26,
)  # fmt: skip
BARE = (
    -0.16, 0.00, 0.20, 0.50, -0.25, 0.21, 0.32, 0.01, -0.81, -0.67, 0.01, -0.09, -0.68, -2.02,
    -3.81, -1.07, 0.10, -0.10, 0.03, 0.39, 0.10, 0.01, 0.16, -0.09, -0.86, -0.15, -0.41, -0.37,
)  # fmt: skip
# A card of mine that adds nothing to the total; that fits; that is 1, 2, 3, 4 or more too high.
EXIT = (0.03, -0.09, -0.31, -0.38, -0.44, -0.53)
# Points at the end of a round that I survive: KEEP times what I hold now, plus GROW.
KEEP = (0.00, 0.32, 0.71, 0.62, 0.00, 0.33, 0.67)
GROW = (
    12.9, 10.8, 10.7, 9.67, 10.3, 11.7, 10.0, 10.4, 6.55, 5.16, 7.64, 5.44, 3.73, 6.44,
    4.54, 7.02, 11.4, 12.6, 10.6, 11.4, 12.0, 10.6, 11.7, 9.92, 6.44, 7.92, 5.96, 8.27,
)  # fmt: skip
# Points of the others together if I burst (two players), by the next player's cards.
LOSS = (11.54, 11.96, 12.98, 15.77)
AVERAGE = 4  # an unseen card

# The chance to win by points: fitted to the starts of rounds in 20,000 games of two players.
SWING, NEAR, STARTING = 54.0, 13.0, 1.2

RESCUE = tuple(int(kind in (DISCARD, TAKE)) for kind in KIND)
ROOMS = 20  # no card can cost more than 15 and the 3 of a negative card it has to remove

# --- What a card costs -----------------------------------------------------------------------


@kernel
def cost(s: State, card: int, top: int) -> int:
    """What a card adds to the total if its action is well used; `top`: the highest of the row."""
    if KIND[card] == SAME:
        same = 1
        for i in range(s.length):
            if VALUE[s.row[i]] == VALUE[card]:
                same -= 1
        return VALUE[card] * same
    return VALUE[card] - top * RESCUE[card]


@kernel
def count(room: Room, card: int, top: int, by: int) -> None:
    room.actions[max(VALUE[card] - top * RESCUE[card], 0)] += by


@kernel
def count_unseen(s: State, seat: int, room: Room, top: int) -> int:
    """How many cards are unseen; room.actions[r] is how many of them cost more than r."""
    for r in range(ROOMS):
        room.actions[r] = 0
    unseen = s.left
    for i in range(s.left):
        count(room, s.deck[i], top, 1)
    for p in range(s.players):
        if p != seat:
            unseen += s.held[p]
            for i in range(s.held[p]):
                count(room, s.hand[p, i], top, 1)
            i = 0
            while i < HAND and s.known[p, i] != 0:
                count(room, s.known[p, i], top, -1)
                unseen -= 1
                i += 1
    more = 0
    for r in range(ROOMS - 1, -1, -1):
        here = room.actions[r]
        room.actions[r] = more
        more += here
    return unseen


# --- What a position is worth ----------------------------------------------------------------


@kernel
def must_burst(s: State, p: int, left: int, top: int, risk: float) -> float:
    """The chance that a player with three cards has none that fits."""
    unknown = HAND
    for i in range(HAND):
        if s.known[p, i] != 0:
            if cost(s, s.known[p, i], top) <= left:
                return 0.0
            unknown -= 1
    if unknown == 0:
        return 1.0
    fits = 1.0 - risk
    chance = risk
    for _ in range(unknown - 1):
        chance *= 1.0 - fits * fits * fits
    return chance


@outline
def worth(
    s: State, seat: int, room: Room, unseen: int,
    total: int, top: int, way: int, gone: int, gained: int, drawn: int,
) -> float:  # fmt: skip
    """Points a turn brings in the end, if it leaves this total and this highest card of the row.

    `gone` and `gained` are cards of my hand; `drawn` is 1 with one more that I don't know yet."""
    follower = next_seat(s, seat, way)
    k = s.held[follower]
    lost = -LOSS[k] / (s.players - 1)
    left = LIMIT - total
    if left < 0:
        return lost
    odds, n, points, stuck = 0.0, 4 * drawn, 0, 1.0
    for i in range(s.held[seat] + 1):
        card = s.hand[seat, i] if i < s.held[seat] else gained
        if card == gone:
            gone = -1
        elif card != 0:
            n += 1
            points += VALUE[card]
            more = cost(s, card, top)
            if more <= left:
                stuck = 0.0
            odds += EXIT[1 + min(max(more - left, 0), 4)] if more > 0 else EXIT[0]
    risk = room.actions[left] / unseen if left < ROOMS and unseen > 0 else 0.0
    row = 4 * n + k
    odds += CALM[row] + (TENSE[row] + BARE[row] * stuck + DIRE[row] * risk) * risk
    chance = 0.5 + 0.5 * odds / math.sqrt(1.0 + odds * odds)
    value = lost + chance * (KEEP[n] * points + GROW[row] - lost)
    if k == HAND:
        at_once = must_burst(s, follower, left, top, risk)
        value += at_once * (points + AVERAGE * drawn - value)
    return value


@outline
def prefer(s: State, seat: int, room: Room) -> int:
    picking = s.phase == PICKING
    n = s.length - 1 if picking else s.length
    first, second = -1, -1  # the two highest cards of the row
    for i in range(n):
        if first < 0 or VALUE[s.row[i]] > VALUE[s.row[first]]:
            first, second = i, first
        elif second < 0 or VALUE[s.row[i]] > VALUE[s.row[second]]:
            second = i
    top = VALUE[s.row[first]] if n > 0 else 0
    unseen = count_unseen(s, seat, room, top)
    best, most = -1, 0.0
    if not picking and s.left > 0 and s.held[seat] < HAND:
        best, most = DRAW, worth(s, seat, room, unseen, s.total, top, s.direction, -1, 0, 1)
    for j in range(1 if picking else s.held[seat]):
        card = s.row[n] if picking else s.hand[seat, j]
        gone = -1 if picking else card
        if RESCUE[card] and n > 0:
            total = s.total if picking else s.total + VALUE[card]
            for i in range(n):
                other = s.row[i]
                rest = VALUE[card]
                if i != first:
                    rest = max(rest, top)
                elif second >= 0:
                    rest = max(rest, VALUE[s.row[second]])
                gained = other if KIND[card] == TAKE else 0
                value = worth(
                    s, seat, room, unseen, total - VALUE[other], rest, s.direction, gone, gained, 0
                )
                if best < 0 or value > most:
                    best, most = (PICK + other if picking else card), value
        else:
            total = s.total + (cost(s, card, top) if KIND[card] == SAME else VALUE[card])
            rest = max(top, VALUE[card]) if n > 0 else VALUE[card]
            way = -s.direction if KIND[card] == REVERSE else s.direction
            value = worth(s, seat, room, unseen, total, rest, way, gone, 0, 0)
            if best < 0 or value > most:
                best, most = card, value
    return best


# --- The standing ----------------------------------------------------------------------------


@kernel
def quiet(s: State) -> bool:
    """The start of a round: nobody holds a card yet."""
    return s.turns == 0 and s.length == 0


@kernel
def ahead(s: State, p: int, q: int) -> float:
    """The chance that p ends before q."""
    lead = s.points[p] - s.points[q]
    to_go = GOAL - max(s.points[p], s.points[q])
    if s.turn == p:
        lead -= STARTING
    if s.turn == q:
        lead += STARTING
    z = lead / math.sqrt(SWING * (to_go + NEAR))
    return 0.5 + 0.5 * z / math.sqrt(1.0 + z * z)


# --- Why -------------------------------------------------------------------------------------


def reason(s: State, seat: int, action: str) -> str:
    """One sentence for a player who asks why."""
    what, _, name = action.partition(" ")
    hand = [s.hand[seat, i] for i in range(s.held[seat])]
    row = [s.row[i] for i in range(s.length)]
    keep = sum(VALUE[card] for card in hand)
    top = max((VALUE[card] for card in row), default=0)

    def fit(cards: list[int], total: int) -> int:
        return sum(total + interpreted(cost)(s, card, top) <= LIMIT for card in cards)

    def risk(total: int) -> str:
        others = [p for p in range(s.players) if p != seat]
        cards = list(s.deck[: s.left]) + [s.hand[p, i] for p in others for i in range(s.held[p])]
        for card in (s.known[p, i] for p in others for i in range(HAND) if s.known[p, i]):
            cards.remove(card)
        return f"{len(cards) - fit(cards, total)} of {len(cards)} unseen cards would burst"

    if what == "draw":
        if not hand:
            return "With no card in hand you must draw."
        return f"A draw is a pass: {fit(hand, s.total)} of your cards fit now, {risk(s.total)}."
    card = CARDS.index(name)
    total, way = s.total + VALUE[card], s.direction
    if what == "pick":
        total = s.total - VALUE[card]
        keep += VALUE[card] * (KIND[row[-1]] == TAKE)
        row.remove(card)
    elif RESCUE[card] and row:
        verb = "take" if KIND[card] == TAKE else "discard"
        if total - top > LIMIT:
            return f"Whatever you {verb}, the total stays over 21: you burst."
        return f"You {verb} a card of the row: the total can go from {total} down to {total - top}."
    else:
        total = s.total + interpreted(cost)(s, card, top) if KIND[card] == SAME else total
        keep -= VALUE[card]
        row.append(card)
        way = -way if KIND[card] == REVERSE else way
    if total > LIMIT:
        forced = what == "play" and fit(hand, s.total) == 0
        return f"The total becomes {total}: you burst{', as with any card' if forced else ''}."
    top = max(VALUE[c] for c in row)
    follower = (seat + way) % s.players
    if s.held[follower] < HAND:
        return f"The total becomes {total}, and you keep {keep} points in hand."
    return f"The total becomes {total} and player {follower} must play: {risk(total)}."


register(sys.modules[__name__], SENSE)
