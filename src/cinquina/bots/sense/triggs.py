"""How to play Triggs: count the turns that are left, and take the turn that leaves the fewest.

Every full row but the last gives an extra cross, wherever it goes. So the number of crosses that
still need cards is known: empty boxes - open rows + 1, thirty at the start; with one box left in
each row a single cross ends the game. It follows that

- an extra cross goes to a row with several boxes left; a row with one box stays open: closing it
  would only hand the extra cross on, while a card for it is worth a cross in any row;
- what counts is how many turns the crosses take: several at once, and few turns for cards. To use
  up the hand is the best way to new cards: five of them, and no turn spent.

`turns_left` adds up what is left to do on the sheet and how useful the hand is: card by card, and
by the best row it could cross next turn. All is in hundredths of a turn. The tables were fitted
by least squares to the turns that were really left in games against itself, anew as the play
got better, until it did not any more: 23.75 turns a game, on deals not used for the fit.
"""

import math
import sys

from cinquina.bots.sense import SENSE
from cinquina.core.contract import register
from cinquina.core.kernel import interpreted, kernel, outline
from cinquina.core.record import Array, Room, State
from cinquina.games.triggs import (
    BONUS,
    CROSS,
    DISCARD,
    DISCARD_SOME,
    DONE,
    DRAWING,
    EXTRA,
    LEFT,
    MAKING,
    MIDDLE,
    MOST_HAND,
    PILES,
    RIGHT,
    TURN,
    USE,
    USE_PAIR,
    VALUES,
    first_pair,
)
from cinquina.games.triggs import STATE as STATE

# --- Numbers, in hundredths of a turn ----------------------------------------------------------

# By crosses that still need cards.
SHEETS = (
    0, -19, 130, 258, 372, 476, 570, 658, 742, 822, 897, 973, 1041, 1111, 1176, 1243,
    1302, 1365, 1424, 1484, 1540, 1597, 1653, 1705, 1764, 1813, 1868, 1920, 1973, 2025, 2098,
)  # fmt: skip
# By row and empty boxes, beside that: low rows are slow, and an open row is a chance.
ROWS = (
    0, 0, 0, 0, 0, 0,
    0, -11, 17, 0, 0, 0,
    0, -13, 13, 0, 0, 0,
    0, -14, 8, 0, 0, 0,
    0, -19, 0, 32, 0, 0,
    0, -19, 1, 31, 0, 0,
    0, -23, -8, 22, 0, 0,
    0, -24, -15, 10, 42, 0,
    0, -27, -25, 3, 30, 0,
    0, -31, -34, -12, 10, 0,
    0, -35, -43, -26, -7, 0,
    0, -37, -49, -38, -20, 4,
    0, -39, -59, -58, -44, -29,
)  # fmt: skip
# By cards in hand; with none, five are drawn at once.
HANDS = (206, 278, 309, 332, 357, 368, 390, 385, 393, 407, 417)
# By empty boxes of its row (0…5) and copies of a card (0…3).
COPIES = (
    0, -11, -28, -27,
    0, -31, -19, -6,
    0, -22, -59, -21,
    0, -22, -76, -137,
    0, -24, -89, -163,
    0, -29, -103, -183,
)  # fmt: skip
# Each card: low ones go into more sums.
EACH_CARD = (0, -10, -8, -6, -5, -4, -1, 0, 3, 6, 11, 11, 19)
# By crosses (0…4) that the best row could have next turn, and cards then left (0…6).
NEXT = (
    0, 60, 71, 57, 36, 38, 45,
    -28, 5, 21, 7, -3, -17, -15,
    -96, -74, -59, -51, -52, -50, -56,
    -126, -98, -82, -73, -35, -57, 2,
    -123, -101, -70, -77, -89, -73, -78,
)  # fmt: skip
NEVER = 1_000_000
CHOICE = 20  # of the second card, after the first was seen; 10 is as good, 0 worse
MOST_KINDS = 3  # with more kinds of cards in hand, discarding one is no use

# --- Turns left --------------------------------------------------------------------------------


