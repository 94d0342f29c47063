"""Changes: their lines in the log, and that live and replayed games go through the same function."""

from random import Random
from typing import get_args

import msgspec
import pytest

from service.hosting import advancing, changes
from service.hosting.advancing import advance, advance_turn
from service.hosting.changes import Change, Created, SeatTaken, TurnPlayed, from_entry, to_entry
from service.hosting.game import CODEC, Game, GameSeat
from service.store.errors import Unreadable
from splendor.engine.errors import IllegalAction
from splendor.engine.legal import legal_actions
from splendor.engine.notation import format_turn
from splendor.engine.turn import Turn
from tests.hosting.tables import OPTIONS

PEOPLE = (GameSeat("player", "p" + "a" * 21, "Ada"), GameSeat("player", "p" + "b" * 21, "Bea ü \n\U0001f600"))
EVERY_CHANGE: tuple[Change, ...] = (
    Created((*PEOPLE, GameSeat(), GameSeat("ai", ai_player="greedy"))),
    SeatTaken(1, "p" + "c" * 21, "Cyd"),
    changes.SeatLeft(1, "declined"),
    changes.SeatChanged(2, GameSeat("invited", "p" + "d" * 21, "Dee", expires_at=1_798_761_600_000)),
    changes.InvitationsExpired((1, 3)),
    TurnPlayed(0, "Twug"),
    TurnPlayed(1, "Twug", "greedy"),
    changes.Resigned(3),
    changes.Resigned(2, "illegal_action"),
    changes.Flagged(2),
    changes.TakenOver(0, "greedy"),
    changes.ClockAdjusted(1),
    changes.ClockAdvanced(2, 60_000),
    changes.HandedOver(1, "random"),
    changes.AbortVoted(2),
    changes.Aborted(),
    changes.Aborted("idle"),
    changes.EntryChanged(1, "paused"),
    changes.Erased((0, 3), True, "deleted-player-0"),
)


def blank(**members: object) -> Game:
    game = Game("g00" + "x" * 20, 1, PEOPLE[0].player_id, "open", OPTIONS, (), bytes(32), False, "")
    return msgspec.structs.replace(game, **members)


def started() -> Game:
    return advance(blank(), Created(PEOPLE)).after


@pytest.mark.parametrize("change", EVERY_CHANGE)
def test_a_change_is_one_line_there_and_back(change: Change) -> None:
    line = to_entry(change)
    assert "\n" not in line
    assert line == line.strip()
    assert from_entry(line) == change
    assert type(from_entry(line)) is type(change)


def test_every_kind_of_change_is_tried_here() -> None:
    assert {type(change) for change in EVERY_CHANGE} == set(get_args(changes.Change)) == set(advancing._HANDLERS)


def test_an_action_takes_few_bytes() -> None:
    assert len(to_entry(TurnPlayed(0, "P107:wwuug/wk+03"))) < 40
    assert (to_entry(TurnPlayed(0, "Tw")), to_entry(changes.Resigned(1))) == ('["turn",0,"Tw"]', '["resign",1]')


def test_who_is_put_out_or_replaced_stands_in_the_game() -> None:
    game = advance(started(), TurnPlayed(0, "Twug", "greedy")).after
    assert game.stand_ins == (0,)
    assert advance(game, changes.Resigned(1, "illegal_action")).after.forfeits == ((1, "illegal_action"),)
    assert advance(game, changes.Resigned(1)).after.forfeits == ()


@pytest.mark.parametrize("line", ["", "null", "[]", '["turn"]', '["turn",0]', '["castle",0]', '["seat","0","p","n"]'])
def test_what_is_no_change(line: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        from_entry(line)


def test_a_game_starts_with_its_last_seat() -> None:
    lobby = advance(blank(), Created((PEOPLE[0], GameSeat()))).after
    assert (lobby.status, lobby.state) == ("open", None)
    with pytest.raises(LookupError):
        _ = lobby.running
    game = advance(lobby, SeatTaken(1, PEOPLE[1].player_id, PEOPLE[1].name)).after
    assert (game.status, game.seats) == ("playing", PEOPLE)
    assert game == started()


def test_a_game_can_be_read_again_at_any_point() -> None:
    game, chance = started(), Random(4)
    while game.status == "playing":
        assert CODEC.decode(CODEC.encode(game)) == game
        turn = Turn(chance.choice(legal_actions(game.running)))
        live = advance_turn(game, game.running.to_act, turn)
        derived = advance(game, from_entry(to_entry(live.change)))
        assert (derived.after, derived.plies) == (live.after, live.plies)
        assert live.change == TurnPlayed(game.running.to_act, format_turn(turn))
        game = live.after
    assert game.over
    assert CODEC.decode(CODEC.encode(game)) == game


def test_the_rules_refuse_and_nothing_has_changed() -> None:
    game = started()
    before = CODEC.encode(game)
    for change in (TurnPlayed(0, "Tw"), TurnPlayed(0, "R320"), TurnPlayed(0, "-"), changes.Resigned(7)):
        with pytest.raises(IllegalAction):
            advance(game, change)
    assert CODEC.encode(game) == before


def test_touched_says_whether_anything_was_played() -> None:
    game = started()
    assert not game.touched
    assert advance(game, TurnPlayed(0, "Twug")).after.touched
    assert not advance(game, changes.Resigned(1)).after.touched


def test_a_blob_of_another_kind_is_told() -> None:
    for blob in (b"", b"\x00", b"\x01", b"\x7f" + CODEC.encode(started())[1:], CODEC.encode(started())[:-9]):
        with pytest.raises(Unreadable):
            CODEC.decode(blob)


def test_an_aborted_game_keeps_its_state() -> None:
    game = started()
    over = advance(game, changes.Aborted()).after
    assert (over.status, over.over, over.state, over.ai_to_act) == ("aborted", True, game.state, "")
