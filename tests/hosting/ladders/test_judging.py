"""A bot is admitted by its first game, and paused for what it does too often; its owner is told."""

import pytest

from service.hosting.committing import own_request
from service.hosting.ladders.conduct import WINDOW, errs_too_often, judged_conduct
from service.hosting.ladders.entering import find_entry, join_ladder, leave_ladder, resume_entry
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.rating import VALIDATION
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.standings import table
from service.hosting.ladders.sweeping import sweep_ladder
from service.hosting.ladders.values import Entry, Ladder, LadderSettings, Standing
from service.hosting.resign import resign
from service.hosting.telling import listen, log_after
from service.services import Services
from service.store.players import Player
from tests.hosting.ladders.table_of import (
    begin,
    flag,
    new_bot,
    new_ladder,
    only_game,
    play_as,
    play_out,
    table_of,
)


def test_first_game_admits_who_finishes_it(host: Services) -> None:
    ladder = new_ladder(host)
    bot = new_bot(host, ladder, validated=False)
    game_id = only_game(host, ladder)
    assert pair_ladder(host, ladder.id) == [], "one at a time"
    game = table_of(host, game_id).game
    assert (game.options.rated, game.seats[1].ai_player) == (False, "random")
    assert table_of(host, game_id).view()["ladder"] == {"id": ladder.id, "kind": "validation"}
    play_as(host, game_id, bot.id)
    assert [settled.noted for settled in play_out(host)] == [VALIDATION]
    entry = find_entry(host, ladder.id, bot.id)
    assert (entry.status, entry.validated, entry.trial) == ("active", True, game_id)
    assert (host.ladders.length(ladder.id), table(host, ladder.id)[0].standing.games) == (0, 0)


@pytest.mark.parametrize("cause", ["flag", "resignation"])
def test_who_does_not_finish_it_may_try_again(host: Services, cause: str) -> None:
    ladder = new_ladder(host)
    bot = new_bot(host, ladder, validated=False)
    game_id = begin(host, ladder, bot)
    if cause == "flag":
        flag(host, game_id)
    else:
        resign(host, table_of(host, game_id, bot.id), own_request(), exact=False)
    play_out(host)
    entry = find_entry(host, ladder.id, bot.id)
    assert (entry.status, entry.failed_for, entry.trial) == ("failed", cause, game_id)
    assert pair_ladder(host, ladder.id) == []
    join_ladder(host, ladder.id, bot)
    again = begin(host, ladder, bot)
    play_as(host, again, bot.id)
    play_out(host)
    assert find_entry(host, ladder.id, bot.id).status == "active"


def test_who_leaves_before_its_first_game_is_over_stays_out(host: Services) -> None:
    ladder = new_ladder(host)
    bot = new_bot(host, ladder, validated=False)
    game_id = only_game(host, ladder)
    leave_ladder(host, ladder.id, bot.id)
    play_as(host, game_id, bot.id)
    play_out(host)
    assert find_entry(host, ladder.id, bot.id).status == "left"
    assert host.ladders.running(ladder.id) == []


def test_who_errs_too_often_is_paused_and_its_owner_told(host: Services, ladder: Ladder, bot: Player) -> None:
    for one in (bot.owner, bot.id):
        listen(host, one)
    for _ in range(5):
        assert find_entry(host, ladder.id, bot.id).status == "active"
        flag(host, begin(host, ladder, bot))
        play_out(host)
    entry = find_entry(host, ladder.id, bot.id)
    assert (entry.status, entry.paused_for, entry.untold) == ("paused", "errors", "")
    assert pair_ladder(host, ladder.id) == []
    for one in (bot.owner, bot.id):
        events = [item.event for item in log_after(host, one, 0, "", 500).items]
        told = [event for event in events if event["type"] == "ladder_entry_changed"]
        assert [event["status"] for event in told] == ["paused"], one
    assert recompute(host, ladder.id).sound
    assert resume_entry(host, ladder.id, bot.id).status == "validating"


def test_owner_is_told_though_the_process_that_settled_has_died(
    host: Services, ladder: Ladder, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = new_bot(host, ladder, validated=False)
    listen(host, bot.owner)
    flag(host, only_game(host, ladder))
    with monkeypatch.context() as broken:
        broken.setattr("service.hosting.ladders.rating.tell_owner", lambda *_: None)
        play_out(host)
    assert find_entry(host, ladder.id, bot.id).untold
    for _ in range(2):
        sweep_ladder(host, ladder.id)
    assert not find_entry(host, ladder.id, bot.id).untold
    assert [item.event["status"] for item in log_after(host, bot.owner, 0, "", 9).items] == ["failed"]


@pytest.mark.parametrize(
    ("recent", "since", "paused"),
    [("tttt", 0, False), ("ttttt", 0, True), ("fftff", 0, False), ("ttffttf", 0, True), ("ttttt", 1, False),
     ("t" * 30 + "f" * 20, 0, False), ("rrrrr", 0, False), ("ticit", 0, True), ("tf" * 10, 0, False)],
)  # fmt: skip
def test_by_what_an_entry_is_judged(recent: str, since: int, paused: bool) -> None:
    entry, standing = Entry("bot", conduct_since=since), Standing(recent=recent, revision=len(recent))
    assert errs_too_often(entry, standing, LadderSettings()) is paused
    assert len(judged_conduct(entry, standing)) <= WINDOW
