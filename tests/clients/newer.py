"""A service of some years later, as far as its clients can tell: a proxy that adds what replies may gain.

Every object gets a member more, every list of events an event more, and open values become ones that nobody knows yet.
"""

import http.client
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, ClassVar
from urllib.parse import urlsplit

MEMBER = {"from_later": {"list": [1, "two", {}], "flag": True}}
VALUES = {
    "kind": "ghost",
    "visibility": "friends",
    "controller": "committee",
    "reason": "boredom",
    "cause": "weather",
    "state": "dreaming",
}
EVENT_TYPE = "dice_rolled"
_HOP = frozenset({"connection", "content-length", "keep-alive", "transfer-encoding"})


def later(value: Any) -> Any:
    """A reply as it may look some day."""
    if isinstance(value, list):
        return _later_list([later(item) for item in value])
    if not isinstance(value, dict):
        return value
    if "notation" in value:
        return value | MEMBER  # an action that is listed can be posted as it is, at any time
    members = {name: _later_member(name, inner) for name, inner in value.items()}
    if "marks" in members:
        members["marks"] = [*members["marks"], "blindfold"]
    return members | MEMBER


def _later_member(name: str, value: Any) -> Any:
    return VALUES.get(name, value) if isinstance(value, str) else later(value)


def _later_list(items: list[Any]) -> list[Any]:
    if items and isinstance(items[0], dict) and {"number", "tag", "at"} <= items[0].keys():
        head = {name: items[0][name] for name in ("number", "tag", "version", "at")}
        return [{**head, "type": EVENT_TYPE, "seat": 0, "dice": [6, 1]}, *items]
    return items


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body leave in one piece; two small ones would wait for the other side's acknowledgement.
    wbufsize = 1 << 16
    target: ClassVar[str] = ""

    def _pass_on(self) -> None:
        length = int(self.headers.get("Content-Length", 0))
        connection = http.client.HTTPConnection(self.target, timeout=40)
        headers = {name: value for name, value in self.headers.items() if name.lower() not in {"host", "connection"}}
        connection.request(self.command, self.path, self.rfile.read(length) if length else None, headers)
        reply = connection.getresponse()
        body = reply.read()
        if "json" in reply.headers.get("Content-Type", ""):
            body = json.dumps(later(json.loads(body))).encode()
        self.send_response(reply.status)
        for name, value in reply.getheaders():
            if name.lower() not in _HOP:
                self.send_header(name, value)
        if reply.status not in (204, 304):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        connection.close()

    def __getattr__(self, name: str) -> Any:
        """Every method alike: http.server looks for `do_GET` and so on."""
        if name.startswith("do_"):
            return self._pass_on
        raise AttributeError(name)

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@contextmanager
def newer(base: str) -> Iterator[str]:
    """The address of such a proxy before the service at `base`."""
    handler = type("Handler", (_Handler,), {"target": urlsplit(base).netloc})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=5)
