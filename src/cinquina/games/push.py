"""Push: turn up cards into columns, stop in time, and keep the best column.

Rules, by their ids in the rule book (`cinquina rules push`):

PU-R1…R2    the deck, the first player; two players do without direction cards
PU-R3…R5    a turn is drawing or protecting; what fits in a column
PU-R6…R10   stopping: who takes which column, in which order; the die of a dice card
PU-R11      a card that fits nowhere
PU-R12      protecting a colour
PU-R13…R14  the end, the score; the variant `risk`
PU-G1…G7    rulings

Version history: 1  first version.
"""

import sys
from typing import Any

from cinquina.core.contract import OVER, next_seat, note, register
from cinquina.core.kernel import kernel, outline
from cinquina.core.options import Deck, Option, Options
from cinquina.core.record import ALL, EACH, NOBODY, WHO, Array, Room, State, record
from cinquina.core.rng import below, restart, shuffle, shuffle_unseen, wipe
from cinquina.core.text import (
    NO_ACTION,
    Sight,
    Why,
    barred,
    counted,
    counted_rows,
    fill_pile,
    listed_row,
    number,
    number_or_none,
    set_all,
    set_row,
    tally,
)

# --- Numbers ---------------------------------------------------------------------------------

NAME = "Push"
VERSION = 1
MIN_PLAYERS, MAX_PLAYERS = 2, 6
MOST_CARDS = 127
COLUMNS, VALUES = 3, 6
SCORES = 0, VALUES * MOST_CARDS
MOST_MOVES = 4 * MOST_CARDS  # a card is turned up, placed, taken and protected once at most
COLORS = ("red", "blue", "green", "yellow", "purple")
STAR = len(COLORS)  # the sixth face of the die
HEIGHT = len(COLORS) + 1  # a column's most: a card of each colour and a dice card

# A number card is 1 + 6 * colour + (number - 1).
CARDS = (
    "",
    *(f"{color[0].upper()}{n}" for color in COLORS for n in range(1, VALUES + 1)),
    "dice",
    "switch",
)
NUMBERS = len(COLORS) * VALUES
COLOR = (-1, *(c for c in range(len(COLORS)) for _ in range(VALUES)), -1, -1)
NUMBER = (0, *(n for _ in COLORS for n in range(1, VALUES + 1)), 0, 0)

# What no two cards of a column may share, as bits: a colour, a number, being a dice card (PU-R5).
MARKS = (
    0,
    *(1 << c | 1 << len(COLORS) + n for c in range(len(COLORS)) for n in range(VALUES)),
    1 << len(COLORS) + VALUES,
    0,
)
DICE, SWITCH = NUMBERS + 1, NUMBERS + 2

OPTIONS = (
    Option("risk", False, "who rolls a star loses all unprotected cards (PU-R14)"),
    Option("bank_again", False, "later cards of a protected colour stay open (PU-R12)"),
    Option("keep_direction_cards", False, "two players keep the direction cards", field=False),
)


def standard_deck(options: Options) -> Deck:
    return {**{card: 3 for card in CARDS[1:DICE]}, "dice": 18, "switch": 12}


def fit_deck(deck: Deck, players: int, options: Options) -> Deck:
    if players == 2 and not options["keep_direction_cards"]:  # PU-R2
        deck = {card: n for card, n in deck.items() if card != "switch"}
    if not any(card != "switch" for card in deck):
        raise ValueError("push needs cards for its columns, not direction cards alone")
    return deck


# --- Actions ---------------------------------------------------------------------------------
# 0 flip | 1…3 place in column 1…3 | 4…6 take column 1…3 | 7…11 protect a colour

FLIP, PLACE, TAKE, PROTECT = 0, 1, 1 + COLUMNS, 1 + 2 * COLUMNS
ACTIONS = (
    "flip",
    *(f"place {c + 1}" for c in range(COLUMNS)),
    *(f"take {c + 1}" for c in range(COLUMNS)),
    *(f"protect {color}" for color in COLORS),
)

# --- State -----------------------------------------------------------------------------------

BUSTED, ROLLED = 1, 2  # in the news: BUSTED player card | ROLLED player face lost… 0
PHASES = ("over", "turn", "place", "take")
TURN, PLACING, TAKING = 1, 2, 3

