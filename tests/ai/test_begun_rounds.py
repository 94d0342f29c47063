"""With what settings each round of a training was begun: nothing of it is lost when a training goes on with others."""

from pathlib import Path

import pytest

from train.begun import lines_of, note_round, settings_of

FIRST = {"seed": 1, "search.EXPLORATION": 0.8, "rounds.RATES": (1e-3, 2e-4)}
OTHER = {"seed": 1, "search.EXPLORATION": 0.4, "rounds.RATES": (1e-3, 2e-4)}


def test_each_round_that_is_begun_has_a_line_with_what_has_changed(tmp_path: Path) -> None:
    for number, settings in enumerate((FIRST, FIRST, OTHER, OTHER, FIRST)):
        note_round(tmp_path, number, settings)
    assert lines_of(tmp_path) == [
        {"round": 0, "seed": 1, "search.EXPLORATION": 0.8, "rounds.RATES": [1e-3, 2e-4]},
        {"round": 1},
        {"round": 2, "search.EXPLORATION": 0.4},
        {"round": 3},
        {"round": 4, "search.EXPLORATION": 0.8},
    ]


def test_round_that_is_begun_again_has_both_lines(tmp_path: Path) -> None:
    """What was played before it was cut off was played with the first of them."""
    note_round(tmp_path, 7, FIRST)
    note_round(tmp_path, 7, OTHER)
    assert [line["round"] for line in lines_of(tmp_path)] == [7, 7]


@pytest.mark.parametrize("gone", list(FIRST))
def test_settings_come_and_go(tmp_path: Path, gone: str) -> None:
    less = {name: value for name, value in FIRST.items() if name != gone}
    for number, settings in enumerate((FIRST, less, less, FIRST)):
        note_round(tmp_path, number, settings)
    lines = lines_of(tmp_path)
    assert lines[1:3] == [{"round": 1, gone: None}, {"round": 2}]
    assert [len(settings_of(lines[: n + 1])) for n in range(4)] == [3, 2, 2, 3]


def test_weights_that_a_training_began_with_are_no_setting_of_later_rounds(tmp_path: Path) -> None:
    note_round(tmp_path, 0, FIRST, weights="0123")
    note_round(tmp_path, 1, FIRST)
    assert lines_of(tmp_path)[0]["weights"] == "0123"
    assert lines_of(tmp_path)[1] == {"round": 1}


def test_process_that_is_killed_while_it_writes_leaves_the_lines_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    note_round(tmp_path, 0, FIRST)

    def killed(path: Path, text: str) -> None:
        path.write_bytes(text.encode()[:9])
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_text", killed)
        with pytest.raises(KeyboardInterrupt):
            note_round(tmp_path, 1, OTHER)
    note_round(tmp_path, 1, OTHER)
    assert [line["round"] for line in lines_of(tmp_path)] == [0, 1]
