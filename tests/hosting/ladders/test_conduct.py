"""What entries do wrong: each has a cause of its own on the result."""

from collections.abc import Callable

import pytest

from service.hosting.abort_game import abort_game
from service.hosting.callbacks import BAD_STATUS, ILLEGAL
from service.hosting.committing import own_request
from service.hosting.delete_player import delete_player
from service.hosting.errors import DomainError, LadderGame, SeatOut
from service.hosting.hand_over import hand_over
from service.hosting.ladders.causes import SLOW
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.standings import ledger_page, table
from service.hosting.ladders.values import Ladder
from service.hosting.reading import Table
from service.hosting.rematch import ask_for_rematch
from service.hosting.resign import resign
from service.hosting.submit_action import submit_action
from service.outbound.caller import TIMEOUT
from service.services import Services
from service.store.callbacks import Failure
from service.store.keys import new_game_id
from service.store.players import Player
from splendor.engine.errors import IllegalAction
from splendor.engine.legal import legal_actions
from splendor.engine.notation import parse_turn
from splendor.engine.turn import Turn
from tests.hosting.ai_seats import Spy
from tests.hosting.hosts import jobs_of, run_jobs, see_off
from tests.hosting.ladders.table_of import (
    begin,
    cause_in,
    ends_in,
    flag,
    new_bot,
    new_ladder,
    play_as,
    play_out,
    table_of,
)
from tests.hosting.tables import new_game

ILLEGAL_TURN = parse_turn("Twwwwww")


def ask_illegally(host: Services, game_id: str, bot: Player) -> None:
    with pytest.raises(IllegalAction):
        submit_action(host, table_of(host, game_id, bot.id), ILLEGAL_TURN, own_request())


def test_who_plays_to_the_end_has_finished(host: Services, ladder: Ladder, bot: Player) -> None:
    play_as(host, begin(host, ladder, bot), bot.id)
    entry = ends_in(host, ladder, bot.id)
    assert (entry.void, [seat.cause for seat in entry.seats]) == ("", ["finished", "finished"])
    assert min(seat.place for seat in entry.seats) == 1, "who wins is the deal's affair"


def test_who_resigns_loses(host: Services, ladder: Ladder, bot: Player) -> None:
    resign(host, table_of(host, begin(host, ladder, bot), bot.id), own_request(), exact=False)
    assert cause_in(ends_in(host, ladder, bot.id), bot.id) == ("resignation", 2)


def test_who_runs_out_of_time_loses(host: Services, ladder: Ladder, bot: Player) -> None:
    flag(host, begin(host, ladder, bot))
    assert cause_in(ends_in(host, ladder, bot.id), bot.id) == ("flag", 2)


@pytest.mark.parametrize(("reason", "cause"), [(BAD_STATUS, "crash"), *((slow, "flag") for slow in sorted(SLOW))])
def test_program_whose_calls_fail_has_crashed(
    host: Services, ladder: Ladder, bot: Player, reason: str, cause: str
) -> None:
    game_id = begin(host, ladder, bot)
    version = table_of(host, game_id).stored.version
    assert {TIMEOUT, ILLEGAL} <= SLOW
    host.callbacks.failed(bot.id, Failure(1, game_id, version, 1, reason))
    flag(host, game_id)
    assert cause_in(ends_in(host, ladder, bot.id), bot.id) == (cause, 2)


def test_failure_of_an_earlier_turn_or_another_game_is_no_crash(host: Services, ladder: Ladder, bot: Player) -> None:
    game_id = begin(host, ladder, bot)
    version = table_of(host, game_id).stored.version
    host.callbacks.failed(bot.id, Failure(1, game_id, version, 1, BAD_STATUS))
    host.callbacks.failed(bot.id, Failure(1, new_game_id(), version + 2, 1, BAD_STATUS))
    first_legal(host, game_id, bot)
    flag(host, game_id)
    assert cause_in(ends_in(host, ladder, bot.id), bot.id) == ("flag", 2)


def first_legal(host: Services, game_id: str, bot: Player) -> None:
    """The bot plays one turn, and the other seat after it."""
    at = table_of(host, game_id, bot.id)
    submit_action(host, at, Turn(legal_actions(at.game.running)[0]), own_request())
    run_jobs(host)


