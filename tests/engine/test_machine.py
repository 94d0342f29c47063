"""The engine's state machine (machine.py), run over the same games every time."""

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from splendor.engine.state import PHASE_NAMES
from tests.engine.machine import Game

BOUNDED = settings(
    # Which games these are depends on what else is imported; so many that the rarest phase is among them.
    max_examples=300,
    stateful_step_count=40,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    # Shrinking a long game takes minutes, and the same games are played again anyway.
    phases=[Phase.generate],
)


def test_whatever_is_done_the_game_stays_sound() -> None:
    """Every phase and the common end have to come about: otherwise the machine shows less than it says."""
    Game.reached.clear()
    run_state_machine_as_test(Game, settings=BOUNDED)
    assert Game.reached.keys() >= {*PHASE_NAMES, "prestige", "refused"}
