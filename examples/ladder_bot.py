"""A bot that gets into a ladder by itself, and plays there until it is stopped. Needs nothing but Python:

    python examples/ladder_bot.py http://127.0.0.1:8080 my-bot.json [LADDER] [--name NAME]

At its first start it registers an owner and a bot, and keeps their tokens and the ladder in the file: the ladder that is
named, or the newest one that any bot may enter. Later it is the same bot there again; one file is one bot, for one program
at a time. It plays by the inbox: one connection, however many games. Asking there also tells the service that the bot is
present, so it is put into games as long as it runs.

Ctrl-C or SIGTERM pauses it in the ladder, and stops it when the games that it is in are over; a second one stops it at once.
"""

import argparse
import json
import random
import secrets
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.client import HTTPException
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from choosing import choose

Json = dict[str, Any]
WAIT_MS, LAST_WAIT_MS = 20_000, 1_000
"""How long it waits for a turn; and once it is to stop, when its games are looked at between two turns."""
LOOK_S = 30.0
"""How often it sees to its place in the ladder."""


class Refused(Exception):
    """Why something is not done."""


def in_a_line(refusal: HTTPError) -> str:
    """What the service says; or whoever else is there."""
    try:
        problem = json.load(refusal)
        return " ".join([f"{problem['code']}:", problem["detail"], *map(str, problem.get("errors", ()))])
    except (ValueError, LookupError, TypeError):
        return f"{refusal.url}: {refusal}"


class Service:
    """The service as the holder of a token meets it."""

    def __init__(self, base: str, token: str = "") -> None:
        self.base, self.token = base.rstrip("/"), token

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
            except HTTPError as refusal:
                if refusal.code < HTTPStatus.INTERNAL_SERVER_ERROR and "Retry-After" not in refusal.headers:
                    raise Refused(in_a_line(refusal)) from None
                pause = float(refusal.headers.get("Retry-After", pause))
            except (OSError, HTTPException, ValueError) as error:
                print("no answer:", error, flush=True)
            time.sleep(pause * random.uniform(1, 1.3))  # noqa: S311 - many bots shall not come at once


def find_ladder(anybody: Service, named: str) -> str:
    """The ladder of this id, or the newest one that begins games and that nobody has to be invited to."""
    if named:
        found = [anybody.ask("GET", f"/ladders/{quote(named, safe='')}")]
    else:
        listed = anybody.ask("GET", "/ladders?limit=100")["items"]
        found = [one for one in listed if one["status"] == "open" and not one["settings"]["invited_only"]]
    for ladder in found:
        if ladder["status"] != "closed" and ladder["settings"]["open_to"] in ("bots", "all"):
            return str(ladder["id"])
    raise Refused("This ladder is not open to bots." if named else "There is no ladder that is open to bots.")


def begin(anybody: Service, file: Path, name: str, ladder: str) -> None:
    """A new bot and its file. Its owner's token alone can make it another token, so that is kept too."""
    kept = {"ladder": find_ladder(anybody, ladder)}
    try:
        file.touch(mode=0o600, exist_ok=False)  # of several that begin at once one goes on
    except FileExistsError:
        raise Refused(f"{file}: another start of this program was faster.") from None
    try:
        name = name or f"{file.stem[:20]} {secrets.token_hex(2)}"
        kept["owner"] = anybody.ask("POST", "/players", {"name": f"Owner of {name}"[:40]})["token"]
        kept["bot"] = Service(anybody.base, kept["owner"]).ask("POST", "/players/me/bots", {"name": name})["token"]
        file.write_text(json.dumps(kept))
    except BaseException:
        file.unlink()
        raise


def read(file: Path) -> tuple[str, str]:
    """The token of the bot in a file, and its ladder."""
    try:
        kept = json.loads(file.read_text())
        return str(kept["bot"]), str(kept["ladder"])
    except (ValueError, LookupError, TypeError):
        raise Refused(f"{file} is damaged, or another start of this program is just beginning with it.") from None


