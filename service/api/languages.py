"""The languages that texts for people are in, and which of them a client wants."""

import re
from collections.abc import Iterator
from functools import lru_cache

ENGLISH = "en"
LANGUAGES = (ENGLISH, "de", "sv")
"""BCP 47. The first is the one that everybody gets who asks for none of them."""

_KNOWN_HEADERS = 256
"""How many different headers are remembered: browsers send few."""
_LONGEST = 200
"""Longer headers are read anew each time, so that what is remembered stays small."""
_RANGE = re.compile(
    r"[ \t]*(\*|[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)[ \t]*"
    r"(?:;[ \t]*[Qq]=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)[ \t]*)?"
)


def negotiate(header: str | None) -> str:
    """The language that Accept-Language likes best (RFC 9110, 12.5.4), English where it likes none.

    A region falls back to its language (RFC 4647, lookup), among equals the one named first counts. What cannot be
    read is passed over: no header is ever refused.
    """
    if not header:
        return ENGLISH
    return _remembered(header) if len(header) <= _LONGEST else _read(header)


def _read(header: str) -> str:
    asked = list(_ranges(header))
    likes = {language: _quality(language, asked) for language in LANGUAGES}
    best = min(LANGUAGES, key=likes.__getitem__)
    return best if likes[best][0] < 0 else ENGLISH


_remembered = lru_cache(maxsize=_KNOWN_HEADERS)(_read)


def _ranges(header: str) -> Iterator[tuple[str, float]]:
    """The readable language ranges in lower case, each with its quality, in their order."""
    for part in header.split(","):
        found = _RANGE.fullmatch(part)
        if found:
            yield found[1].lower(), float(found[2] or 1)


def _quality(language: str, asked: list[tuple[str, float]]) -> tuple[float, int]:
    """What sorts languages by how much they are wanted: quality, negative, then the place in the header."""
    named = [(-quality, place) for place, (tag, quality) in enumerate(asked) if tag.partition("-")[0] == language]
    if (language, 0.0) in asked:
        return 0.0, 0  # excluded, whatever is said of its regions
    return min(named or [(-quality, place) for place, (tag, quality) in enumerate(asked) if tag == "*"] or [(0.0, 0)])
