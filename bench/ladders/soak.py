"""A ladder of twelve entries, good and bad ones, on a site whose processes are killed at random, and its store with them.

At the end everything has to be as if nothing had happened: see bench.ladders.verdict for what is looked at.
"""

import os
import threading
import time
from collections import Counter
from contextlib import suppress
from statistics import median

from bench.ai.printing import Printer
from bench.ladders.crew import LEVELS, Crew
from bench.ladders.killing import Killer
from bench.ladders.site import Site, wait_for
from bench.ladders.verdict import Found, balance, faults, find
from bench.ladders.watching import Watch
from service.hosting.ladders.finding import change_ladder, create_ladder
from service.hosting.ladders.standings import table
from service.hosting.ladders.values import LETTERS, LadderSettings
from service.services import Services
from service.store.games import TimeControl
from service.store.ladder_keys import new_ladder_id
from service.store.survey import Survey
from splendor.ratings.pairing import MANY
from splendor.ratings.rating import points

SETTINGS = LadderSettings(
    time_control=TimeControl("fischer", 25_000, 3_000),
    max_rounds=40,
    games_at_once=2,
    rest_ms=500,
    error_share=0.4,
    anchor_games=MANY,
)
END_S = 240.0
CREW = ("play", "play", "send", "send")


def soak(printer: Printer, seconds: float, seed: int) -> bool:
    """Kills for so long and prints what came of it; whether all is well."""
    with Site() as site:
        port = site.api()
        for work in CREW:
            site.worker(work)
        site.worker("pair", "bench.ladders.doomed_worker")
        for _ in range(2):
            site.start("ticker", "service.cli", "ticker")
        site.wait(len(CREW))
        ladder = create_ladder(site.host, new_ladder_id(), "Soak", SETTINGS)
        with Crew(site.host, port, ladder) as crew:
            watch = Watch(site.host, ladder.id, crew)
            killer = Killer(site, [one for one in site.programs if one.name != "api"], seed, store_every(seconds))
            _run(site, ladder.id, watch, killer, seconds)
            found = find(site.host, Survey(site.client), ladder.id)
            wrong = list(faults(site.host, ladder.id, found, crew, watch, killer))
            _print(printer, site.host, ladder.id, found, crew, watch, killer)
    for text in wrong:
        printer.line(f"WRONG: {text}")
    printer.line(f"{len(wrong)} faults" if wrong else "all is well")
    return not wrong


def store_every(seconds: float) -> tuple[float, float]:
    """How often the store dies in a soak of so many seconds: some fourteen times in a long one, a few times in a short one."""
    return max(8.0, seconds / 20), max(12.0, seconds / 10)


def _run(site: Site, ladder_id: str, watch: Watch, killer: Killer, seconds: float) -> None:
    """Until the last game is over and settled, or has had the time for it."""
    threads = [threading.Thread(target=run, daemon=True) for run in (watch.run, killer.run)]
    for thread in threads:
        thread.start()
    time.sleep(seconds)
    killer.stop()
    threads[1].join()
    killer.revive()
    change_ladder(site.host, ladder_id, status="paused")
    with suppress(TimeoutError):  # what has not ended then is a fault
        wait_for(lambda: not _unsettled(site, ladder_id), "all games are over", END_S)
    watch.stop()
    threads[0].join()


def _unsettled(site: Site, ladder_id: str) -> bool:
    """Games that run, or owners who have not been told."""
    host = site.host
    for program in site.programs:
        program.start()  # a doomed worker dies on
    return bool(host.ladders.running(ladder_id)) or any(row.entry.untold for row in table(host, ladder_id))


def _print(
    printer: Printer, host: Services, ladder_id: str, found: Found, crew: Crew, watch: Watch, killer: Killer
) -> None:
    voids = Counter(entry.void for entry in found.ledger)
    kinds = Counter(note if note and not note.isdigit() else "in the ledger" for note in found.noted.values())
    taken_back = sum(not found.noted.get(game_id) for game_id in watch.begun)
    printer.line(f"load of the machine (1, 5, 15 minutes): {', '.join(f'{load:.1f}' for load in os.getloadavg())}")
    printer.line(
        f"games started {len(found.games)}, ended {sum(bool(note) for note in found.noted.values())}, "
        f"rated {voids['']}, validation {kinds['validation']}, not rated: "
        + (", ".join(f"{reason} {count}" for reason, count in voids.items() if reason) or "none")
        + f"; begun and taken back by a store that lost its last second {taken_back}"
    )
    deaths = ", ".join(f"{name} {count}" for name, count in sorted(killer.deaths.items()))
    printer.line(f"killed: {deaths}; the store was away for {watch.unreachable_s:.0f} s")
    for text in balance(found, crew.names(), {*LEVELS, *(one.id for one in crew.members if not one.kind.paused)}):
        printer.line(text)
    printer.line(f"longest wait of an entry {max(watch.waits.values(), default=0):.1f} s")
    seconds = sorted(watch.validated.values())
    printer.line(f"bots validated after {seconds[0]:.1f} to {seconds[-1]:.1f} s, median {median(seconds):.1f}")
    printer.table(
        "Entries",
        ("entry", "points", "games", "won", "causes", "paused", "waited, s"),
        (10, 6, 5, 4, 48, 6, 9),
    )
    causes = Counter((seat.entry, seat.cause) for entry in found.ledger if entry.void != "infrastructure" for seat in entry.seats)  # fmt: skip
    names = crew.names()
    for row in table(host, ladder_id):
        said = ", ".join(f"{cause} {causes[row.id, cause]}" for cause in LETTERS if causes[row.id, cause])
        standing = row.standing
        cells = (str(points(standing.rating)), str(standing.games), str(standing.won), said)
        printer.row((names[row.id], *cells, str(watch.pauses[row.id] or ""), f"{watch.waits[row.id]:.1f}"))
