"""`python -m bench`: all benches, one after the other, each with its ratios; `python -m bench scale ...` one of them."""

import subprocess
import sys

BENCHES = ("engine", "ai_players", "ai", "arena", "ladders", "http", "ai_start", "scale", "streams")


def main() -> int:
    """Runs each bench in a process of its own, or the one that is named with its options; how many failed."""
    names, options = BENCHES, sys.argv[2:]
    if sys.argv[1:]:
        names = tuple(name for name in BENCHES if name == sys.argv[1])
        if not names:
            sys.exit(f"there is no bench {sys.argv[1]}: {', '.join(BENCHES)}")
    failed = 0
    for name in names:
        print(f"\n== bench.{name}", flush=True)
        failed += subprocess.run([sys.executable, "-m", f"bench.{name}", *options], check=False).returncode != 0
    return failed


if __name__ == "__main__":
    sys.exit(main())
