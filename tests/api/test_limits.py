"""Rate limits: who is held back, what is said, and that nobody's running game is in the way of anything."""

import secrets
from typing import Any

import pytest

from service.config import Rate
from service.store.keys import new_game_id
from service.store.players import new_secret
from tests.api.games_api import GREEDY, ME, OPEN, TAKE, GameAt, Site, found
from tests.api.limits_api import FEW, left, limited_site, refused, table, told
from tests.api.timing import PER_TURN, remaining
from tests.servers import Server

CREATE, READ, GAME = FEW["limit_create"], FEW["limit_read"], FEW["limit_game"]


def test_who_hammers_creation_is_told_all_about_it(limited: Site) -> None:
    ada = limited.person()
    for number in range(CREATE.quota):
        reply = limited.create(ada, OPEN, OPEN)
        assert (reply.status_code, left(reply, "create")) == (201, CREATE.quota - number - 1)
    for _ in range(3):
        refused(limited.create(ada, OPEN, OPEN), "create", CREATE)
    with_key = limited.create(ada, OPEN, OPEN, key="one")
    refused(with_key, "create", CREATE)
    # Other things have other limits, and others theirs.
    assert left(limited.client.get("/v1/players/me", headers=ada.headers), "read") == READ.quota - 1
    assert limited.create(limited.person(), OPEN, OPEN).status_code == 201


def test_hammering_hurts_neither_ones_own_running_game_nor_that_of_others(limited: Site) -> None:
    """Everything that Ada has beside the game is used up; both games go on."""
    own, other = table(limited, time_control=PER_TURN), table(limited)
    ada = own.people[0]
    while limited.create(ada, OPEN, OPEN).status_code != 429:
        pass
    for path in ("/v1/players/me", f"/v1/games/{new_game_id()}", other.path):
        while limited.client.get(path, headers=ada.headers).status_code != 429:
            pass
    while limited.client.patch("/v1/players/me", json={"name": "Eve"}, headers=ada.headers).status_code != 429:
        pass
    reply = own.submit(ada, TAKE)
    assert (reply.status_code, left(reply, "game")) == (200, GAME.quota - 1)
    reply = own.get("", ada)
    assert (reply.status_code, left(reply, "game-read")) == (200, GAME.quota - 1)
    assert remaining(reply.json)
    assert other.submit(other.people[0], TAKE).status_code == 200
    assert other.get("", other.people[1]).status_code == 200


def test_who_asks_for_the_own_game_without_end_can_still_play(limited: Site) -> None:
    game = table(limited)
    ada = game.people[0]
    while (reply := game.get("", ada)).status_code != 429:
        assert reply.status_code == 200
    refused(reply, "game-read", GAME)
    assert game.submit(ada, TAKE).status_code == 200
    assert game.get("", game.people[1]).status_code == 200


def test_one_may_play_in_many_games_at_once(limited: Site) -> None:
    """Each running game has its own limit: together they are more than all of what there is elsewhere."""
    ada = limited.person()
    games = []
    for _ in range(CREATE.quota):
        reply = limited.create(ada, ME, GREEDY)
        games.append(GameAt(limited, reply.json["id"], ada, [ada]))
    for game in games:
        for number in range(1, 5):
            reply = game.get("/legal-actions", ada)
            assert (reply.status_code, left(reply, "game-read")) == (200, GAME.quota - number)
    assert len(games) * 4 > READ.quota


def test_what_is_counted_where_one_does_not_play(limited: Site) -> None:
    """Spectators, the waiting and the finished: as everywhere else."""
    game, eve = table(limited), limited.person("Eve")
    ada = game.people[0]
    assert left(game.get("", eve), "read") == READ.quota - 1
    waiting = limited.create(ada, ME, OPEN).json["id"]
    assert left(limited.client.get(f"/v1/games/{waiting}", headers=ada.headers), "read") == READ.quota - 1
    assert left(game.post("/resignation", ada), "game") == GAME.quota - 1
    assert left(game.get("", ada), "read") == READ.quota - 2


def test_many_tokens_of_many_players_each_have_their_own(limited: Site) -> None:
    people = [limited.person(f"Player {number}") for number in range(10)]
    for _ in range(READ.quota):
        for person in people:
            assert limited.client.get("/v1/players/me", headers=person.headers).status_code == 200
    for person in people:
        refused(limited.client.get("/v1/players/me", headers=person.headers), "read", READ)


