"""What a seat may know as whole numbers of a fixed size, for programs that learn.

The numbers are the fields of the record that the seat may see, by the very table that declares
who sees them. Rows that belong to seats begin with the observer's own and go on clockwise; seat
numbers count from the observer.
"""

from functools import cache
from typing import Any, TypeAlias

import numpy as np

from cinquina.core.kernel import kernel, outline
from cinquina.core.record import ALL, EACH, OWNER, SEEN, WHO, Array, Seen, States, handed

Entries: TypeAlias = tuple[Array, Array, Array, Array]

LONG = 64  # numbers side by side from which on they are copied together
BLOCK = np.uint64(8)  # fewer are copied in blocks of so many, the last one overlapping


@cache
def fields(dtype: np.dtype[Any]) -> list[tuple[str, int]]:
    """The observed fields in their order, each with how many numbers it takes."""
    observed = []
    for name in dtype.names or ():
        seen = SEEN[dtype].get(name)
        if seen in (ALL, WHO, EACH, OWNER):
            size = int(np.prod(dtype[name].shape, dtype=int))
            observed.append((name, size // dtype[name].shape[0] if seen is OWNER else size))
    return observed


@cache
def entries(dtype: np.dtype[Any], players: int) -> Entries:
    """What to copy from a record: four tables with a column for each thing to copy.

    Its first rows say from where, one row for each seat that may observe, and the next to where.
    Long runs of bytes have their length in the last row. Then come blocks and single bytes. Wide
    numbers have more bytes, or are seats: the last two rows say how many more, and if it is one.
    Places at which nobody sits are left out. Indices have no sign: if they could be negative, a
    processor could not copy many numbers at one go."""
    long: list[list[int]] = []
    blocks: list[list[int]] = []
    single: list[list[int]] = []
    wide: list[list[int]] = []
    for seen, width, to, count, starts in rows(dtype, players):
        if width > 1 or seen is WHO:
            facts = width - 1, int(seen is WHO)
            wide += [[*(s + c * width for s in starts), to + c, *facts] for c in range(count)]
        elif count >= LONG:
            long.append([*starts, to, count])
        else:
            size = int(BLOCK) if count >= BLOCK else 1
            places = (min(c, count - size) for c in range(0, count, size))
            few = blocks if size > 1 else single
            few += [[*(s + c for s in starts), to + c] for c in places]
    heights = players + 2, players + 1, players + 1, players + 3
    made = []
    for table, height in zip((long, blocks, single, wide), heights, strict=True):
        columns = np.array(table, "u8").reshape(-1, height).T
        made.append(handed(np.ascontiguousarray(columns)))
    return made[0], made[1], made[2], made[3]


Row: TypeAlias = tuple[Seen, int, int, int, list[int]]


def rows(dtype: np.dtype[Any], players: int) -> list[Row]:
    """Numbers side by side: who sees them, their width, to where, how many, and from where.

    Fields that all may see and that are neighbours in the record are one row."""
    found: list[Row] = []
    layout: Any = dtype.fields
    to = 0
    for name, size in fields(dtype):
        kind, start = layout[name][:2]
        seen, width = SEEN[dtype][name], kind.base.itemsize
        count = size // kind.shape[0] if seen is EACH else size
        for row in range(players if seen is EACH else 1):
            owner = seen in (EACH, OWNER)
            seats = ((seat + row) % players if owner else 0 for seat in range(players))
            starts = [start + seat * count * width for seat in seats]
            last = found[-1] if found else None
            if last and last[:2] == (seen, width) == (ALL, 1) and last[4][0] + last[3] == start:
                found[-1] = (seen, width, last[2], last[3] + count, last[4])
            else:
                found.append((seen, width, to + row * count, count, starts))
        to += size
    return found


def size(dtype: np.dtype[Any]) -> int:
    """How many numbers an observation has."""
    return sum(size for _, size in fields(dtype))


def raw(states: States) -> Array:
    """The records as rows of bytes, over the same memory."""
    plain = np.ascontiguousarray(states.view(np.ndarray))
    return handed(plain.view("i1").reshape(len(plain), plain.dtype.itemsize))


@kernel
def observe_one(
    bytes: Array, i: int, entries: Entries, seat: int, players: int, out: Array
) -> None:
    """Write what a seat may know of record i to row i of `out`, which was all 0 before."""
    long, blocks, single, wide = entries
    for e in range(long.shape[1]):
        at, to = long[seat, e], long[players, e]
        for c in range(long[players + 1, e]):
            out[i, to + c] = bytes[i, at + c]
    for e in range(blocks.shape[1]):
        at, to = blocks[seat, e], blocks[players, e]
        for c in range(BLOCK):
            out[i, to + c] = bytes[i, at + c]
    for e in range(single.shape[1]):
        out[i, single[players, e]] = bytes[i, single[seat, e]]
    for e in range(wide.shape[1]):
        value, bits = 0, 0
        at, rest = wide[seat, e], wide[players + 1, e]
        for b in range(rest):
            value += (int(bytes[i, at + b]) & 255) << bits
            bits += 8
        value += int(bytes[i, at + rest]) << bits  # it has the sign
        if wide[players + 2, e] and value >= 0:  # a seat
            value = value - seat if value >= seat else value - seat + players
        out[i, wide[players, e]] = value


@outline
def observe(bytes: Array, entries: Entries, seats: Array, players: int, out: Array) -> None:
    """Write what seats[i] may know of record i to row i of `out`, which was all 0 before."""
    for i in range(len(seats)):
        observe_one(bytes, i, entries, seats[i], players, out)
