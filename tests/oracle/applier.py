"""Starting a game, applying what happens in it, each time on a deep copy, and counting how it can go on."""

from copy import deepcopy

from tests.oracle.ending import nobles_met, prestige, reason_to_stop, seats_in
from tests.oracle.enumerator import all_payments, default_payment, legal
from tests.oracle.material import GOLD, TOKEN_LIMIT, TOKENS, faults, present, six, tokens_in_all

DEFAULTS = {"target_prestige": 15, "max_rounds": 100}  # E4, H3


def start(position, options=None):
    """Make the state of a complete position: every part of it but the options has to be there."""
    if found := faults(position):
        raise ValueError("; ".join(found))
    state = deepcopy(position)
    for seat in state["seats"]:
        seat["tokens"] = six(seat["tokens"])
    held = {colour: sum(seat["tokens"][colour] for seat in state["seats"]) for colour in TOKENS}
    in_all = tokens_in_all(len(state["seats"]))
    state["supply"] = {colour: in_all[colour] - held[colour] for colour in TOKENS}
    state["options"] = DEFAULTS | (options or {})
    target = state["options"]["target_prestige"]
    state["last_round"] = any(prestige(seat) >= target for seat in state["seats"])
    return state | {"phase": "main", "passes": 0, "exits": [], "reason": None}


def apply(state, action):
    """Give the state after a legal action; ValueError for any other. A purchase may leave its payment out (P4)."""
    action = deepcopy(action)
    for key in ("tokens", "payment"):
        if key in action:
            action[key] = present(action[key])
    if action["type"] == "purchase_card" and "payment" not in action:
        possible = all_payments(state["seats"][state["seat_to_act"]], action["card_id"])
        action["payment"] = default_payment(possible) if possible else {}
    if action not in legal(state, "all"):
        raise ValueError(f"not legal: {action}")
    return play(state, action)


def play(state, action):
    """Do what apply does, for an action that is known to be legal."""
    state = deepcopy(state)
    kind = action["type"]
    seat = state["seats"][state["seat_to_act"]]
    if kind == "return_tokens":
        _pay(state, seat, action["tokens"])
        _noble_visit(state)
        return state
    if kind == "choose_noble":
        _receive(state, seat, action["noble_id"])
        _end_check(state)
        return state
    if kind == "take_tokens":
        for colour, number in action["tokens"].items():
            _get(state, seat, colour, number)
    elif kind == "reserve_card":
        _leave_market(state, action["card_id"])
        _reserve(state, seat, action["card_id"], hidden=False)
    elif kind == "reserve_from_deck":
        _reserve(state, seat, state["decks"][action["level"] - 1].pop(0), hidden=True)
    elif kind == "purchase_card":
        _purchase(state, seat, action["card_id"], action["payment"])
    state["passes"] = state["passes"] + 1 if kind == "pass" else 0  # Q2
    _token_limit(state)
    return state


def go_out(state, seat, kind):
    """Take a seat out by `resignation` or `flag`, whoever is on turn and in whatever phase (H1, H5)."""
    if state["phase"] == "over" or seat not in seats_in(state):
        raise ValueError("only a seat that is in can go out, and only before the end")
    state = deepcopy(state)
    _pay(state, state["seats"][seat], present(state["seats"][seat]["tokens"]))
    state["exits"].append({"seat": seat, "kind": kind})
    state["passes"] = 0  # Q2
    if seat == state["seat_to_act"]:
        _next_turn(state)
    elif len(seats_in(state)) == 1:
        _finish(state, reason_to_stop(state))
    return state


def perft(state, depth):
    """Count the lines of exactly `depth` plies. Returning and choosing are plies of their own, a forced visit is none.

    A game that is over has no children.
    """
    if depth == 0:
        return 1
    actions = legal(state)
    if depth == 1:
        return len(actions)
    return sum(perft(play(state, action), depth - 1) for action in actions)


def _get(state, seat, colour, number):
    state["supply"][colour] -= number
    seat["tokens"][colour] += number


def _pay(state, seat, tokens):
    for colour, number in tokens.items():  # P5: gold too
        seat["tokens"][colour] -= number
        state["supply"][colour] += number


def _reserve(state, seat, card_id, hidden):
    seat["reserved"].append({"card_id": card_id, "hidden": hidden})
    if state["supply"][GOLD]:  # V2
        _get(state, seat, GOLD, 1)


def _purchase(state, seat, card_id, payment):
    _pay(state, seat, payment)
    own = [card for card in seat["reserved"] if card["card_id"] == card_id]
    if own:
        seat["reserved"].remove(own[0])  # the market stays as it is
    else:
        _leave_market(state, card_id)
    seat["purchased"].append(card_id)  # P6


def _leave_market(state, card_id):
    for row, deck in zip(state["market"], state["decks"], strict=True):
        if card_id in row:
            row[row.index(card_id)] = deck.pop(0) if deck else ""  # C1, C2


def _token_limit(state):
    """Begin the end of the turn: first the token limit, then the noble, then the end-of-game check (T2)."""
    if sum(state["seats"][state["seat_to_act"]]["tokens"].values()) > TOKEN_LIMIT:  # L1, L3
        state["phase"] = "return_tokens"
    else:
        _noble_visit(state)


def _noble_visit(state):
    met = nobles_met(state)
    if len(met) > 1:
        state["phase"] = "choose_noble"  # N3
        return
    if met:
        _receive(state, state["seats"][state["seat_to_act"]], met[0])  # N1
    _end_check(state)


def _receive(state, seat, noble_id):
    state["nobles"].remove(noble_id)  # N4
    seat["nobles"].append(noble_id)
    state["passes"] = 0  # Q2


def _end_check(state):
    if prestige(state["seats"][state["seat_to_act"]]) >= state["options"]["target_prestige"]:
        state["last_round"] = True  # E1
    _next_turn(state)


def _next_turn(state):
    state["phase"] = "main"
    reason = reason_to_stop(state)
    if reason:
        _finish(state, reason)
        return
    still_in = seats_in(state)
    later = [seat for seat in still_in if seat > state["seat_to_act"]]
    if not later:
        state["round"] += 1  # E1: a round begins at the lowest seat
    state["seat_to_act"] = (later or still_in)[0]  # S4, H1


def _finish(state, reason):
    state["phase"] = "over"
    state["reason"] = reason
