"""Fair deals: the code against a verifier written from docs/fair-deals.md alone, and that page against both."""

import hashlib
import hmac
from collections.abc import Iterable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest

from splendor.engine.cards import CARDS, EMPTY
from splendor.engine.fairness import Stream, commitment, seating
from splendor.engine.nobles import NOBLES
from splendor.engine.position import start_from
from splendor.engine.setup import deal
from splendor.engine.state import Options, State

PAGE = (Path(__file__).parents[2] / "docs" / "fair-deals.md").read_text(encoding="utf-8")
SEED = bytes(range(32))
Item = TypeVar("Item")
Deal = tuple[list[list[str]], list[list[str]], list[str]]
GAME_ID = "g17AbCdEfGhIjKlMnOpQrSt"


# The verifier: nothing of the engine is used from here on to the rule.


def verifier_commitment(game_id: str, seed_hex: str) -> str:
    return hashlib.sha256(b"splendor-host commitment v1|" + game_id.encode() + b"|" + seed_hex.encode()).hexdigest()


def verifier_numbers(seed_hex: str, label: str) -> Iterator[int]:
    for n in count():
        message = b"splendor-host stream v1|" + label.encode() + b"|" + str(n).encode()
        block = hmac.new(bytes.fromhex(seed_hex), message, hashlib.sha256).digest()
        for i in range(16):
            yield 256 * block[2 * i] + block[2 * i + 1]


def verifier_shuffle(seed_hex: str, label: str, things: Iterable[Item]) -> list[Item]:
    items, numbers = list(things), verifier_numbers(seed_hex, label)
    i = len(items) - 1
    while i > 0:
        number = next(numbers)
        if number >= 65536 - 65536 % (i + 1):
            continue
        j = number % (i + 1)
        items[i], items[j] = items[j], items[i]
        i -= 1
    return items


def verifier_deal(seed_hex: str, seats: int) -> Deal:
    rows, decks = [], []
    for level, size in ((1, 40), (2, 30), (3, 20)):
        order = verifier_shuffle(seed_hex, f"deck {level}", [f"L{level}-{n:02}" for n in range(1, size + 1)])
        rows.append(order[:4])
        decks.append(order[4:])
    nobles = verifier_shuffle(seed_hex, "nobles", [f"N{n:02}" for n in range(1, 11)])
    return rows, decks, nobles[: seats + 1]


def verifier_start(seed_hex: str, seats: int, position: dict[str, Any]) -> Deal:
    """Market, decks and nobles of a game from a position."""
    held = [
        seat.get("purchased", []) + [card["card_id"] for card in seat.get("reserved", [])] for seat in position["seats"]
    ]
    named = {card for cards in (*held, *position.get("market", []), *position.get("decks", [])) for card in cards}
    rows, decks, _ = verifier_deal(seed_hex, seats)
    whole = [row + deck for row, deck in zip(rows, decks, strict=True)]
    decks = position.get("decks") or [[card for card in deck if card not in named] for deck in whole]
    rows = position.get("market")
    if rows is None:
        rows, decks = [(deck[:4] + [""] * 4)[:4] for deck in decks], [deck[4:] for deck in decks]
    with_seats = [noble for seat in position["seats"] for noble in seat.get("nobles", [])]
    order = verifier_shuffle(seed_hex, "nobles", [f"N{n:02}" for n in range(1, 11)])
    left = [noble for noble in order if noble not in with_seats][: seats + 1 - len(with_seats)]
    return rows, decks, position.get("nobles", left)


# --------------------------------------------------------------------------------------------------------------------


def dealt(seed: bytes, seats: int) -> Deal:
    return lying(deal(Options(seats), seed))


def lying(state: State) -> Deal:
    """What lies on the table, an empty slot as ""."""
    rows = [["" if number == EMPTY else CARDS[number].id for number in state.market[at : at + 4]] for at in (0, 4, 8)]
    decks = [[CARDS[number].id for number in deck] for deck in state.decks]
    return rows, decks, [NOBLES[number].id for number in state.nobles]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_verifier_deals_the_same(seats: int) -> None:
    for number in range(300):
        seed = hashlib.sha256(str(number).encode()).digest()
        assert dealt(seed, seats) == verifier_deal(seed.hex(), seats)


