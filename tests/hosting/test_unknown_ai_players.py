"""AI players that this process does not know: of data from a machine with a compiler, of a release before or after."""

from collections.abc import Callable

import pytest

from service.hosting.changes import TurnPlayed, from_entry
from service.hosting.committing import own_request
from service.hosting.create_game import NewSeat
from service.hosting.doctor import examine
from service.hosting.effects import FALLBACK, watch_of
from service.hosting.hand_over import hand_over
from service.hosting.play_ai import TRIES
from service.hosting.reading import Table
from service.hosting.resign import resign
from service.services import Services
from service.store.keys import game_keys
from service.store.survey import Survey
from splendor.ai import PLAYERS
from tests.hosting.hosts import Job, jobs_of, run_jobs, store_client
from tests.hosting.tables import ME, OPEN, again, new_game, play

SEED = b"\x07" * 32
STRANGER = NewSeat("ai", "stranger")
Verb = Callable[[Services, Table], object]


def _act(host: Services, table: Table) -> object:
    return play(host, table, "Twug")


def _resign(host: Services, table: Table) -> object:
    return resign(host, table, own_request(), exact=True)


@pytest.mark.parametrize("verb", [_act, _resign])
def test_person_acts_before_such_a_seat(host: Services, verb: Verb) -> None:
    """Nobody has to know who is next. The fallback plays for it once it has been tried, as for any that fails."""
    table = new_game(host, ME, STRANGER, OPEN, seed=SEED)
    verb(host, table)
    assert again(host, table).game.ai_to_act == "stranger"
    assert jobs_of(host) == [Job(table.game.id, 3, 1)]
    assert Survey(store_client(host)).due_entries(table.game.id).due.keys() >= {"w"}
    assert run_jobs(host) == TRIES + 1
    assert again(host, table).game.running.to_act == 2


def test_seat_is_handed_over_by_a_process_that_knows_more(host: Services) -> None:
    table = new_game(host, ME, OPEN, seed=SEED)
    hand_over(host, table, "stranger", own_request(), exact=True)
    run_jobs(host)
    assert again(host, table).game.running.to_act == 1


def test_two_such_seats_are_played_to_the_end(host: Services) -> None:
    table = new_game(host, STRANGER, STRANGER, target_prestige=10, seed=SEED)
    run_jobs(host)
    assert again(host, table).game.status == "finished"
    changes = [from_entry(entry.body) for entry in host.games.log(table.game.id)]
    assert {change.stand_in for change in changes if isinstance(change, TurnPlayed)} == {FALLBACK}


def test_doctor_brings_its_watch_back(host: Services) -> None:
    table = new_game(host, STRANGER, ME, seed=SEED)
    survey = Survey(store_client(host))
    store_client(host).call("UNLINK", game_keys(table.game.id).due)
    assert examine(host, survey, repair=True).sound
    assert survey.due_entries(table.game.id).due.keys() == {"w"}


def test_such_a_player_is_waited_for_as_long_as_for_the_fallback() -> None:
    assert watch_of("stranger") == watch_of(FALLBACK) == PLAYERS[FALLBACK].budget_ms
    assert watch_of("") == 0
