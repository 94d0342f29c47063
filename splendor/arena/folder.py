"""A folder of results. What lies there is replaced only by those who say so, and not before what replaces it can be written.

Rows that belong together are all there or none of them, and so is each whole file, also where a disk is full.
"""

import csv
import io
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Any, Self

GAMES, RECORDS, SUMMARY, TIMES, SHARES = "games.csv", "records.ndjson", "summary.json", "times.json", "shares.svg"
CARDS, STATISTICS = "cards.csv", "statistics.json"
PICTURES = ("length.svg", "leads.svg", "levels.svg", "nobles.svg", "reserves.svg")
OWN = {GAMES, RECORDS, SUMMARY, TIMES, SHARES, CARDS, STATISTICS, *PICTURES}
"""All files that are written here: what is replaced in a folder that may be."""


class Occupied(Exception):
    """There are results in the folder."""


class Results:
    """Files in one folder, some of them written while the games go on; use it as a context, which closes them."""

    def __init__(self, folder: Path, *, overwrite: bool = False) -> None:
        """Looks at the folder and changes nothing. Raises Occupied, and OSError for what is no folder."""
        self.folder = folder
        if not overwrite and folder.exists() and any(folder.iterdir()):
            raise Occupied(f"{folder} is not empty")
        self._stack = ExitStack()
        self._files: list[Lines] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()

    def table(self, name: str, heads: Sequence[str]) -> "Table":
        """A CSV file with these heads, for `begin`. Raises OSError."""
        return Table(self.lines(name, csv_text([heads])))

    def lines(self, name: str, head: str = "") -> "Lines":
        """A file of lines, for `begin`. Makes the folder; what the file holds is still in it. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True)
        file = Lines(self._stack, self.folder / name, head)
        self._files.append(file)
        return file

    def begin(self) -> None:
        """Lets all files that are open begin anew, and removes the others of older results. Raises OSError."""
        others = [self.folder / name for name in OWN - {file.path.name for file in self._files}]
        if folders := [path for path in others if path.is_dir()]:
            raise IsADirectoryError(f"{folders[0]} is a folder")
        for path in others:
            path.unlink(missing_ok=True)
        for file in self._files:
            file.cut(0)
            file.add([file.head])

    @contextmanager
    def together(self) -> Iterator[None]:
        """What is added in here is added to all files that are open; where it raises, to none of them."""
        sizes = [file.size for file in self._files]
        try:
            yield
        except BaseException:
            for file, size in zip(self._files, sizes, strict=True):
                with suppress(OSError):
                    file.cut(size)
            raise

    def text(self, name: str, text: str) -> None:
        """A whole file. Raises OSError, and then there is none."""
        path = self.folder / name
        try:
            with _named(path):
                path.write_text(text, encoding="utf-8", newline="\n")
        except BaseException:
            path.unlink(missing_ok=True)
            raise

    def json(self, name: str, value: Any) -> None:
        """A whole file of JSON, for people too."""
        self.text(name, json.dumps(value, indent=2) + "\n")


class Lines:
    """A file that lines are added to. Nothing is held back: what has been added is in the file."""

    def __init__(self, stack: ExitStack, path: Path, head: str) -> None:
        self.path, self.head = path, head
        self._file = stack.enter_context(path.open("ab", buffering=0))

    def add(self, lines: Iterable[str]) -> None:
        """Adds lines, each with its end. Raises OSError, and then a part of them may be there."""
        left = memoryview("".join(lines).encode())
        with _named(self.path):
            while left:
                left = left[self._file.write(left) :]

    @property
    def size(self) -> int:
        """In bytes."""
        return os.fstat(self._file.fileno()).st_size

    def cut(self, size: int) -> None:
        """Takes away all beyond this size."""
        self._file.truncate(size)


class Table:
    """A CSV file that rows are added to."""

    def __init__(self, lines: Lines) -> None:
        self._lines = lines

    def add(self, rows: Iterable[Iterable[object]]) -> None:
        """Adds rows; see Lines."""
        self._lines.add([csv_text(rows)])


def csv_text(rows: Iterable[Iterable[object]]) -> str:
    """Rows as CSV; of a number that is not whole, six digits."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(map(_cells, rows))
    return text.getvalue()


def _cells(row: Iterable[object]) -> list[object]:
    return [f"{cell:.6g}" if isinstance(cell, float) else cell for cell in row]


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Has an error say which file it is about, as one of a write does not."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise
