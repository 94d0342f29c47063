"""`splendor doctor` and `splendor reindex`: everything derived comes back from the games, and what cannot is named."""

from typing import Any

import pytest
from click.testing import CliRunner

from service.cli import main
from service.hosting.doctor import CHECKS, Fault, Report, examine
from service.hosting.listing import invited_games, own_games, public_games
from service.hosting.reading import Table
from service.hosting.reindex import Rebuilt, reindex
from service.services import Services
from service.store.indexes import PUBLIC
from service.store.keys import game_keys, new_game_id, player_key
from service.store.survey import Survey
from tests.hosting.hosts import new_person, store_client
from tests.hosting.list_writers import start_and_end, writers
from tests.hosting.tables import GREEDY, ME, OPEN, PER_TURN, again, new_game, new_open_game, play
from tests.servers import wait_until

Lists = dict[str, list[str]]


@pytest.fixture
def survey(host: Services) -> Survey:
    return Survey(store_client(host))


@pytest.fixture
def tables(host: Services) -> list[Table]:
    """Games of all kinds, one of which waits for an AI player and one for a clock."""
    ended = new_open_game(host, ME, OPEN)
    start_and_end(host, ended.game.id)
    return [
        ended,
        new_open_game(host, ME, OPEN, OPEN),
        new_open_game(host, ME, OPEN, visibility="private"),
        new_game(host, ME, OPEN, time_control=PER_TURN),
        new_game(host, GREEDY, ME),
    ]


def lists(host: Services, tables: list[Table]) -> Lists:
    """All that lists show, by player, and of the public."""

    def ids(page: Any) -> list[str]:
        assert page.following is None
        return [table.game.id for table in page.tables]

    players = sorted({seat.player_id for table in tables for seat in again(host, table).game.seats if seat.player_id})
    found = {PUBLIC: ids(public_games(host, "", None, 100))}
    for status in ("open", "playing", "finished"):
        found[status] = ids(public_games(host, "", None, 100, status=status))
        found |= {f"{one} {status}": ids(own_games(host, one, None, 100, status=status)) for one in players}
    return found | {f"{one} invited": ids(invited_games(host, one, None, 100)) for one in players}


def scheduled(host: Services, tables: list[Table]) -> dict[str, Any]:
    """The due entries but for the watch and for owed effects, whose times are those of the repair."""
    survey = Survey(store_client(host))
    found = {table.game.id: survey.due_entries(table.game.id) for table in tables}
    return {game_id: (entries.due.keys(), entries.due.get("d"), entries.life) for game_id, entries in found.items()}


def delete(host: Services, *patterns: str) -> None:
    client = store_client(host)
    for pattern in patterns:
        for keys in list(client.scan(pattern)):
            client.calls([("UNLINK", key) for key in keys])


def checked(report: Report) -> set[str]:
    return {fault.check for fault in report.faults}


def test_nothing_is_wrong_with_a_healthy_store(host: Services, survey: Survey, tables: list[Table]) -> None:
    report = examine(host, survey, repair=False)
    assert (report.faults, report.sound) == ([], True)
    assert report.looked_at["log"] == len(tables)
    assert all(report.looked_at[check] for check in CHECKS)


def test_reindex_brings_all_lists_back(host: Services, survey: Survey, tables: list[Table]) -> None:
    before = lists(host, tables)
    assert len(before[PUBLIC]) == 4
    delete(host, "list:*", "listed:*")
    assert not any(lists(host, tables).values())
    assert reindex(host, survey) == Rebuilt(len(tables), 0, 0)
    assert lists(host, tables) == before
    assert examine(host, survey, repair=False).sound


def test_repair_brings_lists_and_due_entries_back(host: Services, survey: Survey, tables: list[Table]) -> None:
    before, due = lists(host, tables), scheduled(host, tables)
    assert {letter for letters, _, _ in due.values() for letter in letters} >= {"d", "w"}
    delete(host, "list:*", "listed:*", "due:*", "life:*", "beat:*")
    found = examine(host, survey, repair=False)
    assert (checked(found), found.sound) == ({"indexes", "due"}, False)
    assert not any(lists(host, tables).values())  # looking alone has changed nothing

    mended = examine(host, survey, repair=True)
    assert (checked(mended), mended.sound) == ({"indexes", "due"}, True)
    assert lists(host, tables) == before
    assert scheduled(host, tables) == due
    assert examine(host, survey, repair=False).faults == []


def test_both_may_run_while_games_start_and_end(host: Services, survey: Survey, redis_url: str) -> None:
    """What changes in the middle of a look is no fault, and a rebuild undoes nothing that happens meanwhile."""
    games = [new_open_game(host, ME, OPEN).game.id for _ in range(40)]
    with writers(redis_url, games[::2], games[1::2], rounds=80):
        wait_until(lambda: public_games(host, "", None, 1, status="finished").tables, 20, "the writers are at work")
        for _ in range(2):
            assert examine(host, survey, repair=False).faults == []
            assert reindex(host, survey).removed == 0
        delete(host, "list:*", "listed:*")
        reindex(host, survey)
    assert examine(host, survey, repair=False).faults == []


