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
        description="Knows what cards are worth and plans a turn ahead, but not always to the end; now and then it takes the second best.",
        typical_ms=2,
        budget_ms=500,
        simulations=8,
        spread=0.05,
    ),
    SearchPlayer(
        name="skilled",
        level=4,
        description="Plans some turns ahead and minds what the others are after.",
        typical_ms=3,
        budget_ms=500,
        simulations=32,
    ),
    SearchPlayer(
        name="expert",
        level=5,
        description="Looks into some hundred continuations of each turn and rarely errs.",
        typical_ms=12,
        budget_ms=500,
        simulations=320,
    ),
    SearchPlayer(
        name="master",
        level=6,
        description="The strongest: thinks for a second about each turn.",
        typical_ms=1000,
        budget_ms=2000,
        think_ms=1000,
        quick=False,
    ),
)
