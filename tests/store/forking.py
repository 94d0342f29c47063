"""A preloading parent that has used the store, and its forked children (C04): `python -m tests.store.forking URL`.

Prints what went wrong, one line each; nothing if all is well.
"""

import os
import random
import sys

from service.store.client import connect
from service.store.games import GameStore
from service.store.keys import new_game_id
from service.store.waiters import Waiters
from tests.store.commits import creation, following

CHILDREN, GAMES, READS = 8, 50, 600


def read_all(games: GameStore, ids: list[str], lots: random.Random) -> int:
    """Mixed reads; how many answers belonged to another question."""
    wrong = 0
    for _ in range(READS):
        game_id = lots.choice(ids)
        _, game, record = games.read_for_request(game_id, None, "first-" + game_id)
        wrong += (
            game is None or game.blob != game_id.encode() or record is None or games.read(new_game_id()) is not None
        )
        wrong += games.log(game_id)[0].body != game_id
    return wrong


def wait_once(waiting: Waiters, games: GameStore, game_id: str) -> bool:
    """Whether a commit wakes this process."""
    with waiting.watch(game_id) as waiter:
        games.commit(
            following(creation(game_id=game_id), expect=current(games, game_id), kind="free", blob=game_id.encode())
        )
        return waiter.wait(4.0)


def current(games: GameStore, game_id: str) -> tuple[int, str]:
    game = games.read(game_id)
    assert game is not None
    return game.version, game.tag


def main(url: str) -> None:
    client = connect(url)
    games, waiting = GameStore(client), Waiters(client, 10)
    ids = [new_game_id() for _ in range(GAMES)]
    for game_id in ids:
        request = creation().request._replace(id="first-" + game_id, keep=True)
        games.commit(creation(game_id=game_id, blob=game_id.encode(), entry=game_id, request=request))
    assert wait_once(waiting, games, ids[0])
    children = [fork(games, waiting, ids, number) for number in range(CHILDREN)]
    if read_all(games, ids, random.Random(99)):
        sys.stdout.write("parent: wrong answers\n")
    for child in children:
        if os.waitpid(child, 0)[1]:
            sys.stdout.write(f"child {child} failed\n")
    if not wait_once(waiting, games, ids[0]):
        sys.stdout.write("parent: not woken any more\n")


def fork(games: GameStore, waiting: Waiters, ids: list[str], number: int) -> int:
    child = os.fork()
    if child:
        return child
    status = 1
    try:
        wrong = read_all(games, ids, random.Random(number))
        woken = wait_once(waiting, games, ids[number + 1])
        sys.stdout.write(f"child {number}: {wrong} wrong answers, woken: {woken}\n" if wrong or not woken else "")
        sys.stdout.flush()
        status = int(bool(wrong) or not woken)
    finally:
        os._exit(status)


if __name__ == "__main__":
    main(sys.argv[1])
