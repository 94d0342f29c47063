"""Which addresses may be called that others have named (B18)."""

import ipaddress

import pytest

from service.config import ConfigurationError, read_settings
from service.outbound.targets import BadTarget, Rules, is_public, parse_rules

PUBLIC = Rules()

REFUSED = (
    "http://127.0.0.1:6379", "http://[::1]/", "http://169.254.169.254/", "http://[::ffff:10.0.0.1]/",
    "http://2130706433/", "http://user@host/", "file:///", "https://127.0.0.1/", "https://127.0.0.1:6379/",
    "https://[::1]/", "https://169.254.169.254/latest/meta-data/", "https://[::ffff:10.0.0.1]/",
    "https://[::ffff:7f00:1]/", "https://2130706433/", "https://0x7f000001/", "https://0x7f.1/", "https://127.1/",
    "https://0177.0.0.1/", "https://0/", "https://0.0.0.0/", "https://[::]/", "https://10.0.0.1/",
    "https://172.16.0.1/", "https://192.168.1.1/", "https://100.64.0.1/", "https://224.0.0.1/", "https://[ff02::1]/",
    "https://[fe80::1]/", "https://[fc00::1]/", "https://[fec0::1]/", "https://255.255.255.255/", "https://192.0.2.1/",
    "https://[64:ff9b::a00:1]/", "https://[2002:a00:1::]/", "https://[::7f00:1]/", "https://localhost/",
    "https://LOCALHOST/", "https://localhost./", "https://a.localhost/", "https://valkey/", "https://db.internal/",
    "https://printer.local/", "https://user@example.com/", "https://user:pass@example.com/",
    "https://example.com@10.0.0.1/", "http://example.com/", "ftp://example.com/", "gopher://example.com/",
    "//example.com/", "example.com", "", "https://", "https:///path", "https://example.com:22/",
    "https://example.com:6379/", "https://example.com:0/", "https://example.com:/", "https://example.com:99999/",
    "https://example.com:x/", "https://exa mple.com/", "https://example.com/\r\nX: y", "https://exam\tple.com/",
    "https://example.com\\@10.0.0.1/", "https://example.com/#a", "https://b\u00fccher.example/", "https://-a.example/",
    "https://a..example/", "https://[::1", "https://%31%32%37.0.0.1/", "https://[fe80::1%25eth0]/",
    # What a gateway of the network itself translates, wherever in it the address stands that is meant (RFC 8215), and
    # Teredo, by its server and by its client.
    "https://[64:ff9b:1:a00:0:100:808:808]/", "https://[64:ff9b:1::808:808]/", "https://[64:ff9b::a9fe:a9fe]/",
    "https://[2001:0:101:101::]/", "https://[2001:0:808:808:0:0:f5ff:fffe]/", "https://[2002:101:101::]/",
    "https://example.com/" + "a" * 2_000,
)  # fmt: skip


@pytest.mark.parametrize("url", REFUSED)
def test_what_is_not_a_public_host_by_https_is_refused_at_once(url: str) -> None:
    with pytest.raises(BadTarget):
        PUBLIC.check_url(url)


@pytest.mark.parametrize(
    ("url", "host", "port", "path"),
    [
        ("https://example.com", "example.com", 443, "/"),
        ("https://EXAMPLE.com./Hooks?a=B", "example.com", 443, "/Hooks?a=B"),
        ("https://example.com:80/a", "example.com", 80, "/a"),
        ("https://xn--bcher-kva.example/", "xn--bcher-kva.example", 443, "/"),
        ("https://1.1.1.1/x", "1.1.1.1", 443, "/x"),
        ("https://[2606:4700:4700::1111]:443/x", "2606:4700:4700::1111", 443, "/x"),
        ("https://a1.b2.example/", "a1.b2.example", 443, "/"),
    ],
)
def test_a_public_host_by_https_is_accepted(url: str, host: str, port: int, path: str) -> None:
    target = PUBLIC.check_url(url)
    assert (target.host, target.port, target.path, target.free) == (host, port, path, False)


@pytest.mark.parametrize(
    ("entries", "accepted", "refused"),
    [
        (["valkey"], ["http://valkey:1/", "https://VALKEY/"], ["http://other/"]),
        (["127.0.0.1:9000"], ["http://127.0.0.1:9000/"], ["http://127.0.0.1/", "http://127.0.0.1:9001/"]),
        (["[::1]:9000"], ["http://[::1]:9000/"], ["http://[::1]/"]),
        (["10.1.0.0/16"], ["http://10.1.2.3:81/"], ["http://10.2.0.1/", "http://example.com/"]),
        (["localhost"], ["http://localhost:8000/"], ["http://127.0.0.1:8000/"]),
        ([], [], ["http://localhost/"]),
    ],
)
def test_the_operator_can_allow_more(entries: list[str], accepted: list[str], refused: list[str]) -> None:
    rules = parse_rules(entries)
    assert all(rules.check_url(url).host for url in accepted)
    for url in refused:
        with pytest.raises(BadTarget):
            rules.check_url(url)


def test_a_name_that_is_allowed_may_stand_for_any_address_a_network_for_its_own() -> None:
    inside, other = ipaddress.ip_address("10.1.0.1"), ipaddress.ip_address("10.2.0.1")
    named, networked = parse_rules(["hooks.example"]), parse_rules(["10.1.0.0/16"])
    target = named.check_url("https://hooks.example/")
    assert named.admits(target, other)
    target = networked.check_url("https://hooks.example/")
    assert networked.admits(target, inside)
    assert not networked.admits(target, other)


@pytest.mark.parametrize("text", ["1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101"])
def test_public_addresses_are_public(text: str) -> None:
    assert is_public(ipaddress.ip_address(text))


@pytest.mark.parametrize("text", ["64:ff9b:1:a00:0:100:808:808", "2001:0:101:101::fefe:fefe", "2002:101:101::101:101"])
def test_b18_a_public_address_inside_makes_no_other_one_public(text: str) -> None:
    """B18: what a name stands for is held to the same as what a URL says."""
    assert not is_public(ipaddress.ip_address(text))


def test_the_setting_is_read_and_a_wrong_one_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPLENDOR_WEBHOOK_ALLOW", "localhost, 10.0.0.0/8,[::1]:90")
    rules = parse_rules(read_settings().webhook_allow)
    assert rules.check_url("http://[::1]:90/").free
    assert rules.names("10.9.9.9", 5)
    for wrong in ("10.0.0.1/8", "http://host", "a b", "host:port"):
        monkeypatch.setenv("SPLENDOR_WEBHOOK_ALLOW", wrong)
        with pytest.raises(ConfigurationError, match="SPLENDOR_WEBHOOK_ALLOW"):
            read_settings()
