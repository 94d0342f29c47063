"""B16: 50 games of people, followed by streams that are cut, whose process and whose store are killed while they play.

Whoever comes back with the number it was at ends with the log of the server, byte for byte; a history that was set back is told.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack

import pytest
from msgspec import Raw, Struct, json

from tests.races.callers import Line, Person
from tests.races.checking import at_rest
from tests.races.live_clients import MY_EVENTS, Crowd, Listener, whole_log
from tests.races.matches import SPEEDS, Match, Players, new_match
from tests.races.seated import PATIENCE_S
from tests.races.stand import Api, Stand, dead
from tests.races.test_store_dies import take_back, written
from tests.servers import wait_until

GAMES, PEOPLE, FANS, ENDED, FEW = 50, 20, 6, 5, 12
THREADS, TURNS, CUTS, TURNS_A_CUT = 6, 80, 40, 3


class Told(Struct):
    """An item of a person's log."""

    game_id: str
    event: Raw


class Hall:
    """Two API processes, one that has all the streams, a worker for upkeep, a ticker; who plays there, and who follows."""

    def __init__(self, stand: Stand, stack: ExitStack) -> None:
        self.stand, self._stack = stand, stack
        self.apis = [stand.api(), stand.api()]
        self.streams: Api = stand.api()
        stand.worker("clock", "upkeep")
        stand.ticker()
        stand.wait(workers=1, tickers=1)
        self.people: list[Person] = []
        self.matches: list[Match] = []
        self.listeners: list[Listener] = []

    def seat(self, games: int, people: int) -> None:
        """So many games: each is another pair's, and everybody has about as many. All begin to keep a log before."""
        with self.apis[0].line() as line:
            self.people = [self._person(line, number) for number in range(people)]
            for number in range(games):
                first, second = number % people, (number + 1 + number // people) % people
                self.matches.append(self._match(line, first, second, number))

    def _person(self, line: Line, number: int) -> Person:
        person = line.person(f"Player {number}")
        assert line.get(MY_EVENTS, person).status == 200
        return person

    def _match(self, line: Line, first: int, second: int, number: int) -> Match:
        mode = ("blind_hidden", "hidden", "open")[number % 3]
        speed = SPEEDS[number % len(SPEEDS)]
        return new_match(line, self.people[first], self.people[second], speed, reserved_cards=mode)

    def follow(self, fans: int, seed: int) -> Crowd:
        """A stream for each game, of its first or second player or a spectator, and for the logs of some people."""
        viewers = [(*match.people, None)[number % 3] for number, match in enumerate(self.matches)]
        wanted = [(f"{match.path}/events", viewer) for match, viewer in zip(self.matches, viewers, strict=True)]
        wanted += [(MY_EVENTS, person) for person in self.people[:fans]]
        self.listeners = [Listener(self.streams, self.apis[0], path, person) for path, person in wanted]
        crowd = Crowd(self.listeners, seed)
        self._stack.callback(crowd.stop)
        return crowd

    def play(self, seed: int) -> Players:
        return Players(self.apis, self.matches, THREADS, seed)

    def settle(self) -> None:
        """Until all that has been played is told everywhere."""
        for match in self.matches:
            at_rest(self.stand.host, match.game_id)

    def ends(self) -> list[bytes]:
        """The last item by now in the log of each listener."""
        self.settle()
        return [self.log(listener)[-1] for listener in self.listeners]

    def log(self, listener: Listener) -> list[bytes]:
        """What the server has for a listener."""
        return whole_log(self.apis[1], listener.path, listener.person)

    def check(self) -> None:
        """Each listener comes to the end of its log, and has exactly that."""
        for listener in self.listeners:
            log = self.log(listener)
            wait_for(listener, log[-1])
            other = [(one, of_server) for one, of_server in zip(listener.log, log, strict=False) if one != of_server]
            assert (listener.failure, len(listener.log), other) == ("", len(log), []), listener.anew


@pytest.fixture
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with Stand(tmp_path_factory.mktemp("hall")) as stand, ExitStack() as stack:
        yield Hall(stand, stack)


def cut_while(crowd: Crowd, players: Players, cuts: int) -> None:
    """Cuts so many streams, one after the other, by lot, while turns are played and heard of."""
    for _ in range(cuts):
        heard = crowd.heard
        players.allow(TURNS_A_CUT)
        crowd.cut_one()
        wait_until(lambda heard=heard: crowd.heard > heard, PATIENCE_S, str(failures(crowd.listeners)))  # type: ignore[misc]


def wait_for(listener: Listener, last: bytes) -> None:
    """Until a listener has come to this item, or failed."""
    wait_until(
        lambda: listener.log[-1:] == [last] or listener.failure, PATIENCE_S, f"{listener.path} comes to {last!r}"
    )


def failures(listeners: Sequence[Listener]) -> list[str]:
    return [listener.failure for listener in listeners if listener.failure]


def test_b16_fifty_games_are_followed_through_all_that_dies(hall: Hall) -> None:
    hall.seat(GAMES, PEOPLE)
    crowd = hall.follow(FANS, seed=16)
    with hall.play(seed=1) as players:
        cut_while(crowd, players, CUTS)
        with dead(hall.streams.program):
            players.play(TURNS)
        cut_while(crowd, players, CUTS)
        players.allow(TURNS)
        hall.stand.store.kill()
        hall.stand.store.start()
        cut_while(crowd, players, CUTS)
        with dead(hall.streams.program):
            players.allow(TURNS)
            hall.stand.store.kill()
            hall.stand.store.start()
            players.play(TURNS)
        cut_while(crowd, players, CUTS)
        played = players.played
    end_some(hall)
    hall.settle()
    hall.check()
    check_people(hall, hall.listeners[GAMES:])
    ended = {f"{match.path}/events" for match in open_ones(hall)}
    wait_until(lambda: {one.path for one in hall.listeners if one.over} == ended, what="they are told of the end")
    assert played > TURNS_A_CUT * CUTS
    assert sum(listener.opened for listener in hall.listeners) > 3 * len(hall.listeners)


def open_ones(hall: Hall) -> list[Match]:
    """Some games in which nothing was hidden: the end shows no event otherwise than it was told."""
    return hall.matches[2::3][:ENDED]


def end_some(hall: Hall) -> None:
    with hall.apis[0].line() as line:
        for match in open_ones(hall):
            assert line.post(f"{match.path}/resignation", match.people[0]).status == 200


def check_people(hall: Hall, listeners: Sequence[Listener]) -> None:
    """What a person's log has of each game is all of that game's log, in its order, byte for byte."""
    for listener in listeners:
        mine = [match for match in hall.matches if listener.person in match.people]
        by_game = events_by_game(listener.log)
        assert by_game.keys() == {match.game_id for match in mine}
        for match in mine:
            assert by_game[match.game_id] == whole_log(hall.apis[0], f"{match.path}/events", listener.person)


def events_by_game(log: Sequence[bytes]) -> dict[str, list[bytes]]:
    """The events of a person's log, each once: a commit may be told twice where a process died in between."""
    found: dict[str, list[bytes]] = {}
    for item in log:
        told = json.decode(item, type=Told)
        if bytes(told.event) not in found.setdefault(told.game_id, []):
            found[told.game_id].append(bytes(told.event))
    return found


@pytest.mark.parametrize("away", [False, True], ids=["streams are open", "streams are away"])
def test_b16_whoever_has_a_lost_history_is_told(hall: Hall, away: bool) -> None:
    """The store comes back as it was some turns ago; clients come back before new turns were played, or only after."""
    hall.seat(FEW, FEW)
    hall.follow(FEW, seed=17)
    with hall.play(seed=2) as players, ExitStack() as stack:
        players.play(TURNS)
        kept, ends = written_of(hall), hall.ends()
        players.play(TURNS)
        lost = hall.ends()
        for listener, last in zip(hall.listeners, lost, strict=True):
            wait_for(listener, last)
        if away:
            stack.enter_context(dead(hall.streams.program))
        set_back(hall, kept)
        assert hall.ends() == ends
        if away:
            players.play(2 * TURNS)
    with hall.play(seed=3) as players:
        players.play(TURNS)
    hall.settle()
    hall.check()
    for listener, end, gone in zip(hall.listeners, ends, lost, strict=True):
        assert (end != gone) == (listener.anew != []), "whoever has lost something is told, and nobody else"
        assert set(listener.anew) <= {gone}
    assert [end == gone for end, gone in zip(ends, lost, strict=True)].count(False) > FEW


def written_of(hall: Hall) -> int:
    """How long the file of the store is that has all of this in it."""
    hall.settle()
    return written(hall.stand)


def set_back(hall: Hall, kept: int) -> None:
    """The death of the store, and its return as it was when its file was so long."""
    hall.settle()
    take_back(hall.stand, kept)
