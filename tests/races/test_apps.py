"""Apps whose requests come all at once, to two API processes."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from service.hosting.operator_tokens import app_token
from service.store.operators import OperatorStore
from tests.races.callers import Ask, Line
from tests.races.stand import Stand
from tests.races.test_one_wins import ROUNDS, spread

PLAYERS = "/v1/apps/me/players"


def back_end(site: Stand) -> dict[str, str]:
    """The headers of a new app."""
    services = site.host
    made = app_token(OperatorStore(services.players._client), services.apps, "", "Racing")
    assert made is not None
    return {"Authorization": f"Bearer {made.secret}"}


def test_of_twenty_requests_for_one_user_one_makes_the_player(site: Stand, lines: list[Line]) -> None:
    headers = back_end(site)
    for number in range(ROUNDS):
        ask = Ask("POST", PLAYERS, headers, {"external_id": f"user-{number}", "name": "Ada"})
        replies = spread(site, [ask] * 20)
        assert Counter(reply.status for reply in replies) == {201: 1, 200: 19}
        assert len({reply.body["id"] for reply in replies}) == 1
    listed = lines[0].send(Ask("GET", f"{PLAYERS}?limit=100", headers)).body["items"]
    assert Counter(item["external_id"] for item in listed) == {f"user-{number}": 1 for number in range(ROUNDS)}


def test_b24_a_deleted_user_is_replaced_once(site: Stand, lines: list[Line]) -> None:
    headers = back_end(site)
    ask = Ask("POST", PLAYERS, headers, {"external_id": "user", "name": "Ada"})
    old = lines[0].send(ask).body["id"]
    for _ in range(ROUNDS):
        site.host.players.mark_deleted(old)
        replies = spread(site, [ask] * 20)
        assert Counter(reply.status for reply in replies) == {201: 1, 200: 19}
        (new,) = {reply.body["id"] for reply in replies}
        assert new != old
        old = new


def test_a_quota_holds_whoever_asks_at_once(site: Stand, lines: list[Line]) -> None:
    for _ in range(ROUNDS):
        person = lines[0].person()
        asks = [Ask("POST", "/v1/players/me/tokens", person.headers)] * 30
        assert Counter(reply.status for reply in spread(site, asks)) == {201: 19, 409: 11}
        bots = [Ask("POST", "/v1/players/me/bots", person.headers, {"name": "Bot"})] * 30
        assert Counter(reply.status for reply in spread(site, bots)) == {201: 20, 409: 10}


def test_no_token_outlives_a_player_that_is_deleted_meanwhile(site: Stand, lines: list[Line]) -> None:
    for _ in range(ROUNDS):
        person = lines[0].person()
        asks = [Ask("POST", "/v1/players/me/tokens", person.headers)] * 10
        with ThreadPoolExecutor(1) as beside:
            deletion = beside.submit(site.host.players.mark_deleted, person.id)
            replies = spread(site, asks)
        assert deletion.result()
        assert {reply.status for reply in replies} <= {201, 401, 404}
        issued = [reply.body["token"] for reply in replies if reply.status == 201]
        for secret in issued:
            seen = lines[0].send(Ask("GET", "/v1/players/me", {"Authorization": f"Bearer {secret}"}))
            assert seen.status == 401
