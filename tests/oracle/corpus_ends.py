"""The positions of the perft corpus about passing, the last round and seats that go out."""

from tests.oracle.corpus import BARE, DEAR, FULL_HAND, entry, table
from tests.oracle.dealing import deal, of_bonus, seat

BARE_TABLE = {"market": BARE, "decks": ("", "", "")}
FIFTEEN = "L3-04 L3-08 L3-12"
FULL_HANDS = FULL_HAND, "L3-07 L3-14 L3-04", "L3-03 L3-08 L3-12"


def passing():
    stuck = seat("4w 4u 2g", reserved=FULL_HANDS[0]), seat("2g 4r 4k", reserved=FULL_HANDS[1])
    yield entry("stalemate", "Q2: the second pass ends it", table(*stuck, **BARE_TABLE), 2)
    yield entry("after-stalemate", "a game that is over has no children", table(*stuck, **BARE_TABLE), 3)
    thawed = seat("4w 4u 2g", reserved=FULL_HANDS[0]), seat("2g 4r 4k", reserved="L3-07 L1-17? L3-14")
    yield entry("forced-pass", "Q1, X9: one passes, the other buys", table(*thawed, market=DEAR, decks=("", "", "")), 4)
    one_noble = of_bonus("white", 4) + " " + of_bonus("blue", 4)
    visited = seat("4g 4r 2k", one_noble, "L3-02 L3-14 L3-18"), seat("4w 4u 2k", reserved="L3-03 L3-07 L3-19")
    noble = table(*visited, nobles="N01", **BARE_TABLE)
    yield entry("pass-and-noble", "Q1, Q2: a visit begins the count anew", noble, 3)
    yield entry("pass-and-noble-then-over", "Q2: two more passes", noble, 4)
    two_nobles = one_noble + " " + of_bonus("black", 4)
    choosing = seat("4g 4r 2k", two_nobles, "L3-14 L3-18 L3-19"), seat("4w 4u 2k", reserved="L3-03 L3-07 L3-17")
    yield entry("pass-and-choose", "Q1, N3: two met in a pass", table(*choosing, nobles="N01 N02", **BARE_TABLE), 5)
    full = "5w 5u", "5g 5r", "5k 5*"
    three = [seat(held, reserved=hand) for held, hand in zip(full, reversed(FULL_HANDS), strict=True)]
    yield entry("third-seat-moves", "Q2: the row of passes is broken", table(*three, **BARE_TABLE), 5)
    out = {"type": "exit", "seat": 2, "kind": "resignation"}
    line = [{"type": "pass"}, {"type": "pass"}, out]
    yield entry("exit-breaks-passes", "Q2: an exit in between", table(*three, **BARE_TABLE), 3, line=line)


def endings():
    first = seat("1w", FIFTEEN), seat(), seat("2u")
    yield entry("last-round", "E1: two seats yet to move", table(*first, to_act=1), 2)
    yield entry("last-round-over", "E1: none after the last seat", table(*first, to_act=1), 3)
    yield entry("last-seat-of-all", "E1, H2: one turn and over", table(*first, to_act=2), 2)
    nearly = seat("3k 1*", "L3-04 L3-08 L2-09 L2-11"), seat("2w")
    market = ("L1-08 L1-09 L1-32 L1-40", "L2-01 L2-07 L2-13 L2-30", "L3-01 L3-05 L3-09 L3-13")
    cards = {"market": market, "decks": ("L1-02", "L2-02", "L3-02")}
    yield entry("sets-it-off", "E1: fifteen by a card", table(*nearly, **cards), 3)
    fourteen = seat("4g 1*", "L3-04 L3-08 L3-07"), seat("2w")
    yield entry("fourteen-and-one", "E1: some lines end sooner", table(*reversed(fourteen), to_act=1, **cards), 2)
    yield entry("twenty-one", "E4: a target of one's own", table(*nearly, **cards), 3, options={"target_prestige": 21})
    twelve = seat("2g 2r 2k 1*", "L3-08 L3-07 L2-06 L1-09 " + of_bonus("white", 3))
    cards = {"decks": ("L1-11", "L2-02", "L3-02")}
    cards["market"] = ("L1-10 L1-13 L1-40 L1-25", *market[1:])
    visit = table(seat(), twelve, nobles="N01", to_act=1, **cards)
    yield entry("noble-ends-it", "X8, E1: twelve and a noble", visit, 3, quick=False)
    worn = table(seat("2w"), seat("1u 1g"), number=20, to_act=1)
    yield entry("rounds-up", "H3: the round complete, the game over", worn, 2, options={"max_rounds": 20})
    worn = table(seat("2w"), seat("1u 1g"), number=19, to_act=1)
    yield entry("one-round-more", "H3: the last round but one", worn, 3, options={"max_rounds": 20})


def out(number, kind="resignation"):
    return {"type": "exit", "seat": number, "kind": kind}


def exits():
    first = seat("1w", FIFTEEN), seat(), seat("2u")
    yield entry("x10", "X10: the last to move resigns", table(*first, to_act=2), 1, line=[out(2)])
    yield entry("later-seat-out", "H2: none left after this one", table(*first, to_act=1), 2, line=[out(2)])
    yield entry("trigger-out", "H2: the last round stays set", table(*first, to_act=1), 2, line=[out(0)])
    yield entry("one-seat-left", "H1: the other one has won", table(seat(), seat("1w")), 1, line=[out(1, "flag")])
    four = table(*(seat(held) for held in ("1w 1u", "2g 2r", "3k 1*", "2w 1u 1r")), to_act=2, number=5)
    yield entry("x11", "X11: seats 0 and 2 play on", four, 3, line=[out(1), out(3, "flag")], quick=False)
    ten = "2w 2u 2g 2r 2k"
    three = table(seat(ten), seat("1r 1k"), seat(ten, reserved="L3-14?"))
    take = {"type": "take_tokens", "tokens": {"white": 1, "blue": 1, "green": 1}}
    yield entry("returning", "a count that begins within a turn", three, 2, line=[take])
    yield entry("out-while-returning", "H5: all tokens go back", three, 2, line=[take, out(0, "flag")])
    yield entry("other-out-while-returning", "H5: the phase goes on", three, 2, line=[take, out(2)])
    rich = seat("2w 2g", " ".join(of_bonus(colour, 4) for colour in ("white", "blue", "black")))
    choosing = table(seat(), rich, nobles="N01 N02 N10", to_act=1, market=DEAR, decks=("", "", "L3-02"))
    take = {"type": "take_tokens", "tokens": {"red": 2}}
    yield entry("choosing", "N3: a count that begins with the choice", choosing, 3, line=[take])
    third = {**choosing, "seats": [*choosing["seats"], seat("2k")]}
    yield entry("out-while-choosing", "H5: no noble comes", third, 3, line=[take, out(1)])
    yield entry("first-seat-out", "E1, H1: the round begins at seat 1", deal(3, "exits"), 3, line=[out(0)], quick=False)