@kernel
def ways(s: State, seat: int, v: int) -> int:
    """How often the hand makes a value. No two ways share a card."""
    n = s.hand[seat, v] + (0 if v & 1 else s.hand[seat, v >> 1] >> 1)
    for a in range(1, (v + 1) // 2):
        n += min(s.hand[seat, a], s.hand[seat, v - a])
    return n


@kernel
def next_turn(crosses: int, boxes: int, left: int) -> int:
    """What a row is good for next turn, when so many cards are left after all its ways."""
    if crosses > boxes:  # the pairs that find no box stay
        left += 2 * (crosses - boxes)
        crosses = boxes
    return NEXT[min(crosses, 4) * 7 + min(left, 6)]


@outline
def turns_left(s: State, seat: int) -> int:
    """About how many turns a player needs, in hundredths, after this one."""
    total, cards, crosses, rows = 0, 0, 1, 0
    for v in range(1, VALUES + 1):
        boxes, copies = s.empty[seat, v], s.hand[seat, v]
        if copies > 0:
            cards += copies
            total += COPIES[boxes * 4 + min(copies, 3)] + EACH_CARD[v] * copies
        if boxes > 0:
            rows += 1
            crosses += boxes - 1
            total += ROWS[v * 6 + boxes]
    if rows == 0:
        return -NEVER
    total += SHEETS[crosses] + HANDS[cards]
    if cards == 0:
        return total
    best = NEVER
    for v in range(1, VALUES + 1):
        if s.empty[seat, v] > 0:
            n = ways(s, seat, v)
            if min(n, s.empty[seat, v]) >= crosses:
                return 100
            best = min(best, next_turn(n, s.empty[seat, v], cards - 2 * n + s.hand[seat, v]))
    return total + best


@kernel
def for_extra(s: State, seat: int) -> int:
    """The row for an extra cross, 0 if none is open: one with several boxes, if there is any."""
    row, most = 0, -NEVER
    for v in range(1, VALUES + 1):
        boxes = s.empty[seat, v]
        if boxes > 0:
            gain = ROWS[v * 6 + boxes] - ROWS[v * 6 + boxes - 1] - (NEVER >> 1 if boxes == 1 else 0)
            if gain > most:
                row, most = v, gain
    return row


# Thinking ahead, a turn is carried out on the record itself, and taken back.


@kernel
def remember(s: State, seat: int, out: Array) -> None:
    for v in range(1, VALUES + 1):
        out[v] = s.hand[seat, v]
        out[16 + v] = s.empty[seat, v]


@kernel
def take_back(s: State, seat: int, out: Array) -> None:
    for v in range(1, VALUES + 1):
        s.hand[seat, v] = out[v]
        s.empty[seat, v] = out[16 + v]


@outline
def after_crossing(s: State, seat: int, v: int, out: Array) -> int:
    """Turns left after crossing a value as often as possible, single cards first."""
    boxes = s.empty[seat, v]
    n = min(boxes, s.hand[seat, v])
    s.hand[seat, v] -= n
    boxes -= n
    for a in range(1, v // 2 + 1):
        b = v - a
        n = min(boxes, s.hand[seat, a] >> 1 if a == b else min(s.hand[seat, a], s.hand[seat, b]))
        s.hand[seat, a] -= n
        s.hand[seat, b] -= n
        boxes -= n
    s.empty[seat, v] = boxes
    while boxes == 0:
        v = for_extra(s, seat)
        if v == 0:
            break
        s.empty[seat, v] -= 1
        boxes = s.empty[seat, v]
    turns = turns_left(s, seat)
    take_back(s, seat, out)
    return turns


@kernel
def after_drawing(s: State, seat: int, card: int, out: Array) -> int:
    """What one card more changes; out[48 + v] are the ways to make v before."""
    had, boxes, cards = s.hand[seat, card], s.empty[seat, card], s.held[seat] + 1
    best = NEVER
    for v in range(1, VALUES + 1):
        if s.empty[seat, v] > 0:
            n, left = out[48 + v], cards - 2 * out[48 + v] + s.hand[seat, v]
            if v == card:
                n, left = n + 1, left - 1
            elif v > card and (had & 1 if v == 2 * card else had < s.hand[seat, v - card]):
                n, left = n + 1, left - 2
            best = min(best, next_turn(n, s.empty[seat, v], left))
    copies = COPIES[boxes * 4 + min(had + 1, 3)] - COPIES[boxes * 4 + min(had, 3)]
    return best + copies + EACH_CARD[card]


# --- Choosing ----------------------------------------------------------------------------------


@outline
def prefer(s: State, seat: int, room: Room) -> int:
    if s.phase == EXTRA:
        return BONUS + for_extra(s, seat) - 1
    out = room.actions
    remember(s, seat, out)
    if s.phase == MAKING:
        return best_use(s, seat, out)
    if s.phase == DRAWING:
        return best_draw(s, seat, out) & 3
    return best_turn(s, seat, out)


@kernel
def best_draw(s: State, seat: int, out: Array) -> int:
    """The best card to draw first, and what two cards leave: 4 * turns left + pile."""
    now, cards = turns_left(s, seat), s.held[seat]
    before = NEVER
    for v in range(1, VALUES + 1):
        if s.empty[seat, v] > 0:
            n = ways(s, seat, v)
            out[48 + v] = n
            before = min(before, next_turn(n, s.empty[seat, v], cards - 2 * n + s.hand[seat, v]))
    average = 0
    for card in range(1, VALUES + 1):
        out[32 + card] = after_drawing(s, seat, card, out)
        average += out[32 + card]
    average //= VALUES
    first, best, second = -1, NEVER, average
    for pile in range(len(PILES)):
        if s.lying[pile] > 0:
            more = average if pile == MIDDLE else out[32 + s.top[pile]]
            if more < best:
                first, second, best = pile, min(second, best), more
            else:
                second = min(second, more)
    now += best - before - HANDS[cards]
    if cards < MOST_HAND - 1:
        now += second - before + HANDS[cards + 2] - CHOICE
    else:
        now += HANDS[cards + 1]
    return now * 4 + first


@kernel
def best_turn(s: State, seat: int, out: Array) -> int:
    action, least = -1, NEVER
    for v in range(1, VALUES + 1):
        if s.empty[seat, v] > 0 and ways(s, seat, v) > 0:
            turns = after_crossing(s, seat, v, out)
            if turns < least:
                action, least = CROSS + v - 1, turns
    if s.held[seat] < MOST_HAND and s.lying[LEFT] + s.lying[MIDDLE] + s.lying[RIGHT] > 0:
        draw = best_draw(s, seat, out)
        if draw >> 2 < least:
            action, least = draw & 3, draw >> 2
    kinds = 0
    for v in range(1, VALUES + 1):
        kinds += out[v] > 0
    if kinds > MOST_KINDS and s.held[seat] < MOST_HAND - 1 and action >= 0:
        return action
    for v in range(1, VALUES + 1):
        if out[v] > 0:
            s.hand[seat, v] = 0
            turns = turns_left(s, seat)
            s.hand[seat, v] = out[v]
            if turns < least:
                least = turns
                action = DISCARD + v - 1
                if s.discard_any:
                    action = DISCARD_SOME + (v - 1) * MOST_HAND + out[v] - 1
    return action


@kernel
def best_use(s: State, seat: int, out: Array) -> int:
    """The cards that are missed least; or enough, if keeping them is better."""
    v = s.value
    stop = turns_left(s, seat) if s.made > 0 and s.empty[seat, v] > 1 else NEVER
    if stop < NEVER:
        stop = stop if stop < after_crossing(s, seat, v, out) else NEVER
    action, least = -1, NEVER
    s.empty[seat, v] -= 1
    for a in range(0, v // 2 + 1):
        b = v - a
        if out[b] > (a == b) and (a == 0 or out[a] > 0):
            s.hand[seat, a] -= a > 0
            s.hand[seat, b] -= 1
            turns = turns_left(s, seat)
            s.hand[seat, a] += a > 0
            s.hand[seat, b] += 1
            if turns < least or action < 0:
                action, least = USE_PAIR + first_pair(v) + a - 1 if a > 0 else USE + v - 1, turns
    s.empty[seat, v] += 1
    return DONE if stop < least else action


# --- Chances -----------------------------------------------------------------------------------


@kernel
def quiet(s: State) -> bool:
    return s.phase == TURN


@kernel
def clock(s: State, p: int) -> int:
    """When a player will be ready, in hundredths of a round from now."""
    first = s.starter if s.finish_round else s.turn
    wait = (p - first) % s.players * 100 // s.players
    if s.finish_round:  # all have as many turns: who had one in this round needs another round
        wait = 100 if (p - first) % s.players < (s.turn - first) % s.players else 0
    return max(turns_left(s, p), 50) + wait


@outline
def ahead(s: State, p: int, q: int) -> float:
    """The chance to be ready before another player, fitted to 6,000 games for two. In 4,000 others
    the Brier score was 0.166, and no tenth of the scale was wrong by more than 0.025."""
    mine, others = clock(s, p), clock(s, q)
    z = (others - mine) * 0.2 / math.sqrt(mine + others)
    z *= 1.0 + 0.5 * z * z
    return 0.5 * (1.0 + z / math.sqrt(1.0 + z * z))


# --- Words -------------------------------------------------------------------------------------


def reason(s: State, seat: int, action: str) -> str:
    """Why an action is good, for a player who asks."""
    verb, _, what = action.partition(" ")
    boxes = {v: int(s.empty[seat, v]) for v in range(1, VALUES + 1)}
    rows = sum(n > 0 for n in boxes.values())
    needed = sum(boxes.values()) - rows + 1
    if verb == "draw":
        return reason_to_draw(s, seat, what)
    if verb == "done":
        return f"Keep your {counted(s.held[seat], 'card')}: they are worth more for other rows."
    if verb == "skip":
        return "It gives a cross away: take the extra cross, in a row with several empty boxes."
    if verb == "use":
        last = boxes[s.value] == 1
        return f"You miss {what} least in row {s.value}" + (
            ", and it fills the row: an extra cross follows." if last and rows > 1 else "."
        )
    v = int(what.split()[0])
    if verb == "bonus":
        if boxes[v] == 1:
            return f"It fills row {v}, " + ("and wins." if rows == 1 else "and gives another one.")
        return (
            f"Row {v} has {boxes[v]} empty boxes; {counted(needed - 1, 'cross')} will need cards."
        )
    if verb == "discard":
        n = int(what.split("x")[1]) if "x" in what else s.hand[seat, v]
        if n == s.held[seat]:
            return "It empties your hand: five new cards at once, where drawing brings two."
        left = counted(s.held[seat] - n, "card")
        full = f"Row {v} is full" if boxes[v] == 0 else f"A {v} helps you little now"
        return f"{full}, and with {left} left you are closer to five new cards."
    crosses = min(interpreted(ways)(s, seat, v), boxes[v])
    text = f"{counted(crosses, 'cross')} in row {v} at once, of {needed} that still need cards"
    if crosses >= needed:
        return f"{counted(crosses, 'cross')} in row {v}, the extra crosses do the rest: you win."
    spent = 2 * crosses - min(s.hand[seat, v], crosses)
    if spent == s.held[seat]:
        return text + "; it empties your hand, for five new cards."
    if crosses == boxes[v]:
        return text + "; it fills the row, for an extra cross."
    return text + f"; {counted(s.held[seat] - spent, 'card')} left in hand."


def reason_to_draw(s: State, seat: int, pile: str) -> str:
    card = s.top[PILES.index(pile)]
    if pile == "middle":
        return (
            f"You have {counted(s.held[seat], 'card')}: an unknown one is as good as the open ones."
        )
    rows = []
    for v in range(card, VALUES + 1):
        partner = v == card or s.hand[seat, v - card] > 0
        if s.empty[seat, v] > 0 and partner:
            rows.append(str(v))
    if not rows:
        return f"The {card} fits no card you hold, but it may make a pair later."
    return f"The {card} makes, alone or with a card of yours, a cross in row {' or '.join(rows)}."


def counted(n: int, thing: str) -> str:
    return f"{n} {thing}" + ("" if n == 1 else "es" if thing.endswith("s") else "s")


register(sys.modules[__name__], SENSE)
