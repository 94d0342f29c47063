"""B28 on the games: HEAD, OPTIONS, Accept, methods and conditional requests."""

import pytest

from tests.api.games_api import BLIND, ME, OPEN, TAKE, GameAt, Site, found, problem

READS = ("", "/legal-actions", "/events", "/record", "/positions/1")
POSTS = ("/seats", "/actions", "/actions/preview", "/resignation", "/abort")
CONDITIONAL = ("", "/legal-actions", "/record", "/positions/2")


@pytest.fixture
def game(site: Site) -> GameAt:
    return site.game()


@pytest.mark.parametrize("suffix", READS)
def test_b28_head_is_get_without_a_body(game: GameAt, suffix: str) -> None:
    get, head = game.get(suffix), game.site.client.head(game.path + suffix)
    passing = {"Server-Time", "X-Request-Id"}
    assert (head.status_code, head.data) == (200, b"")
    assert {name: value for name, value in head.headers if name not in passing} == {
        name: value for name, value in get.headers if name not in passing
    }


@pytest.mark.parametrize("suffix", READS + POSTS)
def test_b28_options_and_other_methods(game: GameAt, suffix: str) -> None:
    has = {"GET", "HEAD", "OPTIONS"} if suffix in READS else {"POST", "OPTIONS"}
    options = game.site.client.options(game.path + suffix)
    assert (options.status_code, set(options.headers["Allow"].split(", "))) == (204, has)
    for method in {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"} - has:
        reply = game.site.client.open(game.path + suffix, method=method)
        assert reply.status_code == 405, method
        assert set(reply.headers["Allow"].split(", ")) == has


@pytest.mark.parametrize("suffix", CONDITIONAL)
@pytest.mark.parametrize("form", ['"{}"', 'W/"{}"', '"{}-gzip"'])
def test_b28_what_has_not_changed_is_not_sent_again(game: GameAt, suffix: str, form: str) -> None:
    for method in ("GET", "HEAD"):
        reply = game.site.client.open(
            game.path + suffix, method=method, headers={"If-None-Match": form.format(game.etag)}
        )
        assert (reply.status_code, reply.data, reply.headers["ETag"]) == (304, b"", f'"{game.etag}"')
        assert "private" in reply.headers["Cache-Control"]
        assert reply.headers["Vary"] == "Authorization, Accept, Accept-Encoding"
    assert game.get(suffix, None, If_None_Match='"1-00000000"').status_code == 200
    assert game.get(suffix, None, If_None_Match='"whatever"').status_code == 200
    for bad in ("*", game.etag, f'"{game.etag}", "1-00000000"'):
        problem(game.get(suffix, None, If_None_Match=bad), 400, "bad-precondition")


def test_the_log_has_no_etag_and_is_always_sent(game: GameAt) -> None:
    """`after` says what the caller has."""
    reply = game.get("/events", None, If_None_Match=f'"{game.etag}"')
    assert reply.status_code == 200
    assert "ETag" not in reply.headers


@pytest.mark.parametrize("end", ["resignation", "abort"])
@pytest.mark.parametrize("form", ["{}", "W/{}"])
def test_an_earlier_position_changes_once_the_game_is_over(game: GameAt, end: str, form: str) -> None:
    """Then nothing in it is hidden any more; before and after that it stays as it is."""
    ada = game.people[0]
    if end == "resignation":
        game.act(ada, BLIND)
    first = game.get("/positions/2", ada)
    assert first.headers["ETag"] == f'"{first.json["etag"]}"'
    known = form.format(first.headers["ETag"])
    assert game.get("/positions/2", ada, If_None_Match=known).status_code == 304
    assert game.get("/positions/1", ada, If_None_Match=known).status_code == 200
    assert game.post(f"/{end}", ada).status_code == 200
    over = game.get("/positions/2", ada, If_None_Match=known)
    assert over.status_code == 200
    assert "seed" in over.json["fairness"]
    assert over.json["etag"] == first.json["etag"]
    assert over.headers["ETag"] == f'"{first.json["etag"]}-over"'
    for mark in ("{}", "{}-gzip"):
        tag = mark.format(over.headers["ETag"].strip('"'))
        assert game.get("/positions/2", ada, If_None_Match=form.format(f'"{tag}"')).status_code == 304


def test_b28_if_none_match_is_for_reading(game: GameAt) -> None:
    reply = game.submit(game.people[0], TAKE, If_None_Match=f'"{game.etag}"')
    assert reply.status_code == 200
    assert reply.headers["ETag"] == f'"{game.etag}"'


@pytest.mark.parametrize(
    ("accept", "status"),
    [
        ("application/json", 200),
        ("application/json; text/javascript", 200),
        ("application/json;q=0.1, text/html", 200),
        ("application/*", 200),
        ("*/*;q=0.1", 200),
        ("", 200),
        (";;;", 200),
        ("text/html", 406),
        ("application/json;q=0", 406),
        ("text/csv", 406),
        ("application/xml, image/png", 406),
    ],
)
@pytest.mark.parametrize("suffix", READS)
def test_b28_accept(game: GameAt, suffix: str, accept: str, status: int) -> None:
    reply = game.get(suffix, None, Accept=accept)
    assert reply.status_code == status
    assert reply.mimetype == ("application/json" if status == 200 else "application/problem+json")


@pytest.mark.parametrize(
    ("content_type", "data", "status"),
    [
        ("text/plain", b'{"type": "pass"}', 415),
        ("application/x-www-form-urlencoded", b"type=pass", 415),
        ("application/json; charset=latin-1", b'{"type": "pass"}', 415),
        (None, b'{"type": "pass"}', 415),
        ("application/json", b"", 400),
        ("application/json", b"{", 400),
        ("application/json", b'{"type": "pass", "type": "pass"}', 400),
        ("application/json", b'{"type": "p\xffass"}', 400),
        ("application/json", b'{"type": "\\ud800"}', 400),
        ("application/json", b"[" * 20_000, 400),
        ("application/json", b'{"tokens": NaN}', 400),
        ("application/json", b'{"type": "pass"' + b" " * 70_000 + b"}", 413),
        ("application/json", b"null", 422),
        ("application/json", b"[]", 422),
        ("application/json", b'"pass"', 422),
        ("application/json", b'{"type": "take_tokens", "tokens": {"white": 1e0}}', 422),
        ("application/json", b'{"type": "take_tokens", "tokens": {"white": 123456789012345678901234567890}}', 422),
    ],
)
def test_bad_bodies_change_nothing(game: GameAt, content_type: str | None, data: bytes, status: int) -> None:
    etag = game.etag
    ada = game.people[0]
    headers = ada.headers | {"If-Match": f'"{etag}"'} | ({"Content-Type": content_type} if content_type else {})
    for suffix in ("/actions", "/actions/preview"):
        reply = game.site.client.post(game.path + suffix, data=data, headers=headers)
        assert reply.status_code == status, reply.text
    assert game.etag == etag


def test_the_view_of_one_seat_never_comes_from_a_cache_to_another(game: GameAt) -> None:
    for suffix in READS:
        for person in (None, *game.people):
            reply = game.get(suffix, person)
            assert reply.headers["Cache-Control"] == "private, no-cache"
            assert "Authorization" in reply.headers["Vary"]


def test_an_app_of_another_origin_may_use_all_of_it(redis_url: str) -> None:
    site = Site(redis_url, cors_origins=("https://app.example",))
    game = site.game(ME, OPEN)
    origin = {"Origin": "https://app.example"}
    for suffix in READS:
        reply = site.client.get(game.path + suffix, headers=origin)
        assert reply.headers["Access-Control-Allow-Origin"] == "https://app.example"
        assert "ETag" in reply.headers["Access-Control-Expose-Headers"]
    for reply in (game.submit(game.people[1], TAKE, **origin), game.get("/positions/99", None, **origin)):
        assert reply.status_code in (409, 404)
        assert reply.headers["Access-Control-Allow-Origin"] == "https://app.example"


def test_a_token_in_the_query_is_refused_before_it_is_looked_at(game: GameAt) -> None:
    for name in ("token", "access_token", "Access_Token", "%74oken"):
        problem(game.site.client.get(f"{game.path}?{name}=spl_player_x"), 400, "token-in-query")


@pytest.mark.parametrize("query", ["token=x", f"a=%FF&v=spl_player_{'x' * 43}", "a&a&api_key"])
@pytest.mark.parametrize(
    "path", ["/openapi.json", "/docs", "/docs/start.js", "/problems", "/livez", "/v1/cards", "/nowhere", "/v1/games//x"]
)
def test_a_token_in_the_query_is_refused_at_every_address(site: Site, path: str, query: str) -> None:
    for method in ("GET", "POST", "OPTIONS", "BREW"):
        problem(site.client.open(f"{path}?{query}", method=method), 400, "token-in-query")
    head = site.client.head(f"{path}?{query}")
    assert (head.status_code, head.data) == (400, b"")
    assert site.client.get(f"{path}?tokens=x&v=spl_player_x").status_code != 400


def test_the_request_id_of_a_proxy_is_kept(game: GameAt) -> None:
    reply = game.get("", None, X_Request_Id="abcdef-123456")
    assert reply.headers["X-Request-Id"] == "abcdef-123456"
    assert found(reply)["id"] == game.id


@pytest.mark.parametrize("suffix", [suffix for suffix in READS if suffix != "/events"])
def test_b28_events_alone_are_streamed(game: GameAt, suffix: str) -> None:
    assert game.get(suffix, None, Accept="text/event-stream").status_code == 406
