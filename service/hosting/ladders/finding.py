"""Ladders as resources: laying one down, finding, listing and changing it."""

from typing import Any

import msgspec

from service.hosting.errors import TooMany
from service.hosting.host import Host
from service.hosting.ladders.errors import LadderClosed, LadderFixed, LadderMoved, LadderNotFound
from service.hosting.ladders.values import PEOPLE_LADDER, Ladder, LadderSettings, LadderStatus, encode, ladder_of
from service.store.errors import LimitReached
from service.store.ladder_keys import PEOPLE

CHANGEABLE = frozenset({
    "games_at_once", "rest_ms", "open_to", "invited", "illegal_actions", "error_share", "owner_entries", "anchor_games",
})  # fmt: skip
"""The settings that do not decide what a rating means; the others never change (A21)."""


def create_ladder(host: Host, ladder_id: str, name: str, settings: LadderSettings) -> Ladder:
    """A new ladder, under an id that was drawn for it; may be repeated. Raises TooMany, LadderMoved."""
    record = encode(Ladder(ladder_id, name, settings))
    try:
        stored = host.ladders.write(ladder_id, 0, record)
    except LimitReached as error:
        raise TooMany(f"There are {error.most} ladders, as many as there may be.") from None
    if stored is None:
        raise LadderMoved("There is another ladder with this id.")
    host.ladders_due.add(ladder_id)
    return ladder_of(stored)


def find_ladder(host: Host, ladder_id: str) -> Ladder:
    """A ladder, that of people too. Raises LadderNotFound."""
    if ladder_id == PEOPLE:
        return PEOPLE_LADDER
    stored = host.ladders.read(ladder_id)
    if stored is None:
        raise LadderNotFound("There is no such ladder.")
    return ladder_of(stored)


def list_ladders(host: Host) -> list[Ladder]:
    """All ladders: that of people, then the others, newest first."""
    return [PEOPLE_LADDER, *map(ladder_of, host.ladders.all())]


def unattended(host: Host) -> list[str]:
    """The ladders that nobody looks after, though they have games that are not settled, or may begin some."""
    every = list_ladders(host)
    missing = frozenset(host.ladders_due.missing([one.id for one in every]))
    found = [one for one in every if one.id in missing]
    games = host.unsettled.counts([one.id for one in found])
    idle = {PEOPLE, *(one.id for one in found if one.status == "closed")}
    return [one.id for one, count in zip(found, games, strict=True) if count or one.id not in idle]


def change_ladder(
    host: Host, ladder_id: str, *, name: str | None = None, status: LadderStatus | None = None, **settings: Any
) -> Ladder:
    """The ladder with another name, another status, other settings (those in CHANGEABLE).

    A paused ladder begins no games; a closed one is over for good. Games that run go on. Raises LadderNotFound,
    LadderFixed, LadderClosed, and LadderMoved where others change it in the same moment.
    """
    before = find_ladder(host, ladder_id)
    _check_changeable(before, frozenset(settings))
    after = msgspec.structs.replace(
        before,
        name=before.name if name is None else name,
        status=before.status if status is None else status,
        settings=msgspec.structs.replace(before.settings, **settings),
    )
    if after == before:
        return before
    if before.status == "closed":
        raise LadderClosed("The ladder is closed.")
    stored = host.ladders.write(ladder_id, before.revision, encode(after))
    if stored is None:
        raise LadderMoved("The ladder has just been changed by others.")
    host.ladders_due.add(ladder_id)
    host.ladders_due.hurry(ladder_id)
    return ladder_of(stored)


def _check_changeable(ladder: Ladder, names: frozenset[str]) -> None:
    if ladder.id == PEOPLE:
        raise LadderFixed("The ladder of people stays as it is.")
    if fixed := names - CHANGEABLE:
        raise LadderFixed(f"What decides what a rating means never changes: {', '.join(sorted(fixed))}.")
