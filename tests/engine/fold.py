"""A view kept up from events alone, as a client would do it that knows the forms of docs/events.md and no rules."""

from splendor.engine.action_json import Json

TOKENS = ("white", "blue", "green", "red", "black", "gold")


def table_of(started: Json) -> Json:
    """The view that a `game_started` event begins with; whose turn it is comes with the next event."""
    return {
        "seats": [dict(seat) for seat in started["seats"]],
        "supply": dict(started["supply"]),
        "market": [row | {"slots": list(row["slots"])} for row in started["market"]],
        "nobles": list(started["nobles"]),
        "last_round": False,
    }


def fold(table: Json, event: Json) -> None:
    """Do to the table what the event tells."""
    FOLDS[event["type"]](table, event)


def _turn_started(table: Json, event: Json) -> None:
    table["turn"] = {
        "seat": event["seat"],
        "phase": "action",
        "number": event["turn"],
        "round": event["round"],
    }


def _action_played(table: Json, event: Json) -> None:
    seat, action = table["seats"][event["seat"]], event["action"]
    ACTIONS[action["type"]](table, seat, event)
    _phase(table, event)


def _phase(table: Json, event: Json) -> None:
    if "phase" in event:
        table["turn"]["phase"] = event["phase"]


def _take(table: Json, seat: Json, event: Json) -> None:
    _give(table, seat, event["action"]["tokens"])


def _give(table: Json, seat: Json, tokens: Json, sign: int = 1) -> None:
    """Tokens from the supply to a seat, or the other way."""
    seat["tokens"] = {name: seat["tokens"][name] + sign * tokens[name] for name in TOKENS}
    table["supply"] = {name: table["supply"][name] - sign * tokens[name] for name in TOKENS}


def _reserve(table: Json, seat: Json, event: Json) -> None:
    _give(table, seat, dict.fromkeys(TOKENS, 0) | {"gold": event["gold"]})
    if "card" in event:
        entry = {"level": event["card"]["level"], "hidden": False, "card": event["card"]}
    else:
        entry = {"level": event["level"], "hidden": event["hidden"]}
    seat["reserved"] = sorted([*seat["reserved"], entry], key=hidden_last)


def hidden_last(entry: Json) -> int:
    """Cards that are seen stay as they came, hidden ones stand behind them by level."""
    return int(entry["level"]) if entry["hidden"] else 0


def _reserve_from_deck(table: Json, seat: Json, event: Json) -> None:
    _reserve(table, seat, event)
    table["market"][event["action"]["level"] - 1]["deck_count"] -= 1


def _purchase(table: Json, seat: Json, event: Json) -> None:
    card = event["card"]
    _give(table, seat, event["action"]["payment"], -1)
    seat["purchased"] = [*seat["purchased"], card]
    seat["prestige"] += card["prestige"]
    seat["bonuses"] = seat["bonuses"] | {card["bonus"]: seat["bonuses"][card["bonus"]] + 1}
    if event["from_reserved"]:
        seen = {"level": card["level"], "hidden": False, "card": card}
        seat["reserved"] = list(seat["reserved"])
        seat["reserved"].remove(seen if seen in seat["reserved"] else {"level": card["level"], "hidden": True})


def _pass(table: Json, seat: Json, event: Json) -> None:
    """A pass changes nothing."""


def _card_revealed(table: Json, event: Json) -> None:
    row = table["market"][event["level"] - 1]
    if "card" in event:
        row["slots"][event["slot"]] = {"card": event["card"]}
        row["deck_count"] -= 1
    else:
        row["slots"][event["slot"]] = {}


def _tokens_returned(table: Json, event: Json) -> None:
    _give(table, table["seats"][event["seat"]], event["tokens"], -1)
    _phase(table, event)


def _noble_visited(table: Json, event: Json) -> None:
    seat = table["seats"][event["seat"]]
    seat["nobles"] = [*seat["nobles"], event["noble"]]
    seat["prestige"] += event["noble"]["prestige"]
    table["nobles"].remove(event["noble"])


def _last_round_started(table: Json, event: Json) -> None:
    table["last_round"] = True


def _seat_out(table: Json, event: Json) -> None:
    seat = table["seats"][event["seat"]]
    _give(table, seat, event["tokens"], -1)
    seat["status"] = event["type"].removeprefix("seat_")


def _game_finished(table: Json, event: Json) -> None:
    del table["turn"]
    table["result"] = event["result"]
    for seat, reserved in zip(table["seats"], event["reserved"], strict=True):
        seat["reserved"] = reserved


ACTIONS = {
    "take_tokens": _take,
    "reserve_card": _reserve,
    "reserve_from_deck": _reserve_from_deck,
    "purchase_card": _purchase,
    "pass": _pass,
}
FOLDS = {
    "turn_started": _turn_started,
    "action_played": _action_played,
    "card_revealed": _card_revealed,
    "tokens_returned": _tokens_returned,
    "noble_visited": _noble_visited,
    "last_round_started": _last_round_started,
    "seat_resigned": _seat_out,
    "seat_flagged": _seat_out,
    "game_finished": _game_finished,
}
