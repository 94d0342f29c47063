"""Games to be copied: played through the host's verbs, each of their commits noted."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, NamedTuple

from service.hosting.committing import Outcome
from service.hosting.create_game import NewGame, NewSeat, create_game
from service.hosting.game import GameOptions
from service.hosting.indexing import lists_of
from service.hosting.join_seat import join_seat
from service.hosting.players import register
from service.hosting.reading import Table
from service.hosting.submit_action import submit_action
from service.services import Services
from service.store.games import Commit, Committed, GameStore, Request, TimeControl
from service.store.keys import new_game_id, new_tag
from service.store.players import Player
from service.store.wire import Client
from splendor.ai import player
from splendor.ai.games import choices
from splendor.engine.turn import Turn

Kind = Literal["open", "running", "finished"]
SHARES: dict[Kind, float] = {"open": 0.3, "running": 0.5, "finished": 0.2}
"""Of the games that are stored."""
MOST_PATTERNS = 200
PLIES = range(12, 61)
"""How far running games have come."""
DAY_MS = 24 * 3600 * 1000
_SEATS = (2, 2, 2, 3, 4)
_CONTROLS = (TimeControl(), TimeControl("per_turn", DAY_MS), TimeControl("fischer", DAY_MS, 60_000))
_PLAYERS = (player("greedy"), player("random"))
_NAMES = ("Ada", "Benjamin", "Charlotte B.", "dragon_slayer_1987")


class Pattern(NamedTuple):
    """A game as it came about: its id, its people's ids, its commits, and its lists with the set that it is in."""

    game_id: str
    people: tuple[str, ...]
    commits: tuple[Commit, ...]
    lists: dict[str, str]


class _Noting(GameStore):
    """The games; each commit is noted."""

    def __init__(self, client: Client) -> None:
        super().__init__(client)
        self.noted: list[Commit] = []

    def commit(self, commit: Commit) -> Committed:
        """See GameStore."""
        done = super().commit(commit)
        self.noted.append(commit)
        return done


def play_patterns(host: Services, client: Client, number: int, chance: random.Random) -> dict[Kind, list[Pattern]]:
    """So many games in all, of each kind at least one."""
    games = _Noting(client)
    noting = replace(host, games=games)
    return {
        kind: [_play(noting, games, kind, chance) for _ in range(max(1, round(number * share)))]
        for kind, share in SHARES.items()
    }


def _play(host: Services, games: _Noting, kind: Kind, chance: random.Random) -> Pattern:
    games.noted.clear()
    seats = chance.choice(_SEATS)
    people = [register(host, name).player for name in _NAMES[:seats]]
    joining = chance.randrange(1, seats) if kind == "open" else seats
    *_, outcome = _lobby(host, people, joining, chance.choice(_CONTROLS))
    if kind == "running":
        outcome = _play_on(host, outcome, people, chance.choice(PLIES), chance)
    elif kind == "finished":
        outcome = _play_on(host, outcome, people, 10_000, chance)
    game = outcome.game
    return Pattern(game.id, tuple(one.id for one in people), tuple(games.noted), lists_of(game))


def _lobby(host: Services, people: list[Player], joining: int, control: TimeControl) -> Iterator[Outcome]:
    """The game as its creator makes it, then as each of the others joins, until so many are seated."""
    options = GameOptions("public", "as_given", False, control, 15, "blind_hidden", 100, "")
    order = NewGame((NewSeat("me"), *(NewSeat("open") for _ in people[1:])), options)
    outcome = create_game(host, people[0], order, new_game_id(), _request(people[0], 0))
    yield outcome
    for number, one in enumerate(people[1:joining], 1):
        joined = join_seat(host, _table(outcome, one), one, None, _request(one, number))
        assert joined is not None
        outcome = joined
        yield outcome


def _play_on(host: Services, outcome: Outcome, people: list[Player], plies: int, chance: random.Random) -> Outcome:
    minds = [chance.choice(_PLAYERS) for _ in people]
    for number, choice in enumerate(choices(outcome.game.running, minds, chance.randrange(2**32))):
        if number == plies:
            break
        one = people[choice.state.to_act]
        outcome = submit_action(host, _table(outcome, one), Turn(choice.action), _request(one, 10 + number))
    return outcome


def _table(outcome: Outcome, one: Player) -> Table:
    return Table(outcome.game, outcome.stored, outcome.game.seat_of(one.id), one.id)


def _request(one: Player, number: int) -> Request:
    """As the API names a request that brings no key."""
    return Request(f"{number:016x}", slot=one.id)


def copy(pattern: Pattern, people: tuple[str, ...]) -> Pattern:
    """The same game under a fresh id for other people. Ids of a kind are of one length, so they can be put in place."""
    names = {pattern.game_id: new_game_id(), **dict(zip(pattern.people, people, strict=True))}
    commits = [_copied(one, names) for one in pattern.commits]
    tags = [(0, ""), *((version, one.tag) for version, one in enumerate(commits, 1))]
    chained = tuple(one._replace(expect=before) for one, before in zip(commits, tags, strict=False))
    lists = {names.get(name, name): place for name, place in pattern.lists.items()}
    return Pattern(names[pattern.game_id], people, chained, lists)


def _copied(commit: Commit, names: dict[str, str]) -> Commit:
    blob, entry = commit.blob, commit.entry
    for old, new in names.items():
        blob = blob.replace(old.encode(), new.encode())
    if commit.kind == "free":  # entries of the lobby name people
        for old, new in names.items():
            entry = entry.replace(old, new)
    request = commit.request._replace(slot=names.get(commit.request.slot, ""))
    return commit._replace(game_id=names[commit.game_id], tag=new_tag(), blob=blob, entry=entry, request=request)
