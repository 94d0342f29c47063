"""Which lists a game stands in, and in which of their sets."""

from collections.abc import Iterable, Iterator

from service.hosting.advancing import Step
from service.hosting.changes import LOBBY, Created, SeatChanged, SeatTaken, from_entry
from service.hosting.game import Game
from service.hosting.host import Host
from service.store.games import LogEntry, StoredGame
from service.store.indexes import HIDDEN, PUBLIC, Placed
from service.store.keys import is_player_id


def index(host: Host, game: Game, stored: StoredGame) -> Placed:
    """Writes a game, as it is at the version that `stored` names, into its lists.

    Those of players who have left before the start are told too: the log still names them.

    May be repeated and may come late: a newer version stays. One round trip, two where somebody may have left.
    """
    lists = lists_of(game)
    former = former_players(host, game) - lists.keys() if stored.version > 1 else set()
    places = lists | dict.fromkeys(former, "")
    if not places:
        return Placed([], listening=False)
    return host.indexes.place(game.id, stored.version, stored.created_at, places)


def unindex(host: Host, game: Game, stored: StoredGame) -> None:
    """Takes a game that is leaving the store out of all lists; to be called while its log is there."""
    lists = {PUBLIC, *lists_of(game), *former_players(host, game)}
    host.indexes.remove(game.id, stored.created_at, lists)


def lists_of(game: Game) -> dict[str, str]:
    """Each list that a game belongs in, with the name of its set there."""
    players = {game.creator, *(seat.player_id for seat in game.seats)}
    names = (PUBLIC, *sorted(player_id for player_id in players if is_player_id(player_id)))
    return {name: found for name in names if (found := set_of(game, name))}


def set_of(game: Game, list_name: str) -> str:
    """The set of one list that a game belongs in, empty where it does not belong in that list."""
    if list_name != PUBLIC:
        return _set_for_player(game, list_name)
    if game.options.visibility != "public":
        return ""
    seats = len(game.seats)
    if game.status == "open":
        return f"open-{seats}-{sum(seat.type == 'open' for seat in game.seats)}"
    return f"{game.status}-{seats}"


def _set_for_player(game: Game, player_id: str) -> str:
    seated = game.seat_of(player_id) is not None
    if game.status == "open" and not seated and game.invitation_of(player_id) is not None:
        return "invited"
    if not seated and game.creator != player_id:
        return ""
    with_ai = game.status == "playing" and any(seat.controlled_by_ai for seat in game.seats)
    return game.status + "-ai" * with_ai + HIDDEN * (game.options.visibility != "public")


def people_of(step: Step) -> tuple[str, ...]:
    """The players whom a step concerns: creator, seated and invited ones, before or after it."""
    games = (step.before, step.after)
    people = {step.after.creator, *(seat.player_id for game in games for seat in game.seats)}
    return tuple(sorted(filter(is_player_id, people)))


def former_players(host: Host, game: Game) -> set[str]:
    """All who ever had a place in a game, or were to have one: those who have left still stand in its log."""
    return players_of(game, host.games.log(game.id))


def players_of(game: Game, log: Iterable[LogEntry]) -> set[str]:
    """The same for a game whose log is known."""
    return set(filter(is_player_id, (game.creator, *named_in(log))))


def named_in(entries: Iterable[LogEntry]) -> Iterator[str]:
    """The ids of the players that the lobby's part of a log names."""
    for entry in entries:
        change = from_entry(entry.body)
        if not isinstance(change, LOBBY):
            return
        match change:
            case Created(seats):
                yield from (seat.player_id for seat in seats)
            case SeatTaken(_, player_id):
                yield player_id
            case SeatChanged(_, occupant):
                yield occupant.player_id
