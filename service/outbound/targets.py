"""Which addresses may be called that others have named (B18).

Who names an address makes this service call it from within its own network. So a target is a public host by https, and
what a name stands for is looked at again with every call. The operator can allow more, host by host.
"""

import ipaddress
import re
from collections.abc import Iterable
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Network = ipaddress.IPv4Network | ipaddress.IPv6Network

LONGEST_URL = 2_000
PORTS = {"https": 443, "http": 80}

_VISIBLE = re.compile(r"[!-~]+", re.ASCII)
_NAME = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(\.(?!-)[a-z0-9_-]{1,63}(?<!-))*", re.ASCII)
# What a resolver may take for a number: 2130706433, 0x7f000001, 127.1, 0177.0.0.1.
_NUMBER = re.compile(r"(.*\.)?(0x[0-9a-f]*|[0-9]+)", re.ASCII)
_INSIDE = ("localhost", "local", "internal", "intranet", "home.arpa", "onion")
"""Names that the public DNS does not have."""
_TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses that a gateway translates (RFC 6052). Those for local use (RFC 8215) are not public at all: nothing
says where in them the other address stands."""


class BadTarget(ValueError):
    """An address that is not called; the text says why."""


class Target(NamedTuple):
    """An address as it is called. `free`: the operator allows the host, whatever address it has."""

    scheme: str
    host: str
    port: int
    path: str
    free: bool

    @property
    def authority(self) -> str:
        """The value of the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


class Rules(NamedTuple):
    """What the operator allows beyond the public hosts: names, names with a port, and networks."""

    hosts: frozenset[str] = frozenset()
    pairs: frozenset[tuple[str, int]] = frozenset()
    networks: tuple[Network, ...] = ()

    def check_url(self, url: str) -> Target:
        """The target that `url` names. Raises BadTarget. A name is not resolved: each call does that anew."""
        parts = _split(url)
        host, port = _host(parts), _port(parts)
        free = self.names(host, port)
        literal = _literal(host)
        if literal is None and not free:
            _check_name(host)
        if literal is not None and not free and not is_public(literal):
            raise BadTarget("The address is not a public one.")
        if not free and parts.scheme != "https":
            raise BadTarget("The URL has to begin with https.")
        if not free and port not in PORTS.values():
            raise BadTarget("The port has to be 443 or 80.")
        path = parts.path or "/"
        return Target(parts.scheme, host, port, f"{path}?{parts.query}" if parts.query else path, free)

    def names(self, host: str, port: int) -> bool:
        """Whether the operator allows this very host."""
        literal = _literal(host)
        in_network = literal is not None and self._holds(literal)
        return host in self.hosts or (host, port) in self.pairs or in_network

    def admits(self, target: Target, address: Address) -> bool:
        """Whether the target may be called at this address."""
        return target.free or is_public(address) or self._holds(address)

    def _holds(self, address: Address) -> bool:
        return any(address in network for network in self.networks)


def parse_rules(entries: Iterable[str]) -> Rules:
    """Rules from entries like `hooks.internal`, `127.0.0.1:9000`, `[::1]:9000`, `10.1.0.0/16`. Raises ValueError."""
    hosts, pairs, networks = set(), set(), []
    for entry in (entry.strip().lower() for entry in entries if entry.strip()):
        if "/" in entry:
            networks.append(ipaddress.ip_network(entry))
            continue
        parts = urlsplit(f"//{entry}")
        host = parts.hostname or ""
        if _literal(host) is None and not _NAME.fullmatch(host):
            raise ValueError(f"no host, host:port or network: {entry!r}")
        if parts.port is None:
            hosts.add(host)
        else:
            pairs.add((host, parts.port))
    return Rules(frozenset(hosts), frozenset(pairs), tuple(networks))


def host_of(url: str) -> str:
    """The host of an address that has been checked, as the rules know it."""
    return _named(urlsplit(url))


def is_public(address: Address) -> bool:
    """Whether an address belongs to the public Internet, and is no way into some other network."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.sixtofour or address.teredo:
            return False  # tunnels out of use (RFC 7526), which end at whoever offers to
        if (inner := _meant(address)) is not None:
            return _is_outside(inner)
    return _is_outside(address)


def _is_outside(address: Address) -> bool:
    inside = (
        address.is_private, address.is_loopback, address.is_link_local, address.is_multicast, address.is_reserved,
        address.is_unspecified, isinstance(address, ipaddress.IPv6Address) and address.is_site_local,
    )  # fmt: skip
    return address.is_global and not any(inside)


def _meant(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that one of IPv6 is another way to write: mapped, or for a gateway that everybody may have."""
    return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in _TRANSLATED else address.ipv4_mapped


def _split(url: str) -> SplitResult:
    # urlsplit drops some characters without a word, and others mean different things to different readers.
    if not _VISIBLE.fullmatch(url) or len(url) > LONGEST_URL or "\\" in url:
        raise BadTarget(f"A URL has 1 to {LONGEST_URL} visible ASCII characters (a name in its xn-- form).")
    try:
        parts = urlsplit(url)
    except ValueError:
        raise BadTarget("This is not a URL.") from None
    if parts.scheme not in PORTS:
        raise BadTarget("The URL has to begin with https.")
    if "@" in parts.netloc:
        raise BadTarget("The URL must not hold a user name or a password.")
    if "#" in url:
        raise BadTarget("The URL must not hold a fragment.")
    return parts


def _host(parts: SplitResult) -> str:
    host = _named(parts)
    if _literal(host) is None and (not _NAME.fullmatch(host) or len(host) > 253 or _NUMBER.fullmatch(host)):
        raise BadTarget("The URL names no host.")
    return host


def _named(parts: SplitResult) -> str:
    return (parts.hostname or "").removesuffix(".")


def _port(parts: SplitResult) -> int:
    try:
        port = parts.port
    except ValueError:
        raise BadTarget("The port is not a number from 1 to 65535.") from None
    if port == 0 or parts.netloc.endswith(":"):
        raise BadTarget("The port is not a number from 1 to 65535.")
    return PORTS[parts.scheme] if port is None else port


def _check_name(host: str) -> None:
    if "." not in host or any(host == name or host.endswith(f".{name}") for name in _INSIDE):
        raise BadTarget("The host is not one of the public Internet.")


def _literal(host: str) -> Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
