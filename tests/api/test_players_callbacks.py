"""Asking to be called: secret first, then an address that answers a signed challenge (B18)."""

from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from standardwebhooks import Webhook
from werkzeug.test import TestResponse

from service.api.application import Application
from service.outbound.signing import OLD_SIGNS_MS
from service.store.callbacks import Failure
from service.store.keys import new_game_id
from service.store.outbox import member
from tests.api.documented import check_reply
from tests.api.ops_api import make_app
from tests.api.players_api import bearer, issue, register
from tests.api.test_players_bots import make_bot
from tests.outbound.test_targets import REFUSED
from tests.receiver import Received, Receiver, Reply, json_reply
from tests.servers import free_port

ME, SECRET = "/v1/players/me", "/v1/players/me/callback/rotate-secret"
FAILURES = "/v1/players/me/callback/failures"


@pytest.fixture
def app(redis_url: str) -> Application:
    return make_app(redis_url, registration="open", webhook_allow=("127.0.0.1",), max_waiters=1)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver(echo) as receiver:
        yield receiver


def echo(request: Received) -> Reply:
    return json_reply({"challenge": request.json["challenge"]})


def rotate(client: FlaskClient, me: dict[str, str]) -> Any:
    reply = check_reply("rotateCallbackSecret", client.post(SECRET, headers=me))
    assert reply.status_code == 201
    assert reply.headers["Cache-Control"] == "no-store"
    return reply.json


def change(client: FlaskClient, me: dict[str, str], **body: str) -> TestResponse:
    return check_reply("updateMe", client.patch(ME, json=body, headers=me))


def turn_url(client: FlaskClient, me: dict[str, str]) -> str | None:
    return client.get(ME, headers=me).json.get("turn_url")


def test_an_address_that_answers_is_taken_and_shown_to_oneself_alone(
    client: FlaskClient, me: dict[str, str], receiver: Receiver
) -> None:
    secret = rotate(client, me)["secret"]
    reply = change(client, me, turn_url=receiver.url)
    assert (reply.status_code, reply.json["turn_url"]) == (200, receiver.url)
    [request] = receiver.received
    message = Webhook(secret).verify(request.body, request.headers)
    assert message["type"] == "challenge"
    assert turn_url(client, me) == receiver.url
    assert "turn_url" not in client.get(f"/v1/players/{reply.json['id']}").json
    assert client.get(f"{ME}/export", headers=me).json["player"]["turn_url"] == receiver.url


def test_an_empty_address_ends_it_without_a_call(client: FlaskClient, me: dict[str, str], receiver: Receiver) -> None:
    rotate(client, me)
    change(client, me, turn_url=receiver.url)
    assert "turn_url" not in change(client, me, turn_url="").json
    assert turn_url(client, me) is None
    assert len(receiver.received) == 1


def test_without_a_secret_nobody_is_called(client: FlaskClient, me: dict[str, str], receiver: Receiver) -> None:
    reply = change(client, me, turn_url=receiver.url)
    assert (reply.status_code, reply.json["code"]) == (409, "no-callback-secret")
    assert receiver.received == []


def test_a_name_is_changed_along_or_not_at_all(client: FlaskClient, me: dict[str, str], receiver: Receiver) -> None:
    rotate(client, me)
    assert change(client, me, turn_url=receiver.url, name="Grace").json["name"] == "Grace"
    receiver.answer = lambda _: Reply(500)
    assert change(client, me, turn_url=receiver.url, name="Zoë").status_code == 409
    assert client.get(ME, headers=me).json["name"] == "Grace"


@pytest.mark.parametrize("url", [url for url in REFUSED if url and "127.0.0.1" not in url])
def test_an_address_inside_is_refused_before_anything_is_sent(
    client: FlaskClient, me: dict[str, str], url: str
) -> None:
    rotate(client, me)
    reply = change(client, me, turn_url=url)
    assert (reply.status_code, reply.json["code"]) == (422, "invalid-request")
    assert reply.json["errors"][0]["pointer"] == "/turn_url"
    assert turn_url(client, me) is None


@pytest.mark.parametrize(
    ("answer", "reason", "status"),
    [
        (Reply(200, b'{"challenge": "x"}'), "challenge-not-answered", 200),
        (Reply(200, b'{"challenge": null}'), "challenge-not-answered", 200),
        (Reply(200, '{"challenge": "ä"}'.encode()), "challenge-not-answered", 200),
        (Reply(200, b"{}"), "challenge-not-answered", 200),
        (Reply(200, b"internal secret"), "reply-not-json", 200),
        (Reply(204), "status-not-200", 204),
        (Reply(302, b"", (("Location", "http://127.0.0.1:6379/"),)), "status-not-200", 302),
        (Reply(raw=lambda connection: connection.sendall(b"+PONG\r\n")), "reply-broken", None),
    ],
)
def test_an_address_that_does_not_answer_the_challenge_is_refused(
    client: FlaskClient, me: dict[str, str], receiver: Receiver, answer: Reply, reason: str, status: int | None
) -> None:
    rotate(client, me)
    receiver.answer = lambda _: answer
    reply = change(client, me, turn_url=receiver.url)
    assert (reply.status_code, reply.json["code"], reply.json["reason"]) == (409, "callback-refused", reason)
    assert reply.json.get("callback_status") == status
    assert "secret" not in reply.text
    assert "PONG" not in reply.text
    assert turn_url(client, me) is None


