"""`python -m bench`: all benches, one after the other, each with its ratios."""

import subprocess
import sys

BENCHES = ("bench.engine", "bench.ai_players", "bench.http", "bench.ai_start")


def main() -> int:
    """Runs each bench in a process of its own; how many failed."""
    failed = 0
    for name in BENCHES:
        print(f"\n== {name}", flush=True)
        failed += subprocess.run([sys.executable, "-m", name], check=False).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
