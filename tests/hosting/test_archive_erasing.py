"""A player who is gone, in games that lie in the archive (B24)."""

from service.hosting.archiving import archive_game
from service.hosting.committing import own_request
from service.hosting.delete_player import delete_player
from service.hosting.export import game_export, tables_of
from service.hosting.history import history
from service.hosting.leave_seat import leave_seat
from service.hosting.listing import own_games
from service.hosting.reading import load_table
from service.hosting.record import record_for
from service.hosting.resign import resign
from service.services import Services
from splendor.engine.record import verify
from tests.hosting.hosts import new_person, see_off
from tests.hosting.tables import ME, OPEN
from tests.hosting.test_delete_player import created, events, joined, untold


def test_the_file_is_written_anew_as_a_commit_would_have_left_it(host: Services) -> None:
    ada, ben = new_person(host, "Ada Lovelace"), new_person(host, "Ben")
    game_id = created(host, ada, ME, OPEN)
    joined(host, game_id, ben)
    resign(host, load_table(host, game_id, ada.id), own_request(), exact=False)
    assert archive_game(host, game_id)
    before = load_table(host, game_id, ben.id)
    delete_player(host, ada.id)
    see_off(host)
    after = load_table(host, game_id, ben.id)
    assert after.stored.version == before.stored.version + 1
    assert untold(host, game_id, ada, ben)
    assert verify(record_for(host, after)).ok
    assert history(host, after.game, after.stored)[-1].step.after == after.game
    assert [event["number"] for event in events(host, after)] == list(range(1, after.stored.last_event + 1))
    assert host.archive.page(ada.id, None, 10) == []
    assert [entry.game_id for entry in host.archive.page(ben.id, None, 10)] == [game_id]


def test_who_left_before_the_start_is_found_there_too(host: Services) -> None:
    """Whether the account goes before the game is archived or after it; and the game is on no list of theirs."""
    creator = new_person(host, "Creator")
    early, late = new_person(host, "Early Bird"), new_person(host, "Night Owl")
    game_id = created(host, creator, ME, OPEN, OPEN)
    for person in (early, late):
        joined(host, game_id, person)
        seat = load_table(host, game_id, person.id).viewer
        if seat is not None and load_table(host, game_id, person.id).game.status == "open":
            leave_seat(host, load_table(host, game_id, person.id), person.id, seat, own_request())
    leave_seat(host, load_table(host, game_id, creator.id), creator.id, 0, own_request())
    delete_player(host, early.id)
    see_off(host)
    assert archive_game(host, game_id)
    assert untold(host, game_id, early, creator)
    assert not untold(host, game_id, late, creator)
    assert own_games(host, late.id, None, 10).tables == []
    delete_player(host, late.id)
    see_off(host)
    assert untold(host, game_id, late, creator)


def test_archived_games_are_in_the_export(host: Services) -> None:
    ada, ben = new_person(host), new_person(host, "Ben")
    ids = [created(host, ada, ME, OPEN) for _ in range(3)]
    for game_id in ids[:2]:
        joined(host, game_id, ben)
        resign(host, load_table(host, game_id, ada.id), own_request(), exact=False)
        archive_game(host, game_id)
    exported = [game_export(host, table) for table in tables_of(host, ada.id)]
    assert sorted(game["game"]["id"] for game in exported) == sorted(ids)
    assert all(verify(game["record"]).ok for game in exported if game["game"]["status"] == "finished")
