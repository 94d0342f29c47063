"""Learning from samples: cross-entropy of policy and shares, squared error of the helpers, Adam with weight decay.

What plays is not the model but a moving average of it over its last steps: that needs no falling learning rate, and loses
none of what a round taught to the noise of its last batches (Izmailov et al., Averaging weights leads to wider optima, 2018).
"""

from typing import NamedTuple

import numpy as np
import torch
from torch.nn.functional import log_softmax
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from train.batches import Batch, batch_of
from train.model import Model
from train.samples import Samples

BATCH = 1024
HELPER_WEIGHT = 0.05
WEIGHT_DECAY = 1e-4
AVERAGED = 0.999
"""How much of the average stays at each step: it looks back over some thousand."""


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


def new_average(model: Model) -> AveragedModel:
    """A moving average that begins where the model stands."""
    return AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(AVERAGED))


def learn(
    model: Model,
    average: AveragedModel,
    optimizer: torch.optim.Optimizer,
    samples: Samples,
    passes: float,
    rates: tuple[float, float],
    rng: np.random.Generator,
) -> Losses:
    """So many passes over the samples, the learning rate falling from the first of `rates` to the last; the model's mean losses."""
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
        average.update_parameters(model)
        sums += [part.item() for part in parts]
    return Losses(*(sums / steps))
