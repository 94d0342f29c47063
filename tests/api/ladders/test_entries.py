"""Entering a ladder, pausing, leaving: by oneself, and by an administrator."""

import pytest

from service.hosting.ladders.standings import table
from service.store.keys import new_player_id
from service.store.ladders import LadderStore
from splendor.ratings.rating import NEW, conservative, interval, uncertainty
from tests.api.apps_api import make_player, new_app
from tests.api.games_api import Person, Site, found
from tests.api.ladders.ladders_api import LadderAt, new_bot, refused
from tests.hosting.hosts import new_person
from tests.hosting.ladders.table_of import flag, play_as, play_out


def test_a_bot_enters_shows_that_it_can_play_and_plays(site: Site) -> None:
    ladder = LadderAt(site, "greedy")
    bot = new_bot(site, site.person(), "Ada's engine")
    entry = found(ladder.join(bot))
    assert entry == ladder.mine(bot) == found(ladder.join(bot))
    assert (entry["id"], entry["name"], entry["kind"], entry["status"]) == (
        bot.id, "Ada's engine", "bot", "validating",
    )  # fmt: skip
    low, high = interval(NEW)
    assert entry["rating"] == {
        "rating": 1000, "uncertainty": uncertainty(NEW), "conservative_rating": conservative(NEW), "low": low, "high": high,
    }  # fmt: skip
    (game_id,) = ladder.pair()
    assert (ladder.running(game_id)["kind"], ladder.running(game_id)["seats"][1]["entry_id"]) == (
        "validation",
        "random",
    )
    view = found(site.client.get(f"/v1/games/{game_id}", headers=bot.headers))
    assert view["ladder"] == {"id": ladder.id, "kind": "validation"}
    play_as(ladder.host, game_id, bot.id)
    play_out(ladder.host)
    entry = ladder.mine(bot)
    assert (entry["status"], entry["validation_game_id"], entry["games"]) == ("active", game_id, 0)
    (game_id,) = ladder.pair()
    listed = found(site.client.get("/v1/players/me/games", headers=bot.headers))["items"]
    assert listed[0]["ladder"] == {"id": ladder.id, "kind": "rated"}
    assert listed[0]["id"] == game_id


def test_a_bot_that_fails_may_try_again(site: Site) -> None:
    ladder = LadderAt(site)
    bot = new_bot(site, site.person())
    found(ladder.join(bot))
    (game_id,) = ladder.pair()
    flag(ladder.host, game_id)
    play_out(ladder.host)
    entry = ladder.mine(bot)
    assert (entry["status"], entry["failed_for"], entry["validation_game_id"]) == ("failed", "flag", game_id)
    assert ladder.pair() == []
    assert found(ladder.join(bot))["status"] == "validating"
    assert len(ladder.pair()) == 1


def test_pausing_and_going_on(site: Site) -> None:
    ladder = LadderAt(site, "greedy")
    bot = ladder.active()
    paused = found(ladder.join(bot, paused=True))
    assert (paused["status"], paused["paused_for"]) == ("paused", "owner")
    assert found(ladder.join(bot)) == paused, "to enter again is not to go on"
    assert found(ladder.join(bot, paused=True)) == paused
    assert ladder.pair() == []
    assert found(ladder.join(bot, paused=False))["status"] == "active"
    assert len(ladder.pair()) == 1


def test_entering_paused(site: Site) -> None:
    ladder = LadderAt(site)
    bot = new_bot(site, site.person())
    assert found(ladder.join(bot, paused=True))["status"] == "paused"
    assert ladder.pair() == []
    assert found(ladder.join(bot, paused=False))["status"] == "validating"


def test_whoever_may_not_enter_any_more_can_still_pause_and_leave(site: Site) -> None:
    ladder = LadderAt(site)
    bot = ladder.active()
    ladder.change(open_to="people")
    assert found(ladder.join(bot, paused=True))["status"] == "paused"
    refused(ladder.join(bot), 403, "not-eligible")
    assert ladder.leave(bot).status_code == 204
    refused(ladder.join(bot, paused=False), 403, "not-eligible")


def test_leaving_and_coming_back(site: Site) -> None:
    ladder = LadderAt(site, "greedy")
    bot = ladder.active()
    ladder.play(1, bot)
    before = ladder.mine(bot)
    assert before["games"] == 1
    for _ in range(2):
        assert ladder.leave(bot).status_code == 204
        assert ladder.mine(bot)["status"] == "left"
    assert ladder.pair() == []
    back = found(ladder.join(bot))
    assert (back["status"], back["rating"], back["games"]) == ("validating", before["rating"], 1)


def test_who_never_entered(site: Site) -> None:
    ladder = LadderAt(site)
    bot = new_bot(site, site.person())
    refused(ladder.ask("GET", "/entries/me", bot.headers), 404, "entry-not-found")
    refused(ladder.leave(bot), 404, "entry-not-found")
    refused(ladder.command("nobody", paused=True), 404, "entry-not-found")
    refused(ladder.remove("nobody"), 404, "entry-not-found")
    refused(ladder.ask("GET", "/ratings/nobody"), 404, "entry-not-found")
    refused(ladder.ask("GET", f"/ratings/{new_player_id()}"), 404, "entry-not-found")
    refused(ladder.ask("GET", "/ratings/me", bot.headers), 404, "entry-not-found")


