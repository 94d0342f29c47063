"""The levels, weakest first: what people play against. docs/ai.md says how each came to its settings and how they fare.

All but the strongest are set by simulations, so they play alike on every machine and keep their rating.
"""

from splendor.ai.beginner import BeginnerPlayer
from splendor.ai.player import AiPlayer
from splendor.ai.search_player import SearchPlayer

LEVELS: tuple[AiPlayer, ...] = (
    BeginnerPlayer(),
    SearchPlayer(
        name="casual",
        level=3,
        description="Thinks a few turns ahead by the rules of thumb of a strategy guide.",
        typical_ms=2,
        budget_ms=500,
        simulations=24,
        by_hand=True,
    ),
    SearchPlayer(
        name="skilled",
        level=4,
        description="Has a good eye for what cards are worth and for what the others are after, and looks a turn ahead.",
        typical_ms=2,
        budget_ms=500,
        simulations=8,
    ),
    SearchPlayer(
        name="expert",
        level=5,
        description="Looks into more than a hundred continuations of each turn with an expert's eye, and rarely errs.",
        typical_ms=5,
        budget_ms=500,
        simulations=128,
    ),
    SearchPlayer(
        name="master",
        level=6,
        description="The strongest: thinks for a second about each turn, and looks into tens of thousands of continuations.",
        typical_ms=1000,
        budget_ms=2000,
        think_ms=1000,
        quick=False,
    ),
)
