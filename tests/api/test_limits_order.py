"""Where 429 stands among the checks, and which requests are counted at all."""

import pytest

from service.store.keys import new_game_id
from tests.api.games_api import Site
from tests.api.limits_api import FEW, left, limited_site, table, told
from tests.api.ops_api import make_app

READ = FEW["limit_read"]


def used_up(site: Site, headers: dict[str, str]) -> None:
    """Nothing is left of reading and of changes."""
    while site.client.get(f"/v1/games/{new_game_id()}", headers=headers).status_code != 429:
        pass
    while site.client.patch("/v1/players/me", json={}, headers=headers).status_code not in (401, 429):
        pass


def test_429_comes_after_401_and_before_404_and_422(limited: Site) -> None:
    ada = limited.person()
    used_up(limited, ada.headers)
    used_up(limited, {})
    ask = limited.client.open
    unknown = f"/v1/games/{new_game_id()}"
    for headers in (ada.headers, {}):
        assert ask(unknown, headers=headers).status_code == 429
        assert ask("/v1/games/nonsense", headers=headers).status_code == 429
        assert ask(f"{unknown}/events?limit=x", headers=headers).status_code == 429
    assert ask("/v1/players/me", method="PATCH", json={"name": 1}, headers=ada.headers).status_code == 429
    assert ask(f"{unknown}/seats", method="POST", json={"seat": "x"}, headers=ada.headers).status_code == 429
    # 401, and what is said of the transport, cost nothing and come first.
    assert ask(f"{unknown}/seats", method="POST").json["code"] == "token-missing"
    assert ask("/v1/players/me", headers={"Authorization": "Bearer x"}).json["code"] == "token-invalid"
    assert ask("/v1/players/me", headers={**ada.headers, "Accept": "text/html"}).status_code == 406
    assert ask(f"{unknown}?token=1").status_code == 400
    assert ask("/v1/players/me", method="PUT", headers=ada.headers).status_code == 405


def test_head_counts_as_get_and_options_as_nothing(limited: Site) -> None:
    game, eve = table(limited), limited.person()
    assert left(game.get("", eve), "read") == READ.quota - 1
    for _ in range(3):
        assert told(limited.client.options(game.path, headers=eve.headers)) == {}
    assert left(limited.client.head(game.path, headers=eve.headers), "read") == READ.quota - 2
    reply = game.get("", eve, If_None_Match=f'"{game.etag}"')
    assert (reply.status_code, left(reply, "read")) == (304, READ.quota - 3)
    used_up(limited, eve.headers)
    reply = limited.client.head(game.path, headers=eve.headers)
    assert (reply.status_code, reply.data, left(reply, "read")) == (429, b"", 0)
    assert limited.client.options(game.path, headers=eve.headers).status_code == 204


@pytest.mark.parametrize(
    "path",
    ["/livez", "/readyz", "/status", "/metrics", "/openapi.json", "/docs", "/v1/rules", "/v1/cards", "/problems"],
)
def test_what_is_the_same_for_all_is_not_limited(redis_url: str, path: str) -> None:
    client = make_app(redis_url, rate_limits="on", **FEW).test_client()
    while client.get(f"/v1/games/{new_game_id()}").status_code != 429:
        pass
    replies = [client.get(path) for _ in range(READ.quota + 1)]
    assert {reply.status_code for reply in replies} == {200}
    assert [told(reply) for reply in replies] == [{}] * len(replies)


def test_a_page_of_another_origin_can_read_the_headers(redis_url: str) -> None:
    site = limited_site(redis_url, cors_origins=("https://app.example",))
    reply = site.client.get(f"/v1/games/{new_game_id()}", headers={"Origin": "https://app.example"})
    exposed = set(reply.headers["Access-Control-Expose-Headers"].split(", "))
    assert exposed >= {"RateLimit", "RateLimit-Policy", "Retry-After"}
    assert left(reply, "read") == READ.quota - 1
