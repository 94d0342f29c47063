"""The table, the games, the ledger, and what two entries have made of each other: they tell the same."""

import pytest

from service.hosting.committing import own_request
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.values import PEOPLE_LADDER
from service.hosting.resign import resign
from splendor.ai import PLAYERS
from splendor.ratings.chances import likely_better
from splendor.ratings.rating import ALGORITHM, NEW, Rating, conservative, interval, points, uncertainty
from tests.api.games_api import ME, OPEN, Json, Site, found
from tests.api.ladders.ladders_api import CLOCK, LADDERS, LadderAt, new_bot, refused
from tests.hosting.ai_seats import Spy
from tests.hosting.ladders.table_of import flag, play_out, table_of

GAMES = 6


@pytest.fixture
def played(site: Site) -> LadderAt:
    """A ladder in which some games have been rated."""
    ladder = LadderAt(site, "greedy", "random")
    ladder.play(GAMES)
    return ladder


def met(ladder: LadderAt) -> tuple[int, int, int]:
    """How many games `greedy` has won, shared and lost: a deal may be too much for it."""
    places = [{seat["entry_id"]: seat["place"] for seat in game["seats"]} for game in ladder.items("/games", limit=100)]
    won = sum(place["greedy"] < place["random"] for place in places)
    lost = sum(place["greedy"] > place["random"] for place in places)
    return won, len(places) - won - lost, lost


def places(items: list[Json]) -> list[tuple[int | None, str]]:
    return [(item.get("place"), item["id"]) for item in items]


