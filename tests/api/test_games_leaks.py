"""Nothing that is hidden leaves the service before the game is over (A18, B09), by whatever door.

Every byte that anyone but its owner gets is collected and searched: views, log, positions, records, lists, previews,
replies, refusals, headers.
"""

import random
from collections.abc import Iterator
from typing import NamedTuple

import pytest
from werkzeug.test import TestResponse

from service.hosting.game import CODEC, Game
from splendor.engine.cards import CARDS
from splendor.engine.state import State
from tests.api.games_api import BLIND, GREEDY, ME, OPEN, TAKE, GameAt, Json, Person, Site, found
from tests.api.live_api import EVENTS, TURNS, ask, log
from tests.api.positions import FIFTEEN, position

MODES = ("blind_hidden", "hidden", "open")
SEED = "5eed" * 16


def state_of(game: GameAt) -> State:
    """The whole state, with everything in it."""
    stored = game.site.services.games.read(game.id)
    assert stored is not None
    whole: Game = CODEC.decode(stored.blob)
    return whole.running


class Hidden(NamedTuple):
    """Cards that a viewer may not be told: ever, and in anything that shows the present."""

    never: set[str]
    now: set[str]


def hidden_from(game: GameAt, viewer: int | None) -> Hidden:
    """Cards in the decks and drawn from them are known to nobody else.

    Where all reserved cards are hidden, those from the market were seen, but are not shown any more (V4).
    """
    state = state_of(game)
    mode = state.options.reserved_cards
    never = {CARDS[card].id for deck in state.decks for card in deck}
    now: set[str] = set()
    for number, seat in enumerate(state.seats):
        for card, blind in zip(seat.reserved, seat.blind, strict=True):
            if number != viewer and mode != "open":
                (never if blind else now if mode == "hidden" else set()).add(CARDS[card].id)
    return Hidden(never, never | now)


def told(reply: TestResponse) -> str:
    return f"{reply.status} {reply.headers} {reply.text}"


def check(reply: TestResponse, hidden: set[str]) -> None:
    text = told(reply)
    assert SEED not in text.lower()
    assert not [card for card in hidden if card in text], reply.request.path


def present(game: GameAt, person: Person | None) -> Iterator[TestResponse]:
    """Everything that shows the game as it is now."""
    yield game.get("", person)
    yield game.get("/legal-actions?payments=all", person)
    yield game.get(f"/positions/{game.view()['version']}", person)
    if person is not None:
        yield ask(game.site, TURNS, person, include="view,legal_actions", limit=100)


def past(game: GameAt, person: Person | None) -> Iterator[TestResponse]:
    """Everything that tells what was, and every refusal there is."""
    yield game.get("/events?limit=500", person)
    yield game.get("/events?after=5-00000000", person)
    yield game.get("/record", person)
    for version in range(1, game.view()["version"]):
        yield game.get(f"/positions/{version}", person)
    yield game.get("/positions/999", person)
    if person is not None:
        yield ask(game.site, EVENTS, person, limit=500)
        yield from refusals(game, person)


def refusals(game: GameAt, person: Person) -> Iterator[TestResponse]:
    for etag in ("1-00000000", f"{game.view()['version'] + 1}-00000000"):
        yield game.submit(person, BLIND, etag)
        yield game.preview(person, BLIND, If_Match=f'"{etag}"')
        yield game.post("/resignation", person, {}, If_Match=f'"{etag}"')
        yield game.post("/abort", person, {}, If_Match=f'"{etag}"')
        yield game.post("/hand-over", person, {"ai_player": "greedy"}, If_Match=f'"{etag}"')
    yield game.submit(person, {"type": "take_tokens", "tokens": {"white": 1}})
    yield game.preview(person, {"type": "choose_noble", "noble_id": "N01"})
    yield game.post("/actions", person, {"type": "reserve_from_deck", "level": 9})
    yield game.post("/rematch", person)
    yield game.get("/rematch", person)


def previews(game: GameAt, person: Person) -> Iterator[TestResponse]:
    for action in game.listed(person, "all"):
        yield game.preview(person, action)


def lean(chance: random.Random, actions: list[Json]) -> Json:
    """Any action, reserves from decks more often than others."""
    weight = {"reserve_from_deck": 9, "purchase_card": 9, "reserve_card": 2}
    return chance.choices(actions, [weight.get(action["type"], 1) for action in actions])[0]


