"""A game being played is one fixed-size record: copying it is a memcpy, saving it is its bytes.

`record` declares the fields of a game's state, each with who may see it. `alloc` makes arrays of
records for kernels. `look` gives a record's fields as Python ints, in both modes.

Numba computes in 64 bits whatever a field's width. To get the same numbers interpreted, kernels
then see records through `look`: Python ints, and a store or an index out of range raises.
"""

import hashlib
from enum import Enum
from typing import Any, TypeAlias

import numpy as np

from cinquina.core.kernel import INTERPRETED

State: TypeAlias = Any  # one record: a Numba record, or what `look` gives
Array: TypeAlias = Any  # an array of numbers: a NumPy array, or a memoryview when interpreted
States: TypeAlias = Any  # an array of records
Room: TypeAlias = Any  # a record of type ROOM


class Seen(Enum):
    """Who may see a field."""

    ALL = "all"  # everybody
    WHO = "who"  # everybody; it holds a seat number, or -1 for nobody
    EACH = "each"  # everybody; one row a seat
    OWNER = "owner"  # one row a seat, seen by that seat alone
    NOBODY = "nobody"
    NEWS = "news"  # everybody, but only while the move is told: no part of the position


ALL, WHO, EACH, OWNER, NOBODY = Seen.ALL, Seen.WHO, Seen.EACH, Seen.OWNER, Seen.NOBODY

# Room for an open row or pile: no game has more than 127 cards, and whole blocks of 64 numbers are
# observed fastest.
ROW = 128

SEEN: dict[np.dtype[Any], dict[str, Seen]] = {}


def record(*fields: tuple[Any, ...], news: int) -> np.dtype[Any]:
    """A state layout from (name, type, [shape,] who sees it), with room for `news` numbers.

    Every game's record also has the generator of chance, the phase, the number of players and the
    news of the last action (see `core.contract.note`)."""
    common = (
        ("rng", "i8", 4, NOBODY),
        ("phase", "i1", ALL),
        ("players", "i1", ALL),
        ("told", "i2", Seen.NEWS),
        ("news", "i1", news, Seen.NEWS),
    )
    rows = sorted((*common, *fields), key=lambda f: -np.dtype(f[1]).itemsize)
    columns: list[tuple[Any, ...]] = [f[:-1] for f in rows]
    holes = -sum(np.dtype([c]).itemsize for c in columns) % 8
    if holes:  # NumPy does not copy hidden padding, and bytes must be comparable: name it
        columns.append(("pad", "i1", holes))
    layout = np.dtype(columns, align=True)
    clash = [n for n in layout.names or () if hasattr(np.record, n)]
    if clash:
        raise TypeError(f"numpy.record has an attribute of its own called {clash[0]}: rename it")
    state: np.dtype[Any] = np.dtype((np.record, layout))
    SEEN[state] = {f[0]: f[-1] for f in rows}
    return state


# Room for a kernel to work in: a generator of its own and a list of actions. It is a record,
# because handing on an array costs reference counts (docs/decisions/0001).
ROOM = np.dtype((np.record, np.dtype([("rng", "i8", 4), ("actions", "i2", 256)])))


def layout_id(dtype: np.dtype[Any]) -> str:
    """A short name for a layout: bytes saved under another one are not read."""
    fields: Any = dtype.fields
    facts = [(n, fields[n][0].base.str, fields[n][0].shape, fields[n][1]) for n in fields]
    return hashlib.sha256(repr((facts, dtype.itemsize)).encode()).hexdigest()[:12]


def alloc(n: int, dtype: Any) -> Any:
    """A zeroed array of n records or numbers for kernels."""
    array = np.zeros(n, dtype)
    return array.view(Records) if INTERPRETED and array.dtype.names else handed(array)


def numbers(values: Any) -> Array:
    """Whole numbers as an array for kernels."""
    values = list(values)
    array = alloc(len(values), "i8")
    for i, value in enumerate(values):
        array[i] = value
    return array


def handed(array: Any) -> Array:
    """An array of numbers as kernels take it: interpreted, plain and strict ints."""
    return memoryview(array) if INTERPRETED else array


class Records(np.ndarray):
    """Interpreted stand-in for an array of records: items are looks, storing a look copies it."""

    def __getitem__(self, i: Any) -> Any:
        if type(i) is not int and not isinstance(i, int | np.integer):
            return super().__getitem__(i)
        looks = self.__dict__.setdefault("looks", {})  # making one takes longer than most kernels
        if i not in looks:
            looks[i] = look(self, int(i))
        return looks[i]

    def __setitem__(self, i: Any, s: Any) -> None:
        np.ndarray.__setitem__(self.view(np.ndarray), i, getattr(s, "record", s))


_looks: dict[np.dtype[Any], type] = {}


def look(states: States, i: int) -> State:
    """Record i as a Python object over the same bytes: ints, and memoryviews for arrays."""
    plain = states.view(np.ndarray)
    cls = _looks.get(plain.dtype)
    if cls is None:
        cls = _looks[plain.dtype] = _look_class(plain.dtype)
    return cls(plain, i)


def _look_class(dtype: np.dtype[Any]) -> type:
    names = dtype.names or ()
    arrays = [n for n in names if dtype[n].shape]
    scalars = [n for n in names if not dtype[n].shape]

    def init(self: Any, states: Any, i: int) -> None:
        one = states[i : i + 1]
        self.record = one[0]
        for n in arrays:
            setattr(self, n, memoryview(one[n][0]))
        for n in scalars:
            setattr(self, "_" + n, memoryview(one[n]))

    body: dict[str, Any] = {
        "__slots__": ("record", *arrays, *("_" + n for n in scalars)),
        "__init__": init,
        "dtype": dtype,
    }
    for n in scalars:
        body[n] = _scalar("_" + n)
    return type("Look", (), body)


def _scalar(slot: str) -> property:
    # Made from a text: by getattr, reading would take three times as long, and it is done often.
    made: dict[str, Any] = {}
    exec(f"def read(self): return self.{slot}[0]\ndef write(self, v): self.{slot}[0] = v", made)
    return property(made["read"], made["write"])
