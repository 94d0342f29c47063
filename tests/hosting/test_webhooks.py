"""Endpoints of players and of apps: whose games they are told of, limits, and changes."""

import pytest

from service.hosting import deliveries
from service.hosting.apps import AppNotFound, player_for
from service.hosting.committing import own_request
from service.hosting.delete_player import delete_player
from service.hosting.errors import TooMany
from service.hosting.join_seat import join_seat
from service.hosting.players import PlayerNotFound
from service.hosting.reading import load_table
from service.hosting.webhooks import (
    DeliveryNotFound,
    WebhookChanges,
    WebhookDisabled,
    WebhookNotFound,
    change_webhook,
    create_webhook,
    delete_webhook,
    find_webhook,
    retry_delivery,
    rotate_secret,
    try_webhook,
)
from service.services import Services
from service.store.apps import App
from service.store.keys import new_app_id, new_player_id, player_key
from service.store.players import Player
from service.store.webhooks import MOST_WEBHOOKS
from tests.hosting.hooks import bring, endpoint, events_of, now, numbers, verified
from tests.hosting.hosts import NotedJobs, new_person, see_off, store_client
from tests.hosting.tables import OPEN, again, new_open_game, play
from tests.hosting.test_telling import seat_in_new_game
from tests.receiver import Receiver, Reply

TAKE = "Twug"


@pytest.fixture
def app_id(host: Services) -> str:
    app = App(new_app_id(), "Table for Two", 17)
    host.apps.create(app)
    return app.id


def user(host: Services, app_id: str, external_id: str) -> str:
    """A player of the app."""
    return player_for(host, app_id, external_id, "Ada", new_player_id()).player.id


def told_games(receiver: Receiver) -> set[str]:
    return {one.json["data"]["game_id"] for one in receiver.received}


