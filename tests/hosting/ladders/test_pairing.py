"""Who is put into a game, and who is not."""

import random
from collections import Counter
from typing import Any

import pytest

from service.hosting import committing
from service.hosting.advancing import advance
from service.hosting.changes import Resigned
from service.hosting.committing import commit, own_request
from service.hosting.effects import catch_up
from service.hosting.game import CODEC, Game
from service.hosting.ladders import candidates as module
from service.hosting.ladders import pairing as pairing_module
from service.hosting.ladders.entering import enter_ai, leave_ladder, pause_entry
from service.hosting.ladders.finding import change_ladder
from service.hosting.ladders.games import begin_game
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.rating import rate_game
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.standings import ledger_page, running_games, table
from service.hosting.ladders.values import Ladder, Pairing
from service.hosting.play_ai import play_ai
from service.hosting.telling import listen
from service.services import Services
from service.store.games import GameStore
from service.store.keys import is_player_id, new_game_id
from service.store.ladder_keys import ladder_keys, new_ladder_id, seen_key
from service.store.outbox import member
from service.store.players import Player
from service.store.presence import KNOWN_MS
from tests.hosting.hosts import jobs_of, new_player, run_jobs, store_client
from tests.hosting.ladders.table_of import new_bot, new_ladder, only_game, play_out, table_of
from tests.hosting.tables import GREEDY, new_game


def unseen(host: Services, player_id: str, ms: int) -> None:
    """Lets a player have been seen so long ago."""
    store_client(host).call("PEXPIRE", seen_key(player_id), KNOWN_MS - ms)


def played(host: Services, ladder: Ladder) -> set[frozenset[str]]:
    """Who has been put together."""
    return {frozenset(game.seats) for game in running_games(host, ladder.id)}


@pytest.mark.parametrize("ago", [0, 59_000, 61_000])
def test_only_who_was_seen_within_a_minute_is_put_into_a_game(host: Services, ago: int) -> None:
    ladder = new_ladder(host, "greedy")
    bot = new_bot(host, ladder)
    unseen(host, bot.id, ago)
    assert len(pair_ladder(host, ladder.id)) == (ago < 60_000)


def test_entries_of_one_owner_never_meet_nor_who_has_blocked_whom(host: Services) -> None:
    ladder = new_ladder(host, games_at_once=20)
    owner = new_player(host, Player("", "Ada")).id
    one, two = new_bot(host, ladder, owner=owner), new_bot(host, ladder, owner=owner)
    other, third = new_bot(host, ladder), new_bot(host, ladder)
    host.blocks.add(one.id, other.id, 10)
    host.blocks.add(third.owner, two.owner, 10)
    for _ in range(5):
        pair_ladder(host, ladder.id)
    assert played(host, ladder) == {frozenset({two.id, other.id}), frozenset({other.id, third.id})}


@pytest.mark.parametrize("change", [{"status": "paused"}, {"status": "closed"}])
def test_ladder_that_is_not_open_begins_nothing(host: Services, change: dict[str, Any]) -> None:
    ladder = new_ladder(host, "greedy", "random")
    change_ladder(host, ladder.id, **change)
    assert pair_ladder(host, ladder.id) == pair_ladder(host, new_ladder_id()) == []


