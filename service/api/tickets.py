"""Tickets: the one credential that may stand in an address, for streams of browsers, which cannot send headers there."""

import re

from service.api import limiting
from service.api.call import Call
from service.api.errors import Refused
from service.store.tickets import Ticket
from service.store.tokens import digest_of

_TICKET = re.compile(r"st_[A-Za-z0-9_-]{43}", re.ASCII)


def redeem(call: Call, parameters: dict[str, str]) -> None:
    """Lets a ticket in the query stand for its token, as far as that is good. Takes it out of the parameters.

    Raises Refused `ticket-invalid` for one that is unknown, has ended, or is for another path, and where no stream is asked for.
    """
    if not call.operation.stream or "ticket" not in parameters:
        return
    if call.credential:
        raise Refused("unreadable-request", "Send a token or a ticket, not both.")
    ticket = _find(call, parameters.pop("ticket"))
    if ticket is None or ticket.path != call.http.path:
        limiting.count_stranger(call)
        raise Refused("ticket-invalid", headers={"WWW-Authenticate": 'Bearer realm="splendor"'})
    call.credential, call.ticket = ticket.credential, ticket


def _find(call: Call, text: str) -> Ticket | None:
    """What a ticket stands for; nothing where no stream is asked for."""
    opens = call.streams and call.http.method == "GET" and _TICKET.fullmatch(text)
    return call.services.tickets.find(digest_of(text)) if opens else None
