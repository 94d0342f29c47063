"""Every legal action, found by trying everything and keeping what the rules allow."""

from itertools import combinations_with_replacement, product

from tests.oracle.ending import nobles_met
from tests.oracle.material import CARDS, COLOURS, GOLD, LEVELS, RESERVED_LIMIT, TOKEN_LIMIT, TOKENS, bonuses, present


def legal(state, payments="default"):
    """List the actions of the seat to act in its phase, as JSON; an over game has none."""
    phase = state["phase"]
    if phase == "over":
        return []
    if phase == "return_tokens":
        return _returns(state)
    if phase == "choose_noble":
        return [{"type": "choose_noble", "noble_id": noble_id} for noble_id in nobles_met(state)]  # N3
    actions = _takes(state) + _reserves(state) + _purchases(state, payments)  # T1
    return actions or [{"type": "pass"}]  # Q1


def counted(colours):
    return present({colour: colours.count(colour) for colour in TOKENS})


def hands(size):
    """List every multiset of so many tokens, gold among them."""
    return [counted(colours) for colours in combinations_with_replacement(TOKENS, size)]


def _takes(state):
    tried = hands(1) + hands(2) + hands(3)
    return [{"type": "take_tokens", "tokens": tokens} for tokens in tried if _may_take(state["supply"], tokens)]


def _may_take(supply, tokens):
    if GOLD in tokens:
        return False  # K3
    if any(supply[colour] < number for colour, number in tokens.items()):
        return False
    if list(tokens.values()) == [2]:
        (colour,) = tokens
        return supply[colour] >= 4  # K2
    colours_left = sum(1 for colour in COLOURS if supply[colour])
    different = all(number == 1 for number in tokens.values())
    return different and len(tokens) == min(3, colours_left)  # K1


def _reserves(state):
    seat = state["seats"][state["seat_to_act"]]
    if len(seat["reserved"]) >= RESERVED_LIMIT:
        return []  # V1
    face_up = [card_id for row in state["market"] for card_id in row if card_id]  # V5
    levels = [level for level in LEVELS if state["decks"][level - 1]]  # V5
    from_market = [{"type": "reserve_card", "card_id": card_id} for card_id in face_up]
    return from_market + [{"type": "reserve_from_deck", "level": level} for level in levels]


def _purchases(state, payments):
    seat = state["seats"][state["seat_to_act"]]
    within_reach = [card_id for row in state["market"] for card_id in row if card_id]  # P1
    within_reach += [card["card_id"] for card in seat["reserved"]]  # P1: one's own, nobody else's
    actions = []
    for card_id in within_reach:
        possible = all_payments(seat, card_id)
        if payments == "default":
            possible = [default_payment(possible)] if possible else []
        actions += [{"type": "purchase_card", "card_id": card_id, "payment": payment} for payment in possible]
    return actions


def price(seat, card_id):
    """Lower the cost by the bonuses, colour by colour, never under zero (P2)."""
    cost, bonus = CARDS[card_id]["cost"], bonuses(seat)
    return {colour: max(0, cost[colour] - bonus[colour]) for colour in COLOURS}


def all_payments(seat, card_id):
    """List every part of the tokens at hand that pays the price exactly."""
    owed = price(seat, card_id)
    in_all = sum(owed.values())
    found = []
    for numbers in product(*(range(seat["tokens"][colour] + 1) for colour in TOKENS)):
        if sum(numbers) != in_all:
            continue  # P4: exact, so the gold makes up just what the colours leave open (P3)
        payment = dict(zip(TOKENS, numbers, strict=True))
        if all(payment[colour] <= owed[colour] for colour in COLOURS):  # P3, P4
            found.append(present(payment))
    return found


def default_payment(possible):
    return min(possible, key=lambda payment: payment.get(GOLD, 0))  # P4


def _returns(state):
    held = state["seats"][state["seat_to_act"]]["tokens"]
    excess = sum(held.values()) - TOKEN_LIMIT
    owned = [tokens for tokens in hands(excess) if all(held[colour] >= n for colour, n in tokens.items())]
    return [{"type": "return_tokens", "tokens": tokens} for tokens in owned]  # L2: exactly the excess
