"""Signatures that the library of the specification accepts, also while a secret is being replaced."""

import base64
import time

import pytest
from standardwebhooks import Webhook, WebhookVerificationError

from service.outbound.signing import OLD_SIGNS_MS, Secrets, new_secret, signed

BODY = '{"type": "turn", "name": "Zoë"}'.encode()


def now() -> int:
    return time.time_ns() // 1_000_000


def test_a_secret_is_32_random_bytes() -> None:
    one, two = new_secret(), new_secret()
    assert one != two
    assert one.startswith("whsec_")
    assert len(base64.b64decode(one.removeprefix("whsec_"), validate=True)) == 32


def test_the_receiver_can_verify_it_and_nobody_else() -> None:
    secret = new_secret()
    headers = signed("g-1", now(), BODY, Secrets(secret))
    assert headers["webhook-id"] == "g-1"
    assert Webhook(secret).verify(BODY, headers) == {"type": "turn", "name": "Zoë"}
    for other in (new_secret(),):
        with pytest.raises(WebhookVerificationError):
            Webhook(other).verify(BODY, headers)
    for changed in ({"webhook-id": "g-2"}, {"webhook-timestamp": str(int(headers["webhook-timestamp"]) + 1)}):
        with pytest.raises(WebhookVerificationError):
            Webhook(secret).verify(BODY, headers | changed)


def test_while_it_is_replaced_both_secrets_sign() -> None:
    former, new = new_secret(), new_secret()
    keys = Secrets(new, former, now() + OLD_SIGNS_MS)
    headers = signed("g-1", now(), BODY, keys)
    for secret in (former, new):
        assert Webhook(secret).verify(BODY, headers)
    later = keys.at(now() + OLD_SIGNS_MS)
    assert later == (new,)
    assert Secrets(new, "", now() + OLD_SIGNS_MS).at(now()) == (new,)
