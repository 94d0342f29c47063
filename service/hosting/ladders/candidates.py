"""Who of a ladder can be put into a game now, as the pairing wants to know it."""

from collections.abc import Iterable, Mapping
from itertools import combinations
from random import Random

from service.hosting.host import Host
from service.hosting.ladders.values import Entry, Ladder, entry_of, standing_of
from service.store.ladders import Busy, Snapshot
from splendor.ratings.candidates import SEEN_WITHIN_MS, Candidate, History

MOST_CANDIDATES = 120
"""So many are looked at together: what any two of them have played is read."""
UNSEEN_MS = 10 * SEEN_WITHIN_MS
MOST_BACK_OFF_MS = 3_600_000
"""A program that is called and fails in one game after the other is tried again so often at least."""
LATE_MS = 10_000
"""Calls that have waited for a worker for so long have none."""


def candidates(host: Host, ladder: Ladder, snapshot: Snapshot, rng: Random) -> tuple[list[Candidate], list[Candidate]]:
    """Those that are present: active entries, at most MOST_CANDIDATES, and those that have yet to be validated."""
    entries = {one: entry_of(record) for one, record in snapshot.entries.items()}
    wanted = {one: entry for one, entry in entries.items() if entry.status in ("active", "validating")}
    people = [one for one, entry in wanted.items() if entry.kind != "ai"]
    seen = _seen(host, people, snapshot.now)
    here = {
        one: entry for one, entry in wanted.items() if entry.kind == "ai" or seen.get(one, UNSEEN_MS) <= SEEN_WITHIN_MS
    }
    blocks = _blocks(host, here)
    found = [_candidate(one, entry, ladder, snapshot, seen, blocks) for one, entry in here.items()]
    active = [one for one in found if entries[one.id].status == "active"]
    return _some(active, snapshot.now, rng), [one for one in found if entries[one.id].status == "validating"]


def history_of(host: Host, ladder: Ladder, present: Iterable[Candidate]) -> History:
    """What was played by those who are present."""
    ids = sorted(one.id for one in present)
    pairs = list(combinations(ids, 2))
    together = dict(zip(map(frozenset, pairs), host.ladders.paired(ladder.id, pairs), strict=True))
    return History(together, host.ladders.seated(ladder.id, ids, ladder.settings.seats))


def _candidate(
    one: str,
    entry: Entry,
    ladder: Ladder,
    snapshot: Snapshot,
    seen: Mapping[str, int],
    blocks: Mapping[str, frozenset[str]],
) -> Candidate:
    standing, busy = standing_of(snapshot.standings.get(one)), snapshot.busy.get(one, Busy())
    anchor = entry.kind == "ai"
    return Candidate(
        id=one,
        owner=None if anchor else entry.household,
        rating=standing.rating,
        games=standing.games,
        running=busy.games,
        most=ladder.settings.games_at_once if entry.status == "active" else 1,
        idle_since_ms=max(entry.joined_at, busy.since),
        seen_ms=None if anchor else snapshot.now - seen[one],
        rest_until_ms=busy.free_from,
        blocked=blocks.get(one, frozenset()),
        person=entry.person or None,
    )


def _some(found: list[Candidate], now: int, rng: Random) -> list[Candidate]:
    """Of very many those that have waited longest, and some that are busy: those may be worth waiting for."""
    if len(found) <= MOST_CANDIDATES:
        return found
    free = sorted((one for one in found if one.room(now) > 0), key=lambda one: (one.idle_since_ms, one.id))
    busy = [one for one in found if one.room(now) <= 0]
    rng.shuffle(busy)
    return [*free, *busy][:MOST_CANDIDATES]


def _seen(host: Host, player_ids: list[str], now: int) -> dict[str, int]:
    """How many ms ago each was heard of; nothing of those who are gone.

    A program that is called is there where a call to it last led to an action, and again some time after one has failed:
    after a minute, or longer for one that has failed in several games. While calls are late at our own place none is.
    """
    if not player_ids:
        return {}
    seen = dict(zip(player_ids, host.presence.seen_ms(player_ids), strict=True))
    players = [one for one in host.players.get_many(player_ids) if one is not None]
    called = [one.id for one in players if one.turn_url]
    late = bool(called) and _calls_are_late(host)
    for one, calls in zip(called, host.callbacks.failing(called), strict=True):
        if late:
            seen[one] = None
        elif not calls.games or now - calls.at > min(SEEN_WITHIN_MS << min(calls.games - 1, 10), MOST_BACK_OFF_MS):
            seen[one] = 0
    return {one.id: ago for one in players if (ago := seen[one.id]) is not None}


def _calls_are_late(host: Host) -> bool:
    try:
        return host.queues.outbound_late_ms() > LATE_MS
    except ConnectionError:
        return True


def _blocks(host: Host, entries: Mapping[str, Entry]) -> dict[str, frozenset[str]]:
    """Whom each entry does not want to meet: the players on its own list and on that of its owner."""
    people = {one: {one, entry.person or one} for one, entry in entries.items() if entry.kind != "ai"}
    keepers = sorted(set().union(*people.values())) if people else []
    lists = dict(zip(keepers, host.blocks.all_of(keepers), strict=True))
    return {one: frozenset().union(*(lists[keeper] for keeper in kept)) for one, kept in people.items()}
