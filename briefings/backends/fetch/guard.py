"""What may be fetched: public web pages, and what the operator allows by name.

An address is judged twice: as it is written, before anything is done (`check`), and by every IP address that its name
stands for, at the moment of connecting (`resolve`). The connection goes to an address that was judged, so a name that
changes its mind in between gains nothing.
"""

import re
from collections.abc import Sequence
from ipaddress import ip_address

import httpx

from briefings.backends.fetch.addresses import Address, special_use
from briefings.backends.fetch.allowance import parse_all
from briefings.backends.wire.errors import UnknownHost
from briefings.backends.wire.network import Resolve
from briefings.backends.wire.network import resolve as ask_name_service
from briefings.domain.errors import FetchFailed

_DEFAULT_PORTS = {"http": 80, "https": 443}
_NAME = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?")
_NUMERIC_ENDING = re.compile(r"(?:^|\.)(?:\d+|0x[0-9a-f]*)\.?$")
_LOOPBACK_NAME = re.compile(r"(?:^|\.)localhost$")


class Guard:
    """Refuses addresses that lead anywhere but to the public web, except where `allow` names them.

    `allow` holds hosts or CIDR blocks with an optional port; raises ValueError for an entry that is neither.
    """

    def __init__(self, allow: Sequence[str] = (), *, look_up: Resolve = ask_name_service) -> None:
        self._allowances = parse_all(allow)
        self._look_up = look_up

    def check(self, address: str) -> httpx.URL:
        """`address` parsed. Raises FetchFailed (`refused`) for what must not even be looked up."""
        url = _parsed(address)
        if url.scheme not in _DEFAULT_PORTS:
            raise _refused(f"{url.scheme or 'an address without a scheme'} is not fetched, only http and https")
        if url.userinfo:
            raise _refused("the address holds a user name or a password")
        host, port = _plain(url.raw_host.decode("ascii")), port_of(url)
        literal = _literal(host)
        if literal:
            self._judge(host, port, [literal])
        elif not self._may_use(host, port):
            raise _refused(f"port {port} is not allowed")
        return url

    def objection(self, address: str) -> str | None:
        """What speaks against `address` as it is written, without asking the name service; None if nothing does."""
        try:
            self.check(address)
        except FetchFailed as refusal:
            return refusal.fault.detail
        return None

    def resolve(self, host: str, port: int, timeout: float) -> Sequence[str]:
        """The addresses of `host`, every one of them judged. Raises FetchFailed (`refused`) or WireError."""
        host = _plain(host)
        # RFC 6761, 6.3: such a name is this machine, whatever a name service says.
        found = ["127.0.0.1"] if _LOOPBACK_NAME.search(host) else self._look_up(host, port, timeout)
        if not found:
            raise UnknownHost(f"the name {host} has no address")
        self._judge(host, port, [ip_address(address) for address in found])
        return found

    def _judge(self, host: str, port: int, addresses: Sequence[Address]) -> None:
        if any(allowance.names(host, port) for allowance in self._allowances):
            return
        for address in addresses:
            if any(allowance.holds(address, port) for allowance in self._allowances):
                continue
            use = special_use(address)
            if use:
                raise _refused(f"{host} leads to an address that is not public ({use})")
            if port not in _DEFAULT_PORTS.values():
                raise _refused(f"port {port} is not allowed")

    def _may_use(self, host: str, port: int) -> bool:
        """Whether a name may be asked at `port` at all; a block of addresses decides only when the name is resolved."""
        by_allowance = any(a.names(host, port) or (a.block and a.port in (None, port)) for a in self._allowances)
        return port in _DEFAULT_PORTS.values() or by_allowance


def port_of(url: httpx.URL) -> int:
    """The port that `url` means, written or not."""
    return _DEFAULT_PORTS[url.scheme] if url.port is None else url.port


def _parsed(address: str) -> httpx.URL:
    if "\\" in address:
        raise _refused("the address holds a backslash, which programs read in different ways")
    try:
        url = httpx.URL(address.strip())
        url.host  # noqa: B018  a host in Punycode is decoded, and may fail, each time that it is read
    except (httpx.InvalidURL, ValueError) as error:
        raise _refused(f"the address cannot be read ({error})") from error
    return url


def _literal(host: str) -> Address | None:
    """The IP address that `host` spells in the usual way; None for a name. Raises FetchFailed for other spellings."""
    try:
        address = ip_address(host)
    except ValueError:
        if _NAME.fullmatch(host) and not _NUMERIC_ENDING.search(host):
            return None
        raise _refused(f"{host!r} is neither a name nor an IP address in its usual spelling") from None
    if address.version == 6 and address.scope_id:
        raise _refused("the address names a network interface")
    return address


def _plain(host: str) -> str:
    return host.lower().rstrip(".")


def _refused(detail: str) -> FetchFailed:
    return FetchFailed("refused", detail, permanent=True)
