"""The player `greedy` a second time: straight from docs/ai.md, slow, by names and by elimination.

It shares nothing with splendor.ai but the action classes. Each rule throws away the candidates that are worse by it and
hands on the rest; what is left in the end is the choice.
"""

from fractions import Fraction

from splendor.engine.actions import ChooseNoble, PurchaseCard, ReserveCard, ReturnTokens, TakeTokens
from splendor.engine.cards import CARDS
from splendor.engine.nobles import NOBLES

COLOURS = ["white", "blue", "green", "red", "black"]


def keep_greatest(things, value):
    best = max(value(thing) for thing in things)
    return [thing for thing in things if value(thing) == best]


def keep_least(things, value):
    best = min(value(thing) for thing in things)
    return [thing for thing in things if value(thing) == best]


def me(view):
    return view["seats"][view["turn"]["seat"]]


def market_cards(view):
    return [slot["card"] for row in view["market"] for slot in row["slots"] if slot.get("card")]


def candidates(view):
    return market_cards(view) + [held["card"] for held in me(view)["reserved"]]


def price(card, seat):
    return {colour: max(0, card["cost"][colour] - seat["bonuses"][colour]) for colour in COLOURS}


def unpaid_in_all(card, seat, tokens):
    asked = price(card, seat)
    return sum(max(0, asked[colour] - tokens[colour]) for colour in COLOURS)


def missing(card, seat):
    return max(0, unpaid_in_all(card, seat, seat["tokens"]) - seat["tokens"]["gold"])


def find_target(view):
    seat, cards = me(view), candidates(view)
    if not cards:
        return None
    cards = keep_greatest(cards, lambda card: Fraction(card["prestige"] + 1, max(1, missing(card, seat))))
    cards = keep_least(cards, lambda card: missing(card, seat))
    [card] = keep_least(cards, lambda card: card["id"])
    return card


def named(six):
    return dict(zip([*COLOURS, "gold"], six, strict=True))


def choose(view, actions, start):
    phase = view["turn"]["phase"]
    if phase == "return_tokens":
        return choose_return(view, find_target(start))
    if phase == "choose_noble":
        return choose_noble(view, actions)
    return choose_purchase(view, actions) or choose_step(view, actions, find_target(view))


def choose_purchase(view, actions):
    seat = me(view)
    cards = [card for card in candidates(view) if missing(card, seat) == 0]
    if not cards:
        return None
    cards = keep_greatest(cards, lambda card: card["prestige"])
    cards = keep_greatest(cards, lambda card: card["level"])
    cards = keep_least(cards, lambda card: sum(price(card, seat).values()))
    [card] = keep_least(cards, lambda card: card["id"])
    [action] = [a for a in actions if isinstance(a, PurchaseCard) and CARDS[a.card].id == card["id"]]
    return action


def choose_step(view, actions, card):
    if card is None:
        return actions[0]
    seat = me(view)
    takes = [action for action in actions if isinstance(action, TakeTokens)]

    def gain(take):
        taken = named(take.tokens)
        after = {colour: seat["tokens"][colour] + taken[colour] for colour in COLOURS}
        return unpaid_in_all(card, seat, seat["tokens"]) - unpaid_in_all(card, seat, after)

    def demand(take):
        return sum(
            other["cost"][colour]
            for other in market_cards(view)
            for colour in COLOURS
            if named(take.tokens)[colour] > 0
        )

    best = None
    if takes:
        [best] = keep_least(keep_greatest(keep_greatest(takes, gain), demand), lambda take: list(take.tokens))
    if best is not None and gain(best) > 0:
        return best
    reserves = [a for a in actions if isinstance(a, ReserveCard) and CARDS[a.card].id == card["id"]]
    if card in market_cards(view) and reserves:
        return reserves[0]
    return best if best is not None else actions[0]


def choose_return(view, card):
    seat = me(view)
    asked = price(card, seat) if card else dict.fromkeys(COLOURS, 0)
    held = dict(seat["tokens"])
    returned = dict.fromkeys(held, 0)
    while sum(held.values()) > 10:
        colours = [colour for colour in COLOURS if held[colour] > 0]
        if colours:
            colour = keep_greatest(colours, lambda colour: held[colour] - asked[colour])[-1]
        else:
            colour = "gold"
        held[colour] -= 1
        returned[colour] += 1
    return ReturnTokens(tuple(returned[name] for name in [*COLOURS, "gold"]))


def choose_noble(view, actions):
    own = view["turn"]["seat"]
    others = [seat for number, seat in enumerate(view["seats"]) if number != own and seat["status"] == "active"]

    def closest(choice):
        demand = dict(zip(COLOURS, NOBLES[choice.noble].demand, strict=True))
        return min(sum(max(0, demand[c] - other["bonuses"][c]) for c in COLOURS) for other in others)

    choices = [action for action in actions if isinstance(action, ChooseNoble)]
    [choice] = keep_least(keep_least(choices, closest), lambda choice: NOBLES[choice.noble].id)
    return choice
