"""How the bots beside this file choose: a few lines to be replaced by something better.

Views and actions are plain dictionaries, as the API sends them.
"""

from typing import Any

COLOURS = ("white", "blue", "green", "red", "black")
RESERVING = 0.5
"""Better than tokens of which none is needed."""


def choose(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
    """The best of the legal actions: a purchase, most prestige first, else what brings the nearest card nearer."""
    seat = view["seats"][view["you"]["seat"]]
    slots = [slot for row in view["market"] for slot in row["slots"]]
    cards = {held["card"]["id"]: held["card"] for held in (*slots, *seat["reserved"]) if "card" in held}
    nearest = min(cards.values(), key=lambda card: (missing(card, seat), -card["prestige"]), default={"cost": {}})
    lacking = lacks(nearest, seat)
    return max(actions, key=lambda action: worth(action, lacking, cards))


def worth(action: dict[str, Any], lacking: dict[str, int], cards: dict[str, dict[str, Any]]) -> float:
    """How good an action is; `lacking` are the tokens that the nearest card needs yet."""
    needed = sum(min(action.get("tokens", {}).get(colour, 0), lacking[colour]) for colour in COLOURS)
    match action["type"]:
        case "purchase_card":
            return 10 + float(cards[action["card_id"]]["prestige"])
        case "take_tokens":
            return needed
        case "return_tokens":
            return -needed - action["tokens"].get("gold", 0)
        case "reserve_card":
            return RESERVING
        case _:
            return 0


def lacks(card: dict[str, Any], seat: dict[str, Any]) -> dict[str, int]:
    """The tokens that a seat needs yet for a card, without its gold."""
    return {c: max(0, card["cost"].get(c, 0) - seat["bonuses"][c] - seat["tokens"][c]) for c in COLOURS}


def missing(card: dict[str, Any], seat: dict[str, Any]) -> int:
    """How many that are."""
    return sum(lacks(card, seat).values())
