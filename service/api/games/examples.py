"""The examples in the document: one small game, told by the same code that tells real ones."""

from typing import Any

import msgspec

from service.hosting.advancing import Step, advance, advance_turn
from service.hosting.changes import (
    Aborted,
    ClockAdvanced,
    Created,
    HandedOver,
    Resigned,
    SeatChanged,
    SeatLeft,
    SeatTaken,
)
from service.hosting.events import facts_of, numbered, step_events
from service.hosting.game import Game, GameOptions, GameSeat
from service.hosting.history import Moment
from service.hosting.legal import legal_for
from service.hosting.reading import Table
from service.hosting.record import record_of
from service.hosting.render import game_view
from service.store.games import Clock, StoredGame, TimeControl
from service.streaming.messages import stream_example
from splendor.engine import fairness
from splendor.engine.action_json import turn_from_json
from splendor.engine.recording import RULES_VERSION

GAME_ID = "gb7Zk3vQ1xTn0aYw9LrE5sd2c"
SEED = bytes(range(32))
START_MS = 1_798_761_600_000
BLITZ = TimeControl("fischer", 300_000, 5_000)
SEATS = (GameSeat("player", "pQ2mXv8Rz1LkT0aYw9NrE5", "Ada"), GameSeat("ai", ai_player="greedy"))
GRACE = ("pZ4nYk7Tc2VwB8uXe6MdG1", "Grace")
TAKE = {"type": "take_tokens", "tokens": {"white": 1, "blue": 1, "green": 1}}

NEW_GAMES: dict[str, Any] = {
    "against the AI": {"seats": [{"type": "me"}, {"type": "ai", "ai_player": "greedy"}]},
    "three seats with clocks": {
        "seats": [{"type": "me"}, {"type": "open"}, {"type": "open"}],
        "seating": "random",
        "time_control": {"type": "fischer", "initial_ms": 300_000, "increment_ms": 5_000},
        "on_flag": {"type": "ai_takes_over", "ai_player": "greedy"},
    },
    "a rated game": {
        "seats": [{"type": "me"}, {"type": "open"}],
        "rated": True,
        "time_control": {"type": "fischer", "initial_ms": 600_000, "increment_ms": 5_000},
    },
    "a sandbox": {
        "seats": [{"type": "me"}, {"type": "ai", "ai_player": "random"}],
        "time_control": {"type": "per_turn", "turn_ms": 60_000},
        "sandbox": True,
    },
    "from a position": {
        "seats": [{"type": "me"}, {"type": "ai", "ai_player": "random"}],
        "position": {"seats": [{"tokens": {"red": 4, "gold": 1}, "reserved": [{"card_id": "L2-24"}]}, {}]},
    },
}

ACTIONS: dict[str, Any] = {
    "take three": TAKE,
    "take two and return one": {"type": "take_tokens", "tokens": {"red": 2}, "returned_tokens": {"gold": 1}},
    "reserve": {"type": "reserve_card", "card_id": "L1-08"},
    "reserve unseen": {"type": "reserve_from_deck", "level": 3},
    "purchase": {"type": "purchase_card", "card_id": "L1-08"},
    "purchase with a payment and a noble": {
        "type": "purchase_card",
        "card_id": "L1-08",
        "payment": {"green": 3, "gold": 1},
        "noble_id": "N01",
    },
    "return": {"type": "return_tokens", "tokens": {"white": 1}},
    "noble": {"type": "choose_noble", "noble_id": "N01"},
    "pass": {"type": "pass"},
}


def _new_game() -> Game:
    options = GameOptions("public", "as_given", False, BLITZ, 15, "blind_hidden", 100, "")
    commitment = fairness.commitment(GAME_ID, SEED)
    return Game(GAME_ID, RULES_VERSION, SEATS[0].player_id, "open", options, (), SEED, False, commitment)


def _stored(version: int, tag: str, last_event: int, banks: tuple[int, ...]) -> StoredGame:
    at = START_MS + 4_200 * (version - 1)
    return StoredGame(GAME_ID, version, tag, b"", last_event, Clock(at, at + 300_000, banks), START_MS, at, version, 0)


