"""Coming into a ladder and going out of it again: bots and people by themselves, AI players by an administrator."""

import re
from collections.abc import Callable

import msgspec

from service.hosting.company import household_of
from service.hosting.errors import TooMany
from service.hosting.host import Host
from service.hosting.ladders.errors import EntryNotFound, LadderClosed, LadderFixed, LadderMoved, NotEligible
from service.hosting.ladders.finding import find_ladder
from service.hosting.ladders.values import Entry, Ladder, PausedFor, encode, entry_of, standing_of
from service.store.errors import LimitReached
from service.store.keys import is_player_id
from service.store.ladder_keys import PEOPLE
from service.store.ladders import MOST_ENTRIES, EntryChange, Room
from service.store.players import Player
from splendor.ai import PLAYERS

TRIES = 8
_AI_NAME = re.compile(r"[a-z0-9-]{1,32}", re.ASCII)

Decide = Callable[[Entry | None], Entry]


def join_ladder(host: Host, ladder_id: str, player: Player) -> Entry:
    """A bot enters and has to finish one unrated game first; people are active at once. Who is in it already stays as it is.

    A bot that failed, and whoever has left, begins anew; rating, results and conduct are kept. Raises LadderNotFound,
    LadderClosed, LadderFixed, NotEligible (also for one that an operator keeps out), and TooMany where the owner has too
    many entries or the ladder is full.
    """
    ladder = _enterable(host, ladder_id)
    _check_eligible(ladder, player)
    # People are their own, also those of one app; an app makes as many owners of bots as it likes.
    household = player.id if player.kind == "human" else household_of(host, player.id)
    person = player.owner or player.id
    host.ladders.note_player(player.id, ladder_id)
    now = host.ladders.now(ladder_id)

    def decide(before: Entry | None) -> Entry:
        if before is not None and is_in(before):
            return before
        if before is not None and before.paused_for == "operator":
            raise NotEligible("An operator keeps this entry out.")
        status, done = ("validating", False) if player.kind == "bot" else ("active", True)
        since = before.conduct_since if before else 0
        return Entry(player.kind, household, status, "", now, since, validated=done, person=person)  # type: ignore[arg-type]

    room = Room(household, ladder.settings.owner_entries, MOST_ENTRIES)
    entry = _change(host, ladder_id, player.id, decide, room)
    host.presence.forget(player.id)
    host.ladders_due.hurry(ladder_id)
    return entry


def enter_ai(host: Host, ladder_id: str, ai_player: str, name: str = "") -> Entry:
    """An AI player enters, under its own name or another one, by which it is known in this ladder for good.

    One that is in it already stays as it is, paused too. Raises LadderNotFound, LadderClosed, LadderFixed, ValueError for
    a name that is none, NotEligible for one that stands for another AI player, EntryNotFound for an AI player that there
    is not.
    """
    _enterable(host, ladder_id)
    entry_id = name or ai_player
    if ai_player not in PLAYERS:
        raise EntryNotFound("There is no AI player of this name.")
    if not _AI_NAME.fullmatch(entry_id) or is_player_id(entry_id):
        raise ValueError("An AI player is known by up to 32 lower-case letters, digits and hyphens.")
    now = host.ladders.now(ladder_id)

    def decide(before: Entry | None) -> Entry:
        if before is not None and before.ai_player != ai_player:
            raise NotEligible("Another AI player has been known by this name here.")
        if before is not None and is_in(before):
            return before
        return Entry("ai", joined_at=now, validated=True, ai_player=ai_player)

    entry = _change(host, ladder_id, entry_id, decide)
    host.ladders_due.hurry(ladder_id)
    return entry


def find_entry(host: Host, ladder_id: str, entry_id: str) -> Entry:
    """An entry, also one that has left. Raises EntryNotFound."""
    record = host.ladders.entries(ladder_id, [entry_id])[0]
    if not record:
        raise EntryNotFound("There is no such entry in this ladder.")
    return entry_of(record)


def is_in(entry: Entry) -> bool:
    """Whether it is in the ladder, be it paused or not yet validated."""
    return entry.status not in ("left", "failed")


