"""The oracle by the worked examples X1 to X12 of the rules, every expectation worked out by hand."""

import json

import pytest

from tests import oracle
from tests.oracle.corpus import BARE, DECKS, FULL_HAND, MARKET, table
from tests.oracle.dealing import deal, dice, liked, of_bonus, seat, tokens
from tests.oracle.enumerator import all_payments, default_payment, price
from tests.oracle.make_perft import FILE, counted, entries
from tests.oracle.material import CARDS, TOKENS, present, six, tokens_in_all

BARE_TABLE = {"market": BARE, "decks": ("", "", "")}
FIFTEEN = "L3-04 L3-08 L3-12"


def take(text):
    return {"type": "take_tokens", "tokens": tokens(text)}


def give_back(text):
    return {"type": "return_tokens", "tokens": tokens(text)}


def buy(card_id, text):
    return {"type": "purchase_card", "card_id": card_id, "payment": tokens(text)}


def begin(*seats, options=None, **rest):
    return oracle.start(table(*seats, **rest), options)


def costing(monkeypatch, text):
    cost = {colour: tokens(text).get(colour, 0) for colour in TOKENS}
    monkeypatch.setitem(CARDS, "example", {"level": 1, "bonus": "white", "points": 0, "cost": cost})
    return "example"


@pytest.mark.parametrize(
    ("cost", "purchased", "left"),
    [
        ("3u 2g", "L1-09 L1-10 L1-17", "1u 1g"),  # X1
        ("2w 3u 1r", "L1-01 L1-09 L1-10", "1w 1u 1r"),  # X2
        ("1u", "L1-09 L1-10 L1-17", ""),  # P2: a surplus gives no change
    ],
)
def test_price(monkeypatch, cost, purchased, left):
    card_id = costing(monkeypatch, cost)
    assert present(price(seat("", purchased), card_id)) == tokens(left)


@pytest.mark.parametrize(
    ("cost", "held", "payments", "default"),
    [
        ("6u", "4u 3*", ["4u 2*", "3u 3*"], "4u 2*"),  # X3
        ("1g 2k", "1g 1k 1*", ["1g 1k 1*"], "1g 1k 1*"),  # X4
        ("2g", "2g 1*", ["2g", "1g 1*"], "2g"),  # A13
    ],
)
def test_payments(monkeypatch, cost, held, payments, default):
    card_id = costing(monkeypatch, cost)
    holder = seat() | {"tokens": six(tokens(held))}
    found = all_payments(holder, card_id)
    assert sorted(map(str, found)) == sorted(str(tokens(payment)) for payment in payments)
    assert default_payment(found) == tokens(default)


def test_x5_returns_from_twelve():
    state = oracle.apply(begin(seat("3w 3u 3g"), seat()), take("1g 1r 1k"))
    assert (state["phase"], state["seat_to_act"]) == ("return_tokens", 0)
    returns = oracle.legal(state)
    assert give_back("1r 1k") in returns
    assert give_back("2w") in returns
    assert len(returns) == 13  # ten pairs of five colours, and two of white, blue or green
    state = oracle.apply(state, give_back("1r 1k"))
    assert (state["phase"], state["seat_to_act"]) == ("main", 1)
    assert present(state["seats"][0]["tokens"]) == tokens("3w 3u 4g")


def test_x6_two_of_one_colour():
    four, three = begin(seat(), seat("1w")), begin(seat(), seat("1r"))
    assert take("2r") in oracle.legal(four)
    assert take("2r") not in oracle.legal(three)
    assert take("1u 1r 1k") in oracle.legal(three)
    with pytest.raises(ValueError, match="not legal"):
        oracle.apply(three, take("2r"))


def test_x7_the_later_one_wins():
    first, later = seat("1*", "L3-04 L3-08 L2-09 L2-11"), seat("4u 2*", "L3-12 L3-16 L2-06")
    market = ("L1-40 L1-09 L1-17 L1-25", "L2-12 L2-07 L2-13 L2-19", MARKET[2])
    state = begin(first, later, market=market, decks=("L1-10", "L2-08", "L3-02"))
    state = oracle.apply(state, buy("L1-40", "1*"))
    assert state["last_round"]
    assert oracle.result(state) is None
    state = oracle.apply(state, {"type": "purchase_card", "card_id": "L2-12"})
    assert oracle.result(state) == {"reason": "prestige", "places": [2, 1], "prestige": [15, 16], "purchased": [5, 4]}


def test_x8_twelve_and_a_noble():
    twelve = seat("", "L3-08 L3-07 L2-06 L1-09 L1-10 " + of_bonus("white", 3))
    market = ("L1-13 L1-14 L1-17 L1-25", *MARKET[1:])
    state = begin(seat(), twelve, nobles="N01", to_act=1, decks=("L1-11", "L2-02", "L3-02"), market=market)
    state = oracle.apply(state, take("1w 1u 1g"))
    assert state["nobles"] == []
    assert oracle.result(state)["prestige"] == [0, 15]


