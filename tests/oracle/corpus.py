"""The positions of the perft corpus within a game: tokens, cards, nobles. How games end is in corpus_ends.py."""

from tests.oracle.applier import start
from tests.oracle.dealing import as_position, deal, of_bonus, played, position, seat

MARKET = ("L1-01 L1-09 L1-17 L1-25", "L2-01 L2-07 L2-13 L2-19", "L3-01 L3-05 L3-09 L3-13")
DECKS = ("L1-02 L1-10 L1-18 L1-26 L1-34", "L2-02 L2-08 L2-14", "L3-02 L3-06")
BARE = ("- - - -", "- - - -", "- - - -")
DEAR = ("- - - -", "- - - -", "L3-01 L3-05 L3-09 L3-13")
FULL_HAND = "L3-02 L3-10 L3-18"


def entry(name, about, where, depth, quick=True, options=None, line=()):
    """`line` is played before the counting begins: actions, and exits as {"type": "exit", "seat", "kind"}."""
    entry = {"name": name, "about": about, "quick": quick, "options": options or {}, "depth": depth}
    return entry | {"position": where, "line": list(line)}


def table(*seats, market=MARKET, decks=DECKS, nobles="", **rest):
    return position(*seats, market=market, decks=decks, nobles=nobles, **rest)


def openings():
    yield entry("opening-2", "S1: a full deal", deal(2, "opening"), 3, quick=False)
    yield entry("opening-3", "S1: a full deal", deal(3, "opening"), 3, quick=False)
    yield entry("opening-4", "S1: a full deal", deal(4, "opening"), 3, quick=False)
    for seats, plies in ((2, 30), (3, 50), (4, 80)):
        state = played(start(deal(seats, "middle")), plies, "middle")
        yield entry(f"middle-{seats}", f"after {plies} random plies", as_position(state), 4, quick=False)
    for seats, plies in ((2, 58), (3, 85), (4, 115)):
        state = played(start(deal(seats, "late")), plies, "late")
        yield entry(f"late-{seats}", f"after {plies} random plies", as_position(state), 3, quick=False)


def tokens():
    few = "5u 5g", "5r 3w 2k"
    yield entry("two-colours-left", "K1: one of both, not one of one", table(seat(), *map(seat, few)), 3)
    few = "5w 5u", "5g 5k"
    yield entry("one-colour-of-four", "K1, K2: one red or two", table(seat("1r"), *map(seat, few)), 3)
    yield entry("one-colour-of-three", "K1, K2: one red only", table(seat("2r"), *map(seat, few)), 3)
    yield entry("three-colours-left", "K1: one way only", table(seat("2w"), seat("5r 2u 1g"), seat("5k 2g")), 2)
    none = "2w 7u 1g", "6g 4r", "3r 7k"
    yield entry("no-gem-left", "K1: taking nothing is no action", table(seat("5w"), *map(seat, none)), 3)
    yield entry("piles-of-three", "K2: no two of one colour", table(seat("1w 1u 1g"), seat("1r 1k")), 2)
    yield entry("one-pile-of-four", "K2: two red only", table(seat(), seat("1w 1u 1g 1k")), 2)
    yield entry("ten-tokens", "K4, L2: up to three back", table(seat("2w 2u 2g 2r 2k"), seat("1w 1u")), 2)
    yield entry("nine-tokens", "X5: two back of twelve", table(seat("2w 2u 2g 2r 1k"), seat()), 2)
    yield entry("eight-tokens", "L3: ten is not over ten", table(seat("3w 3u 2g"), seat("4r")), 2)
    golden = seat("2w 1u 1g 1r 1k 4*")
    yield entry("excess-with-gold", "L2: gold may go back", table(golden, seat("1w 1u 1g")), 3, quick=False)
    both = seat("2w 2u 2g 2r 2k"), seat("2w 2u 2g 2r 2k")
    yield entry("both-at-ten", "K4, L2, piles of none", table(*both), 3)


