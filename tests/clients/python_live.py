"""The part of the generated client that is about what happens: log, inbox, tickets, callbacks, webhooks, sandboxes."""

import json
from http import HTTPStatus
from types import ModuleType
from typing import Any

from splendor_host_client import AuthenticatedClient
from splendor_host_client.api.bots import create_bot
from splendor_host_client.api.callbacks import (
    list_bot_callback_failures,
    list_callback_failures,
    rotate_callback_secret,
)
from splendor_host_client.api.games import create_game
from splendor_host_client.api.live import list_my_events, list_my_turns
from splendor_host_client.api.players import update_me
from splendor_host_client.api.sandbox import advance_clock, get_faults, set_faults
from splendor_host_client.api.streams import create_stream_ticket
from splendor_host_client.api.webhook_deliveries import list_webhook_deliveries, retry_webhook_delivery
from splendor_host_client.api.webhooks import (
    create_webhook,
    delete_webhook,
    get_webhook,
    list_webhooks,
    rotate_webhook_secret,
    test_webhook,
    update_webhook,
)
from splendor_host_client.models import (
    Advance,
    CallbackFailureList,
    CallbackSecret,
    Delivery,
    DeliveryList,
    Faults,
    FaultsReply,
    Game,
    NewBot,
    NewTicket,
    NewWebhook,
    Played,
    Player,
    PlayerChanges,
    PlayerEventPage,
    Registered,
    SecretWebhook,
    Ticket,
    TurnList,
    Webhook,
    WebhookChanges,
    WebhookList,
    WebhookTested,
)

from tests.receiver import Received, Receiver, Reply, json_reply
from tests.servers import wait_until


def tour(program: ModuleType, base: str) -> None:
    ada = program.register(base, "Ada")
    game = log_and_inbox(program, ada)
    sandbox(program, ada)
    with Receiver(_answer) as receiver:
        callbacks(program, ada, receiver)
        webhooks(program, ada, receiver, game)


def _answer(request: Received) -> Reply:
    """What a receiver says to a challenge, to a turn, and to everything else."""
    message = request.json
    if message["type"] == "turn":
        return json_reply(message["legal_actions"][0]["action"])
    return json_reply({"challenge": message.get("challenge", "")})


def log_and_inbox(program: ModuleType, ada: AuthenticatedClient) -> Game:
    assert program.expect(PlayerEventPage, list_my_events.sync(client=ada)).items == []
    nothing = program.expect(TurnList, list_my_turns.sync(client=ada))
    game: Game = program.expect(Game, create_game.sync(client=ada, body=program.against_the_ai()))
    told = program.expect(PlayerEventPage, list_my_events.sync(client=ada, after="0", wait_ms=20_000)).items
    assert (told[0].number, told[0].game_id, told[0].event.type_) == (1, game.id, "game_created")
    asked: dict[str, Any] = {"client": ada, "wait_ms": 20_000, "include": "view,legal_actions"}
    turn = program.expect(TurnList, list_my_turns.sync(after=nothing.cursor, **asked)).items[0]
    assert (turn.game_id, turn.seat) == (game.id, turn.view.you.seat)
    assert turn.deadline_at == turn.view.turn.deadline_at
    assert turn.legal_actions[0].action.type_ in program.FORMS
    path = f"/v1/games/{game.id}/events"
    assert program.expect(Ticket, create_stream_ticket.sync(client=ada, body=NewTicket(path))).path == path
    return game


def sandbox(program: ModuleType, ada: AuthenticatedClient) -> None:
    order = program.against_the_ai()
    order.sandbox, order.seating = True, program.NewGameSeating.AS_GIVEN
    game = program.expect(Game, create_game.sync(client=ada, body=order))
    advanced = program.expect(Played, advance_clock.sync(game.id, client=ada, body=Advance(1_000)))
    assert [event.type_ for event in advanced.events] == ["clock_adjusted"]
    asked = program.expect(FaultsReply, set_faults.sync(game.id, client=ada, body=Faults(slow_ms=1)))
    assert program.expect(FaultsReply, get_faults.sync(game.id, client=ada)) == asked
    assert (asked.slow_ms, asked.conflict_once) == (1, False)


def callbacks(program: ModuleType, ada: AuthenticatedClient, receiver: Receiver) -> None:
    bot = program.expect(Registered, create_bot.sync(client=ada, body=NewBot("Ada's engine")))
    program.OPENED.append(engine := AuthenticatedClient(ada._base_url, bot.token, timeout=40))
    assert program.expect(CallbackSecret, rotate_callback_secret.sync(client=engine)).secret.startswith("whsec_")
    changed = program.expect(Player, update_me.sync(client=engine, body=PlayerChanges(turn_url=receiver.url)))
    assert changed.turn_url == receiver.url
    for listed in (
        list_callback_failures.sync(client=engine),
        list_bot_callback_failures.sync(bot.player.id, client=ada),
    ):
        assert program.expect(CallbackFailureList, listed).items == []


def webhooks(program: ModuleType, ada: AuthenticatedClient, receiver: Receiver, game: Game) -> None:
    made = program.expect(SecretWebhook, create_webhook.sync(client=ada, body=NewWebhook(receiver.url)))
    changes = WebhookChanges.from_dict({"event_types": ["game_created"]})
    changed = program.expect(Webhook, update_webhook.sync(made.id, client=ada, body=changes))
    assert program.expect(Webhook, get_webhook.sync(made.id, client=ada)) == changed
    assert program.expect(WebhookList, list_webhooks.sync(client=ada)).items == [changed]
    assert program.expect(WebhookTested, test_webhook.sync(made.id, client=ada)).delivered
    rotated = program.expect(SecretWebhook, rotate_webhook_secret.sync(made.id, client=ada))
    assert rotated.secret != made.secret
    create_game.sync(client=ada, body=program.against_the_ai())
    delivery = _delivered(program, ada, made.id)
    assert delivery.game_id != game.id
    retried = program.expect(Delivery, retry_webhook_delivery.sync(made.id, delivery.id, client=ada))
    assert retried.type_ == "game_created"
    wait_until(lambda: sum(json.loads(one.body)["type"] == "game_created" for one in receiver.received) == 2)
    assert delete_webhook.sync_detailed(made.id, client=ada).status_code == HTTPStatus.NO_CONTENT


def _delivered(program: ModuleType, ada: AuthenticatedClient, webhook_id: str) -> Delivery:
    """The first delivery of an endpoint, once it is done."""
    found: list[Delivery] = []

    def done() -> bool:
        found[:] = program.expect(DeliveryList, list_webhook_deliveries.sync(webhook_id, client=ada)).items
        return any(one.state == "delivered" for one in found)

    wait_until(done, 20)
    return found[-1]
