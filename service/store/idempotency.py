"""Creations that carry an Idempotency-Key: who may carry one out, and what it made.

A game's own verbs need none of this, their requests are recorded by the commit. A creation has no game yet, so its key is
claimed first; the claim fixes the id of what will be created.
"""

from typing import Literal, NamedTuple

from .keys import creation_key
from .scripts import load
from .wire import Client

TAKEOVER_MS = 10_000
KEPT_MS = 24 * 3600 * 1000

_CLAIM, _END = load("claim_creation"), load("end_creation")


class Claim(NamedTuple):
    """What a claim came to, and the id of the thing.

    `mine`: the caller is to create it under this id, which may be one that an earlier, dead holder began with. `busy`:
    somebody is at it. `done`: it exists. `mismatch`: the key was used with another body.
    """

    state: Literal["mine", "busy", "done", "mismatch"]
    id: str


class CreationStore:
    """Claims on creations, kept for a day."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def claim(self, digest: str, body: str, new_id: str) -> Claim:
        """Claim the creation known by `digest` (of credential, route and key) with the digest of its body.

        `new_id` is drawn afresh by each caller: it tells the claims apart. A claim holds for ten seconds.
        """
        arguments = (body, new_id, TAKEOVER_MS, KEPT_MS)
        state, found = self._client.run(_CLAIM, (creation_key(digest),), arguments)
        return Claim(state.decode(), found.decode())

    def done(self, digest: str, new_id: str) -> None:
        """Note that the thing exists. `new_id` as given to `claim`."""
        self._client.run(_END, (creation_key(digest),), (new_id, 1))

    def release(self, digest: str, new_id: str) -> None:
        """Give a claim up after a refusal, which is not kept: the key may be used again at once."""
        self._client.run(_END, (creation_key(digest),), (new_id, 0))
