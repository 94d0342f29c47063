"""The inbox: exactly the games in which a player has to act, oldest deadline first, and none told twice within a minute."""

from service.hosting.committing import own_request
from service.hosting.hand_over import hand_over
from service.hosting.inbox import AGAIN_S, MOST_TOLD, Inbox, Turn
from service.hosting.reading import Table, load_table
from service.hosting.resign import resign
from service.services import Services
from service.store.keys import game_keys
from tests.hosting.hosts import new_person, run_jobs, store_client
from tests.hosting.tables import GREEDY, ME, OPEN, PER_TURN, again, at_seat, new_game, play
from tests.hosting.test_telling import seat_in_new_game

NOW = 1_800_000_000


def inbox_of(host: Services, player_id: str) -> Inbox:
    inbox = Inbox(host, player_id)
    inbox.read()
    return inbox


def waiting(host: Services, player_id: str) -> list[str]:
    """The games that wait for a player, in order."""
    return [turn.table.game.id for turn in inbox_of(host, player_id).untold({}, NOW)]


def games_of(host: Services, player_id: str, count: int) -> list[str]:
    """Games in which the player is to act, at seat 1; the first one began first."""
    tables = [seat_in_new_game(host, player_id) for _ in range(count)]
    for table in tables:
        play(host, table, "Twug")
    return [table.game.id for table in tables]


def test_a_committed_turn_is_in_the_next_read_and_gone_when_it_was_played(host: Services) -> None:
    table = new_game(host)
    ada, ben = (seat.player_id for seat in table.game.seats)
    for _ in range(2):
        assert (waiting(host, ada), waiting(host, ben)) == ([table.game.id], [])
        play(host, table, "Twug")
        assert (waiting(host, ada), waiting(host, ben)) == ([], [table.game.id])
        play(host, table, "Twug")


def test_private_and_unlisted_games_wait_too(host: Services) -> None:
    for visibility in ("public", "unlisted", "private"):
        table = seat_in_new_game(host, new_person(host).id, visibility=visibility)
        play(host, table, "Twug")
        assert waiting(host, table.player_id) == [table.game.id]


def test_nobody_is_told_of_games_that_do_not_wait_for_them(host: Services) -> None:
    table = new_game(host, ME, OPEN, OPEN)
    second = at_seat(host, table, 1)
    resign(host, again(host, table), own_request(), exact=False)
    assert waiting(host, table.player_id) == []
    assert waiting(host, second.player_id) == [table.game.id]
    resign(host, second, own_request(), exact=False)
    assert [waiting(host, seat.player_id) for seat in table.game.seats] == [[], [], []]


def test_a_seat_that_an_ai_player_holds_never_waits(host: Services) -> None:
    table = new_game(host, ME, GREEDY)
    assert waiting(host, table.player_id) == [table.game.id]
    hand_over(host, table, "greedy", own_request(), exact=False)
    assert waiting(host, table.player_id) == []
    run_jobs(host, 1)
    assert waiting(host, table.player_id) == []


def test_the_oldest_deadline_comes_first_and_games_without_one_last(host: Services) -> None:
    ada = new_person(host).id
    untimed = sorted(games_of(host, ada, 3), key=lambda game_id: _began(host, game_id))
    timed = [_timed(host, ada, bank) for bank in (90_000, 30_000, 60_000)]
    assert waiting(host, ada) == [timed[1], timed[2], timed[0], *untimed]


def _began(host: Services, game_id: str) -> tuple[int, str]:
    return load_table(host, game_id, "").stored.clock.turn_at, game_id


def _timed(host: Services, player_id: str, turn_ms: int) -> str:
    table = seat_in_new_game(host, player_id, time_control=PER_TURN._replace(initial_ms=turn_ms))
    play(host, table, "Twug")
    return table.game.id


def test_what_is_shown_of_a_turn(host: Services) -> None:
    table = new_game(host, time_control=PER_TURN)
    play(host, table, "Twug")
    table = at_seat(host, table, 1)
    (turn,) = inbox_of(host, table.player_id).untold({}, NOW)
    view = table.view()
    shown = turn.shown()
    assert shown == {
        "game_id": table.game.id,
        "etag": table.stored.etag,
        "seat": 1,
        "phase": "action",
        "turn": 2,
        "started_at": view["turn"]["started_at"],
        "deadline_at": view["turn"]["deadline_at"],
    }
    whole = turn.shown(("view", "legal_actions"))
    assert whole.pop("view") == view
    assert len(whole.pop("legal_actions")) > 10
    assert whole == shown


def test_a_turn_that_was_told_is_told_again_after_a_minute(host: Services) -> None:
    inbox = inbox_of(host, new_game(host).player_id)
    (turn,) = inbox.untold({}, NOW)
    told = inbox.known({}, [turn], NOW)
    assert inbox.untold(told, NOW) == inbox.untold(told, NOW + AGAIN_S - 1) == []
    assert inbox.untold(told, NOW + AGAIN_S) == [turn]


def test_another_version_or_another_past_is_another_turn(host: Services) -> None:
    table = new_game(host, ME, OPEN, OPEN)
    ada = table.player_id
    inbox = inbox_of(host, ada)
    told = inbox.known({}, inbox.untold({}, NOW), NOW)
    resign(host, at_seat(host, table, 2), own_request(), exact=False)
    assert len(inbox_of(host, ada).untold(told, NOW)) == 1
    stored = again(host, table).stored
    tags = [Turn(Table(table.game, stored._replace(tag=tag), 0, ada)).key for tag in ("00000000", "00000001")]
    assert tags[0] != tags[1]


def test_what_is_over_is_not_known_any_longer(host: Services) -> None:
    ada = new_person(host).id
    games = games_of(host, ada, 2)
    inbox = inbox_of(host, ada)
    told = inbox.known({}, inbox.untold({}, NOW), NOW)
    assert len(told) == 2
    play(host, load_table(host, games[0], ada), "Twug")
    inbox = inbox_of(host, ada)
    assert len(inbox.known(told, [], NOW + 1)) == 1
    assert inbox.known(told, [], NOW + AGAIN_S) == {}


def test_reading_some_games_leaves_the_others(host: Services) -> None:
    ada = new_person(host).id
    first, second = games_of(host, ada, 2)
    inbox = inbox_of(host, ada)
    third = games_of(host, ada, 1)[0]
    play(host, load_table(host, first, ada), "Twug")
    play(host, load_table(host, second, ada), "Twug")
    inbox.read([first, third])
    assert [turn.table.game.id for turn in inbox.untold({}, NOW)] == [second, third]
    inbox.read([])
    inbox.read()
    assert [turn.table.game.id for turn in inbox.untold({}, NOW)] == [third]


def test_of_too_many_the_ones_told_longest_ago_are_forgotten(host: Services) -> None:
    inbox = inbox_of(host, new_game(host).player_id)
    (turn,) = inbox.untold({}, NOW)
    inbox._turns = {str(number): _Other(number) for number in range(MOST_TOLD)}  # type: ignore[misc]
    told = {one.key: NOW - 30 + number % 30 for number, one in enumerate(inbox._turns.values())}
    known = inbox.known(told, [turn], NOW)
    assert len(known) == MOST_TOLD
    assert known[turn.key] == NOW
    assert min(known.values()) >= min(told.values())


class _Other:
    """A turn that is a key alone."""

    def __init__(self, number: int) -> None:
        self.key = number.to_bytes(6)


def test_a_game_that_is_gone_does_not_wait(host: Services) -> None:
    table = new_game(host)
    store_client(host).call("UNLINK", game_keys(table.game.id).game)
    assert waiting(host, table.player_id) == []
