"""The commit: versions, tags, request records, and that a refusal changes nothing."""

from typing import Any

import pytest

from service.store import errors
from service.store.client import Client
from service.store.games import Clock, Commit, GameStore, Request, RequestRecord, StoredGame
from service.store.keys import new_game_id, new_tag
from tests.servers import Server
from tests.store.commits import creation, following, new_request, record_of, timed_creation


def everything(server: Server) -> dict[Any, Any]:
    """The whole database."""
    return server.contents()


def test_a_creation_is_version_one_and_reads_back_whole(games: GameStore) -> None:
    commit = creation(effects=True)
    done = games.commit(commit)
    assert (done.version, done.tag, done.last_event, done.replayed) == (1, commit.tag, 2, False)
    assert games.read(commit.game_id) == StoredGame(
        id=commit.game_id,
        version=1,
        tag=commit.tag,
        blob=commit.blob,
        last_event=2,
        clock=Clock(done.clock.turn_at, 0, ()),
        created_at=done.at,
        updated_at=done.at,
        effects_done=0,
        ai_attempt=0,
    )


def test_each_commit_raises_the_version_by_one_and_adds_its_events(games: GameStore) -> None:
    first = creation()
    created = games.commit(first)
    second = following(first, events=3)
    done = games.commit(second)
    game = games.read(first.game_id)
    assert game is not None
    assert (done.version, done.last_event) == (2, 5)
    assert (game.version, game.tag, game.blob, game.last_event) == (2, second.tag, second.blob, 5)
    assert game.etag == f"2-{second.tag}"
    assert game.created_at == created.at <= game.updated_at == done.at


def test_the_log_holds_every_commit_with_its_time_and_tag(games: GameStore) -> None:
    first = creation(entry="new 2 seats")
    created = games.commit(first)
    second = following(first, entry="t:wbg two  spaces")
    done = games.commit(second)
    log = games.log(first.game_id)
    assert [(e.version, e.tag, e.at, e.last_event, e.body) for e in log] == [
        (1, first.tag, created.at, 2, "new 2 seats"),
        (2, second.tag, done.at, 3, "t:wbg two  spaces"),
    ]
    assert games.log(first.game_id, 1) == log[1:]
    assert games.log(first.game_id, 0, 0) == log[:1]


def test_b02_a_commit_on_an_older_version_is_refused_with_the_current_one(games: GameStore) -> None:
    """B02."""
    first = creation()
    games.commit(first)
    second = following(first)
    games.commit(second)
    with pytest.raises(errors.Conflict) as caught:
        games.commit(following(first))
    assert (caught.value.version, caught.value.tag) == (2, second.tag)


def test_b02_the_right_version_of_another_history_is_refused(games: GameStore) -> None:
    """B02."""
    first = creation()
    games.commit(first)
    with pytest.raises(errors.Conflict):
        games.commit(following(first, expect=(1, new_tag())))


def test_a_second_creation_under_one_id_is_refused(games: GameStore) -> None:
    first = creation()
    games.commit(first)
    with pytest.raises(errors.Conflict) as caught:
        games.commit(creation(game_id=first.game_id))
    assert (caught.value.version, caught.value.tag) == (1, first.tag)


def test_a_commit_on_no_game_is_refused(games: GameStore) -> None:
    with pytest.raises(errors.NotFound):
        games.commit(following(creation()))


def refused(first: Commit) -> list[tuple[Commit, type[errors.StoreError]]]:
    return [
        (following(first, expect=(7, first.tag)), errors.Conflict),
        (following(first, expect=(0, "")), errors.Conflict),
        (following(first, kind="flag"), errors.DeadlineNotReached),
        (following(first, kind="adjust"), errors.DeadlineNotReached),
        (following(first, request=first.request._replace(body="other")), errors.RequestMismatch),
        (following(first, game_id=new_game_id()), errors.NotFound),
    ]


@pytest.mark.parametrize("case", range(6))
def test_b03_a_refused_commit_changes_nothing_at_all(games: GameStore, server: Server, case: int) -> None:
    """B03."""
    first = timed_creation(effects=True, watch_ms=1000)
    games.commit(first)
    before = everything(server)
    commit, error = refused(first)[case]
    with pytest.raises(error):
        games.commit(commit)
    assert everything(server) == before


def test_a_repeated_commit_is_answered_as_applied(games: GameStore, server: Server) -> None:
    first = creation()
    games.commit(first)
    second = following(first)
    done = games.commit(second)
    before = everything(server)
    again = games.commit(second)
    assert again == done._replace(replayed=True)
    assert everything(server) == before


def test_a_repeated_commit_is_recognised_after_later_ones(games: GameStore) -> None:
    first = timed_creation()
    created = games.commit(first)
    games.commit(following(first, request=new_request("s1")))
    again = games.commit(first)
    assert again.replayed
    assert (again.version, again.tag, again.at, again.last_event) == created[:4]
    assert again.clock == Clock(0, created.clock.deadline, ())


def test_a_clients_own_key_is_kept_as_long_as_the_game(games: GameStore) -> None:
    first = creation()
    done = games.commit(first)
    keyed = following(first, request=Request("digest", "body", keep=True, slot="s0"))
    done = games.commit(keyed)
    commit = keyed
    for _ in range(3):
        commit = following(commit, done)
        done = games.commit(commit)
    assert record_of(games, first.game_id, "digest") == RequestRecord("body", 2)
    assert games.commit(keyed).replayed


def test_of_ids_made_by_us_the_last_one_of_each_slot_is_kept(games: GameStore, client: Client) -> None:
    commit = creation(request=new_request("s0"))
    done = games.commit(commit)
    requests = [commit.request]
    for slot in ("s1", "s0", "s1"):
        commit = following(commit, done, request=new_request(slot))
        done = games.commit(commit)
        requests.append(commit.request)
    found = [record_of(games, commit.game_id, request.id) for request in requests]
    assert found == [None, None, RequestRecord("", 3), RequestRecord("", 4)]


def test_a_key_used_again_with_another_body_is_refused_also_inside_the_commit(games: GameStore) -> None:
    first = creation(request=Request("digest", "body", keep=True))
    games.commit(first)
    with pytest.raises(errors.RequestMismatch) as caught:
        games.commit(following(first, request=Request("digest", "another", keep=True)))
    assert caught.value.version == 1


def test_one_round_trip_reads_token_game_and_request(games: GameStore, client: Client) -> None:
    first = creation()
    games.commit(first)
    client.call("SET", "token:abc", b"record")
    token, game, record = games.read_for_request(first.game_id, "abc", first.request.id)
    assert token == b"record"
    assert game == games.read(first.game_id)
    assert record == RequestRecord("", 1)
    assert games.read_for_request(first.game_id, None) == (None, game, None)
    assert games.read_for_request(new_game_id(), "abc", "r") == (b"record", None, None)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "g",
        "g17",
        "g17" + "x" * 19,
        "g17" + "x" * 21,
        "gZZ" + "x" * 20,
        "g17}" + "x" * 19,
        "g17" + "x" * 19 + "\n",
        "g17" + "é" * 20,
        "G17" + "x" * 20,
    ],
)
def test_what_is_no_id_is_no_game_and_never_part_of_a_key(games: GameStore, text: str) -> None:
    assert games.read(text) is None
    assert games.log(text) == []
    assert games.read_for_request(text, "abc", "r") == (None, None, None)
