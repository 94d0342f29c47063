"""Does the compiled net say what the model says? Asked of every net that is kept: a net that differs would play at random."""

import numpy as np
import torch

from splendor.ai.core.layout import MOST_SEATS, SEATS, TO_ACT
from splendor.ai.core.net import logit, new_net, run
from train.batches import batch_of
from train.model import Model
from train.samples import Samples

POSITIONS = 200
MOST = 1e-3


class Disagreement(Exception):
    """The two differ by more than MOST."""


def check(model: Model, samples: Samples) -> None:
    """Raises Disagreement for shares or logits of the first POSITIONS samples that differ."""
    chosen = np.arange(min(POSITIONS, int(samples.count[0])))
    batch, net, values = batch_of(samples, chosen), new_net(model.weights()), np.zeros(MOST_SEATS, np.float32)
    with torch.no_grad():
        shares, logits, _ = model(batch)
    expected, places = torch.softmax(shares, -1).numpy(), batch.places.numpy()
    for i, state in enumerate(samples.states[chosen]):
        run(state, net, values)
        seats = (state[TO_ACT] + np.arange(state[SEATS])) % state[SEATS]
        _compare(values[seats], expected[i, : state[SEATS]])
        codes = samples.codes[i][samples.codes[i] >= 0]
        found = np.array([logit(state, net, int(code)) for code in codes])
        _compare(found, logits[i].numpy()[places[i, : len(codes)]])


def _compare(found: np.ndarray, expected: np.ndarray) -> None:
    most = float(np.abs(found - expected).max())
    if most > MOST * max(1.0, float(np.abs(expected).max())):
        raise Disagreement(f"the compiled net is off by {most}")
