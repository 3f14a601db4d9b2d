"""7 Ate 9: everybody at once gets rid of cards, by adding and subtracting.

Rules, by their ids in the rule book (`cinquina rules seven-ate-nine`):

A9-R1…R2   all cards are dealt into personal decks but one, which starts the pile
A9-R3…R7   no turns: whoever is first lays a card of a value that the top card allows, or draws
A9-R8      nobody can play: the bottom card of the pile becomes its top
A9-R9      the last card is laid face down and wins
A9-R10     a small tournament
A9-G1…G5   rulings

Version history: 1  first version.
"""

import sys
from collections.abc import Sequence
from typing import Any

from cinquina.core.contract import OVER, note, register
from cinquina.core.kernel import interpreted, kernel, outline
from cinquina.core.options import Deck, Option, Options
from cinquina.core.record import ALL, EACH, NOBODY, OWNER, ROW, Array, Room, State, record
from cinquina.core.rng import restart, shuffle, shuffle_unseen, wipe
from cinquina.core.text import (
    NO_ACTION,
    Sight,
    Why,
    counted_rows,
    fill,
    fill_pile,
    held_by,
    listed,
    number,
    number_or_none,
)

# --- Numbers ---------------------------------------------------------------------------------

NAME = "7 Ate 9"
VERSION = 1
REAL_TIME = True
MIN_PLAYERS, MAX_PLAYERS = 2, 4
MOST_CARDS = 121
HAND = 4
SCORES = 1 - MOST_CARDS, 0
MOST_MOVES = 2 * MOST_CARDS  # a card is drawn and laid once at most
VALUES, STEPS = 10, 3

# A card is 1 + 3 * (value - 1) + (± number - 1): the three cards of a value stand together.
KINDS = tuple((v, d) for v in range(1, VALUES + 1) for d in range(1, STEPS + 1))
CARDS = ("", *(f"{v}:{d}" for v, d in KINDS))


def first_card(value: int) -> int:
    """The first card of a value; above 10 subtract 10, below 1 add 10 (A9-R4)."""
    return 1 + STEPS * ((value - 1) % VALUES)


# For each top card, where the three cards begin that it allows upwards and downwards.
UP = (0, *(first_card(v + d) for v, d in KINDS))
DOWN = (0, *(first_card(v - d) for v, d in KINDS))

# Values as bits: that of each card, and the two that it allows on top of it.
VALUE = (0, *(1 << v for v, d in KINDS))
ALLOWED = (0, *(VALUE[first_card(v + d)] | VALUE[first_card(v - d)] for v, d in KINDS))
EXTRAS = (
    "1:1",
    "2:1",
    "3:1",
    "4:1",
    "5:2",
    "6:2",
    "7:2",
    "8:2",
    "9:3",
    "10:3",
    "1:3",
    "2:3",
    "3:3",
)

OPTIONS: tuple[Option, ...] = ()


def standard_deck(options: Options) -> Deck:
    return {card: 2 + (card in EXTRAS) for card in CARDS[1:]}


def fit_deck(deck: Deck, players: int, options: Options) -> Deck:
    share, left_over = divmod(sum(deck.values()), players)
    if left_over != 1 or share < HAND:
        raise ValueError(
            f"{players} players of seven-ate-nine need one card more than a multiple of {players}, "
            f"at least {players * HAND + 1} (A9-R1); this deck has {sum(deck.values())}"
        )
    return deck


# --- Actions ---------------------------------------------------------------------------------
# 0 draw | 1…30 play that card | 31 finish

DRAW, FINISH = 0, len(CARDS)
ACTIONS = ("draw", *(f"play {card}" for card in CARDS[1:]), "finish")

# --- State -----------------------------------------------------------------------------------

PHASES = ("over", "race")
RACE = 1

STATE = record(
    ("height", "i1", ALL),
    ("pile", "i1", ROW, ALL),  # the top is pile[height - 1]
    ("last", "i1", ALL),  # the card that was laid face down
    ("held", "i1", MAX_PLAYERS, EACH),
    ("hand", "i1", (MAX_PLAYERS, len(CARDS)), OWNER),  # copies of each card
    ("values", "i2", MAX_PLAYERS, OWNER),  # of the cards in hand, as bits
    ("left", "i1", MAX_PLAYERS, EACH),
    ("share", "i1", NOBODY),  # where personal decks begin: p's next card is
    ("deck", "i1", MOST_CARDS, NOBODY),  # deck[p * share + left[p] - 1]
    news=MOST_CARDS,
)

# --- Deal ------------------------------------------------------------------------------------


