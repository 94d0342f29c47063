"""POST /games/{id}/actions/preview: what an action would give. It draws nothing, keeps nothing, tells nothing."""

import json

import pytest

from tests.api.games_api import BLIND, GREEDY, ME, OPEN, TAKE, GameAt, Json, Site, found, problem
from tests.api.positions import DOWN, FIFTEEN, eleven_in_reach, last_turn, position, two_nobles_in_reach

BUY = {"type": "purchase_card", "card_id": "L1-09"}
PER_TURN = {"type": "per_turn", "turn_ms": 60_000}


def preview(game: GameAt, action: Json, seat: int = 0) -> Json:
    """A preview that has to be given; it leaves the game as it is, to the byte."""
    before = [game.get(suffix).data for suffix in ("", "/events", "/record")]
    reply = game.preview(game.people[seat], action)
    body = found(reply)
    assert [game.get(suffix).data for suffix in ("", "/events", "/record")] == before
    assert reply.headers["ETag"] == f'"{game.etag}"' == f'"{body["game"]["etag"]}"'
    return body


def masked(body: Json) -> Json:
    """A reply without what differs from one game to another: ids, tags and times."""
    text = json.dumps(body)
    for member in ("id", "etag", "created_at", "updated_at", "started_at", "deadline_at"):
        text = text.replace(json.dumps(body["game"].get(member, "?")), "0")
    game: Json = json.loads(text)
    game["game"].pop("turn", None)
    game["events"] = [event | {"tag": "", "at": ""} for event in game["events"]]
    return game


def test_the_view_and_the_events_that_the_action_gives(site: Site) -> None:
    """Where nothing is drawn they are those of the action itself, but for version and time."""
    game = site.game(position=eleven_in_reach())
    action = {"type": "take_tokens", "tokens": {"red": 2}}
    seen = preview(game, action)
    done = game.act(game.people[0], action)
    assert (seen["game"]["version"], done["game"]["version"]) == (2, 3)
    for member in ("seats", "supply", "market", "nobles", "last_round", "status"):
        assert seen["game"][member] == done["game"][member]
    assert seen["game"]["turn"]["phase"] == "return_tokens"
    commit = {"tag", "version", "at"}
    for one, other in zip(seen["events"], done["events"], strict=True):
        assert {**one, **dict.fromkeys(commit)} == {**other, **dict.fromkeys(commit)}


def test_what_it_would_reveal_is_hidden(site: Site) -> None:
    game = site.game(position=position({"tokens": {"black": 3}}, {}))
    hidden = {"hidden": True, "level": 1}
    bought = preview(game, BUY)
    assert bought["game"]["market"][0]["slots"][1] == hidden
    assert bought["game"]["market"][0]["deck_count"] == 4
    (revealed,) = [event for event in bought["events"] if event["type"] == "card_revealed"]
    assert revealed.items() >= {**hidden, "slot": 1}.items()
    assert "card" not in revealed
    blind = preview(game, BLIND)
    assert blind["game"]["seats"][0]["reserved"] == [hidden]
    assert blind["events"][0].items() >= hidden.items()


def test_previews_are_the_same_for_every_order_of_the_decks(site: Site) -> None:
    orders = [DOWN, [list(reversed(row)) for row in DOWN], [[row[2], *row[:2], *row[3:]] for row in DOWN]]
    games = [
        site.game(position=position({"tokens": {"black": 3, "gold": 1}}, {}, decks=decks), time_control=PER_TURN)
        for decks in orders
    ]
    for action in games[0].listed(games[0].people[0], "all"):
        seen = []
        for game in games:
            body = preview(game, action)
            for seat, person in zip(body["game"]["seats"], game.people, strict=True):
                assert seat.pop("player")["id"] == person.id
            seen.append(json.dumps(masked(body)))
        assert len(set(seen)) == 1, action


def test_they_do_not_depend_on_the_seed_either(site: Site) -> None:
    """Two games from one position, whose decks lie in the order of different seeds."""
    start = {"seats": [{}, {}], "market": position()["market"], "nobles": []}
    one, other = (site.game(position=start, seed=seed * 64) for seed in "ab")
    for action in (BLIND, {"type": "reserve_card", "card_id": "L3-13"}, TAKE):
        for body in (first := preview(one, action), second := preview(other, action)):
            body["game"].pop("expires_at")
            for seat in body["game"]["seats"]:
                seat.pop("player")
        assert masked(first) == masked(second)


