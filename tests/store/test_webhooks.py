"""Webhook endpoints in the store: B17's durable place, limits, and what late or repeated calls may not undo."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from service.store.apps import App, AppStore
from service.store.client import Client
from service.store.errors import LimitReached
from service.store.keys import new_app_id, new_player_id, new_token_id, new_webhook_id, owner_key, webhook_keys
from service.store.players import NewToken, Player, PlayerStore, digest_of
from service.store.webhooks import (
    KEPT_DELIVERIES,
    MOST_WEBHOOKS,
    Delivery,
    Place,
    Resync,
    Webhook,
    WebhookStore,
    changes,
)
from tests.store.commits import server_now

KEPT_MS = 60_000
START = Place(7, "0a1b2c3d")


@pytest.fixture
def webhooks(client: Client) -> WebhookStore:
    return WebhookStore(client)


@pytest.fixture
def owner(players: PlayerStore) -> str:
    return players.create(Player(new_player_id(), "Ada"), NewToken(new_token_id(), digest_of("one"))).id


def order(owner: str, **more: object) -> Webhook:
    plain = Webhook(new_webhook_id(), owner, "https://ada.example/hook", (), "whsec_b25l", START)
    return plain._replace(**more)  # type: ignore[arg-type]


def made(webhooks: WebhookStore, owner: str, **more: object) -> Webhook:
    webhook = webhooks.add(order(owner, **more))
    assert webhook is not None
    return webhook


def enabled(client: Client, owner: str) -> int:
    """What the owner's record says."""
    return int(client.call("HGET", owner_key(owner), "hooks") or 0)


def delivery(number: int, **more: object) -> Delivery:
    return Delivery(f"{number}-0a1b2c3d", "turn_started", "g00game", number, number, "0a1b2c3d", **more)  # type: ignore[arg-type]


def test_what_is_written_is_read(webhooks: WebhookStore, owner: str) -> None:
    wanted = {
        "types": ("game_finished", "turn_started"),
        "enabled": False,
        "reason": "gone",
        "previous": "whsec_dHdv",
        "previous_until": 5,
        "resync": Resync(Place(4, "00000000"), 99),
        "begun": False,
        "walked": "17 p1",
        "tries": 3,
        "failing_since": 12,
    }
    webhook = made(webhooks, owner, **wanted)
    assert webhook.created_at > 0
    assert webhooks.get(owner, webhook.id) == webhook
    assert webhooks.get(new_player_id(), webhook.id) is None
    assert webhooks.get(owner, "nonsense") is None


def test_endpoints_of_an_app(client: Client, webhooks: WebhookStore) -> None:
    app = App(new_app_id(), "Table for Two", 1)
    AppStore(client).create(app)
    first, second = made(webhooks, app.id), made(webhooks, app.id)
    assert {one.id for one in webhooks.all(app.id)} == {first.id, second.id}
    assert set(webhooks.enabled([app.id, new_player_id()])) == {(app.id, first.id), (app.id, second.id)}


def test_nobody_has_endpoints_that_is_not_there(webhooks: WebhookStore, players: PlayerStore, owner: str) -> None:
    assert webhooks.add(order(new_player_id())) is None
    players.mark_deleted(owner)
    assert webhooks.add(order(owner)) is None


def test_written_again_it_is_the_same(client: Client, webhooks: WebhookStore, owner: str) -> None:
    """A reply that was lost."""
    webhook = made(webhooks, owner)
    again = webhooks.add(webhook._replace(url="https://eve.example/"))
    assert again is not None
    assert (again.created_at, webhooks.get(owner, webhook.id)) == (webhook.created_at, webhook)
    assert enabled(client, owner) == 1


def test_so_many_and_no_more(webhooks: WebhookStore, owner: str) -> None:
    several = [made(webhooks, owner) for _ in range(MOST_WEBHOOKS)]
    with pytest.raises(LimitReached):
        webhooks.add(order(owner))
    assert webhooks.drop(owner, several[0].id)
    made(webhooks, owner)


def test_owner_knows_how_many_are_enabled(client: Client, webhooks: WebhookStore, owner: str) -> None:
    first, second = made(webhooks, owner), made(webhooks, owner)
    assert enabled(client, owner) == 2
    assert webhooks.change(owner, first.id, changes(enabled=False, reason="gone"))
    assert (enabled(client, owner), webhooks.enabled([owner])) == (1, [(owner, second.id)])
    assert webhooks.change(owner, first.id, changes(enabled=True, reason=""))
    assert enabled(client, owner) == 2
    assert (webhooks.drop(owner, first.id), webhooks.drop(owner, first.id)) == (True, False)
    assert enabled(client, owner) == 1
    webhooks.drop_all(owner)
    assert (enabled(client, owner), webhooks.all(owner)) == (0, [])


