"""The receiver that docs/webhooks.md shows, fed with real messages."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from service.hosting.deliveries import DELAYS_S
from service.hosting.webhooks import create_webhook, try_webhook
from service.services import Services
from service.store.webhooks import KEPT_DELIVERIES, Webhook, changes
from tests.hosting.hooks import bring
from tests.hosting.tables import new_game, play
from tests.receiver import Received, Receiver, Reply

PAGE = (Path(__file__).parents[2] / "docs" / "webhooks.md").read_text()
Receive = Callable[[dict[str, str], bytes, str], int]


@pytest.fixture
def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, object]]:
    """What the page's program defines, run in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    (program,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, object] = {}
    exec(program, names)  # noqa: S102 - our own page
    yield names
    names["store"].close()  # type: ignore[attr-defined]


def test_receiver_of_the_page_stores_each_message_once(host: Services, shown: dict[str, object]) -> None:
    """B17: an answer is lost in between; a break and a test are taken too."""
    receive: Receive = shown["receive"]  # type: ignore[assignment]
    with Receiver() as receiver:
        table = new_game(host)
        webhook = create_webhook(host, table.player_id, receiver.url, ())

        def take(one: Received) -> Reply:
            status = receive(one.headers, one.body, webhook.secret)
            return Reply(500 if len(receiver.received) == 1 else status)

        receiver.answer = take
        play(host, table, "Twug")
        bring(host, webhook)
        bring(host, webhook, urgent=True)
        break_off(host, webhook)
        bring(host, webhook, urgent=True)
        assert try_webhook(host, webhook).status == 204
        stored = shown["store"].execute("SELECT id, number FROM message ORDER BY number, id").fetchall()  # type: ignore[attr-defined]
        last = host.log.last(webhook.owner)[0]
        assert [number for _, number in stored] == [*range(1, last + 1), last]
        assert len(receiver.received) == len(stored) + 2
        assert receive(receiver.received[0].headers, receiver.received[0].body, "whsec_b25l") == 401


def break_off(host: Services, webhook: Webhook) -> None:
    """The place that the endpoint has come to is not the log's any more."""
    host.webhooks.change(webhook.owner, webhook.id, changes(tag="00000000"))


def test_numbers_of_the_page_are_those_of_the_code(host: Services) -> None:
    assert DELAYS_S == (5, 30, 2 * 60, 10 * 60, 30 * 60, 3600, 2 * 3600)
    assert "after 5 s, 30 s, 2, 10 and 30 min, 1 h, then every 2 h" in PAGE
    assert f"the newest {KEPT_DELIVERIES} messages" in PAGE
    plain = host.settings._field_defaults
    assert f"{plain['player_log']:,} commits of a player, {plain['app_log']:,} of an app" in PAGE
