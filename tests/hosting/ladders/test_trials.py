"""What a bot's first game leaves behind: no rating, nobody busy, and an owner who has been told."""

import pytest

from service.hosting.archiving import archive_game
from service.hosting.committing import own_request
from service.hosting.ladders.checking import ladder_faults
from service.hosting.ladders.entering import find_entry, leave_ladder
from service.hosting.ladders.owners import tell_owner
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.rating import rate_game
from service.hosting.ladders.standings import ledger_page, running_games
from service.hosting.ladders.values import Ladder
from service.hosting.resign import resign
from service.hosting.telling import listen
from service.services import Services
from service.store.players import Player
from tests.hosting.ladders.table_of import new_bot, new_ladder, play_out, table_of


@pytest.fixture
def ladder(host: Services) -> Ladder:
    """The anchor is the AI player against whom bots are validated."""
    return new_ladder(host, "greedy", "random")


@pytest.fixture
def bot(host: Services, ladder: Ladder) -> Player:
    return new_bot(host, ladder, validated=False)


def begun(host: Services, ladder: Ladder) -> str:
    """The validation game that begins, beside one of the anchors."""
    assert len(pair_ladder(host, ladder.id)) == 2
    (trial,) = [game.game_id for game in running_games(host, ladder.id) if not game.rated]
    return trial


def lose(host: Services, game_id: str, bot: Player) -> None:
    resign(host, table_of(host, game_id, bot.id), own_request(), exact=False)


def test_it_is_nowhere_in_the_ledger(host: Services, ladder: Ladder, bot: Player) -> None:
    trial = begun(host, ladder)
    lose(host, trial, bot)
    assert rate_game(host, trial)
    assert [ledger_page(host, ladder.id, one) for one in (bot.id, "random", "")] == [[], [], []]


def test_only_the_bot_is_busy_with_it(host: Services, ladder: Ladder, bot: Player) -> None:
    trial = begun(host, ladder)
    assert {one: busy.games for one, busy in host.ladders.snapshot(ladder.id).busy.items()} == {
        bot.id: 1, "greedy": 1, "random": 1,
    }  # fmt: skip
    assert [fault for faults in ladder_faults(host, repair=False) for fault in faults] == []
    lose(host, trial, bot)
    assert rate_game(host, trial)
    assert {one: busy.games for one, busy in host.ladders.snapshot(ladder.id).busy.items()} == {
        bot.id: 0, "greedy": 1, "random": 1,
    }  # fmt: skip
    assert [fault for faults in ladder_faults(host, repair=False) for fault in faults] == []


def test_who_has_left_before_it_was_told_is_told_nothing(
    host: Services, ladder: Ladder, bot: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = settled_untold(host, ladder, bot, monkeypatch)
    version = table_of(host, trial).stored.version
    leave_ladder(host, ladder.id, bot.id)
    assert [tell_owner(host, ladder.id, bot.id) for _ in range(2)] == [True, False]
    assert (find_entry(host, ladder.id, bot.id).untold, table_of(host, trial).stored.version) == ("", version)


def test_of_a_game_that_is_in_the_archive_nothing_is_told(
    host: Services, ladder: Ladder, bot: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    trial = settled_untold(host, ladder, bot, monkeypatch)
    assert archive_game(host, trial)
    assert [tell_owner(host, ladder.id, bot.id) for _ in range(2)] == [True, False]
    assert find_entry(host, ladder.id, bot.id).untold == ""


def settled_untold(host: Services, ladder: Ladder, bot: Player, monkeypatch: pytest.MonkeyPatch) -> str:
    """A validation game that has been lost, and whose process died before it told anybody."""
    listen(host, bot.owner)
    trial = begun(host, ladder)
    lose(host, trial, bot)
    with monkeypatch.context() as broken:
        broken.setattr("service.hosting.ladders.rating.tell_owner", lambda *_: False)
        play_out(host)
    assert find_entry(host, ladder.id, bot.id).untold == trial
    return trial
