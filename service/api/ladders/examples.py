"""The examples of ladders, told by the same code that tells real ones."""

from typing import Any

import msgspec

from service.api.games.examples import GAME_ID, START_MS
from service.api.ladders.views import (
    entry_view,
    head_to_head_view,
    ladder_view,
    ledger_view,
    running_view,
    settled_view,
    standing_view,
)
from service.api.players.schemas import EXAMPLE_BOT
from service.hosting.ladders.head_to_head import HeadToHead
from service.hosting.ladders.ledger import Result, Seat, effect_of
from service.hosting.ladders.standings import LedgerItem, Row, RunningGame
from service.hosting.ladders.values import PEOPLE_LADDER, Entry, Ladder, LadderSettings, Standing

LADDER_ID = "lQ4tZc8Wm1RxV0sKj6YbNd"
BOT, BOT_NAME = str(EXAMPLE_BOT["id"]), str(EXAMPLE_BOT["name"])
NAMES = {BOT: BOT_NAME, "expert": "expert"}

_ladder = Ladder(LADDER_ID, "Blitz for two", LadderSettings(games_at_once=2), created_at=START_MS)
_effect = effect_of(Result(GAME_ID, START_MS + 600_000, (Seat(BOT, 1, "finished"), Seat("expert", 2, "finished"))), {})
_bot = Entry("bot", status="active", joined_at=START_MS, validated=True, trial="gZ0vQ8kT2mX5bYc7Wj1LsR")
_anchor = Entry("ai", joined_at=START_MS - 60_000, validated=True, ai_player="expert")
_spoiled = effect_of(
    Result("gW6nJd2Hx9TfQ4rYv1KcMs", START_MS + 900_000, (Seat("expert", 0, "finished"), Seat(BOT, 0, "finished")), "infrastructure"),
    _effect.standings,
)  # fmt: skip
_rows = (
    Row(1, BOT, BOT_NAME, _bot, _effect.standings[BOT], 4_000, 0.0, 1),
    Row(2, "expert", "expert", _anchor, _effect.standings["expert"], None, 0.0, 1),
)

NEW_LADDERS: dict[str, Any] = {
    "for two": {"name": "Blitz for two", "time_control": {"type": "fischer", "initial_ms": 120_000, "increment_ms": 5_000}},
    "for four, all settings": {
        "name": "Four at a table",
        "seats": 4,
        "time_control": {"type": "per_turn", "turn_ms": 10_000},
        "target_prestige": 20,
        "reserved_cards": "hidden",
        "max_rounds": 60,
        "unfinished": "void",
        "games_at_once": 4,
        "rest_ms": 1_000,
        "open_to": "all",
        "invited": [BOT],
        "illegal_actions": 0,
        "error_percent": 20,
        "owner_entries": 1,
        "anchor_games": 0,
    },
}  # fmt: skip
LADDERS: dict[str, Any] = {"a ladder": ladder_view(_ladder)}
PAUSED: dict[str, Any] = {"a paused ladder": ladder_view(msgspec.structs.replace(_ladder, status="paused"))}
LADDER_PAGES: dict[str, Any] = {"two ladders": {"items": [ladder_view(PEOPLE_LADDER), ladder_view(_ladder)]}}
ENTRIES: dict[str, Any] = {
    "it has to show that it can finish a game": entry_view(
        BOT, BOT_NAME, Entry("bot", status="validating", joined_at=START_MS), Standing(), 0.0
    ),
    "it plays": entry_view(BOT, BOT_NAME, _bot, _effect.standings[BOT], 0.0),
}
ANCHORS: dict[str, Any] = {"an anchor": entry_view("expert", "expert", _anchor, Standing(), 0.0)}
STANDINGS: dict[str, Any] = {"two entries": {"items": [standing_view(row, START_MS + 700_000) for row in _rows]}}
GAMES: dict[str, Any] = {
    "settled games": {
        "items": [
            settled_view(LedgerItem(2, _spoiled.entry), NAMES),
            settled_view(LedgerItem(1, _effect.entry), NAMES),
        ]
    },
    "a running game": {"items": [running_view(RunningGame(GAME_ID, START_MS, (BOT, "expert"), rated=True), NAMES)]},
}
LEDGERS: dict[str, Any] = {"one game": {"items": [ledger_view(LedgerItem(1, _effect.entry), NAMES)]}}
MEETINGS: dict[str, Any] = {
    "five games": head_to_head_view(
        {"id": BOT, "name": BOT_NAME}, {"id": "expert", "name": "expert"}, HeadToHead(5, 3, 1, 1, 0.8125, 0.7431)
    )
}