def cards():
    none = seat("4u 6g"), seat("1g 7r 2k"), seat("5k")
    yield entry("reserve-at-ten", "V2, L2: the gold or another back", table(seat("7w 3u"), *none), 3)
    full = seat("3r 1w", reserved="L1-17 L2-24? L3-18")
    market = ("L1-01 L1-09 L1-18 L1-25", *MARKET[1:])
    decks = ("L1-02 L1-10", *DECKS[1:])
    hand = table(full, seat("1u"), market=market, decks=decks)
    yield entry("three-reserved", "V1, P1: no fourth, one to buy", hand, 3)
    yield entry("gold-gone", "V2: reserving without gold", table(seat("3*"), seat("1w 2*")), 2)
    yield entry("one-gold-left", "V2: the last one", table(seat("2*"), seat("1w 2*"), number=9), 2)
    slots = ("L1-01 - L1-17 -", "L2-01 L2-07 L2-13 L2-19", "- - - L3-13")
    gaps = table(seat("3r 2k"), seat("1w"), market=slots, decks=("", "L2-02", ""))
    yield entry("empty-slots", "C2, V5: nothing out of an empty slot or deck", gaps, 3)
    last = table(seat("3r"), seat("3k"), decks=("L1-02", "", "L3-02"))
    yield entry("last-card-of-a-deck", "C1, C2: gone by reserve or by refill", last, 3, quick=False)
    bare = table(seat("1w"), seat("2u"), market=BARE, decks=("", "", ""))
    yield entry("bare-table", "V5: no card to be had", bare, 3)
    mixed = seat("2w 2u 1g 1r 4*", of_bonus("white", 2) + " " + of_bonus("green", 3, level=2))
    market = ("L1-08 L1-09 L1-17 L1-25", "L2-01 L2-07 L2-16 L2-19", MARKET[2])
    decks = ("L1-10 L1-18", "L2-02 L2-08", "L3-02")
    gold = table(mixed, seat("1r 1*"), market=market, decks=decks)
    yield entry("mixed-gold", "P3, P4: many payments, one by default", gold, 2)
    yield entry("gold-only", "P3: gold pays for any colour", table(seat("5*"), seat("3w 3u 3g")), 2)
    many = " ".join(of_bonus(colour, 5) for colour in ("white", "red")) + " " + of_bonus("blue", 4)
    market = ("L1-13 L1-14 L1-31 L1-40", "L2-06 L2-12 L2-02 L2-24", "L3-07 L3-10 L3-18 L3-14")
    free = table(seat("1k", many), seat(), market=market, decks=("L1-36 L1-37", "L2-22", ""))
    yield entry("free-card", "P2, P5: a surplus gives no change", free, 3)
    hand = seat("4w 4u", reserved="L1-31? L2-09")
    market = ("L1-01 L1-09 - -", "L2-01 L2-07 L2-13 L2-19", MARKET[2])
    own = table(hand, seat(reserved="L1-32? L1-06"), market=market, decks=("", "L2-02", "L3-02"))
    yield entry("own-reserved", "P1: own reserved cards only, the market stays", own, 3)


def nobles():
    base = of_bonus("blue", 4) + " " + of_bonus("black", 4)
    three_white = base + " " + of_bonus("white", 3)
    market = ("L1-08 L1-13 L1-17 L1-25", "L2-01 L2-07 L2-13 L2-19", MARKET[2])
    rest = {"market": market, "decks": ("L1-07 L1-18 L1-26", "L2-02", "L3-02")}
    rich = seat("2w 2g 2r", three_white)
    yield entry("two-nobles", "N3: a white card meets both", table(rich, seat("1w"), nobles="N01 N02 N10", **rest), 3)
    yield entry("three-nobles", "X12: two new, one left over", table(rich, seat(), nobles="N01 N02 N04", **rest), 3)
    yield entry("leftover-noble", "N3: it comes whatever the action", table(rich, seat(), nobles="N04 N09", **rest), 2)
    four_white = seat("3w 3g 3r 1*", base + " " + of_bonus("white", 4))
    both = table(four_white, seat("1w"), nobles="N01 N02", market=MARKET, decks=("L1-07", "L2-02", "L3-02"))
    both["market"][0] = ["L1-08", "L1-13", "L1-17", "L1-25"]
    yield entry("return-then-choose", "T2: three plies of one turn", both, 3)
    almost = seat("3w 2*", of_bonus("blue", 2), reserved="L1-15 L1-16", nobles="N10")
    held = table(almost, seat("3u"), nobles="N03", market=rest["market"], decks=rest["decks"])
    yield entry("reserved-no-bonus", "N2, V3: reserved cards bring no noble", held, 2)
