"""The problem titles and texts in other languages than English, which stands in service.api.problems.

One data file a language; a test holds each to the codes of the table. The statuses stand in the table alone.
"""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import NamedTuple

from service.api.languages import LANGUAGES
from service.api.problems import Kind


class Told(NamedTuple):
    """A row of the table in words for people."""

    title: str
    text: str


class Texts(NamedTuple):
    """All that is said in one language: `page` has the words of the pages under /problems, `codes` those of each row."""

    page: Mapping[str, str]
    codes: Mapping[str, Told]


def read_texts(language: str) -> Texts:
    """The texts of a language. Raises FileNotFoundError where there are none."""
    raw = tomllib.loads((files("service.api.problems_texts") / f"{language}.toml").read_text(encoding="utf-8"))
    return Texts(raw["page"], {code: Told(row["title"], row["text"]) for code, row in raw.get("codes", {}).items()})


TEXTS: Mapping[str, Texts] = {language: read_texts(language) for language in LANGUAGES}


def told(kind: Kind, language: str) -> Told:
    """A row in a language; in English where that language does not have it."""
    return TEXTS[language].codes.get(kind.code) or Told(kind.title, kind.text)
