"""Burst: draw a card or play one; whoever brings the row over 21 bursts.

Rules, by their ids in the rule book (`cinquina rules burst`):

BU-R1        the deck and the first player
BU-R2…R5     a turn: draw or play, at most three cards in hand; the row and its total
BU-R6…R9     the four actions of cards
BU-R10…R13   bursting, the score of a round, the end at 100
BU-G1…G9     rulings

Version history: 1  first version.
"""

import sys
from typing import Any

from cinquina.core.contract import OVER, next_seat, note, register
from cinquina.core.kernel import interpreted, kernel, outline
from cinquina.core.options import Deck, Option, Options
from cinquina.core.record import ALL, EACH, NOBODY, OWNER, ROW, WHO, Array, Room, State, record
from cinquina.core.rng import below, restart, shuffle, shuffle_unseen, wipe
from cinquina.core.text import (
    NO_ACTION,
    Sight,
    Why,
    barred,
    check_known,
    counted,
    fill,
    fill_pile,
    hand_of,
    held_by,
    listed,
    listed_row,
    number,
    set_all,
    set_row,
    tally,
)

# --- Numbers ---------------------------------------------------------------------------------

NAME = "Burst"
VERSION = 1
MIN_PLAYERS, MAX_PLAYERS = 2, 6
MOST_CARDS = 127
HAND = 3
LIMIT, GOAL = 21, 100
MOST_TURNS, MOST_ROUNDS = 300, 200  # BU-G6, BU-G9
LOWEST, HIGHEST = -3, 15
SCORES = MOST_ROUNDS * HAND * LOWEST, GOAL - 1 + HAND * HIGHEST
MOST_MOVES = MOST_ROUNDS * MOST_TURNS * 2  # a turn is a move, or a play and its pick

# A card is 1 + 5 * (value + 3) + kind.
PLAIN, REVERSE, DISCARD, TAKE, SAME = range(5)
KINDS = ("", "r", "d", "t", "s")
CARDS = ("", *(f"{v}{kind}" for v in range(LOWEST, HIGHEST + 1) for kind in KINDS))
VALUE = (0, *(v for v in range(LOWEST, HIGHEST + 1) for _ in KINDS))
KIND = (0, *(kind for _ in range(LOWEST, HIGHEST + 1) for kind in range(len(KINDS))))

COPIES = (4, 4, 4, 6, 9, 9, 9, 8, 8, 6, 5, 4, 3, 3, 2, 2, 2, 1, 1)  # of -3…15, actions included
SPECIAL = {
    "r": (0, 2, 4, 6, 8, 10),
    "d": (1, 3, 5, 7, 9, 11),
    "t": (2, 5, 8, 12),
    "s": (1, 2, 3, 4),
}

OPTIONS: tuple[Option, ...] = ()


def standard_deck(options: Options) -> Deck:
    special = {f"{v}{kind}": 1 for kind, values in SPECIAL.items() for v in values}
    plain = {
        str(v): copies - sum(v in values for values in SPECIAL.values())
        for v, copies in enumerate(COPIES, LOWEST)
    }
    return plain | special


def fit_deck(deck: Deck, players: int, options: Options) -> Deck:
    return deck


# --- Actions ---------------------------------------------------------------------------------
# 0 draw | 1…95 play that card | 96…190 pick that card from the row

DRAW, PICK = 0, len(CARDS) - 1
ACTIONS = ("draw", *(f"play {c}" for c in CARDS[1:]), *(f"pick {c}" for c in CARDS[1:]))

# --- State -----------------------------------------------------------------------------------

PHASES = ("over", "turn", "pick")
TURN, PICKING = 1, 2

STATE = record(
    ("turn", "i1", WHO),
    ("starter", "i1", WHO),
    ("direction", "i1", ALL),
    ("rounds", "i2", ALL),  # from 1
    ("turns", "i2", ALL),  # ended in this round
    ("left", "i1", ALL),
    ("deck", "i1", MOST_CARDS, NOBODY),  # the next card is deck[left - 1]
    ("length", "i1", ALL),
    ("row", "i1", ROW, ALL),
    ("total", "i2", ALL),
    ("discard", "i1", len(CARDS), ALL),  # copies of each card
    ("held", "i1", MAX_PLAYERS, EACH),
    ("hand", "i1", (MAX_PLAYERS, HAND), OWNER),  # ascending, then 0
    ("known", "i1", (MAX_PLAYERS, HAND), EACH),  # cards seen taken from the row, ascending, then 0
    ("points", "i2", MAX_PLAYERS, EACH),
    news=MOST_CARDS + 2 + MAX_PLAYERS * (2 + HAND),
)

