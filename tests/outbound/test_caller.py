"""The call itself: where it goes, what it follows, how long it may take (B18)."""

import ipaddress
import os
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from service.outbound.caller import (
    BAD_TARGET,
    BROKEN,
    CONNECT,
    MOST_REPLY,
    NO_ADDRESS,
    TIMEOUT,
    TLS,
    TOO_LARGE,
    Answer,
    Caller,
)
from service.outbound.resolving import Resolver
from service.outbound.targets import Address, parse_rules
from tests.receiver import Receiver, Reply
from tests.servers import free_port

LONG, SHORT = 10.0, 0.3
LOOPBACK = "127.0.0.1"


def standing_for(*answers: list[str]) -> Resolver:
    """A resolver that gives one answer after the other, whatever it is asked; the last one from then on."""
    left = list(answers)

    def resolver(_host: str, _port: int) -> list[Address]:
        found = left.pop(0) if len(left) > 1 else left[0]
        return [ipaddress.ip_address(one) for one in found]

    return resolver


def call(url: str, *allowed: str, resolver: Resolver | None = None, seconds: float = LONG) -> Answer:
    return Caller(parse_rules(allowed), resolver or standing_for([LOOPBACK])).post(
        url, b'{"a": 1}', {"webhook-id": "one"}, seconds
    )


def test_what_is_sent_and_what_comes_back(receiver: Receiver) -> None:
    receiver.answer = lambda _: Reply(201, b"taken")
    answer = call(f"http://{LOOPBACK}:{receiver.port}/hooks?a=b", LOOPBACK)
    assert answer == Answer(201, b"taken")
    assert answer.succeeded
    [request] = receiver.received
    assert (request.path, request.body) == ("/hooks?a=b", b'{"a": 1}')
    assert request.headers["host"] == f"{LOOPBACK}:{receiver.port}"
    assert request.headers["content-type"] == "application/json"
    assert request.headers["webhook-id"] == "one"


def test_a_name_is_called_at_the_address_that_was_checked(receiver: Receiver) -> None:
    url = f"http://hooks.example:{receiver.port}/"
    assert call(url, f"hooks.example:{receiver.port}").status == 200
    assert receiver.received[0].headers["host"] == f"hooks.example:{receiver.port}"


@pytest.mark.parametrize(
    "addresses", [["10.0.0.1"], [LOOPBACK], ["1.1.1.1", LOOPBACK], ["::ffff:127.0.0.1"], ["169.254.169.254"], []]
)
def test_a_name_that_stands_for_an_address_in_here_is_not_called(addresses: list[str]) -> None:
    assert call("https://hooks.example/", resolver=standing_for(addresses)) == Answer(error=NO_ADDRESS)


def test_a_name_that_changes_after_it_was_checked_is_not_called(receiver: Receiver) -> None:
    """One resolution a call, and the connection goes there: there is nothing between check and use."""
    asked: list[str] = []
    first_allowed = standing_for(["127.0.0.8"], [LOOPBACK])

    def resolver(host: str, port: int) -> list[Address]:
        asked.append(host)
        return first_allowed(host, port)

    caller = Caller(parse_rules(["127.0.0.8/32"]), resolver)
    url = "https://hooks.example/"
    assert caller.post(url, b"", {}, LONG).error == CONNECT
    assert asked == ["hooks.example"], "a name is asked for once a call"
    assert caller.post(url, b"", {}, LONG).error == NO_ADDRESS, "and anew with the next one"
    assert receiver.received == []


def test_a_redirect_is_not_followed(receiver: Receiver) -> None:
    with Receiver(lambda _: Reply(302, b"", (("Location", receiver.url),))) as redirecting:
        answer = call(redirecting.url, LOOPBACK)
    assert answer.status == 302
    assert not answer.succeeded
    assert receiver.received == []


def test_a_url_that_is_not_allowed_any_more_is_not_called(receiver: Receiver) -> None:
    assert call(receiver.url) == Answer(error=BAD_TARGET)
    assert receiver.received == []


def test_no_proxy_and_no_password_of_the_environment_is_used(
    receiver: Receiver, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / ".netrc").write_text(f"machine {LOOPBACK} login a password b\n")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("NETRC", str(tmp_path / ".netrc"))
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, f"http://{LOOPBACK}:{free_port()}")
    assert call(receiver.url, LOOPBACK).status == 200
    assert "authorization" not in receiver.received[0].headers


def test_where_nobody_listens_no_connection_comes_about() -> None:
    assert call(f"http://{LOOPBACK}:{free_port()}/", LOOPBACK) == Answer(error=CONNECT)


def test_the_second_address_is_tried_where_the_first_one_refuses(receiver: Receiver) -> None:
    resolver = standing_for(["127.0.0.9", LOOPBACK])
    assert call(f"http://hooks.example:{receiver.port}/", "hooks.example", resolver=resolver).status == 200


def test_a_name_that_does_not_exist_says_no_more_than_one_that_is_refused() -> None:
    def resolver(_host: str, _port: int) -> list[Address]:
        raise socket.gaierror("unknown")

    assert call("https://hooks.example/", resolver=resolver) == Answer(error=NO_ADDRESS)


