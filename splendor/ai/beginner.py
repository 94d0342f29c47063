"""The level `beginner`: plays like somebody in the second or third game, whose mistakes are a person's.

It overlooks cards, looks at its own seat alone, and has no eye for what a replaced card or an opponent will do; what it does
see it judges by a strategy guide's rules. So it never does anything pointless, and loses all the same.
"""

from collections.abc import Sequence

from splendor.ai.budget import Budget
from splendor.ai.player import AiPlayer, View
from splendor.engine.actions import Action


class BeginnerPlayer(AiPlayer):
    """Plays the action after which its own seat looks best to it, as far as it noticed the cards."""

    name = "beginner"
    version = 1
    level = 1
    description = "Plays sensible turns, but overlooks cards, forgets about nobles and never minds its opponents."
    typical_ms = 1
    budget_ms = 500

    def choose(
        self,
        view: View,
        actions: Sequence[Action],
        seed: int,
        start: View,  # noqa: ARG002
        budget: Budget | None = None,  # noqa: ARG002
    ) -> Action:
        """See AiPlayer. What it overlooks depends on `seed`; `start` and `budget` play no part."""
        from splendor.ai.core.glance import best_at_a_glance  # noqa: PLC0415  # loads numba: for those who think only

        return actions[best_at_a_glance(view, actions, seed)]
