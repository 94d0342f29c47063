"""Deleting an account (B24): step by step, with the jobs run by hand."""

import pytest

from service.hosting import bots
from service.hosting.apps import player_for
from service.hosting.changes import Erased, from_entry
from service.hosting.committing import own_request
from service.hosting.create_game import NewGame
from service.hosting.delete_player import delete_player, depart
from service.hosting.events import Event
from service.hosting.history import history
from service.hosting.join_seat import join_seat
from service.hosting.leave_seat import leave_seat
from service.hosting.players import PlayerNotFound
from service.hosting.reading import Table, events_after, load_table, view_at
from service.hosting.record import record_for
from service.hosting.resign import resign
from service.hosting.turn_url import rotate_secret
from service.services import Services
from service.store.apps import App
from service.store.callbacks import Failure
from service.store.departures import Departure
from service.store.keys import DEPARTURES, callback_keys, game_keys, is_player_id, new_app_id, new_player_id, player_key
from service.store.players import Player
from splendor.engine.record import verify
from tests.hosting.hosts import Person, new_person, see_off, store_client
from tests.hosting.tables import ME, OPEN, OPTIONS, NewSeat, create_game, new_game_id

NEUTRAL = "Deleted player"


@pytest.fixture
def ada(host: Services) -> Person:
    return new_person(host, "Ada Lovelace")


@pytest.fixture
def ben(host: Services) -> Person:
    return new_person(host, "Ben")


def created(host: Services, creator: Person, *seats: NewSeat) -> str:
    order = NewGame(seats, OPTIONS)
    return create_game(host, Player(creator.id, creator.name), order, new_game_id(), own_request()).game.id


def joined(host: Services, game_id: str, person: Person) -> None:
    join_seat(host, load_table(host, game_id, person.id), Player(person.id, person.name), None, own_request())


def events(host: Services, table: Table) -> list[Event]:
    return events_after(host, table, 0, "", 500).items


def untold(host: Services, game_id: str, person: Person, viewer: Person) -> bool:
    """Nothing that anybody can read of the game names the person any more."""
    table = load_table(host, game_id, viewer.id)
    told = [table.view(), events(host, table), record_for(host, table)]
    told += [view_at(host, table, version) for version in range(1, table.stored.version + 1)]
    return person.id not in str(told) and person.name not in str(told)


def test_tokens_die_at_once_and_bots_go_too(host: Services, ada: Person) -> None:
    host.bots.add(ada.id, new_person(host, "Robot").id, 20)
    (bot,) = [link.id for link in host.bots.all(ada.id)]
    delete_player(host, ada.id)
    assert (host.players.get(ada.id), host.players.tokens(ada.id)) == (None, [])
    assert host.players.get(bot) is None
    see_off(host)
    assert host.bots.all(ada.id) == []
    assert host.departures.find() == [Departure(bot)], "the ticker comes for it"
    depart(host, bot, "")
    assert host.departures.find() == []


def test_an_open_game_of_the_creator_is_aborted(host: Services, ada: Person, ben: Person) -> None:
    game_id = created(host, ada, ME, OPEN, OPEN)
    joined(host, game_id, ben)
    delete_player(host, ada.id)
    see_off(host)
    table = load_table(host, game_id, ben.id)
    assert (table.game.status, table.game.creator) == ("aborted", "")
    assert [event["cause"] for event in events(host, table) if event["type"] == "game_aborted"] == ["deleted"]
    assert untold(host, game_id, ada, ben)


def test_an_invitation_goes_with_the_invited(host: Services, ada: Person, ben: Person) -> None:
    game_id = created(host, ben, ME, NewSeat("player", player_id=ada.id))
    delete_player(host, ada.id)
    see_off(host)
    game = load_table(host, game_id, ben.id).game
    assert (game.status, [seat.type for seat in game.seats]) == ("open", ["player", "open"])


