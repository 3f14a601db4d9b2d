"""Sense of Add Up.

Only the gap, the difference of the two sums, matters. A player who can't close it leaves a gap
that the next player can hardly close: how probably is counted exactly, from the cards that this
seat has not seen. Gaps of 6 to 9 are closed by number cards alone, gaps from 10 on by yellow
jokers alone: whoever holds another yellow joker likes them. A gap above the most that a yellow
joker can be is locked: no single card closes it. That is the leader's friend, because nobody
wins cards any more until a yellow joker opens the table again.

So every play is judged by the chance to win the game afterwards, as far as a look two turns
ahead goes: the next player closes the gap and takes the table, or another one does, or I close
it on my next turn with what is left in my hand, or nobody does. The chance follows from the lead
in cards, the jokers kept, and how many cards can still be won: few, once the table is locked.
"""

import math
import sys

from cinquina.bots.sense import SENSE
from cinquina.core.contract import next_seat, register
from cinquina.core.kernel import interpreted, kernel, outline
from cinquina.core.record import Room, State
from cinquina.games import add_up
from cinquina.games.add_up import (
    BOTTOM,
    CARDS,
    HIGHEST,
    STATE,
    TOP,
    WHITE,
    WHITE_VALUES,
    YELLOW,
    YELLOW_LEAST,
    first_face,
)

__all__ = ["STATE", "ahead", "prefer", "promising", "quiet", "reason"]

# These numbers were found by evolution, for 2, 3 and 4 players at once: the best quarter of 20
# changed copies, which played against five earlier versions and each other, was averaged, again
# and again. The winner of the last duels was averaged with what beats all versions best.

# The chance that, if the next player leaves a gap of 10 to 19 open, it comes back as one that a
# card of mine closes: for each number up to 5 that I hold (a white joker is six of them), each
# number from 6 to 9, and a yellow joker. (Smaller gaps come back as anything: no use to ask.)
LOW, HIGH, TEN = 0.13, 0.47, 0.8
# From 20 on no number card helps, and a yellow joker in my hand is sure to close the gap, unless
# it is so near the most a yellow joker can be that it may be pushed beyond. Meanwhile the table
# grows: it counts for so many times its cards.
EDGE, GROWS = 0.36, 1.4
OTHERS = 0.16  # the chance that each further player closes the gap before it is my turn again

# The lead, in cards, that is almost as good as won: this, and more for cards still to be won.
SURE, UNSURE = 0.35, 2.4
WHITE_KEPT, YELLOW_KEPT, YELLOW_KEPT_LATE = 0.3, 3.5, 0.43  # worth so many cards
MOVE = 0.4  # to be the next to move at a fresh table, in cards
# A lock shrinks the uncertainty to so much, and so much for each yellow joker that whoever is
# behind may get.
SHUT, KEYS = 0.22, 0.55
# Where yellow jokers can't be more than this, number cards open any lock but a large one.
NARROW, NARROW_LOCK, YELLOW_KEPT_NARROW = 21, 30, 1.0

UNSEEN = 240  # where in room.actions the unseen cards are counted


@kernel
def count_unseen(s: State, seat: int, room: Room) -> int:
    """Count the cards in the deck and in the others' hands together; return how many."""
    count = room.actions
    for card in range(1, len(CARDS)):
        count[UNSEEN + card] = 0
        for p in range(s.players):
            if p != seat:
                count[UNSEEN + card] += s.hand[p, card]
    for i in range(s.left):
        count[UNSEEN + s.deck[i]] += 1
    n = s.left - s.held[seat]
    for p in range(s.players):
        n += s.held[p]
    return n


@kernel
def closing(s: State, room: Room, gap: int) -> int:
    """How many of the unseen cards would close a gap."""
    count = room.actions
    n = count[UNSEEN + 1 + gap] if gap <= HIGHEST else 0
    if gap < WHITE_VALUES:
        n += count[UNSEEN + WHITE]
    elif YELLOW_LEAST <= gap <= s.yellow_max:
        n += count[UNSEEN + YELLOW]
    return n


@kernel
def some_of(good: int, unseen: int, held: int) -> float:
    """The chance that at least one of `held` cards is one of the good ones among the unseen."""
    none = 1.0
    for i in range(held):
        if unseen - good <= i:
            return 1.0
        none *= (unseen - good - i) / (unseen - i)
    return 1.0 - none


@kernel
def certain(lead: float, spread: float) -> float:
    """The chance that a lead lasts."""
    z = lead / spread
    return 0.5 + 0.5 * z / math.sqrt(1.0 + z * z)


@kernel
def locked_from(s: State) -> int:
    return s.yellow_max + 1 if s.yellow_max > NARROW else NARROW_LOCK


