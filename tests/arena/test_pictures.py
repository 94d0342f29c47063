"""Pictures: what is drawn where, read back from the SVG."""

from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from splendor.arena import plots, svg
from splendor.arena.caption import Setting, caption
from splendor.arena.contenders import Limit
from splendor.arena.plots import pictures
from splendor.arena.run import picture
from splendor.arena.series import Series
from splendor.arena.tally import tally
from tests.arena.test_facts import GAMES, THREE, facts

RIGHT = svg.WIDTH - svg.RIGHT


def drawn_for(games, players=("p0", "p1")):
    return pictures(games, Setting(players))


def drawn(drawing, kind):
    """The attributes of what is of this kind, in order; of texts, `text` is one."""
    root = ET.fromstring(drawing)  # noqa: S314  # our own
    return [{**one.attrib, "text": one.text} for one in root.iter(f"{{http://www.w3.org/2000/svg}}{kind}")]


def texts(drawing):
    return [one["text"] or "" for one in drawn(drawing, "text")]


def heights(drawing, colour):
    """Of the bars of one colour, in parts of the highest that there could be."""
    bars = [one for one in drawn(drawing, "rect") if one["fill"] == svg.COLOURS[colour]]
    return [round(float(one["height"]) / svg.PLOT_HEIGHT, 3) for one in bars if one["width"] != "12"]


def at(share):
    """Where a share stands."""
    return f"{svg.LEFT + share * (RIGHT - svg.LEFT):.1f}"


def test_a_share_stands_where_its_scale_says():
    drawing = svg.shares("t", [svg.Share("one", 0.4, 0.3, 0.7), svg.Share("two", 1.0, 0.9, 1.0)], [1 / 3, 0.25])
    assert [one["cx"] for one in drawn(drawing, "circle")] == [at(0.4), at(1.0)]
    lines = drawn(drawing, "line")
    assert [(one["x1"], one["x2"]) for one in lines if one["stroke"] == svg.COLOURS[0]] == [
        (at(0.3), at(0.7)),
        (at(0.9), at(1.0)),
    ]
    assert [one["x1"] for one in lines if "stroke-dasharray" in one] == [at(1 / 3), at(0.25)]
    assert [text for text in texts(drawing) if "." in text] == ["40.0%", "100.0%"]


def test_each_seat_has_its_share_beside_that_of_equals():
    drawing = drawn_for([*GAMES, *THREE])["shares.svg"]
    assert [one["cx"] for one in drawn(drawing, "circle")] == [*map(at, (0.625, 0.375, 0.0, 0.0, 1.0))]
    dashed = [one["x1"] for one in drawn(drawing, "line") if "stroke-dasharray" in one]
    assert dashed == [*map(at, (1 / 2, 1 / 2, 1 / 3, 1 / 3, 1 / 3))]


def test_each_player_has_its_share_beside_that_of_equals():
    """One deal: the interval is Wilson's of one of one."""
    game = facts(1.0, 0.0, 0.0)
    deal = [game._replace(seats=game.seats[turned:] + game.seats[:turned]) for turned in range(3)]
    drawing = picture(Series(("p0", "p1", "p2"), 3), tally(["p0", "p1", "p2"], [deal]))
    assert [one["cx"] for one in drawn(drawing, "circle")] == [*map(at, (1.0, 0.0, 0.0))]
    low, high = next((one["x1"], one["x2"]) for one in drawn(drawing, "line") if one["stroke"] == svg.COLOURS[0])
    assert (float(low), high) == (pytest.approx(float(at(0.2065)), abs=0.11), at(1.0))
    assert [one["x1"] for one in drawn(drawing, "line") if "stroke-dasharray" in one] == [at(1 / 3)] * 3


def test_changes_of_the_lead_from_six_on_are_one_bar():
    drawing = drawn_for([facts(1.0, 0.0, lead_changes=changes) for changes in (0, 6, 7, 40)])["leads.svg"]
    assert heights(drawing, 0) == pytest.approx([0.25 / 0.8, 0, 0, 0, 0, 0, 0.75 / 0.8], abs=0.001)
    assert "6+" in texts(drawing)


@pytest.mark.parametrize("longest", [23, 60, 300])
def test_lengths_are_told_by_the_rounds_of_each_bar_and_labels_have_room(longest):
    drawing = drawn_for([facts(1.0, 0.0, rounds=22), facts(0.0, 1.0, rounds=longest)])["length.svg"]
    told = [one for one in drawn(drawing, "text") if one["text"] and "-" in one["text"]]
    assert told[0]["text"] == "22-23"
    assert len(told) <= plots.MOST_LABELS
    for one, other in pairwise(told):
        room = float(other["x"]) - float(one["x"])
        assert room > 7.3 * len(one["text"]), "a digit of this size is 7.2 wide"
    assert len(heights(drawing, 0)) == longest // 2 - 10


def test_what_nobody_did_is_no_share_of_nothing():
    """Seats with no and with one reserve, of which the second ones won nothing; none with more."""
    drawing = drawn_for([facts(1.0, 0.0)])["reserves.svg"]
    assert heights(drawing, 0) == [1.0, 0.0]
    assert texts(drawing).count("-") == 3


