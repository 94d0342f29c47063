"""What a result does to standings: a function of what stood before alone."""

import random
from itertools import permutations

import pytest

from service.hosting.ladders.ledger import Result, Seat, effect_of, result_of
from service.hosting.ladders.values import (
    KEPT_CONDUCT,
    Cause,
    LedgerEntry,
    Standing,
    encode,
    ledger_entry_of,
    standing_of,
)
from service.store.ladders import StoredStanding, meeting


def result(*places: int, void: str = "", causes: tuple[Cause, ...] = (), game_id: str = "g", at: int = 1) -> Result:
    """A result of entries a, b, c, d."""
    why = causes or ("finished",) * len(places)
    seats = tuple(Seat("abcd"[number], place, why[number]) for number, place in enumerate(places))
    return Result(game_id, at, seats, void)  # type: ignore[arg-type]


def test_who_wins_gains_and_all_of_it_is_noted() -> None:
    effect = effect_of(result(1, 2, at=70), {})
    won, lost = effect.standings["a"], effect.standings["b"]
    assert won.mean > Standing().mean > lost.mean
    assert (won.games, won.won, won.shared, won.places, won.recent, won.idle_since, won.revision) == (
        1, 1, 0, {"2-0": (1, 1, 0)}, "f", 70, 1,
    )  # fmt: skip
    assert lost.places == {"2-1": (1, 0, 0)}
    assert effect.met == (meeting("a", "b"),)
    first, second = effect.entry.seats
    assert (first.before, first.after) == ((Standing().mean, Standing().deviation), (won.mean, won.deviation))
    assert (second.entry, second.place, second.cause) == ("b", 2, "finished")


def test_a24_shared_places_are_ties() -> None:
    """A24: two share the victory; among themselves nothing is won, and both beat the third."""
    effect = effect_of(result(1, 1, 3), {})
    a, b, c = (effect.standings[one] for one in "abc")
    assert (a.mean, a.deviation) == (b.mean, b.deviation)
    assert a.mean > Standing().mean > c.mean
    assert [(one.won, one.shared) for one in (a, b, c)] == [(1, 1), (1, 1), (0, 0)]
    assert set(effect.met) == {meeting("b", "a", shared=True), meeting("a", "c"), meeting("b", "c")}


@pytest.mark.parametrize("places", sorted(set(permutations((1, 2, 3))) | set(permutations((1, 2, 2)))))
def test_each_two_that_meet_are_counted_once(places: tuple[int, ...]) -> None:
    met = effect_of(result(*places), {}).met
    assert len(met) == len(set(met)) == 3
    for name in met:
        if "=" not in name:
            better, worse = ("abc".index(one) for one in name.split(" "))
            assert places[better] < places[worse]


def test_what_the_service_has_spoiled_changes_nobody() -> None:
    effect = effect_of(result(0, 0, void="infrastructure"), {})
    assert (effect.standings, effect.met) == ({}, ())
    assert effect.entry.void == "infrastructure"


def test_game_that_does_not_count_is_still_conduct() -> None:
    effect = effect_of(result(1, 2, void="unfinished", causes=("finished", "crash")), {})
    loser = effect.standings["b"]
    assert (loser.games, loser.mean, loser.recent, loser.revision) == (0, Standing().mean, "c", 1)


def test_conduct_is_kept_of_the_newest_games() -> None:
    standings: dict[str, Standing] = {}
    causes: list[Cause] = ["finished", "flag", "resignation", "illegal_action", "crash"]
    for number in range(KEPT_CONDUCT + 7):
        standings |= effect_of(result(1, 2, causes=("finished", causes[number % 5])), standings).standings
    assert len(standings["b"].recent) == KEPT_CONDUCT
    assert standings["b"].recent.endswith("ftric" + "ft")
    assert standings["b"].revision == KEPT_CONDUCT + 7


def test_results_may_come_in_another_order_than_games_end() -> None:
    """Whoever has played later has not waited since the earlier end."""
    standings: dict[str, Standing] = {}
    for at, since in ((900, 900), (400, 900), (901, 901)):
        standings |= effect_of(result(1, 2, at=at), standings).standings
        assert {one.idle_since for one in standings.values()} == {since}


def test_ledger_that_is_read_again_leads_to_the_same() -> None:
    """Through what is stored, for results drawn at random of two to four seats."""
    rng = random.Random(6)
    live: dict[str, Standing] = {}
    ledger: list[bytes] = []
    for number in range(300):
        seats = rng.choice((2, 3, 4))
        places = [1, *(rng.choice((1, 2, 3)) for _ in range(seats - 1))]
        void = rng.choice(("",) * 8 + ("unfinished", "infrastructure"))
        names = rng.sample("abcdef", seats)
        drawn = tuple(Seat(name, place, "finished") for name, place in zip(names, places, strict=True))
        effect = effect_of(Result(f"g{number}", number, drawn, void), live)  # type: ignore[arg-type]
        live |= effect.standings
        ledger.append(encode(effect.entry))
    again: dict[str, Standing] = {}
    for record in ledger:
        entry = ledger_entry_of(record)
        effect = effect_of(result_of(entry), again)
        assert effect.entry == entry
        again |= effect.standings
    assert again == live


def test_standing_is_stored_whole() -> None:
    standing = effect_of(result(1, 2), {}).standings["a"]
    assert standing_of(StoredStanding(standing.revision, encode(standing))) == standing
    assert standing_of(None) == standing_of(StoredStanding(0, b"")) == Standing()


def test_records_may_gain_members() -> None:
    """A release reads what the next one has added to."""
    entry = effect_of(result(1, 2), {}).entry
    longer = encode(entry)[:-1] + b',"new"]'
    assert ledger_entry_of(longer) == entry
    assert isinstance(entry, LedgerEntry)
    assert standing_of(StoredStanding(3, b'{"mean":7,"height":2}')).mean == 7
