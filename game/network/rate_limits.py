"""Rate limits (token buckets) and limits of connections, by address. Time is passed in.

A holder of one IPv6 address has 2**64 of them, and often 65,536 such networks. The limit of an
address therefore applies to its whole /64, and a /48 gets SITE_SHARE times that limit.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Generic, TypeVar

MAX_MESSAGE_BYTES = 4096  # bytes of one message from outside
MAX_TRACKED_ADDRESSES = 4096  # addresses remembered; more than a server ever serves

# Rates, each as (number per second, burst).
MESSAGE_RATE = (30.0, 60)  # messages of a WebSocket
# Messages of an address, in all its WebSockets that hold no seat.
ADDRESS_MESSAGE_RATE = (200.0, 1000)
# Frames of a WebSocket; pings and parts of messages are frames, too.
FRAME_RATE = (100.0, 400)
REQUEST_RATE = (30.0, 120)  # requests of an address
CONNECTION_RATE = (30.0, 256)  # TCP connections of an address; others are closed unread
ACTIONS_A_LOOK = 10  # this many tried actions count as another request for `LOOK_RATE`
# Requests of an address for earlier or tried positions, which the rules have to compute.
LOOK_RATE = (10.0, 60)
FAILED_CODE_RATE = (5 / 60, 5)  # wrong codes and keys from an address
# Requests of a tournament's player, over all connections.
PLAYER_REQUEST_RATE = (0.5, 8)
SEND_RATE = (1_000_000.0, 8_000_000)  # characters sent to an address, or to the holder of a seat
LOG_RATE = (0.2, 20)  # records in the log

SITE_SHARE = 4  # networks of a /48 that may use their full limits at the same time
RESERVED_FILES = 48  # file descriptors for the pipe, the log, the loop and the port

Member = TypeVar("Member")


@dataclass(frozen=True, slots=True)
class ConnectionLimits:
    """The numbers of connections that a server keeps open, and the time limits of one.

    The limit `waiting` is for TCP connections that are not open WebSockets, and `newcomers` for
    WebSockets beyond the limit of `clients`. Newcomers that show no key of a seat are closed.
    """

    clients: int = 1200
    clients_of_one: int = 64
    waiting: int = 400
    waiting_of_one: int = 64
    newcomers: int = 32
    # seconds from a request's first byte to the last byte of its answer
    request_timeout_s: float = 20.0
    key_timeout_s: float = 5.0  # seconds until a newcomer must have shown a key
    send_timeout_s: float = 20.0  # seconds for sending one message

    @property
    def files(self) -> int:
        """Return the number of file descriptors needed for all connections."""
        return self.clients + self.waiting + self.newcomers + RESERVED_FILES

    def within(self, files: int) -> ConnectionLimits:
        """Return limits for this many file descriptors, reduced in proportion."""
        share = (files - RESERVED_FILES) / (self.files - RESERVED_FILES)
        if share >= 1:
            return self
        clients, waiting = (max(2, int(share * most)) for most in (self.clients, self.waiting))
        return replace(
            self,
            clients=clients,
            clients_of_one=min(self.clients_of_one, clients // 2),
            waiting=waiting,
            waiting_of_one=min(self.waiting_of_one, waiting // 2),
            newcomers=max(2, int(share * self.newcomers)),
        )


@lru_cache(maxsize=MAX_TRACKED_ADDRESSES)
def network_and_site(address: str) -> tuple[str, str]:
    """Return the network that shares one limit with `address`, and the site that contains it.

    For IPv6 they are the /64 and the /48; any other address is its own network and site.
    """
    try:
        found = ipaddress.IPv6Address(address.partition("%")[0])
    except ValueError:
        return address, address
    if found.ipv4_mapped is not None:
        return (str(found.ipv4_mapped),) * 2
    network, site = (ipaddress.IPv6Network((found, length), False) for length in (64, 48))
    return str(network), str(site)


class TokenBucket:
    """A token bucket that fills by `rate` a second up to `room`.

    Tokens taken here are also taken from the bucket `above`, if there is one.
    """

    def __init__(
        self, limit: tuple[float, int], now: float, above: TokenBucket | None = None
    ) -> None:
        self.rate, self.room = limit
        self._left, self._at, self._above = float(self.room), now, above

    def full_at(self, now: float) -> bool:
        return self._own_level(now) >= self.room

    def take(self, now: float) -> bool:
        """Take one token and return True; without a token take nothing and return False."""
        if not self.any_left(now):
            return False
        self.spend(1.0, now)
        return True

    def any_left(self, now: float) -> bool:
        return self.left(now) >= 1.0

    def spend(self, tokens: float, now: float) -> None:
        """Take this many tokens, on credit if there are fewer."""
        self._left, self._at = self._own_level(now) - tokens, now
        if self._above is not None:
            self._above.spend(tokens, now)

    def wait(self, now: float) -> float:
        """Return the seconds until there is a token."""
        above = 0.0 if self._above is None else self._above.wait(now)
        return max(above, (1.0 - self._own_level(now)) / self.rate)

    def left(self, now: float) -> float:
        """Return how many tokens may be taken without credit; negative while credit is repaid."""
        own = self._own_level(now)
        return own if self._above is None else min(own, self._above.left(now))

    def _own_level(self, now: float) -> float:
        return min(float(self.room), self._left + self.rate * (now - self._at))


class RateLimiter:
    """A bucket for each address, in IPv6 for each /64; full buckets may be forgotten.

    Each /48 has another bucket, with SITE_SHARE times the rate and the room.
    """

    def __init__(self, limit: tuple[float, int]) -> None:
        self._limit = limit
        self._of: dict[str, TokenBucket] = {}
        self._sites: RateLimiter | None = None  # limiter of sites, made for the first IPv6 address

    @property
    def tracked(self) -> Set[str]:
        """Return the networks that have a bucket."""
        return self._of.keys()

    def of(self, address: str, now: float) -> TokenBucket:
        network, site = network_and_site(address)
        if network not in self._of and len(self._of) >= MAX_TRACKED_ADDRESSES:
            busy = {name: one for name, one in self._of.items() if not one.full_at(now)}
            self._of = busy if len(busy) < MAX_TRACKED_ADDRESSES else {}
        above = None if site == network else self._of_site(site, now)
        return self._of.setdefault(network, TokenBucket(self._limit, now, above))

    def _of_site(self, site: str, now: float) -> TokenBucket:
        if self._sites is None:
            rate, room = self._limit
            self._sites = RateLimiter((SITE_SHARE * rate, SITE_SHARE * room))
        return self._sites.of(site, now)


class EvictingPool(Generic[Member]):
    """Members by address, oldest first; a newcomer always enters, and may evict another member.

    Idle members thus lose their places to others, and addresses with many members lose them first.
    In IPv6 a /64 counts as an address, and a /48 may hold SITE_SHARE times as many.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        self._most, self._most_of_one = most, most_of_one
        self._of: dict[str, dict[Member, None]] = {}
        self._sites = Counter[str]()  # number of members of each site
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def enter(self, address: str, member: Member) -> Member | None:
        """Let a member in; return the member that was evicted for it, if any."""
        network, site = network_and_site(address)
        own = self._of.setdefault(network, {})
        own[member] = None
        self._sites[site] += 1
        self._count += 1
        if len(own) > self._most_of_one:
            return self._oldest(network)
        if self._sites[site] > SITE_SHARE * self._most_of_one:
            return self._oldest(max(self._networks(site), key=self._size))
        return self.oldest() if self._count > self._most else None

    def oldest(self) -> Member | None:
        """Remove and return the oldest member of the fullest address; None without members."""
        return self._oldest(max(self._of, key=self._size)) if self._of else None

    def _size(self, network: str) -> tuple[int, int]:
        return self._sites[_site(network)], len(self._of[network])

    def _networks(self, site: str) -> list[str]:
        return [network for network in self._of if _site(network) == site]

    def leave(self, address: str, member: Member) -> None:
        """Remove a member, if it is in the pool."""
        network, site = network_and_site(address)
        own = self._of.get(network, {})
        if member in own:
            del own[member]
            self._count -= 1
            self._sites[site] -= 1
            if not own:
                del self._of[network]
            if not self._sites[site]:
                del self._sites[site]

    def _oldest(self, network: str) -> Member:
        member = next(iter(self._of[network]))
        self.leave(network.partition("/")[0], member)
        return member


def _site(network: str) -> str:
    return network_and_site(network.partition("/")[0])[1]


def open_files(wanted: int) -> int:
    """Raise this process's limit of open files up to `wanted`, and return the limit reached."""
    try:
        import resource
    except ImportError:  # Windows does not have this module
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    if soft == unlimited or soft >= wanted:
        return wanted
    allowed = wanted if hard == unlimited else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    except (OSError, ValueError):
        return soft
    return allowed
