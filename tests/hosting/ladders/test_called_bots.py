"""Bots that are called when it is their turn: an outage of the service is not their failure, theirs is (B15)."""

import pytest

from service.hosting.callbacks import BAD_STATUS
from service.hosting.committing import own_request
from service.hosting.delete_player import delete_player
from service.hosting.ladders.candidates import LATE_MS, MOST_BACK_OFF_MS
from service.hosting.ladders.entering import find_entry
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.standings import ledger_page
from service.hosting.ladders.values import Ladder
from service.hosting.resign import resign
from service.services import Services
from service.store.callbacks import Failure
from service.store.keys import callback_keys, new_game_id, player_key
from service.store.ladder_keys import seen_key
from service.store.players import Player
from tests.hosting.hosts import NotedJobs, see_off, store_client
from tests.hosting.ladders.table_of import begin, cause_in, ends_in, flag, new_bot, new_ladder, play_out, table_of
from tests.hosting.ladders.test_conduct import first_legal


@pytest.fixture
def bot(host: Services, ladder: Ladder) -> Player:
    """It makes no requests of its own."""
    bot = new_bot(host, ladder)
    host.callbacks.set_url(bot.id, "https://bot.example/turns")
    store_client(host).call("DEL", seen_key(bot.id))
    return bot


def fail(host: Services, bot: Player, ago_ms: int, game_id: str = "") -> None:
    """A call fails, so long ago."""
    now = host.ladders.now("people")
    host.callbacks.failed(bot.id, Failure(now - ago_ms, game_id or new_game_id(), 1, 1, BAD_STATUS))


def etag(host: Services, game_id: str) -> str:
    return table_of(host, game_id).stored.etag


def test_b15_bots_that_nobody_calls_neither_lose_nor_are_paused(host: Services, ladder: Ladder, bot: Player) -> None:
    """B15: no worker serves queue `outbound`."""
    for _ in range(6):
        flag(host, begin(host, ladder, bot))
        play_out(host)
    assert find_entry(host, ladder.id, bot.id).status == "active"
    assert [(item.entry.void, cause_in(item.entry, bot.id)) for item in ledger_page(host, ladder.id)] == [
        ("infrastructure", ("finished", 0))
    ] * 6
    assert recompute(host, ladder.id).sound


