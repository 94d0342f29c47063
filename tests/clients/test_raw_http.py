"""Bytes on the wire that the application never sees whole, or not in this form: still a 4xx as problem+json."""

import json
import socket
from urllib.parse import urlsplit

import httpx
import pytest

from service.config import Settings

POST = b"POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
LIMIT = Settings().body_limit
WIRE = {
    "an endless request line": b"GET /v1/rules?" + b"a" * 9_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
    "an endless header": b"GET /v1/rules HTTP/1.1\r\nHost: x\r\nX-Long: " + b"a" * 20_000 + b"\r\n\r\n",
    "headers without end": b"GET /v1/rules HTTP/1.1\r\nHost: x\r\n" + b"X-One: 1\r\n" * 300 + b"\r\n",
    "no HTTP": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
    "another protocol": b"GET /v1/rules HTTP/9.9\r\nHost: x\r\n\r\n",
    "a header without a name": b"GET /v1/rules HTTP/1.1\r\nHost: x\r\n: y\r\n\r\n",
    "a folded header": b"GET /v1/rules HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n",
    "two lengths": POST + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
    "a negative length": POST + b"Content-Length: -2\r\n\r\n{}",
    "a length and chunks": POST + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a chunk of no size": POST + b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n{}\r\n0\r\n\r\n",
    "an unknown coding": POST + b"Transfer-Encoding: snappy\r\n\r\n{}",
    "a body said to be huge": POST + b"Content-Length: 999999999999\r\n\r\n{}",
    "many small chunks": POST + b"Transfer-Encoding: chunked\r\n\r\n" + b"400\r\n" + b" " * 0x400 + b"\r\n",
}
DEEP = b'{"name":' + b"[" * 20_000 + b"]" * 20_000 + b"}"


def exchange(base: str, request: bytes) -> bytes:
    """What comes back for these bytes, after which nothing more is sent."""
    address = urlsplit(base)
    with socket.create_connection((str(address.hostname), address.port), timeout=10) as connection:
        connection.sendall(request)
        connection.shutdown(socket.SHUT_WR)
        received = b""
        while part := connection.recv(65_536):
            received += part
    return received


@pytest.mark.parametrize("name", WIRE)
def test_what_is_no_request(base: str, name: str) -> None:
    received = exchange(base, WIRE[name])
    # What follows the broken part is not taken for a request of its own.
    assert received.count(b"HTTP/1.1 ") == 1
    head, _, body = received.partition(b"\r\n\r\n")
    status = int(head.split()[1])
    assert 400 <= status < 500, head
    assert b"content-type: application/problem+json" in head.lower(), head
    assert json.loads(body)["status"] == status
    assert b"\r\nserver-time: " in head.lower()
    assert b"\r\nx-request-id: " in head.lower()
    assert httpx.get(f"{base}/livez").status_code == 200


def test_bodies_at_and_over_the_limit(base: str) -> None:
    """With a length and in chunks; the name is too long either way."""
    for size, status in ((LIMIT, 422), (LIMIT + 1, 413)):
        body = b'{"name": "' + b"x" * (size - 12) + b'"}'
        assert len(body) == size
        for content in (body, iter([body[: size // 2], body[size // 2 :]])):
            reply = httpx.post(f"{base}/v1/players", content=content, headers={"Content-Type": "application/json"})
            assert (reply.status_code, reply.headers["Content-Type"]) == (status, "application/problem+json")


def test_a_body_as_deep_as_a_mine(base: str) -> None:
    reply = httpx.post(f"{base}/v1/players", content=DEEP, headers={"Content-Type": "application/json"})
    assert (reply.status_code, reply.json()["code"]) == (400, "unreadable-body")