@outline
def deal(s: State, cards: Array, n: int) -> None:
    for i in range(n):
        s.deck[i] = cards[i]
    shuffle(s.rng, s.deck, n)
    s.share = n // s.players  # A9-R1
    s.pile[0] = s.deck[n - 1]  # A9-R2
    s.height = 1
    s.phase = RACE
    for p in range(s.players):
        s.left[p] = s.share
        for _ in range(HAND):
            draw(s, p)
    turn_pile_while_stuck(s)
    s.told = 0  # a deal has no news


# --- Moves -----------------------------------------------------------------------------------


@kernel
def can_finish(s: State, seat: int) -> bool:  # A9-R9, A9-G4
    return (s.left[seat] == 0) & (s.held[seat] == 1)


@kernel
def actors(s: State) -> int:  # A9-R3
    seats = 0
    if s.phase != OVER:
        allowed = ALLOWED[s.pile[s.height - 1]]
        for p in range(s.players):
            ways = (s.values[p] & allowed) | s.left[p] | can_finish(s, p)
            seats |= (ways > 0) << p
    return seats


@outline
def legal(s: State, seat: int, room: Room) -> int:
    out = room.actions
    if can_finish(s, seat):
        out[0] = FINISH
        return 1
    out[0] = DRAW
    n = int(s.left[seat] > 0)  # A9-R7
    top = s.pile[s.height - 1]
    for first in (min(UP[top], DOWN[top]), max(UP[top], DOWN[top])):
        for card in range(first, first + STEPS):
            out[n] = card
            n += s.hand[seat, card] > 0
    return n


@outline
def apply(s: State, seat: int, action: int) -> None:
    s.told = 0
    if action == FINISH:
        finish(s, seat)
        return
    if action == DRAW:
        draw(s, seat)
    else:
        play(s, seat, action)
    turn_pile_while_stuck(s)


@kernel
def draw(s: State, seat: int) -> None:
    s.left[seat] -= 1
    take(s, seat, s.deck[seat * s.share + s.left[seat]])
    s.held[seat] += 1


@kernel
def take(s: State, seat: int, card: int) -> None:
    s.hand[seat, card] += 1
    s.values[seat] |= VALUE[card]


@kernel
def play(s: State, seat: int, card: int) -> None:
    s.hand[seat, card] -= 1
    s.held[seat] -= 1
    first = card - (card - 1) % STEPS
    if s.hand[seat, first] + s.hand[seat, first + 1] + s.hand[seat, first + 2] == 0:
        s.values[seat] ^= VALUE[card]
    s.pile[s.height] = card
    s.height += 1


@outline
def finish(s: State, seat: int) -> None:
    for card in range(1, len(CARDS)):
        if s.hand[seat, card] > 0:
            s.last = card
            s.hand[seat, card] = 0
    s.held[seat] = 0
    s.phase = OVER


@outline
def turn_pile_while_stuck(s: State) -> None:
    for p in range(s.players):
        if s.left[p] > 0:
            return
    turned = 0
    while actors(s) == 0:
        if turned == s.height:  # A9-G3
            s.phase = OVER
            return
        bottom = s.pile[0]  # A9-R8
        for i in range(s.height - 1):
            s.pile[i] = s.pile[i + 1]
        s.pile[s.height - 1] = bottom
        note(s, bottom)
        turned += 1


# --- Scoring ---------------------------------------------------------------------------------


@kernel
def score(s: State, seat: int) -> int:  # A9-R10, A9-G3
    return -(s.held[seat] + s.left[seat])