def test_in_a_game_of_several_too(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random", seats=3)
    bot = new_bot(host, ladder)
    host.callbacks.set_url(bot.id, "https://bot.example/turns")
    flag(host, begin(host, ladder, bot))
    assert ends_in(host, ladder, bot.id).void == "infrastructure"


@pytest.mark.parametrize("way", ["called", "failed", "held back"])
def test_who_was_called_and_is_late_has_lost(host: Services, ladder: Ladder, bot: Player, way: str) -> None:
    """Also where nothing is left of that but the failure, and where the bot's own calls were in the way."""
    game_id = begin(host, ladder, bot)
    version = table_of(host, game_id).stored.version
    if way == "called":
        assert host.callbacks.begin(bot.id, game_id, etag(host, game_id)) == 1
    elif way == "failed":
        host.callbacks.failed(bot.id, Failure(1, game_id, version, 1, BAD_STATUS))
    else:
        host.callbacks.hold_back(bot.id, game_id, etag(host, game_id))
    flag(host, game_id)
    entry = ends_in(host, ladder, bot.id)
    assert (entry.void, cause_in(entry, bot.id)) == ("", ("crash" if way == "failed" else "flag", 2))


def test_call_of_an_earlier_turn_is_none(host: Services, ladder: Ladder, bot: Player) -> None:
    game_id = begin(host, ladder, bot)
    host.callbacks.begin(bot.id, game_id, etag(host, game_id))
    host.callbacks.failed(bot.id, Failure(1, game_id, table_of(host, game_id).stored.version, 1, BAD_STATUS))
    first_legal(host, game_id, bot)
    flag(host, game_id)
    assert ends_in(host, ladder, bot.id).void == "infrastructure"


def test_failure_after_the_flag_is_no_crash(host: Services, ladder: Ladder, bot: Player) -> None:
    game_id = begin(host, ladder, bot)
    host.callbacks.begin(bot.id, game_id, etag(host, game_id))
    flag(host, game_id)
    host.callbacks.failed(bot.id, Failure(1, game_id, table_of(host, game_id).stored.version, 1, BAD_STATUS))
    assert cause_in(ends_in(host, ladder, bot.id), bot.id) == ("flag", 2)


@pytest.mark.parametrize("way", ["from now on", "again", "no more"])
def test_nobody_is_spared_who_comes_to_be_called_when_it_loses(
    host: Services, ladder: Ladder, bot: Player, way: str
) -> None:
    """Else whoever is about to lose would have itself called, or not, in the last moment."""
    if way == "from now on":
        host.callbacks.set_url(bot.id, "")
        host.presence.forget(bot.id)
        host.presence.see(bot.id)
    game_id = begin(host, ladder, bot)
    if way != "from now on":
        host.callbacks.set_url(bot.id, "")
    if way != "no more":
        later(host, bot)
    flag(host, game_id)
    entry = ends_in(host, ladder, bot.id)
    assert (entry.void, cause_in(entry, bot.id)) == ("", ("flag", 2))


def later(host: Services, bot: Player) -> None:
    """The bot is called from a moment on in which its turn has begun."""
    host.callbacks.set_url(bot.id, "https://bot.example/other")
    store_client(host).call("HINCRBY", player_key(bot.id), "called_since", 5)


def test_another_address_makes_no_difference(host: Services, ladder: Ladder, bot: Player) -> None:
    game_id = begin(host, ladder, bot)
    since = host.callbacks.called_since(bot.id)
    host.callbacks.set_url(bot.id, "https://bot.example/other")
    assert host.callbacks.called_since(bot.id) == since
    flag(host, game_id)
    assert ends_in(host, ladder, bot.id).void == "infrastructure"


def test_bot_that_is_called_is_there_as_long_as_it_answers(host: Services, ladder: Ladder, bot: Player) -> None:
    fail(host, bot, 59_000)
    assert pair_ladder(host, ladder.id) == []
    host.callbacks.answered(bot.id)
    assert len(pair_ladder(host, ladder.id)) == 1


@pytest.mark.parametrize(("games", "waits_s"), [(1, 60), (2, 120), (4, 480), (7, 3_600), (80, 3_600)])
def test_who_fails_in_game_after_game_is_tried_ever_less(
    host: Services, ladder: Ladder, bot: Player, games: int, waits_s: int
) -> None:
    assert waits_s * 1000 <= MOST_BACK_OFF_MS
    for _ in range(games):
        fail(host, bot, waits_s * 1000 - 5_000)
    assert pair_ladder(host, ladder.id) == []
    store_client(host).call("DEL", callback_keys(bot.id).failures)
    fail(host, bot, waits_s * 1000 + 1, game_id=first_failing(host, bot))
    assert len(pair_ladder(host, ladder.id)) == 1


def first_failing(host: Services, bot: Player) -> str:
    game_id = store_client(host).call("SRANDMEMBER", callback_keys(bot.id).failing)
    assert isinstance(game_id, bytes)
    return game_id.decode()


def test_tries_for_one_turn_are_one_failure(host: Services, ladder: Ladder, bot: Player) -> None:
    game_id = new_game_id()
    for ago_ms in range(70_000, 60_000, -1_000):
        fail(host, bot, ago_ms, game_id)
    assert len(pair_ladder(host, ladder.id)) == 1


@pytest.mark.parametrize("seen", [True, False])
def test_while_calls_are_late_nobody_is_there_who_is_called(
    host: Services, ladder: Ladder, bot: Player, seen: bool
) -> None:
    noted = host.queues
    assert isinstance(noted, NotedJobs)
    if seen:
        host.presence.forget(bot.id)
        host.presence.see(bot.id)
    noted.outbound_late = LATE_MS + 1
    assert pair_ladder(host, ladder.id) == []
    noted.outbound_late, noted.away = 0, True
    assert pair_ladder(host, ladder.id) == []
    noted.away = False
    assert len(pair_ladder(host, ladder.id)) == 1


def test_others_do_not_mind_whether_calls_are_late(host: Services, ladder: Ladder) -> None:
    new_bot(host, ladder)
    noted = host.queues
    assert isinstance(noted, NotedJobs)
    noted.outbound_late = LATE_MS + 1
    assert len(pair_ladder(host, ladder.id)) == 1


@pytest.mark.parametrize("owner", [False, True])
def test_b24_whoever_is_deleted_is_put_into_no_more_games(host: Services, ladder: Ladder, owner: bool) -> None:
    """B24: not even before it has been taken out of the games that it plays."""
    bot = new_bot(host, ladder)
    host.bots.add(bot.owner, bot.id, 20)
    resign(host, table_of(host, begin(host, ladder, bot), bot.id), own_request(), exact=False)
    play_out(host)
    delete_player(host, bot.owner if owner else bot.id)
    assert find_entry(host, ladder.id, bot.id).status == "left"
    assert pair_ladder(host, ladder.id) == []
    see_off(host)
    assert len(ledger_page(host, ladder.id)) == 1


def test_player_who_is_gone_is_not_there(host: Services, ladder: Ladder) -> None:
    """As between the two steps of a deletion."""
    host.players.mark_deleted(new_bot(host, ladder).id)
    assert pair_ladder(host, ladder.id) == []
    assert host.ladders.running(ladder.id) == []