class Entry:
    """The bot's place in its ladder."""

    def __init__(self, bot: Service, ladder: str) -> None:
        self.bot, self.path = bot, f"/ladders/{quote(ladder, safe='')}"
        self.id, self.told, self.look_at = "", "", 0.0

    def put(self, **order: bool) -> Json:
        """Enters where it is not in yet, and pauses or goes on; the entry then. Refused where others have paused it."""
        entry = self.bot.ask("PUT", f"{self.path}/entries/me", order)
        now = f"{entry['status']}, {entry['games']} games, rating {entry['rating']['rating']}"
        if now != self.told:
            print(now, flush=True)
        self.id, self.told, self.look_at = entry["id"], now, time.monotonic() + LOOK_S
        if entry.get("paused_for", "owner") != "owner":
            how = f'PUT /v1{self.path}/entries/me {{"paused": false}}'
            raise Refused(f"paused for {entry['paused_for']}: see what went wrong, then {how}")
        return entry

    def go_on(self) -> None:
        """Enters, or ends the pause of the last stop."""
        if self.put().get("paused_for") == "owner":
            self.put(paused=False)

    def stay(self) -> bool:
        """Now and then enters again, which it has to after a first game that went wrong."""
        if time.monotonic() >= self.look_at:
            self.put()
        return True

    def is_playing(self) -> bool:
        """Whether a game of the ladder runs in which the bot sits, or one is about to begin."""
        query = "status=running&limit=100"
        while True:
            page = self.bot.ask("GET", f"{self.path}/games?{query}")
            if any(seat["entry_id"] == self.id for game in page["items"] for seat in game["seats"]):
                return True
            if "next_cursor" not in page:
                return False
            query = f"status=running&limit=100&cursor={quote(page['next_cursor'])}"


def act(bot: Service, turn: Json) -> bool:
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


def play_while(wanted: Callable[[], bool], bot: Service, wait_ms: int) -> None:
    """Acts in every game, as long as that is wanted."""
    cursor = ""
    while wanted():
        after = f"&after={quote(cursor)}" if cursor else ""
        found = bot.ask("GET", f"/players/me/turns?include=view,legal_actions&wait_ms={wait_ms}{after}")
        done = [act(bot, turn) for turn in found["items"]]
        # Where one was not done, all that wait are asked for anew: without a cursor.
        cursor = found["cursor"] if all(done) else ""


def play(bot: Service, ladder: str) -> str | None:
    """Plays until it is to stop, then its games to their ends; why it stopped, None where it was told to."""
    entry, reason = Entry(bot, ladder), None
    try:
        entry.go_on()
        play_while(entry.stay, bot, WAIT_MS)
    except KeyboardInterrupt:
        print("pausing, and playing what has begun to its end; once more to stop at once", flush=True)
        with suppress(Refused):  # whoever is not in it any more need not pause
            entry.put(paused=True)
    except Refused as refused:
        reason = str(refused)
    play_while(entry.is_playing, bot, LAST_WAIT_MS)
    return reason


def main() -> str | None:
    """Reads the command line and plays; what is to be said at the end."""
    parser = argparse.ArgumentParser(description="Enters a ladder and plays there.")
    parser.add_argument("base", metavar="BASE", help="the service, as http://127.0.0.1:8080")
    parser.add_argument("file", metavar="FILE", type=Path, help="where the bot's tokens are kept, as my-bot.json")
    parser.add_argument("ladder", metavar="LADDER", nargs="?", default="", help="the ladder that a new bot enters")
    parser.add_argument("--name", default="", help="what a new bot is called; else by its file")
    asked = parser.parse_args()
    if not asked.file.exists():
        begin(Service(asked.base), asked.file, asked.name, asked.ladder)
    token, ladder = read(asked.file)
    if asked.ladder not in ("", ladder):
        raise Refused(f"{asked.file} is of a bot in the ladder {ladder}. Take another file for another ladder.")
    print("ladder", ladder, flush=True)
    return play(Service(asked.base, token), ladder)


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except (Refused, OSError) as why:
        sys.exit(str(why))
