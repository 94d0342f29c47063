"""Is everything right with a ladder whose games are over? Figures for people, and sentences for all that is wrong."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import combinations
from statistics import fmean, median
from typing import NamedTuple

from bench.ladders.crew import GOOD, LEVELS, Crew, Member
from bench.ladders.killing import Killer
from bench.ladders.watching import Watch
from service.hosting.game import CODEC, Game
from service.hosting.ladders.checking import ladder_faults
from service.hosting.ladders.finding import find_ladder
from service.hosting.ladders.rating import result_of_game
from service.hosting.ladders.recompute import recompute
from service.hosting.ladders.values import LedgerEntry, ledger_entry_of
from service.services import Services
from service.store.games import StoredGame
from service.store.survey import Survey

LONGEST_WAIT_S = 60.0
MOST_SURPLUS = 5
"""So many more games in one seat than in the other an entry may have had: about the logarithm of the number of entries."""


class Found(NamedTuple):
    """A ladder as it is at the end."""

    ledger: list[LedgerEntry]
    games: dict[str, StoredGame]
    """All of the ladder's games that are in the store."""
    noted: dict[str, str]
    """What is noted of each of them, and of each game in the ledger: its place, or why it has none."""


def find(host: Services, survey: Survey, ladder_id: str) -> Found:
    """Reads all of it."""
    ledger = [ledger_entry_of(record) for record in host.ladders.whole_ledger(ladder_id)]
    games: dict[str, StoredGame] = {}
    for batch in survey.games():
        for stored in host.games.read_each(batch):
            if stored is not None and CODEC.decode(stored.blob).ladder == ladder_id:
                games[stored.id] = stored
    ids = games.keys() | {entry.game_id for entry in ledger}
    return Found(ledger, games, {game_id: host.ladders.settled(ladder_id, game_id) for game_id in ids})


def faults(host: Services, ladder_id: str, found: Found, crew: Crew, watch: Watch, killer: Killer) -> Iterator[str]:
    """All that is wrong."""
    yield from (f"recompute: {text}" for text in recompute(host, ladder_id).differences)
    yield from (f"doctor: {fault.text}" for each in ladder_faults(host, repair=False) for fault in each)
    yield from _not_settled(host, ladder_id, found)
    yield from _counted_wrongly(found)
    yield from _wrong_results(host, ladder_id, found)
    yield from _lost(found, watch, killer)
    yield from _wrong_causes(found, crew)
    yield from _wrong_counts(host, ladder_id, found, crew)
    yield from _not_told(host, ladder_id, crew, watch, killer)
    for one, seconds in watch.waits.items():
        if seconds > LONGEST_WAIT_S:
            yield f"{crew.names()[one]} has waited for {seconds:.0f} s"


def _not_settled(host: Services, ladder_id: str, found: Found) -> Iterator[str]:
    """Every game that was started has ended, and something has come of it."""
    yield from (f"{one.game_id} has not ended" for one in host.ladders.running(ladder_id))
    for game_id, stored in found.games.items():
        game: Game = CODEC.decode(stored.blob)
        if not game.over:
            yield f"{game_id} has not ended: {game.status}"
        elif not found.noted[game_id]:
            yield f"{game_id} has ended and has not been settled"


def _counted_wrongly(found: Found) -> Iterator[str]:
    for place, entry in enumerate(found.ledger, 1):
        if found.noted[entry.game_id] != str(place):
            yield f"{entry.game_id} stands at {place} of the ledger, and {found.noted[entry.game_id]} is noted"
    counts = Counter(entry.game_id for entry in found.ledger)
    yield from (f"{game_id} was rated {count} times" for game_id, count in counts.items() if count > 1)


def _wrong_results(host: Services, ladder_id: str, found: Found) -> Iterator[str]:
    """The ledger says of each game what the game itself says."""
    ladder = find_ladder(host, ladder_id)
    for entry in found.ledger:
        stored = found.games.get(entry.game_id)
        if stored is None:
            if entry.void != "infrastructure":
                yield f"{entry.game_id} is rated, and there is no such game"
            continue
        result = result_of_game(host, ladder, CODEC.decode(stored.blob), stored)
        said = [(seat.entry, seat.place) for seat in entry.seats]
        # Of a player's failed calls only the last ones are known later, so causes are not compared.
        if (entry.void, said) != (result.void, [(seat.entry, seat.place) for seat in result.seats]):
            yield f"{entry.game_id}: the ledger has {entry.void or said}, the game {result}"


def _lost(found: Found, watch: Watch, killer: Killer) -> Iterator[str]:
    """What was seen is still there, unless the store has taken it back as it may."""
    rated = {entry.game_id for entry in found.ledger}
    for game_id, at in watch.rated.items():
        if game_id not in rated and not killer.taken_back(at):
            yield f"{game_id} was rated, and the ledger does not have it"
    for game_id, at in watch.begun.items():
        if not found.noted.get(game_id) and not killer.taken_back(at):
            yield f"{game_id} was begun, and nothing has come of it"