def tournament(games: Sequence[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Totals and winners of a series, from the scores of its games (A9-R10, A9-G5).

    The winner of a game scores 0, even one who won it with cards left (A9-G3)."""
    players = len(games[0]) if games else 0
    if len(games) < 2 * players or not players:
        raise ValueError(f"A tournament has at least {2 * players or 'two'} games (A9-R10).")
    counted = [[0 if n == max(scores) else n for n in scores] for scores in games]
    totals = [sum(scores) for scores in zip(*counted, strict=True)]
    return totals, [p for p, total in enumerate(totals) if total == max(totals)]


# --- Hidden ----------------------------------------------------------------------------------


@outline
def imagine(s: State, seat: int, r: Array) -> None:
    """Gather all decks and the others' hands, shuffle, and deal the same numbers again.

    Who can act is open to all, and says something of a hand whose owner has no deck any more."""
    seats, allowed = actors(s), ALLOWED[s.pile[s.height - 1]]
    n = gather(s, seat)
    shuffle_unseen(r, s.deck, 0, n)
    for p in range(s.players):
        if p != seat and tells(s, p) and seats >> p & 1:
            n = deal_one(s, p, n, allowed, True)
    for p in range(s.players):
        if p != seat and tells(s, p) and seats >> p & 1 == 0:
            for _ in range(s.held[p]):
                n = deal_one(s, p, n, allowed, False)
    for p in range(s.players):
        if p != seat:
            held = 0
            for card in range(1, len(CARDS)):
                held += s.hand[p, card]
            for _ in range(s.held[p] - held):
                n -= 1
                take(s, p, s.deck[n])
    for p in range(s.players - 1, -1, -1):
        n -= s.left[p]
        for i in range(s.left[p] - 1, -1, -1):
            s.deck[p * s.share + i] = s.deck[n + i]
        wipe(s.deck, p * s.share + s.left[p], (p + 1) * s.share)
    wipe(s.deck, s.players * s.share, MOST_CARDS)
    restart(s.rng, r)


@outline
def gather(s: State, seat: int) -> int:
    """Lay all decks and the hands of the others in a row; return how many cards."""
    n = 0
    for p in range(s.players):
        for i in range(s.left[p]):
            s.deck[n] = s.deck[p * s.share + i]
            n += 1
    for p in range(s.players):
        if p != seat:
            s.values[p] = 0
            for card in range(1, len(CARDS)):
                for _ in range(s.hand[p, card]):
                    s.deck[n] = card
                    n += 1
                s.hand[p, card] = 0
    return n


@kernel
def tells(s: State, seat: int) -> bool:
    """Does it depend on this hand alone whether its owner can act?"""
    return s.left[seat] == 0 and s.held[seat] > 1


@kernel
def deal_one(s: State, seat: int, n: int, allowed: int, fits: bool) -> int:
    """The last of n cards that fits, or does not; return how many are left."""
    i = n - 1
    while (VALUE[s.deck[i]] & allowed != 0) != fits:
        i -= 1
    take(s, seat, s.deck[i])
    s.deck[i] = s.deck[n - 1]
    return n - 1


# --- Text ------------------------------------------------------------------------------------


def show(s: State, sight: Sight) -> dict[str, Any]:
    hands = counted_rows(CARDS, s.hand, s.players)
    decks = [s.deck[p * s.share : (p + 1) * s.share] for p in range(s.players)]
    return {
        "pile": listed(CARDS, s.pile, s.height),
        "hands": [sight.own(p, hand) for p, hand in enumerate(hands)],
        "decks": [sight.hidden(CARDS, deck, n) for deck, n in zip(decks, s.left, strict=False)],
        "last_card": CARDS[s.last] or None,
    }


def read(s: State, state: dict[str, Any]) -> None:
    s.height = fill(s.pile, CARDS, state["pile"])
    if s.height == 0:
        raise ValueError("the pile has at least one card")
    s.last = number_or_none(CARDS, state["last_card"])
    s.share = MOST_CARDS // s.players
    for p in range(s.players):
        s.held[p] = len(state["hands"][p])
        for card in state["hands"][p]:
            interpreted(take)(s, p, number(CARDS, card))
        s.left[p] = fill_pile(s.deck[p * s.share : (p + 1) * s.share], CARDS, state["decks"][p])


def events(news: list[int]) -> list[dict[str, Any]]:
    return [{"type": "stuck", "top": CARDS[top]} for top in news]


# --- Aids ------------------------------------------------------------------------------------

WHY_NOT = ("fits", "not_yours", "must_finish", "not_the_last", "deck_empty")


def fitting(view: dict[str, Any]) -> list[int]:
    """The two values that the top card allows, ascending (A9-R4)."""
    value, step = map(int, view["pile"][-1].split(":"))
    return sorted((v - 1) % VALUES + 1 for v in (value + step, value - step))


def aids(view: dict[str, Any], seat: int | None, options: Options, deck: Deck) -> dict[str, Any]:
    return {"fits": fitting(view)}


def why_not(view: dict[str, Any], seat: int, action: str, options: Options) -> Why:
    word, _, card = action.partition(" ")
    hand, last = held_by(view, seat), not view["decks"][seat]
    if view["over"]:
        return "over", {}
    if action not in ACTIONS:
        return NO_ACTION
    if last and len(hand) == 1:  # A9-R9
        return "must_finish", {}
    if word == "finish":  # A9-G4
        left = view["decks"][seat]
        return "not_the_last", {"cards": len(hand) + (left if type(left) is int else len(left))}
    if word == "draw":
        return "deck_empty", {}
    if card not in hand:
        return "not_yours", {"card": card}
    low, high = fitting(view)
    return "fits", {"low": low, "high": high}


register(sys.modules[__name__])
