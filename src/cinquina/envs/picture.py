"""A position as text and as a picture of that text, drawn from a view alone.

The letters are three dots wide and five high: each is written down as five octal digits, one a
row. So a picture needs no fonts, no window and no other package.
"""

from typing import Any

import numpy as np

from cinquina.core.words import words
from cinquina.table import Table

LETTERS = {
    **dict(zip("0123456789", (
        "75557", "26227", "71747", "71717", "55711", "74717", "74757", "71122", "75757", "75717",
    ), strict=True)),
    **dict(zip("ABCDEFGHIJKLM", (
        "25755", "65656", "34443", "65556", "74647", "74644", "34553", "55755", "72227", "11152",
        "55655", "44447", "57755",
    ), strict=True)),
    **dict(zip("NOPQRSTUVWXYZ", (
        "65555", "25552", "65644", "25563", "65655", "34216", "72222", "55557", "55552", "55775",
        "55255", "55222", "71247",
    ), strict=True)),
    **dict(zip(":.,-+=|_/()'*?", (
        "02020", "00002", "00024", "00700", "02720", "07070", "22222", "00007", "11244", "12221",
        "42224", "22000", "05250", "61202",
    ), strict=True)),
}  # fmt: skip
WIDE, HIGH = 4, 7  # a letter with the space around it
SCALE = 2
COLUMNS, LINES = 80, 30
PAPER, INK, TITLE = (248, 243, 233), (34, 32, 46), (43, 98, 184)


def text(table: Table, seat: int | None) -> str:
    """What a seat (None: a spectator) sees, a line for each fact."""
    view = table.view(seat)
    who = "a spectator" if seat is None else f"player {seat}"
    title = f"{table.game.slug}, {table.game.players} players, seen by {who}"
    return "\n".join([title, *(f"{name}: {words(value)}" for name, value in view.items())])


def picture(written: str) -> Any:
    """A text as an RGB picture of fixed size; the first line stands out."""
    lines = [line[i : i + COLUMNS] for line in written.splitlines()
             for i in range(0, max(1, len(line)), COLUMNS)][:LINES]  # fmt: skip
    out = np.empty((LINES * HIGH, COLUMNS * WIDE, 3), "u1")
    out[:] = PAPER
    for y, line in enumerate(lines):
        for x, sign in enumerate(line.upper()):
            draw(out, 1 + x * WIDE, 1 + y * HIGH, sign, INK if y else TITLE)
    return out.repeat(SCALE, axis=0).repeat(SCALE, axis=1)


def draw(out: Any, x: int, y: int, sign: str, color: tuple[int, int, int]) -> None:
    """One letter; what has none is a question mark."""
    if sign == " ":
        return
    for row, dots in enumerate(LETTERS.get(sign, LETTERS["?"])):
        for column in range(3):
            if int(dots, 8) >> 2 - column & 1:
                out[y + row, x + column] = color
