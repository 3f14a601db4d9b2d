"""Add Up: play to one of two rows; whoever makes their sums equal wins the cards on the table.

Rules, by their ids in the rule book (`cinquina rules add-up`):

AU-R1…R2   hands, the two opening cards, the first player
AU-R3…R4   a turn: play, draw, capture if the sums are equal
AU-R5      the end and the winner
AU-R6      jokers
AU-G1…G8   rulings

Version history: 1  first version.
"""

import re
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
    counted,
    counted_rows,
    fill_pile,
    hand_of,
    held_by,
    listed_row,
    number,
    set_all,
    set_row,
    tally,
)

# --- Numbers ---------------------------------------------------------------------------------

NAME = "Add Up"
VERSION = 1
MIN_PLAYERS, MAX_PLAYERS = 2, 6
MOST_CARDS = 127
HAND = 3
SCORES = 0, MOST_CARDS
MOST_MOVES = MOST_CARDS  # each plays a card
HIGHEST = 10  # of a number card; the printed decks go up to 9
WHITE_VALUES = 6  # 0…5
YELLOW_LEAST, YELLOW_MOST = 10, 99

# A card is 1 + its number, or a joker. A face is a card as it lies on the table: a joker with
# its value.
CARDS = ("", *(str(n) for n in range(HIGHEST + 1)), "W", "Y")
WHITE, YELLOW = HIGHEST + 2, HIGHEST + 3
FACES = (
    *CARDS[:WHITE],
    *(f"W={v}" for v in range(WHITE_VALUES)),
    *(f"Y={v}" for v in range(YELLOW_LEAST, YELLOW_MOST + 1)),
)
WHITE_FACE = WHITE  # a white joker of value 0
YELLOW_FACE = WHITE_FACE + WHITE_VALUES  # a yellow joker of value 10
JOKER = (0,) * (WHITE - 1) + (WHITE,) * WHITE_VALUES + (YELLOW,) * (len(FACES) - YELLOW_FACE)
CARD = (0, *(joker or number for number, joker in enumerate(JOKER, 1)))  # of each face
VALUE = (0, *(int(face.lstrip("WY=")) for face in FACES[1:]))  # of each face (AU-R6)

OPTIONS = (
    Option(
        "deck",
        48,
        "number of cards: 48, or 36 as two translations say",
        choices=(48, 36),
        field=False,
    ),
    Option("capturer_leads", False, "after a capture its player moves again (AU-G1)"),
    Option(
        "yellow_max",
        YELLOW_MOST,
        "the most a yellow joker can be (AU-G6)",
        YELLOW_LEAST,
        YELLOW_MOST,
    ),
    Option("last_capturer_takes", False, "the last capturer gets what is left (AU-G7)"),
)


def standard_deck(options: Options) -> Deck:
    highest, jokers = (9, 6) if options["deck"] == 48 else (8, 2)
    return {**{str(n): 4 for n in range(1, highest + 1)}, "W": jokers, "Y": jokers}


def fit_deck(deck: Deck, players: int, options: Options) -> Deck:
    if sum(deck.values()) < HAND * players + 2:
        raise ValueError(
            f"{players} players of add-up need at least {HAND * players + 2} cards (AU-R1); "
            f"this deck has {sum(deck.values())}"
        )
    return deck


# --- Actions ---------------------------------------------------------------------------------
# 2 * (face - 1) + row: play that face to the top (0) or the bottom (1) row

TOP, BOTTOM = 0, 1
ROWS = ("top", "bottom")
ACTIONS = tuple(f"play {face} {name}" for face in FACES[1:] for name in ROWS)

# --- State -----------------------------------------------------------------------------------

PHASES = ("over", "turn")
TURN = 1

STATE = record(
    ("capturer_leads", "i1", ALL),
    ("last_capturer_takes", "i1", ALL),
    ("yellow_max", "i1", ALL),
    ("turn", "i1", WHO),
    ("last_capturer", "i1", WHO),
    ("left", "i1", ALL),
    ("deck", "i1", MOST_CARDS, NOBODY),  # the next card is deck[left - 1]
    ("length", "i1", 2, ALL),
    ("faces", "i1", (2, ROW), ALL),
    ("total", "i2", 2, ALL),
    ("held", "i1", MAX_PLAYERS, EACH),
    ("hand", "i1", (MAX_PLAYERS, len(CARDS)), OWNER),  # copies of each card
    ("captured", "i1", (MAX_PLAYERS, len(CARDS)), EACH),
    ("won", "i1", MAX_PLAYERS, EACH),
    ("unclaimed", "i1", len(CARDS), ALL),
    news=8,
)

# --- Deal ------------------------------------------------------------------------------------