def _wrong_causes(found: Found, crew: Crew) -> Iterator[str]:
    """What the service does to its entries is no failure of theirs."""
    allowed = dict.fromkeys(LEVELS, GOOD) | {one.id: one.kind.causes for one in crew.members}
    names = crew.names()
    for entry in found.ledger:
        for seat in entry.seats:
            if seat.cause not in allowed[seat.entry]:
                yield f"{entry.game_id}: {names[seat.entry]} ended by {seat.cause}"


def _wrong_counts(host: Services, ladder_id: str, found: Found, crew: Crew) -> Iterator[str]:
    """Seats and meetings are counted as they were played, and are balanced; entries of one owner never meet."""
    names = crew.names()
    seats, pairs = played(found)
    counted = host.ladders.seated(ladder_id, sorted(names), 2)
    for one, name in names.items():
        had = tuple(seats[one, seat] for seat in range(2))
        if counted[one] != had:
            yield f"{name} is said to have sat {counted[one]} times in its seats, and has {had}"
        if abs(had[0] - had[1]) > MOST_SURPLUS:
            yield f"{name} has had its seats {had} times"
    owners = {member.id: member.owner_id for member in crew.members}
    everybody = list(combinations(sorted(names), 2))
    for pair, count in zip(everybody, host.ladders.paired(ladder_id, everybody), strict=True):
        if count != pairs[frozenset(pair)]:
            yield f"{names[pair[0]]} and {names[pair[1]]} are said to have met {count} times"
        if count and owners.get(pair[0], pair[0]) == owners.get(pair[1], pair[1]):
            yield f"{names[pair[0]]} and {names[pair[1]]} belong to one owner and have met"


def _not_told(host: Services, ladder_id: str, crew: Crew, watch: Watch, killer: Killer) -> Iterator[str]:
    """Who errs too often is paused, and the owner reads of it."""
    for member in crew.members:
        # Who was paused for errors has to be validated again, so in the end it may not be.
        if member.id not in watch.validated:
            yield f"{member.kind.name} was never validated"
        games = sum(any(seat.entry == member.id for seat in entry.seats) for entry in found_games(host, ladder_id))
        if member.kind.paused and games > 8 and not watch.pauses[member.id]:
            yield f"{member.kind.name} was never paused"
        told = len(told_of(member))
        if told < watch.pauses[member.id] - len(killer.power_failed_at):
            yield f"{member.kind.name} was paused {watch.pauses[member.id]} times, and its owner was told {told} times"


def found_games(host: Services, ladder_id: str) -> Iterator[LedgerEntry]:
    """The ledger."""
    return map(ledger_entry_of, host.ladders.whole_ledger(ladder_id))


def told_of(member: Member) -> list[str]:
    """The games after which the owner's log says that its bot is paused."""
    games, place = list[str](), "0"
    while True:
        items = member.owner.insist("GET", f"/v1/players/me/events?limit=50&after={place}").get("items", [])
        if not items:
            return games
        place = f"{items[-1]['number']}-{items[-1]['mark']}"
        games += [
            one["game_id"]
            for one in items
            if one["event"]["type"] == "ladder_entry_changed" and one["event"]["status"] == "paused"
        ]


def played(found: Found) -> tuple[Counter[tuple[str, int]], Counter[frozenset[str]]]:
    """How often each entry has had each seat, and how often two have met: in all games that were no failure of the service."""
    seats, pairs = Counter[tuple[str, int]](), Counter[frozenset[str]]()
    for entry in found.ledger:
        if entry.void != "infrastructure":
            ids = [seat.entry for seat in entry.seats]
            seats.update((one, seat) for seat, one in enumerate(ids))
            pairs.update(map(frozenset, combinations(ids, 2)))
    return seats, pairs


def balance(found: Found, names: Mapping[str, str], always: set[str]) -> Iterator[str]:
    """Figures: how even seats and meetings are, the latter among those who were always there and may meet."""
    seats, pairs = played(found)
    surplus = [seats[one, 0] - seats[one, 1] for one in names]
    yield f"first seat more often than second, by entry: {min(surplus):+d} to {max(surplus):+d}"
    games = {one: seats[one, 0] + seats[one, 1] for one in names}
    counts = [count for pair, count in pairs.items() if pair <= always]
    yield f"games an entry: {min(games.values())} to {max(games.values())}"
    if counts:
        yield (
            f"meetings of two that were always there: {min(counts)} to {max(counts)}, "
            f"mean {fmean(counts):.1f}, median {median(counts):.0f}"
        )