@pytest.mark.parametrize("games", [GAMES, GAMES[:1], GAMES[2:3]], ids=["four", "one", "shared by all"])
def test_any_games_give_pictures(games):
    assert all(texts(drawing) for drawing in drawn_for(games).values())


def test_labels_are_text_whatever_is_in_them():
    drawing = svg.shares("<&>", [svg.Share("a<b" * 40, 0.5, 0.4, 0.6)], [0.5], "'\"")
    assert "<&>" in texts(drawing)
    assert any(text.startswith("a<b") and len(text) <= svg.LONGEST for text in texts(drawing))


@pytest.mark.parametrize("values", [[], [0.0], [None], [0.0, 0.0], [1e-9], [0.2, None, 3.7, 999.0]])
def test_bars_stay_within_their_plot(values):
    drawing = svg.bars("t", [str(n) for n in range(len(values))], [svg.Bars("one", values)], "cards")
    tall = [float(one["height"]) for one in drawn(drawing, "rect")[1:]]
    assert len(tall) == len([value for value in values if value is not None]) + 1
    assert all(0 <= height <= svg.PLOT_HEIGHT for height in tall)


@pytest.mark.parametrize(
    ("said", "line"),
    [
        ((1, Setting(("greedy",)), [2]), "1 game of greedy with two seats, target 15"),
        ((1200, Setting(("a", "b", "a")), [2, 3, 4]), "1,200 games in all of a and b with two, three and four seats, target 15"),
        ((9, Setting(("a", "b", "c"), 21, Limit(ms=30)), [4]), "9 games of a, b and c with four seats, target 21, 30 ms a turn"),
        ((9, Setting(("a",), 15, Limit(0, 64)), [3], "x"), "9 games of a with three seats, target 15, 64 simulations a choice, x"),
    ],
)  # fmt: skip
def test_a_caption_says_what_was_played(said, line):
    assert caption(*said) == line


def test_each_picture_says_who_played_how_many_games_in_how_many_seats_to_which_target():
    for name, drawing in drawn_for([*GAMES, *THREE], ["anna", "berta"]).items():
        said = "5 games in all of anna and berta with two and three seats, target 15"
        intervals = ", 95 % intervals" if name in {"shares.svg", "nobles.svg", "reserves.svg"} else ""
        assert texts(drawing)[1] == said + intervals
    deal = [facts(1.0, 0.0), facts(1.0, 0.0)._replace(seats=facts(0.0, 1.0).seats[::-1])]
    drawing = picture(Series(("p0", "p1"), 6, target=21), tally(["p0", "p1"], [deal] * 3))
    assert texts(drawing)[1] == "6 games of p0 and p1 with two seats, target 21, 3 deals, 95 % intervals"


def test_a_caption_has_room_however_long_its_names_are():
    drawing = drawn_for(GAMES, ["search:net=a/long/way/to/some/file-of-weights.npz@30", "p" * 70])
    lines = [one for one in drawn(drawing["length.svg"], "text") if one["fill"] == "#666666"]
    assert len(lines) > 1
    assert all(len(one["text"]) <= svg.NOTE_LETTERS for one in lines)
    assert len({one["y"] for one in lines}) == len(lines)
    assert f"translate(0 {svg.NOTE_ROW * len(lines)})" in drawing["length.svg"]


@pytest.mark.parametrize(
    ("most", "marks"),
    [
        (0.51, ["0", "10", "20", "30", "40", "50", "60"]),
        (0.6, ["0", "10", "20", "30", "40", "50", "60"]),
        (0.07 + 0.23, ["0", "5", "10", "15", "20", "25", "30"]),
        (1.0, ["0", "20", "40", "60", "80", "100"]),
        (0.13, ["0", "2.5", "5", "7.5", "10", "12.5", "15"]),
    ],
)
def test_a_scale_ends_at_the_first_round_number_that_holds_the_highest_bar(most, marks):
    drawing = svg.bars("t", [""], [svg.Bars("one", [most])], "% of games")
    assert [one["text"] for one in drawn(drawing, "text") if one["text-anchor"] == "end"] == marks


def test_a_scale_holds_whiskers_too():
    drawing = svg.bars("t", ["", ""], [svg.Bars("one", [0.2, None], [(0.1, 0.45), (0.0, 0.0)])], "% of games")
    upright, *ends = [one for one in drawn(drawing, "line") if one["stroke"] == svg.WHISKER]
    assert len(ends) == 2, "and none where there is no value"
    heights_of_ends = [(svg.TOP + svg.PLOT_HEIGHT - float(upright[y])) / svg.PLOT_HEIGHT for y in ("y1", "y2")]
    assert heights_of_ends == pytest.approx([0.1 / 0.5, 0.45 / 0.5], abs=0.001)


@pytest.mark.parametrize("name", ["nobles.svg", "reserves.svg"])
def test_each_bar_of_these_has_an_interval(name):
    drawing = drawn_for(GAMES)[name]
    whiskers = [one for one in drawn(drawing, "line") if one["stroke"] == svg.WHISKER]
    assert len(whiskers) == 3 * len(heights(drawing, 0)) > 0
