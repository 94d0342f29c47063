"""Webhook endpoints: where an owner, a player or an app, wants to be told of its games, and how far it has been told.

All keys of an owner's endpoints lie in the owner's slot. An endpoint is a durable place in its owner's log; whoever
delivers moves it by comparing, so that a process that was believed dead undoes nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec

from .errors import LimitReached, Unreadable
from .keys import is_webhook_id, owner_key, webhook_keys, webhooks_key
from .scripts import load
from .wire import Argument, Client

State = Literal["pending", "delivered", "failed"]

MOST_WEBHOOKS = 10
"""How many endpoints an owner has at a time."""
KEPT_DELIVERIES = 100

_ADD, _SET, _ROTATE, _DROP, _SENT = (load(f"{verb}_webhook") for verb in ("add", "set", "rotate", "drop", "sent"))


class Place(NamedTuple):
    """A place in an owner's log: the number of an event, and the log's mark there; 0 and "" before the first one."""

    number: int
    tag: str


class Resync(NamedTuple):
    """A break in the log that the endpoint has yet to be told of, and when it was found (ms since 1970)."""

    place: Place
    at: int


class Webhook(NamedTuple):
    """An endpoint. `types` are the events it is told of, () for all.

    enabled: whether it is told at all; reason: why the service itself has ended that, else empty.
    secret: what signs; previous: a former secret that signs along until `previous_until`.
    place: how far it has been told. resync: what it has to be told before all else.
    begun: whether the games of its owner's players are known to be told of; walked: how far that has come.
    tries, failing_since: of the message that is in flight. All instants in ms since 1970, 0 for none.
    """

    id: str
    owner: str
    url: str
    types: tuple[str, ...]
    secret: str
    place: Place
    enabled: bool = True
    reason: str = ""
    previous: str = ""
    previous_until: int = 0
    created_at: int = 0
    resync: Resync | None = None
    begun: bool = True
    walked: str = ""
    tries: int = 0
    failing_since: int = 0


class Delivery(msgspec.Struct, frozen=True, array_like=True):
    """One message to an endpoint: what it is about, and how its tries went.

    number: of the event in the owner's log; event: its number in its game. at: when it was tried last, in ms since
    1970. status: of the answer, 0 without one. error: a slug, empty where there was an answer. found_at: of a break in
    the log, when it was found.
    """

    id: str
    type: str
    game_id: str
    number: int
    event: int
    tag: str
    at: int = 0
    attempts: int = 0
    state: State = "pending"
    status: int = 0
    error: str = ""
    found_at: int = 0


Changes = Mapping[str, Argument]
_decode = msgspec.json.Decoder(Delivery).decode


def changes(**members: str | int | bool | Sequence[str] | Resync | None) -> dict[str, Argument]:
    """Members of Webhook with their new values, in the form in which they are stored."""
    return {name: _stored(value) for name, value in members.items()}


class WebhookStore:
    """Reads and writes endpoints. Ids that cannot be any are answered as unknown."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def add(self, webhook: Webhook) -> Webhook | None:
        """Store a new endpoint (`created_at` is not looked at); None for no owner. Raises LimitReached."""
        members = webhook._asdict()
        for name in ("id", "owner", "place", "created_at"):
            members.pop(name)
        fields = changes(number=webhook.place.number, tag=webhook.place.tag, **members)
        keys = (*_shared(webhook.owner), webhook_keys(webhook.owner, webhook.id).endpoint)
        since = self._client.run(_ADD, keys, (webhook.id, MOST_WEBHOOKS, *_flat(fields)))
        if since is not None and since < 0:
            raise LimitReached(MOST_WEBHOOKS)
        return None if since is None else webhook._replace(created_at=since)

    def get(self, owner: str, webhook_id: str) -> Webhook | None:
        """The owner's endpoint of this id."""
        return self._read(owner, [webhook_id])[0] if is_webhook_id(webhook_id) else None

    def all(self, owner: str) -> list[Webhook]:
        """The owner's endpoints, oldest first, by time and id."""
        found = self._read(owner, [one.decode() for one in self._client.call("HKEYS", webhooks_key(owner))])
        return sorted((one for one in found if one is not None), key=lambda one: (one.created_at, one.id))

    def enabled(self, owners: Iterable[str]) -> list[tuple[str, str]]:
        """The enabled endpoints of several owners, each with its owner in front. One round trip."""
        wanted = list(owners)
        lists = self._client.calls([("HGETALL", webhooks_key(owner)) for owner in wanted]) if wanted else []
        return [
            (owner, one.decode())
            for owner, pairs in zip(wanted, lists, strict=True)
            for one, on in zip(pairs[::2], pairs[1::2], strict=True)
            if on == b"1"
        ]

    def change(self, owner: str, webhook_id: str, changed: Changes) -> bool:
        """Give members new values; False for no endpoint."""
        keys = (*_shared(owner), webhook_keys(owner, webhook_id).endpoint)
        return is_webhook_id(webhook_id) and bool(self._client.run(_SET, keys, (webhook_id, *_flat(changed))))

    def rotate(self, owner: str, webhook_id: str, secret: str, former_ms: int) -> int | None:
        """Put a new secret in the place of the present one: until when that counts on, in ms since 1970. None for none."""
        keys = (*_shared(owner), webhook_keys(owner, webhook_id).endpoint)
        until = is_webhook_id(webhook_id) and self._client.run(_ROTATE, keys, (webhook_id, secret, former_ms))
        return until or None

    def drop(self, owner: str, webhook_id: str) -> bool:
        """Remove an endpoint and its deliveries; False for no endpoint. May be repeated."""
        keys = (*_shared(owner), *webhook_keys(owner, webhook_id))
        return is_webhook_id(webhook_id) and bool(self._client.run(_DROP, keys, (webhook_id,)))

    def drop_all(self, owner: str) -> None:
        """Remove all endpoints of an owner who is gone."""
        for one in self._client.call("HKEYS", webhooks_key(owner)):
            self.drop(owner, one.decode())

    def note(
        self, webhook: Webhook, place: Place, delivery: Delivery | None = None, *, again: bool = False, **changed: Any
    ) -> bool:
        """Move an endpoint from the place in `webhook` to this one, with the record of a delivery and further changes.

        again: it was one that had been made before. False where somebody else has moved the endpoint, or removed it.
        """
        record = (delivery.id, msgspec.json.encode(delivery)) if delivery else ("", "")
        arguments = (*webhook.place, *place, *record, KEPT_DELIVERIES, int(again), *_flat(changes(**changed)))
        return bool(self._client.run(_SENT, webhook_keys(webhook.owner, webhook.id), arguments))

    def deliveries(self, owner: str, webhook_id: str) -> list[Delivery]:
        """The newest deliveries of an endpoint, newest first."""
        keys = webhook_keys(owner, webhook_id)
        order, pairs = self._client.calls([("LRANGE", keys.order, 0, -1), ("HGETALL", keys.deliveries)])
        found = dict(zip(pairs[::2], pairs[1::2], strict=True))
        return [_delivery(found[one]) for one in order if one in found]

    def delivery(self, owner: str, webhook_id: str, delivery_id: str) -> Delivery | None:
        found = self._client.call("HGET", webhook_keys(owner, webhook_id).deliveries, delivery_id)
        return None if found is None else _delivery(found)

    def ask_again(self, owner: str, webhook_id: str, delivery_id: str) -> None:
        """Note that a delivery is to be made once more."""
        self._client.call("SADD", webhook_keys(owner, webhook_id).again, delivery_id)

    def asked_again(self, webhook: Webhook) -> list[str]:
        """The deliveries that are to be made once more."""
        found = self._client.call("SMEMBERS", webhook_keys(webhook.owner, webhook.id).again)
        return sorted(one.decode() for one in found)

    def forget_again(self, webhook: Webhook, delivery_id: str) -> None:
        """Note that a delivery cannot be made once more: there is no record of it."""
        self._client.call("SREM", webhook_keys(webhook.owner, webhook.id).again, delivery_id)

    def _read(self, owner: str, ids: Sequence[str]) -> list[Webhook | None]:
        rows = self._client.calls([("HGETALL", webhook_keys(owner, one).endpoint) for one in ids]) if ids else []
        return [_webhook(owner, one, row) if row else None for one, row in zip(ids, rows, strict=True)]


