"""With what a training was made: what its folder and the shipped weights say of themselves."""

from splendor.ai.core import search
from train import batches, games, learning, rounds

_NAMED = {
    games: ("MOST_ROUNDS", "FULL", "FAST", "FULL_SHARE", "CANDIDATES_FULL", "CANDIDATES_FAST", "FIRM", "SCALE", "FIRST_KEPT", "TEMPERATURE"),
    rounds: ("FIRST_SAMPLES", "FIRST_FILES", "SAMPLES", "FILES", "WINDOW", "FIRST_RATES", "RATES", "FIRST_PASSES", "PASSES"),
    batches: ("SHARE_OF_END",),
    learning: ("BATCH", "HELPER_WEIGHT", "WEIGHT_DECAY", "AVERAGED"),
    search: ("EXPLORATION", "UNTRIED"),
}  # fmt: skip


def settings() -> dict[str, object]:
    """Every setting by module and name."""
    return {
        f"{module.__name__}.{name}": float(value) if hasattr(value := getattr(module, name), "dtype") else value
        for module, names in _NAMED.items()
        for name in names
    }
