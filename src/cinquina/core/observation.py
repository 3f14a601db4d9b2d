"""What a seat may know as whole numbers of a fixed size, for programs that learn.

The numbers are the fields of the record that the seat may see, by the very table that declares
who sees them. Rows that belong to seats begin with the observer's own and go on clockwise; seat
numbers count from the observer.
"""

from collections.abc import Callable
from functools import cache
from math import prod
from types import ModuleType
from typing import Any

import numpy as np

from cinquina.core.contract import generic
from cinquina.core.kernel import kernel, outline
from cinquina.core.record import ALL, EACH, OWNER, SEEN, WHO, Array, State, States

# So many numbers side by side are copied in a loop. Fewer a compiler writes out one by one, and so
# it would with these if it knew how often the loop goes round: `none` is 0, but it can't tell.
LONG = 64


@cache
def fields(dtype: np.dtype[Any]) -> list[tuple[str, int]]:
    """The observed fields in their order, each with how many numbers it takes."""
    observed = []
    for name in dtype.names or ():
        seen = SEEN[dtype].get(name)
        if seen in (ALL, WHO, EACH, OWNER):
            size = prod(dtype[name].shape)
            observed.append((name, size // dtype[name].shape[0] if seen is OWNER else size))
    return observed


def size(dtype: np.dtype[Any]) -> int:
    """How many numbers an observation has."""
    return sum(size for _, size in fields(dtype))


@kernel
def counted(who: int, seat: int, players: int) -> int:
    """A seat number as an observer counts; nobody stays nobody."""
    if who < 0:
        return who
    return who - seat if who >= seat else who - seat + players


def observer(module: ModuleType) -> Callable[..., None]:
    """`observe` for a game, put together from the declaration of its record.

    As text, because places and lengths that a compiler knows are copied several times as fast as
    those that stand in a table."""
    dtype, to = module.STATE, 0
    alike: list[str] = []
    by_seat: list[str] = []
    for name, size in fields(dtype):
        seen, shape = SEEN[dtype][name], dtype[name].shape
        if seen is WHO:
            alike.append(f"out[i, {to}] = counted(s.{name}, seat, s.players)")
        elif seen is EACH:
            columns = size // shape[0]
            by_seat += copied(f"{to} + row * {columns}", f"s.{name}", ("owner",), shape[1:])
        else:
            first, rest = (("seat",), shape[1:]) if seen is OWNER else ((), shape)
            alike += copied(str(to), f"s.{name}", first, rest)
        to += size
    turn = ["owner = seat + row", "if owner >= s.players:", "    owner -= s.players"]
    lines = ["def observe(s, seat, i, out):", f"    none = out.shape[1] - {to}", *indented(alike)]
    lines += ["    for row in range(s.players):", *indented(indented([*turn, *by_seat]))]
    made: dict[str, Any] = {"counted": counted}
    exec("\n".join(lines), made)
    found: Callable[..., None] = made["observe"]
    return found


def copied(to: str, field: str, index: tuple[str, ...], shape: tuple[int, ...]) -> list[str]:
    """The lines that copy an array of that shape (or a number) to out[i, to], out[i, to + 1]…"""
    if not shape:
        return [f"out[i, {to}] = {field}" + (f"[{', '.join(index)}]" if index else "")]
    length, rest = shape[0], shape[1:]
    axis = f"c{len(rest)}"
    step = f" * {prod(rest)}" if rest else ""
    lines = copied(f"{to} + {axis}{step}", field, (*index, axis), rest)
    most = f"{length} + none" if length >= LONG and not rest else str(length)
    return [f"for {axis} in range({most}):", *indented(lines)]


def indented(lines: list[str]) -> list[str]:
    return ["    " + line for line in lines]


@generic(made=observer)
def observe(s: State, seat: int, i: int, out: Array) -> None:
    """Write what a seat may know to row i of `out`, which was all 0 before."""


@outline
def observe_at(states: States, seat: int, out: Array) -> None:
    observe(states[0], seat, 0, out)
