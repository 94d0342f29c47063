"""Claims on creations: one creates, whoever dies is replaced, nobody creates twice."""

import pytest

from service.store.client import Client
from service.store.idempotency import KEPT_MS, TAKEOVER_MS, Claim, CreationStore
from service.store.keys import creation_key, new_game_id
from tests.store.commits import server_now


@pytest.fixture
def creations(client: Client) -> CreationStore:
    return CreationStore(client)


def let_the_holder_die(client: Client, digest: str) -> None:
    held_until = int(client.call("HGET", creation_key(digest), "held_until"))
    assert 0 < held_until - server_now(client) <= TAKEOVER_MS
    client.call("HSET", creation_key(digest), "held_until", held_until - TAKEOVER_MS)


def test_the_first_may_create_and_others_wait(creations: CreationStore, client: Client) -> None:
    first, second = new_game_id(), new_game_id()
    assert creations.claim("key", "body", first) == Claim("mine", first)
    assert creations.claim("key", "body", second) == Claim("busy", first)
    creations.done("key", first)
    assert creations.claim("key", "body", second) == Claim("done", first)
    assert KEPT_MS - 10_000 < client.call("PTTL", creation_key("key")) <= KEPT_MS


def test_a_claim_holds_for_ten_seconds_and_its_record_for_a_day(creations: CreationStore, client: Client) -> None:
    creations.claim("key", "body", new_game_id())
    held_until = int(client.call("HGET", creation_key("key"), "held_until"))
    assert 5_000 < held_until - server_now(client) <= 10_000
    assert 86_395_000 < client.call("PTTL", creation_key("key")) <= 86_400_000


def test_another_body_is_a_mismatch_at_any_time(creations: CreationStore) -> None:
    first = new_game_id()
    creations.claim("key", "body", first)
    assert creations.claim("key", "other", new_game_id()) == Claim("mismatch", first)
    creations.done("key", first)
    assert creations.claim("key", "other", new_game_id()) == Claim("mismatch", first)


def test_a_claim_whose_reply_was_lost_is_still_ones_own(creations: CreationStore) -> None:
    first = new_game_id()
    assert creations.claim("key", "body", first) == creations.claim("key", "body", first) == Claim("mine", first)


def test_whoever_takes_over_creates_under_the_first_id(creations: CreationStore, client: Client) -> None:
    first, second, third = new_game_id(), new_game_id(), new_game_id()
    creations.claim("key", "body", first)
    let_the_holder_die(client, "key")
    assert creations.claim("key", "body", second) == Claim("mine", first)
    assert creations.claim("key", "body", second) == Claim("mine", first)
    assert creations.claim("key", "body", third) == Claim("busy", first)
    creations.done("key", second)
    assert creations.claim("key", "body", third) == Claim("done", first)


def test_a_holder_taken_for_dead_may_finish_too(creations: CreationStore, client: Client) -> None:
    first, second = new_game_id(), new_game_id()
    creations.claim("key", "body", first)
    let_the_holder_die(client, "key")
    creations.claim("key", "body", second)
    creations.release("key", first)
    assert creations.claim("key", "body", new_game_id()).state == "busy", "it is not the holder any more"
    creations.done("key", first)
    assert creations.claim("key", "body", new_game_id()) == Claim("done", first)


def test_after_a_refusal_the_key_is_free(creations: CreationStore) -> None:
    first, second = new_game_id(), new_game_id()
    creations.claim("key", "body", first)
    creations.release("key", first)
    assert creations.claim("key", "another body", second) == Claim("mine", second)


def test_a_success_is_never_given_up(creations: CreationStore) -> None:
    first = new_game_id()
    creations.claim("key", "body", first)
    creations.done("key", first)
    creations.release("key", first)
    assert creations.claim("key", "body", new_game_id()) == Claim("done", first)


def test_ending_a_claim_that_has_expired_leaves_nothing(creations: CreationStore, client: Client) -> None:
    creations.done("key", new_game_id())
    assert client.call("EXISTS", creation_key("key")) == 0
