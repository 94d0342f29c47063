"""What the changes of seats and of the end make of a game, live and from the log."""

import msgspec
import pytest

from service.hosting import changes
from service.hosting.advancing import advance, played
from service.hosting.changes import Change, Created, SeatTaken, TurnPlayed, from_entry, to_entry
from service.hosting.events import step_events
from service.hosting.game import CODEC, DELETED_NAME, Game, GameSeat
from tests.hosting.tables import OPTIONS

ADA, BEA, CYD = (f"p{letter * 21}" for letter in "abc")
UNTIL = 1_798_761_600_000
INVITED = GameSeat("invited", BEA, "Bea", expires_at=UNTIL)
SEATED = (GameSeat("player", ADA, "Ada"), GameSeat("player", BEA, "Bea"))
GREEDY = GameSeat("ai", ai_player="greedy")
LIVES: dict[str, tuple[Change, ...]] = {
    "lobby": (
        Created((SEATED[0], INVITED, GameSeat(), GameSeat())),
        changes.InvitationsExpired((1,)),
        SeatTaken(1, CYD, "Cyd"),
        changes.SeatLeft(1, "left"),
        changes.SeatChanged(3, GREEDY),
        changes.SeatChanged(1, INVITED),
        changes.SeatChanged(3, GameSeat()),
        SeatTaken(2, BEA, "Bea"),
        SeatTaken(1, CYD, "Cyd"),
        changes.SeatChanged(3, GREEDY),
        TurnPlayed(0, "Twug"),
        changes.HandedOver(1, "greedy"),
        changes.AbortVoted(2),
        changes.Resigned(0),
        changes.EntryChanged(1, "failed"),
        changes.Erased((0,), True, "deleted-player-0"),
    ),
    "open": (Created((SEATED[0], INVITED)), changes.Aborted("expired")),
    "withdrawn": (Created((GREEDY, INVITED)), changes.SeatLeft(1, "withdrawn"), changes.Aborted("deleted")),
    "idle": (Created(SEATED), TurnPlayed(0, "Twug"), changes.Aborted("idle")),
    "clocks": (Created(SEATED), changes.TakenOver(0, "random"), changes.ClockAdjusted(0), changes.Flagged(0)),
    "put on": (Created(SEATED), changes.ClockAdvanced(0, 60_000), changes.Flagged(0)),
}


def empty(**members: object) -> Game:
    game = Game("g00" + "x" * 20, 1, ADA, "open", OPTIONS, (), bytes(32), False, "")
    return msgspec.structs.replace(game, **members)


def after(*what: Change) -> Game:
    game = empty()
    for change in what:
        game = advance(game, change).after
    return game


@pytest.mark.parametrize("name", LIVES)
def test_a_replay_of_the_log_equals_what_was_shown_live(name: str) -> None:
    """Each version can be stored and read, and each line of the log gives the same game and the same events again."""
    live = derived = empty()
    for change in LIVES[name]:
        step, again = advance(live, change), advance(derived, from_entry(to_entry(change)))
        assert again == step
        assert CODEC.decode(CODEC.encode(step.after)) == step.after
        for viewer in (None, 0, 1):
            assert step_events(again, viewer, again.after.over) == step_events(step, viewer, step.after.over)
        live, derived = step.after, again.after
    assert live.over


def test_every_change_that_can_happen_has_happened_here() -> None:
    assert {type(change) for life in LIVES.values() for change in life} == set(changes.Change.__args__)


@pytest.mark.parametrize("name", LIVES)
def test_events_are_of_equal_number_and_types_for_everybody(name: str) -> None:
    game = empty()
    for change in LIVES[name]:
        step = advance(game, change)
        told = [[event["type"] for event in step_events(step, viewer, False)] for viewer in (None, 0, 1)]
        assert told[0] == told[1] == told[2] != []
        game = step.after


