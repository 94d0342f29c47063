"""B16: GET /players/me/events as a stream: one connection for any number of games."""

from typing import Any

import pytest

from service.hosting import committing
from service.hosting.effects import catch_up
from tests.api.games_api import BLIND, ME, OPEN, TAKE, Person, Site, found
from tests.api.streams_api import Opened, opened, refused
from tests.sse import Message

PATH = "/v1/players/me/events"


def listen(site: Site, person: Person, query: str = "", **headers: object) -> Opened:
    return opened(site, PATH + query, person, **headers)


def items(site: Site, person: Person, after: int | str = 0) -> list[dict[str, Any]]:
    page = found(site.client.get(f"{PATH}?after={after}&limit=500", headers=person.headers))
    listed: list[dict[str, Any]] = page["items"]
    return listed


def as_messages(site: Site, person: Person, listed: list[dict[str, Any]]) -> list[Message]:
    return [Message("", place_of(site, person, item["number"]), item) for item in listed]


def place_of(site: Site, person: Person, number: int) -> str:
    """The id of the message: its number, and the mark that the log has there."""
    return f"{number}-{site.services.log.mark_at(person.id, number)}"


def test_a_stream_begins_with_the_present_games_and_goes_on_with_what_happens_in_all(site: Site) -> None:
    game = site.game()
    person = game.people[0]
    with listen(site, person) as stream:
        first = stream.next()
        listed = found(site.client.get("/v1/players/me/games", headers=person.headers))["items"]
        assert (first.event, first.id, first.data) == ("snapshot", "0", {"last": 0, "games": listed})
        second = site.create(person, ME, OPEN).json["id"]
        game.act(person, BLIND)
        expected = as_messages(site, person, items(site, person))
        assert {message.data["game_id"] for message in expected} == {game.id, second}
        assert stream.take(len(expected)) == expected
        assert stream.silent()


def test_b16_a_client_that_comes_back_gets_what_it_has_missed_and_what_follows(site: Site) -> None:
    game = site.game()
    person = game.people[0]
    with listen(site, person) as stream:
        stream.next()
        game.act(person, TAKE)
        seen = stream.next()
    game.act(game.people[1], TAKE)
    with listen(site, person, Last_Event_ID=seen.id) as stream:
        missed = as_messages(site, person, items(site, person, seen.id))
        assert missed
        assert stream.take(len(missed)) == missed
        game.act(person, BLIND)
        live = as_messages(site, person, items(site, person, missed[-1].id))
        assert stream.take(len(live)) == live
    with listen(site, person, "?after=0") as stream:
        everything = as_messages(site, person, items(site, person))
        assert stream.take(len(everything)) == everything


def test_b16_a_place_that_does_not_exist_is_one_resync(site: Site) -> None:
    game = site.game()
    person = game.people[0]
    listen(site, person).close()
    game.act(person, TAKE)
    last = items(site, person)[-1]
    place = place_of(site, person, last["number"])
    for odd in ("99-00000000", "1-00000000", "garbage", "99"):
        with listen(site, person, Last_Event_ID=odd) as stream:
            assert stream.next() == Message("resync", place, {"last": last["number"]})
            assert stream.silent()


def test_an_invitation_is_told_and_shown(site: Site) -> None:
    host, guest = site.person(), site.person("Guest")
    with listen(site, guest) as stream:
        assert stream.next().data == {"last": 0, "games": []}
        made = site.create(host, ME, {"type": "player", "player_id": guest.id}, visibility="private").json
        events = [stream.next().data["event"]["type"] for _ in items(site, guest)]
        assert "seat_offered" in events
    with listen(site, guest) as stream:
        assert [game["id"] for game in stream.next().data["games"]] == [made["id"]]


def test_the_log_is_its_players_alone(site: Site) -> None:
    assert refused(site, PATH).status_code == 401


def test_what_is_told_late_comes_all_the_same(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that committed may have died: another one carries the effects out, seconds later."""
    game = site.game()
    person = game.people[0]
    with listen(site, person) as stream:
        stream.next()
        with monkeypatch.context() as patched:
            patched.setattr(committing, "follow", lambda *_, **__: None)
            game.act(person, TAKE)
        assert stream.silent()
        catch_up(site.services, game.id)
        expected = as_messages(site, person, items(site, person))
        assert stream.take(len(expected)) == expected
