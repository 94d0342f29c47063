"""C09: how many streams there may be, who may have one and for how long, and that a place is given back."""

import gc
import socket
import sys

import pytest

from service.config import Rate
from service.metrics import exposition
from service.streaming import rounds
from service.streaming import stream as stream_module
from service.streaming.messages import Piece
from service.streaming.stream import Stream
from tests.api.games_api import GREEDY, RANDOM, TAKE, Site, found, problem
from tests.api.limits_api import limited_site, told
from tests.api.streams_api import ask, opened, private_game, refused
from tests.servers import Server, wait_until


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each stream has its turn once a second."""
    monkeypatch.setattr(rounds, "TURNS", 1)


def path_of(site: Site, **options: object) -> str:
    return f"{site.game(**options).path}/events"


def test_a_server_that_cannot_keep_a_connection_says_so(site: Site) -> None:
    path = path_of(site)
    site.services.streams.serves = True
    problem(site.client.get(path, headers={"Accept": "text/event-stream"}), 503, "streams-unavailable")
    ours, theirs = socket.socketpair()
    with ours, theirs:
        site.services.streams.serves = False
        reply = ask(site, path, theirs)
        problem(reply, 503, "streams-unavailable")
        assert int(reply.headers["Retry-After"]) >= 1
    assert site.services.streams.count == 0


def test_c09_one_too_many_is_told_to_come_later(redis_url: str) -> None:
    site = Site(redis_url, max_streams=2)
    path = path_of(site)
    streams = [opened(site, path) for _ in range(2)]
    reply = refused(site, path)
    problem(reply, 503, "too-many-streams")
    assert int(reply.headers["Retry-After"]) >= 1
    assert site.client.get(path).status_code == 200  # pages are not concerned
    streams[0].close()
    wait_until(lambda: site.services.streams.count == 1, what="the place is free again")
    opened(site, path).close()
    streams[1].close()
    wait_until(lambda: site.services.streams.count == 0, what="all places are free again")
    site.services.streams.close()
    site.services.waiters.close()


def test_streams_take_no_place_of_those_who_wait(site: Site) -> None:
    with opened(site, path_of(site)) as stream:
        stream.next()
        assert (site.services.waiters.count, site.services.streams.count) == (0, 1)


def test_a_place_is_given_back_where_the_client_left_before_the_headers(site: Site) -> None:
    """Whatever becomes of a reply on its way, nothing has to be told that it will not be needed."""
    path = path_of(site)
    site.services.streams.serves = True
    ours, theirs = socket.socketpair()
    with ours, theirs:
        reply = site.app.test_client().get(
            path, headers={"Accept": "text/event-stream"}, environ_overrides={"gunicorn.socket": theirs}
        )
        assert site.services.streams.count == 1
        reply.response = []
        del reply
        gc.collect()
        wait_until(lambda: site.services.streams.count == 0, what="the place is free again")


def test_checks_come_in_their_order_and_before_any_place_is_taken(site: Site) -> None:
    game = private_game(site)
    path = f"{game.path}/events"
    problem(refused(site, path, Authorization="Bearer nonsense"), 401, "token-invalid")
    problem(refused(site, path), 404, "game-not-found")
    problem(refused(site, "/v1/games/gzzunknownunknownunknow/events"), 404, "game-not-found")
    problem(refused(site, f"{path}?limit=0", game.people[0]), 422, "invalid-request")
    problem(refused(site, f"{path}?token=x", game.people[0]), 400, "token-in-query")
    assert site.services.streams.count == 0


def test_streams_count_against_the_limit_for_those_who_wait(redis_url: str) -> None:
    site = limited_site(redis_url, limit_stream=Rate(2, 3600), limit_read=Rate(50, 3600))
    reader = site.person()
    path = path_of(site)
    for _ in range(2):
        opened(site, path, reader).close()
    problem(refused(site, path, reader), 429, "rate-limited")
    assert site.client.get(path, headers=reader.headers).status_code == 200
    site.services.streams.close()
    site.services.waiters.close()


def test_streams_of_a_game_that_one_plays_in_count_there_and_as_streams(redis_url: str) -> None:
    """Once each; whatever is left of them, reading and playing go on."""
    site = limited_site(redis_url, limit_stream=Rate(2, 3600), limit_game=Rate(20, 3600), limit_read=Rate(50, 3600))
    game, eve = site.game(), site.person("Eve")
    path, (ada, bea) = f"{game.path}/events", game.people
    for left in (1, 0):
        with opened(site, path, ada) as stream:
            assert {name: values["r"] for name, values in told(stream.reply).items()} == {
                "game-read": 18 + left,
                "stream": left,
            }
    reply = refused(site, path, ada)
    problem(reply, 429, "rate-limited")
    assert told(reply)["stream"]["r"] == 0
    assert set(told(game.get("/events?after=0&wait_ms=10", ada))) == {"game-read"}
    assert game.submit(ada, TAKE).status_code == 200
    opened(site, path, bea).close()
    for left in (1, 0):
        with opened(site, path, eve) as stream:
            assert {name: values["r"] for name, values in told(stream.reply).items()} == {
                "read": 48 + left,
                "stream": left,
            }
    problem(refused(site, path, eve), 429, "rate-limited")
    assert game.get("", eve).status_code == 200
    site.services.streams.close()
    site.services.waiters.close()


def test_a_ticket_counts_as_its_token_does(redis_url: str) -> None:
    site = limited_site(redis_url, limit_stream=Rate(2, 3600), limit_create=Rate(20, 3600))
    game = site.game()
    path, ada = f"{game.path}/events", game.people[0]
    body, address = {"path": path}, "/v1/players/me/stream-tickets"
    tickets = [site.client.post(address, json=body, headers=ada.headers).json["ticket"] for _ in range(3)]
    for ticket in tickets[:2]:
        opened(site, f"{path}?ticket={ticket}").close()
    problem(refused(site, f"{path}?ticket={tickets[2]}"), 429, "rate-limited")
    problem(refused(site, path, ada), 429, "rate-limited")
    site.services.streams.close()
    site.services.waiters.close()


@pytest.mark.usefixtures("hasty")
def test_b16_a_withdrawn_token_ends_its_streams(site: Site) -> None:
    game = site.game()
    person = game.people[0]
    second = site.client.post("/v1/players/me/tokens", headers=person.headers, json={})
    other = person._replace(headers={"Authorization": f"Bearer {second.json['token']}"})
    with opened(site, f"{game.path}/events", person) as kept, opened(site, f"{game.path}/events", other) as lost:
        kept.next(), lost.next()
        assert (
            site.client.delete(f"/v1/players/me/tokens/{second.json['id']}", headers=person.headers).status_code == 204
        )
        assert lost.rest() == []
        problem(refused(site, f"{game.path}/events", other), 401, "token-invalid")
        game.act(person, TAKE)
        assert kept.next().data["type"] == "action_played"


@pytest.mark.usefixtures("hasty")
def test_a_deleted_player_has_no_streams(site: Site) -> None:
    path, person = path_of(site), site.person()
    with opened(site, path, person) as stream:
        stream.next()
        assert site.client.delete("/v1/players/me", headers=person.headers).status_code == 204
        assert stream.rest() == []


def test_who_is_out_of_a_private_game_sees_nothing_more_of_it(site: Site) -> None:
    creator, guest = site.person(), site.person("Guest")
    seats = [{"type": "me"}, {"type": "player", "player_id": guest.id}]
    game_id = site.create(creator, *seats, visibility="private").json["id"]
    path = f"/v1/games/{game_id}"
    with opened(site, f"{path}/events", guest) as stream, opened(site, f"{path}/events", creator) as seeing:
        stream.next(), seeing.next()
        found(site.client.delete(f"{path}/seats/1", headers=guest.headers))
        assert seeing.next().data["type"] == "seat_left"
        assert stream.rest() == []
        problem(refused(site, f"{path}/events", guest), 404, "game-not-found")


@pytest.mark.usefixtures("hasty")
def test_c09_heartbeats_come_while_nothing_happens(site: Site) -> None:
    with opened(site, path_of(site)) as stream:
        stream.next()
        wait_until(lambda: stream.silent(0.05) and stream.parser.beats >= 2, what="heartbeats")


@pytest.mark.usefixtures("hasty")
def test_heartbeats_go_on_while_the_store_hangs(site: Site, embedded: Server) -> None:
    game = site.game()
    with opened(site, f"{game.path}/events", game.people[0]) as stream:
        stream.next()
        with embedded.paused():
            beats = stream.parser.beats
            wait_until(lambda: stream.silent(0.05) and stream.parser.beats >= beats + 3, what="heartbeats")
        game.act(game.people[0], TAKE)
        assert stream.next().data["type"] == "action_played"


def test_the_number_of_streams_is_measured(site: Site) -> None:
    with opened(site, path_of(site)) as stream:
        stream.next()
        assert "splendor_streams 1.0" in exposition().decode()


@pytest.mark.usefixtures("hasty")
def test_c09_who_takes_nothing_of_what_waits_is_given_up(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream_module, "SEND_BUFFER", 4_096)
    monkeypatch.setattr(stream_module, "STALLED_S", 0.5)
    game = site.game(GREEDY, RANDOM)
    site.run_jobs()
    with opened(site, f"{game.path}/events?after=0") as stream:
        wait_until(lambda: site.services.streams.count == 0, what="the place is free again")
        assert stream.rest()[-1].event == ""  # it breaks off before the end


def test_c09_what_stays_unanswered_is_given_up_by_the_system() -> None:
    """Who is gone without a word is found within ten seconds of the next heartbeat."""
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        connection, _ = server.accept()
        stream = Stream("", "", "", None, Piece(b"", 0, ""))
        stream.adopt(connection)
        option, value = (0x80, 10) if sys.platform == "darwin" else (socket.TCP_USER_TIMEOUT, 10_000)
        assert connection.getsockopt(socket.IPPROTO_TCP, option) == value
        assert not connection.getblocking()
        stream.close()
