"""/problems/{slug}: what each code means, for people and, by Accept, for programs."""

from html import escape

from flask import Blueprint, Response, request

from service.api.accept import best
from service.api.encoding import JSON, encode
from service.api.errors import TABLE, Kind, Refused

_HTML = "text/html"
_PAGE = (
    '<!doctype html><html lang="en"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width"><title>{title}</title>'
    "<style>body{{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}}</style>"
    "<h1>{title}</h1>{body}</html>"
)
_CACHE = "public, max-age=3600"

pages = Blueprint("problems", __name__)


@pages.get("/problems")
def index() -> Response:
    """All codes."""
    if _wants_json():
        return _json({"items": [_members(kind) for kind in TABLE.values()]})
    items = "".join(
        f'<li><a href="/problems/{kind.code}">{kind.code}</a> ({kind.status})</li>' for kind in TABLE.values()
    )
    return _html("Problems", f"<ul>{items}</ul>")


@pages.get("/problems/<slug>")
def page(slug: str) -> Response:
    """One code."""
    kind = TABLE.get(slug)
    if kind is None:
        raise Refused("not-found")
    if _wants_json():
        return _json(_members(kind))
    body = f"<p>{escape(kind.text)}</p><p>Status {kind.status}, code <code>{kind.code}</code>.</p>"
    return _html(kind.title, f'{body}<p><a href="/problems">All problems</a></p>')


def _wants_json() -> bool:
    return best(request.headers.get("Accept", ""), (_HTML, JSON)) == JSON


def _members(kind: Kind) -> dict[str, object]:
    return {"type": f"/problems/{kind.code}", **kind._asdict()}


def _json(body: object) -> Response:
    return Response(encode(body), headers=_headers(JSON))


def _html(title: str, body: str) -> Response:
    return Response(_PAGE.format(title=escape(title), body=body), headers=_headers("text/html; charset=utf-8"))


def _headers(content_type: str) -> dict[str, str]:
    return {"Content-Type": content_type, "Vary": "Accept", "Cache-Control": _CACHE}
