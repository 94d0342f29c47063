"""Requests at the same moment to two API processes: one wins, and the others are told so."""

from collections import Counter

from tests.races.callers import ME, OPEN, PATIENCE_S, Ask, Line, Person, Reply, acting, together
from tests.races.checking import whole
from tests.races.stand import Stand

ROUNDS = 10
STAGGER_S = (0, 0.0005, 0.001, 0.002, 0.004, PATIENCE_S)
"""By how much one of two requests is sent before the other, by turns; the last: once that is answered."""


def spread(site: Stand, asks: list[Ask], gap_s: float = 0) -> list[Reply]:
    """Sends the requests in turn to all API processes, together, or each so long after the one before."""
    ports = [api.port for api in site.apis]
    return together(((ports[number % len(ports)], ask) for number, ask in enumerate(asks)), gap_s)


def by_turns(site: Stand, number: int, asks: list[Ask]) -> list[Reply]:
    """One round of a race of two: sent in either order by turns and more or less at once; replies in the order of `asks`.

    Over twelve rounds each is answered once before the other is sent, so each must have won.
    """
    step = -1 if number % 2 else 1
    return spread(site, asks[::step], STAGGER_S[number // 2 % len(STAGGER_S)])[::step]


def joining(game_id: str, person: Person) -> Ask:
    return Ask("POST", f"/v1/games/{game_id}/seats", person.headers)


def until_done(site: Stand, ask: Ask, reply: Reply) -> Reply:
    """What a client does with an answer that its request is still being worked on: the same again, after a while."""
    for _ in range(200):
        if reply.status != 409 or reply.body["code"] != "request-in-progress":
            return reply
        assert int(reply.headers["retry-after"]) >= 1
        (reply,) = spread(site, [ask])
    raise AssertionError(f"still in progress: {reply}")


def test_b02_of_twenty_actions_on_one_etag_one_is_played(site: Stand, lines: list[Line]) -> None:
    """B02, B03."""
    game, people = lines[0].table()
    for _ in range(ROUNDS):
        actor = people[game["turn"]["seat"]]
        action = lines[0].first_action(game["id"], actor)
        replies = spread(site, [acting(game, actor, action)] * 20)
        assert Counter(reply.status for reply in replies) == {200: 1, 412: 19}
        won = next(reply for reply in replies if reply.status == 200)
        for lost in (reply for reply in replies if reply.status == 412):
            assert lost.body["code"] == "version-conflict"
            assert lost.body["etag"] == won.body["game"]["etag"]
            assert lost.body["events"] == won.body["events"]
        game = won.body["game"]
    assert len(whole(site.host, game["id"])) == 2 + ROUNDS


def test_b02_the_losers_of_both_seats_get_412(site: Stand, lines: list[Line]) -> None:
    """B02: the other seat, which is not on turn, is told about its old etag once the winner has played."""
    game, people = lines[0].table()
    action = lines[0].first_action(game["id"], people[0])
    replies = spread(site, [acting(game, people[number % 2], action) for number in range(20)])
    assert Counter(reply.status for reply in replies)[200] == 1
    assert {reply.body["code"] for reply in replies if reply.status != 200} <= {"version-conflict", "not-your-turn"}
    assert len(whole(site.host, game["id"])) == 3


def test_of_ten_who_join_one_gets_the_last_seat(site: Stand, lines: list[Line]) -> None:
    rivals = [lines[0].person(f"Rival {number}") for number in range(10)]
    for open_seats in (1, 3):
        game = lines[0].create(lines[0].person(), ME, *[OPEN] * open_seats)
        replies = spread(site, [joining(game["id"], rival) for rival in rivals])
        assert Counter(reply.status for reply in replies) == {200: open_seats, 409: 10 - open_seats}
        refused = {reply.body["code"] for reply in replies if reply.status == 409}
        assert refused <= {"game-started", "seat-not-open"}
        seated = [seat["player"]["id"] for seat in lines[1].view(game["id"])["seats"]]
        assert len(set(seated)) == 1 + open_seats
        assert len(whole(site.host, game["id"])) == 1 + open_seats


def test_who_joins_ten_times_sits_once(site: Stand, lines: list[Line]) -> None:
    game, guest = lines[0].create(lines[0].person(), ME, OPEN, OPEN), lines[0].person()
    replies = spread(site, [joining(game["id"], guest)] * 10)
    assert Counter(reply.status for reply in replies) == {200: 10}
    assert len(whole(site.host, game["id"])) == 2


def test_one_key_creates_one_game(site: Stand, lines: list[Line]) -> None:
    """All twenty get the same game, once it is there, a hundred times."""
    creator = lines[0].person()
    for number in range(100):
        headers = creator.headers | {"Idempotency-Key": f"one-{number}"}
        ask = Ask("POST", "/v1/games", headers, {"seats": [ME, OPEN]})
        replies = [until_done(site, ask, reply) for reply in spread(site, [ask] * 20)]
        assert Counter(reply.status for reply in replies) == {201: 20}
        assert len({reply.body["id"] for reply in replies}) == 1
        assert len({reply.headers["etag"] for reply in replies}) == 1
        assert sum("idempotency-replayed" not in reply.headers for reply in replies) == 1
        assert len(whole(site.host, replies[0].body["id"])) == 1


def test_one_key_plays_one_action(site: Stand, lines: list[Line]) -> None:
    game, people = lines[0].table()
    for number in range(ROUNDS):
        actor = people[game["turn"]["seat"]]
        ask = acting(game, actor, lines[0].first_action(game["id"], actor), key=f"turn-{number}")
        replies = [until_done(site, ask, reply) for reply in spread(site, [ask] * 10)]
        assert Counter(reply.status for reply in replies) == {200: 10}
        assert len({str(reply.body) for reply in replies}) == 1
        assert sum("idempotency-replayed" not in reply.headers for reply in replies) == 1
        game = replies[0].body["game"]
    assert len(whole(site.host, game["id"])) == 2 + ROUNDS


def test_one_key_for_two_actions_plays_one_of_them(site: Stand, lines: list[Line]) -> None:
    game, people = lines[0].table()
    listed = lines[0].get(f"/v1/games/{game['id']}/legal-actions", people[0]).body["actions"]
    asks = [acting(game, people[0], listed[number % 2]["action"], key="one") for number in range(10)]
    replies = spread(site, asks)
    assert Counter(reply.status for reply in replies) == {200: 5, 422: 5}
    assert {reply.body["code"] for reply in replies if reply.status == 422} == {"idempotency-key-reuse"}
    assert len(whole(site.host, game["id"])) == 3
