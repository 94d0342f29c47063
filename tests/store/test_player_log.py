"""Logs of players and apps: numbers without gaps, nothing twice, the oldest forgotten (B16)."""

import pytest

from service.store.apps import App, AppStore
from service.store.client import Client
from service.store.keys import log_of_key, logged_key, new_app_id, new_game_id, new_player_id, new_tag
from service.store.player_log import KEPT_MS, Logged, LogSlice, PlayerLog, Told
from service.store.players import Player, PlayerStore

NOBODY = new_player_id()
NOT_TOLD = Told("", hooks=False, calls=False, gone=False)


@pytest.fixture
def log(client: Client) -> PlayerLog:
    return PlayerLog(client, most=5, most_of_app=3)


@pytest.fixture
def ada(players: PlayerStore, log: PlayerLog) -> str:
    """A player who keeps a log."""
    player = players.create(Player(new_player_id(), "Ada"))
    assert log.listen(player.id)
    return player.id


def commit(game_id: str, version: int, events: int = 1, tag: str = "") -> Logged:
    return Logged(game_id, version, events, tag or new_tag())


def append(log: PlayerLog, owner: str, *entries: Logged) -> list[tuple[str, int, int]]:
    """The log after these commits: game, version and number of each entry."""
    log.tell([(owner, entry) for entry in entries])
    return [(entry.game_id, entry.version, entry.number) for entry in log.read(owner, 0, 100)]


def test_only_who_asked_for_it_keeps_a_log(log: PlayerLog, players: PlayerStore) -> None:
    player, game = players.create(Player(new_player_id(), "Ada")).id, new_game_id()
    assert log.tell([(player, commit(game, 1))]) == [NOT_TOLD]
    assert log.slice(player, 0, 5) == LogSlice([], 0, "", ready=False)
    assert log.listen(player)
    assert append(log, player, commit(game, 2)) == [(game, 2, 1)]
    assert not log.listen(NOBODY)
    assert not log.listen("someone else")


def test_numbers_count_events_over_all_games(log: PlayerLog, ada: str) -> None:
    one, other = new_game_id(), new_game_id()
    found = append(log, ada, commit(one, 1, 3), commit(other, 7, 2), commit(one, 2))
    assert found == [(one, 1, 3), (other, 7, 5), (one, 2, 6)]
    assert [entry.before for entry in log.read(ada, 0, 9)] == [0, 3, 5]


@pytest.mark.parametrize(
    ("after", "numbers"), [(0, [3, 5, 6]), (1, [3, 5, 6]), (3, [3, 5, 6]), (4, [5, 6]), (5, [5, 6]), (6, [6]), (7, [])]
)
def test_reading_begins_with_the_entry_that_holds_the_number(
    log: PlayerLog, ada: str, after: int, numbers: list[int]
) -> None:
    append(log, ada, *(commit(new_game_id(), 1, events) for events in (3, 2, 1)))
    assert [entry.number for entry in log.read(ada, after, 9)] == numbers
    assert [entry.number for entry in log.read(ada, after, 1)] == numbers[:1]


def test_the_same_commit_again_is_not_added(log: PlayerLog, ada: str) -> None:
    game = new_game_id()
    first, second = commit(game, 1), commit(game, 2)
    assert append(log, ada, first, first, second, first, second) == [(game, 1, 1), (game, 2, 2)]


def test_of_a_pass_that_comes_late_nothing_is_added(log: PlayerLog, ada: str) -> None:
    game = new_game_id()
    assert append(log, ada, commit(game, 3), commit(game, 2)) == [(game, 3, 1)]


def test_another_past_of_a_game_is_added(log: PlayerLog, ada: str) -> None:
    """The store of the games was set back; what came of it there has other tags and is news."""
    game = new_game_id()
    append(log, ada, *(commit(game, version) for version in (1, 2, 3)))
    again = [commit(game, 2), commit(game, 3), commit(game, 4)]
    found = append(log, ada, *again, *again)
    assert [version for _, version, _ in found] == [2, 3, 2, 3, 4]
    assert [entry.tag for entry in log.read(ada, 4, 9)] == [entry.tag for entry in again]
    assert log.last(ada)[0] == 6


