"""Players by their texts: what a time and simulations in them mean, what is refused, and how turns are timed."""

from types import SimpleNamespace

import numpy as np
import pytest

from splendor.ai.ready import COMPILES
from splendor.ai.thinking import weights
from splendor.arena import contenders
from splendor.arena.contenders import Limit, Timed, check, contender, listed, parts, player_by

pytestmark = pytest.mark.timeout(600)


@pytest.mark.parametrize(
    ("text", "ms", "simulations"),
    [
        ("expert", 0, 128),
        ("expert@300", 300, None),
        ("casual@7", 7, None),
        ("master@30", 30, None),
        ("search@30", 30, None),
        ("hand@30", 30, None),
        ("search:64", 0, 64),
        ("search:64@30", 30, 64),
        ("search:64,9", 0, 9),
    ],
)
def test_a_time_stands_in_place_of_a_levels_simulations(text, ms, simulations):
    """As --time-ms does. A text with both has both limits."""
    player = player_by(text)
    assert (player.think_ms, player.simulations) == (ms, simulations)
    assert contender(text)._think_ms == ms


def test_a_time_of_the_text_is_what_the_limit_gives():
    plain, limited = player_by("expert@300"), player_by("expert", Limit(ms=300))
    assert plain == limited == player_by("expert@300", Limit(simulations=5))


@pytest.mark.parametrize(
    ("text", "settings", "ms"),
    [
        ("search:net=a@b.npz@30", ["net=a@b.npz"], 30),
        ("search:net=a@b.npz,64", ["net=a@b.npz", "64"], 0),
        ("search:64,net=runs@home/a.npz", ["64", "net=runs@home/a.npz"], 0),
    ],
)
def test_a_file_may_have_an_at_in_its_name(text, settings, ms):
    assert parts(text) == ("search", settings, ms)


@pytest.mark.parametrize(
    ("given", "texts"),
    [
        ("expert,skilled,greedy", ("expert", "skilled", "greedy")),
        ("search:net=a.npz,64", ("search:net=a.npz,64",)),
        ("search:64,net=a@b.npz@30,hand:9,master@30", ("search:64,net=a@b.npz@30", "hand:9", "master@30")),
        ("greedy,,random", ("greedy", "", "random")),
    ],
)
def test_a_list_of_players_is_not_cut_between_settings(given, texts):
    assert listed(given) == texts


@pytest.mark.parametrize("write", [np.savez, np.save, lambda file, _: file.write(b"weights"), lambda *_: None])
def test_a_file_without_weights_is_refused_whatever_it_holds(write, tmp_path):
    path = tmp_path / "w.npz"
    with path.open("wb") as file:
        write(file, np.zeros(3))
    with pytest.raises(ValueError, match=r"no weights in .*w\.npz"):
        check(f"search:net={path},4")


def test_weights_are_taken_that_the_search_can_use(tmp_path):
    np.savez(tmp_path / "w@home.npz", **weights())
    check(f"search:net={tmp_path}/w@home.npz@30")


def test_a_search_does_not_exist_without_the_compiler(monkeypatch):
    assert COMPILES
    monkeypatch.setattr(contenders, "COMPILES", False)
    player_by.cache_clear()
    with pytest.raises(ValueError, match="no such player"):
        player_by("search:64")


def test_a_turn_takes_all_that_its_choices_take(monkeypatch):
    now = iter([0.0, 0.5, 1.0, 1.25, 2.0, 2.75, 3.0, 3.125])
    monkeypatch.setattr(contenders, "time", SimpleNamespace(monotonic=lambda: next(now)))
    player = Timed(SimpleNamespace(name="a", version=1, choose=lambda *_: None), 0)
    for phase in ("action", "return_tokens", "action", "choose_noble"):
        player.choose({"turn": {"phase": phase}}, [], 0, {})
    assert player.spent_ms == [750.0, 875.0]
