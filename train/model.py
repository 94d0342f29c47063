"""The net of splendor.ai.core.net in PyTorch, with two heads more that only help it to learn: prestige margin, rounds left."""

import numpy as np
import torch
from torch import Tensor, nn

from splendor.ai.core.net import PLAIN_LOGITS, SHAPES, TOP_WIDTH
from train.batches import Batch, returns_matrix

MARKET = 12


class Model(nn.Module):
    """Weights by the names and shapes of SHAPES."""

    def __init__(self) -> None:
        super().__init__()
        for name, shape in SHAPES.items():
            fan_in = shape[0] if len(shape) > 1 else shape[0] if name == "value_out" else 0
            start = torch.randn(shape) * (1.4 / fan_in**0.5) if fan_in else torch.zeros(shape)
            if name in ("plain_w", "purchase_w", "reserve_w", "value_out"):
                start *= 0.3
            self.register_parameter(name, nn.Parameter(start))
        self.helper = nn.Linear(TOP_WIDTH, 2)
        self.register_buffer("returns", torch.from_numpy(returns_matrix()))

    def forward(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """Logits of the shares by seat (n, 4), of the places that batches.py names (n, LOGITS), helpers (n, 2)."""
        w = dict(self.named_parameters())
        cards = torch.relu(batch.cards @ w["card_w"]) * batch.filled.unsqueeze(-1)
        market, hand = cards[:, :, :MARKET], cards[:, :, MARKET:]
        pooled = torch.cat((batch.seats, market.sum(2) * 0.25, market.amax(2), hand.sum(2)), -1)
        seats = torch.relu(pooled @ w["seat_w"] + w["seat_b"]) * batch.present.unsqueeze(-1)
        others = seats[:, 1:]
        trunk = torch.relu(torch.cat((seats[:, 0], others.sum(1), others.amax(1), batch.table), -1) @ w["trunk_w"])
        top = torch.relu(trunk @ w["top_w"] + w["top_b"])
        hidden = torch.relu(seats @ w["value_seat_w"] + (top @ w["value_top_w"] + w["value_b"]).unsqueeze(1))
        values = hidden @ w["value_out"]
        return values.masked_fill(batch.present == 0, -1e9), self._policy(w, top, cards[:, 0]), self.helper(top)

    def _policy(self, w: dict[str, Tensor], top: Tensor, cards: Tensor) -> Tensor:
        plain = top @ w["plain_w"] + w["plain_b"]
        purchase = (cards @ (top @ w["purchase_w"] + w["purchase_b"]).unsqueeze(-1)).squeeze(-1)
        reserve = (cards[:, :MARKET] @ (top @ w["reserve_w"] + w["reserve_b"]).unsqueeze(-1)).squeeze(-1)
        returns = plain[:, PLAIN_LOGITS - 6 :] @ self.returns.T
        return torch.cat((plain[:, : PLAIN_LOGITS - 6], reserve, purchase, returns, torch.zeros_like(top[:, :1])), -1)

    def weights(self) -> dict[str, np.ndarray]:
        """What splendor.ai.core.net.new_net takes."""
        return {name: value.detach().numpy().copy() for name, value in self.named_parameters() if name in SHAPES}