def test_a_running_game_is_forfeited_and_erased(host: Services, ada: Person, ben: Person) -> None:
    """Each step is a commit that raises the version; the other one's result stays."""
    game_id = created(host, ada, ME, OPEN)
    joined(host, game_id, ben)
    before = load_table(host, game_id, ben.id).stored.version
    delete_player(host, ada.id)
    see_off(host)
    table = load_table(host, game_id, ben.id)
    assert (table.game.status, table.stored.version) == ("finished", before + 2)
    view = table.view()
    assert (view["result"]["reason"], view["result"]["winners"]) == ("resignation", [1])
    assert (view["seats"][0]["type"], view["seats"][0]["player"]["name"]) == ("player", NEUTRAL)
    assert untold(host, game_id, ada, ben)
    assert verify(record_for(host, table)).ok
    assert [event["number"] for event in events(host, table)] == list(range(1, table.stored.last_event + 1))


def test_a_game_that_others_play_on_is_erased_when_it_is_over(host: Services, ada: Person, ben: Person) -> None:
    """An event does not change while the game runs."""
    cleo = new_person(host, "Cleo")
    game_id = created(host, ada, ME, OPEN, OPEN)
    for person in (ben, cleo):
        joined(host, game_id, person)
    told = events(host, load_table(host, game_id, ben.id))
    delete_player(host, ada.id)
    see_off(host)
    table = load_table(host, game_id, ben.id)
    assert (table.game.status, table.game.still_in(0)) == ("playing", False)
    assert events(host, table)[: len(told)] == told
    resign(host, table, own_request(), exact=False)
    see_off(host)
    assert load_table(host, game_id, ben.id).game.status == "finished"
    assert untold(host, game_id, ada, ben)
    assert load_table(host, game_id, ben.id).game.seats[1].name == "Ben"


def test_who_left_before_the_start_is_in_no_log_either(host: Services, ada: Person, ben: Person) -> None:
    game_id = created(host, ben, ME, OPEN)
    joined_and_left = created(host, ben, ME, OPEN, OPEN)
    joined(host, joined_and_left, ada)
    leave_seat(host, load_table(host, joined_and_left, ada.id), ada.id, 1, own_request())
    delete_player(host, ada.id)
    see_off(host)
    leave_seat(host, load_table(host, joined_and_left, ben.id), ben.id, 0, own_request())
    see_off(host)
    assert load_table(host, joined_and_left, ben.id).game.status == "aborted"
    assert untold(host, joined_and_left, ada, ben)
    assert load_table(host, game_id, ben.id).stored.version == 1


def test_two_who_are_gone_stay_apart(host: Services, ada: Person, ben: Person) -> None:
    """Each has a number of its own, so that the log still replays to the same game."""
    game_id = created(host, ada, ME, NewSeat("player", player_id=ben.id))
    joined(host, game_id, ben)
    for person in (ada, ben):
        delete_player(host, person.id)
        see_off(host)
    stranger = new_person(host, "Stranger")
    table = load_table(host, game_id, stranger.id)
    names = [seat["player"]["id"] for seat in table.view()["seats"]]
    assert sorted(names) == ["deleted-player-1", "deleted-player-2"]
    assert history(host, table.game, table.stored)[-1].step.after == table.game
    for person in (ada, ben):
        assert untold(host, game_id, person, stranger)


def test_every_step_may_come_twice_and_break_off(host: Services, ada: Person, ben: Person) -> None:
    """The queue is away, the first try dies before its end, a second one runs twice: one outcome."""
    game_id = created(host, ada, ME, OPEN)
    joined(host, game_id, ben)
    host.queues.away = True  # type: ignore[attr-defined]
    delete_player(host, ada.id)
    delete_player(host, ada.id)
    host.queues.away = False  # type: ignore[attr-defined]
    for _ in range(3):
        depart(host, ada.id, "")
    see_off(host)
    entries = host.games.log(game_id)
    assert sum(isinstance(from_entry(entry.body), Erased) for entry in entries) == 1
    assert load_table(host, game_id, ben.id).game.status == "finished"


def test_the_intent_alone_deletes_nobody(host: Services, ada: Person) -> None:
    """A process that died between the note and the deed has done nothing yet: the client does not know either."""
    host.departures.add(ada.id)
    depart(host, ada.id, "")
    assert host.players.get(ada.id) is not None
    assert host.departures.find() == []


