"""A worker for AI jobs that knows the odd players: `python -m tests.races.odd_worker`."""

from tests.races.odd_players import enlist
from workers.main import run

if __name__ == "__main__":
    enlist()
    run(["ai"])
