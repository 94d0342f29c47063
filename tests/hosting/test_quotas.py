"""How much one player may have going on."""

from dataclasses import replace

import pytest

from service.hosting import quotas
from service.hosting.allowances import Quotas
from service.hosting.committing import own_request
from service.hosting.create_game import NewGame, create_game
from service.hosting.errors import InvitationRefused, TooMany
from service.hosting.join_seat import join_seat
from service.hosting.leave_seat import change_seat, leave_seat
from service.hosting.reading import Table, load_table
from service.hosting.rematch import Rematch, ask_for_rematch
from service.hosting.resign import resign
from service.services import Services
from service.store.keys import new_game_id
from service.store.players import Player
from tests.hosting.hosts import Person, new_person, run_jobs
from tests.hosting.tables import GREEDY, ME, OPEN, OPTIONS, NewSeat


@pytest.fixture
def host(host: Services) -> Services:
    return replace(host, quotas=Quotas(open_games=3, ai_games=2, invitations=2, invited=1))


def create(host: Services, person: Person, *seats: NewSeat) -> str:
    made = create_game(host, Player(person.id, person.name), NewGame(seats, OPTIONS), new_game_id(), own_request())
    return made.game.id


def join(host: Services, game_id: str, person: Person) -> None:
    join_seat(host, load_table(host, game_id, person.id), Player(person.id, person.name), None, own_request())


def test_open_and_running_games_count_for_creating_and_joining(host: Services) -> None:
    ada, ben = new_person(host), new_person(host, "Ben")
    games = [create(host, ada, ME, OPEN) for _ in range(3)]
    elsewhere = create(host, ben, ME, OPEN)
    with pytest.raises(TooMany, match="3 games"):
        create(host, ada, ME, OPEN)
    with pytest.raises(TooMany):
        join(host, elsewhere, ada)
    join(host, games[0], ben)
    with pytest.raises(TooMany):
        create(host, ada, OPEN, OPEN)
    leave_seat(host, load_table(host, games[1], ada.id), ada.id, 0, own_request())
    join(host, elsewhere, ada)
    assert load_table(host, elsewhere, ada.id).viewer == 1


def test_running_games_with_ai_players_have_a_quota_of_their_own(host: Services) -> None:
    """Also those in which nobody but AI players sits: somebody has created them."""
    ada = new_person(host)
    create(host, ada, ME, GREEDY)
    create(host, ada, GREEDY, GREEDY)
    with pytest.raises(TooMany, match="AI players"):
        create(host, ada, ME, GREEDY)
    create(host, ada, ME, OPEN)


def test_unanswered_invitations_sent(host: Services) -> None:
    ada = new_person(host)
    friends = [new_person(host, f"Friend {number}") for number in range(3)]
    invited = [NewSeat("player", player_id=friend.id) for friend in friends]
    with pytest.raises(TooMany, match="unanswered"):
        create(host, ada, ME, *invited)
    game_id = create(host, ada, ME, *invited[:2])
    other = create(host, ada, ME, OPEN)
    creator = Player(ada.id, ada.name)
    with pytest.raises(TooMany):
        change_seat(host, load_table(host, other, ada.id), creator, 1, invited[2], own_request())
    leave_seat(host, load_table(host, game_id, friends[0].id), friends[0].id, 1, own_request())
    assert change_seat(host, load_table(host, other, ada.id), creator, 1, invited[2], own_request()) is not None


def test_unanswered_invitations_received_refuse_further_ones_without_a_reason(host: Services) -> None:
    ada, ben, friend = (new_person(host, name) for name in ("Ada", "Ben", "Friend"))
    create(host, ada, ME, NewSeat("player", player_id=friend.id))
    with pytest.raises(InvitationRefused) as full:
        create(host, ben, ME, NewSeat("player", player_id=friend.id))
    host.blocks.add(ada.id, ben.id, 10)
    with pytest.raises(InvitationRefused) as blocked:
        create(host, ben, ME, NewSeat("player", player_id=ada.id))
    assert full.value.detail == blocked.value.detail


