"""Triggs: a race to cross off your own sheet, with single cards and sums of two.

Rules, by their ids in the rule book (`cinquina rules triggs`):

TR-R1…R2     hands, piles and sheets; a turn is one action
TR-R3        A, draw
TR-R4        B, discard
TR-R5…R7     C, cross off; the extra cross for a full row
TR-R8…R9     an empty hand, an empty pile
TR-R10…R11   12s and 11s that nobody needs any more
TR-R12       the end
TR-G1…G10    rulings

Version history: 1  first version.
"""

import sys
from typing import Any

from cinquina.core.contract import OVER, next_seat, note, register
from cinquina.core.kernel import interpreted, kernel, outline
from cinquina.core.options import Deck, Option, Options
from cinquina.core.record import ALL, EACH, NOBODY, OWNER, WHO, Array, Room, State, record
from cinquina.core.rng import below, restart, shuffle_part, shuffle_unseen, wipe
from cinquina.core.text import (
    NO_ACTION,
    Sight,
    Why,
    barred,
    check_known,
    counted,
    counted_rows,
    fill_pile,
    hand_of,
    held_by,
    number,
    set_all,
    set_row,
    tally,
)

# --- Numbers ---------------------------------------------------------------------------------

NAME = "Triggs"
VERSION = 1
MIN_PLAYERS, MAX_PLAYERS = 2, 4
MOST_CARDS = 127
FIRST_HAND, NEW_HAND, MOST_HAND = 5, 5, 10
MOST_TURNS = 1000  # TR-G10
VALUES = 12
BOXES = (0, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 5)  # in rows 1…12
SHEET = sum(BOXES)
SCORES = 0, SHEET
MOST_MOVES = 2 * MOST_TURNS + MAX_PLAYERS * SHEET  # two a turn, and one for each box
ALL_ROWS = (1 << VALUES + 1) - 2

CARDS = ("", *(str(v) for v in range(1, VALUES + 1)))
LEFT, MIDDLE, RIGHT = 0, 1, 2
PILES = ("left", "middle", "right")

OPTIONS = (
    Option("discard_any", False, "throw away any number of cards of one value (TR-G4)"),
    Option("finish_round", False, "play the round out, all have as many turns (TR-G9)"),
)


def standard_deck(options: Options) -> Deck:
    return {card: 9 for card in CARDS[1:]}


def fit_deck(deck: Deck, players: int, options: Options) -> Deck:
    # So many that a player with an empty hand always finds a card somewhere.
    least = MOST_HAND * players + deck.get("11", 0) + deck.get("12", 0)
    if sum(deck.values()) < least:
        raise ValueError(
            f"{players} players of triggs with these 11s and 12s need at least {least} cards; "
            f"this deck has {sum(deck.values())}"
        )
    return deck


# --- Actions ---------------------------------------------------------------------------------
# 0…2 draw left, middle, right | 3…14 discard 1…12 | 15…134 discard 1…12 x1…x10
# 135…146 cross 1…12 | 147…158 use 1…12 | 159…194 use a pair | 195 done
# 196…207 bonus 1…12 | 208 skip

