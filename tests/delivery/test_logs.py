"""What gunicorn writes into the log: JSON like all the rest, and nothing out of a request."""

import io
import json
import logging

import pytest

from service.logs import formatter, withhold_requests


def written(level: int, message: str, *args: object, exc_info: object = None) -> str:
    """What a record comes out as, empty where it is withheld."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter())
    handler.addFilter(withhold_requests)
    record = logging.LogRecord("gunicorn.error", level, "", 0, message, args, exc_info)  # type: ignore[arg-type]
    if handler.filter(record):
        handler.emit(record)
    return stream.getvalue()


def test_a_request_that_cannot_be_read_is_not_quoted() -> None:
    line = written(logging.WARNING, "Invalid request from ip=1.2.3.4: Invalid HTTP header 'Bearer spl_player_secret'")
    assert "secret" not in line
    assert json.loads(line)["event"] == "Invalid request."


def test_the_address_of_a_request_that_failed_is_not_quoted() -> None:
    """The ticket for a stream may stand in it."""
    line = written(logging.ERROR, "Error handling request %s %s", "GET", "/v1/players/me/events?ticket=st_secret")
    assert "secret" not in line
    assert json.loads(line)["event"] == "Error handling request."


@pytest.mark.parametrize(
    "secret", ["spl_player_" + "a-B_9" * 8, "spl_admin_x", "whsec_" + "aB9+/" * 8 + "==", "st_" + "a-B_9" * 8]
)
@pytest.mark.parametrize("place", ["/v1/players/{}", "{}", '{{"token": "{}"}}', "no player {}."])
def test_a_credential_is_masked_wherever_it_stands(secret: str, place: str) -> None:
    """Callers put them into paths, too."""
    text = place.format(secret)
    failed = ValueError(text)
    line = written(logging.ERROR, "GET %s", text, exc_info=(ValueError, failed, None))
    assert secret not in line
    assert secret[-4:] not in line
    assert "***" in json.loads(line)["event"]


def test_other_messages_are_json() -> None:
    assert json.loads(written(logging.ERROR, "Worker (pid:%s) exited with code %s.", 7, 3))["event"].startswith(
        "Worker (pid:7)"
    )


def test_a_client_that_falls_silent_is_no_error() -> None:
    silent = BlockingIOError(11, "Resource temporarily unavailable")
    assert not written(logging.ERROR, "Socket error processing request.", exc_info=(BlockingIOError, silent, None))
    assert written(logging.ERROR, "Socket error processing request.", exc_info=(OSError, OSError(5, "I/O error"), None))
