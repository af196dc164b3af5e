"""Network cards of this machine and their addresses, ordered by how likely phones reach them."""

from __future__ import annotations

import ipaddress
import re
import socket
from dataclasses import dataclass
from typing import Literal

try:  # an optional package
    import psutil
except ImportError:
    psutil = None

Kind = Literal["network", "vpn", "container"]
# the kind that phones most likely reach comes first
KINDS: tuple[Kind, ...] = ("network", "vpn", "container")
# Nothing is sent there: connecting a UDP socket is enough to learn our address on that route.
ROUTE_PROBE = ("192.0.2.1", 9)
# Names of such cards begin like this on Linux and macOS; on Windows they contain these words
# anywhere.
CONTAINERS = re.compile(
    r"(docker|veth|br-(?!lan)|virbr|vnet|vmnet|vboxnet|lxc|lxd|incus|cni|cali|flannel|podman|kube|waydroid)"
    r"|.*(vethernet|hyper-v|virtualbox|vmware|\bwsl\b)",
    re.IGNORECASE,
)
TUNNELS = re.compile(
    r"(tun|tap|utun|wg|zt|ppp|ipsec|gre|sit|vti|feth|nordlynx|proton|mullvad)"
    r"|.*(tailscale|wireguard|zerotier|openvpn|vpn|tap-windows|wintun)",
    re.IGNORECASE,
)
LOCAL_DOMAINS = ("local", "lan", "home", "home.arpa", "internal", "localdomain")
PRIVATE = tuple(map(ipaddress.ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")))


@dataclass(frozen=True, slots=True)
class Place:
    """A numeric address of this machine, and the network card that has it."""

    host: str
    card: str = ""
    kind: Kind = "network"


def list_places() -> tuple[Place, ...]:
    """Return the addresses that other machines may reach, best first; none without a network.

    Physical cards come before VPNs, and VPNs before containers. On a card, private IPv4 addresses
    come before others, and among equals the address of the default route comes first. Link-local
    IPv6 addresses are left out, because browsers cannot open them.
    """
    routed = _routed_address()
    if psutil is None:
        return (Place(routed),) if routed else ()
    running = psutil.net_if_stats()
    found = []
    for card, addresses in psutil.net_if_addrs().items():
        stats = running.get(card)
        if stats is None or not stats.isup:
            continue
        for one in addresses:
            if one.family in (socket.AF_INET, socket.AF_INET6) and _reachable(one.address):
                found.append(Place(one.address, card, _kind(card, stats.flags)))
    return tuple(sorted(found, key=lambda place: _rank(place, routed)))


def card_names() -> list[str]:
    """Return the names of all network cards, including those without an address."""
    return [] if psutil is None else sorted(psutil.net_if_stats())


def offered(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Return the addresses that people choose from: each card's IPv4 ones, else its best one."""
    kept: list[Place] = []
    for place in places:
        of_card = [one for one in kept if one.card == place.card]
        if not of_card or (_is_v4(place.host) and _is_v4(of_card[0].host)):
            kept.append(place)
    return tuple(kept)


def own_names() -> list[str]:
    """Return the names under which routers and neighbours may know this machine.

    Their top-level domains are reserved for local networks, so nobody else can own such a name.
    """
    name = socket.gethostname().lower()
    short = name.partition(".")[0]
    return [name, *(f"{short}.{domain}" for domain in LOCAL_DOMAINS)]


def _routed_address() -> str:
    """Return this machine's address on the default route; "" without a route."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(ROUTE_PROBE)
            return str(asking.getsockname()[0])
        except OSError:
            return ""


def _kind(card: str, flags: str) -> Kind:
    if CONTAINERS.match(card):
        return "container"
    return "vpn" if TUNNELS.match(card) or "pointopoint" in flags else "network"


def _reachable(host: str) -> bool:
    if "%" in host:  # a link-local address with its scope
        return False
    address = ipaddress.ip_address(host)
    useless = address.is_loopback or address.is_unspecified or address.is_multicast
    return not useless and not (address.version == 6 and address.is_link_local)


def _rank(place: Place, routed: str) -> tuple[int, int, bool]:
    return KINDS.index(place.kind), _scope(place.host), place.host != routed


def _scope(host: str) -> int:
    """Return a rank for the type of an address; 0 is the type that phones most likely reach."""
    address = ipaddress.ip_address(host)
    if address.version == 4:
        return 4 if address.is_link_local else 0 if _is_private(address) else 1
    return 2 if address.is_private else 3


def _is_private(address: ipaddress.IPv4Address) -> bool:
    return any(address in network for network in PRIVATE)


def _is_v4(host: str) -> bool:
    return ":" not in host
