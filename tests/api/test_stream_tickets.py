"""Tickets: how a browser, which can send no header, opens a stream."""

import time
from datetime import datetime

import pytest

from service.metrics import exposition
from service.store import tickets
from service.store.keys import ticket_key
from service.store.tokens import digest_of
from service.streaming import rounds
from tests.api.games_api import TAKE, Person, Site, problem
from tests.api.limits_api import limited_site
from tests.api.streams_api import opened, private_game, refused
from tests.servers import wait_until

TICKETS = "/v1/players/me/stream-tickets"


def ticket(site: Site, person: Person, path: str) -> str:
    reply = site.client.post(TICKETS, json={"path": path}, headers=person.headers)
    assert reply.status_code == 201, reply.text
    assert (reply.headers["Cache-Control"], reply.headers["Location"]) == ("no-store", path)
    assert reply.json["path"] == path
    return str(reply.json["ticket"])


def lasts_ms(site: Site, secret: str) -> int:
    return int(site.services.tickets._client.call("PTTL", ticket_key(digest_of(secret))))


def test_a_ticket_opens_the_stream_that_it_is_for_as_its_player_sees_it(site: Site) -> None:
    game = private_game(site)
    path = f"{game.path}/events"
    secret = ticket(site, game.people[1], path)
    with opened(site, f"{path}?ticket={secret}") as stream:
        assert stream.next().data == game.view(game.people[1])
        game.act(game.people[0], TAKE)
        assert stream.next().data["type"] == "action_played"
    with opened(site, f"{path}?ticket={secret}&after=0") as again:
        assert again.next().data["number"] == 1


def test_a_ticket_opens_nothing_else(site: Site) -> None:
    game, other = site.game(), site.game()
    path, person = f"{game.path}/events", game.people[0]
    secret = ticket(site, person, path)
    problem(refused(site, f"{other.path}/events?ticket={secret}"), 401, "ticket-invalid")
    problem(site.client.get(f"{path}?ticket={secret}"), 401, "ticket-invalid")
    for asked, method in ((game.path, "get"), (f"{game.path}/record", "get"), (TICKETS, "post")):
        more = {"json": {"path": path}} if method == "post" else {}
        headers = {"Authorization": person.headers["Authorization"]} if method == "post" else {}
        reply = getattr(site.client, method)(f"{asked}?ticket={secret}", headers=headers, **more)
        problem(reply, 422, "invalid-request")
    reply = site.client.head(f"{path}?ticket={secret}", headers={"Accept": "text/event-stream"})
    assert reply.status_code == 401
    # In the place of a token it is none.
    problem(site.client.get("/v1/players/me", headers={"Authorization": f"Bearer {secret}"}), 401, "token-invalid")


@pytest.mark.parametrize("odd", ["", "x", "st_" + "x" * 43, "spl_ticket", "st_%ff" + "x" * 41])
def test_an_odd_ticket_is_refused(site: Site, odd: str) -> None:
    path = f"{site.game().path}/events"
    expected = (400, "unreadable-request") if "%ff" in odd else (401, "ticket-invalid")
    problem(refused(site, f"{path}?ticket={odd}"), *expected)
    assert site.services.streams.count == 0


def test_a_token_and_a_ticket_at_a_time_are_one_too_many(site: Site) -> None:
    game = site.game()
    path, person = f"{game.path}/events", game.people[0]
    problem(refused(site, f"{path}?ticket={ticket(site, person, path)}", person), 400, "unreadable-request")


@pytest.mark.parametrize(
    "path",
    ["/v1/games", "/v1/players/me", "/v1/players/me/turns", "/v1/games/x/events", "/v1/games/gzz_unknown/record", "",
     "/v1/players/me/events?after=3", "https://elsewhere.example/v1/players/me/events", 7],
)  # fmt: skip
def test_there_are_tickets_for_streams_alone(site: Site, path: object) -> None:
    reply = site.client.post(TICKETS, json={"path": path}, headers=site.person().headers)
    assert problem(reply, 422, "invalid-request")["errors"][0]["pointer"] == "/path"


def test_a_ticket_has_a_minute_to_be_used(site: Site) -> None:
    game = site.game()
    path, person = f"{game.path}/events", game.people[0]
    before = time.time()
    reply = site.client.post(TICKETS, json={"path": path}, headers=person.headers)
    ends = datetime.fromisoformat(reply.json["expires_at"]).timestamp()
    assert 0 < ends - before <= 61
    assert 0 < lasts_ms(site, reply.json["ticket"]) <= tickets.FIRST_MS
    site.services.tickets._client.call("PEXPIRE", ticket_key(digest_of(reply.json["ticket"])), 0)
    problem(refused(site, f"{path}?ticket={reply.json['ticket']}"), 401, "ticket-invalid")


