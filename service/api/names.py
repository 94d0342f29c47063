"""Names that people see: what is accepted can be shown, logged on one line and told from an empty one."""

import unicodedata
from itertools import groupby

MAX_MARKS = 3
"""Combining marks in a row; more paint over the neighbouring lines."""

_REFUSED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
# Letters, symbols and marks that show nothing: Default_Ignorable_Code_Point of Unicode, and the blank Braille cell.
_INVISIBLE = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
            *range(0x180B, 0x1810),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)


class InvalidName(ValueError):
    """A name that is not accepted; the text says why, without repeating it."""


def clean_name(text: str, longest: int) -> str:
    """The name in NFC, without spaces around it. Raises InvalidName.

    `longest` counts code points after cleaning. Spaces other than U+0020 are refused, since they look like it.
    """
    name = unicodedata.normalize("NFC", text.strip(" "))
    if not 1 <= len(name) <= longest:
        raise InvalidName(f"A name has 1 to {longest} code points.")
    if any(_refused(char) for char in name):
        raise InvalidName("A name has no control, format, invisible or unassigned characters, and no odd spaces.")
    if _longest_marks(name) > MAX_MARKS or unicodedata.category(name[0]).startswith("M"):
        raise InvalidName(f"A name has at most {MAX_MARKS} combining marks in a row, none at its beginning.")
    return name


def _refused(char: str) -> bool:
    category = unicodedata.category(char)
    return category in _REFUSED or (category == "Zs" and char != " ") or char in _INVISIBLE


def _longest_marks(name: str) -> int:
    marks = (category.startswith("M") for category in map(unicodedata.category, name))
    return max((len(list(run)) for is_mark, run in groupby(marks) if is_mark), default=0)