def test_the_table(played: LadderAt) -> None:
    bot = played.active()
    played.command("greedy-2", ai_player="greedy")
    items = played.items("/standings")
    assert places(items) == [(1, "greedy"), (2, "random"), (None, bot.id), (None, "greedy-2")]
    first, second, newcomer, twin = items
    assert first["rating"]["rating"] > 1000 > second["rating"]["rating"]
    won, shared, lost = met(played)
    assert (first["games"], first["won"], second["won"]) == (GAMES, won + shared, lost + shared)
    assert first["won_share"] == pytest.approx((won + shared / 2) / GAMES, abs=1e-4)
    assert (first["won_share"] + second["won_share"], first["error_share"]) == (pytest.approx(1, abs=1e-3), 0)
    assert "won_share" not in newcomer
    assert {"last_game_at", "joined_at"} <= first.keys()
    assert "last_seen_at" in newcomer
    assert "last_seen_at" not in first
    assert twin["ai_player"] == "greedy"
    for item in (first, second):
        assert [(one["seats"], one["seat"]) for one in item["positions"]] == [(2, 0), (2, 1)]
        assert sum(one["games"] for one in item["positions"]) == GAMES
        assert sum(one["won"] for one in item["positions"]) == item["won"]
        assert [one["games"] for one in item["positions"]] == [GAMES // 2] * 2


def test_public_numbers_are_those_of_the_rating(played: LadderAt) -> None:
    (newest,) = played.items("/ratings/greedy", limit=1)
    (seat,) = [seat for seat in newest["seats"] if seat["entry_id"] == "greedy"]
    rating = Rating(seat["after"]["mean"], seat["after"]["deviation"])
    low, high = interval(rating)
    shown = played.items("/standings")[0]["rating"]
    assert shown == {
        "rating": points(rating),
        "uncertainty": uncertainty(rating),
        "conservative_rating": conservative(rating),
        "low": low,
        "high": high,
    }
    assert low < shown["rating"] < high
    assert (seat["after"]["rating"], seat["after"]["uncertainty"]) == (shown["rating"], shown["uncertainty"])
    assert newest["algorithm"].startswith(ALGORITHM.partition(" ")[0])


def test_the_ledger_leads_from_one_rating_to_the_next(played: LadderAt) -> None:
    for entry_id in ("greedy", "random"):
        items = played.items(f"/ratings/{entry_id}")
        assert [item["number"] for item in items] == [*range(GAMES, 0, -1)]
        chain = [seat for item in reversed(items) for seat in item["seats"] if seat["entry_id"] == entry_id]
        assert chain[0]["before"] == {
            "rating": points(NEW),
            "uncertainty": uncertainty(NEW),
            "mean": NEW.mean,
            "deviation": NEW.deviation,
        }
        assert [seat["before"] for seat in chain[1:]] == [seat["after"] for seat in chain[:-1]]
        assert {seat["cause"] for seat in chain} == {"finished"}
    assert recompute(played.host, played.id).sound


def test_games_that_run_and_games_that_are_settled(played: LadderAt) -> None:
    (game_id,) = played.pair()
    (running,) = played.items("/games", status="running")
    assert (running["game_id"], running["status"], running["kind"]) == (game_id, "running", "rated")
    assert {seat["entry_id"] for seat in running["seats"]} == {"greedy", "random"}
    assert [item["running_games"] for item in played.items("/standings")] == [1, 1]
    view = found(played.site.client.get(f"/v1/games/{game_id}"))
    assert view["ladder"] == {"id": played.id, "kind": "rated"}
    assert [seat["ai_player"] for seat in view["seats"]] == [seat["entry_id"] for seat in running["seats"]]
    settled = played.items("/games")
    assert settled == played.items("/games", status="settled")
    assert game_id not in {game["game_id"] for game in settled}
    assert [game["number"] for game in settled] == [*range(GAMES, 0, -1)]
    for game in settled:
        result = found(played.site.client.get(f"/v1/games/{game['game_id']}"))["result"]
        assert {seat["seat"]: seat["place"] for seat in game["seats"]} == {
            one["seat"]: one["place"] for one in result["ranking"]
        }
    play_out(played.host)
    assert played.items("/games", status="running") == []
    assert played.items("/games")[0]["game_id"] == game_id


def test_head_to_head(played: LadderAt) -> None:
    shown = played.read("/head-to-head", one="greedy", other="random")
    won, shared, lost = met(played)
    assert (shown["games"], shown["won"], shown["shared"], shown["lost"]) == (GAMES, won, shared, lost)
    assert shown["one"] == {"id": "greedy", "name": "greedy"}
    assert shown["likely_better"] == pytest.approx(likely_better(won, shared, lost), abs=1e-4)
    assert shown["rated_better"] > 0.5
    turned = played.read("/head-to-head", one="random", other="greedy")
    assert (turned["won"], turned["lost"]) == (lost, won)
    assert turned["likely_better"] + shown["likely_better"] == pytest.approx(1)
    newcomer = played.active()
    strangers = played.read("/head-to-head", one="greedy", other=newcomer.id)
    assert (strangers["games"], strangers["likely_better"]) == (0, 0.5)


def test_head_to_head_takes_two(played: LadderAt) -> None:
    refused(played.ask("GET", "/head-to-head"), 422, "invalid-request", "/one")
    refused(played.ask("GET", "/head-to-head", one="greedy"), 422, "invalid-request", "/other")
    refused(played.ask("GET", "/head-to-head", one="greedy", other="greedy"), 422, "invalid-request", "/other")
    refused(played.ask("GET", "/head-to-head", one="greedy", other="x" * 65), 422, "invalid-request", "/other")
    refused(played.ask("GET", "/head-to-head", one="greedy", other="nobody"), 404, "entry-not-found")
    refused(played.ask("GET", "/games", status="rated"), 422, "invalid-request", "/status")


@pytest.mark.parametrize(("cause", "shown"), [("flag", "flag"), ("resignation", "resignation")])
def test_why_a_game_ended_for_a_seat(site: Site, cause: str, shown: str) -> None:
    ladder = LadderAt(site, "greedy")
    bot = ladder.active()
    (game_id,) = ladder.pair()
    if cause == "flag":
        ladder.play(0)
        site.run_jobs()
        flag(ladder.host, game_id)
    else:
        resign(ladder.host, table_of(ladder.host, game_id, bot.id), own_request(), exact=False)
    play_out(ladder.host)
    (entry,) = ladder.items(f"/ratings/{bot.id}")
    assert {seat["entry_id"]: (seat["cause"], seat["place"]) for seat in entry["seats"]} == {
        bot.id: (shown, 2),
        "greedy": ("finished", 1),
    }
    (row,) = [row for row in ladder.items("/standings") if row["id"] == bot.id]
    assert row["error_share"] == (1 if cause == "flag" else 0)


def test_a_seat_that_is_put_out_says_so(site: Site) -> None:
    ladder = LadderAt(site, "greedy", illegal_actions=0)
    bot = ladder.active()
    (game_id,) = ladder.pair()
    site.run_jobs()
    game = f"/v1/games/{game_id}"
    etag = found(site.client.get(game))["etag"]
    reply = site.client.post(
        f"{game}/actions",
        json={"type": "take_tokens", "tokens": {"white": 6}},
        headers=bot.headers | {"If-Match": f'"{etag}"'},
    )
    assert (reply.status_code, reply.json["code"]) == (409, "illegal-action")
    view = found(site.client.get(game, headers=bot.headers))
    assert (view["status"], view["seats"][view["you"]["seat"]]["forfeit"]) == ("finished", "illegal_action")
    events = found(site.client.get(f"{game}/events?limit=500"))["items"]
    assert [event["cause"] for event in events if event["type"] == "seat_resigned"] == ["illegal_action"]
    play_out(ladder.host)
    (entry,) = ladder.items(f"/ratings/{bot.id}")
    assert {seat["cause"] for seat in entry["seats"] if seat["entry_id"] == bot.id} == {"illegal_action"}


@pytest.mark.parametrize(("path", "body"), [("abort", {}), ("hand-over", {"ai_player": "greedy"}), ("rematch", {})])
def test_entries_have_no_say_in_their_games(site: Site, path: str, body: Json) -> None:
    ladder = LadderAt(site, "greedy")
    bot = ladder.active()
    (game_id,) = ladder.pair()
    refused(site.client.post(f"/v1/games/{game_id}/{path}", json=body, headers=bot.headers), 409, "ladder-game")


def test_b15_what_the_service_has_spoiled_is_void(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder, spy = LadderAt(site, "greedy", "random"), Spy()
    monkeypatch.setitem(PLAYERS, "random", spy)
    spy.answers = [RuntimeError("broken")] * 3
    pair_ladder(ladder.host, ladder.id)
    play_out(ladder.host)
    (game,) = ladder.items("/games")
    assert (game["status"], game["void_reason"], game["number"]) == ("void", "infrastructure", 1)
    assert not any({"place", "cause"} & seat.keys() for seat in game["seats"])
    (entry,) = ladder.items("/ratings/greedy")
    assert entry["void_reason"] == "infrastructure"
    assert [seat["before"] for seat in entry["seats"]] == [seat["after"] for seat in entry["seats"]]
    assert places(ladder.items("/standings")) == [(None, "greedy"), (None, "random")]


def test_where_unfinished_games_do_not_count(site: Site) -> None:
    ladder = LadderAt(site, "greedy", unfinished="void")
    bot = ladder.active()
    (game_id,) = ladder.pair()
    site.run_jobs()
    flag(ladder.host, game_id)
    play_out(ladder.host)
    (game,) = ladder.items("/games")
    assert (game["status"], game["void_reason"]) == ("void", "unfinished")
    assert {seat["entry_id"]: seat["cause"] for seat in game["seats"]} == {bot.id: "flag", "greedy": "finished"}


def test_rated_games_of_people_count_in_theirs(site: Site) -> None:
    game = site.game(ME, OPEN, rated=True, time_control=CLOCK)
    view = game.view()
    assert (view["options"]["rated"], view["options"]["seating"]) == (True, "random")
    assert view["ladder"] == {"id": "people", "kind": "rated"}
    loser, winner = game.people
    assert game.post("/resignation", loser).status_code == 200
    play_out(site.services)
    people = f"{LADDERS}/{PEOPLE_LADDER.id}"
    items = found(site.client.get(f"{people}/standings"))["items"]
    assert [(row["place"], row["id"], row["kind"]) for row in items] == [
        (1, winner.id, "human"),
        (2, loser.id, "human"),
    ]
    assert found(site.client.get(f"{people}/ratings/{winner.id}"))["items"][0]["game_id"] == game.id
    assert found(site.client.get(f"{people}/head-to-head?one={winner.id}&other={loser.id}"))["won"] == 1


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"time_control": CLOCK, "target_prestige": 16},
        {"time_control": CLOCK, "reserved_cards": "open"},
        {"time_control": CLOCK, "seed": "ab" * 32},
        {"time_control": CLOCK, "sandbox": True},
        {"time_control": CLOCK, "on_flag": {"type": "ai_takes_over", "ai_player": "greedy"}},
        {"time_control": CLOCK, "seats": [ME, {"type": "ai", "ai_player": "greedy"}]},
    ],
)
def test_games_that_cannot_be_rated(site: Site, options: Json) -> None:
    seats = options.pop("seats", [ME, OPEN]) if "seats" in options else [ME, OPEN]
    refused(site.create(site.person(), *seats, rated=True, **options), 409, "not-rateable")


