"""Bots that are called when it is their turn: a server for each, on a port of its own."""

import http.server
import json
import random
import threading
from collections import Counter
from types import TracebackType
from typing import Any, Self


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads, block_on_close = True, False

    def handle_error(self, *_: object) -> None:
        """A caller that is killed breaks off."""


class CalledBot:
    """A context in which it answers, with any legal action. `crashing`: it breaks down in the middle of its games.

    In validation games it never does, else it would not get into a ladder.
    """

    def __init__(self, seed: int, *, crashing: bool = False) -> None:
        self._chance, self._crashing = random.Random(seed), crashing
        self._turns: Counter[str] = Counter()
        self._lock = threading.Lock()
        bot = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                asked = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
                self.close_connection = True
                answer = bot._answer(asked)
                if answer:
                    self.send_response(200)
                    self.send_header("Content-Type", "application/json")
                    self.send_header("Content-Length", str(len(answer)))
                    self.end_headers()
                    self.wfile.write(answer)

            def log_message(self, *_: object) -> None:
                """Says nothing."""

        self._server = _Server(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.1,), daemon=True)

    @property
    def url(self) -> str:
        """Where it is called."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/turns"

    def _answer(self, asked: dict[str, Any]) -> bytes:
        with self._lock:
            game_id = asked["game"]["id"]
            self._turns[game_id] += 1
            tested = asked["game"]["ladder"]["kind"] == "validation"
            if self._crashing and not tested and self._turns[game_id] > 5:
                return b""
            return json.dumps(self._chance.choice(asked["legal_actions"])["action"]).encode()

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
