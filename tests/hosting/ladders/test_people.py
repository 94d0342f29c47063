"""Rated games of people count in a ladder of their own."""

from collections.abc import Callable
from typing import Any, Literal

import msgspec
import pytest

from service.hosting.abort_game import abort_game
from service.hosting.committing import own_request
from service.hosting.create_game import NewGame, NewSeat, create_game
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
from service.hosting.submit_action import submit_action
from service.services import Services
from service.store.games import TimeControl
from service.store.keys import new_app_id, new_game_id
from service.store.ladder_keys import PEOPLE
from service.store.players import Player
from splendor.engine.errors import IllegalAction
from splendor.engine.notation import parse_turn
from tests.hosting.hosts import NotedJobs, new_player, see_off
from tests.hosting.tables import GREEDY, ME, OPEN, OPTIONS, PER_TURN, again, at_seat, new_game, new_open_game

ILLEGAL_TURN = parse_turn("Twwwwww")


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


def begun_by(host: Services, creator: Player, *seats: NewSeat) -> Table:
    """A rated game as its creator sees it."""
    order = NewGame(seats, msgspec.structs.replace(OPTIONS, rated=True, time_control=PER_TURN))
    made = create_game(host, creator, order, new_game_id(), own_request())
    return load_table(host, made.game.id, creator.id)


def player(host: Services, kind: Literal["human", "bot"] = "human", **of: str) -> Player:
    found = host.players.get(new_player(host, Player("", "Zoe", kind, **of)).id)
    assert found is not None
    return found


def join(host: Services, at: Table, one: Player, seat: int | None = None) -> None:
    join_seat(host, load_table(host, at.game.id, one.id), one, seat, own_request())


@pytest.mark.parametrize(
    "door",
    [
        lambda host, _, bot: begun_by(host, bot, ME, OPEN),
        lambda host, ada, bot: begun_by(host, ada, ME, NewSeat("player", player_id=bot.id)),
        lambda host, ada, bot: join(host, begun_by(host, ada, ME, OPEN), bot),
        lambda host, ada, bot: join(host, begun_by(host, ada, ME, OPEN, OPEN), bot, seat=1),
        lambda host, ada, bot: change_seat(
            host, begun_by(host, ada, ME, OPEN), ada, 1, NewSeat("player", player_id=bot.id), own_request()
        ),
    ],
    ids=["creates", "invited", "joins", "joins a seat", "invited later"],
)
@pytest.mark.parametrize("own", [True, False])
def test_no_bot_comes_into_it(host: Services, door: Callable[[Services, Player, Player], object], *, own: bool) -> None:
    """Bots have ladders of their own."""
    ada = player(host)
    bot = player(host, "bot", owner=ada.id if own else player(host).id)
    with pytest.raises(NotRateable, match="Only people"):
        door(host, ada, bot)


def test_bots_sit_in_all_other_games(host: Services) -> None:
    opened = new_open_game(host, ME, OPEN, time_control=PER_TURN)
    join(host, opened, player(host, "bot", owner=opened.player_id))
    assert again(host, opened).game.status == "playing"


@pytest.mark.parametrize("gone", ["nobody", "loser", "winner"])
@pytest.mark.parametrize("of_app", [True, False])
def test_it_is_rated_whosever_app_they_use_and_whoever_is_gone(host: Services, gone: str, *, of_app: bool) -> None:
    """People of one app are different people; and what a game is worth is not up to who deletes an account."""
    app = new_app_id() if of_app else ""
    winner, loser = player(host, app=app), player(host, app=app)
    at = begun_by(host, winner, ME, OPEN)
    join(host, at, loser)
    if gone == "loser":
        delete_player(host, loser.id)
        see_off(host)
    else:
        resign(host, load_table(host, at.game.id, loser.id), own_request(), exact=False)
    if gone == "winner":
        delete_player(host, winner.id)
        see_off(host)
    rate_game(host, at.game.id)
    assert [(row.id, row.standing.won) for row in table(host, PEOPLE)] == [(winner.id, 1), (loser.id, 0)]
    assert recompute(host, PEOPLE).sound


def test_nobody_is_put_out_of_it_for_illegal_actions(host: Services) -> None:
    """That is for the ladders that put programs together."""
    at = rated_game(host)
    for _ in range(20):
        with pytest.raises(IllegalAction):
            submit_action(host, again(host, at), ILLEGAL_TURN, own_request())
    assert again(host, at).game.status == "playing"
    assert host.conduct.counts(at.game.id) == {}


def test_game_that_all_call_off_is_not_rated(host: Services) -> None:
    at = rated_game(host)
    for seat in (0, 1):
        one = at_seat(host, at, seat)
        abort_game(host, one, one.player_id, own_request(), exact=False)
    for _ in range(2):
        settled = rate_game(host, at.game.id)
        assert settled is not None
        assert settled.noted == UNRATED
    assert host.ladders.length(PEOPLE) == 0
    assert table(host, PEOPLE) == []
    assert again(host, at).view()["ladder"] == {"id": PEOPLE, "kind": "unrated"}
    assert recompute(host, PEOPLE).sound


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
