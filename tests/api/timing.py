"""What the tests of clocks share."""

from datetime import datetime

from service.hosting.flag_clock import flag_clock
from tests.api.games_api import GameAt, Json
from tests.hosting.hosts import store_client
from tests.store.commits import age

PER_TURN = {"type": "per_turn", "turn_ms": 60_000}
FISCHER = {"type": "fischer", "initial_ms": 60_000, "increment_ms": 2_000, "max_ms": 61_000}
TAKEOVER = {"type": "ai_takes_over", "ai_player": "greedy"}
SLACK_MS = 5_000
"""What a slow machine may need between two requests."""


def ms(instant: str) -> int:
    return round(datetime.fromisoformat(instant).timestamp() * 1000)


def remaining(view: Json) -> list[int | None]:
    return [seat.get("remaining_ms") for seat in view["seats"]]


def given(view: Json) -> int:
    """How long the seat to act has from the beginning of its turn."""
    return ms(view["turn"]["deadline_at"]) - ms(view["turn"]["started_at"])


def run_out(game: GameAt) -> None:
    """Lets the deadline of the present turn lie behind us."""
    view = game.view()
    age(store_client(game.site.services), game.id, given(view) + 1)


def version(game: GameAt) -> int:
    return int(game.etag.partition("-")[0])


def flag(game: GameAt) -> None:
    """What a timeout job does."""
    flag_clock(game.site.services, game.id, version(game))
