"""Nobody gets round a pause, nor round being judged, by going out and coming back."""

import contextlib
import threading

import pytest

from service.hosting.committing import own_request
from service.hosting.errors import TooMany
from service.hosting.ladders.conduct import LEAST, error_share
from service.hosting.ladders.entering import (
    find_entry,
    join_ladder,
    leave_ladder,
    pause_entry,
    resume_entry,
)
from service.hosting.ladders.errors import EntryNotFound, NotEligible
from service.hosting.ladders.standings import table
from service.hosting.ladders.values import Entry, Ladder, LadderSettings, Standing
from service.hosting.resign import resign
from service.services import Services
from service.store.players import Player
from tests.hosting.hosts import new_player, run_jobs
from tests.hosting.ladders.table_of import begin, flag, new_bot, new_ladder, only_game, play_as, play_out, table_of


def first_game(host: Services, ladder: Ladder) -> str:
    """The game in which a bot shows that it can finish one; AI players wait."""
    game_id = only_game(host, ladder)
    run_jobs(host)
    return game_id


def shown(host: Services, ladder: Ladder, bot: Player) -> tuple[str, str]:
    entry = find_entry(host, ladder.id, bot.id)
    return entry.status, entry.paused_for


def test_operators_pause_survives_leaving(host: Services, ladder: Ladder, bot: Player) -> None:
    pause_entry(host, ladder.id, bot.id, "operator")
    leave_ladder(host, ladder.id, bot.id)
    assert shown(host, ladder, bot) == ("left", "operator")
    with pytest.raises(NotEligible):
        join_ladder(host, ladder.id, bot)
    assert shown(host, ladder, bot) == ("left", "operator")
    assert resume_entry(host, ladder.id, bot.id, operator=True).status == "left"
    assert join_ladder(host, ladder.id, bot).status == "validating"


def test_operator_keeps_out_who_has_left(host: Services, ladder: Ladder, bot: Player) -> None:
    leave_ladder(host, ladder.id, bot.id)
    pause_entry(host, ladder.id, bot.id, "operator")
    for verb in (pause_entry, resume_entry):
        with pytest.raises(EntryNotFound):
            verb(host, ladder.id, bot.id)
    with pytest.raises(NotEligible):
        join_ladder(host, ladder.id, bot)


def test_operators_pause_survives_a_failed_first_game(host: Services, ladder: Ladder) -> None:
    bot = new_bot(host, ladder, validated=False)
    game_id = first_game(host, ladder)
    pause_entry(host, ladder.id, bot.id, "operator")
    flag(host, game_id)
    play_out(host)
    assert shown(host, ladder, bot) == ("failed", "operator")
    with pytest.raises(NotEligible):
        join_ladder(host, ladder.id, bot)


@pytest.mark.parametrize("way", ["pausing", "leaving"])
def test_conduct_is_not_forgotten_by(host: Services, ladder: Ladder, bot: Player, way: str) -> None:
    for _ in range(LEAST):
        flag(host, begin(host, ladder, bot))
        play_out(host)
        if shown(host, ladder, bot)[0] == "paused":
            break
        if way == "pausing":
            pause_entry(host, ladder.id, bot.id)
            resume_entry(host, ladder.id, bot.id)
        else:
            leave_ladder(host, ladder.id, bot.id)
            join_ladder(host, ladder.id, bot)
            play_as(host, first_game(host, ladder), bot.id)
            play_out(host)
    assert shown(host, ladder, bot) == ("paused", "errors")
    (row,) = [row for row in table(host, ladder.id) if row.id == bot.id]
    assert row.error_share == 1


def test_who_paused_before_its_last_error_is_paused_for_errors_all_the_same(
    host: Services, ladder: Ladder, bot: Player
) -> None:
    for number in range(LEAST):
        game_id = begin(host, ladder, bot)
        if number == LEAST - 1:
            pause_entry(host, ladder.id, bot.id)
        flag(host, game_id)
        play_out(host)
    assert shown(host, ladder, bot) == ("paused", "errors")


def test_after_a_pause_for_errors_a_bot_shows_again_that_it_can_play(
    host: Services, ladder: Ladder, bot: Player
) -> None:
    for _ in range(LEAST):
        flag(host, begin(host, ladder, bot))
        play_out(host)
    assert resume_entry(host, ladder.id, bot.id).status == "validating"
    play_as(host, first_game(host, ladder), bot.id)
    play_out(host)
    assert shown(host, ladder, bot) == ("active", "")
    flag(host, begin(host, ladder, bot))
    play_out(host)
    assert shown(host, ladder, bot) == ("active", ""), "it is judged by its games since then"
    (row,) = [row for row in table(host, ladder.id) if row.id == bot.id]
    assert row.error_share == 1, "everybody sees its last games all the same"


def test_where_giving_up_spares_a_loss_it_is_an_error(host: Services) -> None:
    ladder = new_ladder(host, "greedy", unfinished="void")
    bot = new_bot(host, ladder)
    for _ in range(LEAST):
        resign(host, table_of(host, begin(host, ladder, bot), bot.id), own_request(), exact=False)
        play_out(host)
    assert shown(host, ladder, bot) == ("paused", "errors")


@pytest.mark.parametrize(("unfinished", "share"), [("loss", 0.25), ("void", 0.5)])
def test_errors_of_a_ladder(unfinished: str, share: float) -> None:
    settings = LadderSettings(unfinished=unfinished)  # type: ignore[arg-type]
    assert error_share(Standing(recent="frft", revision=4), settings) == share


def test_of_many_who_come_at_once_no_more_enter_than_may(host: Services) -> None:
    ladder = new_ladder(host, owner_entries=2)
    owner = new_player(host, Player("", "Ada")).id
    bots = [host.players.get(new_player(host, Player("", "Bot", "bot", owner)).id) for _ in range(8)]
    entered: list[Entry] = []

    def enter(bot: Player) -> None:
        with contextlib.suppress(TooMany):
            entered.append(join_ladder(host, ladder.id, bot))

    threads = [threading.Thread(target=enter, args=(bot,)) for bot in bots]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(entered) == 2
