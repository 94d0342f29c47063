"""How much one player may have going on."""

from dataclasses import replace

import pytest

from service.hosting.allowances import Quotas
from service.hosting.committing import own_request
from service.hosting.create_game import NewGame, create_game
from service.hosting.errors import InvitationRefused, TooMany
from service.hosting.join_seat import join_seat
from service.hosting.leave_seat import change_seat, leave_seat
from service.hosting.reading import load_table
from service.services import Services
from service.store.keys import new_game_id
from service.store.players import Player
from tests.hosting.hosts import Person, new_person
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
