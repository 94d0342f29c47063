"""Every key that a script touches is declared, and every script says what kind it is."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files

import pytest

from service.store.apps import App, AppStore
from service.store.callbacks import CallbackStore
from service.store.client import Client, connect
from service.store.conduct import ConductStore
from service.store.departures import Departure, DepartureStore
from service.store.due import DueEntry, DueSet
from service.store.faults import Faults, FaultStore
from service.store.games import GameStore
from service.store.idempotency import CreationStore
from service.store.indexes import PUBLIC, IndexStore
from service.store.keys import game_keys, new_app_id, new_game_id, new_player_id, new_token_id, new_webhook_id
from service.store.ladder_keys import new_ladder_id
from service.store.ladders import (
    EntryChange,
    Hold,
    LadderStore,
    Ranked,
    SettledSeat,
    Settlement,
    Spot,
    StoredStanding,
    meeting,
)
from service.store.ladders_due import LaddersDue
from service.store.limits import LimitStore, Use, of_address, of_token
from service.store.links import LinkStore
from service.store.outbox import Outbox, member
from service.store.player_log import Logged, PlayerLog
from service.store.players import NewToken, Player, PlayerStore, digest_of
from service.store.presence import Presence
from service.store.scripts import load
from service.store.survey import Survey
from service.store.unsettled import UnsettledGames
from service.store.upkeep import Upkeep
from service.store.webhooks import KEPT_DELIVERIES, Delivery, Place, Webhook, WebhookStore, changes
from tests.servers import Server
from tests.store.commits import NEXT_TURN, age, following, server_now, silence, timed_creation

SCRIPTS = sorted(path.name.removesuffix(".lua") for path in files("service.store").joinpath("scripts").iterdir())
READERS = {"due", "tickers", "upkeep", "index_page", "ladder_page", "now", "log_slice"}
FREEING = {
    "effects",
    "claim",
    "start_attempt",
    "beat",
    "end_creation",
    "see_ticker",
    "limit",
    "delete_player",
    "end_external",
    "forget_external",
    "index",
    "tell",
    "unindex",
    "mend_due",
    "drop",
    "depart",
    "lease",
    "set_webhook",
    "rotate_webhook",
    "drop_webhook",
    "sent_webhook",
    "outbox_ask",
    "outbox_claim",
    "outbox_end",
    "outbox_renew",
    "outbox_due",
    "tell_game",
    "see",
}
KEYLESS = {"TIME", "PUBLISH"}

_WORD = re.compile(r'"((?:[^"\\]|\\.)*)"')


class Seen:
    """What the server was asked while it was watched."""

    def __init__(self) -> None:
        self.digests: set[str] = set()
        self.undeclared: list[str] = []


@contextmanager
def watched(server: Server) -> Iterator[Seen]:
    """Watches all commands, and compares the keys that each script touches with those it declared."""
    seen = Seen()
    monitor = connect(server.unix_url).subscriber()
    monitor.send_command("MONITOR")
    monitor.read_response()
    yield seen
    with server.admin() as admin:
        admin.echo("the end")
    declared: list[str] = []
    while "the end" not in (line := monitor.read_response().decode()):
        declared = look(line, declared, seen)
    monitor.disconnect()


def look(line: str, declared: list[str], seen: Seen) -> list[str]:
    words = _WORD.findall(line)
    command = words[0].upper()
    if command in {"EVALSHA", "EVAL"}:
        seen.digests.add(words[1])
        return words[3 : 3 + int(words[2])]
    if " lua]" in line and command not in KEYLESS:
        keys = words[1:] if command in {"UNLINK", "DEL", "EXISTS"} else words[1:2]
        seen.undeclared += [f"{command} {key}" for key in keys if key not in declared]
    return declared


def use_every_script(client: Client) -> None:
    """Each script of the store at least once, on every branch that touches further keys."""
    games, due, players, creations = GameStore(client), DueSet(client), PlayerStore(client), CreationStore(client)
    first = timed_creation(effects=True, watch_ms=1)
    games.commit(first)
    games.commit(first)
    second = following(first, clock=NEXT_TURN, watch_ms=1)
    games.commit(second)
    for entry in (DueEntry(first.game_id, "watch"), DueEntry(first.game_id, "effects")):
        client.call("ZADD", game_keys(first.game_id).due, server_now(client), entry.member)
    assert {entry.what for entry in due.find()} == {"watch", "effects"}
    assert all(due.claim_each([DueEntry(first.game_id, "watch"), DueEntry(first.game_id, "effects")], 1000))
    assert games.start_attempt(first.game_id, 2) == 1
    assert games.effects_done(first.game_id, 0, 2) == 2
    age(client, first.game_id, 60_000)
    silence(client, first.game_id, 6_000)
    assert due.beat() == 1
    games.commit(following(second, games.commit(second), kind="free", over=True))
    games.claim_rematch(first.game_id, new_game_id())
    assert games.now(first.game_id)
    FaultStore(client).set(first.game_id, Faults(conflict_once=True))
    assert games.tell(first.game_id) == 3

    player = players.create(Player(new_player_id(), "Zoë"), NewToken(new_token_id(), digest_of("one")))
    players.rename(player.id, "Ada")
    players.create_token(player.id, NewToken(new_token_id(), digest_of("two"), expires_at=1))
    players.create_token(player.id, NewToken(new_token_id(), digest_of("three")))
    players.create(Player(new_player_id(), "Zoë", app=new_app_id(), external_id="one"), unused_ms=0)
    use_callbacks(CallbackStore(client), player.id)
    LinkStore(client, "blocks").add(player.id, new_player_id(), 1)
    use_apps(AppStore(client))
    use_logs(client, player.id)
    use_webhooks(WebhookStore(client), player.id)
    players.mark_deleted(player.id)
    use_lists(client, first.game_id, player.id)
    use_outbox(Outbox(client), member("c", first.game_id))
    over = games.read_live(first.game_id)
    assert over is not None
    assert games.drop(over)
    departures = DepartureStore(client)
    departures.add(player.id)
    assert departures.claim(Departure(player.id), 1000)
    use_ladders(client, player.id)
    use_upkeep(Upkeep(client))
    creations.claim("key", "body", "one")
    creations.claim("key", "body", "two")
    creations.release("key", "one")
    creations.claim("key", "body", "two")
    creations.done("key", "two")
    limits = LimitStore(client)
    for use in (Use(of_address("192.0.2.1", "read", 1, 1000)), Use(of_token(digest_of("three"), "read", 1, 1000))):
        limits.take([use])
        limits.left(use)  # unknown where the server has only just been told of the script


def use_upkeep(upkeep: Upkeep) -> None:
    upkeep.see("one")
    upkeep.read()


def use_apps(apps: AppStore) -> None:
    app, player_id = App(new_app_id(), "Table for Two", 1), new_player_id()
    apps.create(app)
    apps.claim(app.id, "one", player_id)
    apps.claim(app.id, "one", new_player_id(), player_id)
    apps.end_claim(app.id, "one", player_id)
    claim = apps.claim(app.id, "one", player_id)
    assert claim is not None
    apps.end_claim(app.id, "one", claim.player_id)
    apps.forget(app.id, "one", claim.player_id)


def use_callbacks(callbacks: CallbackStore, player_id: str) -> None:
    for secret, url in (("one", "https://bots.example/"), ("two", "")):
        callbacks.rotate(player_id, secret, 1000)
        callbacks.set_url(player_id, url)


def use_outbox(outbox: Outbox, what: str) -> None:
    outbox.claim(what, 1000)
    outbox.ask(what)
    outbox.find()
    claim = outbox.claim(what, 1000)
    assert claim is not None
    outbox.renew(what, claim, 1000)
    outbox.later(what, claim, 0)
    claim = outbox.claim(what, 1000)
    assert claim is not None
    assert outbox.done(what, claim)


def use_webhooks(webhooks: WebhookStore, owner: str) -> None:
    ordered = Webhook(new_webhook_id(), owner, "https://ada.example/", (), "whsec_b25l", Place(0, ""))
    webhook = webhooks.add(ordered)
    assert webhook is not None
    assert webhooks.change(owner, webhook.id, changes(enabled=False))
    assert webhooks.rotate(owner, webhook.id, "whsec_dHdv", 1000)
    for number in range(KEPT_DELIVERIES + 1):
        place, sent = Place(number, "0a1b2c3d"), Delivery(f"{number}-0a1b2c3d", "test", "", number, number, "0a1b2c3d")
        assert webhooks.note(webhook, place, sent, again=True)
        webhook = webhook._replace(place=place)
    assert webhooks.drop(owner, webhook.id)


def use_ladders(client: Client, player_id: str) -> None:
    """Pairs two entries, settles their game with and without a result, and puts right what came of it."""
    ladders, due, one, other = LadderStore(client), LaddersDue(client), "greedy", player_id
    ladder = ladders.write(new_ladder_id(), 0, b"{}")
    assert ladder is not None
    for entry in (one, other):
        assert ladders.set_entry(ladder.id, EntryChange(entry, b"", b"new"))
    due.add(ladder.id)
    UnsettledGames(client).note(ladder.id, new_game_id(), b"[]")
    assert due.claim(due.find()[0], 1_000)
    holds = [Hold(entry, b"new", seat) for seat, entry in enumerate((one, other))]
    for put_back in (False, True):
        game_id = new_game_id()
        assert ladders.pair(ladder, game_id, b"[]", 1, holds, counted=True)
        seats = tuple(SettledSeat(hold.entry, 0, b"" if put_back else b"{}", held=True, rank=7) for hold in holds)
        changes = (EntryChange(one, b"new", b"new"),)
        met = (meeting(one, other),)
        settlement = Settlement(game_id, seats, b"[]", put_back=put_back, met=met, changes=changes)
        assert ladders.settle(ladder.id, settlement)[0] == "done"
    assert [len(page) for page in (ladders.ranked(ladder.id, None, 9), ladders.begun(ladder.id, None, 9))] == [2, 0]
    assert ladders.repair(ladder.id, 2, {one: StoredStanding(1, b"{}")}, {meeting(one, other): 2}, {one: 7})
    assert ladders.ranked(ladder.id, Spot(6, other), 9) == [Ranked(1, one, StoredStanding(1, b"{}"))]
    presence = Presence(client)
    ladders.note_player(player_id, ladder.id)
    presence.see(player_id)
    assert presence.seen_ms([player_id]) != [None]
    assert ConductStore(client).count(new_game_id(), 0) == 1


def use_logs(client: Client, player_id: str) -> None:
    log = PlayerLog(client, most=2)
    log.listen(player_id)
    game_id = new_game_id()
    log.tell([(player_id, Logged(game_id, version, 1, "0" * 8)) for version in (1, 2, 3, 3)])
    log.last(player_id)


def use_lists(client: Client, game_id: str, player_id: str) -> None:
    """The scripts of lists, and the one that mends due entries."""
    indexes, survey = IndexStore(client), Survey(client)
    for version, name in enumerate(("open", "playing", ""), start=1):
        indexes.place(
            game_id, version, 1, {PUBLIC: name and f"{name}-2{'-1' if name == 'open' else ''}", player_id: name}
        )
        indexes.page(player_id, ("open", "playing"), None, 5)
    indexes.place(game_id, 1, 1, {PUBLIC: "open-2-1", new_player_id(): "open"})
    indexes.remove(game_id, 1, [PUBLIC, player_id])
    assert survey.mend_due(game_id, 3, 1)


def test_no_script_touches_a_key_that_it_does_not_declare(client: Client, server: Server) -> None:
    use_every_script(client)  # from now on the server knows them by their digests
    server.flush()
    with watched(server) as seen:
        use_every_script(client)
    assert seen.undeclared == []
    assert {name for name in SCRIPTS if load(name).sha not in seen.digests} == set()


def test_the_watch_itself_notices_an_undeclared_key(client: Client, server: Server) -> None:
    text = "#!lua\nreturn redis.call('SET', 'due:{b00}:' .. ARGV[1], 1)"
    with watched(server) as seen:
        client.call("EVAL", text, 1, "due:{b00}", "x")
    assert seen.undeclared == ["SET due:{b00}:x"]


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_say_what_kind_they_are(name: str) -> None:
    text = load(name).text
    flags = "no-writes" if name in READERS else "allow-oom" if name in FREEING else ""
    assert text.splitlines()[0] == ("#!lua flags=" + flags if flags else "#!lua")
    assert "redis.pcall" not in text
    assert "math.random" not in text


def test_the_commit_script_checks_before_it_writes() -> None:
    before, _, after = load("commit").text.partition("-- From here on everything is written.")
    assert not re.search(r"'(HSET|HDEL|ZADD|ZREM|RPUSH|SET|PUBLISH|HINCRBY|UNLINK)'", before)
    assert "return {'done'" in after
    assert not re.search(r"return \{'(conflict|late|early|gap|missing|mismatch)'", after)
