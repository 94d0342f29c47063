"""Pictures as SVG, written by hand: two kinds of plot need no plotting library, and equal figures give equal bytes."""

import math
from collections.abc import Iterable, Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

WIDTH = 760
LEFT, RIGHT, TOP, BOTTOM = 210, 90, 56, 44
ROW = 34
PLOT_HEIGHT = 280
LONGEST = 26
"""Letters of a label."""
NOTE_LETTERS = 110
"""Of a line of a note."""
NOTE_ROW = 20
MOST_STEPS = 6
"""Of a scale."""
_NEARLY = 1 - 1e-9
"""So that no step is added for what a sum of floats is beside a round number."""
COLOURS = ("#3b6ea8", "#d08a2e", "#4f9d69", "#a8504f", "#7a6aa8")
"""Blue, orange, green, red and violet that stay apart in print and for the colour-blind by their lightness."""
WHISKER = "#222222"
_FONT = "font-family='Helvetica, Arial, sans-serif'"


class Share(NamedTuple):
    """A share with its interval."""

    label: str
    share: float
    low: float
    high: float


class Bars(NamedTuple):
    """One colour of a plot of bars: a value for each of its labels, None where there is nothing that could have one."""

    name: str
    values: Sequence[float | None]
    ends: Sequence[tuple[float, float]] = ()
    """The interval of each value, where they have intervals."""

    @property
    def most(self) -> float:
        """How high it reaches."""
        highest = [value for value in self.values if value is not None]
        ends = [high for value, (_, high) in zip(self.values, self.ends, strict=False) if value is not None]
        return max([*highest, *ends], default=0)


def shares(title: str, rows: Sequence[Share], even: Sequence[float], note: str = "") -> str:
    """A point with its interval for each row, in per cent from 0 to 100, and beside it where it would be among equals."""
    height = TOP + ROW * len(rows) + BOTTOM
    parts = [_text(LEFT + _across(share), height - BOTTOM + 18, f"{share:.0%}", "middle") for share in _TENTHS[::2]]
    parts += [_line(LEFT + _across(share), TOP, LEFT + _across(share), height - BOTTOM, "#dddddd") for share in _TENTHS]
    for number, (row, equal) in enumerate(zip(rows, even, strict=True)):
        parts += _share(row, equal, TOP + ROW * (number + 0.5))
    return _picture(title, height, parts, note)


_TENTHS = [n / 10 for n in range(11)]


def _across(share: float) -> float:
    return share * (WIDTH - LEFT - RIGHT)


def _share(row: Share, equal: float, y: float) -> list[str]:
    low, point, high, even = (LEFT + _across(share) for share in (row.low, row.share, row.high, equal))
    return [
        _line(even, y - ROW / 2, even, y + ROW / 2, "#888888", "stroke-dasharray='4 3'"),
        _line(low, y, high, y, COLOURS[0], "stroke-width='3'"),
        f"<circle cx='{point:.1f}' cy='{y:.1f}' r='5' fill='{COLOURS[0]}'/>",
        _text(LEFT - 12, y + 4, _short(row.label), "end"),
        _text(WIDTH - RIGHT + 12, y + 4, f"{row.share:.1%}", "start"),
    ]


def _short(label: str) -> str:
    """As much of a label as there is room for."""
    return label if len(label) <= LONGEST else f"{label[: LONGEST // 2]}…{label[-LONGEST // 2 + 1 :]}"


def bars(title: str, labels: Sequence[str], series: Sequence[Bars], unit: str, note: str = "") -> str:
    """Bars side by side: for each label one of every series. `unit` says what the values are; those in % are shares."""
    height, left = TOP + PLOT_HEIGHT + BOTTOM + 24, 64
    wide = (WIDTH - left - 24) / max(1, len(labels))
    step, steps = _round_steps(max((one.most for one in series), default=0))
    top = step * steps
    parts = _scale(step, steps, unit, left)
    for number, label in enumerate(labels):
        parts.append(_text(left + wide * (number + 0.5), TOP + PLOT_HEIGHT + 18, label, "middle"))
    for number, one in enumerate(series):
        thick = wide * 0.8 / len(series)
        parts += _bars(one, COLOURS[number % len(COLOURS)], left + wide * 0.1 + thick * number, wide, thick, top)
    return _picture(title, height, [*parts, *_legend(series, left, height - 18)], note)


