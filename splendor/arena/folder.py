"""A folder of results. What lies there is replaced only by those who say so, and each row is whole or not there."""

import csv
import json
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
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
    """Files that are written while the games go on, in one folder; use it as a context, which closes them."""

    def __init__(self, folder: Path, *, overwrite: bool = False) -> None:
        """Makes the folder. Raises Occupied, and OSError where it cannot be written to."""
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        if not overwrite and any(folder.iterdir()):
            raise Occupied(f"{folder} is not empty")
        for name in OWN:
            (folder / name).unlink(missing_ok=True)
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._stack.close()

    def table(self, name: str, heads: Sequence[str]) -> "Table":
        """A CSV file that begins with these heads."""
        return Table(self._stack, self.folder / name, heads)

    def lines(self, name: str) -> "Lines":
        """A file of lines."""
        return Lines(self._stack, self.folder / name)

    def text(self, name: str, text: str) -> None:
        """A whole file."""
        (self.folder / name).write_text(text, encoding="utf-8")

    def json(self, name: str, value: Any) -> None:
        """A whole file of JSON, for people too."""
        self.text(name, json.dumps(value, indent=2) + "\n")


class Lines:
    """A file that lines are added to."""

    def __init__(self, stack: ExitStack, path: Path) -> None:
        self._file = stack.enter_context(path.open("w", encoding="utf-8", newline=""))

    def add(self, lines: Iterable[str]) -> None:
        """Adds lines, each with its end."""
        self._file.writelines(lines)


class Table:
    """A CSV file that rows are added to."""

    def __init__(self, stack: ExitStack, path: Path, heads: Sequence[str]) -> None:
        self._writer = csv.writer(
            stack.enter_context(path.open("w", encoding="utf-8", newline="")), lineterminator="\n"
        )
        self._writer.writerow(heads)

    def add(self, rows: Iterable[Iterable[object]]) -> None:
        """Adds rows; of a number that is not whole, six digits."""
        self._writer.writerows(map(_cells, rows))


def _cells(row: Iterable[object]) -> list[object]:
    return [f"{cell:.6g}" if isinstance(cell, float) else cell for cell in row]
