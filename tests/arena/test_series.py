"""Series: who sits where, what is written down, and that it is the same in whatever processes it is played."""

import csv
import io
import json
import pickle
from types import SimpleNamespace

import pytest

from splendor.arena import pace as pacing
from splendor.arena import run as running
from splendor.arena import series, simulation
from splendor.arena.contenders import OWN, Limit, contender, player_by
from splendor.arena.deals import Deals
from splendor.arena.folder import GAMES, RECORDS, SHARES, SUMMARY, TIMES, Occupied, Results
from splendor.arena.folder import OWN as FILES
from splendor.arena.pace import Pace
from splendor.arena.run import run
from splendor.arena.series import Series, alike, distinct, play_deal
from splendor.arena.simulation import Simulation
from splendor.arena.stopping import Stop
from splendor.engine.record import replay, verify

pytestmark = pytest.mark.timeout(600)


def ran(series, folder, processes=1, tell=lambda _: None):
    with Results(folder, overwrite=True) as results:
        return run(series, results, processes, tell, Stop())


def rows(folder):
    return list(csv.DictReader(io.StringIO((folder / GAMES).read_text())))


def records(folder):
    return [json.loads(line) for line in (folder / RECORDS).read_text().splitlines()]


@pytest.mark.parametrize("players", [("greedy", "random"), ("random", "greedy", "random"), ("greedy",) * 4])
def test_on_each_deal_every_player_has_every_seat_once(players):
    series = Series(players, 10)
    for number in series.numbers[:2]:
        games = play_deal(series, number)
        starts = {json.dumps(json.loads(game.record)["start"]) for game in games}
        assert len(starts) == 1
        for name in series.names:
            seats = [[seat.player for seat in game.facts.seats].index(name) for game in games]
            assert sorted(seats) == list(range(len(players)))


def test_all_games_of_the_last_deal_are_played(tmp_path):
    assert len(Series(("greedy",) * 3, 7).numbers) == 3
    told = []
    found = ran(Series(("greedy", "random"), 5), tmp_path, tell=told.append)
    assert (found.tally.games, found.tally.deals, told) == (6, 3, [2, 4, 6])


def test_equal_players_are_told_apart():
    assert distinct(["greedy", "random", "greedy", "greedy"]) == ("greedy", "random", "greedy #2", "greedy #3")


@pytest.mark.parametrize(("players", "games"), [(("greedy", "greedy", "greedy"), 60), (("random", "casual"), 20)])
def test_files_are_the_same_in_any_number_of_processes(players, games, tmp_path):
    """All but the times; and other ones for another seed."""
    series = Series(players, games, seed=5, limit=Limit(simulations=4))
    for processes in (1, 2):
        ran(series, tmp_path / str(processes), processes)
    ran(series._replace(seed=6), tmp_path / "other")
    for name in (GAMES, RECORDS, SUMMARY, SHARES):
        one, two, other = ((tmp_path / folder / name).read_bytes() for folder in ("1", "2", "other"))
        assert one == two
        assert one != other or name == SHARES
    assert {path.name for path in (tmp_path / "1").iterdir()} == {GAMES, RECORDS, SUMMARY, SHARES, TIMES}


@pytest.mark.parametrize("players", [("greedy",) * 2, ("greedy",) * 4, ("random", "greedy", "beginner")])
@pytest.mark.parametrize("target", [15, 21])
def test_every_record_verifies_and_ends_as_its_row_says(players, target, tmp_path):
    ran(Series(players, 12, target=target), tmp_path)
    table, told = rows(tmp_path), records(tmp_path)
    assert len(table) == len(told) == 12
    assert len({record["game_id"] for record in told}) == 12
    for row, record in zip(table, told, strict=True):
        report = verify(record)
        assert report.ok, report
        end = replay(record)[-1]
        assert (row["reason"], int(row["rounds"])) == (record["result"]["reason"], end.round)
        for seat, state in enumerate(end.seats):
            assert row[f"seat{seat}_player"] == record["seats"][seat]["name"]
            assert int(row[f"seat{seat}_prestige"]) == state.prestige
            assert (float(row[f"seat{seat}_share"]) > 0) is (seat in record["result"]["winners"])


