"""Where a request comes from: the network address that limits count by, where there is no token.

X-Forwarded-For is believed as far as proxies of the operator's own have written it, which ProxyFix sees to; who else sends
it is taken for what the connection says.
"""

from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import TYPE_CHECKING, Any

from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from service.api.application import Application

HERE = "here"
"""All who come by a unix socket: there is no address."""
_NETWORK_BITS = 64
_FORWARDED = ("HTTP_X_FORWARDED_FOR", "HTTP_FORWARDED", "HTTP_X_REAL_IP", "HTTP_VIA")


def trust_proxies(app: "Application", number: int) -> None:
    """Takes the address from what that many proxies in a row say; the service has no use for what else they say."""
    if number:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=number, x_proto=0, x_host=0)  # type: ignore[method-assign]


def caller_address(environ: dict[str, Any]) -> str:
    """The caller's address in one form: one of IPv4, or the network of 64 bits that an IPv6 address is in.

    One subscriber has at least so many addresses of IPv6 to choose from.
    """
    return _network(environ.get("REMOTE_ADDR") or "")


def is_here(environ: dict[str, Any]) -> bool:
    """Whether a program on this machine asks for itself: by loopback or a unix socket, and no proxy says for whom."""
    if any(name in environ for name in _FORWARDED):
        return False
    return _is_loopback(environ.get("REMOTE_ADDR") or "")


@lru_cache(maxsize=4096)
def _network(text: str) -> str:
    address = _parse(text)
    if isinstance(address, IPv6Address):
        return f"{IPv6Address(int(address) >> _NETWORK_BITS << _NETWORK_BITS)}/{_NETWORK_BITS}"
    return str(address) if address else HERE


@lru_cache(maxsize=4096)
def _is_loopback(text: str) -> bool:
    if not text:
        return True
    address = _parse(text)
    return address is not None and address.is_loopback


def _parse(text: str) -> IPv4Address | IPv6Address | None:
    """Some proxies add the port. IPv4 in the clothes of IPv6 is IPv4."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