def test_a_stream_keeps_its_ticket_good(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "TURNS", 1)
    game = site.game()
    path = f"{game.path}/events"
    secret = ticket(site, game.people[0], path)
    with opened(site, f"{path}?ticket={secret}"):
        # Also one that a store has lost which was set back.
        site.services.tickets._client.call("UNLINK", ticket_key(digest_of(secret)))
        wait_until(lambda: lasts_ms(site, secret) > tickets.FIRST_MS, what="the ticket is renewed")
    opened(site, f"{path}?ticket={secret}").close()


@pytest.mark.parametrize("again_after_ms", [1, tickets.FIRST_MS])
def test_a_use_keeps_a_ticket_good_however_short_its_stream_was(
    site: Site, monkeypatch: pytest.MonkeyPatch, again_after_ms: int
) -> None:
    """It comes in the last moment, and the connection is lost before the stream was looked after for the first time."""
    monkeypatch.setattr(site.services.tickets, "renew", lambda _: None)
    game = site.game()
    path = f"{game.path}/events"
    secret = ticket(site, game.people[0], path)
    for _ in range(2):
        lose(site, secret, tickets.FIRST_MS - 3_000)
        opened(site, f"{path}?ticket={secret}").close()
        assert lasts_ms(site, secret) > tickets.FIRST_MS
    lose(site, secret, again_after_ms)
    opened(site, f"{path}?ticket={secret}").close()


def lose(site: Site, secret: str, ms: int) -> None:
    """So much of a ticket's time goes by."""
    site.services.tickets._client.call("PEXPIRE", ticket_key(digest_of(secret)), lasts_ms(site, secret) - ms)


def test_what_opens_no_stream_keeps_no_ticket(site: Site) -> None:
    game = site.game()
    path = f"{game.path}/events"
    secret = ticket(site, game.people[0], path)
    problem(site.client.get(f"{path}?ticket={secret}"), 401, "ticket-invalid")
    assert site.client.head(f"{path}?ticket={secret}", headers={"Accept": "text/event-stream"}).status_code == 401
    assert 0 < lasts_ms(site, secret) <= tickets.FIRST_MS


def test_a_token_that_only_reads_gets_tickets_too(site: Site) -> None:
    """It sees all that the player sees, and a ticket does no more than see."""
    game = private_game(site)
    person = game.people[1]
    made = site.client.post("/v1/players/me/tokens", headers=person.headers, json={"scope": "read"})
    reader = person._replace(headers={"Authorization": f"Bearer {made.json['token']}"})
    path = f"{game.path}/events"
    for address in (path, "/v1/players/me/events"):
        with opened(site, f"{address}?ticket={ticket(site, reader, address)}") as stream:
            first = stream.next()
            assert first.event == "snapshot"
            assert first.data == game.view(person) if address == path else first.data["games"][0]["id"] == game.id
    for change in (
        lambda: site.client.post("/v1/players/me/tokens", headers=reader.headers, json={}),
        lambda: game.submit(reader, TAKE),
    ):
        problem(change(), 403, "token-scope")


def test_a_ticket_dies_with_its_token(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rounds, "TURNS", 1)
    game = site.game()
    person = game.people[0]
    second = site.client.post("/v1/players/me/tokens", headers=person.headers, json={}).json
    path = f"{game.path}/events"
    secret = ticket(site, person._replace(headers={"Authorization": f"Bearer {second['token']}"}), path)
    with opened(site, f"{path}?ticket={secret}") as stream:
        stream.next()
        site.client.delete(f"/v1/players/me/tokens/{second['id']}", headers=person.headers)
        assert stream.rest() == []
    problem(refused(site, f"{path}?ticket={secret}"), 401, "token-invalid")


def test_guesses_are_counted_against_the_address(redis_url: str) -> None:
    site = limited_site(redis_url)
    path = f"{site.game().path}/events?ticket=st_{'x' * 43}"
    codes = [refused(site, path).json["code"] for _ in range(20)]
    assert codes[0] == "ticket-invalid"
    assert codes[-1] == "rate-limited"
    site.services.waiters.close()


def test_a_ticket_is_in_no_log_no_refusal_and_no_measure(site: Site, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    game = site.game()
    path = f"{game.path}/events"
    secret = ticket(site, game.people[0], path)
    opened(site, f"{path}?ticket={secret}").close()
    told = refused(site, f"{path}?ticket={secret}&nonsense=1")
    wrong = refused(site, f"{site.game().path}/events?ticket={secret}")
    everything = [told.text, wrong.text, caplog.text, exposition().decode()]
    assert not any(secret in text or secret[3:] in text for text in everything)
    assert game.path in caplog.text