def test_store_that_takes_no_games_claims_nobody(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = new_ladder(host, "greedy", "random")
    monkeypatch.setattr(type(host.games), "takes_new_games", lambda _: False)
    assert pair_ladder(host, ladder.id) == []
    assert host.ladders.running(ladder.id) == []


def test_its_games_leave_the_store_sooner_than_others(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random")
    game_id = only_game(host, ladder)
    run_jobs(host)
    stored = host.games.read_live(game_id)
    assert stored is not None
    assert stored.life - stored.updated_at == host.lifetimes.ladder_ms < host.lifetimes.finished_ms


def test_who_pauses_or_leaves_is_put_into_no_game(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random", "beginner", games_at_once=3)
    pause_entry(host, ladder.id, "greedy")
    assert leave_ladder(host, ladder.id, "random")
    assert pair_ladder(host, ladder.id) == []


def test_anchors_play_among_themselves_only_where_they_may(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random", anchor_games=0)
    assert pair_ladder(host, ladder.id) == []
    bot = new_bot(host, ladder)
    only_game(host, ladder)
    assert bot.id in next(iter(played(host, ladder)))


def test_anchors_play_among_themselves_until_they_are_known(host: Services) -> None:
    """Else a ladder in which nobody else is would go on for ever, at full speed."""
    ladder = new_ladder(host, "greedy", "random", anchor_games=2, games_at_once=20)
    enter_ai(host, ladder.id, "random", "random-2")
    begun = 0
    while games := pair_ladder(host, ladder.id):
        begun += len(games)
        play_out(host)
    assert 3 <= begun <= 6
    known = [row.standing.games for row in table(host, ladder.id)]
    assert min(known) >= 2
    assert new_bot(host, ladder)
    assert pair_ladder(host, ladder.id)


def test_entry_plays_as_many_games_at_once_as_it_may_and_rests(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random", games_at_once=3, rest_ms=60_000)
    assert len(pair_ladder(host, ladder.id)) == 3
    assert pair_ladder(host, ladder.id) == []
    play_out(host)
    assert pair_ladder(host, ladder.id) == [], "they rest"
    change_ladder(host, ladder.id, rest_ms=0)
    assert {row.running for row in table(host, ladder.id)} == {0}


def test_seats_and_meetings_are_balanced(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random", "beginner")
    rng = random.Random(3)
    for _ in range(15):
        assert pair_ladder(host, ladder.id, rng)
        for one in host.ladders.running(ladder.id):
            finish(host, ladder, one.game_id)
    entries = [item.entry for item in ledger_page(host, ladder.id, limit=99)]
    first = Counter(entry.seats[0].entry for entry in entries)
    met = Counter(frozenset(seat.entry for seat in entry.seats) for entry in entries)
    assert max(met.values()) - min(met.values()) <= 3, met
    games = Counter(seat.entry for entry in entries for seat in entry.seats)
    assert all(abs(2 * first[one] - games[one]) <= 2 for one in games), first


def finish(host: Services, ladder: Ladder, game_id: str) -> None:
    """Ends a game at once, by taking out the seat to act."""
    at = table_of(host, game_id)
    commit(host, at.stored, advance(at.game, Resigned(at.game.running.to_act)), "free", own_request())
    jobs_of(host).clear()
    assert rate_game(host, game_id)


def test_of_very_many_those_that_have_waited_longest_are_looked_at(
    host: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MOST_CANDIDATES", 2)
    ladder = new_ladder(host, "greedy", "random", "beginner")
    for _ in range(2):
        (game_id,) = pair_ladder(host, ladder.id)
        finish(host, ladder, game_id)
    games = {row.id: row.standing.games for row in table(host, ladder.id)}
    assert sorted(games.values()) == [1, 1, 2], "the third one had waited longer than both others"


@pytest.mark.parametrize(
    ("game_ms", "patience_ms"), [(0, 2_000), (300, 2_000), (45_000, 45_000), (10**9, 120_000), (120_001, 120_000)]
)
def test_patience_follows_the_length_of_games(
    host: Services, monkeypatch: pytest.MonkeyPatch, game_ms: int, patience_ms: int
) -> None:
    ladder = new_ladder(host, "greedy", "random")
    store_client(host).call("HSET", ladder_keys(ladder.id).ladder, "game_ms", game_ms)
    asked: list[int] = []

    def pair(*_: object, patience_ms: int, **__: object) -> list[object]:
        asked.append(patience_ms)
        return []

    monkeypatch.setattr(pairing_module, "pair", pair)
    pair_ladder(host, ladder.id)
    assert asked == [patience_ms]


def test_moves_in_its_games_wait_for_those_of_people(host: Services) -> None:
    """At every hand-over from job to job: whole games of AI players are played in turns of many jobs."""
    ladder = new_ladder(host, "greedy", "random")
    assert len(pair_ladder(host, ladder.id)) == 1
    kinds = []
    while jobs := list(jobs_of(host)):
        kinds += [job.paired for job in jobs]
        jobs_of(host).clear()
        for job in jobs:
            play_ai(host, job.game_id, job.version)
    assert len(kinds) > 2
    assert all(kinds)
    new_game(host, GREEDY, GREEDY)
    assert [job.paired for job in jobs_of(host)] == [False]


def test_two_alone_in_a_ladder_play_one_game_after_the_other(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random")
    for _ in range(5):
        finish(host, ladder, only_game(host, ladder))


def test_whoever_comes_first_into_a_ladder_is_paired_at_once(host: Services) -> None:
    """Nobody has met anybody too often there, and who has just come has been seen."""
    ladder = new_ladder(host)
    for _ in range(2):
        new_bot(host, ladder)
    assert len(pair_ladder(host, ladder.id)) == 1


def test_bot_that_joins_is_put_to_the_test_at_once(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random")
    pair_ladder(host, ladder.id)
    bot = new_bot(host, ladder, validated=False)
    assert host.ladders_due.find()[0].ladder_id == ladder.id
    pair_ladder(host, ladder.id)
    assert [game.seats[0] for game in running_games(host, ladder.id) if not game.rated] == [bot.id]


def test_games_of_three_are_put_together_too(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random", seats=3)
    enter_ai(host, ladder.id, "random", "random-2")
    (game_id,) = pair_ladder(host, ladder.id)
    stored = host.games.read(game_id)
    assert stored is not None
    game: Game = CODEC.decode(stored.blob)
    assert len(game.seats) == 3
    assert play_out(host)
    assert len(ledger_page(host, ladder.id)[0].entry.seats) == 3
    assert recompute(host, ladder.id).sound


def test_bot_is_called_whose_game_has_moved_while_its_beginning_was_made_up_for(
    host: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B15: whoever began it has died. The AI player moves while the game is found to be told to the bot."""
    ladder = new_ladder(host, "greedy")
    bot = new_bot(host, ladder)
    host.callbacks.set_url(bot.id, "https://bot.example/turns")
    listen(host, bot.id)
    with monkeypatch.context() as broken:
        broken.setattr(committing, "follow", lambda _host, _step, stored, **_: stored.effects_done)
        game_id = game_of(host, ladder, "greedy", bot.id)
    real = GameStore.tell

    def tell(self: GameStore, game_id: str) -> int:
        play_ai(host, game_id, 1)
        return real(self, game_id)

    monkeypatch.setattr(GameStore, "tell", tell)
    for _ in range(2):
        catch_up(host, game_id)
    now = table_of(host, game_id)
    assert (now.game.player_to_act, now.stored.version, now.stored.effects_done) == (bot.id, 2, 2)
    assert host.outbox.claim(member("c", game_id), 1_000)


def game_of(host: Services, ladder: Ladder, *entries: str) -> str:
    """A game of these entries, in these seats."""
    pairing = Pairing("rated", entries, tuple("" if is_player_id(one) else one for one in entries))
    game_id = new_game_id()
    assert begin_game(host, ladder, game_id, pairing)
    return game_id