def test_a_resolver_that_hangs_is_left_behind() -> None:
    over = threading.Event()

    def resolver(_host: str, _port: int) -> list[Address]:
        over.wait()
        return []

    assert call("https://hooks.example/", resolver=resolver, seconds=SHORT) == Answer(error=TIMEOUT)
    over.set()


def test_an_answer_that_does_not_come_is_not_waited_for(receiver: Receiver) -> None:
    receiver.answer = receiver.hang
    assert call(receiver.url, LOOPBACK, seconds=SHORT) == Answer(error=TIMEOUT)


def drip(receiver: Receiver, text: bytes, first: bytes = b"") -> Reply:
    """A byte now and then, each of them in time."""

    def raw(connection: socket.socket) -> None:
        connection.sendall(first)
        for byte in text:
            if receiver.quit.wait(0.02):
                return
            try:
                connection.sendall(bytes([byte]))
            except OSError:
                return

    return Reply(raw=raw)


def test_headers_that_drip_are_cut_off(receiver: Receiver) -> None:
    receiver.answer = lambda _: drip(receiver, b"HTTP/1.1 200 OK\r\nX: " + b"a" * 10_000)
    assert call(receiver.url, LOOPBACK, seconds=SHORT) == Answer(error=TIMEOUT)


def test_a_body_that_drips_is_cut_off(receiver: Receiver) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 10000\r\n\r\n"
    receiver.answer = lambda _: drip(receiver, b"a" * 10_000, head)
    answer = call(receiver.url, LOOPBACK, seconds=SHORT)
    assert answer == Answer(200, error=TIMEOUT)
    assert answer.succeeded, "the status had come"


def test_a_reply_without_end_is_not_read_to_it(receiver: Receiver) -> None:
    receiver.answer = lambda _: Reply(200, b"a" * (MOST_REPLY + 1))
    assert call(receiver.url, LOOPBACK) == Answer(200, error=TOO_LARGE)
    receiver.answer = lambda _: Reply(200, b"a" * MOST_REPLY)
    assert len(call(receiver.url, LOOPBACK).body) == MOST_REPLY
    caller = Caller(parse_rules([LOOPBACK]))
    receiver.answer = lambda _: Reply(200, b"a" * (MOST_REPLY + 1))
    assert caller.post(receiver.url, b"", {}, LONG, most_reply=0) == Answer(200)


@pytest.mark.parametrize("sent", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Le", b"\x16\x03\x01\x02"])
def test_what_is_no_http_is_called_broken(receiver: Receiver, sent: bytes) -> None:
    receiver.answer = lambda _: Reply(raw=lambda connection: connection.sendall(sent))
    assert call(receiver.url, LOOPBACK) == Answer(error=BROKEN)


def test_a_receiver_without_tls_fails_it(receiver: Receiver) -> None:
    caller = Caller(parse_rules([f"hooks.example:{receiver.port}"]), standing_for([LOOPBACK]))
    answer = caller.post(f"https://hooks.example:{receiver.port}/", b"", {}, LONG)
    assert answer == Answer(error=TLS)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for hooks.example, with its key, that only those believe who are told to."""
    path = tmp_path_factory.mktemp("tls") / "hooks.pem"
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=hooks.example"
    names = ["-addext", "subjectAltName=DNS:hooks.example", "-keyout", str(path), "-out", f"{path}.crt"]
    subprocess.run([*command.split(), *names], check=True, capture_output=True, env=os.environ)
    path.write_text(path.read_text() + Path(f"{path}.crt").read_text())
    return path


@pytest.fixture
def secure(certificate: Path) -> Iterator[Receiver]:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    with Receiver(tls=context) as receiver:
        yield receiver


def test_the_certificate_has_to_be_of_the_name_and_of_somebody_believed(secure: Receiver, certificate: Path) -> None:
    trust = ssl.create_default_context(cafile=certificate)
    allowed = parse_rules(["hooks.example", "other.example"])
    believing, other = Caller(allowed, standing_for([LOOPBACK]), trust), Caller(allowed, standing_for([LOOPBACK]))
    assert believing.post(f"https://hooks.example:{secure.port}/", b"x", {}, LONG).status == 200
    assert believing.post(f"https://other.example:{secure.port}/", b"x", {}, LONG) == Answer(error=TLS)
    assert other.post(f"https://hooks.example:{secure.port}/", b"x", {}, LONG) == Answer(error=TLS)
    assert len(secure.received) == 1


def test_calls_at_the_same_time_do_not_wait_for_each_other(receiver: Receiver) -> None:
    """One receiver hangs, the other answers."""
    with Receiver() as hanging:
        hanging.answer = hanging.hang
        caller = Caller(parse_rules([LOOPBACK]))
        thread = threading.Thread(target=caller.post, args=(hanging.url, b"", {}, LONG), daemon=True)
        thread.start()
        assert caller.post(receiver.url, b"", {}, LONG).status == 200
        assert thread.is_alive()