def test_last_and_marks(log: PlayerLog, ada: str) -> None:
    assert log.last(ada) == (0, "")
    append(log, ada, commit(new_game_id(), 1, 2), commit(new_game_id(), 1, 2))
    first, second = (entry.mark for entry in log.read(ada, 0, 9))
    assert first != second
    assert log.last(ada) == (4, second)
    assert [log.mark_at(ada, number) for number in range(6)] == ["", first, first, second, second, ""]


def test_b16_a_mark_says_all_that_was_before(log: PlayerLog, ada: str) -> None:
    """A store that died has lost the end of a log but not its commits, and they are told again in another order."""
    one, other, last = (commit(new_game_id(), 3) for _ in range(3))
    append(log, ada, one, other, last)
    place = log.last(ada)
    marks = set()
    for told in ([one, other, last], [other, one, last], [one, other._replace(tag=new_tag()), last]):
        log.forget(ada)
        log.listen(ada)
        append(log, ada, *told)
        assert log.read(ada, 3, 1)[0].tag == last.tag
        marks.add(log.last(ada))
    assert len(marks) == 3
    assert place in marks


def test_the_oldest_go_and_the_numbers_go_on(log: PlayerLog, ada: str, client: Client) -> None:
    games = [new_game_id() for _ in range(7)]
    found = append(log, ada, *(commit(game, 1, 2) for game in games))
    assert found == [(game, 1, 2 * place) for place, game in enumerate(games, start=1)][-5:]
    assert client.call("HLEN", logged_key(ada)) == 5, "of games that have left the log nothing is kept"
    assert log.mark_at(ada, 3) == ""


def test_a_game_with_newer_entries_is_still_known(log: PlayerLog, ada: str) -> None:
    game = new_game_id()
    newest = commit(game, 6)
    found = append(log, ada, *(commit(game, version) for version in range(1, 6)), newest)
    assert append(log, ada, newest) == found == [(game, version, version) for version in range(2, 7)]


def test_unused_logs_expire_and_their_numbers_stay(log: PlayerLog, ada: str, client: Client) -> None:
    entry = commit(new_game_id(), 1, 4)
    append(log, ada, entry)
    place = log.last(ada)
    for key in (log_of_key(ada), logged_key(ada)):
        assert KEPT_MS - 60_000 < client.call("PTTL", key) <= KEPT_MS
        client.call("UNLINK", key)
    assert log.slice(ada, 0, 9) == LogSlice([], *place, ready=False)
    assert log.mark_at(ada, 4) == place[1]
    assert append(log, ada, commit(entry.game_id, 2)) == [(entry.game_id, 2, 5)]


def test_an_app_keeps_one_of_its_own_length(log: PlayerLog, client: Client) -> None:
    app = App(new_app_id(), "Table for Two", 1)
    AppStore(client).create(app)
    assert log.listen(app.id)
    assert [number for _, _, number in append(log, app.id, *(commit(new_game_id(), 1) for _ in range(5)))] == [3, 4, 5]


def test_what_owners_are_told_by(log: PlayerLog, players: PlayerStore, client: Client, ada: str) -> None:
    app_id, entry = new_app_id(), commit(new_game_id(), 1)
    member = players.create(Player(new_player_id(), "Ben", app=app_id, external_id="ben")).id
    client.call("HSET", f"player:{{{member}}}", "hooks", 2, "turn_url", "https://bot.example/turn")
    told = log.tell([(member, entry), (ada, entry), (NOBODY, entry)])
    assert told == [Told(app_id, hooks=True, calls=True, gone=False), NOT_TOLD, NOT_TOLD._replace(gone=True)]
    assert log.read(member, 0, 9) == []


def test_nothing_is_told_to_who_is_deleted(log: PlayerLog, players: PlayerStore, ada: str, client: Client) -> None:
    """B24"""
    append(log, ada, commit(new_game_id(), 1))
    players.mark_deleted(ada)
    assert log.tell([(ada, commit(new_game_id(), 1))])[0].gone
    log.forget(ada)
    assert not log.listen(ada)
    assert log.slice(ada, 0, 9) == LogSlice([], 0, "", ready=False)
    assert client.call("EXISTS", log_of_key(ada)) + client.call("EXISTS", logged_key(ada)) == 0


def test_ready_is_noted(log: PlayerLog, ada: str) -> None:
    log.set_ready(ada)
    assert log.slice(ada, 0, 1).ready
    log.set_ready("nobody")