@outline
def deal(s: State, cards: Array, n: int) -> None:
    for i in range(n):
        s.deck[i] = cards[i]
    s.left = n
    shuffle(s.rng, s.deck, n)
    for p in range(s.players):
        for _ in range(HAND):  # AU-R1
            draw(s, p)
    s.last_capturer = -1
    s.turn = below(s.rng, s.players)  # AU-R2
    s.phase = TURN
    open_rows(s)


@outline
def open_rows(s: State) -> None:
    """Turn up a card for each row, as far as the deck goes (AU-R1, AU-G4)."""
    for r in (TOP, BOTTOM):
        if s.left > 0:
            lay(s, turn_up(s), r)


@kernel
def turn_up(s: State) -> int:
    """The next number card as a face; jokers go back as long as there is one (AU-G3)."""
    while True:
        s.left -= 1
        card = s.deck[s.left]
        if card < WHITE:
            return card
        if only_jokers_left(s):
            return WHITE_FACE if card == WHITE else YELLOW_FACE
        place = below(s.rng, s.left + 1)
        for i in range(s.left, place, -1):
            s.deck[i] = s.deck[i - 1]
        s.deck[place] = card
        s.left += 1


@kernel
def only_jokers_left(s: State) -> bool:
    for i in range(s.left):
        if s.deck[i] < WHITE:
            return False
    return True


# --- Moves -----------------------------------------------------------------------------------


@kernel
def first_face(card: int) -> int:
    return YELLOW_FACE if card == YELLOW else card


@kernel
def choices(s: State, card: int) -> int:
    """How many values the card can be played with."""
    if card < WHITE:
        return 1
    return WHITE_VALUES if card == WHITE else s.yellow_max - YELLOW_LEAST + 1  # AU-R6, AU-G6


@outline
def legal(s: State, seat: int, room: Room) -> int:
    out = room.actions
    n = 0
    for card in range(1, WHITE):  # AU-R3; and no branch: which cards are held can't be foretold
        out[n] = 2 * (card - 1)
        out[n + 1] = 2 * (card - 1) + 1
        n += 2 * (s.hand[seat, card] > 0)
    for card in (WHITE, YELLOW):
        if s.hand[seat, card] > 0:
            for k in range(2 * choices(s, card)):
                out[n + k] = 2 * (first_face(card) - 1) + k
            n += 2 * choices(s, card)
    return n


@outline
def sample(s: State, seat: int, room: Room) -> int:
    """Card, then row, then value: or yellow jokers would swamp all else."""
    out, r = room.actions, room.rng
    n = 0
    for card in range(1, len(CARDS)):
        out[n] = card
        n += s.hand[seat, card] > 0
    card = out[below(r, n)]
    side = below(r, 2)
    more = below(r, choices(s, card))
    return 2 * (first_face(card) + more - 1) + side


@outline
def apply(s: State, seat: int, action: int) -> None:
    s.told = 0
    face, side = action // 2 + 1, action % 2
    s.hand[seat, CARD[face]] -= 1
    s.held[seat] -= 1
    lay(s, face, side)
    if s.left > 0:
        draw(s, seat)  # AU-R3, AU-G2
    level = s.length[TOP] > 0 and s.length[BOTTOM] > 0 and s.total[TOP] == s.total[BOTTOM]
    if level:  # AU-R4, AU-G5
        capture(s, seat)
        open_rows(s)
    pass_on(s, seat if level and s.capturer_leads else next_seat(s, seat, 1))  # AU-G1


@kernel
def draw(s: State, seat: int) -> None:
    s.left -= 1
    s.hand[seat, s.deck[s.left]] += 1
    s.held[seat] += 1


@kernel
def lay(s: State, face: int, side: int) -> None:
    s.faces[side, s.length[side]] = face
    s.length[side] += 1
    s.total[side] += VALUE[face]


@outline
def capture(s: State, seat: int) -> None:
    """Everything on the table goes to this player, or (-1) to nobody."""
    n = 0
    for side in (TOP, BOTTOM):
        for i in range(s.length[side]):
            card = CARD[s.faces[side, i]]
            if seat < 0:
                s.unclaimed[card] += 1
            else:
                s.captured[seat, card] += 1
            s.faces[side, i] = 0
            n += 1
        s.length[side] = 0
        s.total[side] = 0
    if seat >= 0 and n > 0:
        s.won[seat] += n
        s.last_capturer = seat
        note(s, seat)
        note(s, n)


@kernel
def pass_on(s: State, seat: int) -> None:
    for _ in range(s.players):
        if s.held[seat] > 0:  # AU-G8
            s.turn = seat
            return
        seat = next_seat(s, seat, 1)
    capture(s, s.last_capturer if s.last_capturer_takes else -1)  # AU-G7
    s.phase = OVER  # AU-R5


