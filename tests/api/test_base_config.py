"""The settings: one table, environment variables, clear errors."""

import pytest

from service.config import ConfigurationError, Settings, read_settings
from service.settings_table import SETTINGS


@pytest.fixture(autouse=True)
def clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for row in SETTINGS:
        monkeypatch.delenv(row.variable, raising=False)


def test_defaults() -> None:
    assert read_settings() == Settings()


def test_the_table_names_each_setting_once() -> None:
    assert sorted(row.member for row in SETTINGS) == sorted(Settings._fields)
    assert all(row.variable == f"SPLENDOR_{row.member.upper()}" and row.text for row in SETTINGS)


def test_values(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPLENDOR_REDIS_URL", "redis://store:1/0")
    monkeypatch.setenv("SPLENDOR_CORS_ORIGINS", "https://a.example, https://b.example/")
    monkeypatch.setenv("SPLENDOR_BODY_LIMIT", "1000")
    monkeypatch.setenv("SPLENDOR_REGISTRATION", "open")
    found = read_settings()
    assert found.redis_url == found.queue_redis_url == "redis://store:1/0"
    assert found.cors_origins == ("https://a.example", "https://b.example")
    assert (found.body_limit, found.registration) == (1000, "open")


def test_a_queue_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPLENDOR_REDIS_URL", "redis://store:1/0")
    monkeypatch.setenv("SPLENDOR_QUEUE_REDIS_URL", "redis://queue:1/0")
    assert read_settings().queue_redis_url == "redis://queue:1/0"


@pytest.mark.parametrize("value", ["", "mailto:security@example.org", "https://example.org/report"])
def test_contacts(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("SPLENDOR_SECURITY_CONTACT", value)
    assert read_settings().security_contact == value


@pytest.mark.parametrize(
    ("value", "origins"),
    [
        ("", ()),
        ("*", ("*",)),
        ("HTTPS://App.Example:8443/", ("https://app.example:8443",)),
        ("http://[::1]:3000,capacitor://localhost", ("http://[::1]:3000", "capacitor://localhost")),
    ],
)
def test_origins_are_kept_as_browsers_send_them(
    monkeypatch: pytest.MonkeyPatch, value: str, origins: tuple[str, ...]
) -> None:
    monkeypatch.setenv("SPLENDOR_CORS_ORIGINS", value)
    assert read_settings().cors_origins == origins


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("SPLENDOR_BODY_LIMIT", "x"),
        ("SPLENDOR_BODY_LIMIT", "0"),
        ("SPLENDOR_MAX_WAITERS", "-1"),
        ("SPLENDOR_MAX_WAITERS", "1.5"),
        ("SPLENDOR_REGISTRATION", "yes"),
        ("SPLENDOR_DURABILITY", "never"),
        ("SPLENDOR_LOG_LEVEL", "loud"),
        ("SPLENDOR_SECURITY_CONTACT", "security@example.org"),
        ("SPLENDOR_SECURITY_CONTACT", "http://example.org/report"),
        ("SPLENDOR_SECURITY_CONTACT", "mailto:"),
        ("SPLENDOR_SECURITY_CONTACT", "mailto:a@example.org\nExpires: never"),
        ("SPLENDOR_CORS_ORIGINS", "app.example"),
        ("SPLENDOR_CORS_ORIGINS", "https://app.example/page"),
        ("SPLENDOR_CORS_ORIGINS", "https://*.example"),
        ("SPLENDOR_CORS_ORIGINS", "https://a.example, https://b.example:port"),
    ],
)
def test_bad_values_are_named(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigurationError, match=variable):
        read_settings()
