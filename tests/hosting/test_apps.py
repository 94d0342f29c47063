"""Players of apps: one for each external id, whatever dies meanwhile."""

import pytest

from service.hosting import apps, bots
from service.hosting.errors import TooMany
from service.hosting.players import PlayerNotFound
from service.services import Services
from service.store.apps import App
from service.store.keys import link_key, new_app_id, new_player_id, player_key
from tests.hosting.hosts import new_person, store_client


def new_app(host: Services) -> str:
    app = App(new_app_id(), "Table for Two", 17)
    host.apps.create(app)
    return app.id


def ask(host: Services, app_id: str, new_id: str = "") -> tuple[str, bool]:
    player, made = apps.player_for(host, app_id, "user-1", "Ada", new_id or new_player_id())
    assert (player.app, player.external_id) == (app_id, "user-1")
    return player.id, made


def test_the_first_request_makes_the_player(host: Services) -> None:
    app_id, first = new_app(host), new_player_id()
    assert ask(host, app_id, first) == (first, True)
    assert ask(host, app_id) == (first, False)
    assert ask(host, app_id, first) == (first, True), "the same creation again"


def test_nobody_has_the_players_of_nobody(host: Services) -> None:
    """Most players have neither an app nor an owner; whoever is neither has none of them."""
    ada = new_person(host).id
    for find in (apps.find_own_player, bots.find_bot):
        for nobody in ("", new_app(host)):
            with pytest.raises(PlayerNotFound):
                find(host, nobody, ada)


def test_a_claim_whose_holder_died_is_finished_by_the_next(host: Services) -> None:
    app_id, first = new_app(host), new_player_id()
    host.apps.claim(app_id, "user-1", first)
    assert apps.find_player_of(host, app_id, "user-1") is None
    assert ask(host, app_id) == (first, False)


def test_b24_a_deleted_player_is_followed_by_a_new_one(host: Services) -> None:
    """B24: the newcomer gets no right to anything of the old one."""
    app_id, first, second = new_app(host), new_player_id(), new_player_id()
    ask(host, app_id, first)
    host.players.mark_deleted(first)
    assert ask(host, app_id, second) == (second, True)
    assert ask(host, app_id) == (second, False)
    assert [member.id for member, _ in apps.list_players(host, app_id, None, 10)] == [second]


def test_an_id_that_was_deleted_is_not_used_again(host: Services) -> None:
    app_id, first = new_app(host), new_player_id()
    ask(host, app_id, first)
    host.players.mark_deleted(first)
    again, made = ask(host, app_id, first)
    assert again != first
    assert made


def test_b24_a_player_that_vanished_is_followed_by_a_new_one(host: Services) -> None:
    app_id, first = new_app(host), new_player_id()
    ask(host, app_id, first)
    store_client(host).call("UNLINK", player_key(first))
    assert ask(host, app_id)[0] != first


def test_no_app(host: Services) -> None:
    with pytest.raises(apps.AppNotFound):
        apps.player_for(host, new_app_id(), "user-1", "Ada", new_player_id())


def test_bots_that_expired_make_room(host: Services) -> None:
    owner = new_person(host)
    made = [bots.create_bot(host, owner.id, "Bot", 2).player.id for _ in range(2)]
    client = store_client(host)
    client.call("UNLINK", player_key(made[0]))
    with pytest.raises(TooMany):
        bots.create_bot(host, owner.id, "Bot", 2)  # whoever makes the first one may still be at it
    assert [bot.id for _, bot in bots.list_bots(host, owner.id)] == [made[1]]
    long_ago = host.bots.now(owner.id) - bots.BEGUN_MS - 1
    for bot in made:
        client.call("HSET", link_key("bots", owner.id), bot, long_ago)
    third = bots.create_bot(host, owner.id, "Bot", 2).player.id
    assert [bot.id for _, bot in bots.list_bots(host, owner.id)] == [made[1], third]