def finished(host: Services, person: Person, other: Person, *seats: NewSeat) -> Table:
    """A game of the two that is over, as the person sees it."""
    game_id = create(host, person, ME, OPEN, *seats)
    join(host, game_id, other)
    for each in (person, other):
        table = load_table(host, game_id, each.id)
        if not table.game.over:
            resign(host, table, own_request(), exact=False)
    return over_now(host, load_table(host, game_id, person.id))


def over_now(host: Services, table: Table) -> Table:
    run_jobs(host)
    table = load_table(host, table.game.id, table.player_id)
    assert table.game.over
    return table


def ask(host: Services, table: Table, person: Person) -> Rematch:
    seen = load_table(host, table.game.id, person.id)
    return ask_for_rematch(host, seen, Player(person.id, person.name), new_game_id(), own_request())


def test_b23_a_rematch_counts_like_any_other_game(host: Services) -> None:
    """For who asks first and for who accepts; a refusal fixes nothing."""
    ada, ben = new_person(host), new_person(host, "Ben")
    table = finished(host, ada, ben)
    mine, others = ([create(host, person, ME, OPEN) for _ in range(3)] for person in (ada, ben))
    with pytest.raises(TooMany, match="3 games"):
        ask(host, table, ada)
    stored = host.games.read(table.game.id)
    assert stored is not None
    assert stored.rematch == ""
    leave_seat(host, load_table(host, mine[0], ada.id), ada.id, 0, own_request())
    made = ask(host, table, ada)
    assert made.created
    with pytest.raises(TooMany, match="3 games"):
        ask(host, table, ben)
    leave_seat(host, load_table(host, others[0], ben.id), ben.id, 0, own_request())
    assert ask(host, table, ben).game_id == made.game_id
    assert load_table(host, made.game_id, ben.id).game.status == "playing"


def test_b23_a_rematch_with_ai_players_needs_room_for_one(host: Services) -> None:
    ada, ben = new_person(host), new_person(host, "Ben")
    plain, table = finished(host, ada, ben), finished(host, ada, ben, GREEDY)
    for _ in range(2):
        create(host, ada, ME, GREEDY)
    with pytest.raises(TooMany, match="AI players"):
        ask(host, table, ada)
    assert ask(host, plain, ada).created, "without one there is room"


def test_an_ai_player_put_on_a_seat_counts_too(host: Services) -> None:
    """Games made of open seats, filled with AI players one by one, do not pass the quota."""
    ada = new_person(host)
    creator = Player(ada.id, ada.name)
    for _ in range(2):
        create(host, ada, ME, GREEDY)
    game_id = create(host, ada, OPEN, OPEN)
    with pytest.raises(TooMany, match="AI players"):
        change_seat(host, load_table(host, game_id, ada.id), creator, 0, GREEDY, own_request())


def test_the_seats_of_a_game_change_so_often_and_no_more(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leaving is always possible."""
    monkeypatch.setattr(quotas, "MOST_LOBBY_CHANGES", 4)
    ada, ben = new_person(host), new_person(host, "Ben")
    game_id = create(host, ada, ME, OPEN, OPEN, OPEN)
    join(host, game_id, ben)
    for seat in (GREEDY, OPEN):
        change_seat(host, load_table(host, game_id, ada.id), Player(ada.id, ada.name), 2, seat, own_request())
    with pytest.raises(TooMany, match="too often"):
        change_seat(host, load_table(host, game_id, ada.id), Player(ada.id, ada.name), 2, GREEDY, own_request())
    with pytest.raises(TooMany, match="too often"):
        join(host, game_id, new_person(host))
    assert leave_seat(host, load_table(host, game_id, ben.id), ben.id, 1, own_request()) is not None
