"""On whose share of the threads a call is put: that of the people in the end, and that of the host (B14, B17)."""

from collections.abc import Iterator

import pytest

from service.hosting.apps import player_for
from service.hosting.bots import create_bot
from service.hosting.committing import own_request
from service.hosting.create_game import NewGame
from service.hosting.reading import Table, load_table
from service.hosting.webhooks import create_webhook
from service.services import Services
from service.store.apps import App
from service.store.keys import new_app_id, new_player_id, new_webhook_id
from service.store.outbox import member
from service.store.players import Player
from tests.hosting.hosts import host_on, new_person
from tests.hosting.tables import GREEDY, ME, OPTIONS, create_game, new_game_id
from workers import callbacks, webhooks
from workers.outbound import Receiver, Work

URL = "https://Bots.example.:443/turn"


class NotedPool:
    """Begins nothing, and notes who would have been called."""

    def __init__(self, host: Services) -> None:
        self._host = host
        self.begun: list[Receiver] = []
        self.free, self.crowded = True, False

    def take(self, what: str) -> int | None:
        return self._host.outbox.claim(what, 60_000)

    def start(self, what: str, claim: int, receiver: Receiver, _: Work) -> bool:
        self.begun.append(receiver)
        return self._host.outbox.done(what, claim) and self.free

    def is_crowded_by(self, _: Receiver) -> bool:
        return self.crowded


@pytest.fixture
def host(redis_url: str) -> Iterator[Services]:
    host = host_on(redis_url)
    yield host
    host.waiters.close()


@pytest.fixture
def pool(host: Services, monkeypatch: pytest.MonkeyPatch) -> NotedPool:
    pool = NotedPool(host)
    for module in (callbacks, webhooks):
        monkeypatch.setattr(module, "host", lambda: host)
        monkeypatch.setattr(module, "pool", lambda: pool)
    return pool


def app_of(host: Services) -> str:
    app = App(new_app_id(), "Table for Two", 17)
    host.apps.create(app)
    return app.id


def user(host: Services, app_id: str, name: str) -> str:
    return player_for(host, app_id, name, name, new_player_id()).player.id


def bot(host: Services, owner: str) -> str:
    return create_bot(host, owner, "Engine", 20).player.id


def call(host: Services, player_id: str) -> Table:
    """Has it be the player's turn, and does the job of calling it."""
    host.callbacks.set_url(player_id, URL)
    order = NewGame((ME, GREEDY), OPTIONS)
    game = create_game(host, Player(player_id, "Engine"), order, new_game_id(), own_request()).game
    host.outbox.ask(member("c", game.id))
    callbacks.call_bot(game.id)
    return load_table(host, game.id, player_id)


def test_bots_share_with_their_owner_and_players_with_their_app(host: Services, pool: NotedPool) -> None:
    ada, app_id = new_person(host).id, app_of(host)
    of_app = user(host, app_id, "grace")
    for player_id in (ada, bot(host, ada), bot(host, ada), of_app, bot(host, of_app), user(host, app_id, "ben")):
        call(host, player_id)
    assert pool.begun == [Receiver(owner, "bots.example") for owner in [ada] * 3 + [app_id] * 3]


@pytest.mark.parametrize("crowded", [True, False])
def test_turn_that_waits_for_the_bot_s_own_calls_is_noted(host: Services, pool: NotedPool, crowded: bool) -> None:
    pool.free, pool.crowded = False, crowded
    ada = new_person(host).id
    table = call(host, ada)
    assert host.callbacks.begun(ada, table.game.id, [table.stored.etag]) == crowded


def test_endpoints_share_alike(host: Services, pool: NotedPool) -> None:
    ada, app_id = new_person(host).id, app_of(host)
    owners = [ada, bot(host, ada), app_id, user(host, app_id, "grace")]
    for owner in owners:
        webhook = create_webhook(host, owner, URL, ())
        host.outbox.ask(member("h", webhook.id, owner), urgent=True)
        webhooks.deliver(webhook.id, owner)
    assert pool.begun == [Receiver(owner, "bots.example") for owner in [ada] * 2 + [app_id] * 2]


def test_an_endpoint_that_is_gone_takes_no_thread(host: Services, pool: NotedPool) -> None:
    ada, gone = new_person(host).id, new_webhook_id()
    host.outbox.ask(member("h", gone, ada))
    webhooks.deliver(gone, ada)
    assert (pool.begun, host.outbox.waiting()) == ([], 0)