def test_an_invitation_elsewhere_is_given_up() -> None:
    """Nobody has two places at a table."""
    game = after(Created((SEATED[0], INVITED, GameSeat())), SeatTaken(2, BEA, "Bea"))
    assert [seat.type for seat in game.seats] == ["player", "open", "player"]
    assert (game.seat_of(BEA), game.invitation_of(BEA)) == (2, None)


def test_a_seat_that_waits_for_an_answer_keeps_the_game_open() -> None:
    waiting = after(Created((SEATED[0], INVITED)))
    assert (waiting.status, waiting.seat_of(BEA), waiting.invitation_of(BEA)) == ("open", None, 1)
    assert after(Created((SEATED[0], INVITED)), SeatTaken(1, BEA, "Bea")).status == "playing"
    assert after(Created((SEATED[0], INVITED)), changes.SeatChanged(1, GREEDY)).status == "playing"


def test_who_knows_of_a_private_game() -> None:
    private = msgspec.structs.replace(OPTIONS, visibility="private")
    game = msgspec.structs.replace(after(Created((GREEDY, INVITED))), options=private, join_code="K7QF2M9D")
    assert [game.visible_to(player) for player in (ADA, BEA, CYD, "")] == [True, True, False, False]
    assert [game.admits(code) for code in ("K7QF2M9D", "k7qf2m9d", "", "K7QF2M9", None, 7, "É")] == [True] * 2 + [
        False
    ] * 5
    assert not game.opens_to(ADA), "no seat is open"
    opened = advance(game, changes.SeatLeft(1, "declined")).after
    assert (opened.opens_to(ADA), opened.opens_to(BEA), opened.visible_to(BEA)) == (True, False, False)


@pytest.mark.parametrize(("votes", "ends"), [((0,), False), ((0, 1), False), ((0, 1, 2), True)])
def test_h4_everybody_has_to_agree(votes: tuple[int, ...], ends: bool) -> None:
    three = (*SEATED, GameSeat("player", CYD, "Cyd"))
    game = after(Created(three), *map(changes.AbortVoted, votes))
    assert (game.status == "aborted") == ends
    assert game.votes == votes


def test_h4_ai_seats_agree_and_those_who_are_out_have_no_say() -> None:
    three = Created((*SEATED, GREEDY))
    assert after(three, changes.AbortVoted(0)).status == "playing"
    assert after(three, changes.AbortVoted(0), changes.AbortVoted(1)).status == "aborted"
    assert after(three, changes.AbortVoted(0), changes.Resigned(1)).status == "aborted"
    assert after(three, changes.AbortVoted(0), changes.HandedOver(1, "greedy")).status == "aborted"
    assert after(three, changes.AbortVoted(1), TurnPlayed(0, "Twug"), changes.Flagged(1)).status == "playing"


def test_h7_ai_players_alone_play_on() -> None:
    """The vote of somebody who has gone out ends nothing."""
    three = Created((*SEATED, GREEDY))
    gone = after(three, changes.AbortVoted(0), changes.Resigned(0), changes.Resigned(1))
    assert gone.status == "finished", "one seat is left and wins (H1)"
    four = Created((SEATED[0], GREEDY, GREEDY))
    assert after(four, changes.Resigned(0)).status == "playing"
    assert after(four, changes.HandedOver(0, "greedy")).status == "playing"


def test_b24_a_placeholder_of_the_same_type_stays() -> None:
    game = after(Created(SEATED), changes.Resigned(0))
    erased = advance(game, changes.Erased((0,), True, "deleted-player-0")).after
    assert erased.seats == (GameSeat("player", "deleted-player-0", DELETED_NAME), SEATED[1])
    assert (erased.creator, erased.seat_of(ADA), erased.status) == ("", None, "finished")


def test_what_concerns_the_host_alone_is_no_step_of_the_rules() -> None:
    for change in (changes.AbortVoted(0), changes.HandedOver(0, "greedy"), changes.Aborted()):
        with pytest.raises(ValueError, match="no step of the rules"):
            played(advance(after(Created(SEATED)), change))
