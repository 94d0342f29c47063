"""The player `random`: any listed action, each as likely as the others (docs/ai.md)."""

from collections.abc import Sequence

from splendor.ai.budget import Budget
from splendor.ai.player import AiPlayer, View
from splendor.engine.actions import Action
from splendor.engine.fairness import SEED_BYTES, Stream


class RandomPlayer(AiPlayer):
    """Chooses uniformly; what the seat sees plays no part."""

    name = "random"
    version = 1
    level = 0
    description = "Plays any legal action, each as likely as the others."
    typical_ms = 1
    budget_ms = 500

    def choose(
        self,
        view: View,  # noqa: ARG002
        actions: Sequence[Action],
        seed: int,
        start: View,  # noqa: ARG002
        budget: Budget | None = None,  # noqa: ARG002
    ) -> Action:
        """See AiPlayer; only the length of the list and `seed` play a part. Raises OverflowError for a seed that does not fit into 256 bits."""
        stream = Stream(seed.to_bytes(SEED_BYTES, "big"), "ai random 1")
        return actions[stream.below(len(actions))]
