"""The player `random`: any listed action, each as likely as the others (docs/ai.md)."""

from collections.abc import Sequence
from typing import ClassVar

from splendor.ai.player import AiPlayer, View
from splendor.engine.actions import Action
from splendor.engine.fairness import SEED_BYTES, Stream


class RandomPlayer(AiPlayer):
    """Chooses uniformly; what the seat sees plays no part."""

    name: ClassVar[str] = "random"
    version: ClassVar[int] = 1
    level: ClassVar[int] = 0
    description: ClassVar[str] = "Plays any legal action, each as likely as the others."
    typical_ms: ClassVar[int] = 1
    budget_ms: ClassVar[int] = 500

    def choose(self, view: View, actions: Sequence[Action], seed: int, start: View) -> Action:  # noqa: ARG002
        """See AiPlayer; only the length of the list and `seed` play a part. Raises OverflowError for a seed that does not fit into 256 bits."""
        stream = Stream(seed.to_bytes(SEED_BYTES, "big"), "ai random 1")
        return actions[stream.below(len(actions))]