def test_who_asks_too_often_for_what_is_illegal_is_put_out(host: Services, ladder: Ladder, bot: Player) -> None:
    game_id = begin(host, ladder, bot)
    for _ in range(ladder.settings.illegal_actions):
        ask_illegally(host, game_id, bot)
    assert table_of(host, game_id).game.status == "playing"
    ask_illegally(host, game_id, bot)
    now = table_of(host, game_id, bot.id)
    assert now.game.status == "finished"
    seat = now.viewer
    assert seat is not None
    assert now.view()["seats"][seat]["forfeit"] == "illegal_action"
    assert cause_in(ends_in(host, ladder, bot.id), bot.id) == ("illegal_action", 2)
    with pytest.raises(DomainError):
        submit_action(host, now, ILLEGAL_TURN, own_request())


def test_in_a_game_of_several_the_others_play_on(host: Services) -> None:
    ladder = new_ladder(host, "greedy", "random", seats=3, illegal_actions=0)
    bot = new_bot(host, ladder)
    game_id = begin(host, ladder, bot)
    ask_illegally(host, game_id, bot)
    with pytest.raises(SeatOut):
        submit_action(host, table_of(host, game_id, bot.id), ILLEGAL_TURN, own_request())
    entry = ends_in(host, ladder, bot.id)
    assert cause_in(entry, bot.id) == ("illegal_action", 3)
    assert {cause_in(entry, one)[0] for one in ("greedy", "random")} == {"finished"}
    assert recompute(host, ladder.id).sound


def test_elsewhere_nobody_counts_illegal_actions(host: Services, ladder: Ladder, bot: Player) -> None:
    table_ = new_game(host)
    for _ in range(20):
        with pytest.raises(IllegalAction):
            submit_action(host, table_, ILLEGAL_TURN, own_request())
    assert host.conduct.counts(table_.game.id) == {}


def test_where_unfinished_games_do_not_count_they_are_conduct_alone(host: Services) -> None:
    ladder = new_ladder(host, "greedy", unfinished="void")
    bot = new_bot(host, ladder)
    flag(host, begin(host, ladder, bot))
    entry = ends_in(host, ladder, bot.id)
    assert (entry.void, cause_in(entry, bot.id)) == ("unfinished", ("flag", 2))
    (row,) = [row for row in table(host, ladder.id) if row.id == bot.id]
    assert (row.standing.games, row.standing.recent, row.place) == (0, "t", 0)
    assert recompute(host, ladder.id).sound


def test_b15_what_the_service_has_spoiled_is_played_again(host: Services, spy: Spy) -> None:
    """B15: an AI player of ours that fails is replaced for a move: that game is no result."""
    ladder = new_ladder(host, "greedy", "random")
    spy.answers = [RuntimeError("broken")] * 3
    (game_id,) = pair_ladder(host, ladder.id)
    play_out(host)
    item = ledger_page(host, ladder.id)[0]
    assert (item.entry.game_id, item.entry.void) == (game_id, "infrastructure")
    assert [row.standing.games for row in table(host, ladder.id)] == [0, 0]
    assert host.ladders.paired(ladder.id, [("greedy", "random")]) == [0]
    assert len(pair_ladder(host, ladder.id)) == 1, "again"
    play_out(host)
    assert [row.standing.games for row in table(host, ladder.id)] == [1, 1]
    assert recompute(host, ladder.id).sound


@pytest.mark.parametrize(
    "verb",
    [
        lambda host, at, player: abort_game(host, at, player.id, own_request(), exact=False),
        lambda host, at, _: hand_over(host, at, "greedy", own_request(), exact=False),
        lambda host, at, player: ask_for_rematch(host, at, player, new_game_id(), own_request()),
    ],
)
def test_entries_have_no_say_in_their_games(
    host: Services, ladder: Ladder, bot: Player, verb: Callable[[Services, Table, Player], object]
) -> None:
    game_id = begin(host, ladder, bot)
    with pytest.raises(LadderGame):
        verb(host, table_of(host, game_id, bot.id), bot)


def test_b24_a_bot_that_is_deleted_loses_what_runs_and_keeps_what_was(
    host: Services, ladder: Ladder, bot: Player
) -> None:
    """B24: the game of one who is gone counts for the other."""
    game_id = begin(host, ladder, bot)
    delete_player(host, bot.id)
    see_off(host)
    play_out(host)
    (item,) = ledger_page(host, ladder.id)
    assert (item.entry.game_id, cause_in(item.entry, bot.id), cause_in(item.entry, "greedy")[1]) == (
        game_id, ("resignation", 2), 1,
    )  # fmt: skip
    assert [row.standing.games for row in table(host, ladder.id)] == [1, 1]
    assert recompute(host, ladder.id).sound
    jobs_of(host).clear()
