"""Where a request comes from: forwarded addresses, networks, callers on this machine."""

from collections.abc import Iterator
from typing import Any

import pytest

from service.api.addresses import HERE, caller_address, is_here
from service.config import ConfigurationError, Rate, read_settings
from tests.api.games_api import Site
from tests.api.limits_api import FEW, left, limited_site, refused, told

CREATE = FEW["limit_create"]


@pytest.mark.parametrize(
    ("given", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("192.0.2.7:4711", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:DB8:1:2::1", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::1]:443", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::1", "::/64"),
        ("", HERE),
        (None, HERE),
        ("unknown", HERE),
        ("_hidden}{", HERE),
    ],
)
def test_addresses_have_one_form(given: str | None, address: str) -> None:
    assert caller_address({"REMOTE_ADDR": given} if given is not None else {}) == address


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.9.1", "::1", "::ffff:127.0.0.1", ""])
@pytest.mark.parametrize("header", ["X_FORWARDED_FOR", "FORWARDED", "X_REAL_IP", "VIA", None])
def test_here_is_who_comes_by_loopback_and_for_nobody_else(address: str, header: str | None) -> None:
    environ = {"REMOTE_ADDR": address} | ({f"HTTP_{header}": "for=192.0.2.7"} if header else {})
    assert is_here(environ) == (header is None)


@pytest.mark.parametrize("address", ["192.0.2.7", "10.0.0.1", "2001:db8::1", "::ffff:192.0.2.7", "x"])
def test_all_others_are_not(address: str) -> None:
    assert not is_here({"REMOTE_ADDR": address})


def register(site: Site, address: str = "127.0.0.1", forwarded: str = "", **headers: str) -> Any:
    """A request without a token. `forwarded` is an X-Forwarded-For."""
    given = headers | ({"X-Forwarded-For": forwarded} if forwarded else {})
    peer = {"REMOTE_ADDR": address}
    return site.client.post("/v1/players", json={"name": "Ada"}, environ_overrides=peer, headers=given)


def use_up(site: Site, address: str, forwarded: str = "") -> None:
    for _ in range(CREATE.quota):
        assert register(site, address, forwarded).status_code == 201
    refused(register(site, address, forwarded), "create", CREATE)


@pytest.fixture
def sites(redis_url: str) -> Iterator[Any]:
    made: list[Site] = []

    def make(**settings: Any) -> Site:
        made.append(limited_site(redis_url, **settings))
        return made[-1]

    yield make
    for site in made:
        site.services.waiters.close()


def test_nobody_is_believed_where_no_proxy_is_trusted(sites: Any) -> None:
    """A new address with every request is no way around."""
    site = sites()
    for number in range(CREATE.quota):
        reply = register(site, "192.0.2.7", f"198.51.100.{number}", Forwarded=f"for=198.51.100.{number}")
        assert left(reply, "create") == CREATE.quota - number - 1
    refused(register(site, "192.0.2.7", "198.51.100.99"), "create", CREATE)


def test_a_trusted_proxy_says_for_whom_it_asks(sites: Any) -> None:
    site = sites(trusted_proxies=1)
    use_up(site, "10.0.0.1", "198.51.100.1")
    assert left(register(site, "10.0.0.1", "198.51.100.2"), "create") == CREATE.quota - 1
    # What the client itself wrote stands before the entry of the proxy.
    refused(register(site, "10.0.0.1", "203.0.113.5, 198.51.100.1"), "create", CREATE)
    assert left(register(site, "10.0.0.1", "198.51.100.1, 198.51.100.3"), "create") == CREATE.quota - 1


def test_two_proxies_in_a_row(sites: Any) -> None:
    site = sites(trusted_proxies=2)
    use_up(site, "10.0.0.1", "198.51.100.1, 10.0.0.2")
    refused(register(site, "10.0.0.1", "203.0.113.5, 198.51.100.1, 10.0.0.2"), "create", CREATE)
    # An entry is missing: somebody has come past the outer proxy, and is not believed.
    assert left(register(site, "10.0.0.1", "203.0.113.5"), "create") == CREATE.quota - 1
    assert left(register(site, "10.0.0.1", "203.0.113.6"), "create") == CREATE.quota - 2


def test_a_network_of_ipv6_is_one_caller(sites: Any) -> None:
    site = sites()
    for number in range(CREATE.quota):
        assert register(site, f"2001:db8:1:2::{number:x}").status_code == 201
    refused(register(site, "2001:db8:1:2:ffff::1"), "create", CREATE)
    assert register(site, "2001:db8:1:3::1").status_code == 201


def test_all_who_come_by_a_socket_count_as_one_unless_a_proxy_tells_them_apart(sites: Any) -> None:
    use_up(sites(), "")
    behind = sites(trusted_proxies=1)
    assert left(register(behind, "", "198.51.100.1"), "create") == CREATE.quota - 1


@pytest.mark.parametrize("address", ["127.0.0.1", "::1", ""])
def test_not_loopback_leaves_this_machine_alone(sites: Any, address: str) -> None:
    site = sites(rate_limits="not-loopback")
    for _ in range(CREATE.quota + 2):
        reply = register(site, address)
        assert (reply.status_code, told(reply)) == (201, {})
    me = site.person().headers
    replies = [site.client.get("/v1/players/me", headers=me) for _ in range(FEW["limit_read"].quota + 1)]
    assert [told(reply) for reply in replies] == [{}] * len(replies)


@pytest.mark.parametrize("trusted", [0, 1])
def test_not_loopback_limits_all_others(sites: Any, trusted: int) -> None:
    """Those who come through a proxy on this machine too; as one where it is not trusted."""
    site = sites(rate_limits="not-loopback", trusted_proxies=trusted)
    use_up(site, "192.0.2.7")
    use_up(site, "127.0.0.1", "198.51.100.1")
    again = register(site, "127.0.0.1", "198.51.100.2")
    assert again.status_code == (201 if trusted else 429)
    assert told(register(site)) == {}


@pytest.mark.parametrize(
    ("variable", "value", "member", "found"),
    [
        ("SPLENDOR_RATE_LIMITS", "not-loopback", "rate_limits", "not-loopback"),
        ("SPLENDOR_LIMIT_CREATE", "30/60", "limit_create", Rate(30, 60)),
        ("SPLENDOR_LIMIT_GAME", "1000/1", "limit_game", Rate(1000, 1)),
        ("SPLENDOR_TRUSTED_PROXIES", "0", "trusted_proxies", 0),
        ("SPLENDOR_TRUSTED_PROXIES", "2", "trusted_proxies", 2),
    ],
)
def test_settings(monkeypatch: pytest.MonkeyPatch, variable: str, value: str, member: str, found: Any) -> None:
    monkeypatch.setenv(variable, value)
    assert getattr(read_settings(), member) == found


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("SPLENDOR_RATE_LIMITS", "yes"),
        ("SPLENDOR_TRUSTED_PROXIES", "-1"),
        ("SPLENDOR_TRUSTED_PROXIES", "all"),
        *(("SPLENDOR_LIMIT_READ", value) for value in ("", "60", "0/60", "60/0", "60/60/60", "1.5/60", "a/b", "-1/60")),
    ],
)
def test_settings_that_cannot_be_used(monkeypatch: pytest.MonkeyPatch, variable: str, value: str) -> None:
    monkeypatch.setenv(variable, value)
    with pytest.raises(ConfigurationError, match=variable):
        read_settings()
