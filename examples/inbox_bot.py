"""A bot that plays by its inbox: one connection, however many games it is in.

With the bot's token (docs/bots.md says how to get one) and a client generated from the document of the service:

    pip install openapi-python-client ruff
    openapi-python-client generate --url http://127.0.0.1:8080/openapi.json --meta none --output-path splendor_host_client
    SPLENDOR_TOKEN=... PYTHONPATH=. python examples/inbox_bot.py http://127.0.0.1:8080

It accepts every invitation and plays in all its games until it is stopped. It keeps nothing: start it again at any time.
"""

import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

import httpx
from choosing import choose
from splendor_host_client import AuthenticatedClient, models
from splendor_host_client.api.lists import list_invitations
from splendor_host_client.api.live import list_my_turns
from splendor_host_client.api.playing import play_action
from splendor_host_client.api.seats import join_game
from splendor_host_client.types import UNSET, Response

ACTIONS: dict[str, Any] = {
    "take_tokens": models.TakeTokens,
    "reserve_card": models.ReserveCard,
    "reserve_from_deck": models.ReserveFromDeck,
    "purchase_card": models.PurchaseCard,
    "return_tokens": models.ReturnTokens,
    "choose_noble": models.ChooseNoble,
    "pass": models.Pass,
}
PAUSES_S = (0.5, 1, 2, 4, 8, 15)


def answer(operation: Callable[..., Response[Any]], *args: Any, **kwargs: Any) -> Any:
    """What the service answers; the very same request again where that is lost, or it asks for it. None: gave it up."""
    for pause in PAUSES_S:
        try:
            response = operation(*args, **kwargs)
        except (httpx.TransportError, ValueError):  # no answer, or the error page of a proxy
            retry_after = str(pause)
        else:
            if response.status_code < httpx.codes.INTERNAL_SERVER_ERROR and "retry-after" not in response.headers:
                return response.parsed
            retry_after = response.headers.get("retry-after", str(pause))
        time.sleep(float(retry_after) * random.uniform(1, 1.3))  # noqa: S311 - many bots shall not come at once
    return None


def accept_invitations(client: AuthenticatedClient) -> None:
    """Sits down wherever the bot is expected."""
    found = answer(list_invitations.sync_detailed, client=client)
    for invitation in found.items if isinstance(found, models.InvitationList) else ():
        answer(join_game.sync_detailed, invitation.game.id, client=client)


def play(client: AuthenticatedClient, turn: models.WaitingTurn) -> bool:
    """Acts once. False where the game is not what it was any more, or the service was away for too long."""
    action = choose(turn.view.to_dict(), [listed.action.to_dict() for listed in turn.legal_actions])
    said = answer(
        play_action.sync_detailed,
        turn.game_id,
        client=client,
        body=ACTIONS[action["type"]].from_dict(action),
        if_match=f'"{turn.etag}"',
        idempotency_key=turn.etag,
    )
    print(turn.game_id, turn.turn, action["type"], getattr(said, "code", "done" if said else "no answer"), flush=True)
    return isinstance(said, models.Played)


def main(base: str, token: str) -> None:
    """Plays without end."""
    client, cursor = AuthenticatedClient(base, token, timeout=40), UNSET
    inbox = {"client": client, "include": "view,legal_actions", "wait_ms": 20_000}
    while True:
        accept_invitations(client)
        found = answer(list_my_turns.sync_detailed, after=cursor, **inbox)
        if isinstance(found, models.Problem):
            sys.exit(f"{found.code}: {found.detail}")
        if found is not None:
            done = [play(client, turn) for turn in found.items]
            # Where one was not done, all that wait are asked for anew: without a cursor.
            cursor = found.cursor if all(done) else UNSET


if __name__ == "__main__":
    main(sys.argv[1], os.environ["SPLENDOR_TOKEN"])
