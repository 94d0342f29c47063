"""The core and the engine play the same games: the same actions, payments, states and ends. The long form is a bench."""

from bench.ai.differential import KINDS, compare

PLIES = 50_000
SELDOM_MET = {
    "Pass",
    "ChooseNoble",
    "ReturnTokens",
    "ReserveFromDeck",
    "PurchaseCard by another payment",
    "exit after a pass",
    *(
        f"exit in {whose} {phase}"
        for whose in ("own", "another's")
        for phase in ("action", "return_tokens", "choose_noble")
    ),
    *("prestige", "stalemate", "max_rounds", "resignation", "flag", "shared victories"),
}


def test_core_plays_as_the_engine_does():
    report = compare(PLIES)
    assert report.differences == []
    assert report.plies.total() >= PLIES
    assert min(report.plies[kind] for kind in KINDS) > 0.33 * PLIES
    assert min(report.met[what] for what in SELDOM_MET) >= 5, report.met
