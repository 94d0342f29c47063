"""Nothing that is hidden, and no secret, is in what is told live (A18, B09): streams, inbox, callbacks, webhooks."""

import json
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from service.hosting.game import CODEC, Game
from tests.api.channels import Channels, Told
from tests.api.games_api import BLIND, ME, OPEN, TAKE, GameAt, Json, Person, Site
from tests.api.positions import DOWN, position
from tests.api.test_games_leaks import MODES, SEED, hidden_from, lean, state_of

OWNER, OTHER, BOT = 0, 1, 2
TURNS = 15


@pytest.fixture
def site(redis_url: str) -> Iterator[Site]:
    site = Site(redis_url, webhook_allow=("127.0.0.1",))
    yield site
    site.services.streams.close()
    site.services.waiters.close()


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def channels_of(site: Site, game: GameAt, stack: ExitStack, chance: random.Random) -> Channels:
    """All channels of a game whose last player is a bot that is called, and whose first one has a webhook endpoint."""
    channels = Channels(site, game, stack)
    channels.hook(game.people[OWNER])
    channels.bot(game.people[BOT], lambda listed: {"action": lean(chance, [one["action"] for one in listed])}, BOT)
    channels.listen()
    return channels


def check(channels: Channels, game: GameAt, checked: dict[int | None, int]) -> None:
    """What has come since the last look has nothing in it that its viewer may not know at this moment."""
    for viewer, told in channels.told.items():
        hidden = hidden_from(game, viewer)
        for one in told[checked.get(viewer, 0) :]:
            forbidden = hidden.now if one.shows_now else hidden.never
            assert not [card for card in forbidden if card in one.text], one
        checked[viewer] = len(told)
        # What has once been told is not taken back: it may hold nothing either that is hidden even now.
        assert not [card for card in hidden.never if any(card in one.text for one in told)], viewer


def turn(channels: Channels, game: GameAt, chance: random.Random) -> None:
    """Whoever is to act plays, the bot by being called."""
    if game.view()["turn"]["seat"] == BOT:
        assert channels.call_bot()
    else:
        person = game.to_act()
        game.act(person, lean(chance, game.listed(person)))
    channels.hear()


@pytest.mark.parametrize("mode", MODES)
def test_b09_no_channel_tells_what_its_viewer_may_not_know(site: Site, stack: ExitStack, mode: str) -> None:
    game, chance = site.game(ME, OPEN, OPEN, seed=SEED, reserved_cards=mode), random.Random(mode)
    channels = channels_of(site, game, stack, chance)
    checked: dict[int | None, int] = {}
    ever_blind = False
    channels.hear()
    check(channels, game, checked)
    for _ in range(TURNS):
        turn(channels, game, chance)
        ever_blind |= any(any(seat.blind) for seat in state_of(game).seats)
        check(channels, game, checked)
    assert ever_blind
    assert {one.channel for told in channels.told.values() for one in told} >= {"webhook", "callback"}
    check_secrets(channels, game)


def check_secrets(channels: Channels, game: GameAt) -> None:
    """No seed, no token, no ticket, and nothing that signs."""
    everything = "\n".join(one.text for told in channels.told.values() for one in told)
    assert SEED not in everything.lower()
    assert len(channels.secrets) == 2 * len(game.people) + 2
    assert not [secret for secret in channels.secrets if secret in everything]


def test_the_seed_of_a_fair_game_is_told_by_no_channel(site: Site, stack: ExitStack) -> None:
    game, chance = site.game(ME, OPEN, OPEN, seating="random"), random.Random(7)
    stored = site.services.games.read(game.id)
    assert stored is not None
    whole: Game = CODEC.decode(stored.blob)
    channels = Channels(site, game, stack)
    channels.hook(game.people[OWNER])
    channels.listen()
    for _ in range(6):
        person = game.to_act()
        game.act(person, lean(chance, game.listed(person)))
        channels.hear()
    everything = "\n".join(one.text for told in channels.told.values() for one in told)
    assert len(set(whole.seed)) > 8
    assert whole.seed.hex() not in everything


def twin_decks() -> tuple[Json, Json]:
    """Two positions that differ in all cards that lie face down."""
    turned = [list(reversed(deck)) for deck in DOWN]
    return position({}, {}, {}), position({}, {}, {}, decks=turned)


def story(site: Site, stack: ExitStack, people: list[Person], start: Json) -> Channels:
    """A blind reserve by the first player; the second takes tokens; then the bot is called."""
    made = site.create(people[0], ME, OPEN, OPEN, position=start)
    game = GameAt(site, made.json["id"], people[0], people)
    for person in people[1:]:
        assert game.post("/seats", person).status_code == 200
    channels = Channels(site, game, stack)
    channels.hook(people[OWNER])
    channels.bot(people[BOT], lambda _: {"action": BLIND}, BOT)
    channels.listen()
    game.act(people[OWNER], BLIND)
    game.act(people[OTHER], TAKE)
    assert channels.call_bot()
    channels.hear()
    return channels


_DRAWN = re.compile(
    r"\d{4}-\d\d-\d\d[T ][0-9:.]+Z|\b[gpw][A-Za-z0-9_-]{21,22}|[0-9a-f]{8,}|127\.0\.0\.1:\d+|v1,[A-Za-z0-9+/=]+|\d{10}"
    r"|\"cursor\":\"[^\"]*\""
)
"""What is drawn, measured, or counted anew for each game: instants, ids, tags, ports, signatures."""


def same_but_for_chance(told: list[Told]) -> list[str]:
    return [_DRAWN.sub("#", f"{one.channel} {one.text}") for one in told]


def test_twin_games_that_differ_in_what_is_hidden_are_told_alike(redis_url: str, stack: ExitStack) -> None:
    """Byte for byte, but for what is drawn anew; only who has drawn a card hears another one."""
    found = []
    for start in twin_decks():
        site = Site(redis_url, webhook_allow=("127.0.0.1",))
        stack.callback(site.services.waiters.close)
        stack.callback(site.services.streams.close)
        people = [site.person(name) for name in ("Ada", "Bea", "Cyd")]
        found.append({who: same_but_for_chance(told) for who, told in story(site, stack, people, start).told.items()})
    one, other = found
    assert one[None] == other[None]
    assert one[OTHER] == other[OTHER]
    assert one[OWNER] != other[OWNER]
    assert one[BOT] != other[BOT]
    assert len(one[OTHER]) > 10
    assert json.dumps(one).count("#") > 100
