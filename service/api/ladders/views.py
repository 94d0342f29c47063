"""What ladders, entries and results look like from outside. Nothing is told of the app or owner behind an entry."""

from collections.abc import Iterator, Mapping
from typing import Any

from service.hosting.instants import instant
from service.hosting.ladders.head_to_head import HeadToHead
from service.hosting.ladders.standings import LedgerItem, Row, RunningGame
from service.hosting.ladders.values import Entry, Ladder, LedgerEntry, Participation, Standing
from service.hosting.render import time_control_view
from service.store.ladder_keys import PEOPLE
from splendor.ratings.rating import Rating, conservative, interval, points, uncertainty

View = dict[str, Any]
Names = Mapping[str, str]

SEEN_TO_MS = 10_000
"""How exactly it is told when an entry was heard of: a process notes it no more often."""
_DIGITS = 4
_OF_ALL = ("target_prestige", "reserved_cards", "unfinished", "open_to")
_OF_PAIRING = ("seats", "max_rounds", "games_at_once", "rest_ms", "illegal_actions", "owner_entries", "anchor_games")


def ladder_view(ladder: Ladder, *, admin: bool = False) -> View:
    """A ladder as everybody may see it; who is invited is for administrators."""
    view = {"id": ladder.id, "name": ladder.name, "status": ladder.status, "settings": _settings_view(ladder, admin)}
    return view | ({"created_at": instant(ladder.created_at)} if ladder.created_at else {})


def _settings_view(ladder: Ladder, admin: bool) -> View:
    settings = ladder.settings
    view: View = {name: getattr(settings, name) for name in _OF_ALL} | {"invited_only": bool(settings.invited)}
    if ladder.id == PEOPLE:
        return view  # the rest is not up to it: nobody is paired there
    view |= {name: getattr(settings, name) for name in _OF_PAIRING}
    view["time_control"] = time_control_view(settings.time_control)
    view["error_percent"] = round(settings.error_share * 100)
    return view | ({"invited": list(settings.invited)} if admin and settings.invited else {})


def rating_view(rating: Rating) -> View:
    """A rating in points."""
    low, high = interval(rating)
    return {
        "rating": points(rating),
        "uncertainty": uncertainty(rating),
        "conservative_rating": conservative(rating),
        "low": low,
        "high": high,
    }


def entry_view(entry_id: str, name: str, entry: Entry, standing: Standing, error_share: float) -> View:
    """An entry as everybody may see it."""
    view: View = {"id": entry_id, "name": name, "kind": entry.kind, "status": entry.status}
    told = {
        "ai_player": entry.ai_player,
        "paused_for": entry.paused_for,
        "validation_game_id": entry.trial,
        "failed_for": entry.failed_for,
        "joined_at": instant(entry.joined_at) if entry.joined_at else "",
    }
    view |= {member: value for member, value in told.items() if value}
    view["rating"] = rating_view(standing.rating)
    view |= {"games": standing.games, "won": standing.won, "shared": standing.shared}
    return view | {"error_share": round(error_share, _DIGITS)}


def standing_view(row: Row, now: int) -> View:
    """A row of the table; `now` in ms since 1970."""
    standing = row.standing
    view: View = {"place": row.place} if row.place else {}
    view |= entry_view(row.id, row.name, row.entry, standing, row.error_share)
    if standing.games:
        view["won_share"] = _won_share(standing.games, standing.won, standing.shared)
    view["positions"] = [_position(place, *counts) for place, counts in sorted(standing.places.items())]
    view["running_games"] = row.running
    if standing.idle_since:
        view["last_game_at"] = instant(standing.idle_since)
    if row.seen_ms is not None:
        view["last_seen_at"] = instant((now - row.seen_ms) // SEEN_TO_MS * SEEN_TO_MS)
    return view


def running_view(game: RunningGame, names: Names) -> View:
    """A game that runs."""
    return {
        "game_id": game.game_id,
        "status": "running",
        "kind": "rated" if game.rated else "validation",
        "seats": [_seat(number, entry, names) for number, entry in enumerate(game.seats)],
        "started_at": instant(game.made_at),
    }


def settled_view(item: LedgerItem, names: Names) -> View:
    """A game that stands in the ledger."""
    entry = item.entry
    view = {
        "game_id": entry.game_id,
        "status": "void" if entry.void else "rated",
        "kind": "rated",
        "number": item.place,
    }
    view |= _void(entry) | {"seats": list(_results(entry, names))}
    return view | {"ended_at": instant(entry.at)}


def ledger_view(item: LedgerItem, names: Names) -> View:
    """The same with the ratings."""
    entry = item.entry
    seats = [
        seat | {"before": _exact(one.before), "after": _exact(one.after)}
        for seat, one in zip(_results(entry, names), entry.seats, strict=True)
    ]
    view = {"number": item.place, "game_id": entry.game_id, "ended_at": instant(entry.at)}
    return view | {"algorithm": entry.algorithm} | _void(entry) | {"seats": seats}


def head_to_head_view(one: View, other: View, found: HeadToHead) -> View:
    """What two entries have made of each other."""
    chances = {name: round(getattr(found, name), _DIGITS) for name in ("likely_better", "rated_better")}
    return {"one": one, "other": other} | found._asdict() | chances


def _won_share(games: int, won: int, shared: int) -> float:
    return round((won - shared / 2) / games, _DIGITS)


def _position(place: str, games: int, won: int, shared: int) -> View:
    seats, _, seat = place.partition("-")
    view: View = {"seats": int(seats), "seat": int(seat), "games": games, "won": won, "shared": shared}
    return view | {"won_share": _won_share(games, won, shared)}


def _void(entry: LedgerEntry) -> View:
    return {"void_reason": entry.void} if entry.void else {}


def _seat(number: int, entry_id: str, names: Names) -> View:
    return {"seat": number, "entry_id": entry_id, "name": names[entry_id]}


def _results(entry: LedgerEntry, names: Names) -> Iterator[View]:
    """Who came in where. Of a game that the service has spoiled nothing else is told of its seats."""
    for number, one in enumerate(entry.seats):
        spoiled = entry.void == "infrastructure"
        yield _seat(number, one.entry, names) | ({} if spoiled else _result(one))


def _result(one: Participation) -> View:
    return ({"place": one.place} if one.place else {}) | {"cause": one.cause}


def _exact(numbers: tuple[int, int]) -> View:
    rating = Rating(*numbers)
    view = {"rating": points(rating), "uncertainty": uncertainty(rating)}
    return view | {"mean": rating.mean, "deviation": rating.deviation}
