"""Nothing that is hidden goes to an endpoint before the game is over, whoever's the endpoint is (A18, B09)."""

import random
from collections.abc import Iterator

import pytest

from service.hosting.apps import player_for
from service.store.keys import new_player_id
from tests.api.apps_api import new_app
from tests.api.games_api import GREEDY, ME, OPEN, Site
from tests.api.test_games_leaks import MODES, SEED, hidden_from, lean, state_of
from tests.api.webhooks_api import Endpoint
from tests.receiver import Receiver


@pytest.fixture
def site(redis_url: str) -> Iterator[Site]:
    site = Site(redis_url, webhook_allow=("127.0.0.1",))
    yield site
    site.services.waiters.close()


def check(receiver: Receiver, hidden: set[str]) -> int:
    """How many messages came since the last time; none of them holds anything hidden, header or body."""
    came, receiver.received[:] = list(receiver.received), []
    for one in came:
        text = f"{one.path} {one.headers} {one.body.decode()}"
        assert SEED not in text.lower()
        assert not [card for card in hidden if card in text], one.json["type"]
    return len(came)


@pytest.mark.parametrize("mode", MODES)
def test_b09_messages_hold_nothing_hidden(site: Site, receiver: Receiver, mode: str) -> None:
    game = site.game(ME, OPEN, GREEDY, seed=SEED, reserved_cards=mode)
    mine = [Endpoint(site, person.headers, person.id, receiver.url) for person in game.people]
    chance, messages = random.Random(f"{mode} 1"), 0
    ever_blind = False
    for _ in range(12):
        person = game.to_act()
        game.submit(person, lean(chance, game.listed(person)))
        site.run_jobs()
        ever_blind |= any(any(seat.blind) for seat in state_of(game).seats)
        hidden = hidden_from(game, None)
        for one in mine:
            one.bring()
            one.ask("POST", "/test")
        messages += check(receiver, hidden.never)
    assert ever_blind
    assert messages > 100
    for person in game.people:
        game.post("/resignation", person, {})
    mine[0].bring()
    assert any(one.json["type"] == "game_finished" for one in receiver.received)


def test_app_sees_what_a_spectator_sees(site: Site, receiver: Receiver) -> None:
    app = new_app(site.app)
    app_id = site.client.get("/v1/apps/me", headers=app).json["id"]
    player = player_for(site.services, app_id, "user-1", "Ada", new_player_id()).player
    token = site.client.post(f"/v1/apps/me/players/{player.id}/tokens", json={}, headers=app).json["token"]
    mine = Endpoint(site, app, app_id, receiver.url)
    mine.bring()
    headers = {"Authorization": f"Bearer {token}"}
    order = {"seats": [ME, GREEDY], "seed": SEED, "visibility": "private"}
    game = site.client.post("/v1/games", json=order, headers=headers).json
    deck = {"type": "reserve_from_deck", "level": 3}
    path = f"/v1/games/{game['id']}"
    reply = site.client.post(f"{path}/actions", json=deck, headers=headers | {"If-Match": f'"{game["etag"]}"'})
    (card,) = [seat["reserved"][0]["card"]["id"] for seat in reply.json["game"]["seats"][:1]]
    mine.bring()
    assert check(receiver, {card}) > 5
    assert site.client.get(path, headers=app).status_code == 404, "it still cannot read the game"
