"""The past of a game, kept by each process: never behind the store, never ahead of what was read."""

import pytest

from service.hosting import history as history_module
from service.hosting.errors import VersionNotFound
from service.hosting.history import history
from service.hosting.reading import Table, events_after, since_version, view_at
from service.hosting.record import record_for
from service.services import Services
from service.store.client import Client
from service.store.keys import game_keys
from tests.hosting.hosts import store_client
from tests.hosting.tables import GREEDY, ME, OPEN, PER_TURN, again, new_game, play

TURNS = ("Twug", "Twrk", "D1", "D2")


def played(host: Services, *turns: str) -> Table:
    table = new_game(host, seed=b"\x05" * 32)
    for turn in turns:
        play(host, table, turn)
    return again(host, table)


def forget() -> None:
    """As a process that has just started."""
    history_module._kept.clear()


def test_what_is_kept_is_what_is_derived_anew(host: Services) -> None:
    table = played(host)
    for turn in TURNS:
        play(host, table, turn)
        table = again(host, table)
        kept = history(host, table.game, table.stored)
        forget()
        assert history(host, table.game, table.stored) == kept
        assert len(kept) == table.stored.version
        assert kept[-1].step.after == table.game
        assert kept[-1].facts.tag == table.stored.tag


def test_only_what_is_new_is_read(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    table = played(host, *TURNS[:2])
    history(host, table.game, table.stored)
    asked: list[int] = []
    log = type(host.games).log
    monkeypatch.setattr(type(host.games), "log", lambda *given: asked.append(given[2]) or log(*given))
    history(host, table.game, table.stored)
    assert asked == []
    play(host, table, TURNS[2])
    table = again(host, table)
    history(host, table.game, table.stored)
    assert asked == [table.stored.version - 2]


def test_who_has_read_an_older_version_gets_no_later_event(host: Services) -> None:
    """Somebody else has derived more meanwhile: page, record and refusal stay those of what was read."""
    older = played(host, *TURNS[:2])
    play(host, older, TURNS[2])
    newer = again(host, older)
    for known in (newer, older):
        forget()
        assert len(history(host, known.game, known.stored)) == known.stored.version
        assert len(history(host, older.game, older.stored)) == older.stored.version
    page = events_after(host, older, 0, "", 500)
    assert page.items[-1]["number"] == page.last == older.stored.last_event
    assert record_for(host, older)["entries"][-1]["version"] == older.stored.version
    news = since_version(host, older, 2, history(host, older.game, older.stored)[1].facts.tag)
    assert news["events"][-1]["version"] == older.stored.version


def dump(client: Client, game_id: str) -> dict[str, bytes]:
    return {key: client.call("DUMP", key) for key in game_keys(game_id)[:3]}


def restore(client: Client, saved: dict[str, bytes]) -> None:
    for key, value in saved.items():
        client.call("RESTORE", key, 0, value, "REPLACE")


@pytest.mark.parametrize("asked_between", [False, True])
def test_a_store_that_was_set_back_is_noticed(host: Services, asked_between: bool) -> None:
    """The same version under another tag: what was derived of the lost one is thrown away, and clients are told."""
    table = played(host, *TURNS[:2])
    saved = dump(store_client(host), table.game.id)
    play(host, table, TURNS[2])
    lost = again(host, table)
    before = events_after(host, lost, 0, "", 500).items
    restore(store_client(host), saved)
    if asked_between:
        back = again(host, table)
        assert events_after(host, back, 0, "", 500).items == [
            event for event in before if event["version"] <= back.stored.version
        ]
    play(host, table, "Tugk")
    now = again(host, table)
    assert now.stored.version == lost.stored.version
    assert now.stored.tag != lost.stored.tag
    items = events_after(host, now, 0, "", 500).items
    assert items[-2]["action"]["tokens"]["black"] == 1
    newest = before[-1]
    assert events_after(host, now, newest["number"], newest["tag"], 500).resync is not None
    assert events_after(host, now, newest["number"], "", 500).items == []
    assert "resync" in since_version(host, now, lost.stored.version, lost.stored.tag)


def test_a_client_ahead_of_a_store_that_was_set_back_is_told(host: Services) -> None:
    table = played(host, *TURNS[:2])
    saved = dump(store_client(host), table.game.id)
    play(host, table, TURNS[2])
    lost = again(host, table)
    restore(store_client(host), saved)
    back = again(host, table)
    page = events_after(host, back, lost.stored.last_event, lost.stored.tag, 500)
    assert page.items == []
    assert page.resync == {
        "version": back.stored.version,
        "etag": back.stored.etag,
        "last_event": back.stored.last_event,
    }
    with pytest.raises(VersionNotFound):
        view_at(host, back, lost.stored.version)


def test_a_process_keeps_only_so_many_games(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_module, "KEPT_GAMES", 2)
    forget()
    tables = [played(host, TURNS[0]) for _ in range(3)]
    for table in tables:
        history(host, table.game, table.stored)
    history(host, tables[1].game, tables[1].stored)
    assert list(history_module._kept) == [tables[2].game.id, tables[1].game.id]


def test_the_clocks_of_earlier_versions_are_those_that_were(host: Services) -> None:
    table = new_game(host, ME, OPEN, GREEDY, time_control=PER_TURN._replace(kind="fischer", increment_ms=2_000))
    live = [again(host, table).stored.clock]
    for turn in TURNS[:2]:
        play(host, table, turn)
        live.append(again(host, table).stored.clock)
    now = again(host, table)
    assert [moment.clock for moment in history(host, now.game, now.stored)[1:]] == live
