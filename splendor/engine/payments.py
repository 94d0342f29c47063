"""Prices and payments (P2 to P4)."""

from collections.abc import Iterable
from itertools import product

from splendor.engine.actions import PurchaseCard
from splendor.engine.cards import CARDS
from splendor.engine.state import Seat
from splendor.engine.tokens import GOLD, Gems, Tokens


def price(seat: Seat, card: int) -> Gems:
    """What this card costs this seat."""
    return price_of(CARDS[card].cost, seat.bonuses)


def price_of(cost: Gems, bonuses: Gems) -> Gems:
    """The cost less the bonuses, colour by colour, never under zero (P2)."""
    w, u, g, r, k = (max(0, asked - bonus) for asked, bonus in zip(cost, bonuses, strict=True))
    return (w, u, g, r, k)


def default_payment(tokens: Tokens, due: Gems) -> Tokens | None:
    """The payment with the fewest gold tokens (P4), None where the tokens do not cover the price."""
    w, u, g, r, k = (min(held, asked) for held, asked in zip(tokens, due, strict=False))
    gold = sum(due) - (w + u + g + r + k)
    return (w, u, g, r, k, gold) if gold <= tokens[GOLD] else None


def payments(tokens: Tokens, due: Gems) -> list[Tokens]:
    """All payments of the price, the default one first: by rising gold, then more of the earlier colours first."""
    total = sum(due)
    choices = (range(min(held, asked), -1, -1) for held, asked in zip(tokens, due, strict=False))
    found: list[Tokens] = []
    for w, u, g, r, k in product(*choices):
        gold = total - (w + u + g + r + k)
        if gold <= tokens[GOLD]:
            found.append((w, u, g, r, k, gold))
    return sorted(found, key=lambda payment: payment[GOLD])


def affordable(seat: Seat, cards: Iterable[int]) -> list[PurchaseCard]:
    """The purchases that the seat can pay for among these cards, in their order, with the default payment.

    The same as `price` and `default_payment` card by card, but written out colour by colour: every list of legal
    actions asks it of up to fifteen cards, and in loops over colours that took two thirds of a ply's time.
    """
    tw, tu, tg, tr, tk, gold = seat.tokens
    bw, bu, bg, br, bk = seat.bonuses
    hw, hu, hg, hr, hk = tw + bw, tu + bu, tg + bg, tr + br, tk + bk
    reach = hw + hu + hg + hr + hk + gold
    found = []
    for card in cards:
        total, w, u, g, r, k = _COSTS[card]
        if total > reach:
            continue
        missing = 0
        if w > hw:
            missing = w - hw
        if u > hu:
            missing += u - hu
        if g > hg:
            missing += g - hg
        if r > hr:
            missing += r - hr
        if k > hk:
            missing += k - hk
        if missing <= gold:
            payment = (
                (w - bw if w < hw else tw) if w > bw else 0,
                (u - bu if u < hu else tu) if u > bu else 0,
                (g - bg if g < hg else tg) if g > bg else 0,
                (r - br if r < hr else tr) if r > br else 0,
                (k - bk if k < hk else tk) if k > bk else 0,
                missing,
            )
            found.append(_purchases[card].get(payment) or purchase(card, payment))
    return found


def purchase(card: int, payment: Tokens) -> PurchaseCard:
    """The one PurchaseCard of this card and payment."""
    known = _purchases[card]
    action = known.get(payment)
    if action is None:
        action = known[payment] = PurchaseCard(card, payment)
    return action


# Bounded by the payments there are: some thousands for the dearest cards, most of which never occur.
_purchases: tuple[dict[Tokens, PurchaseCard], ...] = tuple({} for _ in CARDS)

# Indexed by what may lie in a slot, as a sum and five colours; an unseen card or an EMPTY slot is out of reach.
_OUT_OF_REACH = (1000, 0, 0, 0, 0, 0)
_COSTS = (*((sum(card.cost), *card.cost) for card in CARDS), *[_OUT_OF_REACH] * (1 + 3))
