"""Where a request comes from."""

from ipaddress import IPv6Address, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

UNKNOWN = "unknown"


def counted_address(request: HttpRequest) -> str:
    """What the requests of one connection to the net are counted under: an IPv4 address, or an IPv6 network of 64 bits,
    which a single subscriber has to himself. Whoever cannot be told apart counts as one.

    Of X-Forwarded-For only what trusted proxies wrote is believed: each of them adds the address it was called from.
    """
    hops = [hop.strip() for hop in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if hop.strip()]
    chain = [*hops, request.META.get("REMOTE_ADDR", "")]
    return _network(chain[-1 - min(settings.KYLE_TRUSTED_PROXIES, len(hops))])


def _network(text: str) -> str:
    try:
        address = ip_address(_host(text))
    except ValueError:
        return UNKNOWN
    if not isinstance(address, IPv6Address):
        return str(address)
    return str(address.ipv4_mapped or ip_network((int(address), 64), strict=False))


def _host(text: str) -> str:
    """The address without the port, brackets and zone that some proxies write."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    return text.partition("%")[0]
