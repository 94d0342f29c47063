"""An independent referee for Splendor: slow, obvious, written from the rules and not from the engine.

A state is a plain dict of ids and names: the JSON form of a position plus supply, phase, passes, last_round and exits.
No function changes its argument.
"""

from tests.oracle.applier import apply, go_out, perft, play, start
from tests.oracle.ending import prestige, result
from tests.oracle.enumerator import legal

exit = go_out  # noqa: A001 - read as oracle.exit, beside oracle.apply

__all__ = ["apply", "exit", "legal", "perft", "play", "prestige", "result", "start"]