STATE = record(
    ("risk", "i1", ALL),
    ("bank_again", "i1", ALL),
    ("current", "i1", WHO),  # whose turn it is
    ("taker", "i1", WHO),  # in TAKING: who takes a column now
    ("takers", "i1", ALL),  # in TAKING: how many may still take one
    ("switches", "i1", ALL),  # direction cards turned up in this turn
    ("drawn", "i1", ALL),  # turned up and not yet placed
    ("left", "i1", ALL),
    ("deck", "i1", MOST_CARDS, NOBODY),  # the next card is deck[left - 1]
    ("height", "i1", COLUMNS, ALL),
    ("column", "i1", (COLUMNS, HEIGHT), ALL),
    ("marks", "i2", COLUMNS, ALL),  # of all cards in the column
    ("open", "i1", (MAX_PLAYERS, NUMBERS + 1), EACH),  # copies of each card
    ("safe", "i1", (MAX_PLAYERS, NUMBERS + 1), EACH),
    ("shield", "i1", (MAX_PLAYERS, len(COLORS)), EACH),  # colours that were protected
    ("discard", "i1", len(CARDS), ALL),
    news=MOST_CARDS + 16,
)

# --- Deal ------------------------------------------------------------------------------------


@outline
def deal(s: State, cards: Array, n: int) -> None:
    for i in range(n):
        s.deck[i] = cards[i]
    s.left = n
    shuffle(s.rng, s.deck, n)
    s.current = below(s.rng, s.players)  # PU-R1
    s.phase = TURN


# --- Moves -----------------------------------------------------------------------------------


@kernel
def columns(s: State) -> int:
    n = 0
    for c in range(COLUMNS):
        n += s.height[c] > 0
    return n


@kernel
def fits(s: State, card: int, c: int) -> bool:
    """May the card go into column c? Of the empty columns only the lowest counts."""
    if s.height[c] == 0:
        return c == 0 or s.height[c - 1] > 0  # PU-R4
    return s.marks[c] & MARKS[card] == 0  # PU-R5


@kernel
def fits_somewhere(s: State, card: int) -> bool:
    return fits(s, card, 0) or fits(s, card, 1) or fits(s, card, 2)


@kernel
def owns_open(s: State, seat: int, c: int) -> bool:
    cards = 0
    for card in range(1 + c * VALUES, 1 + (c + 1) * VALUES):
        cards += s.open[seat, card]
    return cards > 0


@kernel
def actors(s: State) -> int:
    if s.phase == OVER:
        return 0
    if s.phase == TAKING:
        return 1 << s.taker
    return 1 << s.current


@outline
def legal(s: State, seat: int, room: Room) -> int:
    out = room.actions
    n = 0
    if s.phase == PLACING:
        for c in range(COLUMNS):
            out[n] = PLACE + c
            n += fits(s, s.drawn, c)  # PU-G2
        return n
    out[0] = FLIP
    n += s.phase == TURN and s.left > 0  # PU-G5
    for c in range(COLUMNS):
        out[n] = TAKE + c
        n += s.height[c] > 0  # PU-G1, PU-G4
    if s.phase == TURN and s.switches == 0 and s.height[0] == 0:  # PU-R3, PU-G1
        for c in range(len(COLORS)):
            out[n] = PROTECT + c
            n += owns_open(s, seat, c)  # PU-G3
    return n


@outline
def apply(s: State, seat: int, action: int) -> None:
    s.told = 0
    if action == FLIP:
        flip(s)
    elif action < TAKE:
        place(s, action - PLACE)
    elif action < PROTECT:
        take(s, seat, action - TAKE)
    else:
        protect(s, seat, action - PROTECT)


@kernel
def flip(s: State) -> None:
    s.left -= 1
    card = s.deck[s.left]
    if card == SWITCH:
        s.discard[SWITCH] += 1
        s.switches += 1
        if s.left == 0 and s.height[0] == 0:  # PU-G5
            end_turn(s)
    elif fits_somewhere(s, card):
        s.drawn = card
        s.phase = PLACING
    else:
        note(s, BUSTED)  # PU-R11
        note(s, s.current)
        note(s, card)
        s.discard[card] += 1
        roll(s, s.current)
        let_others_take(s)


@kernel
def place(s: State, c: int) -> None:
    s.column[c, s.height[c]] = s.drawn
    s.height[c] += 1
    s.marks[c] |= MARKS[s.drawn]
    s.drawn = 0
    s.phase = TURN


@kernel
def take(s: State, seat: int, c: int) -> None:
    dice = False
    for i in range(s.height[c]):
        card = s.column[c, i]
        if card == DICE:
            dice = True
        elif s.shield[seat, COLOR[card]] and not s.bank_again:  # PU-R12
            s.safe[seat, card] += 1
        else:
            s.open[seat, card] += 1  # PU-R6
    clear(s, c)
    if dice:  # PU-R7
        s.discard[DICE] += 1
        roll(s, seat)
    if s.phase == TURN:
        let_others_take(s)
    else:
        s.takers -= 1
        s.taker = neighbour(s, s.taker)
        end_taking(s)


