"""Tables that appear row by row, for people to read or as Markdown."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TextIO


@dataclass
class Printer:
    """Where tables go, and in which form."""

    markdown: bool = False
    files: list[TextIO] = field(default_factory=lambda: [sys.stdout])
    _widths: list[int] = field(default_factory=list)

    def line(self, text: str) -> None:
        """A line of its own."""
        for file in self.files:
            print(text, file=file, flush=True)

    def table(self, title: str, heads: Sequence[str], widths: Sequence[int]) -> None:
        """Begins a table. `widths` are those of its columns in plain text; what is longer moves the rest of its row."""
        self._widths = [max(len(head), width) for head, width in zip(heads, widths, strict=True)]
        self.line(f"\n### {title}\n" if self.markdown else f"\n{title}")
        self.row(heads)
        if self.markdown:
            self.line("|" + " --- |" * len(heads))

    def row(self, cells: Sequence[str]) -> None:
        """One more row."""
        if self.markdown:
            self.line(f"| {' | '.join(cells)} |")
        else:
            padded = (cell.ljust(width) for cell, width in zip(cells, self._widths, strict=True))
            self.line("  ".join(padded).rstrip())