def test_app_is_told_of_all_games_of_its_players_once(
    host: Services, receiver: Receiver, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that ran before, and those that begin later, of players that were there and of such that come."""
    monkeypatch.setattr(deliveries, "MEMBERS", 2)
    early = [seat_in_new_game(host, user(host, app_id, f"early-{number}")) for number in range(5)]
    foreign = seat_in_new_game(host, new_person(host).id)
    webhook = endpoint(host, app_id, receiver)
    bring(host, webhook)
    assert (now(host, webhook).begun, receiver.received) == (True, [])
    late = seat_in_new_game(host, user(host, app_id, "late"))
    again_early = seat_in_new_game(host, early[0].player_id)
    for table in (*early, late, again_early, foreign):
        play(host, table, TAKE)
    bring(host, webhook)
    assert told_games(receiver) == {table.game.id for table in (*early, late, again_early)}
    assert numbers(receiver) == list(range(1, host.log.last(app_id)[0] + 1))
    of_late = [one.json["data"]["event"] for one in receiver.received if one.json["data"]["game_id"] == late.game.id]
    assert of_late == events_of(host, late, of_late[0]["number"] - 1)


def test_game_of_two_players_of_one_app_is_told_once(host: Services, receiver: Receiver, app_id: str) -> None:
    webhook = endpoint(host, app_id, receiver)
    bring(host, webhook)
    ada, grace = (user(host, app_id, name) for name in ("ada", "grace"))
    table = new_open_game(host, OPEN, OPEN)
    for player_id in (ada, grace):
        join_seat(host, load_table(host, table.game.id, player_id), Player(player_id, "Ada"), None, own_request())
    play(host, table, TAKE)
    bring(host, webhook)
    numbers_there = [one.json["data"]["event"]["number"] for one in receiver.received]
    assert numbers_there == sorted(set(numbers_there))
    assert numbers_there[-1] == again(host, table).stored.last_event


def test_app_hears_how_games_of_a_deleted_player_end(host: Services, receiver: Receiver, app_id: str) -> None:
    """B24."""
    ada = user(host, app_id, "ada")
    webhook = endpoint(host, app_id, receiver, "seat_resigned", "game_finished")
    bring(host, webhook)
    table = seat_in_new_game(host, ada)
    delete_player(host, ada)
    see_off(host)
    bring(host, webhook)
    assert [one.json["type"] for one in receiver.received] == ["seat_resigned", "game_finished"]
    assert told_games(receiver) == {table.game.id}
    assert host.players.app_link(ada) == ("", "")


def test_walk_goes_on_where_it_had_come_to(
    host: Services, receiver: Receiver, app_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deliveries, "MEMBERS", 1)
    tables = [seat_in_new_game(host, user(host, app_id, f"user-{number}")) for number in range(3)]
    webhook = endpoint(host, app_id, receiver)
    bring(host, webhook, turn_s=0)
    assert (now(host, webhook).begun, bool(now(host, webhook).walked)) == (False, True)
    told = [again(host, table).stored.told for table in tables]
    assert told == [True, False, False]
    while not now(host, webhook).begun:
        assert bring(host, webhook, turn_s=0)
    assert all(again(host, table).stored.told for table in tables)
    second = endpoint(host, app_id, receiver)
    assert second.begun, "nothing is left to walk through"


def test_endpoint_begins_now(host: Services, receiver: Receiver) -> None:
    ada = new_person(host).id
    table = seat_in_new_game(host, ada)
    first = endpoint(host, ada, receiver)
    play(host, table, TAKE)
    second = endpoint(host, ada, receiver)
    assert (first.place.number, second.place) == (0, host.log.last(ada))
    bring(host, second)
    assert receiver.received == []
    bring(host, first)
    assert len(receiver.received) == second.place.number


def test_nobody_else_has_endpoints(host: Services, receiver: Receiver) -> None:
    for owner, error in ((new_player_id(), PlayerNotFound), (new_app_id(), AppNotFound)):
        with pytest.raises(error):
            create_webhook(host, owner, receiver.url, ())
    ada = new_person(host).id
    delete_player(host, ada)
    see_off(host)
    with pytest.raises(PlayerNotFound):
        create_webhook(host, ada, receiver.url, ())


def test_endpoint_is_a_use_of_the_player(host: Services, receiver: Receiver) -> None:
    ada = new_person(host).id
    assert store_client(host).call("PTTL", player_key(ada)) > 0
    endpoint(host, ada, receiver)
    assert store_client(host).call("PTTL", player_key(ada)) == -1


def test_so_many_endpoints(host: Services, receiver: Receiver) -> None:
    ada = new_person(host).id
    for _ in range(MOST_WEBHOOKS):
        endpoint(host, ada, receiver)
    with pytest.raises(TooMany):
        endpoint(host, ada, receiver)


def test_others_cannot_reach_it(host: Services, receiver: Receiver) -> None:
    ada, eve = new_person(host).id, new_person(host).id
    webhook = endpoint(host, ada, receiver)
    with pytest.raises(WebhookNotFound):
        find_webhook(host, eve, webhook.id)
    with pytest.raises(WebhookNotFound):
        delete_webhook(host, eve, webhook.id)
    delete_webhook(host, ada, webhook.id)
    for verb in (
        lambda: change_webhook(host, webhook, WebhookChanges(enabled=False)),
        lambda: change_webhook(host, webhook, WebhookChanges()),
        lambda: rotate_secret(host, webhook),
        lambda: delete_webhook(host, ada, webhook.id),
    ):
        with pytest.raises(WebhookNotFound):
            verb()


def test_test_is_sent_at_once_and_leaves_nothing(host: Services, receiver: Receiver) -> None:
    ada = new_person(host).id
    webhook = endpoint(host, ada, receiver)
    change_webhook(host, webhook, WebhookChanges(enabled=False))
    for status, delivered in ((204, True), (302, False), (500, False)):
        receiver.answer = lambda _, status=status: Reply(status, b"secret", (("Location", receiver.url),))
        answer = try_webhook(host, webhook)
        assert (answer.status, answer.succeeded, answer.body) == (status, delivered, b"")
    bodies = [verified(one, webhook.secret) for one in receiver.received]
    assert [(body["type"], body["data"]) for body in bodies] == [("test", {"webhook_id": webhook.id})] * 3
    assert len({one.headers["webhook-id"] for one in receiver.received}) == 3
    assert host.webhooks.deliveries(ada, webhook.id) == []


def test_retry_wants_a_record_and_an_endpoint_that_is_enabled(host: Services, receiver: Receiver) -> None:
    ada = new_person(host).id
    webhook = endpoint(host, ada, receiver)
    play(host, seat_in_new_game(host, ada), TAKE)
    bring(host, webhook)
    with pytest.raises(DeliveryNotFound):
        retry_delivery(host, webhook, "1-00000000")
    first = host.webhooks.deliveries(ada, webhook.id)[-1]
    disabled = change_webhook(host, webhook, WebhookChanges(enabled=False))
    with pytest.raises(WebhookDisabled):
        retry_delivery(host, disabled, first.id)


def test_retry_of_what_fails_ends_the_wait(host: Services, receiver: Receiver) -> None:
    ada = new_person(host).id
    webhook = endpoint(host, ada, receiver)
    play(host, seat_in_new_game(host, ada), TAKE)
    receiver.answer = lambda _: Reply(500)
    bring(host, webhook)
    assert not bring(host, webhook)
    receiver.answer = lambda _: Reply(200)
    (pending,) = host.webhooks.deliveries(ada, webhook.id)
    assert retry_delivery(host, webhook, pending.id) == pending
    assert bring(host, webhook)
    assert numbers(receiver)[:2] == [1, 1]


def test_jobs_are_asked_for_as_things_happen(host: Services, receiver: Receiver) -> None:
    """Also where the queue is away nothing is refused: the outbox knows."""
    noted = host.queues
    assert isinstance(noted, NotedJobs)
    ada = new_person(host).id
    webhook = endpoint(host, ada, receiver)
    table = seat_in_new_game(host, ada)
    assert (webhook.id, ada) in noted.webhooks
    noted.webhooks.clear()
    noted.away = True
    play(host, table, TAKE)
    change_webhook(host, webhook, WebhookChanges(url=receiver.url + "/new"))
    noted.away = False
    assert noted.webhooks == []
    assert bring(host, webhook)
    assert len(receiver.received) == host.log.last(ada)[0]