@pytest.mark.parametrize("mode", MODES)
def test_b09_nothing_hidden_is_in_any_byte_that_others_get(site: Site, mode: str) -> None:
    game = site.game(ME, OPEN, OPEN, GREEDY, seed=SEED, reserved_cards=mode)
    viewers: list[tuple[Person | None, int | None]] = [(None, None), (site.person("Stranger"), None)]
    viewers += [(person, seat) for seat, person in game.people_by_seat().items()]
    for person in game.people:
        log(site, person)
    chance = random.Random(mode)
    ever_blind = False
    for turn in range(12):
        person, acts = game.to_act(), game.view()["turn"]["seat"]
        for reply in previews(game, person) if turn % 4 == 3 else ():
            check(reply, hidden_from(game, acts).now)
        reply = game.submit(person, lean(chance, game.listed(person)))
        check(reply, hidden_from(game, acts).now)
        site.run_jobs()
        ever_blind |= any(any(seat.blind) for seat in state_of(game).seats)
        for viewer, seat in viewers if turn % 3 == 2 else ():
            hidden = hidden_from(game, seat)
            for reply in present(game, viewer):
                check(reply, hidden.now)
            for reply in past(game, viewer):
                check(reply, hidden.never)
    assert ever_blind
    for person in game.people:
        assert len(log(site, person, limit=500)["items"]) > 24
    for person in game.people:
        assert game.post("/resignation", person).status_code == 200
    over = game.view()
    assert (over["status"], over["fairness"]["seed"]) == ("finished", SEED)
    assert not [entry for seat in over["seats"] for entry in seat["reserved"] if entry["hidden"]]


@pytest.mark.parametrize("mode", MODES)
def test_a18_a_blind_reserve_is_its_owners_alone_until_it_is_purchased(site: Site, mode: str) -> None:
    """A18: in state, history, events, record and lists; after the purchase it is public."""
    decks = [["L1-17", "L1-18"], ["L2-25"], ["L3-20"]]
    rows = [
        ["L1-01", "L1-09", "L1-25", "L1-33"],
        ["L2-01", "L2-07", "L2-13", "L2-19"],
        ["L3-01", "L3-05", "L3-09", "L3-13"],
    ]
    start = position({"tokens": {"red": 3}}, {}, market=rows, decks=decks)
    game = site.game(ME, OPEN, position=start, reserved_cards=mode)
    ada, bea = game.people
    game.act(ada, BLIND)
    for suffix in ("", "/events", "/positions/3"):
        assert "L1-17" in game.get(suffix, ada).text
        for other in (bea, site.person(), None):
            assert ("L1-17" in game.get(suffix, other).text) == (mode == "open")
    entry = game.view(bea)["seats"][0]["reserved"][0]
    if mode == "open":
        assert entry["card"]["id"] == "L1-17"
    else:
        assert entry == {"hidden": True, "level": 1}
    game.act(bea, {"type": "reserve_card", "card_id": "L2-01"})
    seen = game.view(ada)["seats"][1]["reserved"][0]
    assert seen.get("card", {}).get("id") == (None if mode == "hidden" else "L2-01")
    assert game.view(bea)["seats"][1]["reserved"][0]["card"]["id"] == "L2-01"
    body = game.act(ada, {"type": "purchase_card", "card_id": "L1-17"})
    assert body["events"][0]["from_reserved"] is True
    for other in (bea, None):
        assert game.view(other)["seats"][0]["purchased"][0]["id"] == "L1-17"
        assert game.events(other)[-2]["card"]["id"] == "L1-17"
        # What was told before stays as it was told.
        assert ("L1-17" in game.get("/positions/3", other).text) == (mode == "open")


def test_the_seed_of_a_fair_game_is_in_no_reply(site: Site) -> None:
    game = site.game(ME, OPEN, seating="random")
    stored = site.services.games.read(game.id)
    assert stored is not None
    whole: Game = CODEC.decode(stored.blob)
    assert len(set(whole.seed)) > 8
    game.act(game.to_act(), BLIND)
    for person in (None, *game.people):
        for reply in (*present(game, person), *past(game, person)):
            assert whole.seed.hex() not in told(reply)


def test_what_a_preview_of_the_end_tells_is_no_more_than_the_view(site: Site) -> None:
    rich = {"purchased": FIFTEEN, "reserved": [{"card_id": "L3-20", "hidden": True}]}
    game = site.game(position=position(rich, {}, seat_to_act=1), seed=SEED)
    for reply in previews(game, game.people[1]):
        check(reply, hidden_from(game, 1).never)
        assert found(reply)["game"]["status"] in ("finished", "playing")
    assert found(game.preview(game.people[1], TAKE))["game"]["status"] == "finished"


def test_no_reply_numbers_its_cards(site: Site) -> None:
    """A hidden card is its level and nothing else: no place, no number, no id from which it could be computed."""
    game = site.game(ME, OPEN, OPEN, reserved_cards="hidden", seed=SEED)
    ada, bea, cyd = game.people
    game.act(ada, BLIND)
    game.act(bea, {"type": "reserve_card", "card_id": game.view()["market"][0]["slots"][0]["card"]["id"]})
    game.act(cyd, {"type": "reserve_from_deck", "level": 3})
    for seat in game.view()["seats"]:
        assert [set(entry) for entry in seat["reserved"]] == [{"hidden", "level"}]
    played = [event for event in game.events() if event["type"] == "action_played"]
    common = {"number", "tag", "version", "at", "type", "seat", "action", "gold"}
    assert [set(event) - common for event in played] == [{"hidden", "level"}] * 3
