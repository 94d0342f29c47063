"""What erasing a player does to the rest of a game (B24): its log, its seats, the times at which it is looked at."""

from dataclasses import replace

import pytest

from service.hosting.archiving import archive_game
from service.hosting.changes import HandedOver, Resigned, from_entry
from service.hosting.committing import own_request
from service.hosting.delete_player import delete_player
from service.hosting.hand_over import hand_over
from service.hosting.leave_seat import change_seat, leave_seat
from service.hosting.lifetimes import HOUR_MS, Lifetimes
from service.hosting.reading import load_table
from service.hosting.resign import resign
from service.services import Services
from service.store.keys import game_keys
from service.store.players import Player
from tests.hosting.ended import expire_life, finished_game, live
from tests.hosting.hosts import Person, new_person, run_jobs, see_off, store_client
from tests.hosting.tables import ME, OPEN, NewSeat
from tests.hosting.test_delete_player import created, events, joined, untold


@pytest.fixture
def ada(host: Services) -> Person:
    return new_person(host, "Ada Lovelace")


@pytest.fixture
def ben(host: Services) -> Person:
    return new_person(host, "Ben")


def invite(host: Services, game_id: str, creator: Person, seat: int, guest: Person) -> None:
    """The creator offers a seat of a game that waits."""
    wanted = NewSeat("player", player_id=guest.id)
    table = load_table(host, game_id, creator.id)
    assert change_seat(host, table, Player(creator.id, creator.name), seat, wanted, own_request()) is not None


def gone(host: Services, person: Person) -> None:
    delete_player(host, person.id)
    see_off(host)


@pytest.mark.parametrize("archived", [False, True], ids=["stored", "archived"])
@pytest.mark.parametrize("answer", ["accepted", "declined", "none"])
def test_b24_who_was_invited_later_is_in_no_log_either(
    host: Services, ada: Person, ben: Person, answer: str, archived: bool
) -> None:
    """Invited by a change of the seat, not with the creation; nobody else's place in the log is another."""
    cleo = new_person(host, "Cleo")
    game_id = created(host, ben, ME, OPEN, OPEN)
    invite(host, game_id, ben, 1, ada)
    if answer == "accepted":
        joined(host, game_id, ada)
    elif answer == "declined":
        leave_seat(host, load_table(host, game_id, ada.id), ada.id, 1, own_request())
    invite(host, game_id, ben, 2, cleo)
    leave_seat(host, load_table(host, game_id, ben.id), ben.id, 0, own_request())
    assert archived == (archived and archive_game(host, game_id))
    assert not untold(host, game_id, ada, ben), "until then it is told"
    gone(host, ada)
    assert load_table(host, game_id, ben.id).game.status == "aborted"
    assert untold(host, game_id, ada, ben)
    offered = [one["player"]["id"] for one in events(host, load_table(host, game_id, ben.id)) if "expires_at" in one]
    assert offered == ["deleted-player-1", cleo.id]


def test_b24_who_is_deleted_while_invited_is_erased_at_the_end(host: Services, ada: Person, ben: Person) -> None:
    """The invitation goes at once, the name when the game is over: an event does not change while it waits."""
    game_id = created(host, ben, ME, OPEN)
    invite(host, game_id, ben, 1, ada)
    gone(host, ada)
    assert [seat.type for seat in load_table(host, game_id, ben.id).game.seats] == ["player", "open"]
    leave_seat(host, load_table(host, game_id, ben.id), ben.id, 0, own_request())
    see_off(host)
    assert untold(host, game_id, ada, ben)


def test_h7_an_ai_player_plays_on_for_who_has_handed_over_and_gone(host: Services, ada: Person, ben: Person) -> None:
    """B24: the seat is the AI player's already, so it is not resigned; the name goes when the game is over."""
    game_id = created(host, ada, ME, OPEN)
    joined(host, game_id, ben)
    hand_over(host, load_table(host, game_id, ada.id), "greedy", own_request(), exact=False)
    before = load_table(host, game_id, ben.id)
    gone(host, ada)
    table = load_table(host, game_id, ben.id)
    assert (table.game.status, table.stored.etag) == ("playing", before.stored.etag)
    assert table.game.still_in(0)
    assert run_jobs(host) >= 1
    assert load_table(host, game_id, ben.id).stored.version > before.stored.version, "it plays on"
    resign(host, load_table(host, game_id, ben.id), own_request(), exact=False)
    see_off(host)
    table = load_table(host, game_id, ben.id)
    changes = [from_entry(entry.body) for entry in host.games.log(game_id)]
    assert [change for change in changes if isinstance(change, (HandedOver, Resigned))] == [
        HandedOver(0, "greedy"),
        Resigned(1),
    ]
    assert table.view()["result"]["winners"] == [0]
    assert untold(host, game_id, ada, ben)


def test_b24_an_erased_game_is_archived_when_it_was_to_be(host: Services) -> None:
    """Deletions do not put it off."""
    hourly = replace(host, lifetimes=Lifetimes(finished_ms=HOUR_MS))
    table = finished_game(hourly)
    due = table.stored.life
    assert due > 0
    for seat in table.game.seats:
        delete_player(host, seat.player_id)
        see_off(host)
    after = live(host, table.game.id)
    assert after is not None
    assert after.version == table.stored.version + 2
    assert after.life == due
    assert int(store_client(host).call("ZSCORE", game_keys(table.game.id).life, table.game.id)) == due


@pytest.mark.parametrize("rested_ms", [HOUR_MS, -HOUR_MS], ids=["changed-now", "never-earlier-than-before"])
def test_b24_erasing_in_the_archive_is_a_change_like_any_other(host: Services, rested_ms: int) -> None:
    """Version, ETag and time of the last change are new, and no time goes backwards."""
    table = finished_game(host)
    stays = table.game.seats[1].player_id
    expire_life(host, table.game.id, rested_ms)
    assert archive_game(host, table.game.id)
    before = load_table(host, table.game.id, stays)
    began = host.games.now(table.game.id)
    delete_player(host, table.game.seats[0].player_id)
    see_off(host)
    after = load_table(host, table.game.id, stays)
    assert (after.stored.version, after.stored.created_at) == (before.stored.version + 1, before.stored.created_at)
    assert after.stored.tag != before.stored.tag
    expected = max(began, before.stored.updated_at)
    assert expected <= after.stored.updated_at <= max(host.games.now(table.game.id), before.stored.updated_at)
    assert after.view()["updated_at"] >= before.view()["updated_at"]
    assert host.games.log(table.game.id)[-1].at == after.stored.updated_at
