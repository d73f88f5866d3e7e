"""What an operator allows to be fetched although it is private: hosts or CIDR blocks, with an optional port."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import ip_network
from typing import Self

from briefings.backends.fetch.addresses import Address, Network

_ENTRY = re.compile(
    r"\[(?P<bracketed>[^\]]+)\](?::(?P<v6_port>\d+))?|(?P<plain>[^:\[\]]+)(?::(?P<port>\d+))?|(?P<bare_v6>[^\[\]]+)"
)
_HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?")


@dataclass(frozen=True)
class Allowance:
    """One entry: a host by its name or a block of addresses; `port` null means every port."""

    host: str | None
    block: Network | None
    port: int | None

    @classmethod
    def parse(cls, entry: str) -> Self:
        """From `intranet.example`, `intranet.example:8080`, `127.0.0.1:8123`, `10.0.0.0/8` or `[fd00::]:8080`.

        Raises ValueError that names the entry.
        """
        match = _ENTRY.fullmatch(entry.strip().lower())
        if match is None:
            raise ValueError(f"{entry!r} is neither a host nor a block of addresses")
        name = match["bracketed"] or match["plain"] or match["bare_v6"]
        port = match["v6_port"] or match["port"]
        if port and not 0 < int(port) < 65_536:
            raise ValueError(f"{entry!r} has no valid port")
        block = _block(entry, name)
        return cls(None if block else name.rstrip("."), block, int(port) if port else None)

    def names(self, host: str, port: int) -> bool:
        return self.host == host and self._opens(port)

    def holds(self, address: Address, port: int) -> bool:
        return self.block is not None and address in self.block and self._opens(port)

    def _opens(self, port: int) -> bool:
        return self.port in (None, port)


def _block(entry: str, name: str) -> Network | None:
    """The addresses that `name` spells, or None where it is the name of a host."""
    looks_like_addresses = ":" in name or "/" in name or name.rsplit(".", 1)[-1].isdecimal()
    if looks_like_addresses:
        try:
            return ip_network(name)
        except ValueError as error:
            raise ValueError(f"{entry!r} is no block of addresses: {error}") from error
    if not _HOST.fullmatch(name):
        raise ValueError(f"{entry!r} is neither a host nor a block of addresses")
    return None


def parse_all(entries: Sequence[str]) -> tuple[Allowance, ...]:
    """Empty entries are skipped. Raises ValueError."""
    return tuple(Allowance.parse(entry) for entry in entries if entry.strip())
