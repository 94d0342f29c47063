"""A rule book as it is read from its data file, and as it is printed for people."""

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, NamedTuple


class Rule(NamedTuple):
    """One rule. `ruling` is true where no rule book settles the point and this service does."""

    id: str
    text: str
    ruling: bool


class Section(NamedTuple):
    """Rules that belong together, in the order of their ids. `name` is stable, `title` is for people."""

    name: str
    title: str
    rules: tuple[Rule, ...]


class Option(NamedTuple):
    """What a game option does, and what each of its values means where it has but a few."""

    description: str
    choices: Mapping[str, str]


class Book(NamedTuple):
    """All rules in one language (BCP 47), with what is said of the game options and the phases of a turn, by name."""

    language: str
    title: str
    preface: str
    sections: tuple[Section, ...]
    options: Mapping[str, Option]
    phases: Mapping[str, str]

    @property
    def texts(self) -> dict[str, str]:
        """The text of every rule by its id."""
        return {rule.id: rule.text for section in self.sections for rule in section.rules}


def read_book(language: str) -> Book:
    """The rule book of a language. Raises FileNotFoundError where there is none."""
    text = (files("service.rulesbook") / f"{language}.toml").read_text(encoding="utf-8")
    raw = tomllib.loads(text)
    sections = tuple(_section(section) for section in raw["sections"])
    options = {
        name: Option(option["description"], option.get("choices", {})) for name, option in raw["options"].items()
    }
    return Book(raw["language"], raw["title"], raw["preface"], sections, options, raw["phases"])


def _section(raw: dict[str, Any]) -> Section:
    rulings = set(raw.get("rulings", ()))
    if not rulings <= set(raw["rules"]):
        raise ValueError(f"section {raw['name']} calls something a ruling that is not in it")
    rules = tuple(Rule(id_, text, id_ in rulings) for id_, text in raw["rules"].items())
    return Section(raw["name"], raw["title"], rules)


def as_markdown(book: Book) -> str:
    """The page docs/rules.md."""
    return "\n\n".join([f"# {book.title}", book.preface, *map(_section_markdown, book.sections)]) + "\n"


def _section_markdown(section: Section) -> str:
    lines = (f"- **{rule.id}.** {'*Ruling.* ' if rule.ruling else ''}{rule.text}" for rule in section.rules)
    return f"## {section.title}\n" + "\n".join(lines)
