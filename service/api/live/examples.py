"""The examples of log and inbox, cut out of those of games."""

from typing import Any

from service.api.games.examples import EVENT_PAGES, GAME_ID, LEGAL_ACTIONS, NEW_VIEWS
from service.streaming.messages import stream_example

_events = EVENT_PAGES["two events"]["items"]
_view = NEW_VIEWS["just started"]
_turn = {
    "game_id": _view["id"],
    "etag": _view["etag"],
    "seat": _view["turn"]["seat"],
    "phase": _view["turn"]["phase"],
    "turn": _view["turn"]["number"],
    "started_at": _view["turn"]["started_at"],
    "deadline_at": _view["turn"]["deadline_at"],
}
_actions = next(example["actions"] for example in LEGAL_ACTIONS.values() if example["actions"])
_CURSOR = "AdxW1LtrN0YAPb0KxQeS8wA"

LOGS: dict[str, Any] = {
    "two events": {
        "items": [
            {"number": number, "mark": mark, "game_id": GAME_ID, "event": event}
            for number, mark, event in zip((41, 42), ("5b0e92d4", "5b0e92d4"), _events, strict=True)
        ],
        "last": 42,
    },
    "nothing new": {"items": [], "last": 42},
    "a place that does not exist": {"items": [], "last": 42, "resync": {"last": 42}},
}
LOG_STREAM = stream_example((item, item["number"], item["mark"]) for item in LOGS["two events"]["items"])
TURNS: dict[str, Any] = {
    "one turn": {"items": [_turn], "cursor": _CURSOR},
    "with all that a bot needs": {"items": [_turn | {"view": _view, "legal_actions": _actions}], "cursor": _CURSOR},
    "none": {"items": [], "cursor": "AdxW1LtrN0YA"},
}