@kernel
def clear(s: State, c: int) -> None:
    for i in range(s.height[c]):
        s.column[c, i] = 0
    s.height[c] = 0
    s.marks[c] = 0


@outline
def roll(s: State, seat: int) -> None:
    face = below(s.rng, STAR + 1)
    note(s, ROLLED)
    note(s, seat)
    note(s, face)
    if face < STAR:  # PU-R7
        lose(s, seat, face)
    elif s.risk:  # PU-R14
        for c in range(STAR):
            lose(s, seat, c)
    note(s, 0)


@kernel
def lose(s: State, seat: int, c: int) -> None:
    for card in range(1 + c * VALUES, 1 + (c + 1) * VALUES):
        for _ in range(s.open[seat, card]):
            note(s, card)
        s.discard[card] += s.open[seat, card]
        s.open[seat, card] = 0


@kernel
def neighbour(s: State, seat: int) -> int:
    """Who chooses after this player: to the left, or to the right by direction cards."""
    return next_seat(s, seat, -1 if s.switches & 1 else 1)  # PU-R8, PU-R9


@kernel
def let_others_take(s: State) -> None:
    s.takers = min(columns(s), s.players - 1)
    s.taker = neighbour(s, s.current)
    s.phase = TAKING
    end_taking(s)


@outline
def end_taking(s: State) -> None:
    if s.takers == 0:
        for c in range(COLUMNS):  # PU-R10, PU-G6
            for i in range(s.height[c]):
                s.discard[s.column[c, i]] += 1
            clear(s, c)
        end_turn(s)


@kernel
def protect(s: State, seat: int, c: int) -> None:  # PU-R12
    for card in range(1 + c * VALUES, 1 + (c + 1) * VALUES):
        s.safe[seat, card] += s.open[seat, card]
        s.open[seat, card] = 0
    s.shield[seat, c] = 1
    end_turn(s)


@kernel
def end_turn(s: State) -> None:
    s.switches = 0
    s.taker = 0
    if s.left == 0:  # PU-R13
        s.phase = OVER
    else:
        s.current = next_seat(s, s.current, 1)
        s.phase = TURN


# --- Scoring ---------------------------------------------------------------------------------


@kernel
def score(s: State, seat: int) -> int:  # PU-R13
    points = 0
    for card in range(1, NUMBERS + 1):
        points += (s.open[seat, card] + s.safe[seat, card]) * NUMBER[card]
    return points


@outline
def rank(s: State, seat: int) -> int:  # PU-R13: a tie goes to more cards
    cards = 0
    for card in range(1, NUMBERS + 1):
        cards += s.open[seat, card] + s.safe[seat, card]
    return score(s, seat) * (MOST_CARDS + 1) + cards


# --- Hidden ----------------------------------------------------------------------------------


@outline
def imagine(s: State, seat: int, r: Array) -> None:
    shuffle_unseen(r, s.deck, 0, s.left)
    wipe(s.deck, s.left, MOST_CARDS)
    restart(s.rng, r)


# --- Text ------------------------------------------------------------------------------------


def way(switches: int) -> int:  # PU-R8, PU-R9
    return -1 if switches % 2 else 1


def show(s: State, sight: Sight) -> dict[str, Any]:
    numbers = CARDS[:DICE]
    return {
        "current": s.current,
        "deck": sight.hidden(CARDS, s.deck, s.left),
        "discard": counted(CARDS, s.discard),
        "drawn": CARDS[s.drawn] or None,
        "columns": [listed_row(CARDS, s.column, c, s.height[c]) for c in range(COLUMNS)],
        "switches": s.switches,
        "open": counted_rows(numbers, s.open, s.players),
        "protected": counted_rows(numbers, s.safe, s.players),  # PU-G7
        "protected_colors": [
            [name for c, name in enumerate(COLORS) if s.shield[p, c]] for p in range(s.players)
        ],
        "takers": [(s.taker + i * way(s.switches)) % s.players for i in range(s.takers)],
    }


