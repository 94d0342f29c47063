"""Texts for people in every language: none lacks what another has, and a reply is all in one."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

import service.api.problems_texts
import service.rulesbook
from service.api.errors import Refused
from service.api.errors import document as problem
from service.api.languages import ENGLISH, LANGUAGES
from service.api.problems import TABLE
from service.api.problems_texts import TEXTS, told
from service.api.reference.options import CHOICES
from service.app import create_app
from service.config import Settings
from service.rulesbook import Book, read_book
from service.services import connect
from tests.api.documented import check_reply

OTHERS = [language for language in LANGUAGES if language != ENGLISH]
BOOKS = {language: read_book(language) for language in LANGUAGES}
# Words that are the same in both, and no sign of something left out.
SAME_WORDS = {("de", "section material")}


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    """Without any server: no text needs one."""
    settings = Settings(redis_url="redis://127.0.0.1:1", queue_redis_url="redis://127.0.0.1:1")
    return create_app(settings, connect(settings)).test_client()


@pytest.mark.parametrize("package", [service.rulesbook, service.api.problems_texts])
def test_each_language_has_its_file(package: Any) -> None:
    assert sorted(path.stem for path in Path(package.__file__).parent.glob("*.toml")) == sorted(LANGUAGES)


def _texts(book: Book) -> Iterator[tuple[str, str]]:
    """Every text for people in a book, by where it stands."""
    yield from {"title": book.title, "preface": book.preface}.items()
    for section in book.sections:
        yield f"section {section.name}", section.title
        yield from ((f"rule {rule.id}", rule.text) for rule in section.rules)
    for name, option in book.options.items():
        yield f"option {name}", option.description
        yield from ((f"option {name} {value}", text) for value, text in option.choices.items())
    yield from ((f"phase {name}", text) for name, text in book.phases.items())


def _problem_texts(language: str) -> Iterator[tuple[str, str]]:
    yield from ((f"page {name}", text) for name, text in TEXTS[language].page.items())
    rows = [(kind.code, told(kind, language)) for kind in TABLE.values()]
    yield from ((f"{code} {name}", text) for code, row in rows for name, text in row._asdict().items())


ALL = {language: dict([*_texts(BOOKS[language]), *_problem_texts(language)]) for language in LANGUAGES}


@pytest.mark.parametrize("language", OTHERS)
def test_a_book_has_what_the_english_one_has(language: str) -> None:
    """Rules, sections, options, their values and phases, in the same order and none besides."""
    book, english = BOOKS[language], BOOKS[ENGLISH]
    assert book.language == language
    assert [where for where, _ in _texts(book)] == [where for where, _ in _texts(english)]


@pytest.mark.parametrize("language", OTHERS)
def test_the_rulings_are_the_same(language: str) -> None:
    rulings = [
        [(rule.id, rule.ruling) for section in BOOKS[one].sections for rule in section.rules]
        for one in (language, ENGLISH)
    ]
    assert rulings[0] == rulings[1]


@pytest.mark.parametrize("language", OTHERS)
def test_every_problem_is_told_and_none_besides(language: str) -> None:
    """Who adds a code to the table adds it to each file in service/api/problems_texts too."""
    codes = set(TEXTS[language].codes)
    assert (sorted(set(TABLE) - codes), sorted(codes - set(TABLE))) == ([], []), f"(missing, extra) in {language}.toml"
    assert TEXTS[language].page.keys() == TEXTS[ENGLISH].page.keys()
    assert list(TEXTS[ENGLISH].codes) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty_or_ragged(language: str) -> None:
    assert [where for where, text in ALL[language].items() if not text or text != " ".join(text.split())] == []
    texts = [text for where, text in ALL[language].items() if where.startswith("rule ") or where.endswith(" text")]
    assert [text for text in texts if not text.endswith((".", ")"))] == []


@pytest.mark.parametrize("language", OTHERS)
def test_no_text_was_left_in_english(language: str) -> None:
    same = {(language, where) for where, text in ALL[language].items() if text == ALL[ENGLISH][where]}
    assert same == {pair for pair in SAME_WORDS if pair[0] == language}


def _fixed(text: str) -> list[str]:
    """What no language changes: ids of rules, names in backticks, placeholders, numbers."""
    return sorted(re.findall(r"\b[A-Z]\d+\b|`[^`]+`|\{\w+\}|\b\d+\b", text))


@pytest.mark.parametrize("language", OTHERS)
def test_what_texts_name_is_the_same(language: str) -> None:
    """A translation names the rules, members and numbers of its original, no others."""
    differing = {
        where: (text, ALL[ENGLISH][where])
        for where, text in ALL[language].items()
        if set(_fixed(text)) != set(_fixed(ALL[ENGLISH][where]))
    }
    assert differing == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_in_one_language(client: FlaskClient, language: str) -> None:
    reply = check_reply("getRules", client.get("/v1/rules", headers={"Accept-Language": f"{language}-ZZ, fr;q=0.1"}))
    assert reply.headers["Content-Language"] == reply.json["language"] == language
    assert "Accept-Language" in ", ".join(reply.headers.getlist("Vary"))
    told_here = {text for _, text in _texts(BOOKS[language])}
    assert set(_told(reply.json)) == told_here - {BOOKS[language].title, BOOKS[language].preface, *_unused(language)}


def _told(body: Any) -> Iterator[str]:
    """Every text for people in a reply."""
    if isinstance(body, dict):
        yield from (body[name] for name in ("description", "title", "text") if name in body)
    for inner in body.values() if isinstance(body, dict) else body if isinstance(body, list) else ():
        yield from _told(inner)


def _unused(language: str) -> set[str]:
    """Texts of values that no request may name."""
    options = BOOKS[language].options.items()
    return {text for name, option in options for value, text in option.choices.items() if value not in CHOICES[name]}


def _stripped(body: Any) -> Any:
    """A reply without its texts for people."""
    if isinstance(body, list):
        return [_stripped(inner) for inner in body]
    if not isinstance(body, dict):
        return body
    texts = {"description", "title", "text", "language"}
    return {name: _stripped(inner) for name, inner in body.items() if name not in texts or not isinstance(inner, str)}


def test_nothing_but_texts_depends_on_the_language(client: FlaskClient) -> None:
    bodies = [client.get("/v1/rules", headers={"Accept-Language": language}).json for language in LANGUAGES]
    assert all(_stripped(body) == _stripped(bodies[0]) for body in bodies)


def test_b28_each_language_has_a_tag_of_its_own(client: FlaskClient) -> None:
    tags = {one: client.get("/v1/rules", headers={"Accept-Language": one}).headers["ETag"] for one in LANGUAGES}
    assert len(set(tags.values())) == len(LANGUAGES)
    for language, tag in tags.items():
        for asked in LANGUAGES:
            headers = {"Accept-Language": asked, "If-None-Match": tag}
            reply = check_reply("getRules", client.get("/v1/rules", headers=headers))
            assert (reply.status_code, reply.headers["ETag"]) == (304 if asked == language else 200, tags[asked])
            assert "Accept-Language" in ", ".join(reply.headers.getlist("Vary"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", TABLE)
def test_a_refusal_differs_by_its_title_alone(code: str, language: str) -> None:
    english, body = problem(Refused(code)), problem(Refused(code), language)
    assert body == {**english, "title": body["title"]}
    assert body["title"] == told(TABLE[code], language).title
    assert body["status"] == TABLE[code].status


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_over_http(client: FlaskClient, language: str) -> None:
    """405 comes from the framework, 404 from the router, 422 and 401 from the API itself."""
    requests = [("DELETE", "/v1/rules"), ("GET", "/nowhere"), ("GET", "/v1/rules?a=b"), ("GET", "/v1/players/me")]
    for method, path in requests:
        reply = client.open(path, method=method, headers={"Accept-Language": f"fr, {language};q=0.5"})
        assert reply.status_code >= 400
        kind = TABLE[reply.json["code"]]
        assert reply.headers["Content-Language"] == language
        assert (reply.status_code, reply.json["title"]) == (kind.status, told(kind, language).title)
        assert "Accept-Language" in ", ".join(reply.headers.getlist("Vary"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", TABLE.values(), ids=lambda kind: kind.code)
def test_each_code_has_a_page_in_each_language(client: FlaskClient, kind: Any, language: str) -> None:
    headers = {"Accept-Language": language}
    page = client.get(f"/problems/{kind.code}", headers={**headers, "Accept": "text/html"})
    assert f'<html lang="{language}">' in page.text
    assert f"<h1>{told(kind, language).title}</h1>" in page.text
    assert f"<code>{kind.code}</code>" in page.text
    as_json = client.get(f"/problems/{kind.code}", headers={**headers, "Accept": "application/json"})
    assert as_json.json["status"] == kind.status
    assert (as_json.json["title"], as_json.json["text"]) == told(kind, language)
    for reply in (page, as_json):
        assert (reply.headers["Content-Language"], reply.headers["Vary"]) == (language, "Accept, Accept-Language")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_of_problems(client: FlaskClient, language: str) -> None:
    headers = {"Accept-Language": language}
    text = client.get("/problems", headers=headers).text
    assert f"<h1>{TEXTS[language].page['title']}</h1>" in text
    assert text.count("<li>") == len(TABLE)
    items = client.get("/problems", headers={**headers, "Accept": "application/json"}).json["items"]
    assert [item["title"] for item in items] == [told(kind, language).title for kind in TABLE.values()]