PAIRS = tuple((a, v - a) for v in range(2, VALUES + 1) for a in range(1, v // 2 + 1))
DISCARD = len(PILES)
DISCARD_SOME = DISCARD + VALUES
CROSS = DISCARD_SOME + VALUES * MOST_HAND
USE = CROSS + VALUES
USE_PAIR = USE + VALUES
DONE = USE_PAIR + len(PAIRS)
BONUS = DONE + 1
SKIP = BONUS + VALUES
ACTIONS = (
    *(f"draw {pile}" for pile in PILES),
    *(f"discard {v}" for v in CARDS[1:]),
    *(f"discard {v} x{n}" for v in CARDS[1:] for n in range(1, MOST_HAND + 1)),
    *(f"cross {v}" for v in CARDS[1:]),
    *(f"use {v}" for v in CARDS[1:]),
    *(f"use {a}+{b}" for a, b in PAIRS),
    "done",
    *(f"bonus {v}" for v in CARDS[1:]),
    "skip",
)

# --- State -----------------------------------------------------------------------------------

# In the news: VOID value | BOXED card… 0 | REFILLED pile cards | DREW + 4 * pile + player cards
VOID, BOXED, REFILLED, DREW = 1, 2, 3, 4
PHASES = ("over", "turn", "draw", "make", "bonus")
TURN, DRAWING, MAKING, EXTRA = 1, 2, 3, 4

STATE = record(
    ("discard_any", "i1", ALL),
    ("finish_round", "i1", ALL),
    ("turn", "i1", WHO),
    ("starter", "i1", WHO),
    ("turns", "i2", ALL),  # ended, of all players together
    ("value", "i1", ALL),  # announced, or 0
    ("made", "i1", ALL),
    ("voids", "i1", ALL),  # 0, 1: 12s are void, 2: 11s too
    ("lying", "i1", len(PILES), ALL),
    ("top", "i1", len(PILES), ALL),  # what lies open on the left and the right pile
    ("pile", "i1", len(PILES) * MOST_CARDS, NOBODY),  # see at()
    ("discard", "i1", VALUES + 1, ALL),  # copies of each value
    ("box", "i1", VALUES + 1, ALL),
    ("held", "i1", MAX_PLAYERS, EACH),
    ("hand", "i1", (MAX_PLAYERS, VALUES + 1), OWNER),
    ("single", "i2", MAX_PLAYERS, OWNER),  # bit v: at least one card v in hand
    ("double", "i2", MAX_PLAYERS, OWNER),  # bit v: at least two
    ("known", "i1", (MAX_PLAYERS, VALUES + 1), EACH),  # seen taken from an open pile
    ("empty", "i1", (MAX_PLAYERS, VALUES + 1), EACH),  # boxes of each row that are not crossed
    ("crosses", "i1", MAX_PLAYERS, EACH),  # on the whole sheet
    ("needed", "i2", MAX_PLAYERS, EACH),  # bit v: row v has an empty box
    news=MOST_CARDS + 48,
)


@kernel
def at(pile: int, i: int) -> int:
    """Where card i of a pile lies; its next card is number lying[pile] - 1."""
    return pile * MOST_CARDS + i


@kernel
def first_pair(v: int) -> int:
    """How many pairs stand before those of value v in PAIRS: v // 2 of each smaller v."""
    return (v - 1) * (v - 1) // 4


# --- Deal ------------------------------------------------------------------------------------


@outline
def deal(s: State, cards: Array, n: int) -> None:
    for i in range(n):
        s.pile[at(MIDDLE, i)] = cards[i]
    shuffle_part(s.rng, s.pile, at(MIDDLE, 0), n)
    s.lying[MIDDLE] = n
    for p in range(s.players):
        s.needed[p] = ALL_ROWS
        for v in range(1, VALUES + 1):
            s.empty[p, v] = BOXES[v]
        for _ in range(FIRST_HAND):  # TR-R1
            draw_one(s, p, MIDDLE)
    quarter = s.lying[MIDDLE] // 4  # TR-G6
    for pile in (LEFT, RIGHT):
        for i in range(quarter):
            s.lying[MIDDLE] -= 1
            s.pile[at(pile, i)] = s.pile[at(MIDDLE, s.lying[MIDDLE])]
        s.lying[pile] = quarter
    s.starter = below(s.rng, s.players)  # TR-R2
    s.turn = s.starter
    s.phase = TURN
    show_top(s, LEFT)
    show_top(s, RIGHT)


# --- Moves -----------------------------------------------------------------------------------


@kernel
def makeable(s: State, seat: int) -> int:  # TR-R5
    """All values that can be crossed with one card or two, as a set of bits."""
    single, double = s.single[seat], s.double[seat]
    made = single
    for a in range(1, VALUES // 2 + 1):  # with another card that is larger, or with its twin
        made |= -(single >> a & 1) & (single >> a + 1 << 2 * a + 1 | (double >> a & 1) << 2 * a)
    return made & s.needed[seat]  # TR-R6, TR-G3


@outline
def legal(s: State, seat: int, room: Room) -> int:
    out = room.actions
    if s.phase == MAKING:
        return legal_uses(s, seat, out)
    if s.phase == EXTRA:
        return legal_extras(s, seat, out)
    n = 0
    if s.held[seat] < MOST_HAND:  # TR-R3
        for pile in range(len(PILES)):
            out[n] = pile
            n += s.lying[pile] > 0  # TR-G5
    if s.phase == DRAWING:
        return n
    n = legal_discards(s, seat, out, n)
    values = makeable(s, seat)
    for v in range(1, VALUES + 1):
        out[n] = CROSS + v - 1
        n += values >> v & 1
    return n


@kernel
def legal_discards(s: State, seat: int, out: Array, n: int) -> int:
    for v in range(1, VALUES + 1):
        if s.discard_any:  # TR-G4
            for k in range(s.hand[seat, v]):
                out[n] = DISCARD_SOME + (v - 1) * MOST_HAND + k
                n += 1
        else:
            out[n] = DISCARD + v - 1  # TR-R4
            n += s.single[seat] >> v & 1
    return n


@kernel
def legal_uses(s: State, seat: int, out: Array) -> int:
    single, double = s.single[seat], s.double[seat]
    out[0] = USE + s.value - 1
    n = single >> s.value & 1
    for a in range(1, s.value // 2 + 1):
        b = s.value - a
        out[n] = USE_PAIR + first_pair(s.value) + a - 1
        n += single >> a & (double if a == b else single) >> b & 1
    out[n] = DONE
    return n + (s.made > 0)


@outline
def legal_extras(s: State, seat: int, out: Array) -> int:
    n = 0
    for v in range(1, VALUES + 1):
        out[n] = BONUS + v - 1
        n += s.empty[seat, v] > 0
    out[n] = SKIP  # TR-G2
    return n + 1


@outline
def apply(s: State, seat: int, action: int) -> None:
    s.told = 0
    if not carry_out(s, seat, action):
        end_turn(s)


@kernel
def carry_out(s: State, seat: int, action: int) -> bool:
    """Do it; is it still this player's turn?"""
    if action < DISCARD:
        return draw(s, seat, action)
    if action < DISCARD_SOME:
        v = action - DISCARD + 1
        return discard(s, seat, v, s.hand[seat, v])
    if action < CROSS:
        v, k = divmod(action - DISCARD_SOME, MOST_HAND)
        return discard(s, seat, v + 1, k + 1)
    if action < USE:
        s.value = action - CROSS + 1
        s.phase = MAKING
        return True
    if action < DONE:
        use(s, seat, action)
        return cross(s, seat, s.value)
    if action in (DONE, SKIP):
        return False
    return cross(s, seat, action - BONUS + 1)


@kernel
def show_top(s: State, pile: int) -> None:
    s.top[pile] = 0
    if s.lying[pile] > 0 and pile != MIDDLE:
        s.top[pile] = s.pile[at(pile, s.lying[pile] - 1)]


@kernel
def hold(s: State, seat: int, card: int, more: int) -> None:
    """So many more such cards are in hand, or fewer."""
    s.hand[seat, card] += more
    others = ~(1 << card)
    s.single[seat] = s.single[seat] & others | (s.hand[seat, card] > 0) << card
    s.double[seat] = s.double[seat] & others | (s.hand[seat, card] > 1) << card


@kernel
def draw_one(s: State, seat: int, pile: int) -> None:
    s.lying[pile] -= 1
    card = s.pile[at(pile, s.lying[pile])]
    hold(s, seat, card, 1)
    s.held[seat] += 1
    if pile != MIDDLE:
        s.known[seat, card] += 1
        show_top(s, pile)


@kernel
def note_drew(s: State, seat: int, pile: int, n: int) -> None:
    note(s, DREW + MAX_PLAYERS * pile + seat)
    note(s, n)


@kernel
def draw(s: State, seat: int, pile: int) -> bool:  # TR-R3, TR-G1
    draw_one(s, seat, pile)
    note_drew(s, seat, pile, 1)
    tidy_piles(s)
    more = s.phase == TURN and s.held[seat] < MOST_HAND
    s.phase = DRAWING
    return more and s.lying[LEFT] + s.lying[MIDDLE] + s.lying[RIGHT] > 0


@kernel
def give_up(s: State, seat: int, card: int, n: int) -> None:
    """Take n such cards out of the hand; others now know of fewer."""
    hold(s, seat, card, -n)
    s.held[seat] -= n
    s.known[seat, card] = max(0, s.known[seat, card] - n)


@kernel
def discard(s: State, seat: int, v: int, n: int) -> bool:
    give_up(s, seat, v, n)
    if is_void(s, v):  # TR-R10
        note(s, BOXED)
        for _ in range(n):
            note(s, v)
        note(s, 0)
        s.box[v] += n
    else:
        s.discard[v] += n
    return False


@kernel
def use(s: State, seat: int, action: int) -> None:
    """Make the value once, with one card or two."""
    a = action - USE_PAIR - first_pair(s.value) + 1 if action >= USE_PAIR else s.value
    give_up(s, seat, a, 1)
    s.discard[a] += 1
    if a < s.value:
        give_up(s, seat, s.value - a, 1)
        s.discard[s.value - a] += 1
    s.made += 1


@kernel
def cross(s: State, seat: int, v: int) -> bool:
    s.empty[seat, v] -= 1
    s.needed[seat] ^= (s.empty[seat, v] == 0) << v
    s.crosses[seat] += 1
    void_values(s)
    if s.crosses[seat] == SHEET:
        return False
    if s.empty[seat, v] == 0:  # TR-R7
        s.phase = EXTRA
        return True
    return s.phase == MAKING and makeable(s, seat) >> v & 1 == 1


@outline
def all_filled(s: State, v: int) -> bool:
    for p in range(s.players):
        if s.empty[p, v] > 0:
            return False
    return True


@kernel
def void_values(s: State) -> None:
    """12s, and after them 11s, are void once everybody has filled their row."""
    while s.voids < 2 and all_filled(s, VALUES - s.voids):  # TR-R10, TR-R11
        note(s, VOID)
        note(s, VALUES - s.voids)
        s.voids += 1
        box_tops(s)


@kernel
def is_void(s: State, card: int) -> bool:
    return card > VALUES - s.voids


@outline
def box_tops(s: State) -> None:
    """Void cards on top of an open pile go into the box, until another card lies there."""
    boxed = 0
    for pile in (LEFT, RIGHT):
        while is_void(s, s.top[pile]):  # TR-G7
            if boxed == 0:
                note(s, BOXED)
            note(s, s.top[pile])
            boxed += 1
            s.box[s.top[pile]] += 1
            s.lying[pile] -= 1
            show_top(s, pile)
    if boxed > 0:
        note(s, 0)


@kernel
def tidy_piles(s: State) -> None:
    """Void cards go, and an empty pile is made anew from the discards."""
    if s.voids > 0:
        box_tops(s)
    if s.lying[LEFT] > 0 and s.lying[MIDDLE] > 0 and s.lying[RIGHT] > 0:
        return
    for pile in (MIDDLE, LEFT, RIGHT):  # TR-G5
        if s.lying[pile] == 0:
            refill(s, pile)
    box_tops(s)


@outline
def refill(s: State, pile: int) -> None:  # TR-R9
    n = 0
    for v in range(1, VALUES + 1):
        for _ in range(s.discard[v]):
            s.pile[at(pile, n)] = v
            n += 1
        s.discard[v] = 0
    if n > 0:
        shuffle_part(s.rng, s.pile, at(pile, 0), n)
        s.lying[pile] = n
        show_top(s, pile)
        note(s, REFILLED)
        note(s, pile)
        note(s, n)


@outline
def draw_new_hand(s: State, seat: int) -> None:  # TR-R8
    while s.held[seat] < NEW_HAND and s.lying[MIDDLE] > 0:
        draw_one(s, seat, MIDDLE)
        if s.held[seat] == NEW_HAND:
            note_drew(s, seat, MIDDLE, NEW_HAND)
        tidy_piles(s)
    if 0 < s.held[seat] < NEW_HAND:  # TR-G8
        note_drew(s, seat, MIDDLE, s.held[seat])


@kernel
def end_turn(s: State) -> None:
    s.value = 0
    s.made = 0
    s.turns += 1
    if is_won(s):
        s.phase = OVER
        return
    tidy_piles(s)
    if s.held[s.turn] == 0:
        draw_new_hand(s, s.turn)
    s.turn = next_seat(s, s.turn, 1)
    s.phase = OVER if s.turns >= MOST_TURNS else TURN  # TR-G10


@kernel
def is_won(s: State) -> bool:
    if not s.finish_round:
        return s.crosses[s.turn] == SHEET  # TR-R12
    most = 0
    for p in range(s.players):
        most = max(most, s.crosses[p])
    return most == SHEET and s.turns % s.players == 0  # TR-G9


# --- Scoring ---------------------------------------------------------------------------------


@kernel
def score(s: State, seat: int) -> int:
    return s.crosses[seat]


# --- Hidden ----------------------------------------------------------------------------------


@outline
def imagine(s: State, seat: int, r: Array) -> None:
    """Lay all unknown cards on the middle pile, shuffle, and deal the same numbers again."""
    n = gather(s, seat)
    shuffle_unseen(r, s.pile, at(MIDDLE, 0), n)
    if s.phase == MAKING and s.turn != seat:
        n = deal_way(s, n, below(r, s.value // 2 + 1))
    for p in range(s.players):
        if p != seat:
            for _ in range(s.held[p] - in_hand(s, p)):
                n -= 1
                hold(s, p, s.pile[at(MIDDLE, n)], 1)
    for pile in (LEFT, RIGHT):
        for i in range(s.lying[pile] - 1):
            n -= 1
            s.pile[at(pile, i)] = s.pile[at(MIDDLE, n)]
    for pile in range(len(PILES)):
        wipe(s.pile, at(pile, s.lying[pile]), at(pile + 1, 0))
    restart(s.rng, r)


@outline
def gather(s: State, seat: int) -> int:
    """Lay all that a seat does not know on the middle pile; return how many cards lie there."""
    n = s.lying[MIDDLE]
    for pile in (LEFT, RIGHT):
        for i in range(s.lying[pile] - 1):
            s.pile[at(MIDDLE, n)] = s.pile[at(pile, i)]
            n += 1
    for p in range(s.players):
        if p != seat:
            for v in range(1, VALUES + 1):
                unknown = s.hand[p, v] - s.known[p, v]
                for _ in range(unknown):
                    s.pile[at(MIDDLE, n)] = v
                    n += 1
                hold(s, p, v, -unknown)
    return n


@kernel
def in_hand(s: State, seat: int) -> int:
    n = 0
    for v in range(1, VALUES + 1):
        n += s.hand[seat, v]
    return n


@outline
def deal_way(s: State, n: int, first: int) -> int:
    """Whoever makes a value has, as all know, the cards for it: deal one of the possible ways."""
    p, ways = s.turn, s.value // 2 + 1
    for k in range(ways):
        a = (first + k) % ways  # with a card a and a second one; 0 is the card itself
        one, two = (a, s.value - a) if a > 0 else (s.value, 0)
        need_one = max(0, 1 + (one == two) - s.hand[p, one])
        need_two = max(0, 1 - s.hand[p, two]) if two not in (0, one) else 0
        room = s.held[p] - in_hand(s, p) - need_one - need_two
        if room >= 0 and lie(s, n, one) >= need_one and lie(s, n, two) >= need_two:
            for _ in range(need_one):
                n = pull(s, n, one)
            for _ in range(need_two):
                n = pull(s, n, two)
            return n
    return n


@kernel
def lie(s: State, n: int, card: int) -> int:
    """How many such cards are among the first n of the middle pile."""
    copies = 0
    for i in range(n):
        copies += s.pile[at(MIDDLE, i)] == card
    return copies


@kernel
def pull(s: State, n: int, card: int) -> int:
    """Give such a card from the first n of the middle pile to the player in turn."""
    i = n - 1
    while s.pile[at(MIDDLE, i)] != card:
        i -= 1
    s.pile[at(MIDDLE, i)] = s.pile[at(MIDDLE, n - 1)]
    hold(s, s.turn, card, 1)
    return n - 1


# --- Text ------------------------------------------------------------------------------------


def show(s: State, sight: Sight) -> dict[str, Any]:
    seats = range(s.players)
    hands = counted_rows(CARDS, s.hand, s.players)
    left, middle, right = ((s.pile[at(p, 0) : at(p + 1, 0)], s.lying[p]) for p in range(len(PILES)))
    state = {
        "left": sight.top(CARDS, *left),
        "middle": sight.hidden(CARDS, *middle),
        "right": sight.top(CARDS, *right),
        "discard": counted(CARDS, s.discard),
        "box": counted(CARDS, s.box),
        "hands": [sight.own(p, hand) for p, hand in enumerate(hands)],
        "crossed": [[BOXES[v] - s.empty[p, v] for v in range(1, VALUES + 1)] for p in seats],
        "value": s.value or None,
        "made": s.made,
        "void": [VALUES - i for i in range(s.voids)],
        "starter": s.starter,
        "turns": s.turns,
    }
    if not sight.is_view:
        return state
    return state | {"known": counted_rows(CARDS, s.known, s.players)}


def read(s: State, state: dict[str, Any]) -> None:
    for pile, name in enumerate(PILES):
        s.lying[pile] = fill_pile(s.pile[at(pile, 0) : at(pile + 1, 0)], CARDS, state[name])
    set_all(s.discard, tally(CARDS, state["discard"]))
    set_all(s.box, tally(CARDS, state["box"]))
    s.value, s.made = state["value"] or 0, state["made"]
    s.voids = len(state["void"])
    if not 0 <= s.value <= VALUES or (s.value == 0 and s.phase == MAKING):
        raise ValueError(f"a value is 1 to {VALUES}")
    s.starter, s.turns = state["starter"], state["turns"]
    s.turn = state["to_act"][0] if state["to_act"] else 0
    for p in range(s.players):
        s.held[p] = len(state["hands"][p])
        for card in hand_of(state["hands"], p, MOST_HAND):
            interpreted(hold)(s, p, number(CARDS, card), 1)
        if "known" in state:
            check_known(state, p)
            set_row(s.known, p, tally(CARDS, state["known"][p]))
        crossed = [0, *state["crossed"][p]]
        if any(not 0 <= crossed[v] <= n for v, n in enumerate(BOXES)):
            raise ValueError(f"crossed is at most {list(BOXES[1:])}")
        set_row(s.empty, p, [n - crossed[v] for v, n in enumerate(BOXES)])
        s.needed[p] = sum((crossed[v] < n) << v for v, n in enumerate(BOXES))
        s.crosses[p] = sum(state["crossed"][p])
    for pile in (LEFT, RIGHT):
        interpreted(show_top)(s, pile)


def events(news: list[int]) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    while news:
        kind, *news = news
        if kind == VOID:
            value, *news = news
            told.append({"type": "void", "value": value})
        elif kind == BOXED:
            end = news.index(0)
            told.append({"type": "boxed", "cards": [CARDS[card] for card in news[:end]]})
            news = news[end + 1 :]
        elif kind == REFILLED:
            pile, cards, *news = news
            told.append({"type": "refilled", "pile": PILES[pile], "cards": cards})
        else:
            pile, player = divmod(kind - DREW, MAX_PLAYERS)
            cards, *news = news
            told.append({"type": "drew", "player": player, "from": PILES[pile], "cards": cards})
    return told


# --- Aids ------------------------------------------------------------------------------------

WHY_NOT = (
    "hand_full", "pile_empty", "draw_second", "not_yours", "too_many", "say_how_many",
    "all_of_them", "row_full", "no_way", "cross_first", "make_first", "finish_making",
    "other_value", "no_bonus", "bonus_first",
)  # fmt: skip


def aids(view: dict[str, Any], seat: int | None, options: Options, deck: Deck) -> dict[str, Any]:
    """The sheet; how often a hand could cross each row; the ways to make its value, each as often
    as there are cards for it; and the rows in which all of them find a box."""
    hand, reach, ways = held_by(view, seat), {}, {}
    for v in range(1, VALUES + 1):
        made = {way: copies(hand, way) for way in (str(v), *pairs_of(v))}
        empty = 0 if seat is None else BOXES[v] - view["crossed"][seat][v - 1]
        if most := min(empty, sum(made.values())):  # TR-R5, TR-R6
            reach[str(v)], ways[str(v)] = most, [way for way, n in made.items() for _ in range(n)]
    sure = [int(v) for v, most in reach.items() if len(ways[v]) == most]
    return {"boxes": list(BOXES[1:]), "reach": reach, "ways": ways, "sure": sure}


def pairs_of(v: int) -> list[str]:
    return [f"{a}+{b}" for a, b in PAIRS if a + b == v]


def copies(hand: list[str], way: str) -> int:
    """How often a hand has the cards of a way, such as 4+7."""
    cards = way.split("+")
    return min(hand.count(card) // cards.count(card) for card in cards)


def why_not(view: dict[str, Any], seat: int, action: str, options: Options) -> Why:
    if found := barred(view, seat):
        return found
    if action not in ACTIONS:
        return NO_ACTION
    word, _, what = action.partition(" ")
    phase, hand, value = view["phase"], held_by(view, seat), view["value"]
    if phase == "draw" and word != "draw":  # TR-G1
        return "draw_second", {}
    if phase == "bonus" and word != "bonus":
        return "bonus_first", {}
    if phase == "make" and word not in ("use", "done"):
        return "finish_making", {"value": value}
    if word == "draw":  # TR-R3, TR-G5
        full = len(hand) == MOST_HAND
        return ("hand_full", {"most": MOST_HAND}) if full else ("pile_empty", {"pile": what})
    if word == "discard":
        return why_not_discard(hand, what, options["discard_any"])
    if word == "cross" or (word == "bonus" and phase == "bonus"):  # TR-R6, TR-R7, TR-G3
        full = view["crossed"][seat][int(what) - 1] == BOXES[int(what)]
        return ("row_full", {"row": int(what)}) if full else ("no_way", {"value": int(what)})
    if word in ("bonus", "skip"):
        return "no_bonus", {}
    if phase != "make":
        return "cross_first", {}
    cards = what.split("+")
    if word == "done":
        return "make_first", {"value": value}
    if sum(map(int, cards)) != value:
        return "other_value", {"value": value}
    missing = next((c for c in cards if hand.count(c) < cards.count(c)), cards[0])
    return "not_yours", {"card": missing}


def why_not_discard(hand: list[str], what: str, discard_any: bool) -> Why:  # TR-R4, TR-G4
    card, _, n = what.partition(" x")
    if card not in hand:
        return "not_yours", {"card": card}
    if discard_any and n:
        return "too_many", {"card": card, "held": hand.count(card)}
    return ("say_how_many" if discard_any else "all_of_them"), {"card": card}


register(sys.modules[__name__])