@kernel
def least_value(card: int) -> int:
    if card == YELLOW:
        return YELLOW_LEAST
    return 0 if card == WHITE else card - 1


@kernel
def next_value(s: State, card: int, value: int, gap: int, away: bool) -> int:
    """The next value worth trying after `value`, or -1; `away` from the lower row.

    Of a yellow joker: the least, the most, and those that close the gap or leave one below 10."""
    value += 1
    if card != YELLOW:
        return value if card == WHITE and value < WHITE_VALUES else -1
    most = s.yellow_max
    if value > most:
        return -1
    near = gap if gap + 9 <= most else gap - 9
    return most if away or value > near + 9 else min(most, max(value, near))


@kernel
def play(card: int, value: int, side: int) -> int:
    return 2 * (first_face(card) + value - least_value(card) - 1) + side


@outline
def promising(s: State, seat: int, room: Room) -> int:
    out = room.actions
    gap = s.total[TOP] - s.total[BOTTOM]
    n = 0
    for card in range(1, len(CARDS)):
        if s.hand[seat, card] > 0:
            for side in (TOP, BOTTOM):
                value = least_value(card)
                while value >= 0:
                    out[n] = play(card, value, side)
                    n += 1
                    value = next_value(s, card, value, abs(gap), (side == BOTTOM) == (gap < 0))
    return n


@outline
def prefer(s: State, seat: int, room: Room) -> int:
    unseen = count_unseen(s, seat, room)
    yellow = room.actions[UNSEEN + YELLOW]
    gap = s.total[TOP] - s.total[BOTTOM]
    higher = BOTTOM if gap < 0 else TOP
    gap = abs(gap)
    table = s.length[TOP] + s.length[BOTTOM] + 1  # with the card that I play
    most, lock = s.yellow_max, locked_from(s)

    following = next_seat(s, seat, 1)
    while s.held[following] == 0 and following != seat:
        following = next_seat(s, following, 1)
    held = s.held[following] if following != seat else 0
    best_won, to_play = 0, s.left
    for p in range(s.players):
        to_play += s.held[p]
        if p != seat:
            best_won = max(best_won, s.won[p])
    lead = s.won[seat] - best_won
    lead_if_taken = s.won[seat] - max(best_won, s.won[following] + table + 1)
    claim = 0  # what the table is worth to me if nobody wins it
    if s.last_capturer_takes and s.last_capturer >= 0:
        claim = table if s.last_capturer == seat else -table
    move = -MOVE if s.capturer_leads else MOVE

    # The more players, the less of all that is still to come is mine.
    part = 2.0 / s.players
    unsure = part * UNSURE
    open_spread = SURE + unsure * math.sqrt(to_play + table - 1)
    won_spread = SURE + unsure * math.sqrt(to_play - 1)
    lost_spread = SURE + unsure * math.sqrt(max(0, to_play - 2))
    yellow_kept = YELLOW_KEPT_LATE
    if s.left > 0:
        yellow_kept = part * (YELLOW_KEPT if most > NARROW else YELLOW_KEPT_NARROW)
    others = 0.0
    for _ in range(s.players - 2):
        others += OTHERS * (1.0 - others)

    # Yellow jokers that come to me: at once, and before the end; the others get the rest.
    drawn = yellow / unseen if s.left > 0 else 0.0
    mine = drawn * s.left / s.players
    theirs = yellow - mine
    last = s.left == 0 and s.held[seat] == 1

    best, highest = -1, -1.0
    for card in range(1, len(CARDS)):
        if s.hand[seat, card] == 0:
            continue
        whites = s.hand[seat, WHITE] - (card == WHITE)
        yellows = s.hand[seat, YELLOW] - (card == YELLOW)
        low, high = 0, 0  # different numbers that I keep
        for number in range(1, 1 + WHITE_VALUES):
            low += s.hand[seat, number] > (card == number)
        for number in range(1 + WHITE_VALUES, 1 + YELLOW_LEAST):
            high += s.hand[seat, number] > (card == number)
        if whites > 0:
            low = WHITE_VALUES
        ten = yellows > 0 or s.hand[seat, 1 + YELLOW_LEAST] > (card == 1 + YELLOW_LEAST)
        key = 1.0 if yellows > 0 else drawn
        kept = part * WHITE_KEPT * whites + yellow_kept * yellows
        if_taken = certain(lead_if_taken + kept, lost_spread)
        if_open = certain(lead + claim + kept, open_spread)
        for side in (TOP, BOTTOM):
            tried, fewest = -1, 0
            value = least_value(card)
            while value >= 0:
                after = gap + value if side == higher else abs(gap - value)
                zone = (after >= 10) + (after >= 20) + (after > most - 10) + (after >= lock)
                good = closing(s, room, after)
                if after == 0 and s.length[1 - side] > 0:
                    chance = certain(lead + table + kept - move, won_spread)
                elif zone == tried and good >= fewest:
                    chance = 0.0  # no better than the value before
                else:
                    tried, fewest = zone, good
                    chance = if_open
                    if after > most and after >= lock:
                        keys = theirs if lead + claim > 0 else yellows + mine
                        spread = open_spread * min(1.0, SHUT + KEYS * keys)
                        chance = certain(lead + claim + kept, spread)
                    elif not last:
                        again, cards = 0.0, 1.0 * (table + 2)
                        if 20 <= after <= most:
                            again = key if after <= most - 10 else EDGE * key
                            cards *= GROWS
                        elif after >= 10 and most > NARROW:
                            again = min(1.0, part * (LOW * low + HIGH * high) + TEN * ten)
                        if again > 0.0:
                            chance += again * (certain(lead + cards + kept, won_spread) - chance)
                        chance += others * (if_taken - chance)
                    chance += some_of(good, unseen, held) * (if_taken - chance)
                if chance > highest:
                    best, highest = play(card, value, side), chance
                value = next_value(s, card, value, gap, side == higher)
    return best


