"""Games as rows of a file: Parquet, CSV, or JSON lines (one object a game), by its suffix.

A file is written beside its place and moved there at the end: it is whole, or it is not there.
"""

import csv
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from cinquina.core.errors import CinquinaError
from cinquina.lab.arena import Played

GROUP = 1 << 16  # rows that are written at once
SUFFIXES = (".parquet", ".csv", ".json", ".jsonl")


class Table(Protocol):
    """A file that takes columns."""

    def write(self, columns: dict[str, Any]) -> None: ...

    def close(self) -> None: ...


class Csv:
    def __init__(self, place: Path) -> None:
        self._file = place.open("w", encoding="utf-8", newline="")
        self._writer = csv.writer(self._file)
        self._begun = False

    def write(self, columns: dict[str, Any]) -> None:
        if not self._begun:
            self._writer.writerow(columns)
            self._begun = True
        self._writer.writerows(zip(*(c.tolist() for c in columns.values()), strict=True))

    def close(self) -> None:
        self._file.close()


class JsonLines:
    def __init__(self, place: Path) -> None:
        self._file = place.open("w", encoding="utf-8")

    def write(self, columns: dict[str, Any]) -> None:
        for row in zip(*(c.tolist() for c in columns.values()), strict=True):
            game = dict(zip(columns, row, strict=True))
            self._file.write(json.dumps(game, separators=(",", ":")) + "\n")

    def close(self) -> None:
        self._file.close()


class Parquet:
    def __init__(self, place: Path) -> None:
        try:
            self._arrow, self._parquet = import_module("pyarrow"), import_module("pyarrow.parquet")
        except ImportError:
            raise CinquinaError(
                "Parquet needs pyarrow: pip install 'cinquina[lab]', or write .csv or .json."
            ) from None
        self._place = place
        self._writer: Any = None

    def write(self, columns: dict[str, Any]) -> None:
        table = self._arrow.table(columns)
        if self._writer is None:
            self._writer = self._parquet.ParquetWriter(self._place, table.schema)
        self._writer.write_table(table)

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


class Rows:
    """Gathers games and writes them in large groups: never more than one group is in memory."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._waiting: list[dict[str, Any]] = []
        self._count = 0

    def add(self, played: Played) -> None:
        self._waiting.append(columns(played))
        self._count += len(played.tales)
        if self._count >= GROUP:
            self.flush()

    def flush(self) -> None:
        if self._waiting:
            names = self._waiting[0]
            self._table.write({n: np.concatenate([w[n] for w in self._waiting]) for n in names})
        self._waiting, self._count = [], 0


def columns(played: Played) -> dict[str, Any]:
    """A job's games by column: number, each seat's score, whether it won, and what was counted."""
    tales, seats = played.tales, range(len(played.job.order))
    return {
        "game": np.arange(played.job.first, played.job.first + len(tales)),
        **{f"score_{p}": tales["scores"][:, p].astype("i4") for p in seats},
        **{f"won_{p}": (tales["winners"] >> p & 1).astype("i1") for p in seats},
        **{n: tales[n] for n in ("moves", "decisions", "choices", "lead_changes", "ms")},
    }


@contextmanager
def rows(file: Path) -> Iterator[Rows]:
    """Rows that become this file when all went well. What can't be written is refused at once."""
    kinds: dict[str, Any] = {".parquet": Parquet, ".csv": Csv, ".json": JsonLines}
    kinds[".jsonl"] = JsonLines
    if file.suffix.lower() not in kinds:
        raise CinquinaError(
            f"The games can't be written to {file}: its name must end in {', '.join(SUFFIXES)}."
        )
    with replaced(file) as place:
        table: Table = kinds[file.suffix.lower()](place)
        try:
            found = Rows(table)
            yield found
            found.flush()
        finally:
            table.close()


@contextmanager
def replaced(file: Path) -> Iterator[Path]:
    """A new place beside a file, to be written to; at the end it takes the file's place."""
    place = file.with_name(f".{file.name}.{os.getpid()}.part") if file.name else file
    try:
        if file.is_dir():
            raise IsADirectoryError(0, "it is a folder")
        place.open("w").close()
    except OSError as problem:
        why = problem.strerror or str(problem)
        if not file.parent.is_dir():
            why = f"there is no folder {file.parent}"
        raise CinquinaError(f"{file} can't be written: {why}.") from None
    try:
        yield place
        os.replace(place, file)
    except OSError as problem:  # the disk is full, say
        raise CinquinaError(f"{file} can't be written: {problem.strerror or problem}.") from None
    finally:
        place.unlink(missing_ok=True)
