"""The same requests to a small and a large store in turn, so that both meet the same machine at every moment."""

import random
import statistics
from collections.abc import Callable, Sequence
from typing import NamedTuple

from bench.scale.filling import Content
from bench.scale.site import Answered, Site
from service.hosting.game import Game
from service.hosting.players import register
from service.hosting.reading import load_table
from splendor.engine.action_json import action_to_json
from splendor.engine.legal import legal_actions

PARTS = 5
"""The rounds are cut into so many parts, to tell how steady a ratio is."""
MAKERS = 60
"""With so many of them nobody comes near a quota."""
_ORDER = {"seats": [{"type": "me"}, {"type": "open"}]}
_OPEN = "/v1/games?status=open"


class Times(NamedTuple):
    """Times of one kind of request in ms, in the order of the rounds."""

    taken: tuple[float, ...]

    @property
    def median(self) -> float:
        return statistics.median(self.taken)

    @property
    def p95(self) -> float:
        return sorted(self.taken)[len(self.taken) * 95 // 100]

    def parts(self) -> list["Times"]:
        """The same, cut into PARTS."""
        size = max(1, len(self.taken) // PARTS)
        return [Times(self.taken[first : first + size]) for first in range(0, size * PARTS, size)]


class Visitor:
    """Somebody who does one of each kind of request to a site, each time as other players and with other games.

    Games are made by players of the visitor's own: their number would make the lists of a small store's players longer.
    """

    def __init__(self, site: Site, content: Content, seed: int) -> None:
        self._site, self._secrets = site, content.secrets
        self._chance = random.Random(seed)
        self._people = list(content.secrets)
        self._makers = [register(site.host, "Visitor").secret for _ in range(MAKERS)]
        self._viewed = content.games["running"]
        self._played = iter(self._chance.sample(self._viewed, len(self._viewed)))
        self._middle = _middle(site, len(content.games["open"]) // 2)
        self._made = self._joiner = ""
        self._steps: dict[str, Callable[[], Answered]] = {
            "create": self._create,
            "join": self._join,
            "view": self._view,
            "act": self._act,
            "list open games": self._list,
            "from the middle": self._list_on,
            "list own games": self._own,
        }
        self.times: dict[str, list[float]] = {name: [] for name in self._steps}

    def round(self) -> None:
        """One request of each kind."""
        for name, step in self._steps.items():
            self.times[name].append(step().seconds * 1000)

    def _someone(self) -> str:
        return self._secrets[self._chance.choice(self._people)]

    def _get(self, path: str, token: str = "") -> Answered:
        return self._site.request("GET", path, token)

    def _create(self) -> Answered:
        creator, self._joiner = self._chance.sample(self._makers, 2)
        done = self._site.request("POST", "/v1/games", creator, _ORDER)
        self._made = done.body["id"]
        return done

    def _join(self) -> Answered:
        return self._site.request("POST", f"/v1/games/{self._made}/seats", self._joiner, {})

    def _view(self) -> Answered:
        return self._get(f"/v1/games/{self._chance.choice(self._viewed)}", self._someone())

    def _list(self) -> Answered:
        return self._get(_OPEN)

    def _list_on(self) -> Answered:
        return self._get(f"{_OPEN}&cursor={self._middle}")

    def _own(self) -> Answered:
        return self._get("/v1/players/me/games", self._someone())

    def _act(self) -> Answered:
        """The next game that still runs, a random action of the seat to act."""
        for game_id in self._played:
            table = load_table(self._site.host, game_id, "")
            if table.game.status == "playing":
                path = f"/v1/games/{game_id}/actions"
                body = action_to_json(self._chance.choice(legal_actions(table.game.running)))
                return self._site.request("POST", path, self._secrets[_to_act(table.game)], body, table.stored.etag)
        raise RuntimeError("more rounds than running games")


def _to_act(game: Game) -> str:
    return game.seats[game.running.to_act].player_id


def _middle(site: Site, games: int) -> str:
    """The cursor of the list of open games behind so many of them, to the hundred."""
    cursor = ""
    for _ in range(max(1, games // 100)):
        cursor = site.request("GET", f"{_OPEN}&limit=100" + (f"&cursor={cursor}" if cursor else "")).body["next_cursor"]
    return cursor


def in_turn(visitors: Sequence[Visitor], rounds: int, warm: int = 10) -> list[dict[str, Times]]:
    """What each request took each visitor. The first rounds do not count."""
    for number in range(rounds + warm):
        for visitor in visitors if number % 2 else reversed(visitors):
            visitor.round()
    return [{name: Times(tuple(taken[warm:])) for name, taken in visitor.times.items()} for visitor in visitors]


def ratios(few: Times, many: Times) -> tuple[float, float, float]:
    """The ratio of the medians, and the least and the greatest one among the parts."""
    parts = [b.median / a.median for a, b in zip(few.parts(), many.parts(), strict=True)]
    return many.median / few.median, min(parts), max(parts)