def _without_clock(stored: StoredGame) -> StoredGame:
    return stored._replace(clock=Clock(0, 0, stored.clock.banks))


def _played(step: Step, stored: StoredGame) -> dict[str, Any]:
    return {
        "game": game_view(step.after, stored, 0, step.after.over),
        "events": numbered(step_events(step, 0, step.after.over), facts_of(stored)),
    }


_created = advance(_new_game(), Created(SEATS))
_start = _stored(1, "3f9ac1d2", 5, (300_000, 300_000))
_taken = advance_turn(_created.after, 0, turn_from_json(TAKE))
_second = _stored(2, "b04e77aa", 7, (300_800, 300_000))
_open = advance(_new_game(), Created((SEATS[0], GameSeat())))
_waiting = _without_clock(_stored(1, "5c20e6d4", 3, ()))
_joined = advance(_open.after, SeatTaken(1, *GRACE))
_resigned = advance(_created.after, Resigned(0))
_ended = _without_clock(_stored(2, "e83b5f09", 7, (300_000, 300_000)))
_aborted = advance(_created.after, Aborted())
_invited = advance(_open.after, SeatChanged(1, GameSeat("invited", *GRACE, expires_at=START_MS + 600_000)))
_left = advance(_invited.after, SeatLeft(1, "declined"))
_handed_over = advance(_created.after, HandedOver(0, "greedy"))
_trial = msgspec.structs.replace(
    _created.after, sandbox=True, options=msgspec.structs.replace(_created.after.options, visibility="private")
)
_put_on = advance(_trial, ClockAdvanced(0, 60_000))
_alone = _stored(2, "7a20c4e9", 6, (300_000, 300_000))

JOINED: dict[str, Any] = {"the last seat": _played(_joined, _stored(2, "0d9c71fe", 6, (300_000, 300_000)))}
RESIGNED: dict[str, Any] = {"resigned": _played(_resigned, _ended)}
ABORTED: dict[str, Any] = {"aborted": _played(_aborted, _without_clock(_stored(2, "91d0f3b7", 6, ())))}
INVITED: dict[str, Any] = {"an invitation": _played(_invited, _without_clock(_stored(2, "c4d81a03", 4, ())))}
LEFT: dict[str, Any] = {"declined": _played(_left, _without_clock(_stored(3, "28f6be70", 5, ())))}
HANDED_OVER: dict[str, Any] = {"handed over": _played(_handed_over, _without_clock(_alone))}
REMATCHES: dict[str, Any] = {"against the AI": _played(_created, _start)}
ADVANCED: dict[str, Any] = {
    "a minute has passed": _played(
        _put_on, _ended._replace(last_event=6, clock=Clock(START_MS - 60_000, START_MS + 240_000, (300_000, 300_000)))
    )
}
PLAYED: dict[str, Any] = {"an action": _played(_taken, _second)}
NEW_VIEWS: dict[str, Any] = {
    "just started": game_view(_created.after, _start, 0, over=False),
    "waiting for a player": game_view(_open.after, _waiting, 0, over=False),
}
VIEWS: dict[str, Any] = NEW_VIEWS | {"finished": RESIGNED["resigned"]["game"]}
EVENT_PAGES: dict[str, Any] = {
    "two events": {"items": PLAYED["an action"]["events"], "last": 7},
    "nothing new": {"items": [], "last": 7},
    "out of step": {"items": [], "last": 7, "resync": {"version": 2, "etag": "2-b04e77aa", "last_event": 7}},
}
GAME_STREAM = stream_example((event, event["number"], event["tag"]) for event in PLAYED["an action"]["events"])
LEGAL_ACTIONS: dict[str, Any] = {
    "the seat to act": legal_for(Table(_created.after, _start, 0), "default"),
    "anyone else": legal_for(Table(_created.after, _start, None), "default"),
}
RECORDS: dict[str, Any] = {
    "after one action": record_of(
        _taken.after,
        (Moment(_created, facts_of(_start), _start.clock), Moment(_taken, facts_of(_second), _second.clock)),
        0,
    )
}
