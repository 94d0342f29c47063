"""The learned evaluation a second time, from its description, in numpy with double precision: what the compiled one is held to."""

from itertools import combinations

import numpy as np

from splendor.ai.core.net import SHAPES
from splendor.engine.actions import (
    ChooseNoble,
    Pass,
    PurchaseCard,
    ReserveCard,
    ReserveFromDeck,
    ReturnTokens,
    TakeTokens,
)

COLOURS = range(5)
ALL_TAKES = [
    TakeTokens((*(each * (colour in colours) for colour in COLOURS), 0))
    for each, size in ((1, 3), (1, 2), (1, 1), (2, 1))
    for colours in combinations(COLOURS, size)
]
"""Three, two and one different, then two alike: the order in which the net has its numbers."""


def relu(x):
    return np.maximum(x, 0)


class PlainNet:
    """What a net with these weights says of one position, given as the engine's state and as features."""

    def __init__(self, net, state):
        w = {name: getattr(net, name).astype(np.float64) for name in SHAPES}
        f, self.state, self.w = net.features, state, w
        self.seats = [n for n in range(len(state.seats)) if f.present[n]]
        """Places in the order of turns, the seat to act being 0; those that are out are left out."""
        cards = {n: relu(f.cards[n].astype(np.float64) @ w["card_w"]) * f.filled[n][:, None] for n in self.seats}
        seat = {n: self._seat(f.seats[n], cards[n]) for n in self.seats}
        others = np.array([seat[n] for n in self.seats[1:]])
        trunk = relu(np.concatenate([seat[0], others.sum(0), others.max(0), f.table]) @ w["trunk_w"])
        self.top = relu(trunk @ w["top_w"] + w["top_b"])
        self.cards, self.seat = cards[0], seat

    def _seat(self, numbers, cards):
        market, hand = cards[:12], cards[12:]
        pooled = np.concatenate([numbers, market.sum(0) / 4, market.max(0), hand.sum(0)])
        return relu(pooled @ self.w["seat_w"] + self.w["seat_b"])

    def shares(self):
        """By number of seat."""
        w = self.w
        common = self.top @ w["value_top_w"] + w["value_b"]
        said = {n: relu(self.seat[n] @ w["value_seat_w"] + common) @ w["value_out"] for n in self.seats}
        most = max(said.values())
        total = sum(np.exp(one - most) for one in said.values())
        count = len(self.state.seats)
        shares = np.zeros(count)
        for n, one in said.items():
            shares[(self.state.to_act + n) % count] = np.exp(one - most) / total
        return shares

    def logit(self, action):
        plain = self.top @ self.w["plain_w"] + self.w["plain_b"]
        match action:
            case TakeTokens():
                return plain[ALL_TAKES.index(action)]
            case ReserveFromDeck(level):
                return plain[30 + level - 1]
            case ReserveCard(card):
                return self._card(card) @ (self.top @ self.w["reserve_w"] + self.w["reserve_b"])
            case PurchaseCard(card):
                return self._card(card) @ (self.top @ self.w["purchase_w"] + self.w["purchase_b"])
            case ReturnTokens(tokens):
                return np.dot(tokens, plain[33:])
            case ChooseNoble() | Pass():
                return 0.0

    def _card(self, card):
        reserved = self.state.seats[self.state.to_act].reserved
        return self.cards[12 + reserved.index(card) if card in reserved else self.state.market.index(card)]