# --- Scoring ---------------------------------------------------------------------------------


@kernel
def score(s: State, seat: int) -> int:  # AU-R5
    return s.won[seat]


# --- Hidden ----------------------------------------------------------------------------------


@outline
def imagine(s: State, seat: int, r: Array) -> None:
    """Put the others' hands back into the deck, shuffle, and deal the same numbers again."""
    for p in range(s.players):
        if p != seat:
            for card in range(1, len(CARDS)):
                for _ in range(s.hand[p, card]):
                    s.deck[s.left] = card
                    s.left += 1
                s.hand[p, card] = 0
    shuffle_unseen(r, s.deck, 0, s.left)
    for p in range(s.players):
        if p != seat:
            for _ in range(s.held[p]):
                s.left -= 1
                s.hand[p, s.deck[s.left]] += 1
    wipe(s.deck, s.left, MOST_CARDS)
    restart(s.rng, r)


# --- Text ------------------------------------------------------------------------------------


def show(s: State, sight: Sight) -> dict[str, Any]:
    hands = counted_rows(CARDS, s.hand, s.players)
    return {
        "deck": sight.hidden(CARDS, s.deck, s.left),
        "top": listed_row(FACES, s.faces, TOP, s.length[TOP]),
        "bottom": listed_row(FACES, s.faces, BOTTOM, s.length[BOTTOM]),
        "hands": [sight.own(p, hand) for p, hand in enumerate(hands)],
        "captured": counted_rows(CARDS, s.captured, s.players),
        "last_capturer": None if s.last_capturer < 0 else s.last_capturer,
        "unclaimed": counted(CARDS, s.unclaimed),
    }


def read(s: State, state: dict[str, Any]) -> None:
    s.left = fill_pile(s.deck, CARDS, state["deck"])
    for side, name in enumerate(ROWS):
        for face in state[name]:
            interpreted(lay)(s, number(FACES, face), side)
    for p in range(s.players):
        hand = hand_of(state["hands"], p, HAND)
        s.held[p] = len(hand)
        set_row(s.hand, p, tally(CARDS, hand))
        s.won[p] = len(state["captured"][p])
        set_row(s.captured, p, tally(CARDS, state["captured"][p]))
    s.last_capturer = -1 if state["last_capturer"] is None else state["last_capturer"]
    set_all(s.unclaimed, tally(CARDS, state["unclaimed"]))
    s.turn = state["to_act"][0] if state["to_act"] else 0


def events(news: list[int]) -> list[dict[str, Any]]:
    pairs = zip(news[::2], news[1::2], strict=True)
    return [{"type": "captured", "player": player, "cards": cards} for player, cards in pairs]


# --- Aids ------------------------------------------------------------------------------------

WHY_NOT = ("not_yours", "joker_range")


def value_of(face: str) -> int:
    return VALUE[FACES.index(face)]


def bounds(joker: str, options: Options) -> tuple[int, int]:  # AU-R6, AU-G6
    return (0, WHITE_VALUES - 1) if joker == "W" else (YELLOW_LEAST, options["yellow_max"])


def aids(view: dict[str, Any], seat: int | None, options: Options, deck: Deck) -> dict[str, Any]:
    """The two sums, how they compare, and a hand's plays that would make them equal (AU-R4)."""
    sums = [sum(map(value_of, view[name])) for name in ROWS]
    found = []
    for card in dict.fromkeys(held_by(view, seat)):
        for side, name in enumerate(ROWS):
            missing = sums[1 - side] - sums[side]
            low, high = bounds(card, options) if card in ("W", "Y") else (int(card), int(card))
            if view[ROWS[1 - side]] and low <= missing <= high:  # AU-G5
                face = f"{card}={missing}" if card in ("W", "Y") else card
                found.append(f"play {face} {name}")
    apart = sums[0] - sums[1]
    level = apart == 0 and all(view[name] for name in ROWS)
    return {"sums": sums, "apart": apart, "level": level, "captures": found}


def why_not(view: dict[str, Any], seat: int, action: str, options: Options) -> Why:
    if found := barred(view, seat):
        return found
    play = re.fullmatch(r"play (?:([WY])=\d{1,9}|(\d+)) (?:top|bottom)", action, re.ASCII)
    card = (play[1] or play[2]) if play else ""
    if not card or card not in CARDS:
        return NO_ACTION
    if card not in held_by(view, seat):
        return "not_yours", {"card": card}
    low, high = bounds(card, options)
    return "joker_range", {"low": low, "high": high}


register(sys.modules[__name__])
