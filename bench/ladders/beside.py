"""For how long a person waits for an AI player: on a site with nothing else to do, and beside a ladder as busy as can be.

The workers for moves are those of `splendor up` on two cores. All entries of the ladder are quick AI players, so that its
games are played as fast as workers take their jobs.
"""

import time
from itertools import cycle, islice
from statistics import median, quantiles

from bench.ai.printing import Printer
from bench.ladders.inbox_bots import InboxBot
from bench.ladders.line import Json, Line
from bench.ladders.site import Site, wait_for
from service.hosting.ladders.entering import enter_ai
from service.hosting.ladders.finding import create_ladder
from service.hosting.ladders.values import LadderSettings
from service.store.ladder_keys import new_ladder_id
from splendor.ratings.pairing import MANY

OPPONENTS = ("greedy", "expert")
ENTRANTS = ("greedy", "beginner", "casual", "skilled", "expert")
ENTRIES, AT_ONCE = 20, 10
WORKERS = ("quick moves", "moves", "upkeep")


class Person(InboxBot):
    """Plays one game after the other at random, and looks at the clock whenever the other one has moved."""

    def __init__(self, port: int, token: str, opponent: str) -> None:
        super().__init__(port, token, seed=1)
        self.waits_ms: list[float] = []
        self._opponent = opponent
        self._turn, self._at = -1, 0.0

    def play(self, seconds: float) -> None:
        """Goes on for so long."""
        ends = time.monotonic() + seconds
        while time.monotonic() < ends:
            seats = [{"type": "me"}, {"type": "ai", "ai_player": self._opponent}]
            game, self._turn = self.line.insist("POST", "/v1/games", {"seats": seats}), -1
            while game["status"] == "playing" and time.monotonic() < ends:
                self._round()
                game = self.line.insist("GET", f"/v1/games/{game['id']}")
            self.line.ask("POST", f"/v1/games/{game['id']}/resign", {})

    def act(self, turn: Json, action: Json | bytes) -> bool:
        """A turn of several actions is one wait."""
        if self._turn not in {-1, turn["turn"]}:
            self.waits_ms.append(1000 * (time.perf_counter() - self._at))
        done = super().act(turn, action)
        self._turn, self._at = turn["turn"], time.perf_counter()
        return done


def beside(printer: Printer, seconds: float) -> None:
    """Plays for so long against each opponent, without the ladder and with it, and prints."""
    columns = ("opponent", "beside it", "turns", "median", "95 %", "longest")
    printer.table("ms until the AI player has moved", columns, (8, 15, 5, 6, 5, 7))
    with Site() as site:
        port = site.api()
        for work in WORKERS:
            site.worker(work)
        site.start("ticker", "service.cli", "ticker")
        site.wait(len(WORKERS))
        _play(printer, port, "nothing", seconds)
        begin_ladder(site)
        _play(printer, port, "a busy ladder", seconds)


def begin_ladder(site: Site) -> None:
    """A ladder with a hundred games at once; returns when they are under way."""
    settings = LadderSettings(games_at_once=AT_ONCE, anchor_games=MANY)
    ladder = create_ladder(site.host, new_ladder_id(), "Busy", settings)
    for number, name in enumerate(islice(cycle(ENTRANTS), ENTRIES)):
        enter_ai(site.host, ladder.id, name, f"{name}-{number}")
    wait_for(lambda: site.host.ladders.length(ladder.id) > ENTRIES, "the ladder is busy")


def _play(printer: Printer, port: int, what: str, seconds: float) -> None:
    for opponent in OPPONENTS:
        line = Line(port)
        person = Person(port, line.insist("POST", "/v1/players", {"name": "Ada"})["token"], opponent)
        person.play(seconds)
        # Who has moved once at most has kept the person waiting for all that time.
        waits = person.waits_ms if len(person.waits_ms) > 1 else [1000 * seconds] * 2
        high = quantiles(waits, n=20, method="inclusive")[-1]
        cells = (f"{median(waits):.0f}", f"{high:.0f}", f"{max(waits):.0f}")
        printer.row((opponent, what, str(len(person.waits_ms)), *cells))
        line.close()
        person.line.close()