def pause_entry(host: Host, ladder_id: str, entry_id: str, why: PausedFor = "owner") -> Entry:
    """The entry is put into no more games; those that run go on. Who is out is kept out by an operator's pause.

    Raises EntryNotFound.
    """

    def decide(before: Entry | None) -> Entry:
        if before is not None and not is_in(before) and why == "operator":
            return msgspec.structs.replace(before, paused_for=why)
        entry = _present(before)
        if entry.status == "paused" and why == "owner":
            return entry
        return msgspec.structs.replace(entry, status="paused", paused_for=why)

    return _change(host, ladder_id, entry_id, decide)


def resume_entry(host: Host, ladder_id: str, entry_id: str, *, operator: bool = False) -> Entry:
    """The entry goes on; who is out may come back. After a pause for errors it is judged by its games from now on.

    A bot shows first that it can finish a game again then: else it would feed its next opponents with lost games.
    Raises EntryNotFound, and NotEligible where an operator has paused it and none asks.
    """
    since = standing_of(host.ladders.standings(ladder_id, [entry_id])[0]).revision

    def decide(before: Entry | None) -> Entry:
        if before is not None and not is_in(before) and operator:
            return msgspec.structs.replace(before, paused_for="")
        entry = _present(before)
        if entry.status != "paused":
            return entry
        if entry.paused_for == "operator" and not operator:
            raise NotEligible("An operator has paused this entry.")
        if entry.paused_for == "errors":
            entry = msgspec.structs.replace(entry, conduct_since=since, validated=entry.kind != "bot")
        return msgspec.structs.replace(entry, status="active" if entry.validated else "validating", paused_for="")

    entry = _change(host, ladder_id, entry_id, decide)
    host.ladders_due.hurry(ladder_id)
    return entry


def leave_ladder(host: Host, ladder_id: str, entry_id: str) -> Entry:
    """The entry is out of the ladder. Games that run go on and count; rating and results are kept. Raises EntryNotFound."""

    def decide(before: Entry | None) -> Entry:
        if before is None:
            raise EntryNotFound("There is no such entry in this ladder.")
        kept = "operator" if before.paused_for == "operator" else ""
        return msgspec.structs.replace(before, status="left", paused_for=kept)

    return _change(host, ladder_id, entry_id, decide)


def leave_all_ladders(host: Host, player_id: str) -> None:
    """For a player who is gone. May be repeated."""
    for ladder_id in host.ladders.of_player(player_id):
        if host.ladders.entries(ladder_id, [player_id])[0]:
            leave_ladder(host, ladder_id, player_id)
    host.ladders.forget_player(player_id)


def _enterable(host: Host, ladder_id: str) -> Ladder:
    ladder = find_ladder(host, ladder_id)
    if ladder_id == PEOPLE:
        raise LadderFixed("Nobody enters the ladder of people: their rated games count there.")
    if ladder.status == "closed":
        raise LadderClosed("The ladder is closed.")
    return ladder


def _check_eligible(ladder: Ladder, player: Player) -> None:
    wanted = {"bots": ("bot",), "people": ("human",), "all": ("bot", "human")}[ladder.settings.open_to]
    if player.kind not in wanted:
        raise NotEligible(f"This ladder is for {ladder.settings.open_to} alone.")
    if ladder.settings.invited and player.id not in ladder.settings.invited:
        raise NotEligible("Only invited players enter this ladder.")


def _present(entry: Entry | None) -> Entry:
    if entry is None or not is_in(entry):
        raise EntryNotFound("There is no such entry in this ladder.")
    return entry


def _change(host: Host, ladder_id: str, entry_id: str, decide: Decide, room: Room | None = None) -> Entry:
    for _ in range(TRIES):
        record = host.ladders.entries(ladder_id, [entry_id])[0]
        before = entry_of(record) if record else None
        after = decide(before)
        if after == before or _is_written(host, ladder_id, EntryChange(entry_id, record, encode(after)), room):
            return after
    raise LadderMoved("The entry has just been changed by others.")


def _is_written(host: Host, ladder_id: str, change: EntryChange, room: Room | None) -> bool:
    try:
        return host.ladders.set_entry(ladder_id, change, room)
    except LimitReached as error:
        whose = "One owner has" if room and error.most == room.of_household else "The ladder has"
        raise TooMany(f"{whose} at most {error.most} entries in this ladder.") from None