def test_a_former_address_stays_where_a_new_one_is_refused(
    client: FlaskClient, me: dict[str, str], receiver: Receiver
) -> None:
    rotate(client, me)
    change(client, me, turn_url=receiver.url)
    assert change(client, me, turn_url=f"http://127.0.0.1:{free_port()}/").json["reason"] == "connect-failed"
    assert turn_url(client, me) == receiver.url


def test_a_secret_that_is_replaced_signs_along_for_a_day(
    client: FlaskClient, me: dict[str, str], receiver: Receiver, app: Application
) -> None:
    first, second = rotate(client, me), rotate(client, me)
    assert "previous_until" not in first
    assert second["previous_until"]
    change(client, me, turn_url=receiver.url)
    [request] = receiver.received
    for secret in (first["secret"], second["secret"]):
        assert Webhook(secret).verify(request.body, request.headers)
    kept = app.services.callbacks.secrets(client.get(ME, headers=me).json["id"])
    assert kept is not None
    assert 0 < kept.until - app.services.games.now(new_game_id()) <= OLD_SIGNS_MS


def test_a_challenge_counts_as_a_waiter(
    client: FlaskClient, me: dict[str, str], receiver: Receiver, app: Application
) -> None:
    rotate(client, me)
    with app.services.waiters.hold():
        reply = change(client, me, turn_url=receiver.url)
        assert (reply.status_code, reply.json["code"]) == (503, "too-many-waiters")
        assert change(client, me, turn_url="").status_code == 200
    assert receiver.received == []
    assert change(client, me, turn_url=receiver.url).status_code == 200
    assert app.services.waiters.count == 0


def test_turns_that_wait_already_are_asked_for(
    client: FlaskClient, me: dict[str, str], receiver: Receiver, app: Application
) -> None:
    rotate(client, me)
    body = {"seats": [{"type": "me"}, {"type": "ai", "ai_player": "greedy"}]}
    game = client.post("/v1/games", json=body, headers=me).json
    change(client, me, turn_url=receiver.url)
    assert app.services.outbox.claim(member("c", game["id"]), 1_000)


def test_failures_are_listed_newest_first_for_oneself_and_for_ones_owner(
    client: FlaskClient, me: dict[str, str], app: Application
) -> None:
    bot, game_id = make_bot(client, me), new_game_id()
    theirs = bearer(bot["token"])
    for number in range(3):
        failure = Failure(1_800_000_000_000 + number, game_id, 9, number + 1, "illegal-action", 200, "K2")
        app.services.callbacks.failed(bot["id"], failure)
    own = check_reply("listCallbackFailures", client.get(FAILURES, headers=theirs)).json["items"]
    assert [item["attempt"] for item in own] == [3, 2, 1]
    assert own[0] == {
        "at": "2027-01-15T08:00:00.002Z", "game_id": game_id, "version": 9, "attempt": 3, "reason": "illegal-action",
        "status": 200, "rule": "K2",
    }  # fmt: skip
    path = f"/v1/players/me/bots/{bot['id']}/callback/failures"
    first = check_reply("listBotCallbackFailures", client.get(f"{path}?limit=2", headers=me)).json
    rest = client.get(f"{path}?limit=2&cursor={first['next_cursor']}", headers=me).json
    assert first["items"] + rest["items"] == own
    assert client.get(FAILURES, headers=me).json == {"items": []}


def test_others_bots_and_what_is_no_bot_are_unknown(client: FlaskClient, me: dict[str, str]) -> None:
    bot, other = make_bot(client, me), bearer(register(client, "Eve").json["token"])
    for headers, bot_id in ((other, bot["id"]), (me, client.get(ME, headers=me).json["id"]), (me, "nonsense-id")):
        reply = client.get(f"/v1/players/me/bots/{bot_id}/callback/failures", headers=headers)
        assert check_reply("listBotCallbackFailures", reply).json["code"] == "player-not-found"


def test_a_token_that_changes_nothing_gets_no_secret(client: FlaskClient, me: dict[str, str]) -> None:
    reading = bearer(issue(client, me, scope="read").json["token"])
    assert check_reply("rotateCallbackSecret", client.post(SECRET, headers=reading)).status_code == 403
    assert client.get(FAILURES, headers=reading).status_code == 200
