"""Signatures of what is sent out, by the Standard Webhooks specification, version 1.0."""

import base64
import secrets
from datetime import UTC, datetime
from typing import NamedTuple

from standardwebhooks import Webhook

SECRET_BYTES = 32
OLD_SIGNS_MS = 24 * 3600 * 1000
"""How long a secret that was replaced signs along."""


class Secrets(NamedTuple):
    """The secret of a receiver, and the one before it, which signs along until `until` (ms since 1970)."""

    secret: str
    former: str = ""
    until: int = 0

    def at(self, now_ms: int) -> tuple[str, ...]:
        """The secrets that sign at a time, the present one first."""
        return (self.secret, self.former) if self.former and now_ms < self.until else (self.secret,)


def new_secret() -> str:
    """A secret as the specification has it: `whsec_` and 32 random bytes in base64."""
    return "whsec_" + base64.b64encode(secrets.token_bytes(SECRET_BYTES)).decode()


def signed(message_id: str, now_ms: int, body: bytes, keys: Secrets) -> dict[str, str]:
    """The headers of a message: its id, the time of this very attempt, and a signature by each secret that counts."""
    at = datetime.fromtimestamp(now_ms // 1000, UTC)
    text = body.decode()
    return {
        "webhook-id": message_id,
        "webhook-timestamp": str(now_ms // 1000),
        "webhook-signature": " ".join(Webhook(key).sign(message_id, at, text) for key in keys.at(now_ms)),
    }
