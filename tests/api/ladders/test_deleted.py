"""B24: somebody deletes the account who has played in a ladder."""

from service.hosting.game import DELETED_NAME
from service.hosting.ladders.recompute import recompute
from tests.api.games_api import Site, found
from tests.api.ladders.ladders_api import LadderAt, new_bot, refused
from tests.hosting.hosts import see_off
from tests.hosting.ladders.table_of import play_out

NAME = "Marvin the Unmistakable"


def test_b24_results_stay_under_a_neutral_name(site: Site) -> None:
    ladder = LadderAt(site, "greedy")
    bot = ladder.active(NAME)
    ladder.play(2, bot)
    (running,) = ladder.pair()
    before = next(row for row in ladder.items("/standings") if row["id"] == "greedy")
    assert site.client.delete("/v1/players/me", headers=bot.headers).status_code == 204
    see_off(site.services)
    play_out(site.services)
    for suffix in ("/standings", "/games", f"/ratings/{bot.id}", "/ratings/greedy"):
        reply = ladder.ask("GET", suffix)
        assert reply.status_code == 200
        assert NAME not in reply.text
        assert DELETED_NAME in reply.text
    row = next(row for row in ladder.items("/standings") if row["id"] == bot.id)
    assert (row["name"], row["status"], row["games"], "place" in row) == (DELETED_NAME, "left", 3, False)
    last = ladder.items("/games")[0]
    assert last["game_id"] == running, "it was forfeited, and counts"
    assert {seat["entry_id"]: (seat["place"], seat["cause"]) for seat in last["seats"]} == {
        bot.id: (2, "resignation"),
        "greedy": (1, "finished"),
    }
    after = next(row for row in ladder.items("/standings") if row["id"] == "greedy")
    assert (after["games"], after["place"]) == (3, 1)
    assert after["rating"]["rating"] >= before["rating"]["rating"]
    meeting = ladder.read("/head-to-head", one="greedy", other=bot.id)
    assert (meeting["games"], meeting["other"]["name"]) == (3, DELETED_NAME)
    assert recompute(site.services, ladder.id).sound


def test_b24_the_old_name_gives_no_right_to_the_entry(site: Site) -> None:
    ladder = LadderAt(site, "greedy")
    bot = ladder.active(NAME)
    ladder.play(1, bot)
    site.client.delete("/v1/players/me", headers=bot.headers)
    see_off(site.services)
    newcomer = new_bot(site, site.person(), NAME)
    refused(ladder.ask("GET", "/entries/me", newcomer.headers), 404, "entry-not-found")
    assert found(ladder.join(newcomer))["games"] == 0


def test_b24_a_new_name_is_shown_from_then_on(site: Site) -> None:
    ladder = LadderAt(site, "greedy")
    bot = ladder.active("Old")
    ladder.play(1, bot)
    site.client.patch("/v1/players/me", json={"name": "New"}, headers=bot.headers)
    for suffix in ("/standings", "/games", f"/ratings/{bot.id}"):
        text = ladder.ask("GET", suffix).text
        assert ("New" in text, "Old" in text) == (True, False)
    assert ladder.mine(bot)["name"] == "New"