# --- Deal ------------------------------------------------------------------------------------


@outline
def deal(s: State, cards: Array, n: int) -> None:
    for i in range(n):
        s.deck[i] = cards[i]
    s.left = n
    s.starter = below(s.rng, s.players)  # BU-R1: the cut
    start_round(s)


@outline
def start_round(s: State) -> None:
    """Gather all cards and shuffle; nobody is dealt any (BU-G1)."""
    for i in range(s.length):
        put_back(s, s.row[i])
        s.row[i] = 0
    for card in range(1, len(CARDS)):
        for _ in range(s.discard[card]):
            put_back(s, card)
        s.discard[card] = 0
    for p in range(s.players):
        for i in range(HAND):
            if i < s.held[p]:
                put_back(s, s.hand[p, i])
            s.hand[p, i] = 0
            s.known[p, i] = 0
        s.held[p] = 0
    shuffle(s.rng, s.deck, s.left)
    s.length = 0
    s.total = 0
    s.turns = 0
    s.rounds += 1
    s.direction = 1  # BU-G3
    s.turn = s.starter
    s.phase = TURN


@kernel
def put_back(s: State, card: int) -> None:
    s.deck[s.left] = card
    s.left += 1


# --- Moves -----------------------------------------------------------------------------------


@outline
def legal(s: State, seat: int, room: Room) -> int:
    out = room.actions
    n = 0
    if s.phase == PICKING:
        for i in range(s.length - 1):  # BU-R7: not the card just played
            n = insert_once(out, n, PICK + s.row[i])
        return n
    if s.left > 0 and s.held[seat] < HAND:  # BU-R2, BU-R3, BU-G5
        out[0] = DRAW
        n = 1
    for i in range(s.held[seat]):
        if i == 0 or s.hand[seat, i] != s.hand[seat, i - 1]:
            out[n] = s.hand[seat, i]
            n += 1
    return n


@kernel
def insert_once(out: Array, n: int, action: int) -> int:
    """Put an action in its place among the first n, unless it is there; return how many."""
    i = n
    while i > 0 and out[i - 1] > action:
        i -= 1
    if i > 0 and out[i - 1] == action:
        return n
    for j in range(n, i, -1):
        out[j] = out[j - 1]
    out[i] = action
    return n + 1


@outline
def apply(s: State, seat: int, action: int) -> None:
    s.told = 0
    if action == DRAW:
        s.left -= 1
        hold(s, seat, s.deck[s.left])
        end_turn(s)
    elif action <= PICK:
        play(s, seat, action)
    else:
        pick(s, seat, action - PICK)
        end_turn(s)


@kernel
def hold(s: State, seat: int, card: int) -> None:
    i = s.held[seat]
    while i > 0 and s.hand[seat, i - 1] > card:
        s.hand[seat, i] = s.hand[seat, i - 1]
        i -= 1
    s.hand[seat, i] = card
    s.held[seat] += 1


@kernel
def without(cards: Array, seat: int, card: int) -> bool:
    """Take one such card out of a seat's row of cards; False if there is none."""
    for i in range(HAND):
        if cards[seat, i] == card:
            for j in range(i, HAND - 1):
                cards[seat, j] = cards[seat, j + 1]
            cards[seat, HAND - 1] = 0
            return True
    return False


@kernel
def play(s: State, seat: int, card: int) -> None:
    without(s.hand, seat, card)
    if s.known[seat, 0] != 0:
        without(s.known, seat, card)
    s.held[seat] -= 1
    s.row[s.length] = card
    s.length += 1
    s.total += VALUE[card]  # BU-R5
    if KIND[card] == REVERSE:  # BU-R6, BU-G8
        s.direction = -s.direction
    elif KIND[card] == SAME:
        discard_same(s, VALUE[card])
    elif (KIND[card] == DISCARD or KIND[card] == TAKE) and s.length > 1:  # BU-R7
        s.phase = PICKING
        return
    end_turn(s)