@kernel
def quiet(s: State) -> bool:
    return True


# Fitted to 270,000 positions of 8,000 games for two; Brier score 0.152 on as many others (0.235
# for saying one half). Whoever is to move and can close the gap has so much of the table; the
# next player, if nobody else can, so much; a yellow joker is two cards. A lead of SPREAD times
# the root of the cards to play gives a chance of 85 %; of half as much while the table is locked.
TAKES, TAKES_NEXT, YELLOW_HELD = 0.87, 0.7, 2.08
SPREAD, SPREAD_LOCKED = 2.91, 1.34


@kernel
def closes(s: State, seat: int, gap: int) -> bool:
    """Does this hand hold a card that closes the gap?"""
    if s.length[TOP] + s.length[BOTTOM] == 0:
        return False
    if gap <= HIGHEST and s.hand[seat, 1 + gap] > 0:
        return True
    if gap < WHITE_VALUES:
        return s.hand[seat, WHITE] > 0
    return YELLOW_LEAST <= gap <= s.yellow_max and s.hand[seat, YELLOW] > 0


@kernel
def standing(s: State, seat: int, taker: int, locked: bool) -> float:
    """Cards won, or almost won."""
    cards = s.won[seat] + YELLOW_HELD * s.hand[seat, YELLOW]
    table = s.length[TOP] + s.length[BOTTOM]
    if seat == taker:
        cards += TAKES * (table + 1) if seat == s.turn else TAKES_NEXT * (table + 2)
    if s.last_capturer_takes and seat == s.last_capturer and locked:
        cards += table
    return cards


@outline
def ahead(s: State, p: int, q: int) -> float:
    """The chance that p ends with more cards than q."""
    gap = abs(s.total[TOP] - s.total[BOTTOM])
    locked = gap > s.yellow_max and gap >= locked_from(s)
    taker = s.turn
    if not closes(s, taker, gap):
        taker = next_seat(s, taker, 1)
        if not closes(s, taker, gap):
            taker = -1
    to_play = s.left
    for seat in range(s.players):
        to_play += s.held[seat]
    spread = (SPREAD_LOCKED if locked else SPREAD) * math.sqrt(to_play)
    return certain(standing(s, p, taker, locked) - standing(s, q, taker, locked), spread)


def reason(s: State, seat: int, action: str) -> str:
    face, side = divmod(add_up.ACTIONS.index(action), 2)
    gap = abs(s.total[side] + add_up.VALUE[face + 1] - s.total[1 - side])
    table = s.length[TOP] + s.length[BOTTOM] + 1
    if gap == 0 and s.length[1 - side] > 0:
        return f"The sums become equal, and you win all {table} cards on the table."
    others = [p for p in range(s.players) if p != seat]
    if not any(s.held[p] for p in others):
        return f"Nobody else has cards any more; the difference becomes {gap}."
    if gap > max(s.yellow_max, HIGHEST):
        lead = s.won[seat] - max(s.won[p] for p in others)
        why = f", and you lead by {lead}" if lead > 0 else ""
        return f"No single card matches a difference of {gap}{why}."
    room = Counts()
    n = interpreted(count_unseen)(s, seat, room)
    good = interpreted(closing)(s, room, gap)
    return f"{good} of {n} unseen cards match a difference of {gap}; {table} cards are at stake."


class Counts:
    """Room to count in."""

    def __init__(self) -> None:
        self.actions = [0] * (UNSEEN + len(CARDS))


register(sys.modules[__name__], SENSE)
