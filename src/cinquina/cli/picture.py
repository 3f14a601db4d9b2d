"""How cards, positions and choices look in a terminal: drawn from a view alone, never from a table.

What is drawn is Rich markup. Where a terminal knows no Unicode, a sign becomes the letter that the
notation has for it: ▲5 is R5, and 4⇄ is 4r.
"""

import codecs
import io
import sys
from collections.abc import Iterable
from typing import Any

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.markup import escape
from rich.measure import Measurement
from rich.rule import Rule
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from cinquina.cli.playthrough import count
from cinquina.core.words import words

View = dict[str, Any]
Picture = tuple[str, list[RenderableType]]  # a title and what is under it
Choice = tuple[str, str, str]  # an action, the same in words, and how to type it

WIDTH = 80
FEW = 9  # more choices than these stand in several columns
# Colours of the palette of 256, so that they are the same where there are more.
PAPER, INK, SQUARED = "#000000 on #d7d7af", "#ffffff on #5f5f87", "#000000 on #d7ffff"
RED, BLUE, YELLOW = "#ffffff on #d70000", "#ffffff on #005faf", "#000000 on #ffd700"
GREEN, PURPLE, WHITE = "#ffffff on #008700", "#ffffff on #875faf", "#000000 on #e4e4e4"

COLORS = {
    "red": ("▲", RED),
    "blue": ("■", BLUE),
    "green": ("◆", GREEN),
    "yellow": ("●", YELLOW),
    "purple": ("⬟", PURPLE),
    "star": ("★", PAPER),
}
LETTERS = {name[0].upper(): name for name in COLORS if name != "star"}
STEPS = {"1": "#000000 on #87d7ff", "2": YELLOW, "3": RED}
SIGNS = {"r": "⇄", "d": "✕", "t": "⇧", "s": "≡"}
ORDERS = {"r": "reverse", "d": "discard one", "t": "take one", "s": "discard same"}

LETTER_FOR = {
    **{shape: name[0].upper() for name, (shape, _) in COLORS.items()},
    **{sign: letter for letter, sign in SIGNS.items()},
    **dict(zip("★⚄⇆☐☒±✹", ("*", "dice", "switch", ".", "x", "+-", "*"), strict=True)),
    **dict(zip("▸→━─│·•–—−×’‘“”", ">>=-|-*---x''\"\"", strict=True)),
    **dict(zip("▄▀▬▴╭╮╰╯", "_'=^++++", strict=True)),
    "…": "...",
}


def _spell(problem: UnicodeError) -> tuple[str, int]:
    assert isinstance(problem, UnicodeEncodeError)
    bad = problem.object[problem.start : problem.end]
    return "".join(LETTER_FOR.get(sign, "?") for sign in bad), problem.end


def open_screen() -> Console:
    """The terminal, at most 80 columns of it; what it can't show or read never fails."""
    codecs.register_error("cinquina", _spell)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="cinquina")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    return Screen(width=min(WIDTH, Console().width), highlight=False, emoji=False)


class Screen(Console):
    """Prints each object on lines of its own; long ones are indented where they go on."""

    def print(self, *objects: Any, **given: Any) -> None:
        parts = [Line(part) if isinstance(part, str) else part for part in objects]
        super().print(Trimmed(Group(*parts)) if parts else "", **given)


class Trimmed:
    """The same without the spaces at the ends of lines that nobody sees."""

    def __init__(self, inner: RenderableType) -> None:
        self.inner = inner

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        colored = console.color_system and not console.no_color
        for line in console.render_lines(self.inner, options, pad=False):
            while line:
                text, style, _ = line.pop()
                kept = text if colored and style and style.bgcolor else text.rstrip(" ")
                if kept:
                    yield from (*line, Segment(kept, style))
                    break
            yield Segment.line()


