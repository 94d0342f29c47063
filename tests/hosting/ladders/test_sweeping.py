"""What is lost on the way does not stay lost."""

import pytest

from service.hosting.ladders.finding import change_ladder
from service.hosting.ladders.games import begin_game
from service.hosting.ladders.rating import NOT_PAIRED, Settling, rate_game
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.standings import ledger_page
from service.hosting.ladders.sweeping import LOST_MS, SETTLED_MS, sweep_ladder
from service.hosting.ladders.values import Ladder, pairing_of
from service.services import Services
from service.store.keys import game_keys, new_game_id
from service.store.ladder_keys import LADDERS_DUE, ladder_keys, new_ladder_id
from tests.hosting.hosts import NotedJobs, run_jobs, store_client
from tests.hosting.ladders.table_of import new_bot, new_ladder, only_game, play_out, table_of
from tests.hosting.tables import new_game


def aged(host: Services, ladder: Ladder, ms: int) -> None:
    """Lets all pairings that run have been made so long ago."""
    client, key = store_client(host), ladder_keys(ladder.id).running
    for one in host.ladders.running(ladder.id):
        client.call("HSET", key, one.game_id, f"{one.made_at - ms} ".encode() + one.record)


def test_claim_whose_game_was_never_created_becomes_one(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = new_ladder(host, "greedy", "random")
    with monkeypatch.context() as broken:
        broken.setattr("service.hosting.ladders.pairing.begin_game", lambda *_: True)
        game_id = only_game(host, ladder)
    assert host.games.read(game_id) is None
    assert sweep_ladder(host, ladder.id) == 0, "others may be at it"
    aged(host, ladder, SETTLED_MS)
    assert sweep_ladder(host, ladder.id) == 1
    assert sweep_ladder(host, ladder.id) == 0
    run_jobs(host)
    assert [settled.noted for settled in play_out(host)] == ["1"]
    assert recompute(host, ladder.id).sound


def test_two_that_create_the_same_game_make_one(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = new_ladder(host, "greedy", "random")
    game_id = only_game(host, ladder)
    before = table_of(host, game_id).game
    store_client(host).call("DEL", game_keys(game_id).requests)
    (one,) = host.ladders.running(ladder.id)
    assert begin_game(host, ladder, game_id, pairing_of(one.record))
    assert table_of(host, game_id).game == before


def test_b15_game_that_the_store_has_lost_is_played_again(host: Services) -> None:
    """B15"""
    ladder = new_ladder(host, "greedy", "random")
    game_id = only_game(host, ladder)
    store_client(host).call("DEL", *game_keys(game_id)[:3])
    aged(host, ladder, LOST_MS)
    assert sweep_ladder(host, ladder.id) == 1
    (item,) = ledger_page(host, ladder.id)
    assert (item.entry.game_id, item.entry.void) == (game_id, "infrastructure")
    assert recompute(host, ladder.id).sound
    assert only_game(host, ladder) != game_id


def test_game_whose_player_is_gone_before_it_began_is_none(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = new_ladder(host, "greedy")
    bot = new_bot(host, ladder)
    with monkeypatch.context() as broken:
        broken.setattr("service.hosting.ladders.pairing.begin_game", lambda *_: True)
        only_game(host, ladder)
    host.players.mark_deleted(bot.id)
    aged(host, ladder, SETTLED_MS)
    assert sweep_ladder(host, ladder.id) == 1
    assert (host.ladders.running(ladder.id), ledger_page(host, ladder.id)[0].entry.void) == ([], "infrastructure")


def test_game_whose_job_was_lost_is_settled_by_the_sweep(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random")
    game_id = only_game(host, ladder)
    run_jobs(host)
    noted = host.queues
    assert isinstance(noted, NotedJobs)
    assert noted.ratings == [game_id]
    noted.ratings.clear()
    aged(host, ladder, SETTLED_MS)
    assert sweep_ladder(host, ladder.id) == 1
    assert host.ladders.settled(ladder.id, game_id) == "1"


def test_ladder_that_is_over_is_looked_after_no_more(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random")
    only_game(host, ladder)
    change_ladder(host, ladder.id, status="closed")
    sweep_ladder(host, ladder.id)
    assert store_client(host).call("ZCARD", LADDERS_DUE) == 2, "a game runs"
    play_out(host)
    sweep_ladder(host, ladder.id)
    assert store_client(host).call("ZCARD", LADDERS_DUE) == 0
    host.ladders_due.add(unknown := new_ladder_id())
    assert sweep_ladder(host, unknown) == 0
    assert host.ladders_due.find() == []


def test_only_a_ladder_s_game_that_is_over_is_settled(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random")
    assert rate_game(host, only_game(host, ladder)) is None
    assert rate_game(host, new_game(host).game.id) is None
    assert rate_game(host, new_game_id()) is None


def test_game_that_the_ladder_does_not_know_is_not_rated(host: Services) -> None:
    """As after a store that was set back to before the pairing."""
    ladder = new_ladder(host, "greedy", "random")
    game_id = only_game(host, ladder)
    store_client(host).call("DEL", ladder_keys(ladder.id).running)
    run_jobs(host)
    assert rate_game(host, game_id) == Settling(NOT_PAIRED)
    assert host.ladders.length(ladder.id) == 0


def test_jobs_find_the_ladder_due_again_when_a_game_has_ended(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random")
    for due in host.ladders_due.find():
        assert host.ladders_due.claim(due, 60_000)
    only_game(host, ladder)
    play_out(host)
    assert [due.care for due in host.ladders_due.find()] == ["pair"]
