"""How soon an AI player's move begins: `python -m bench.ai_start [--moves N]`.

A person plays against `greedy`; measured is the time from the commit of each of the person's actions, as the store has
dated it, to the moment in which a worker's job for the AI player's move begins. Once with one game at a time, and once
with sixteen at a time for the one worker, where jobs wait for one another. The store is an embedded Valkey with its log
synced every second, the worker a process like any other of the service.
"""

import argparse
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from service.config import Settings
from service.hosting.committing import own_request
from service.hosting.create_game import NewGame, NewSeat, create_game
from service.hosting.game import GameOptions
from service.hosting.reading import Table, load_table
from service.hosting.submit_action import submit_action
from service.services import Services, connect
from service.store.errors import StoreUnavailable
from service.store.games import TimeControl
from service.store.keys import new_game_id, new_player_id
from service.store.players import Player
from service.supervisor.embedded import find_server
from splendor.engine.legal import legal_actions
from splendor.engine.turn import Turn

AT_ONCE = (1, 16)
PATIENCE_S = 30.0
OPTIONS = GameOptions("public", "as_given", False, TimeControl(), 15, "blind_hidden", 100, "")

Key = tuple[str, int]
"""A game and a version of it."""


def work(notes: Path) -> None:
    """A worker for AI moves that notes for each job its game, its version and the time (ns)."""
    from workers import ai_moves  # noqa: PLC0415 - the other process has no use for them
    from workers.main import run  # noqa: PLC0415

    play, file = ai_moves.play_ai, notes.open("a", buffering=1)

    def noted(host: Any, game_id: str, version: int) -> int:
        now = time.time_ns()
        file.write(f"{game_id} {version} {now}\n")
        return play(host, game_id, version)

    ai_moves.play_ai = noted
    run(["ai"])


@contextmanager
def served(folder: Path) -> Iterator[Services]:
    """A store and a worker; gives the host."""
    socket, notes = folder / "store.sock", folder / "notes"
    url = f"unix://{socket}"
    env = os.environ | {"SPLENDOR_REDIS_URL": url}
    store = [str(find_server()), "--port", "0", "--unixsocket", str(socket), "--dir", str(folder), "--save", ""]
    with ExitStack() as stack:
        stack.enter_context(ending([*store, "--appendonly", "yes", "--appendfsync", "everysec"], env))
        host = connect(Settings(redis_url=url, queue_redis_url=url))
        wait_for(lambda: answers(host))
        stack.enter_context(ending([sys.executable, "-m", "bench.ai_start", "--worker", str(notes)], env))
        wait_for(host.queues.workers)
        yield host


@contextmanager
def ending(command: list[str], env: dict[str, str]) -> Iterator[None]:
    """A program that runs inside."""
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.send_signal(signal.SIGTERM)


def answers(host: Services) -> bool:
    try:
        host.games.read(new_game_id())
    except StoreUnavailable:
        return False
    return True


def wait_for(condition: Any) -> None:
    ends = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > ends:
            raise TimeoutError
        time.sleep(0.001)


def new_table(host: Services) -> Table:
    order = NewGame((NewSeat("me"), NewSeat("ai", "greedy")), OPTIONS)
    ada = host.players.create(Player(new_player_id(), "Ada"))
    game_id = create_game(host, ada, order, new_game_id(), own_request()).game.id
    return load_table(host, game_id, ada.id)


def play(host: Services, at_once: int, moves: int) -> dict[Key, int]:
    """Plays so many of the person's actions, in so many games at a time; the commits that an AI move follows (ms)."""
    tables, commits = [new_table(host) for _ in range(at_once)], {}
    while len(commits) < moves:
        for table in tables:
            stored = act(host, table)
            commits[table.game.id, stored.version] = stored.updated_at
        for number, table in enumerate(tables):
            tables[number] = after_move(host, table)
    return commits


def act(host: Services, table: Table) -> Any:
    """The person's first legal actions, until the turn is over."""
    while True:
        outcome = submit_action(host, table, Turn(legal_actions(table.game.running)[0]), own_request(slot="ada"))
        if outcome.game.ai_to_act or outcome.game.over:
            return outcome.stored
        table = load_table(host, table.game.id, table.player_id)


def after_move(host: Services, table: Table) -> Table:
    """The game once it is the person's turn again, or a new one where it is over."""
    now = [load_table(host, table.game.id, table.player_id)]

    def moved() -> bool:
        now[0] = load_table(host, table.game.id, table.player_id)
        return not now[0].game.ai_to_act

    wait_for(moved)
    return new_table(host) if now[0].game.over else now[0]


def report(notes: Path, at_once: int, commits: dict[Key, int]) -> None:
    begun: dict[Key, int] = {}
    for line in notes.read_text().splitlines():
        game_id, version, at = line.split()
        begun.setdefault((game_id, int(version)), int(at))
    waits = sorted(begun[key] / 1e6 - at for key, at in commits.items() if key in begun)
    print(
        f"{at_once:2} game{'s' if at_once > 1 else ' '} at a time: median {statistics.median(waits):5.1f} ms, "
        f"95 % below {waits[len(waits) * 95 // 100]:5.1f} ms, {len(waits)} moves"
    )


def main() -> None:
    """Runs the bench and prints its lines."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--moves", type=int, default=600, help="the person's actions of each kind (default 600)")
    parser.add_argument("--worker", type=Path, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        work(arguments.worker)
        return
    with tempfile.TemporaryDirectory(prefix="splendor-bench-") as folder, served(Path(folder)) as host:
        for at_once in AT_ONCE:
            report(Path(folder) / "notes", at_once, play(host, at_once, arguments.moves))


if __name__ == "__main__":
    main()
