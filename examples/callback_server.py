"""The bot of inbox_bot.py without a connection of its own: the service calls it when it is its turn.

With the bot's token (docs/bots.md says how to get one), the address of the service, the address at which the service
reaches this program, and the port that it listens on. In earnest a proxy with TLS stands before that port:

    pip install standardwebhooks
    SPLENDOR_TOKEN=... python examples/callback_server.py https://splendor.example https://bot.example/turns 9000

All on one machine: SPLENDOR_WEBHOOK_ALLOW=127.0.0.1 make run, and the addresses are http://127.0.0.1:8080 http://127.0.0.1:9000/
"""

import json
import os
import sys
import time
from http import HTTPStatus
from http.client import HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from choosing import choose
from standardwebhooks import Webhook, WebhookVerificationError

LONGEST_BODY = 1 << 20


def reply_to(message: dict[str, Any]) -> dict[str, Any] | None:
    """What the service wants to hear. The same for the same turn, which it may call for more than once."""
    match message["type"]:
        case "challenge":
            return {"challenge": message["challenge"]}
        case "turn":
            return choose(message["game"], [listed["action"] for listed in message["legal_actions"]])
        case _:
            return None


class Calls(BaseHTTPRequestHandler):
    """Takes what is signed, and answers."""

    timeout = 20
    secret = ""

    def do_POST(self) -> None:
        """One call."""
        try:
            body = self.rfile.read(min(int(self.headers.get("Content-Length", 0)), LONGEST_BODY))
            message = Webhook(self.secret).verify(body, dict(self.headers))
        except (WebhookVerificationError, ValueError):
            self.answer(HTTPStatus.UNAUTHORIZED)
            return
        action = reply_to(message)
        print(message["type"], message.get("game", {}).get("id", ""), json.dumps(action), flush=True)
        self.answer(HTTPStatus.OK if action else HTTPStatus.NOT_IMPLEMENTED, action)

    def answer(self, status: HTTPStatus, document: dict[str, Any] | None = None) -> None:
        """Writes the reply."""
        body = json.dumps(document).encode() if document else b""
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def ask(base: str, method: str, path: str, document: dict[str, Any] | None = None) -> dict[str, Any]:
    """What the service answers, in the end."""
    headers = {"Authorization": f"Bearer {os.environ['SPLENDOR_TOKEN']}", "Content-Type": "application/json"}
    body = None if document is None else json.dumps(document).encode()
    while True:
        try:
            with urlopen(Request(base + path, body, headers, method=method), timeout=30) as reply:  # noqa: S310
                return json.load(reply)
        except HTTPError as refused:
            if refused.code < HTTPStatus.INTERNAL_SERVER_ERROR and "Retry-After" not in refused.headers:
                sys.exit(refused.read().decode())
        except (OSError, HTTPException) as error:
            print(error, flush=True)
        time.sleep(2)


def main(base: str, url: str, port: str) -> None:
    """Has the service call `url`. A new secret each time: the former one signs along for a day, for others that run."""
    Calls.secret = ask(base, "POST", "/v1/players/me/callback/rotate-secret")["secret"]
    serving = Thread(target=ThreadingHTTPServer(("127.0.0.1", int(port)), Calls).serve_forever, daemon=True)
    serving.start()  # before the address is named: it is called at once
    ask(base, "PATCH", "/v1/players/me", {"turn_url": url})
    print(f"called at {url}", flush=True)
    serving.join()


if __name__ == "__main__":
    main(*sys.argv[1:4])
