"""Ids and the names of keys."""

import re

from redis.crc import key_slot

from service.store import keys


def test_ids_are_opaque_unguessable_and_of_the_documented_form() -> None:
    for draw, form in (
        (keys.new_game_id, r"g[0-9a-f]{2}[A-Za-z0-9_-]{20}"),
        (keys.new_player_id, r"p[A-Za-z0-9_-]{21}"),
        (keys.new_token_id, r"t[A-Za-z0-9_-]{21}"),
    ):
        drawn = {draw() for _ in range(200)}
        assert len(drawn) == 200
        assert all(re.fullmatch(form, one) and 8 <= len(one) <= 64 for one in drawn)
    assert keys.is_game_id(keys.new_game_id())
    assert keys.is_player_id(keys.new_player_id())


def test_games_spread_over_the_buckets() -> None:
    assert len({keys.bucket_of(keys.new_game_id()) for _ in range(2000)}) > 200
    assert len(set(keys.BUCKETS)) == 256


def test_all_keys_of_a_game_and_its_bucket_lie_in_one_slot() -> None:
    for _ in range(50):
        game_id = keys.new_game_id()
        own = keys.game_keys(game_id)
        bucket = keys.bucket_of(game_id)
        assert own[3:] == (*keys.bucket_keys(bucket), keys.life_key(bucket))
        assert len(set(own)) == 7
        assert len({key_slot(key.encode()) for key in own}) == 1


def test_the_keys_of_a_player_lie_in_one_slot() -> None:
    player_id = keys.new_player_id()
    own = [keys.player_key(player_id), keys.player_tokens_key(player_id)]
    own += [keys.link_key(kind, player_id) for kind in ("bots", "blocks")]
    assert len(set(own)) == 4
    assert len({key_slot(key.encode()) for key in own}) == 1


def test_the_keys_of_an_app_lie_in_one_slot() -> None:
    app_id = keys.new_app_id()
    assert keys.is_app_id(app_id)
    assert not keys.is_app_id(app_id + "\n")
    own = {key(app_id) for key in (keys.app_key, keys.external_ids_key, keys.app_players_key)}
    assert len(own) == 3
    assert len({key_slot(key.encode()) for key in own}) == 1


def test_commit_tags_are_eight_hex_digits() -> None:
    assert all(re.fullmatch(r"[0-9a-f]{8}", keys.new_tag()) for _ in range(20))


def test_a_wake_up_names_its_topic() -> None:
    game_id = keys.new_game_id()
    assert keys.topic_of_channel(keys.wake_channel(game_id)) == game_id
