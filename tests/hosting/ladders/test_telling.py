"""What becomes of an entry is told by webhooks too, of the bot and of its owner."""

from service.services import Services
from tests.hosting.hooks import bring, endpoint
from tests.hosting.ladders.table_of import flag, new_bot, new_ladder, only_game, play_out
from tests.receiver import Receiver


def test_bot_and_owner_are_told_by_webhooks_though_neither_has_read_a_log(host: Services) -> None:
    ladder = new_ladder(host)
    bot = new_bot(host, ladder, validated=False)
    with Receiver() as receiver:
        hooks = [endpoint(host, one, receiver, "ladder_entry_changed") for one in (bot.owner, bot.id)]
        flag(host, only_game(host, ladder))
        play_out(host)
        for hook in hooks:
            bring(host, hook)
        told = [one.json["data"]["event"] for one in receiver.received]
    assert [(event["type"], event["seat"], event["status"]) for event in told] == [
        ("ladder_entry_changed", 0, "failed")
    ] * 2
