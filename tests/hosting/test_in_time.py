"""What counts only before the deadline of the seat to act (H6), whoever does it: handing over, and ending the game."""

import pytest

from service.hosting.abort_game import abort_game
from service.hosting.changes import Aborted, AbortVoted, Flagged, HandedOver, from_entry
from service.hosting.committing import own_request
from service.hosting.errors import TimeOver
from service.hosting.hand_over import hand_over
from service.hosting.reading import Table
from service.services import Services
from tests.hosting.hosts import store_client
from tests.hosting.tables import ME, OPEN, PER_TURN, again, at_seat, new_game
from tests.store.commits import age


def overdue(host: Services) -> Table:
    table = new_game(host, ME, OPEN, OPEN, time_control=PER_TURN)
    age(store_client(host), table.game.id, 60_001)
    return again(host, table)


def last_change(host: Services, table: Table) -> type:
    return type(from_entry(host.games.log(table.game.id)[-1].body))


def test_a_seat_cannot_be_handed_over_after_its_deadline(host: Services) -> None:
    """It is flagged instead: a forfeit is not turned into a game that an AI player goes on with."""
    table = at_seat(host, overdue(host), 0)
    with pytest.raises(TimeOver):
        hand_over(host, table, "greedy", own_request(), exact=False)
    assert last_change(host, table) is Flagged
    assert again(host, table).game.seats[0].ai_player == ""


def test_a_game_cannot_be_called_off_after_a_deadline(host: Services) -> None:
    """H4: a flag in the first round is a forfeit, not an abort."""
    table = at_seat(host, overdue(host), 0)
    with pytest.raises(TimeOver):
        abort_game(host, table, table.player_id, own_request(), exact=False)
    assert last_change(host, table) is Flagged


def test_a_vote_cannot_save_a_seat_whose_time_is_over(host: Services) -> None:
    table = at_seat(host, overdue(host), 1)
    with pytest.raises(TimeOver):
        abort_game(host, table, table.player_id, own_request(), exact=False)
    assert last_change(host, table) is Flagged
    assert abort_game(host, again(host, table), table.player_id, own_request(), exact=False) is not None
    assert last_change(host, table) is AbortVoted


def test_before_the_deadline_all_of_it_counts(host: Services) -> None:
    table = at_seat(host, new_game(host, ME, OPEN, time_control=PER_TURN), 0)
    hand_over(host, table, "greedy", own_request(), exact=False)
    assert last_change(host, table) is HandedOver
    other = at_seat(host, new_game(host, ME, OPEN, time_control=PER_TURN), 0)
    abort_game(host, other, other.player_id, own_request(), exact=False)
    assert last_change(host, other) is Aborted
