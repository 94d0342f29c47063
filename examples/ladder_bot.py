"""A bot that gets into a ladder by itself, and plays there until it is stopped. Needs nothing but Python:

    python examples/ladder_bot.py http://127.0.0.1:8080 my-bot.json [LADDER]

At its first start it registers an owner and a bot, whose tokens it keeps in the file; later it is the same bot again. It
enters the ladder that is named, or the newest one that is open to bots, and plays by the inbox: one connection, however
many games. Asking there also tells the service that the bot is present, so it is put into games as long as it runs.
"""

import json
import random
import sys
import time
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from choosing import choose

Json = dict[str, Any]
WAIT_MS = 20_000
LOOK_S = 30.0
"""How often it sees to its place in the ladder."""


class Refused(Exception):
    """The service says no; `code` says why."""

    def __init__(self, problem: Json) -> None:
        super().__init__(f"{problem.get('code')}: {problem.get('detail')}")
        self.code = problem.get("code", "")


class Service:
    """The service as the holder of a token meets it."""

    def __init__(self, base: str, token: str = "") -> None:
        self.base, self.token = base, token

    def ask(self, method: str, path: str, document: Json | None = None, **headers: str) -> Json:
        """What it answers in the end: the very same request again where the answer is lost, or it asks for that."""
        body = None if document is None else json.dumps(document).encode()
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        headers |= {"Content-Type": "application/json"} if body else {}
        headers |= {"Authorization": f"Bearer {self.token}"} if self.token else {}
        while True:
            pause = 2.0
            try:
                with urlopen(Request(f"{self.base}/v1{path}", body, headers, method=method), timeout=40) as reply:  # noqa: S310
                    return json.load(reply)
            except HTTPError as refused:
                if refused.code < HTTPStatus.INTERNAL_SERVER_ERROR and "Retry-After" not in refused.headers:
                    raise Refused(json.load(refused)) from None
                pause = float(refused.headers.get("Retry-After", pause))
            except (OSError, HTTPException, ValueError) as error:
                print("no answer:", error, flush=True)
            time.sleep(pause * random.uniform(1, 1.3))  # noqa: S311 - many bots shall not come at once


def bot_of(base: str, file: Path) -> Service:
    """The bot whose tokens the file holds; a new one where there is no file. Its owner alone can make it another token."""
    if not file.exists():
        owner = Service(base).ask("POST", "/players", {"name": "Owner of a ladder bot"})["token"]
        bot = Service(base, owner).ask("POST", "/players/me/bots", {"name": "Ladder bot"})["token"]
        file.touch(mode=0o600)
        file.write_text(json.dumps({"owner": owner, "bot": bot}))
    return Service(base, json.loads(file.read_text())["bot"])


def ladder_for(bot: Service) -> str:
    """The newest ladder that begins games and is open to bots."""
    for ladder in bot.ask("GET", "/ladders?limit=100")["items"]:
        terms = ladder["settings"]
        if ladder["status"] == "open" and terms["open_to"] in ("bots", "all") and not terms["invited_only"]:
            return str(ladder["id"])
    sys.exit("There is no ladder that is open to bots.")


def stay_in(bot: Service, ladder: str, before: str) -> str:
    """Enters, and again after a first game that went wrong; what has become of the entry."""
    entry = bot.ask("PUT", f"/ladders/{quote(ladder)}/entries/me", {})
    if entry["status"] == "paused" and entry["paused_for"] != "owner":
        sys.exit(f"paused for {entry['paused_for']}: see what went wrong, then go on with {{'paused': false}}")
    now = f"{entry['status']}, {entry['games']} games, rating {entry['rating']['rating']}"
    if now != before:
        print(now, flush=True)
    return now


def play(bot: Service, turn: Json) -> bool:
    """Acts once. False where the game is not what it was any more."""
    action = choose(turn["view"], [listed["action"] for listed in turn["legal_actions"]])
    path, etag = f"/games/{turn['game_id']}/actions", turn["etag"]
    try:
        bot.ask("POST", path, action, If_Match=f'"{etag}"', Idempotency_Key=etag)
    except Refused as refused:
        print(turn["game_id"], turn["turn"], action["type"], refused, flush=True)
        return False
    print(turn["game_id"], turn["turn"], action["type"], "done", flush=True)
    return True


def main(base: str, file: str, ladder: str = "") -> None:
    """Plays without end."""
    bot = bot_of(base, Path(file))
    ladder = ladder or ladder_for(bot)
    print("ladder", ladder, flush=True)
    told, cursor, look_at = "", "", 0.0
    while True:
        if time.monotonic() >= look_at:
            told, look_at = stay_in(bot, ladder, told), time.monotonic() + LOOK_S
        after = f"&after={quote(cursor)}" if cursor else ""
        found = bot.ask("GET", f"/players/me/turns?include=view,legal_actions&wait_ms={WAIT_MS}{after}")
        done = [play(bot, turn) for turn in found["items"]]
        # Where one was not done, all that wait are asked for anew: without a cursor.
        cursor = found["cursor"] if all(done) else ""


if __name__ == "__main__":
    try:
        main(*sys.argv[1:4])
    except Refused as error:
        sys.exit(str(error))