class Line:
    """A text in markup that is wrapped between cards and never inside one."""

    def __init__(self, markup: str, hang: int | None = None) -> None:
        self.texts = Text.from_markup(markup, emoji=False).split("\n", allow_blank=True)
        self.hang = hang  # how far it is indented where it goes on

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        widths = [len(part) for text in self.texts for part in text.plain.split()]
        return Measurement(max(widths, default=0), max(map(len, self.texts)))

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for text in self.texts:
            yield from self.wrapped(text, options.max_width)

    def wrapped(self, text: Text, room: int) -> Iterable[Text]:
        first = len(text.plain) - len(text.plain.lstrip())
        hang = min(first + 2 if self.hang is None else self.hang, room // 2)
        kept = [range(x.start, x.end) for x in text.spans if " on " in str(x.style)]
        gaps = [i for i, sign in enumerate(text.plain) if sign == " " and i > first]
        free = {i for i in gaps if not any(i in part for part in kept)}  # not inside a card
        at, margin = 0, 0
        while len(text) - at > room - margin:
            most = at + room - margin
            places = [[i for i in some if at < i <= most] for some in (free, gaps)]
            end = on = max(places[0] or places[1] or [most])
            while end - 1 in free:
                end -= 1
            while on in free:
                on += 1
            yield Text(" " * margin) + text[at:end]
            at, margin = on, hang
        yield Text(" " * margin) + text[at:]


class Title:
    """A line across the screen with a title, if there is room for it."""

    def __init__(self, markup: str) -> None:
        self.markup = markup

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line, rule = Line(self.markup), Rule(self.markup, align="left", style="dim")
        yield rule if len(line.texts[0]) + 4 <= options.max_width else line


# --- Cards -----------------------------------------------------------------------------------


def face(slug: str, card: str) -> tuple[str, str]:
    """What a card shows, and its style."""
    if slug == "push":
        if card in ("dice", "switch"):
            return ("⚄" if card == "dice" else "⇆"), PAPER
        shape, style = COLORS[LETTERS[card[0]]]
        return shape + card[1:], style
    if slug == "seven-ate-nine":
        value, _, step = card.partition(":")
        return f"{value}±{step}", STEPS[step]
    if slug == "burst":
        return card[:-1] + SIGNS.get(card[-1], card[-1]), INK if card[-1] in SIGNS else PAPER
    if slug == "add-up":
        return card, YELLOW if card[0] == "Y" else WHITE if card[0] == "W" else PAPER
    return card, SQUARED


def card(slug: str, name: str) -> str:
    """A card in a sentence."""
    text, style = face(slug, name)
    return f"[{style}]{text}[/]"


def cards(slug: str, names: Iterable[str], none: str = "none") -> str:
    """Cards side by side."""
    faces = (face(slug, name) for name in names)
    return " ".join(f"[{style}] {text} [/]" for text, style in faces) or f"[dim]{none}[/]"


def color(name: str) -> str:
    """A colour of push with its shape."""
    shape, style = COLORS[name]
    return f"{name} [{style}]{shape}[/]"


def how_many(pile: Any) -> int:
    """The size of a pile, whether it is seen or only counted."""
    if isinstance(pile, dict):
        return int(pile["under"]) + (pile["top"] is not None)
    return pile if isinstance(pile, int) else len(pile)


def top_of(pile: Any) -> str | None:
    """The open card of a pile of triggs."""
    if isinstance(pile, dict):
        return None if pile["top"] is None else str(pile["top"])
    return str(pile[0]) if pile else None


def row_sum(row: Iterable[str]) -> int:
    """The sum of a row of add-up; a joker counts what it shows."""
    return sum(int(name.rpartition("=")[2]) for name in row)


# --- Positions -------------------------------------------------------------------------------


def position(slug: str, view: View, names: list[str], me: int | None = None) -> RenderableType:
    """A position as the seat `me` sees it, or (None) as a replay shows it."""
    title, parts = PICTURES.get(slug, draw_plain)(view, names, me)
    return Group(Title(title), *(Line(x) if isinstance(x, str) else x for x in parts))


def lined(rows: Iterable[tuple[str, ...]]) -> Table:
    """Lines whose parts stand below each other."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)  # a name or a number
    for row in rows:
        grid.add_row(*(Line(cell, hang=0) for cell in row))
    return grid


def players(view: View, names: list[str], facts: Iterable[tuple[str, ...]]) -> Table:
    """A line for each player; ▸ is before those who are to act."""
    marks = ["▸" if seat in view["to_act"] else " " for seat in range(len(names))]
    rows = zip(marks, names, facts, strict=True)
    return lined((f"{mark} [bold]{name}[/]", *row) for mark, name, row in rows)


def held(slug: str, view: View, me: int | None) -> list[str]:
    """A cell for each player: the cards in hand, as far as they may be seen."""
    cells = []
    for seat, hand in enumerate(view["hands"]):
        known = view.get("known", [[]] * len(view["hands"]))[seat]
        if isinstance(hand, int) and known:
            cells.append(f"{count(hand)}, seen {cards(slug, known)}")
        elif isinstance(hand, int) or seat == me:
            cells.append(count(how_many(hand)))
        else:
            cells.append(cards(slug, hand, "no cards"))
    return cells


def own(slug: str, view: View, me: int | None) -> list[RenderableType]:
    if me is None:
        return []
    return [lined([("  [bold]Your hand[/]", cards(slug, view["hands"][me], "empty"))])]


def draw_push(view: View, names: list[str], me: int | None) -> Picture:
    title = f"[bold]Push[/] · {count(how_many(view['deck']))} in the deck"
    if view["switches"]:
        title += f" · {count(view['switches'], 'direction card')} {card('push', 'switch')}"
    facts = []
    for points, laid, safe in zip(view["scores"], view["open"], view["protected"], strict=True):
        saved = f"  safe {by_color(safe)}" if safe else ""
        laid_cards = by_color(laid) or "[dim]no open cards[/]"
        facts.append((count(points, "point").rjust(10), laid_cards + saved))
    columns: list[RenderableType] = []
    for c, column in enumerate(view["columns"], 1):
        points = sum(int(name[1:]) for name in column if name != "dice")
        total = f"  [dim]= {points}[/]" if column else ""
        columns.append(f"  column {c}  {cards('push', column, 'empty')}{total}")
    if view["drawn"]:
        columns.append(f"  [bold]turned up[/] {cards('push', [view['drawn']])}")
    return title, [players(view, names, facts), "", *columns]


def by_color(names: list[str]) -> str:
    """Cards of push, a heap for each colour."""
    heaps: dict[str, list[str]] = {}
    for name in names:
        heaps.setdefault(name[0], []).append(name[1:])
    styles = [(*COLORS[LETTERS[letter]], heap) for letter, heap in heaps.items()]
    return " ".join(f"[{style}] {shape} {' '.join(heap)} [/]" for shape, style, heap in styles)


def draw_burst(view: View, names: list[str], me: int | None) -> Picture:
    from cinquina.games.burst import LIMIT

    way = "clockwise" if view["direction"] == 1 else "the other way round"
    deck = f"{count(how_many(view['deck']))} in the deck"
    title = f"[bold]Burst[/] · round {view['round']} · {way} · {deck}"
    points = [count(score, "point").rjust(10) for score in view["scores"]]
    facts = zip(points, held("burst", view, me), strict=True)
    left = LIMIT - view["total"]
    heat = "green" if left > 10 else "yellow" if left > 4 else "red"
    fuse = f"[{heat}]{'━' * max(0, min(left, 40))}✹[/]"
    note = f"{left} left to {LIMIT}" if left >= 0 else f"over {LIMIT}"
    row = lined([("  row", cards("burst", view["row"], "no cards yet"))])
    total = f"  [bold]total {view['total']}[/]  {fuse}  [dim]{note}[/]"
    return title, [players(view, names, facts), "", row, total, "", *own("burst", view, me)]


def draw_triggs(view: View, names: list[str], me: int | None) -> Picture:
    void = "".join(f" · no more {value}s" for value in view["void"])
    over, sheets = view["over"], [sheet(view, name, p) for p, name in enumerate(names)]
    title = f"[bold]Triggs[/] · turn {view['turns'] + (not over)}{void}"
    piles = []
    for name in ("left", "middle", "right"):
        top = top_of(view[name]) if over or name != "middle" else None
        closed = name == "middle" and not over
        shown = cards("triggs", [top]) if top else "[dim]face down[/]" if closed else "-"
        piles.append(f"{name} {shown} [dim]({how_many(view[name])})[/]")
    parts: list[RenderableType] = [Columns(sheets, padding=(0, 2)), "", "  " + "   ".join(piles)]
    if view["value"]:
        made = count(view["made"], "cross")
        parts.append(f"  [bold]crossing off {view['value']}[/], {made} so far")
    for p, hand in enumerate(view["hands"]):
        closed = isinstance(hand, int)
        seen, has = (view["known"][p], "was seen to take") if closed else (hand, "has")
        if seen and p != me:
            parts.append(f"  {names[p]} {has} {cards('triggs', seen)}")
    return title, [*parts, *own("triggs", view, me)]


def sheet(view: View, name: str, seat: int) -> str:
    """A player's sheet, four lines of three rows."""
    from cinquina.games.triggs import BOXES, SHEET

    boxes = [
        f"{value:>2} " + ("☒" * crosses).ljust(BOXES[value], "☐").ljust(5)
        for value, crosses in enumerate(view["crossed"][seat], 1)
    ]
    lines = ["  ".join((boxes[i][:6], boxes[i + 4][:7], boxes[i + 8])) for i in range(4)]
    mark = "▸" if seat in view["to_act"] else " "
    head = f"{mark} [bold]{name}[/] {view['scores'][seat]}/{SHEET}"
    return "\n".join([f"{head} [dim]· {count(how_many(view['hands'][seat]))}[/]", *lines])


def draw_add_up(view: View, names: list[str], me: int | None) -> Picture:
    title = f"[bold]Add Up[/] · {count(how_many(view['deck']))} in the deck"
    won = [f"{count(score):>8} won" for score in view["scores"]]
    facts = zip(won, held("add-up", view, me), strict=True)
    seats = players(view, names, facts)
    if view["over"]:
        left = cards("add-up", view["unclaimed"], "no cards")
        return title, [seats, "", f"  left on the table, nobody's: {left}"]
    rows = [
        (f"  {name}", cards("add-up", view[name], "empty"), f"= [bold]{row_sum(view[name])}[/]")
        for name in ("top", "bottom")
    ]
    return title, [seats, "", lined(rows), f"  {scales(view)}", "", *own("add-up", view, me)]


def scales(view: View) -> str:
    """A pair of scales: the top row on the left, the bottom row on the right."""
    more = row_sum(view["top"]) - row_sum(view["bottom"])
    beam = "▄▄▴▀▀" if more > 0 else "▀▀▴▄▄" if more < 0 else "▬▬▴▬▬"
    words = f"{abs(more)} more in the {'top' if more > 0 else 'bottom'} row" if more else "level"
    return f"[bold]{beam}[/]  {words}"


def draw_seven(view: View, names: list[str], me: int | None) -> Picture:
    from cinquina.games.seven_ate_nine import CARDS, DOWN, UP

    title = f"[bold]7 Ate 9[/] · {count(len(view['pile']))} in the pile"
    top, last = view["pile"][-1], view["last_card"]
    value, step = top.split(":")
    allowed = (CARDS[first[CARDS.index(top)]].partition(":")[0] for first in (DOWN, UP))
    notes = "next comes", " or ".join(f"[bold]{value}[/]" for value in allowed)
    if view["over"]:
        notes = ("the last card, face down", card("seven-ate-nine", last)) if last else ("", "")
    box: list[RenderableType] = [
        f"  [{STEPS[step]}]╭───────╮[/]",
        f"  [{STEPS[step]}]│ {value:<2}    │[/]  [dim]{notes[0]}[/]",
        f"  [{STEPS[step]}]│    ±{step} │[/]  {notes[1]}",
        f"  [{STEPS[step]}]╰───────╯[/]",
    ]
    facts = []
    for seat, cell in enumerate(held("seven-ate-nine", view, me)):
        deck = how_many(view["decks"][seat])
        left = count(deck + how_many(view["hands"][seat]))
        facts.append((f"{left:>8} left", f"[dim]deck {deck:>2}, hand[/]", cell))
    return title, [*box, players(view, names, facts), "", *own("seven-ate-nine", view, me)]


def listed(choices: list[Choice]) -> RenderableType:
    """Choices with their numbers; a few also with what may be typed instead."""
    rows = enumerate(choices, 1)
    if len(choices) > FEW:
        cells = [Line(f"[bold]{i:>3}[/]  {words}", hang=5) for i, (_, words, _) in rows]
        return Columns(cells, padding=(0, 3), column_first=True)
    return lined((f"[bold]{i:>3}[/]", words, f"[dim]{note}[/]") for i, (_, words, note) in rows)


def draw_plain(view: View, names: list[str], _: int | None) -> Picture:
    """A game that has no picture of its own yet: what there is to see, line by line."""
    common = ("phase", "to_act", "scores", "winners", "over")
    points = [(count(score, "point"),) for score in view["scores"]]
    rows = [(f"  {key}", escape(words(view[key]))) for key in view if key not in common]
    return view["phase"], [players(view, names, points), "", lined(rows)]


PICTURES = {
    "push": draw_push,
    "burst": draw_burst,
    "triggs": draw_triggs,
    "add-up": draw_add_up,
    "seven-ate-nine": draw_seven,
}