def read(s: State, state: dict[str, Any]) -> None:
    numbers = CARDS[:DICE]
    s.current, s.switches = state["current"], state["switches"]
    s.left = fill_pile(s.deck, CARDS, state["deck"])
    set_all(s.discard, tally(CARDS, state["discard"]))
    s.drawn = number_or_none(CARDS, state["drawn"])
    for c, column in enumerate(state["columns"]):
        s.height[c] = len(column)
        for i, card in enumerate(column):
            s.column[c, i] = number(CARDS, card)
            if s.column[c, i] == SWITCH or s.marks[c] & MARKS[s.column[c, i]]:
                raise ValueError(f"{card} can't lie in column {c + 1}")
            s.marks[c] |= MARKS[s.column[c, i]]
    for p in range(s.players):
        set_row(s.open, p, tally(numbers, state["open"][p]))
        set_row(s.safe, p, tally(numbers, state["protected"][p]))
        set_row(s.shield, p, [name in state["protected_colors"][p] for name in COLORS])
    s.takers = len(state["takers"])
    s.taker = state["takers"][0] if s.takers else 0
    lying = [height > 0 for height in s.height]
    if s.takers > sum(lying) or (s.phase != TAKING and lying != sorted(lying, reverse=True)):
        raise ValueError("columns are missing")


def events(news: list[int]) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = []
    while news:
        kind, player, what, *news = news
        if kind == BUSTED:
            told.append({"type": "busted", "player": player, "card": CARDS[what]})
        else:
            end = news.index(0)
            lost = [CARDS[card] for card in news[:end]]
            news = news[end + 1 :]
            face = (*COLORS, "star")[what]
            told.append({"type": "roll", "player": player, "face": face, "lost": lost})
    return told


# --- Aids ------------------------------------------------------------------------------------

WHY_NOT = (
    "deck_empty", "flip_first", "place_first", "take_first", "same_number", "same_colour",
    "one_dice", "column_order", "no_column", "drawing_turn", "nothing_to_protect",
)  # fmt: skip


def aids(view: dict[str, Any], seat: int | None, options: Options, deck: Deck) -> dict[str, Any]:
    """The chance that the next card fits nowhere (PU-R11), and what all lying cards are worth."""
    return {
        "odds": odds(view, deck) if view["phase"] == "turn" else None,
        "worth": list(map(points, view["columns"])),
        "open": list(map(by_colour, view["open"])),
        "protected": list(map(by_colour, view["protected"])),
        "safe": list(map(points, view["protected"])),
        "direction": way(view["switches"]),
    }


def points(cards: list[str]) -> int:  # PU-R13
    return sum(NUMBER[CARDS.index(card)] for card in cards)


def by_colour(cards: list[str]) -> dict[str, int]:
    """The points of a player's cards of each colour that is there."""
    found = {name: [c for c in cards if c[0] == name[0].upper()] for name in COLORS}
    return {name: points(of) for name, of in found.items() if of}


def odds(view: dict[str, Any], deck: Deck) -> float | None:
    lying = (view["discard"], *view["columns"], *view["open"], *view["protected"])
    seen = [card for cards in lying for card in cards]
    unseen = {card: max(0, n - seen.count(card)) for card, n in deck.items()}
    left = sum(unseen.values())
    if not view["deck"] or not left:
        return None
    if not all(view["columns"]):  # PU-G2
        return 0.0
    marks = {card: MARKS[CARDS.index(card)] for card in (*deck, *seen)}
    full = [sum(marks[card] for card in column) for column in view["columns"]]  # none is twice
    bad = sum(n for card, n in unseen.items() if all(marks[card] & column for column in full))
    return round(bad / left, 4)


def why_not(view: dict[str, Any], seat: int, action: str, options: Options) -> Why:
    if found := barred(view, seat):
        return found
    if action not in ACTIONS:
        return NO_ACTION
    word, _, what = action.partition(" ")
    phase, lying = view["phase"], view["columns"]
    if phase == "place":  # PU-G2
        if word != "place":
            return "place_first", {"card": view["drawn"]}
        return why_not_there(lying, view["drawn"], int(what))
    if word == "take":  # PU-G1
        return "no_column", {"column": int(what)}
    if phase == "take":  # PU-G4
        return "take_first", {}
    if word == "flip":
        return "deck_empty", {}
    if word == "place":
        return "flip_first", {}
    if view["switches"] or lying[0]:  # PU-R3
        return "drawing_turn", {}
    return "nothing_to_protect", {"colour": what}  # PU-G3


def why_not_there(lying: list[list[str]], card: str, column: int) -> Why:  # PU-R4, PU-R5
    there, drawn = lying[column - 1], CARDS.index(card)
    if not there:
        return "column_order", {"column": lying.index([]) + 1}
    if drawn == DICE:
        return "one_dice", {"column": column}
    if any(NUMBER[CARDS.index(other)] == NUMBER[drawn] for other in there):
        return "same_number", {"column": column, "number": NUMBER[drawn]}
    return "same_colour", {"column": column, "colour": COLORS[COLOR[drawn]]}


register(sys.modules[__name__])
