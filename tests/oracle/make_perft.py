"""Write the perft corpus, counted by the oracle alone: python -m tests.oracle.make_perft."""

import json
import sys
import time
from itertools import chain
from pathlib import Path

from tests.oracle import corpus, corpus_ends
from tests.oracle.applier import apply, go_out, perft, start
from tests.oracle.enumerator import legal

FILE = Path(__file__).resolve().parents[1] / "data" / "perft.json"


def entries():
    return chain(
        corpus.openings(),
        corpus.tokens(),
        corpus.cards(),
        corpus.nobles(),
        corpus_ends.passing(),
        corpus_ends.endings(),
        corpus_ends.exits(),
    )


def state_of(entry):
    """Build the state an entry counts from: its position, and then its line."""
    state = start(entry["position"], entry["options"])
    for step in entry["line"]:
        state = go_out(state, step["seat"], step["kind"]) if step["type"] == "exit" else apply(state, step)
    return state


def counted(entry):
    state = state_of(entry)
    all_payments = len(legal(state, "all"))
    return entry | {"all_payments": all_payments, "count": perft(state, entry["depth"])}


def text(entries):
    """Write one line a key, so that a change of the corpus can be read."""
    blocks = []
    for entry in entries:
        lines = (f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in entry.items())
        blocks.append("{\n" + ",\n".join(lines) + "\n}")
    return "[\n" + ",\n".join(blocks) + "\n]\n"


def main():
    done = []
    for entry in entries():
        began = time.perf_counter()
        done.append(counted(entry))
        took = time.perf_counter() - began
        sys.stdout.write(f"{entry['name']:28} depth {entry['depth']}  {done[-1]['count']:>8}  {took:6.2f} s\n")
    FILE.write_text(text(done), encoding="utf-8")


if __name__ == "__main__":
    main()
