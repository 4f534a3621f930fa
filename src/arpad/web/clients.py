"""Clients by their address: which of them count as one, how an address is written in a log, and whom a setting names.

An address of IPv6 counts with its /64 network, because one subscriber has all of it. What is written in a log is the
network only: /24 of IPv4, /48 of IPv6, so that nobody can be recognised by it.
"""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.types import Scope

from arpad.finding import UserError
from arpad.frozen import dataclass

SUBSCRIBER_BITS = 64
LOGGED_BITS = {4: 24, 6: 48}
NO_ADDRESS = "-"


def client_of(scope: Scope) -> str:
    """The address of the client of a request; empty where there is none."""
    return scope["client"][0] if scope.get("client") else ""


@lru_cache(4096)
def client_group(address: str) -> str:
    """The name under which a client is counted: the address, or its /64 network; what is no address is one client."""
    try:
        read = ip_address(address)
    except ValueError:
        return NO_ADDRESS
    if isinstance(read, IPv6Address):
        if read.ipv4_mapped is not None:
            return str(read.ipv4_mapped)
        return str(ip_network((int(read), SUBSCRIBER_BITS), strict=False))
    return str(read)


@lru_cache(4096)
def anonymous_address(address: str) -> str:
    """The network of an address, as the access log writes it."""
    try:
        read = ip_address(address)
    except ValueError:
        return NO_ADDRESS
    mapped = read.ipv4_mapped if isinstance(read, IPv6Address) else None
    read = mapped or read
    return str(ip_network(f"{read}/{LOGGED_BITS[read.version]}", strict=False).network_address)


@dataclass(frozen=True)
class Networks:
    """Addresses and networks that a setting names."""

    networks: tuple[IPv4Network | IPv6Network, ...]

    def __contains__(self, address: str) -> bool:
        try:
            read = ip_address(address)
        except ValueError:
            return False
        mapped = read.ipv4_mapped if isinstance(read, IPv6Address) else None
        return any((mapped or read) in network for network in self.networks)


def read_networks(option: str, words: tuple[str, ...]) -> Networks:
    """The networks that an option of the command line names; what is no address and no network is refused."""
    networks = []
    for word in words:
        try:
            networks.append(ip_network(word))
        except ValueError:
            raise UserError("site/no-network", option=option, word=word) from None
    return Networks(tuple(networks))
