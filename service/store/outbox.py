"""What is to be sent out to others: webhooks, and turns for bots that are called.

One sorted set, with the instants in ms at which a ticker looks at each member, and a record of each beside it. A member
is asked for any number of times and claimed by one worker at a time; what is asked for while it is claimed is done after
that. A claim is a lease: a worker that dies delays a member by it and loses nothing.
"""

from collections.abc import Sequence
from typing import Literal

from .keys import OUTBOX
from .scripts import load
from .wire import Client

Letter = Literal["h", "c"]
"""`h`: the deliveries of a webhook endpoint, `c`: the turn of a game."""

PATIENCE_MS = 5_000
"""How long what was asked for is left to the job that was asked with it; then the ticker asks again."""

LEASE_MS = 6_000
"""How long whoever is at something has it, unless the claim is renewed."""

_ASK, _CLAIM, _END = load("outbox_ask"), load("outbox_claim"), load("outbox_end")
_RENEW, _DUE = load("outbox_renew"), load("outbox_due")


def member(letter: Letter, *ids: str) -> str:
    """The name of something to be sent out: `h <endpoint> <owner>` or `c <game>`."""
    return " ".join((letter, *ids))


class Outbox:
    """What is to be sent out. All methods but `find` concern one member."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def ask(self, what: str, at_ms: int = 0, *, urgent: bool = False) -> None:
        """Have something sent out, not before the instant `at_ms` (0: at once).

        `urgent` ends a firm wait (see `later`), and makes what is being tried just now be tried again.
        """
        self._client.run(_ASK, OUTBOX, (what, at_ms, PATIENCE_MS, int(urgent)))

    def ask_each(self, wanted: Sequence[str]) -> list[bool]:
        """Have several things sent out at once, in one round trip; for each whether a job is to be asked for.

        It is not where one has been asked for that has not begun, where somebody is at it, who goes on with it then, or
        where it waits for its next try.
        """
        return [
            bool(reply) for reply in self._client.run_each(_ASK, [(OUTBOX, (one, 0, PATIENCE_MS, 0)) for one in wanted])
        ]

    def find(self, limit: int = 100, again_ms: int = PATIENCE_MS) -> list[str]:
        """What is due and nobody's, oldest first. It is found again after `again_ms`, unless it is claimed before."""
        return [one.decode() for one in self._client.run(_DUE, OUTBOX[:1], (limit, again_ms))]

    def claim(self, what: str, lease_ms: int) -> int | None:
        """Take something for `lease_ms`: the number of the claim. None where it is not due, claimed, or gone."""
        return int(self._client.run(_CLAIM, OUTBOX, (what, lease_ms))) or None

    def renew(self, what: str, claim: int, lease_ms: int) -> bool:
        """Keep a claim for another `lease_ms` from now on; False where it is another's by now."""
        return bool(self._client.run(_RENEW, OUTBOX, (what, claim, lease_ms)))

    def done(self, what: str, claim: int) -> bool:
        """Nothing is left to do: True. False where it was asked for again meanwhile, and is due at once, or is another's."""
        return bool(self._client.run(_END, OUTBOX, (what, claim, -1, 0)) == 1)

    def later(self, what: str, claim: int, delay_ms: int, *, firm: bool = False) -> bool:
        """Give a claim back, to be tried again in `delay_ms`: True. False as in `done`.

        A `firm` wait is ended by an urgent request alone; any other by whoever asks.
        """
        return bool(self._client.run(_END, OUTBOX, (what, claim, delay_ms, int(firm))) == 1)

    def waiting(self) -> int:
        """How many members there are."""
        return int(self._client.call("ZCARD", OUTBOX[0]))
