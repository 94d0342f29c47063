"""Once a process is ready, no choice of any player has anything compiled or loaded."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
PLAYS = """
import sys
from splendor.ai import PLAYERS, Budget, ai_view, ask
from splendor.ai.ready import make_ready
from splendor.engine.legal import legal_actions
from splendor.engine.rules import apply
from splendor.engine.setup import deal
from splendor.engine.state import ACTION, OVER, Options

def signatures():
    modules = [module for name, module in sys.modules.items() if name.startswith("splendor.ai.core.")]
    compiled = {id(one): one for module in modules for one in vars(module).values() if hasattr(one, "signatures")}
    return sum(len(one.signatures) for one in compiled.values())

make_ready()
before, chosen = signatures(), 0
for seats, reserved in ((2, "blind_hidden"), (3, "hidden"), (4, "open")):
    state = deal(Options(seats, reserved_cards=reserved), bytes([seats]) * 32)
    while state.phase != OVER:
        seen = ai_view(state, state.to_act)
        start = seen if state.phase == ACTION else start
        answers = [ask(one, seen, legal_actions(state), chosen, start, Budget(simulations=12)) for one in PLAYERS.values()]
        chosen += 1
        state = apply(state, answers[chosen % len(answers)])
print(before > 0, chosen > 100, signatures() - before)
"""


def test_no_choice_of_any_player_waits_for_the_compiler(compiled: None) -> None:
    done = subprocess.run([sys.executable, "-c", PLAYS], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "True True 0\n", done.stderr
