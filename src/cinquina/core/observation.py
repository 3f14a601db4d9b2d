"""What a seat may know as whole numbers of a fixed size, for programs that learn.

The numbers are the fields of the record that the seat may see, by the very table that declares
who sees them. Rows that belong to seats begin with the observer's own and go on clockwise; seat
numbers count from the observer.
"""

from functools import cache
from typing import Any

import numpy as np

from cinquina.core.kernel import outline
from cinquina.core.record import ALL, EACH, OWNER, SEEN, WHO, Array, States, handed

OFFSET, WIDTH, STRIDE, ROW, IS_SEAT = range(5)  # the columns of `entries`


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
def entries(dtype: np.dtype[Any]) -> Array:
    """For each number of an observation, where it lies in the bytes of a record."""
    table = []
    layout: Any = dtype.fields
    for name, size in fields(dtype):
        sub, first = layout[name][:2]
        seen, width = SEEN[dtype][name], sub.base.itemsize
        if seen in (EACH, OWNER):
            stride = int(np.prod(sub.shape[1:], dtype=int)) * width
            for i in range(size):
                row, j = divmod(i * width, stride)
                table.append((first + j, width, stride, row, 0))
        else:
            table += [(first + i * width, width, 0, 0, int(seen is WHO)) for i in range(size)]
    return handed(np.array(table, "i8"))


def size(dtype: np.dtype[Any]) -> int:
    """How many numbers an observation has."""
    return len(entries(dtype))


def raw(states: States) -> Array:
    """The records as rows of bytes."""
    plain = np.ascontiguousarray(states.view(np.ndarray))
    return handed(plain.view("u1").reshape(len(plain), plain.dtype.itemsize))


@outline
def observe(bytes: Array, entries: Array, seats: Array, players: int, out: Array) -> None:
    """Write what seats[i] may know of record i to row i of `out`."""
    for i in range(len(seats)):
        for j in range(len(entries)):
            row = entries[j, ROW]
            out[i, j] = 0
            if row < players:
                seat = (seats[i] + row) % players if entries[j, STRIDE] else 0
                at = entries[j, OFFSET] + seat * entries[j, STRIDE]
                value = 0
                for k in range(entries[j, WIDTH]):
                    value |= int(bytes[i, at + k]) << 8 * k
                if value >> 8 * entries[j, WIDTH] - 1:  # negative
                    value -= 1 << 8 * entries[j, WIDTH]
                if entries[j, IS_SEAT] and value >= 0:
                    value = (value - seats[i]) % players
                out[i, j] = value
