"""Private games are told to those who have part in them, as long as they have, and to nobody else."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.api.apps_api import make_player, new_app
from tests.api.games_api import ME, OPEN, TAKE, GameAt, Person, Site, found, problem
from tests.api.live_api import EVENTS, TURNS, ask, log, turns
from tests.api.lobby_api import change, invite, leave
from tests.api.streams_api import Opened, opened, private_game, refused
from tests.api.webhooks_api import Endpoint
from tests.receiver import Receiver


@pytest.fixture
def site(redis_url: str) -> Iterator[Site]:
    site = Site(redis_url, webhook_allow=("127.0.0.1",))
    yield site
    site.services.streams.close()
    site.services.waiters.close()


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


class Ears:
    """All by which one person hears of games: a stream of its log, its inbox, its webhook endpoint."""

    def __init__(self, site: Site, person: Person, stack: ExitStack) -> None:
        self.site, self.person = site, person
        self.stream: Opened = opened(site, EVENTS, person)
        stack.callback(self.stream.close)
        self.receiver = stack.enter_context(Receiver())
        self.endpoint = Endpoint(site, person.headers, person.id, self.receiver.url)
        self.snapshot = self.stream.next()

    def heard(self) -> list[str]:
        """Everything about games that has come by now, of which nothing may be under way any more."""
        self.endpoint.bring()
        streamed = [str(message.data) for message in self.stream.come(0)]
        while not self.stream.silent(0.1):
            streamed += [str(message.data) for message in self.stream.come(0)]
        read = [str(ask(self.site, path, self.person).json) for path in (EVENTS, TURNS, "/v1/players/me/games")]
        return [*streamed, *read, *(one.body.decode() for one in self.receiver.received)]


def test_a_private_game_is_told_to_nobody_without_a_part_in_it(site: Site, stack: ExitStack) -> None:
    stranger = site.person("Stranger")
    ears = Ears(site, stranger, stack)
    game = private_game(site)
    game.act(game.people[0], TAKE)
    assert not [text for text in ears.heard() if game.id in text]
    for person in (stranger, None):
        for place in ({}, {"Last_Event_ID": "0"}, {"Last_Event_ID": f"3-{game.etag.partition('-')[2]}"}):
            problem(refused(site, f"{game.path}/events", person, **place), 404, "game-not-found")
    with opened(site, f"{game.path}/events", game.people[1]) as stream:
        assert stream.next().event == "snapshot"


def test_a_stranger_gets_no_stream_by_a_ticket(site: Site) -> None:
    """A ticket is worth what its holder is: it opens no private game."""
    game, stranger = private_game(site), site.person("Stranger")
    path = f"{game.path}/events"
    asked = site.client.post("/v1/players/me/stream-tickets", json={"path": path}, headers=stranger.headers)
    assert asked.status_code == 201
    problem(refused(site, f"{path}?ticket={asked.json['ticket']}"), 404, "game-not-found")


def test_who_is_not_invited_any_more_hears_nothing_more(site: Site, stack: ExitStack) -> None:
    ada, bea = site.person("Ada"), site.person("Bea")
    ears = Ears(site, bea, stack)
    made = site.create(ada, ME, invite(bea), OPEN, visibility="private").json
    game = GameAt(site, made["id"], ada, [ada, bea])
    with opened(site, f"{game.path}/events", bea) as stream:
        place = stream.next().id
        found(change(game, ada, 1, OPEN))
        assert stream.rest() == [], "the stream ends, and does not tell why"
    before = ears.heard()
    assert [text for text in before if game.id in text and "withdrawn" in text], "how one gets out of a game is told"
    told, posted = log(site, bea)["items"], len(ears.receiver.received)
    end = game.view(ada)["last_event"]
    found(change(game, ada, 1, {"type": "ai", "ai_player": "greedy"}))
    assert game.view(ada)["last_event"] > end
    guest = site.person("Guest")
    found(game.post("/seats", guest, {"join_code": made["join_code"]}))
    site.run_jobs()
    ears.heard()
    assert log(site, bea)["items"] == told
    assert len(ears.receiver.received) == posted == len(told)
    assert turns(site, bea)["items"] == []
    for number in (0, 1, int(place.partition("-")[0])):
        problem(refused(site, f"{game.path}/events", bea, Last_Event_ID=str(number)), 404, "game-not-found")


def test_who_has_left_keeps_what_was_told_and_learns_no_more(site: Site, stack: ExitStack) -> None:
    """Once a game is over its events are open to those who may see it; who has left a private one may not."""
    ada, bea, cyd = (site.person(name) for name in ("Ada", "Bea", "Cyd"))
    ears = Ears(site, bea, stack)
    made = site.create(ada, ME, OPEN, OPEN, visibility="private").json
    game = GameAt(site, made["id"], ada, [ada, cyd, bea])
    code = {"join_code": made["join_code"]}
    found(game.post("/seats", bea, code))
    stream = stack.enter_context(opened(site, f"{game.path}/events", bea))
    assert stream.next().event == "snapshot"
    found(leave(game, bea, 1))
    assert stream.rest() == []
    assert "seat_left" in str(ears.heard())
    told = log(site, bea)["items"]
    found(game.post("/seats", cyd, code))
    found(change(game, ada, 2, {"type": "ai", "ai_player": "greedy"}))
    for person in (ada, cyd):
        found(game.post("/resignation", person))
    assert game.view(ada)["status"] == "finished"
    heard = ears.heard()
    assert log(site, bea)["items"] == told
    assert len(ears.receiver.received) == len(told)
    assert "game_started" not in str(heard)


def test_an_app_hears_of_its_own_players_alone(site: Site, stack: ExitStack) -> None:
    app = new_app(site.app)
    receiver = stack.enter_context(Receiver())
    own = make_player(site.client, app).json
    me = site.client.get("/v1/apps/me", headers=app).json
    endpoint = Endpoint(site, app, me["id"], receiver.url)
    game = private_game(site)
    game.act(game.people[0], TAKE)
    endpoint.bring()
    assert receiver.received == []
    invited = site.create(game.people[0], ME, invite_id(own["id"]), visibility="private").json
    endpoint.bring()
    assert {one.json["data"]["game_id"] for one in receiver.received} == {invited["id"]}
    assert not [one for one in receiver.received if "join_code" in one.body.decode()]


def invite_id(player_id: str) -> dict[str, str]:
    return {"type": "player", "player_id": player_id}
