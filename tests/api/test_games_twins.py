"""Two games that differ only in what a viewer cannot see give that viewer the same bytes, by whatever door."""

import re

import pytest
from werkzeug.test import TestResponse

from tests.api.games_api import BLIND, GREEDY, ME, OPEN, GameAt, Json, Person, Site
from tests.api.positions import DOWN, position


def masked(reply: TestResponse, game: GameAt, people: list[Person]) -> str:
    """A reply without what differs between any two games: ids, tags, times."""
    text = f"{reply.status} {reply.headers} {reply.text}".replace(game.id, "GAME")
    for number, person in enumerate(people):
        text = text.replace(person.id, f"PERSON{number}")
    text = re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+Z", "TIME", text)
    text = re.sub(r"X-Request-Id: \S+", "", text)
    return re.sub(r'(?<=[-"])[0-9a-f]{8}(?=\\?")', "TAG", text)


class Twins:
    """Two games that are alike but for what Ada alone knows, and the order of what lies in the decks."""

    def __init__(self, site: Site, mode: str, *secrets: tuple[str, list[list[str]]], **members: Json) -> None:
        self.games = []
        for card, decks in secrets:
            mine = {"reserved": [{"card_id": card, "hidden": True}], "tokens": {"gold": 1}}
            theirs = {"tokens": {"green": 2, "red": 3, "gold": 1}, "purchased": ["L1-38", "L1-39"]}
            start = position(mine | members, theirs, {}, decks=decks)
            self.games.append(site.game(ME, OPEN, GREEDY, position=start, reserved_cards=mode))

    def same(self, ask: str, seat: int | None, *arguments: object, **options: object) -> str:
        """What `ask` (a method of GameAt) gives one who sits at `seat` (None: nobody) in both games."""
        seen = []
        for game in self.games:
            person = None if seat is None else game.people[seat]
            seen.append(masked(_ask(game, ask, person, *arguments, **options), game, game.people))
        assert seen[0] == seen[1]
        return seen[0]

    def act(self, seat: int, action: Json) -> None:
        for game in self.games:
            game.act(game.people[seat], action)


def _ask(game: GameAt, ask: str, person: Person | None, *arguments: object, **options: object) -> TestResponse:
    first, *rest = arguments
    reply: TestResponse
    if ask == "get":
        reply = game.get(str(first), person)
    else:
        assert person is not None
        reply = getattr(game, ask)(person, first, *rest, **options)
    return reply


@pytest.mark.parametrize("mode", ["blind_hidden", "hidden"])
def test_what_a_viewer_cannot_see_changes_no_byte_that_it_gets(site: Site, mode: str) -> None:
    """Ada holds another hidden card and draws another one, the decks lie in another order.

    Bea and a spectator get the same replies, in the same length.
    """
    one, two, three = DOWN
    twins = Twins(
        site,
        mode,
        ("L3-20", [one, two, three]),
        ("L3-19", [[one[4], one[1], *one[2:4], one[0]], [*two[1:], two[0]], three[::-1]]),
    )
    reads = ("", "/legal-actions?payments=all", "/events", "/record", "/events?after=99")

    def compare() -> None:
        for seat in (None, 1):
            for suffix in reads:
                twins.same("get", seat, suffix)
        version = twins.games[0].view()["version"]
        for seat in (None, 1):
            for earlier in range(1, version + 1):
                twins.same("get", seat, f"/positions/{earlier}")

    compare()
    twins.act(0, BLIND)
    compare()
    seen = twins.games[1].listed(twins.games[1].people[1], "all")
    for action in seen:
        twins.same("preview", 1, action)
    for card in ("L3-20", "L3-19", one[0], one[4], one[2], "L1-38", "L2-25"):
        for kind in ("reserve_card", "purchase_card"):
            twins.same("submit", 1, {"type": kind, "card_id": card})
            twins.same("preview", 1, {"type": kind, "card_id": card})
    for level in (1, 2, 3):
        twins.same("submit", 1, {"type": "reserve_from_deck", "level": level}, "1-00000000")
    # What lies at the top of deck 1 now is the same in both: it is turned over for all to see.
    twins.same("submit", 1, {"type": "reserve_card", "card_id": "L1-01"})
    compare()
    site.run_jobs()
    compare()