def test_x9_forced_pass_and_stalemate():
    stuck = seat("4w 4u 2g", reserved=FULL_HAND), seat("2g 4r 4k", reserved="L3-07 L3-14 L3-04")
    state = begin(*stuck, **BARE_TABLE)
    for _ in stuck:
        assert oracle.legal(state, "all") == [{"type": "pass"}]
        state = oracle.apply(state, {"type": "pass"})
    assert oracle.result(state)["reason"] == "stalemate"
    assert oracle.result(state)["places"] == [1, 1]  # E3: a full tie is shared


def test_x10_the_last_to_move_resigns():
    state = begin(seat("", FIFTEEN), seat("", "L2-06 L2-12"), seat("", "L3-16"), to_act=2)
    state = oracle.exit(state, 2, "resignation")
    assert oracle.result(state)["reason"] == "prestige"
    assert oracle.result(state)["places"] == [1, 2, 3]


def test_x11_two_of_four_play_on():
    state = begin(seat("1w"), seat("2u"), seat("3g"), seat("2r 2k"), number=5, to_act=1)
    state = oracle.exit(state, 1, "resignation")
    assert (state["seat_to_act"], state["round"]) == (2, 5)
    state = oracle.exit(oracle.apply(state, take("1w 1u 1r")), 3, "flag")
    assert (state["seat_to_act"], state["round"]) == (0, 6)
    state = oracle.apply(state, take("1w 1u 1r"))
    assert (state["seat_to_act"], state["round"]) == (2, 6)
    assert _all_tokens(state) == tokens_in_all(4)
    finished = oracle.exit(state, 2, "resignation")
    assert oracle.result(finished)["places"] == [1, 4, 2, 3]
    assert oracle.result(finished)["reason"] == "resignation"


def test_x12_choosing_among_old_and_new():
    base = " ".join(of_bonus(colour, 4) for colour in ("blue", "black"))
    holder = seat("4g", base + " " + of_bonus("white", 3))
    market = ("L1-08 L1-13 L1-17 L1-25", *MARKET[1:])
    decks = ("L1-18", *DECKS[1:])
    state = begin(holder, seat(), nobles="N01 N04 N10", market=market, decks=decks)
    state = oracle.apply(state, buy("L1-08", "4g"))
    assert oracle.legal(state) == [{"type": "choose_noble", "noble_id": noble_id} for noble_id in ("N01", "N04")]
    state = oracle.apply(state, {"type": "choose_noble", "noble_id": "N01"})
    assert state["nobles"] == ["N04", "N10"]
    assert state["seats"][0]["nobles"] == ["N01"]
    state = oracle.apply(oracle.apply(state, take("1w 1u 1g")), take("1w 1u 1g"))
    assert state["seats"][0]["nobles"] == ["N01", "N04"]  # N3: the one left over comes, whatever the action


def test_ties_share_the_place():
    equal = seat("", FIFTEEN), seat("", "L3-16 L3-20 L3-03 L1-08"), seat("", "L3-06 L3-07 L3-11 L2-06")
    cards = {"market": ("L1-13 L1-14 L1-17 L1-25", *MARKET[1:]), "decks": ("L1-02", "L2-02", "L3-02")}
    state = begin(*equal, to_act=2, **cards)
    state = oracle.apply(state, take("1w 1u 1g"))
    assert oracle.result(state)["prestige"] == [15, 15, 15]
    assert oracle.result(state)["places"] == [1, 2, 2]  # E3: fewer cards, then shared


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_walk_keeps_all_tokens(seats):
    state, rng = oracle.start(deal(seats, f"tokens {seats}")), dice(f"tokens {seats}")
    while state["phase"] != "over":
        before = json.dumps(state)
        moved = oracle.play(state, liked(oracle.legal(state, "all"), rng))
        assert json.dumps(state) == before
        assert _all_tokens(moved) == tokens_in_all(seats)
        assert min(moved["supply"].values()) >= 0
        state = moved
    assert oracle.legal(state) == []
    assert min(oracle.result(state)["places"]) == 1


def _all_tokens(state):
    return {
        colour: state["supply"][colour] + sum(held["tokens"][colour] for held in state["seats"]) for colour in TOKENS
    }


def test_corpus_file_is_the_oracles_count():
    kept = {entry["name"]: entry for entry in json.loads(FILE.read_text(encoding="utf-8"))}
    made = list(entries())
    assert list(kept) == [entry["name"] for entry in made]
    for entry in made:
        if entry["quick"]:
            assert counted(entry) == kept[entry["name"]]