@pytest.mark.parametrize(
    ("open_to", "bots", "people"), [("bots", True, False), ("people", False, True), ("all", True, True)]
)
def test_who_may_enter(site: Site, open_to: str, bots: bool, people: bool) -> None:
    ladder, person = LadderAt(site, open_to=open_to), site.person()
    for one, may, status in ((new_bot(site, person), bots, "validating"), (person, people, "active")):
        if may:
            entry = found(ladder.join(one))
            assert (entry["status"], entry["kind"]) == (status, "bot" if status == "validating" else "human")
        else:
            refused(ladder.join(one), 403, "not-eligible")


def test_an_owner_has_so_many_entries(site: Site) -> None:
    ladder, owner = LadderAt(site, owner_entries=1), site.person()
    first, second = new_bot(site, owner), new_bot(site, owner)
    found(ladder.join(first))
    refused(ladder.join(second), 409, "too-many")
    ladder.leave(first)
    found(ladder.join(second))


def test_a_token_to_look_on_enters_nothing(site: Site) -> None:
    ladder = LadderAt(site, open_to="all")
    reader = new_person(site.services, "Eve", "read")
    for reply in (ladder.join(reader), ladder.join(reader, paused=True)):
        refused(reply, 403, "token-scope")
    refused(ladder.leave(reader), 404, "entry-not-found")
    refused(ladder.ask("PUT", "/entries/me", new_app(site.app), {}), 403, "token-kind")
    refused(ladder.ask("PUT", "/entries/me", {}, {}), 401, "token-missing")


def test_a_player_who_is_gone_enters_nothing(site: Site) -> None:
    ladder = LadderAt(site, open_to="all")
    ada = site.person()
    site.client.delete("/v1/players/me", headers=ada.headers)
    refused(ladder.join(ada), 401, "token-invalid")


def test_anchors_enter_under_their_own_name_or_another(site: Site) -> None:
    ladder = LadderAt(site)
    entry = found(ladder.command("greedy", ai_player="greedy"))
    assert (entry["id"], entry["name"], entry["kind"], entry["ai_player"], entry["status"]) == (
        "greedy", "greedy", "ai", "greedy", "active",
    )  # fmt: skip
    twin = found(ladder.command("greedy-2", ai_player="greedy"))
    assert (twin["id"], twin["ai_player"]) == ("greedy-2", "greedy")
    assert found(ladder.command("greedy", ai_player="greedy")) == entry
    refused(ladder.command("greedy", ai_player="random"), 403, "not-eligible")
    refused(ladder.command("Greedy!", ai_player="greedy"), 422, "invalid-request", "/entry_id")
    told = refused(ladder.command("x", ai_player="nobody"), 422, "invalid-request", "/ai_player")
    assert "random, beginner, greedy" in told["errors"][0]["message"]
    refused(ladder.command("x"), 422, "invalid-request")
    # `me` is no name: it is the caller's own entry, and administrators have none.
    refused(ladder.command("me", paused=True), 403, "token-kind")
    assert len(ladder.pair()) == 1


def test_what_an_operator_has_paused_stays_so(site: Site) -> None:
    ladder = LadderAt(site, "greedy")
    bot = ladder.active()
    assert found(ladder.command(bot.id, paused=True))["paused_for"] == "operator"
    refused(ladder.join(bot, paused=False), 403, "not-eligible")
    assert ladder.mine(bot)["paused_for"] == "operator"
    assert found(ladder.command(bot.id, paused=False))["status"] == "active"
    assert found(ladder.command("greedy", paused=True))["status"] == "paused"
    entry = found(ladder.command("random", ai_player="random", paused=True))
    assert (entry["status"], entry["paused_for"]) == ("paused", "operator")


def test_an_operator_removes_anybody(site: Site) -> None:
    ladder = LadderAt(site, "greedy")
    bot = ladder.active()
    for entry_id in (bot.id, "greedy"):
        for _ in range(2):
            assert ladder.remove(entry_id).status_code == 204
    assert ladder.mine(bot)["status"] == "left"
    assert ladder.pair() == []


def test_others_keep_changing_an_entry(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = LadderAt(site)
    bot = ladder.active()
    monkeypatch.setattr(LadderStore, "set_entry", lambda *_: False)
    for reply in (ladder.leave(bot), ladder.join(bot, paused=True), ladder.remove(bot.id)):
        assert refused(reply, 409, "ladder-moved")["retry_after_ms"] > 0


def test_nothing_is_told_of_who_stands_behind_an_entry(site: Site) -> None:
    """An app and its players: its id is nobody's business."""
    ladder, app = LadderAt(site, "greedy", open_to="all"), new_app(site.app)
    made = make_player(site.client, app, "user-1").json["id"]
    token = site.client.post(f"/v1/apps/me/players/{made}/tokens", json={}, headers=app).json["token"]
    headers = {"Authorization": f"Bearer {token}"}
    bot = new_bot(site, Person(made, "user-1", headers))
    for one in (bot.headers, headers):
        assert ladder.ask("PUT", "/entries/me", one, {}).status_code == 200
    app_id = site.client.get("/v1/apps/me", headers=app).json["id"]
    (row,) = [row for row in table(site.services, ladder.id) if row.id == bot.id]
    assert row.entry.household == app_id
    ladder.pair()
    for suffix in ("", "/standings", "/games?status=running", "/games", f"/ratings/{made}", "/entries/me"):
        reply = ladder.ask("GET", suffix, headers)
        assert reply.status_code == 200
        assert app_id not in reply.text
        assert "user-1" not in reply.text
        assert "household" not in reply.text