def test_owed_effects_get_their_entry_back(host: Services, survey: Survey) -> None:
    table = new_game(host, GREEDY, ME)
    client, keys = store_client(host), game_keys(table.game.id)
    client.call("HSET", keys.game, "effects_done", 0)
    assert [fault.text for fault in examine(host, survey, repair=True).faults] == ["no entry for effects"]
    assert survey.due_entries(table.game.id).due.keys() == {"w", "e"}


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ('["turn",0,"Twwwwww"]', "version 2 does not replay"),
        ("[]", "version 2 does not replay"),
        ('["turn",0,"Twur"]', "the log leads to another state"),
        ('["adjust",0]', "version 2 ends with event"),
    ],
)
def test_a_broken_log_is_named_and_not_mended(host: Services, survey: Survey, body: str, text: str) -> None:
    sound, table = new_game(host), new_game(host, ME, GREEDY)
    play(host, table, "Twug")
    client, log = store_client(host), game_keys(table.game.id).log
    *facts, _ = client.call("LINDEX", log, 1).decode().split(" ", 5)
    client.call("LSET", log, 1, " ".join([*facts, body]))
    report = examine(host, survey, repair=True)
    [fault] = report.faults
    assert (fault.check, fault.where, fault.mended) == ("log", table.game.id, False)
    assert text in fault.text
    assert sound.game.id not in fault.where


def test_a_log_that_is_too_short_is_named(host: Services, survey: Survey) -> None:
    table = new_game(host)
    store_client(host).call("RPOP", game_keys(table.game.id).log)
    [fault] = examine(host, survey, repair=False).faults
    assert fault == Fault("log", table.game.id, "the log has 1 entries, the game is at version 2")


def test_a_state_that_cannot_be_read_is_named(host: Services, survey: Survey) -> None:
    table = new_game(host)
    store_client(host).call("HSET", game_keys(table.game.id).game, "blob", b"\x01nonsense")
    report = examine(host, survey, repair=True)
    assert [(fault.check, fault.where) for fault in report.faults] == [("state", table.game.id)]
    assert reindex(host, survey).unreadable == 1


def test_entries_that_do_not_belong_are_removed(host: Services, survey: Survey) -> None:
    table, nobody = new_game(host), new_person(host).id
    game, at, version = table.game, table.stored.created_at, table.stored.version
    before = lists(host, [table])
    client = store_client(host)
    host.indexes.place(new_game_id(), 1, at, {PUBLIC: "open-2-1"})
    client.call("ZADD", f"list:{{{table.player_id}}}:finished", 0, f"{at:011x}{game.id}")
    host.indexes.place(game.id, version, at, {nobody: "playing"})
    assert len(examine(host, survey, repair=False).faults) >= 3
    assert examine(host, survey, repair=True).sound
    assert examine(host, survey, repair=False).faults == []
    assert lists(host, [table]) == before
    assert host.indexes.where([(nobody, at, game.id)])[0][1] == []


def test_the_list_of_a_player_who_is_gone_is_removed(host: Services, survey: Survey) -> None:
    table = new_open_game(host, ME, OPEN)
    delete(host, player_key(table.player_id))
    [fault] = examine(host, survey, repair=True).faults
    assert (fault.check, fault.where, fault.mended) == ("lists", table.player_id, True)
    assert set(host.indexes.lists()) == {PUBLIC}


@pytest.mark.parametrize("by", ["reindex", "doctor"])
def test_lists_that_know_a_future_that_was_lost(host: Services, survey: Survey, by: str) -> None:
    """After a fail-over to an older copy the game is at a version that the lists take for an old one."""
    table = new_game(host)
    before = lists(host, [table])
    everywhere = {name: "aborted" if name else "aborted-2" for name in (PUBLIC, table.player_id)}
    host.indexes.place(table.game.id, 9, table.stored.created_at, everywhere)
    if by == "reindex":
        reindex(host, survey)
    else:
        assert examine(host, survey, repair=True).sound
    assert lists(host, [table]) == before
    assert examine(host, survey, repair=False).faults == []


def test_leftovers_of_games_that_do_not_exist(host: Services, survey: Survey) -> None:
    """Due entries go; a log is kept, since it may be all that is left of a game."""
    table = new_game(host, ME, OPEN, time_control=PER_TURN)
    keys = game_keys(table.game.id)
    host.indexes.remove(
        table.game.id, table.stored.created_at, [PUBLIC, *(seat.player_id for seat in table.game.seats)]
    )
    delete(host, keys.game)
    report = examine(host, survey, repair=True)
    assert checked(report) == {"leftovers"}
    assert {fault.mended for fault in report.faults} == {True, False}
    assert survey.due_entries(table.game.id) == ({}, 0)
    assert store_client(host).call("EXISTS", keys.log) == 1


def run(url: str, *words: str) -> Any:
    return CliRunner().invoke(main, list(words), env={"SPLENDOR_REDIS_URL": url}, catch_exceptions=False)


def test_the_commands(host: Services, redis_url: str, tables: list[Table]) -> None:
    assert run(redis_url, "doctor").exit_code == 0
    before = lists(host, tables)
    delete(host, "list:*", "listed:*")
    broken = run(redis_url, "doctor")
    assert broken.exit_code == 1
    assert f"FAULT   indexes: {tables[0].game.id}: " in broken.output
    mended = run(redis_url, "doctor", "--repair")
    assert (mended.exit_code, "FAULT" in mended.output, "mended  indexes: " in mended.output) == (0, False, True)
    delete(host, "list:*", "listed:*")
    assert (
        run(redis_url, "reindex").output == f"{len(tables)} games written into their lists, 0 wrong entries removed\n"
    )
    assert lists(host, tables) == before
    assert [line.split()[0] for line in run(redis_url, "doctor").output.splitlines()] == ["check", *CHECKS]