def test_a_seat_taken_in_the_moment_of_deletion_is_given_up(host: Services, ada: Person, ben: Person) -> None:
    """The list refuses a player who is gone, and the game is told."""
    game_id = created(host, ben, ME, OPEN, OPEN)
    table = load_table(host, game_id, ada.id)
    delete_player(host, ada.id)
    see_off(host)
    join_seat(host, table, Player(ada.id, ada.name), None, own_request())
    assert see_off(host) >= 1
    assert [seat.type for seat in load_table(host, game_id, ben.id).game.seats] == ["player", "open", "open"]


def test_a_newcomer_with_the_old_name_has_no_rights(host: Services, ada: Person, ben: Person) -> None:
    game_id = created(host, ada, ME, OPEN)
    joined(host, game_id, ben)
    delete_player(host, ada.id)
    see_off(host)
    again = new_person(host, ada.name)
    assert load_table(host, game_id, again.id).viewer is None
    assert not is_player_id("deleted-player-1"), "no token can ever stand for the placeholder"


def test_who_left_a_game_that_is_over_by_now_is_erased_too(host: Services, ada: Person, ben: Person) -> None:
    game_id = created(host, ben, ME, OPEN, OPEN)
    joined(host, game_id, ada)
    leave_seat(host, load_table(host, game_id, ada.id), ada.id, 1, own_request())
    leave_seat(host, load_table(host, game_id, ben.id), ben.id, 0, own_request())
    assert not untold(host, game_id, ada, ben)
    delete_player(host, ada.id)
    see_off(host)
    assert untold(host, game_id, ada, ben)


def test_nothing_stays_of_the_calls_to_who_is_gone(host: Services, ada: Person) -> None:
    """Neither the secret nor what went wrong."""
    rotate_secret(host, ada.id)
    host.callbacks.failed(ada.id, Failure(1, new_game_id(), 1, 1, "timeout"))
    delete_player(host, ada.id)
    see_off(host)
    assert (host.callbacks.secrets(ada.id), host.callbacks.failures(ada.id)) == (None, [])
    assert not store_client(host).call("EXISTS", *callback_keys(ada.id))


def test_a_game_that_cannot_be_read_keeps_nobody_in_the_others(host: Services, ada: Person, ben: Person) -> None:
    """The broken one is noted, to be tried again later; lists, bots and blocks go all the same."""
    games = [created(host, ada, ME, OPEN) for _ in range(3)]
    for game_id in games:
        joined(host, game_id, ben)
    host.blocks.add(ada.id, new_person(host).id, 10)
    store_client(host).call("HSET", game_keys(games[1]).game, "blob", b"\x01rubbish")
    delete_player(host, ada.id)
    see_off(host)
    for game_id in (games[0], games[2]):
        assert load_table(host, game_id, ben.id).game.status == "finished"
        assert untold(host, game_id, ada, ben)
    assert host.blocks.all(ada.id) == []
    member = Departure(ada.id, games[1]).member
    assert store_client(host).call("ZSCORE", DEPARTURES, member) is not None


def test_a_bot_that_is_made_while_its_owner_goes_goes_too(
    host: Services, ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    create = bots.create

    def deleting(host: Services, bot: Player) -> object:
        delete_player(host, ada.id)
        return create(host, bot)

    monkeypatch.setattr(bots, "create", deleting)
    with pytest.raises(PlayerNotFound):
        bots.create_bot(host, ada.id, "Robot", 20)
    see_off(host)
    members = [key for keys in store_client(host).scan("token:*") for key in keys]
    assert members == [], "no token of either is left"


def test_the_app_forgets_its_name_for_the_player(host: Services) -> None:
    app = App(new_app_id(), "Table for Two", 1)
    host.apps.create(app)
    player = player_for(host, app.id, "ada@example.org", "Ada", new_player_id()).player
    delete_player(host, player.id)
    see_off(host)
    left = store_client(host).call("HGETALL", player_key(player.id))
    assert b"ada@example.org" not in left
    assert (host.apps.find(app.id, "ada@example.org"), host.apps.page(app.id, None, 10)) == (None, [])
