"""Rated games of people count in a ladder of their own."""

from typing import Any

import pytest

from service.hosting.abort_game import abort_game
from service.hosting.committing import own_request
from service.hosting.create_game import NewSeat
from service.hosting.delete_player import delete_player
from service.hosting.errors import NotRateable, RatedGame
from service.hosting.hand_over import hand_over
from service.hosting.join_seat import join_seat
from service.hosting.ladders.rating import UNRATED, rate_game
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.standings import ledger_page, table
from service.hosting.leave_seat import change_seat
from service.hosting.reading import Table, load_table
from service.hosting.rematch import ask_for_rematch
from service.hosting.resign import resign
from service.services import Services
from service.store.games import TimeControl
from service.store.keys import new_game_id
from service.store.ladder_keys import PEOPLE
from service.store.players import Player
from tests.hosting.hosts import NotedJobs, new_player, see_off
from tests.hosting.tables import GREEDY, ME, OPEN, PER_TURN, again, at_seat, new_game, new_open_game


def rated_game(host: Services, *seats: NewSeat, **options: Any) -> Table:
    return new_game(host, *(seats or (ME, OPEN)), rated=True, time_control=PER_TURN, **options)


def end(host: Services, at: Table) -> str:
    """The caller resigns; the id of the other player."""
    resign(host, again(host, at), own_request(), exact=False)
    return again(host, at).game.seats[1].player_id


def test_it_is_rated_when_it_ends(host: Services) -> None:
    at = rated_game(host)
    assert (at.game.ladder, at.view()["ladder"]) == (PEOPLE, {"id": PEOPLE, "kind": "rated"})
    other = end(host, at)
    noted = host.queues
    assert isinstance(noted, NotedJobs)
    assert noted.ratings == [at.game.id]
    for ours in (True, False):
        settled = rate_game(host, at.game.id)
        assert settled is not None
        assert (settled.noted, settled.ours) == ("1", ours)
    assert [(row.id, row.standing.won) for row in table(host, PEOPLE)] == [(other, 1), (at.player_id, 0)]
    assert recompute(host, PEOPLE).sound


@pytest.mark.parametrize(
    ("seats", "options", "chosen"),
    [
        ((ME, GREEDY), {}, {}),
        ((ME, OPEN), {"time_control": TimeControl()}, {}),
        ((ME, OPEN), {"target_prestige": 18}, {}),
        ((ME, OPEN), {"reserved_cards": "open"}, {}),
        ((ME, OPEN), {"ai_on_flag": "greedy"}, {}),
        ((ME, OPEN), {}, {"seed": b"\x01" * 32}),
        ((ME, OPEN), {"visibility": "private"}, {"sandbox": True}),
    ],
)
def test_only_an_ordinary_game_of_people_is_rated(
    host: Services, seats: tuple[NewSeat, ...], options: dict[str, Any], chosen: dict[str, Any]
) -> None:
    with pytest.raises(NotRateable):
        new_open_game(host, *seats, **{"rated": True, "time_control": PER_TURN} | options | chosen)


def test_no_ai_player_comes_into_it_later(host: Services) -> None:
    opened = new_open_game(host, ME, OPEN, rated=True, time_control=PER_TURN)
    creator = host.players.get(opened.player_id)
    assert creator is not None
    with pytest.raises(NotRateable):
        change_seat(host, opened, creator, 1, GREEDY, own_request())
    with pytest.raises(RatedGame):
        hand_over(host, rated_game(host), "greedy", own_request(), exact=False)


def test_game_of_one_household_is_not_rated(host: Services) -> None:
    """One player and its bot, who could win against itself."""
    opened = new_open_game(host, ME, OPEN, rated=True, time_control=PER_TURN)
    bot = new_player(host, Player("", "Bot", "bot", opened.player_id))
    join_seat(host, load_table(host, opened.game.id, bot.id), Player(bot.id, "Bot"), None, own_request())
    end(host, opened)
    for _ in range(2):
        settled = rate_game(host, opened.game.id)
        assert settled is not None
        assert settled.noted == UNRATED
    assert table(host, PEOPLE) == []
    assert recompute(host, PEOPLE).sound


def test_game_that_all_call_off_is_not_rated(host: Services) -> None:
    at = rated_game(host)
    for seat in (0, 1):
        one = at_seat(host, at, seat)
        abort_game(host, one, one.player_id, own_request(), exact=False)
    settled = rate_game(host, at.game.id)
    assert settled is not None
    assert settled.noted == UNRATED
    assert host.ladders.length(PEOPLE) == 0


def test_b24_who_deletes_the_account_does_not_take_the_others_result_along(host: Services) -> None:
    """B24: the result counts for whom it was won from, though the job comes after the names were erased."""
    at = rated_game(host)
    other = at.game.seats[1].player_id
    delete_player(host, at.player_id)
    see_off(host)
    assert again(host, at).game.seats[0].player_id != at.player_id
    (item,) = ledger_page(host, PEOPLE)
    assert [seat.entry for seat in item.entry.seats] == [at.player_id, other]
    settled = rate_game(host, at.game.id)
    assert settled is not None
    assert not settled.ours
    assert {row.name for row in table(host, PEOPLE)} == {"Deleted player", "Ada"}
    assert recompute(host, PEOPLE).sound


def test_its_rematch_is_rated_too(host: Services) -> None:
    at = rated_game(host)
    end(host, at)
    player = host.players.get(at.player_id)
    assert player is not None
    again_ = ask_for_rematch(host, again(host, at), player, new_game_id(), own_request())
    assert again_.table(host, player.id).game.ladder == PEOPLE


def test_games_of_four_are_rated_by_their_places(host: Services) -> None:
    at = rated_game(host, ME, OPEN, OPEN, OPEN)
    for seat in (2, 0, 3):
        resign(host, at_seat(host, at, seat), own_request(), exact=False)
    assert rate_game(host, at.game.id)
    (item,) = ledger_page(host, PEOPLE)
    assert [seat.place for seat in item.entry.seats] == [3, 1, 4, 2]
    assert recompute(host, PEOPLE).sound
