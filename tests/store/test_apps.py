"""Apps, the external ids of their players, and the tokens that operators hand out."""

import pytest

from service.store.apps import App, AppStore, Member
from service.store.client import Client
from service.store.keys import app_players_key, new_app_id, new_player_id, new_token_id
from service.store.operators import OperatorStore, OperatorToken
from service.store.players import PlayerStore, decode_token, digest_of, new_secret
from tests.servers import Server


@pytest.fixture
def apps(client: Client) -> AppStore:
    return AppStore(client)


@pytest.fixture
def operators(client: Client) -> OperatorStore:
    return OperatorStore(client)


def made(apps: AppStore) -> App:
    app = App(new_app_id(), "Table for Two", 1_800_000_000_000)
    apps.create(app)
    return app


def claim(apps: AppStore, app: App, external_id: str, new_id: str = "", gone: str = "") -> tuple[str, bool]:
    found = apps.claim(app.id, external_id, new_id or new_player_id(), gone)
    assert found is not None
    return found


def test_an_app_reads_back_whole(apps: AppStore) -> None:
    app = made(apps)
    assert apps.get(app.id) == app
    assert apps.get(new_app_id()) is None
    assert apps.get("a}" + "x" * 20) is None


def test_an_external_id_leads_to_the_player_who_was_first(apps: AppStore) -> None:
    app, first = made(apps), new_player_id()
    assert claim(apps, app, "one", first) == (first, False)
    assert claim(apps, app, "one") == (first, False), "not written yet: whoever comes finishes it"
    apps.end_claim(app.id, "one", new_player_id())
    assert claim(apps, app, "one") == (first, False), "another player's end is not this one's"
    apps.end_claim(app.id, "one", first)
    assert claim(apps, app, "one") == (first, True)
    assert claim(apps, app, "One")[0] != first
    assert claim(apps, made(apps), "one")[0] != first, "each app has its own"


def test_a_player_that_is_gone_is_replaced_once(apps: AppStore) -> None:
    app, first, second = made(apps), new_player_id(), new_player_id()
    claim(apps, app, "one", first)
    apps.end_claim(app.id, "one", first)
    assert claim(apps, app, "one", second, first) == (second, False)
    assert claim(apps, app, "one", new_player_id(), first) == (second, False), "who comes later finds the new one"
    assert [member.id for member in apps.page(app.id, None, 10)] == [second]


def test_no_app_no_claim(apps: AppStore, server: Server) -> None:
    assert apps.claim(new_app_id(), "one", new_player_id()) is None
    with server.admin() as admin:
        assert admin.dbsize() == 0


def test_b25_the_list_is_walked_in_a_total_order(apps: AppStore, client: Client) -> None:
    """B25: many in the same millisecond."""
    app = made(apps)
    members = sorted(Member(1_800_000_000_000 + number // 7, new_player_id()) for number in range(25))
    for member in members:
        client.call("ZADD", app_players_key(app.id), 0, f"{member.at:011x}{member.id}")
    seen: list[Member] = []
    while page := apps.page(app.id, seen[-1] if seen else None, 3):
        seen += page
    assert seen == members


def test_finding_by_external_id(apps: AppStore) -> None:
    app, player_id = made(apps), new_player_id()
    claim(apps, app, "one", player_id)
    assert [apps.find(app.id, "one")] == apps.page(app.id, None, 10)
    assert apps.find(app.id, "two") is None
    assert apps.find("nonsense", "one") is None


def operator_token(secret: str, created_at: int = 17) -> OperatorToken:
    return OperatorToken(new_token_id(), "app", digest_of(secret), created_at, "Table for Two", new_app_id())


def test_operators_tokens_are_listed_and_revoked(operators: OperatorStore, players: PlayerStore) -> None:
    later, first = operator_token("two", 18), operator_token("one", 17)
    operators.add(later)
    operators.add(first)
    assert operators.all() == [first, later]
    record = players.token_record(first.digest)
    assert record is not None
    assert (decode_token(record).kind, decode_token(record).app_id) == ("app", first.app_id)

    assert operators.revoke(first.id)
    assert not operators.revoke(first.id)
    assert players.token_record(first.digest) is None
    assert players.token_record(later.digest) is not None
    assert operators.all() == [later]


def test_the_secret_of_an_operators_token_is_stored_nowhere(operators: OperatorStore, server: Server) -> None:
    secret = new_secret("admin")
    operators.add(operator_token(secret))
    with server.admin() as admin:
        everything = b"".join((admin.dump(key) or b"") + key for key in admin.keys("*"))
    assert secret.removeprefix("spl_admin_").encode() not in everything
