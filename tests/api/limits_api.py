"""What the tests of rate limits share."""

import re
from typing import Any

from werkzeug.test import TestResponse

from service.config import Rate
from tests.api.games_api import ME, OPEN, GameAt, Site

FEW = {
    "limit_create": Rate(3, 60),
    "limit_act": Rate(4, 60),
    "limit_read": Rate(5, 60),
    "limit_stream": Rate(2, 60),
    "limit_game": Rate(6, 60),
}
"""So few, and so slow to come back, that a test need not look at the clock."""

# RFC 9651: a list of items, each a string with parameters that are integers.
_ITEM = r'"([ !#-\[\]-~]*)"((?:; *[a-z*][a-z0-9_.*-]*=-?[0-9]{1,15})*)'
_LIST = re.compile(rf"{_ITEM}(?:[ \t]*,[ \t]*{_ITEM})*")


def limited_site(url: str, **settings: Any) -> Site:
    return Site(url, **{"rate_limits": "on", **FEW, **settings})


def fields(text: str) -> dict[str, dict[str, int]]:
    """A structured field as these headers are: parameters by item. Fails where it is none."""
    assert _LIST.fullmatch(text), text
    return {
        name: {key: int(value) for key, value in re.findall(r"([a-z]+)=([0-9]+)", parameters)}
        for name, parameters in re.findall(_ITEM, text)
    }


def told(reply: TestResponse) -> dict[str, dict[str, int]]:
    """What a reply says of limits: policy and state together, by the name of the limit; {} where it says nothing."""
    if "RateLimit" not in reply.headers:
        assert "RateLimit-Policy" not in reply.headers
        return {}
    state, policy = fields(reply.headers["RateLimit"]), fields(reply.headers["RateLimit-Policy"])
    assert state.keys() == policy.keys()
    return {name: policy[name] | state[name] for name in state}


def left(reply: TestResponse, name: str) -> int:
    """How many requests the reply says are left of a limit, which has to be the only one."""
    ((found, values),) = told(reply).items()
    assert found == name
    return values["r"]


def refused(reply: TestResponse, name: str, rate: Rate) -> None:
    """429 with all that is promised."""
    assert (reply.status_code, reply.json["code"]) == (429, "rate-limited"), reply.text
    share_ms = rate.seconds * 1000 // rate.quota
    assert 0 < reply.json["retry_after_ms"] <= share_ms
    assert 0 < int(reply.headers["Retry-After"]) <= share_ms // 1000
    assert reply.headers["Cache-Control"] == "no-store"
    values = told(reply)[name]
    assert (values["r"], values["q"], values["w"]) == (0, rate.quota, rate.seconds)
    assert 0 < values["t"] <= rate.seconds


def table(site: Site, **options: Any) -> GameAt:
    """A game of two that runs. What its players have left for other things has been used on nothing but that."""
    return site.game(ME, OPEN, **options)