def test_change_makes_no_endpoint(client: Client, webhooks: WebhookStore, owner: str) -> None:
    webhook = made(webhooks, owner)
    webhooks.drop(owner, webhook.id)
    assert not webhooks.change(owner, webhook.id, changes(enabled=True))
    assert not webhooks.note(webhook, Place(8, "11111111"), delivery(8), tries=1)
    assert all(client.call("EXISTS", key) == 0 for key in webhook_keys(owner, webhook.id))


def test_a_secret_that_is_replaced_counts_for_a_while(webhooks: WebhookStore, players: PlayerStore, owner: str) -> None:
    """It is the one that stands there, whatever whoever replaces it has read before."""
    webhook = made(webhooks, owner)
    before = server_now(webhooks._client)
    for secret in ("whsec_dHdv", "whsec_dGhyZWU="):
        until = webhooks.rotate(owner, webhook.id, secret, KEPT_MS)
        assert until is not None
        assert before + KEPT_MS <= until <= server_now(webhooks._client) + KEPT_MS
    expected = webhook._replace(secret=secret, previous="whsec_dHdv", previous_until=until)
    assert webhooks.get(owner, webhook.id) == expected
    assert webhooks.rotate(owner, "nonsense", "x", KEPT_MS) is None
    assert webhooks.rotate(owner, new_webhook_id(), "x", KEPT_MS) is None
    players.mark_deleted(owner)
    webhooks.drop_all(owner)
    assert webhooks.rotate(owner, webhook.id, "x", KEPT_MS) is None
    assert webhooks.get(owner, webhook.id) is None


def test_each_secret_of_several_at_once_was_the_present_one(webhooks: WebhookStore, owner: str) -> None:
    """Of two at the same time both count."""
    webhook = made(webhooks, owner)
    with ThreadPoolExecutor(2) as threads:
        for number in range(20):
            pair = [f"whsec_{number}a", f"whsec_{number}b"]
            list(threads.map(lambda secret: webhooks.rotate(owner, webhook.id, secret, KEPT_MS), pair))
            found = webhooks.get(owner, webhook.id)
            assert found is not None
            assert {found.secret, found.previous} == set(pair)


def test_place_moves_by_comparing(webhooks: WebhookStore, owner: str) -> None:
    """B17: of two workers the late one undoes nothing."""
    webhook = made(webhooks, owner)
    late = webhook
    assert webhooks.note(webhook, Place(9, "22222222"), delivery(9, state="delivered", attempts=1), tries=0)
    assert not webhooks.note(late, Place(8, "11111111"), delivery(8), tries=4)
    found = webhooks.get(owner, webhook.id)
    assert found is not None
    assert (found.place, found.tries) == (Place(9, "22222222"), 0)
    assert [one.number for one in webhooks.deliveries(owner, webhook.id)] == [9]


def test_newest_deliveries_stay(webhooks: WebhookStore, owner: str) -> None:
    webhook = made(webhooks, owner)
    for number in range(1, KEPT_DELIVERIES + 6):
        place = Place(number, "0a1b2c3d")
        assert webhooks.note(webhook, place, delivery(number))
        webhook = webhook._replace(place=place)
        webhooks.ask_again(owner, webhook.id, delivery(1).id)
    kept = webhooks.deliveries(owner, webhook.id)
    assert [one.number for one in kept] == list(range(KEPT_DELIVERIES + 5, 5, -1))
    assert webhooks.note(webhook, webhook.place, delivery(50, attempts=2, state="delivered", status=204))
    assert webhooks.delivery(owner, webhook.id, "50-0a1b2c3d") == delivery(
        50, attempts=2, state="delivered", status=204
    )
    assert [one.number for one in webhooks.deliveries(owner, webhook.id)] == [one.number for one in kept]


def test_delivery_that_is_asked_for_again(webhooks: WebhookStore, owner: str) -> None:
    webhook = made(webhooks, owner)
    webhooks.note(webhook, webhook.place, delivery(7, state="failed"))
    webhooks.ask_again(owner, webhook.id, "7-0a1b2c3d")
    webhooks.ask_again(owner, webhook.id, "7-0a1b2c3d")
    assert webhooks.asked_again(webhook) == ["7-0a1b2c3d"]
    webhooks.note(webhook, webhook.place, delivery(7, state="delivered"), again=True)
    assert webhooks.asked_again(webhook) == []
    webhooks.ask_again(owner, webhook.id, "gone")
    webhooks.forget_again(webhook, "gone")
    assert webhooks.asked_again(webhook) == []