def test_greedy_alone_loads_no_search_and_starts_no_process_that_has_nothing_to_do(tmp_path, monkeypatch):
    asked, real = [], running.pool
    monkeypatch.setattr(series, "make_ready", lambda: asked.append("search"))
    monkeypatch.setattr(running, "pool", lambda processes: asked.append(processes) or real(processes))
    ran(Series(("greedy",) * 2, 2 * series.BATCH), tmp_path, processes=4)
    assert asked == [1]
    assert json.loads((tmp_path / TIMES).read_text())["processes"] == 1
    series.get_ready(("greedy", "hand:1"), OWN)
    assert asked == [1, "search"]


@pytest.mark.parametrize("module", [running, simulation])
def test_the_first_game_starts_when_a_process_is_ready(module, monkeypatch):
    """Nothing in the folder changes before, and the time counts from there."""
    order = []
    monkeypatch.setattr(module, "start", lambda *_: order.append("ready"))
    monkeypatch.setattr(module, "games", lambda *_: order.append("games") or [])
    pace = SimpleNamespace(begin=lambda: order.append("time"))
    results = SimpleNamespace(begin=lambda: order.append("folder"), table=lambda *_: None, lines=lambda *_: None)
    given = Series(("random",) * 2, 2) if module is running else Simulation(("random",), 2, (2,))
    module._play(given, results, 1, None, pace)
    assert order == ["ready", "folder", "time", "games"]


def test_to_start_is_to_wait_for_one_process_of_all_that_prepare(monkeypatch):
    handed = []
    monkeypatch.setattr(series, "in_order", lambda *given: handed.append(given) or iter([None]))
    executor = SimpleNamespace(count=3)
    series.start(("random",), OWN, executor)
    series.start(("random",), OWN, None)
    [(on, work, tasks)] = handed
    assert (on, tasks) == (executor, [OWN] * 3)
    assert pickle.loads(pickle.dumps(work))(OWN) is None  # noqa: S301  # our own


def test_time_counts_from_the_first_game_to_the_last_one_done(monkeypatch):
    now, told = iter([10.0, 12.5, 20.0, 23.0]), []
    monkeypatch.setattr(pacing, "time", SimpleNamespace(monotonic=lambda: next(now)))
    one, other = Pace(told.append), Pace(told.append)
    one.begin()
    one.done(4)
    assert (one.seconds, told) == (2.5, [4])
    other.begin()
    assert other.seconds == 3.0, "and to now where none is done"


def test_times_are_of_the_turns(tmp_path):
    found = ran(Series(("greedy", "random"), 4), tmp_path)
    turns = sum(int(row["turns"]) for row in rows(tmp_path))
    assert sum(one.turns for one in found.times) == turns
    told = json.loads((tmp_path / TIMES).read_text())["turn_ms"]
    assert [one["name"] for one in told] == ["greedy", "random"]
    assert all(0 < one["mean"] <= one["most"] for one in told)


def test_times_are_told_by_player_wherever_it_sat(monkeypatch):
    names = ["greedy", "random", "beginner"]
    real = series.play_one

    def timed(deals, number, seated, limit):
        spent = [[float(names.index(text))] for text in seated]
        return real(deals, number, seated, limit)._replace(spent_ms=spent)

    monkeypatch.setattr(series, "play_one", timed)
    assert [game.spent_ms for game in play_deal(Series(tuple(names), 3), 0)] == [[[0.0], [1.0], [2.0]]] * 3


def test_all_games_of_a_deal_draw_on_one_chance_and_each_deal_on_its_own(monkeypatch):
    drawn = []
    real = series.play

    def played(start, players, chance):
        drawn.append(chance)
        return real(start, players, chance)

    monkeypatch.setattr(series, "play", played)
    for number in range(3):
        play_deal(Series(("random", "greedy"), 6), number)
    assert drawn[::2] == drawn[1::2]
    assert len(set(drawn)) == 3


