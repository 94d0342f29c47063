"""What the pairing is told of those who are there, and how much of what it finds one job begins."""

from collections.abc import Sequence
from typing import Any

import pytest

from service.hosting.ladders import pairing as module
from service.hosting.ladders.pairing import pair_ladder
from service.hosting.ladders.values import Ladder, entry_of, standing_of
from service.services import Services
from service.store.ladder_keys import ladder_keys
from splendor.ratings.candidates import Candidate
from splendor.ratings.pairing import pair
from tests.hosting.hosts import store_client
from tests.hosting.ladders.table_of import new_bot, new_ladder, play_games


def handed_over(host: Services, ladder: Ladder, monkeypatch: pytest.MonkeyPatch) -> dict[str, Candidate]:
    """What the pairing is given, by entry."""
    seen: list[Candidate] = []

    def noted(active: Sequence[Candidate], *args: Any, **settings: Any) -> Any:
        seen.extend(active)
        return pair(active, *args, **settings)

    with monkeypatch.context() as patched:
        patched.setattr(module, "pair", noted)
        pair_ladder(host, ladder.id)
    return {one.id: one for one in seen}


def test_the_pairing_knows_rating_games_and_wait(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = new_ladder(host, "greedy", "random")
    play_games(host, ladder, 2)
    bot = new_bot(host, ladder)
    found, snapshot = handed_over(host, ladder, monkeypatch), host.ladders.snapshot(ladder.id)
    standing = standing_of(snapshot.standings["greedy"])
    assert (found["greedy"].rating, found["greedy"].games) == (standing.rating, 2)
    assert found["greedy"].rating != found["random"].rating
    assert (found[bot.id].games, found[bot.id].rating) == (0, standing_of(None).rating)
    assert found[bot.id].idle_since_ms == entry_of(snapshot.entries[bot.id]).joined_at, "it waits since it came"


@pytest.mark.parametrize("since", ["joined", "played"])
def test_an_entry_waits_since_it_came_or_played_last(
    host: Services, monkeypatch: pytest.MonkeyPatch, since: str
) -> None:
    ladder = new_ladder(host, "greedy", "random")
    now = host.ladders.now(ladder.id)
    waits_from = now + 50_000 if since == "played" else now - 50_000
    store_client(host).call("HSET", ladder_keys(ladder.id).busy, "greedy", f"0 0 {waits_from}")
    joined = entry_of(host.ladders.entries(ladder.id, ["greedy"])[0]).joined_at
    found = handed_over(host, ladder, monkeypatch)
    assert found["greedy"].idle_since_ms == max(joined, waits_from)
    assert found["random"].idle_since_ms == entry_of(host.ladders.entries(ladder.id, ["random"])[0]).joined_at


def test_one_job_begins_so_many_games_at_most(host: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    ladder = new_ladder(host)
    for _ in range(4):
        new_bot(host, ladder, validated=False)
    monkeypatch.setattr(module, "MOST_GAMES", 3)
    assert [len(pair_ladder(host, ladder.id)) for _ in range(3)] == [3, 1, 0]
