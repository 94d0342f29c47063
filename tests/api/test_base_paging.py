"""Cursors are bound to one list, its owner and its filters (B25)."""

import base64

import pytest
from flask.testing import FlaskClient

from service.api.application import Application
from service.api.errors import Refused
from service.api.paging import Place, cut, from_cursor, to_cursor
from service.store.keys import new_game_id
from tests.api.apps_api import PLAYERS, make_player, new_app
from tests.api.players_api import TOKENS, bearer, issue, register

PLACE = Place(1_800_000_000_000, new_game_id())


def refused(cursor: str, scope: str) -> None:
    with pytest.raises(Refused) as caught:
        from_cursor(cursor, scope)
    assert caught.value.kind.code == "invalid-request"
    assert [pointer for pointer, _ in caught.value.errors] == ["/cursor"]


def test_b25_a_cursor_is_a_place_in_one_list() -> None:
    cursor = to_cursor(PLACE, "/v1/games\nstatus=open")
    assert from_cursor(cursor, "/v1/games\nstatus=open") == PLACE
    refused(cursor, "/v1/games\nstatus=playing")
    refused(cursor, "/v1/games\n")


@pytest.mark.parametrize("text", ["", "!", "MTIz", "A" * 200, "é", "=", "\x00", "Zm9v\n"])
def test_b25_what_is_no_cursor_is_refused(text: str) -> None:
    refused(text, "list")


@pytest.mark.parametrize("change", [lambda text: text + " x", lambda text: "\n" + text, lambda text: text.upper()])
def test_b25_a_changed_cursor_is_refused(change: object) -> None:
    assert callable(change)
    cursor = to_cursor(PLACE, "list")
    text = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_").decode()
    refused(base64.urlsafe_b64encode(change(text).encode()).rstrip(b"=").decode(), "list")


def test_b25_ties_in_time_are_ordered_by_id() -> None:
    places = [Place(7, f"pppppppp{number}") for number in range(5)]
    first, following = cut(reversed(places), None, 3)
    assert (first, following) == (places[:3], places[2])
    assert cut(places, following, 3) == (places[3:], None)
    assert cut(places, None, 5) == (places, None)
    assert cut([], None, 5) == ([], None)


def test_b25_a_cursor_of_another_list_is_refused(app: Application, client: FlaskClient, me: dict[str, str]) -> None:
    issue(client, me)
    cursor = client.get(f"{TOKENS}?limit=1", headers=me).json["next_cursor"]
    assert client.get(f"{TOKENS}?limit=1&cursor={cursor}", headers=me).status_code == 200
    assert client.get(f"/v1/players/me/bots?cursor={cursor}", headers=me).status_code == 422
    other = bearer(register(client).json["token"])
    assert client.get(f"{TOKENS}?cursor={cursor}", headers=other).status_code == 422


def test_b25_a_cursor_of_another_filter_is_refused(app: Application, client: FlaskClient) -> None:
    back_end = new_app(app)
    for number in range(2):
        make_player(client, back_end, f"user-{number}")
    cursor = client.get(f"{PLAYERS}?limit=1", headers=back_end).json["next_cursor"]
    reply = client.get(f"{PLAYERS}?external_id=user-0&cursor={cursor}", headers=back_end)
    assert (reply.status_code, reply.json["errors"][0]["pointer"]) == (422, "/cursor")
