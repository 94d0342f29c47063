"""`splendor ladder`: what there is, and whether it adds up."""

from collections.abc import Iterator

import pytest
from click.testing import CliRunner, Result

from service.cli import main
from service.services import Services
from service.store.ladder_keys import ladder_keys, new_ladder_id
from tests.hosting.hosts import host_on, store_client
from tests.hosting.ladders.table_of import new_ladder, play_games


def ladder(*words: str) -> Result:
    return CliRunner().invoke(main, ["ladder", *words])


@pytest.fixture
def host(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    monkeypatch.setenv("SPLENDOR_REDIS_URL", redis_url)
    host = host_on(redis_url)
    yield host
    host.waiters.close()


def test_list_tells_of_all_ladders(host: Services) -> None:
    made = new_ladder(host, "greedy", "random")
    play_games(host, made, 2)
    told = ladder("list")
    assert told.exit_code == 0, told.output
    _, people, line = told.stdout.splitlines()
    assert people.split() == ["people", "open", "2", "0", "0", "0", "People"]
    assert line.split() == [made.id, "open", "2", "2", "2", "0", "Open", "air"]


def test_recompute_says_whether_it_adds_up_and_mends_what_it_can(host: Services) -> None:
    made = new_ladder(host, "greedy", "random")
    play_games(host, made, 2)
    assert (ladder("recompute", made.id).exit_code, ladder("recompute", made.id).stdout) == (
        0,
        "2 games, 0 differences\n",
    )
    store_client(host).call("HDEL", ladder_keys(made.id).standings, "greedy")
    found = ladder("recompute", made.id)
    assert found.exit_code == 1
    assert found.stdout.startswith("FAULT   greedy: mean is ")
    mended = ladder("recompute", made.id, "--repair")
    assert (mended.exit_code, mended.stdout.splitlines()[0][:14]) == (0, "mended  greedy")
    assert ladder("recompute", made.id).exit_code == 0


def test_ladder_that_there_is_not_is_said_in_a_line(host: Services) -> None:
    told = ladder("recompute", new_ladder_id())
    assert told.exit_code == 1
    assert told.stderr == "Error: There is no such ladder.\n"