def test_the_preview_of_the_end_opens_nothing(site: Site) -> None:
    """The end of a game opens seed and hands; its preview must not, or a peek would cost nothing."""
    theirs = {"purchased": FIFTEEN, "reserved": [{"card_id": "L3-20", "hidden": True}]}
    games = [
        site.game(
            position=position(
                theirs | {"reserved": [{"card_id": card, "hidden": True}]}, {}, seat_to_act=1, decks=decks
            ),
            seed=seed,
        )
        for card, decks, seed in (("L3-20", DOWN, "a" * 64), ("L3-19", [row[::-1] for row in DOWN], "b" * 64))
    ]
    seen = []
    for game in games:
        body = preview(game, TAKE, seat=1)
        assert (body["game"]["status"], body["game"]["result"]["winners"]) == ("finished", [0])
        assert body["events"][-1]["type"] == "game_finished"
        assert body["game"]["fairness"] == {}
        assert (
            body["game"]["seats"][0]["reserved"] == body["events"][-1]["reserved"][0] == [{"hidden": True, "level": 3}]
        )
        for seat in body["game"]["seats"]:
            seat.pop("player")
        seen.append(json.dumps(masked(body)))
    assert seen[0] == seen[1]
    over = games[0].act(games[0].people[1], TAKE)
    assert over["game"]["seats"][0]["reserved"][0]["card"]["id"] == "L3-20"


def test_the_rule_it_breaks(site: Site) -> None:
    game = site.game(position=two_nobles_in_reach())
    ada, _ = game.people
    problem(game.preview(ada, {"type": "take_tokens", "tokens": {"white": 1}}), 409, "illegal-action", "K1")
    problem(game.preview(ada, BUY | {"noble_id": "N09"}), 409, "illegal-action", "N1")
    problem(game.preview(ada, {"type": "purchase_card", "card_id": "L1-02"}), 409, "illegal-action", "P1")
    assert preview(game, BUY | {"noble_id": "N01"})["events"][-2]["noble"]["id"] == "N01"


def test_only_for_the_seat_to_act(site: Site) -> None:
    game = site.game(ME, OPEN, GREEDY)
    _, bea = game.people
    problem(game.preview(bea, TAKE), 409, "not-your-turn")
    problem(game.preview(site.person(), TAKE), 403, "not-seated")
    problem(game.preview(None, TAKE), 401, "token-missing")


def test_if_match_is_optional_but_heeded(site: Site) -> None:
    game = site.game()
    ada, bea = game.people
    old = game.etag
    assert game.preview(ada, TAKE, If_Match=f'"{old}"').status_code == 200
    game.act(ada, TAKE)
    body = problem(game.preview(bea, TAKE, If_Match=f'"{old}"'), 412, "version-conflict")
    assert [event["type"] for event in body["events"]] == ["action_played", "turn_started"]
    problem(game.preview(bea, TAKE, If_Match="*"), 400, "bad-precondition")


def test_an_idempotency_key_has_no_effect_but_must_be_one(site: Site) -> None:
    game = site.game()
    ada = game.people[0]
    for action in (TAKE, BLIND, TAKE):
        reply = game.preview(ada, action, Idempotency_Key="k1")
        assert reply.status_code == 200
        assert "Idempotency-Replayed" not in reply.headers
    assert "Idempotency-Replayed" not in game.submit(ada, TAKE, Idempotency_Key="k1").headers
    for key in ("", "a b", "\u00e9", "x" * 256):
        problem(game.preview(ada, TAKE, Idempotency_Key=key), 400, "bad-idempotency-key")


def test_the_clock_of_the_next_turn_is_not_known_yet(site: Site) -> None:
    game = site.game(position=eleven_in_reach(), time_control=PER_TURN)
    now = game.view()["turn"]
    same = preview(game, {"type": "take_tokens", "tokens": {"red": 2}})["game"]["turn"]
    assert (same["started_at"], same["deadline_at"]) == (now["started_at"], now["deadline_at"])
    following = preview(game, {"type": "take_tokens", "tokens": {"red": 2}, "returned_tokens": {"red": 2}})
    assert set(following["game"]["turn"]) == {"seat", "phase", "number", "round"}
    assert "deadline_at" not in following["events"][-1]


@pytest.mark.parametrize("times", [3])
def test_asking_again_gives_the_same_bytes(site: Site, times: int) -> None:
    game = site.game()
    assert len({game.preview(game.people[0], BLIND).data for _ in range(times)}) == 1


def test_the_last_turn_may_be_tried(site: Site) -> None:
    game = site.game(position=last_turn())
    assert preview(game, BLIND, seat=1)["game"]["status"] == "finished"
    assert game.view()["status"] == "playing"