@pytest.mark.parametrize("processes", [1, 2])
def test_what_was_played_when_it_is_stopped_is_whole(processes, tmp_path):
    def stop(done):
        if done >= 6:
            raise KeyboardInterrupt

    found = ran(Series(("random", "greedy"), 500), tmp_path, processes, stop)
    assert json.loads((tmp_path / TIMES).read_text())["stopped"]
    assert found.tally.games == len(rows(tmp_path)) == len(records(tmp_path)) == 6
    told = json.loads((tmp_path / SUMMARY).read_text())
    assert (told["games"], told["games_asked"]) == (6, 500)
    assert all(verify(record).ok for record in records(tmp_path))


def test_nothing_played_is_no_result(tmp_path, monkeypatch):
    def stopped(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "games", stopped)
    assert ran(Series(("random", "greedy"), 5), tmp_path) is None
    assert not (tmp_path / SUMMARY).exists()


def test_results_are_replaced_only_where_that_is_said(tmp_path):
    (tmp_path / SUMMARY).write_text("old")
    (tmp_path / "notes.csv").write_text("mine")
    with pytest.raises(Occupied, match="not empty"):
        Results(tmp_path)
    with Results(tmp_path, overwrite=True) as results:
        results.lines(RECORDS)
        assert (tmp_path / SUMMARY).read_text() == "old", "what replaces it can be written, and is not yet"
        results.begin()
    assert {path.name for path in tmp_path.iterdir()} == {RECORDS, "notes.csv"}, "what was not written here stays"
    assert (tmp_path / "notes.csv").read_text() == "mine"
    assert {GAMES, RECORDS, SUMMARY, TIMES, SHARES} < FILES


def test_a_limit_replaces_what_players_that_search_think():
    assert (player_by("expert").simulations, player_by("expert").think_ms) == (128, 0)
    by_time, by_number = player_by("expert", Limit(ms=40)), player_by("master", Limit(simulations=9))
    assert (by_time.simulations, by_time.think_ms) == (None, 40)
    assert (by_number.simulations, by_number.think_ms) == (9, 0)
    assert (player_by("search", Limit(simulations=7)).simulations, player_by("hand", Limit(ms=3)).think_ms) == (7, 3)


@pytest.mark.parametrize("text", ["greedy", "random", "beginner", "search:64", "hand@30", "master@30"])
def test_a_limit_is_nothing_to_those_who_do_not_search_or_say_what_they_think(text):
    assert player_by(text, Limit(ms=999)) == player_by(text, Limit(simulations=999)) == player_by(text)


@pytest.mark.parametrize(
    "text",
    ["nobody", "nobody@30", "greedy:3", "search", "hand:", "master@soon", "uct", "hand:net=a.npz,5", "search:net=,5"],
)
def test_texts_that_mean_no_player(text):
    with pytest.raises(ValueError, match=r"."):
        contender(text)


def test_a_limit_may_make_two_players_one():
    levels = ("skilled", "expert", "casual", "greedy")
    assert alike(levels, OWN) == []
    assert alike(levels, Limit(simulations=50)) == [("skilled", "expert")]
    assert alike(("greedy", "greedy"), OWN) == []


@pytest.mark.parametrize(
    ("players", "same"),
    [
        (("master@30", "master@300"), False),
        (("master@30", "search@30"), True),
        (("expert@30", "skilled@30"), True),
        (("expert", "search:128"), True),
        (("search:64", "search:64,99"), True),
        (("search:64@30", "search@30"), False),
        (("hand@30", "search@30"), False),
        (("search:9", "search:net=a.npz,9"), False),
        (("greedy", "greedy@30"), True),
        (("greedy", "random"), False),
    ],
)
def test_players_are_the_same_where_their_texts_say_the_same(players, same):
    for limit in (OWN, Limit(ms=50), Limit(simulations=50)):
        assert alike(players, limit) == ([players] if same else []) or "expert" in players
    assert alike(players, OWN) == ([players] if same else [])


def test_deals_differ_by_series_seats_and_number():
    deals = [Deals(series, seats) for series in ("arena 0", "arena 1", "simulate 0") for seats in (2, 3, 4)]
    assert len({one.seed(number) for one in deals for number in range(5)}) == 45