HELD = {"purchased": ["L1-30", "L3-19"], "reserved": [{"card_id": "L2-12"}], "nobles": ["N10"]}
FEW = [["L1-01", "L1-02"], ["L2-01", "L2-02", "L2-03", "L2-04"], ["L3-01", "L3-02", "L3-03", "L3-04", "L3-05"]]
ROWS = [[f"L{level}-{n:02}" for n in (6, 7, 8, 9)] for level in (1, 2, 3)]


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"decks": FEW},
        {"market": ROWS},
        {"market": ROWS, "decks": FEW},
        {"nobles": ["N03", "N01"]},
        {"nobles": []},
        {"market": ROWS, "nobles": ["N07"]},
    ],
)
@pytest.mark.parametrize("held", [{}, HELD])
def test_the_verifier_fills_up_a_position_in_the_same_way(given: dict[str, Any], held: dict[str, Any]) -> None:
    for seats in (2, 3, 4):
        position = {"seats": [held, *[{}] * (seats - 1)], **given}
        for number in range(10):
            seed = hashlib.sha256(str(number).encode()).digest()
            state = start_from(position, Options(seats), seed)
            assert lying(state) == verifier_start(seed.hex(), seats, position)


def test_the_verifier_seats_and_commits_the_same() -> None:
    for number in range(300):
        seed = hashlib.sha256(str(number).encode()).digest()
        assert commitment(f"g{number:022}", seed) == verifier_commitment(f"g{number:022}", seed.hex())
        for seats in (2, 3, 4):
            assert list(seating(seed, seats)) == verifier_shuffle(seed.hex(), "seating", range(seats))


def test_the_worked_example_of_the_page() -> None:
    assert SEED.hex() in PAGE
    assert f"Commitment: `{verifier_commitment(GAME_ID, SEED.hex())}`" in PAGE
    for label in ("deck 1", "deck 2", "deck 3", "nobles", "seating"):
        block = hmac.digest(SEED, f"splendor-host stream v1|{label}|0".encode(), "sha256").hex()
        assert f"| `{label}` | `{block}` |" in PAGE
    rows, decks, nobles = verifier_deal(SEED.hex(), 2)
    for level in (1, 2, 3):
        assert f"| market, level {level} | {' '.join(rows[level - 1])} |" in PAGE
        assert f"| deck {level} | {' '.join(decks[level - 1])} |" in PAGE
    assert f"| nobles | {' '.join(nobles)} |" in PAGE
    for words, seats in (("four", 4), ("three", 3), ("two", 2)):
        order = verifier_shuffle(SEED.hex(), "seating", range(seats))
        assert f"| seating of {words} | {' '.join(map(str, order))} |" in PAGE


def test_the_example_of_a_number_thrown_away() -> None:
    seed = bytes(31) + b"\x09"
    numbers = verifier_numbers(seed.hex(), "deck 2")
    next(numbers)
    assert next(numbers) == 65519 >= 65536 - 65536 % 29
    assert "65519" in PAGE
    assert dealt(seed, 2) == verifier_deal(seed.hex(), 2)


def test_streams_of_different_labels_and_seeds_differ() -> None:
    first = Stream(SEED, "a").shuffled(range(50))
    assert first == Stream(SEED, "a").shuffled(range(50))
    assert first != Stream(SEED, "b").shuffled(range(50))
    assert first != Stream(SEED[::-1], "a").shuffled(range(50))
    assert sorted(first) == list(range(50))


def test_a_stream_goes_on_where_it_was() -> None:
    numbers, stream = verifier_numbers(SEED.hex(), "x"), Stream(SEED, "x")
    assert [stream.below(65536) for _ in range(40)] == [next(numbers) for _ in range(40)]


def test_every_result_is_as_likely() -> None:
    """Chi squared over 9 classes, 18000 draws: the fixed seed gives a value any fair stream would give."""
    stream, hits = Stream(SEED, "chi"), [0] * 9
    for _ in range(18000):
        hits[stream.below(9)] += 1
    assert sum((hit - 2000) ** 2 / 2000 for hit in hits) < 26


@pytest.mark.parametrize("n", [0, -1, 65537])
def test_draws_out_of_range(n: int) -> None:
    with pytest.raises(ValueError, match="n must be"):
        Stream(SEED, "x").below(n)


@pytest.mark.parametrize("seed", [b"", bytes(31), bytes(33)])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    for use in (lambda: Stream(seed, "x"), lambda: commitment(GAME_ID, seed), lambda: deal(Options(2), seed)):
        with pytest.raises(ValueError, match="32 bytes"):
            use()