def _shared(owner: str) -> tuple[str, str]:
    return owner_key(owner), webhooks_key(owner)


def _flat(changed: Changes) -> list[Argument]:
    return [part for pair in changed.items() for part in pair]


def _stored(value: Any) -> Argument:
    match value:
        case bool() | int():
            return int(value)
        case Resync(place, at):
            return f"{place.number} {place.tag} {at}"
        case None:
            return ""
        case str():
            return value
        case _:
            return ",".join(value)


def _webhook(owner: str, webhook_id: str, row: list[bytes]) -> Webhook:
    members = {name.decode(): value.decode() for name, value in zip(row[::2], row[1::2], strict=True)}
    numbers = ("previous_until", "created_at", "tries", "failing_since")
    try:
        return Webhook(
            id=webhook_id,
            owner=owner,
            types=tuple(filter(None, members["types"].split(","))),
            place=Place(int(members["number"]), members["tag"]),
            enabled=members["enabled"] == "1",
            begun=members["begun"] == "1",
            resync=_resync(members["resync"]),
            **{name: members[name] for name in ("url", "secret", "reason", "previous", "walked")},  # type: ignore[arg-type]
            **{name: int(members[name]) for name in numbers},  # type: ignore[arg-type]
        )
    except (KeyError, ValueError) as error:
        raise Unreadable(str(error)) from error


def _resync(text: str) -> Resync | None:
    if not text:
        return None
    number, tag, at = text.split(" ")
    return Resync(Place(int(number), tag), int(at))


def _delivery(record: bytes) -> Delivery:
    try:
        return _decode(record)
    except msgspec.MsgspecError as error:
        raise Unreadable(str(error)) from error
