"""Once a process is ready, no choice of any player has anything compiled or loaded; and it has not compiled itself."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

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


GETS_READY = """
import json, sys
from splendor.ai.core import folders
from splendor.ai.ready import make_ready

before = folders.is_kept()
make_ready()
modules = [module for name, module in sys.modules.items() if name.startswith("splendor.ai.core.")]
compiled = {id(one): one.stats for module in modules for one in vars(module).values() if hasattr(one, "signatures")}
hits, misses = (sum(sum(getattr(one, kind).values()) for one in compiled.values()) for kind in ("cache_hits", "cache_misses"))
print(json.dumps([before, folders.is_kept(), hits > 0, misses]))
"""


@pytest.mark.timeout(600)
def test_what_is_not_compiled_is_compiled_in_a_process_of_its_own(tmp_path: Path) -> None:
    """By `python -m splendor.ai.core.warm`: the one that gets ready finds all of it kept, and loads it.

    With few optimizations, which are a good part of the work.
    """
    env = {**os.environ, "SPLENDOR_AI_CACHE": str(tmp_path), "NUMBA_OPT": "1"}
    done = subprocess.run(
        [sys.executable, "-c", GETS_READY], cwd=ROOT, env=env, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert json.loads(done.stdout) == [False, True, True, 0]