@kernel
def remove(s: State, i: int) -> None:
    """Take card i out of the row; its own action does not fire (BU-G4)."""
    s.total -= VALUE[s.row[i]]
    s.length -= 1
    for j in range(i, s.length):
        s.row[j] = s.row[j + 1]
    s.row[s.length] = 0


@outline
def discard_same(s: State, v: int) -> None:
    i = 0
    while i < s.length - 1:  # BU-R7
        if VALUE[s.row[i]] == v:
            s.discard[s.row[i]] += 1  # BU-R9
            remove(s, i)
        else:
            i += 1


@outline
def pick(s: State, seat: int, card: int) -> None:
    i = 0
    while s.row[i] != card:
        i += 1
    remove(s, i)
    if KIND[s.row[s.length - 1]] == DISCARD:
        s.discard[card] += 1  # BU-R9
    else:
        hold(s, seat, card)  # BU-G4
        i = 0
        while s.known[seat, i] != 0:
            i += 1
        s.known[seat, i] = card
    s.phase = TURN


@kernel
def end_turn(s: State) -> None:
    s.turns += 1
    if s.total > LIMIT:  # BU-R8, BU-R10
        end_round(s, s.turn)
    elif s.turns >= MOST_TURNS or not pass_on(s):  # BU-G5, BU-G6
        end_round(s, -1)


@kernel
def pass_on(s: State) -> bool:
    """The next player who can do something; False if there is none."""
    for _ in range(s.players):
        s.turn = next_seat(s, s.turn, s.direction)
        if s.left > 0 or s.held[s.turn] > 0:  # BU-G5
            return True
    return False


# --- Scoring ---------------------------------------------------------------------------------


@outline
def end_round(s: State, burster: int) -> None:
    note(s, burster)
    note(s, s.length)
    for i in range(s.length):
        note(s, s.row[i])
    done = s.rounds >= MOST_ROUNDS  # BU-G9
    for p in range(s.players):
        points = 0
        note(s, s.held[p])
        for i in range(s.held[p]):
            note(s, s.hand[p, i])
            points += VALUE[s.hand[p, i]]
        if p == burster:  # BU-R10
            points = 0
        note(s, points)
        s.points[p] += points  # BU-R11
        if s.points[p] >= GOAL:  # BU-R12
            done = True
    if done:
        s.phase = OVER
        return
    if burster >= 0:
        s.starter = burster  # BU-R11
    start_round(s)


@kernel
def score(s: State, seat: int) -> int:
    return s.points[seat]


# --- Hidden ----------------------------------------------------------------------------------


@outline
def imagine(s: State, seat: int, r: Array) -> None:
    """Put what is unknown in the others' hands back, shuffle, and deal the same numbers again."""
    for p in range(s.players):
        if p != seat:
            for i in range(HAND):
                without(s.hand, p, s.known[p, i])
            for i in range(s.held[p]):
                if s.hand[p, i] != 0:
                    put_back(s, s.hand[p, i])
    shuffle_unseen(r, s.deck, 0, s.left)
    for p in range(s.players):
        if p != seat:
            n = s.held[p]
            s.held[p] = 0
            for i in range(HAND):
                s.hand[p, i] = 0
            for i in range(HAND):
                if s.known[p, i] != 0:
                    hold(s, p, s.known[p, i])
            while s.held[p] < n:
                s.left -= 1
                hold(s, p, s.deck[s.left])
    wipe(s.deck, s.left, MOST_CARDS)
    restart(s.rng, r)


# --- Text ------------------------------------------------------------------------------------


def show(s: State, sight: Sight) -> dict[str, Any]:
    last = KIND[s.row[s.length - 1]] if s.phase == PICKING else PLAIN
    state = {
        "round": s.rounds,
        "turns": s.turns,
        "starter": s.starter,
        "direction": s.direction,
        "deck": sight.hidden(CARDS, s.deck, s.left),
        "row": listed(CARDS, s.row, s.length),
        "total": s.total,
        "discard": counted(CARDS, s.discard),
        "hands": [sight.own(p, listed_row(CARDS, s.hand, p, s.held[p])) for p in range(s.players)],
        "pending": {DISCARD: "discard", TAKE: "take"}.get(last),
    }
    if not sight.is_view:
        return state
    return state | {"known": [listed_known(s, p) for p in range(s.players)]}