def _round_steps(most: float) -> tuple[float, int]:
    """The steps of a scale, 1, 2, 2.5 or 5 times a power of ten, and how many of them, MOST_STEPS at most, reach so high."""
    least = max(most, 1e-3) / MOST_STEPS
    power = 10.0 ** math.floor(math.log10(least))
    step = next(factor * power for factor in (1.0, 2.0, 2.5, 5.0, 10.0) if factor * power >= least * _NEARLY)
    return step, math.ceil(most / step * _NEARLY) or 1


def _scale(size: float, steps: int, unit: str, left: int) -> list[str]:
    parts = [_text(left, TOP - 10, unit, "start")]
    for step in range(steps + 1):
        y, value = TOP + PLOT_HEIGHT * (1 - step / steps), size * step
        parts.append(_line(left, y, WIDTH - 24, y, "#dddddd"))
        parts.append(_text(left - 8, y + 4, f"{value * 100:g}" if unit.startswith("%") else f"{value:g}", "end"))
    return parts


def _bars(one: Bars, colour: str, x: float, wide: float, thick: float, top: float) -> Iterable[str]:
    for number, value in enumerate(one.values):
        if value is None:
            yield _text(x + wide * number + thick / 2, TOP + PLOT_HEIGHT - 4, "-", "middle", colour=colour)
            continue
        tall = PLOT_HEIGHT * value / top
        yield (
            f"<rect x='{x + wide * number:.1f}' y='{TOP + PLOT_HEIGHT - tall:.1f}' width='{thick:.1f}'"
            f" height='{tall:.1f}' fill='{colour}'/>"
        )
        if one.ends:
            low, high = (TOP + PLOT_HEIGHT * (1 - end / top) for end in one.ends[number])
            yield from _whisker(x + wide * number + thick / 2, low, high)


def _whisker(x: float, low: float, high: float) -> Iterable[str]:
    yield _line(x, low, x, high, WHISKER)
    for y in (low, high):
        yield _line(x - 3, y, x + 3, y, WHISKER)


def _legend(series: Sequence[Bars], left: int, y: float) -> Iterable[str]:
    x = float(left)
    for number, one in enumerate(series):
        yield f"<rect x='{x:.1f}' y='{y - 10:.1f}' width='12' height='12' fill='{COLOURS[number % len(COLOURS)]}'/>"
        yield _text(x + 18, y, one.name, "start")
        x += 40 + 8 * len(one.name)


def _line(x1: float, y1: float, x2: float, y2: float, colour: str, more: str = "") -> str:
    return f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='{colour}' {more}/>"


def _text(x: float, y: float, text: str, anchor: str, size: int = 13, colour: str = "#222222") -> str:
    return (
        f"<text x='{x:.1f}' y='{y:.1f}' text-anchor='{anchor}' font-size='{size}' fill='{colour}'>{escape(text)}</text>"
    )


def _picture(title: str, height: float, parts: Iterable[str], note: str) -> str:
    notes = wrap(note, NOTE_LETTERS, break_on_hyphens=False)
    height += NOTE_ROW * len(notes)
    head = (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{WIDTH}' height='{height:.0f}'"
        f" viewBox='0 0 {WIDTH} {height:.0f}' {_FONT}>"
    )
    shown = [_text(24, 26, title, "start", 17)]
    shown += [_text(24, 28 + NOTE_ROW * row, line, "start", 12, "#666666") for row, line in enumerate(notes, 1)]
    below = f"<g transform='translate(0 {NOTE_ROW * len(notes)})'>"
    back = "<rect width='100%' height='100%' fill='#ffffff'/>"
    return "\n".join([head, back, *shown, below, *parts, "</g>", "</svg>", ""])
