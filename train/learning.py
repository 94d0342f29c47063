"""Learning from samples: cross-entropy of policy and shares, squared error of the helpers, Adam with weight decay."""

from typing import NamedTuple

import numpy as np
import torch
from torch.nn.functional import log_softmax

from train.batches import Batch, batch_of
from train.model import Model
from train.samples import Samples

BATCH = 1024
HELPER_WEIGHT = 0.05
WEIGHT_DECAY = 1e-4


class Losses(NamedTuple):
    """Means over a pass: of the shares, of the policy (both less the entropy of what is to be learned), of the helpers."""

    value: float
    policy: float
    helper: float


def losses(model: Model, batch: Batch) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """The three losses of a batch."""
    values, logits, helper = model(batch)
    value = -(batch.value * log_softmax(values, -1).masked_fill(batch.present == 0, 0)).sum(-1).mean()
    listed = logits.gather(1, batch.places).masked_fill(~batch.listed, -1e9)
    surprise = -(batch.policy * log_softmax(listed, -1).masked_fill(~batch.listed, 0)).sum(-1)
    entropy = -(batch.policy * torch.log(batch.policy.clamp_min(1e-9))).sum(-1)
    policy = ((surprise - entropy) * batch.searched).sum() / batch.searched.sum().clamp_min(1)
    return value, policy, ((helper - batch.helper) ** 2).mean()


def new_optimizer(model: Model) -> torch.optim.Optimizer:
    """Adam with weight decay; `learn` sets the rate."""
    return torch.optim.AdamW(model.parameters(), weight_decay=WEIGHT_DECAY)


def learn(
    model: Model,
    optimizer: torch.optim.Optimizer,
    samples: Samples,
    passes: float,
    rates: tuple[float, float],
    rng: np.random.Generator,
) -> Losses:
    """So many passes over the samples, the learning rate falling from the first of `rates` to the last; their mean losses."""
    total = int(samples.count[0])
    steps = max(1, int(passes * total / BATCH))
    sums = np.zeros(3)
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = rates[0] + (rates[1] - rates[0]) * step / steps
        parts = losses(model, batch_of(samples, np.sort(rng.integers(0, total, BATCH))))
        optimizer.zero_grad()
        (parts[0] + parts[1] + HELPER_WEIGHT * parts[2]).backward()
        optimizer.step()
        sums += [part.item() for part in parts]
    return Losses(*(sums / steps))
