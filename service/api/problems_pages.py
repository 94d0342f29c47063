"""/problems/{slug}: what each code means, for people and, by Accept, for programs; by Accept-Language in their own words."""

from html import escape

from flask import Blueprint, Response, request

from service.api.accept import best
from service.api.encoding import JSON, encode
from service.api.errors import TABLE, Kind, Refused
from service.api.languages import negotiate
from service.api.problems_texts import TEXTS, told

_HTML = "text/html"
_PAGE = (
    '<!doctype html><html lang="{language}"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width"><title>{title}</title>'
    "<style>body{{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}}</style>"
    "<h1>{title}</h1>{body}</html>"
)
_CACHE = "public, max-age=3600"

pages = Blueprint("problems", __name__)


@pages.get("/problems")
def index() -> Response:
    """All codes."""
    language = _language()
    if _wants_json():
        return _json({"items": [_members(kind, language) for kind in TABLE.values()]}, language)
    items = "".join(_item(kind, language) for kind in TABLE.values())
    return _html(TEXTS[language].page["title"], f"<ul>{items}</ul>", language)


@pages.get("/problems/<slug>")
def page(slug: str) -> Response:
    """One code."""
    kind, language = TABLE.get(slug), _language()
    if kind is None:
        raise Refused("not-found")
    if _wants_json():
        return _json(_members(kind, language), language)
    title, text = told(kind, language)
    words = TEXTS[language].page
    facts = words["facts"].format(status=kind.status, code=f"<code>{kind.code}</code>")
    body = f'<p>{escape(text)}</p><p>{facts}</p><p><a href="/problems">{escape(words["all"])}</a></p>'
    return _html(title, body, language)


def _language() -> str:
    return negotiate(request.environ.get("HTTP_ACCEPT_LANGUAGE"))


def _wants_json() -> bool:
    return best(request.headers.get("Accept", ""), (_HTML, JSON)) == JSON


def _item(kind: Kind, language: str) -> str:
    title = escape(told(kind, language).title)
    return f'<li><a href="/problems/{kind.code}">{kind.code}</a> ({kind.status}): {title}</li>'


def _members(kind: Kind, language: str) -> dict[str, object]:
    return {"type": f"/problems/{kind.code}", **kind._asdict(), **told(kind, language)._asdict()}


def _json(body: object, language: str) -> Response:
    return Response(encode(body), headers=_headers(JSON, language))


def _html(title: str, body: str, language: str) -> Response:
    text = _PAGE.format(language=language, title=escape(title), body=body)
    return Response(text, headers=_headers("text/html; charset=utf-8", language))


def _headers(content_type: str, language: str) -> dict[str, str]:
    return {
        "Content-Type": content_type,
        "Content-Language": language,
        "Vary": "Accept, Accept-Language",
        "Cache-Control": _CACHE,
    }
