"""Ids, versions, cursors and queries of every form: a clear 4xx as problem+json, and nothing has changed."""

import pytest

from tests.api.documented import operations
from tests.api.observed import addresses, path_names
from tests.api.target import WITH_BODY, Target, examples

PATHS = (
    *(b"%00", b"%ff", b"%0a", b"*", b"'\"<script>", b"..", b"a" * 2_000, b"%F0%9F%8E%B2", b"%ED%A0%80", b"{b00}"),
    *(b"gzzzzzzzzzzzzzzzzzzzzzz", b"g00", b"undefined", b"null", b"-1", b"0", b"%D9%A1", b"9" * 400, b"1.0", b"1e3"),
)
QUERIES = {
    "listEvents": (
        *("after=-1", "after=1-xyz", "after=1-3F9AC1D2", "after=%D9%A1", "after=1%0A", "after=", "after=" + "9" * 400),
        *("wait_ms=-1", "wait_ms=25001", "wait_ms=1.0", "wait_ms=1e3", "wait_ms=", "after=%00", "cursor=x"),
        *("limit=0", "limit=501", "limit=+1", "limit=%2B1", "limit=1&limit=2", "limit=" + "1" * 400),
    ),
    "listTokens": (
        *("cursor=", "cursor=!!!", "cursor=AAAA", "cursor=%FF", "cursor=" + "A" * 201, "cursor=MTIzIA", "cursor=%00"),
        *("limit=101", "limit=0", "limit=ten", "limit=true", "limit=%EF%BC%91"),
    ),
    "listLegalActions": ("payments=", "payments=ALL", "payments=all&payments=all", "payments[]=all"),
}


NAMES = ("game_id", "token_id", "version", "seat", "ladder_id", "entry_id")
NAMED = [
    (operation, name)
    for operation, (_, path) in sorted(addresses().items())
    for name in NAMES
    if name in path_names(path)
]


def test_every_name_stands_in_a_path() -> None:
    assert {name for _, name in NAMED} == set(NAMES)


@pytest.mark.parametrize(("operation", "name"), NAMED)
def test_things_that_cannot_be(target: Target, operation: str, name: str) -> None:
    """Ids and versions of every form, on every path that has one."""
    bodies = examples(operation) if operation in WITH_BODY else []
    for text in PATHS if name != "seat" else set(PATHS) - {b"0"}:
        target.refuse(operation, 404, body=bodies[-1] if bodies else None, **{name: text.decode()})


@pytest.mark.parametrize("operation", QUERIES)
def test_queries_that_cannot_be(target: Target, operation: str) -> None:
    for query in QUERIES[operation]:
        target.refuse(operation, 400, 422, query=query)


@pytest.mark.parametrize("operation", sorted(operations()))
def test_queries_that_no_operation_has(target: Target, operation: str) -> None:
    bodies = examples(operation) if operation in WITH_BODY else []
    more = {"body": bodies[0]} if bodies else {}
    for query in (
        "surprise=1",
        "=",
        "&".join(f"a{n}=1" for n in range(60)),
        "a=%C3%28",
        "\xff=1",
    ):
        target.refuse(operation, 400, 404, 422, query=query, **more)
    for name in ("access_token", "token", "Authorization"):
        target.refuse(operation, 400, query=f"{name}=spl_player_{'x' * 43}", **more)
