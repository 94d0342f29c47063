"""The player `greedy`: it works towards one card at a time. docs/ai.md defines it to the last tie.

It is the fixed anchor that other players are measured against, so no choice of it may ever change under this version.
"""

from collections.abc import Sequence

from splendor.ai.budget import Budget
from splendor.ai.player import AiPlayer, View
from splendor.ai.sight import Sight, read
from splendor.ai.target import price, shortfall, target, target_price
from splendor.engine.actions import Action, ChooseNoble, PurchaseCard, ReserveCard, ReturnTokens, TakeTokens
from splendor.engine.cards import CARDS, Card
from splendor.engine.nobles import NOBLES
from splendor.engine.state import CHOOSE_NOBLE, PHASE_NAMES, RETURN_TOKENS
from splendor.engine.tokens import GEM_NAMES, GOLD, TOKEN_LIMIT, Gems, Tokens

_COLOURS = range(len(GEM_NAMES))


class GreedyPlayer(AiPlayer):
    """Purchases what it can, else works towards the card that gives most prestige for the tokens it still lacks."""

    name = "greedy"
    version = 1
    level = 2
    description = "Purchases the best card it can pay for, else takes tokens for the card that gives most prestige for what it lacks."
    typical_ms = 1
    budget_ms = 500

    def choose(
        self,
        view: View,
        actions: Sequence[Action],
        seed: int,  # noqa: ARG002
        start: View,
        budget: Budget | None = None,  # noqa: ARG002
    ) -> Action:
        """See AiPlayer; `seed` and `budget` play no part."""
        phase = view["turn"]["phase"]
        if phase == PHASE_NAMES[RETURN_TOKENS]:
            return ReturnTokens(give_back(read(view).tokens, target_price(read(start))))
        if phase == PHASE_NAMES[CHOOSE_NOBLE]:
            return nearest_to_opponents(actions, read(view).opponents)
        return main_action(actions, read(view))


def main_action(actions: Sequence[Action], sight: Sight) -> Action:
    """The action of the phase `action`: a purchase if there is one, else a step towards the target."""
    purchases = [action for action in actions if isinstance(action, PurchaseCard)]
    if purchases:
        return best_purchase(purchases, sight.bonuses)
    card = target(sight)
    return step_towards(card, actions, sight) if card else actions[0]


def best_purchase(purchases: Sequence[PurchaseCard], bonuses: Gems) -> PurchaseCard:
    """Most prestige, then the highest level, the smallest price in all, the lowest id; with the payment as listed."""

    def rank(action: PurchaseCard) -> tuple[int, int, int, int]:
        card = CARDS[action.card]
        return (-card.prestige, -card.level, sum(price(card, bonuses)), card.number)

    return min(purchases, key=rank)


def step_towards(card: Card, actions: Sequence[Action], sight: Sight) -> Action:
    """The best take if it brings `card` nearer, else the reserve of `card`, else the best take, else what is first."""
    unpaid = shortfall(price(card, sight.bonuses), sight.tokens)
    take = best_take(actions, unpaid, sight.market)
    if take and lowered(take.tokens, unpaid):
        return take
    reserve = ReserveCard(card.number)
    if reserve in actions:
        return reserve
    return take or actions[0]


def best_take(actions: Sequence[Action], unpaid: Gems, market: Sequence[Card]) -> TakeTokens | None:
    """The listed take that lowers `unpaid` most; None where no take is listed.

    Ties go to the one whose colours the market asks for most, then to the smaller tuple of tokens.
    """
    asked = tuple(sum(card.cost[colour] for card in market) for colour in _COLOURS)

    def rank(take: TakeTokens) -> tuple[int, int, Tokens]:
        wanted = sum(asked[colour] for colour in _COLOURS if take.tokens[colour])
        return (-lowered(take.tokens, unpaid), -wanted, take.tokens)

    return min((action for action in actions if isinstance(action, TakeTokens)), key=rank, default=None)


def lowered(tokens: Tokens, unpaid: Gems) -> int:
    """By how much these tokens lower what is unpaid, over all colours."""
    return sum(min(tokens[colour], unpaid[colour]) for colour in _COLOURS)


def give_back(tokens: Tokens, priced: Gems) -> Tokens:
    """The excess over the limit, one token at a time from the colour held most in excess of the price (L2).

    Ties go to the later colour; gold goes only when no other token is left.
    """
    held, back = list(tokens), [0] * len(tokens)
    for _ in range(sum(tokens) - TOKEN_LIMIT):
        spare = [colour for colour in _COLOURS if held[colour]]
        colour = max(spare, key=lambda colour: (held[colour] - priced[colour], colour), default=GOLD)
        held[colour] -= 1
        back[colour] += 1
    w, u, g, r, k, gold = back
    return (w, u, g, r, k, gold)


def nearest_to_opponents(actions: Sequence[Action], opponents: Sequence[Gems]) -> ChooseNoble:
    """Of the listed nobles the one that some opponent still in lacks the fewest bonuses for, then the lowest id."""

    def rank(choice: ChooseNoble) -> tuple[int, int]:
        demand = NOBLES[choice.noble].demand
        lacks = (sum(max(0, want - has) for want, has in zip(demand, bonuses, strict=True)) for bonuses in opponents)
        return (min(lacks, default=0), choice.noble)

    return min((action for action in actions if isinstance(action, ChooseNoble)), key=rank)
