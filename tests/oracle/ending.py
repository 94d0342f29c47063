"""Nobles, prestige and the end of a game."""

from tests.oracle.material import CARDS, COLOURS, NOBLES, bonuses


def nobles_met(state):
    """List the nobles still in play whose demand the bonuses of the seat to act meet (N1)."""
    bonus = bonuses(state["seats"][state["seat_to_act"]])
    met = []
    for noble_id in state["nobles"]:
        demand = NOBLES[noble_id]["demand"]
        if all(bonus[colour] >= demand[colour] for colour in COLOURS):
            met.append(noble_id)
    return met


def prestige(seat):
    """Add up purchased cards and nobles, nothing else (E2)."""
    cards = sum(CARDS[card_id]["points"] for card_id in seat["purchased"])
    return cards + sum(NOBLES[noble_id]["points"] for noble_id in seat["nobles"])


def seats_in(state):
    out = [gone["seat"] for gone in state["exits"]]
    return [seat for seat in range(len(state["seats"])) if seat not in out]


def reason_to_stop(state):
    """Name the reason by H8, in its order; None while the game goes on. Asked after every turn and every exit."""
    still_in = seats_in(state)
    everyone_passed = state["passes"] >= len(still_in)  # Q2
    all_have_moved = all(seat <= state["seat_to_act"] for seat in still_in)  # H2
    stops = everyone_passed or (all_have_moved and (state["last_round"] or _rounds_are_up(state)))
    if len(still_in) == 1:
        return state["exits"][-1]["kind"]  # H1
    if not stops:
        return None
    if state["last_round"]:
        return "prestige"
    return "stalemate" if everyone_passed else "max_rounds"


def _rounds_are_up(state):
    return state["round"] >= state["options"]["max_rounds"]  # H3


def result(state):
    """Give the reason, and places, prestige and number of purchased cards by seat; None while the game goes on."""
    if state["phase"] != "over":
        return None
    return {
        "reason": state["reason"],
        "places": places(state),
        "prestige": [prestige(seat) for seat in state["seats"]],
        "purchased": [len(seat["purchased"]) for seat in state["seats"]],
    }


def places(state):
    still_in = seats_in(state)
    found = {}
    for seat in still_in:
        better = [other for other in still_in if _rank(state, other) > _rank(state, seat)]
        found[seat] = len(better) + 1  # E3: equal seats share, the next place is skipped
    last_out_first = [gone["seat"] for gone in reversed(state["exits"])]
    for behind, seat in enumerate(last_out_first, start=1):
        found[seat] = len(still_in) + behind  # H1: each its own place
    return [found[seat] for seat in range(len(state["seats"]))]


def _rank(state, number):
    seat = state["seats"][number]
    return prestige(seat), -len(seat["purchased"])  # E2, then E3