def listed_known(s: State, seat: int) -> list[str]:
    return [card for card in listed_row(CARDS, s.known, seat, HAND) if card]


def read(s: State, state: dict[str, Any]) -> None:
    s.rounds, s.turns = state["round"], state["turns"]
    s.starter, s.direction = state["starter"], state["direction"]
    s.turn = state["to_act"][0] if state["to_act"] else 0
    if s.direction not in (1, -1):
        raise ValueError(f"direction is 1 or -1, not {s.direction}")
    s.left = fill_pile(s.deck, CARDS, state["deck"])
    s.length = fill(s.row, CARDS, state["row"])
    s.total = sum(VALUE[s.row[i]] for i in range(s.length))
    set_all(s.discard, tally(CARDS, state["discard"]))
    for p in range(s.players):
        most = HAND - 1 if s.phase == PICKING and p == s.turn else HAND
        for card in hand_of(state["hands"], p, most):
            interpreted(hold)(s, p, number(CARDS, card))
        if "known" in state:
            check_known(state, p)
            set_row(s.known, p, [number(CARDS, card) for card in state["known"][p]])
        s.points[p] = state["scores"][p]


def events(news: list[int]) -> list[dict[str, Any]]:
    if not news:
        return []
    burster, length, *news = news
    lying, news = [CARDS[card] for card in news[:length]], news[length:]
    hands, points = [], []
    while news:
        held, *news = news
        hands.append([CARDS[card] for card in news[:held]])
        points.append(news[held])
        news = news[held + 1 :]
    return [
        {
            "type": "burst",
            "player": None if burster < 0 else burster,
            "total": sum(VALUE[CARDS.index(card)] for card in lying),
            "points": points,
            "row": lying,
            "hands": hands,
        }
    ]


# --- Aids ------------------------------------------------------------------------------------

WHY_NOT = (
    "must_play", "must_draw", "deck_empty", "not_yours", "pick_first", "just_played", "not_in_row",
    "nothing_to_pick",
)  # fmt: skip


def value_of(card: str) -> int:
    return VALUE[CARDS.index(card)]


def aids(view: dict[str, Any], seat: int | None, options: Options, deck: Deck) -> dict[str, Any]:
    """What can still be added, and what comes of each card that could be played or picked."""
    total, lying = view["total"], view["row"]
    if view["phase"] == "pick" and seat in view["to_act"]:
        after = {card: outcome(total - value_of(card)) for card in lying[:-1]}  # BU-R7
    else:
        choosing = (KINDS[DISCARD], KINDS[TAKE]) if lying else ()  # BU-R7
        after = {
            card: outcome(total_after(lying, card), card.endswith(choosing))
            for card in held_by(view, seat)
        }
    return {"limit": LIMIT, "room": LIMIT - total, "after": after}


def outcome(total: int, choice: bool = False) -> dict[str, Any]:
    """A total; whether it bursts (BU-R10), or a choice from the row comes before (BU-R8)."""
    return {"total": total, "bursts": total > LIMIT and not choice, "choice": choice}


def total_after(lying: list[str], card: str) -> int:
    """The total right after a card, what it discards by itself taken off (BU-R6)."""
    v, same = value_of(card), card.endswith(KINDS[SAME])
    return v + sum(value_of(c) for c in lying if not (same and value_of(c) == v))


def why_not(view: dict[str, Any], seat: int, action: str, options: Options) -> Why:
    word, _, card = action.partition(" ")
    hand = held_by(view, seat)
    if found := barred(view, seat):
        return found
    if action not in ACTIONS:
        return NO_ACTION
    if view["phase"] == "pick":
        if word != "pick":
            return "pick_first", {"what": view["pending"]}
        just = view["row"][-1] == card  # BU-R7
        return ("just_played" if just else "not_in_row"), {"card": card}
    if word == "pick":
        return "nothing_to_pick", {}
    if word == "draw":  # BU-R3, BU-G5
        return ("must_play", {"most": HAND}) if len(hand) == HAND else ("deck_empty", {})
    return ("not_yours", {"card": card}) if hand else ("must_draw", {})


register(sys.modules[__name__])
