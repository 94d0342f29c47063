"""The engine against the independent oracle of tests/oracle: the same counts, and the same games ply by ply."""

import json

import pytest

from splendor.engine.action_json import action_to_json
from splendor.engine.errors import IllegalAction
from splendor.engine.exits import flag, resign
from splendor.engine.legal import legal_actions
from splendor.engine.perft import perft
from splendor.engine.rules import apply
from tests import oracle
from tests.engine.oracle_bridge import (
    engine_facts,
    engine_result,
    engine_start,
    from_json,
    key,
    oracle_facts,
)
from tests.oracle.dealing import deal, dice, liked, scatter
from tests.oracle.ending import seats_in
from tests.oracle.make_perft import FILE
from tests.oracle.material import CARDS, NOBLES, TOKENS

CORPUS = {entry["name"]: entry for entry in json.loads(FILE.read_text(encoding="utf-8"))}
EXIT = {"resignation": resign, "flag": flag}
PLIES = 400
"""Far more than any walk from these positions takes to its end, so a walk that does not end fails."""


class Walk:
    """One game played by both, compared after every step."""

    def __init__(self, position, options=None, seed=""):
        self.rng = dice(seed)
        self.engine = engine_start(position, options)
        self.oracle = oracle.start(position, options)
        self.compare()

    @property
    def over(self):
        return self.oracle["phase"] == "over"

    def compare(self):
        assert engine_facts(self.engine) == oracle_facts(self.oracle)
        assert engine_result(self.engine) == oracle.result(self.oracle)

    def choices(self):
        """Compare both lists of legal actions, and give the longer one."""
        for payments in ("default", "all"):
            mine = [key(action_to_json(action)) for action in legal_actions(self.engine, payments)]
            theirs = oracle.legal(self.oracle, payments)
            assert len(set(mine)) == len(mine)
            assert sorted(mine) == sorted(map(key, theirs))
        return theirs

    def play(self, action):
        self.engine = apply(self.engine, from_json(action))
        self.oracle = oracle.play(self.oracle, action)
        self.compare()

    def go_out(self, seat, kind):
        self.engine = EXIT[kind](self.engine, seat)
        self.oracle = oracle.exit(self.oracle, seat, kind)
        self.compare()

    def follow(self, line):
        for step in line:
            if step["type"] == "exit":
                self.go_out(step["seat"], step["kind"])
            else:
                self.play(step)

    def refuse(self, attempt, legal):
        """Try something that may well be illegal: the engine takes it if and only if the oracle lists it."""
        if key(attempt) in set(map(key, legal)):
            return
        with pytest.raises(IllegalAction):
            apply(self.engine, from_json(attempt))

    def stroll(self, plies=PLIES, exits=0.0):
        """Play at random to the end of the game, or so many plies; more exits happen within a turn than between two."""
        for _ in range(plies):
            legal = self.choices()
            if self.over:
                assert legal == []
                return
            within = self.oracle["phase"] != "main"
            if self.rng.random() < exits * (5 if within else 1):
                self.go_out(self.rng.choice(seats_in(self.oracle)), self.rng.choice(list(EXIT)))
                continue
            self.refuse(attempt(self.rng), legal)
            self.play(liked(legal, self.rng))


def attempt(rng):
    """Make an action up, of a sound form and mostly against some rule."""
    few = {colour: rng.choice((-1, 0, 0, 0, 1, 1, 2, 3)) for colour in TOKENS}
    card_id = rng.choice(list(CARDS))
    return rng.choice(
        [
            {"type": "take_tokens", "tokens": few},
            {"type": "take_tokens", "tokens": dict.fromkeys(rng.choices(TOKENS, k=rng.randint(0, 3)), 1)},
            {"type": "take_tokens", "tokens": {rng.choice(TOKENS): 2}},
            {"type": "return_tokens", "tokens": few},
            {"type": "return_tokens", "tokens": {rng.choice(TOKENS): 1}},
            {"type": "reserve_card", "card_id": card_id},
            {"type": "reserve_from_deck", "level": rng.randint(0, 4)},
            {"type": "purchase_card", "card_id": card_id, "payment": few},
            {"type": "choose_noble", "noble_id": rng.choice(list(NOBLES))},
            {"type": "pass"},
        ]
    )


@pytest.mark.parametrize("name", CORPUS)
def test_perft_corpus(name):
    entry = CORPUS[name]
    walk = Walk(entry["position"], entry["options"])
    walk.follow(entry["line"])
    assert len(walk.choices()) == entry["all_payments"]
    assert perft(walk.engine, entry["depth"]) == entry["count"]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"target_prestige": 10}, {"target_prestige": 21, "max_rounds": 25}])
def test_walks_from_deals(seats, options):
    for number in range(3):
        seed = f"{seats} {number} {sorted(options.items())}"
        walk = Walk(deal(seats, seed), options, seed)
        walk.stroll()
        assert walk.over


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_walks_with_exits(seats):
    for number in range(6):
        seed = f"exits {seats} {number}"
        walk = Walk(deal(seats, seed), {}, seed)
        walk.stroll(exits=0.01)
        assert walk.over


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("exits", [0.0, 0.03])
def test_walks_from_scattered_cards(seats, exits):
    for number in range(12):
        seed = f"scattered {seats} {exits} {number}"
        walk = Walk(scatter(seats, seed), {"target_prestige": 30, "max_rounds": 30}, seed)
        walk.stroll(exits=exits)
        assert walk.over


@pytest.mark.parametrize("name", CORPUS)
def test_walks_from_odd_positions(name):
    entry = CORPUS[name]
    for exits in (0.0, 0.05):
        walk = Walk(entry["position"], entry["options"], f"{name} {exits}")
        walk.follow(entry["line"])
        walk.stroll(plies=25, exits=exits)