def test_a_seat_of_a_rated_game_is_no_ai_player_s(site: Site) -> None:
    ada = site.person()
    game = site.create(ada, ME, OPEN, rated=True, time_control=CLOCK).json["id"]
    body = {"type": "ai", "ai_player": "greedy"}
    refused(site.client.put(f"/v1/games/{game}/seats/1", json=body, headers=ada.headers), 409, "not-rateable")


def test_no_bot_sits_in_a_rated_game(site: Site) -> None:
    ada = site.person()
    bot = new_bot(site, site.person("Owner"))
    seats = ({"type": "me"}, {"type": "player", "player_id": bot.id})
    refused(site.create(ada, *seats, rated=True, time_control=CLOCK), 409, "not-rateable")
    refused(site.create(bot, ME, OPEN, rated=True, time_control=CLOCK), 409, "not-rateable")
    game = f"/v1/games/{site.create(ada, ME, OPEN, rated=True, time_control=CLOCK).json['id']}"
    refused(site.client.post(f"{game}/seats", json={}, headers=bot.headers), 409, "not-rateable")
    refused(site.client.put(f"{game}/seats/1", json=seats[1], headers=ada.headers), 409, "not-rateable")


def test_a_rated_game_that_is_called_off_says_that_it_does_not_count(site: Site) -> None:
    ada = site.person()
    game = f"/v1/games/{site.create(ada, ME, OPEN, rated=True, time_control=CLOCK).json['id']}"
    assert site.client.post(f"{game}/abort", json={}, headers=ada.headers).status_code == 200
    assert found(site.client.get(game))["ladder"] == {"id": "people", "kind": "unrated"}