def test_invented_tokens_count_against_the_address_and_leave_nothing(limited: Site, embedded: Server) -> None:
    game, ada = table(limited), limited.person()
    before = keys(embedded)

    def invented(path: str) -> Any:
        return limited.client.get(path, headers={"Authorization": f"Bearer {new_secret('player')}"})

    paths = ["/v1/players/me", game.path, f"/v1/games/{new_game_id()}"]
    for number in range(READ.quota):
        reply = invented(paths[number % len(paths)])
        assert (reply.status_code, reply.json["code"]) == (401, "token-invalid")
        assert left(reply, "read") == READ.quota - number - 1
    for path in paths:
        refused(invented(path), "read", READ)
    refused(game.get(), "read", READ)
    assert keys(embedded) - before == {b"limit:{address:127.0.0.1}:read"}
    assert limited.client.get("/v1/players/me", headers=ada.headers).status_code == 200
    assert game.submit(game.people[0], TAKE).status_code == 200


def keys(server: Server) -> set[bytes]:
    with server.admin() as admin:
        return set(admin.scan_iter(count=1_000))


def test_players_are_counted_by_address(limited: Site) -> None:
    """POST /v1/players needs no token."""
    for number in range(CREATE.quota):
        reply = register(limited, "192.0.2.7")
        assert (reply.status_code, left(reply, "create")) == (201, CREATE.quota - number - 1)
    refused(register(limited, "192.0.2.7"), "create", CREATE)
    assert register(limited, "192.0.2.8").status_code == 201


def register(site: Site, address: str, **headers: str) -> Any:
    return site.client.post(
        "/v1/players", json={"name": "Ada"}, environ_overrides={"REMOTE_ADDR": address}, headers=headers
    )


def test_waiting_for_events_counts_as_both(limited: Site) -> None:
    game, eve = table(limited), limited.person()
    reply = game.get("/events?after=0&wait_ms=10", eve)
    assert {name: values["r"] for name, values in told(reply).items()} == {
        "read": READ.quota - 1,
        "stream": FEW["limit_stream"].quota - 1,
    }
    assert set(told(game.get("/events?after=0&wait_ms=10"))) == {"read", "stream"}
    assert set(told(game.get("/events?after=0&wait_ms=0", eve))) == {"read"}
    assert game.get("/events?after=0&wait_ms=10", eve).status_code == 200
    refused(game.get("/events?after=0&wait_ms=10", eve), "stream", FEW["limit_stream"])
    assert set(told(game.get("/events?after=0&wait_ms=10", game.people[0]))) == {"game-read"}


@pytest.mark.parametrize("path", ["/v1/players/me", "{game}", "{other}"])
def test_a_limit_that_cannot_be_counted_holds_nobody_back(limited: Site, path: str) -> None:
    game, other, ada = table(limited), table(limited), limited.person()
    store = limited.services.games._client
    path = path.format(game=game.path, other=other.path)
    # With a value that is no number each count fails.
    limited.client.get(path, headers=ada.headers)
    for key in keys_of_limits(limited):
        store.calls((("UNLINK", key), ("RPUSH", key, "broken")))
    for _ in range(READ.quota + 2):
        reply = limited.client.get(path, headers=ada.headers)
        assert (reply.status_code, told(reply)) == (200, {})


def keys_of_limits(site: Site) -> list[bytes]:
    found: list[bytes] = site.services.games._client.call("KEYS", "limit:*")
    assert found
    return found


def test_off_means_nothing_is_said_and_nothing_kept(redis_url: str, embedded: Server) -> None:
    site = limited_site(redis_url, rate_limits="off")
    ada = site.person()
    for _ in range(READ.quota + 2):
        assert told(site.client.get("/v1/players/me", headers=ada.headers)) == {}
    assert not any(key.startswith(b"limit:") for key in keys(embedded))


def test_each_request_is_counted_in_the_round_trip_that_it_takes_anyway(
    limited: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, ada = table(limited), limited.person()
    client, sent = limited.services.games._client, []
    send = type(client).send
    game.get("", game.people[0])  # the server knows the script from here on
    limited.services.presence.see(ada.id)  # which takes one in ten seconds

    def noted(self: Any, commands: Any) -> Any:
        sent.append([command[0] for command in commands])
        return send(self, commands)

    monkeypatch.setattr(type(client), "send", noted)
    for path, person, expected in (
        (game.path, game.people[0], [["GET", "HMGET", "EVALSHA"]]),
        (game.path, None, [["HMGET", "EVALSHA"]]),
        (game.path, ada, [["GET", "HMGET", "EVALSHA"], ["EVALSHA"]]),
        ("/v1/players/me/tokens", ada, [["GET", "EVALSHA"], ["HGETALL"]]),
    ):
        sent.clear()
        found(limited.client.get(path, headers=person.headers if person else {}))
        assert sent == expected


def test_rates_come_from_the_settings(redis_url: str) -> None:
    site = limited_site(redis_url, limit_read=Rate(1, 7))
    path = f"/v1/games/{secrets.token_hex(8)}"
    assert told(site.client.get(path)) == {"read": {"q": 1, "w": 7, "r": 0, "t": 7}}
    refused(site.client.get(path), "read", Rate(1, 7))
