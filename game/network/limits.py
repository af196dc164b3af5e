"""How much one machine may ask: buckets of tries that fill again with time.  Time is passed in."""

from __future__ import annotations

MOST_MESSAGE = 4096  # bytes of one message from outside
MOST_CLIENTS = 500  # connections at once
MOST_OF_ONE = 64  # of them from one address
MOST_KNOWN = 4096  # addresses remembered; more than a hall has

MESSAGES = (30.0, 60)  # of a connection: so many a second, so many at once
REQUESTS = (30.0, 120)  # of an address
TRIES = (5 / 60, 5)  # of an address, at codes and keys that were wrong
DEEDS = (0.5, 8)  # of a player of a tournament, however many lines speak for them
ALL_TRIES = (1.0, 60)  # of everybody together


class Bucket:
    """Fills by `rate` a second up to `room`; empty means no."""

    def __init__(self, limit: tuple[float, int], now: float) -> None:
        self.rate, self.room = limit
        self._left, self._at = float(self.room), now

    def full_at(self, now: float) -> bool:
        return self._level(now) >= self.room

    def take(self, now: float) -> bool:
        """Take one, if there is one."""
        level = self._level(now)
        self._left, self._at = max(0.0, level - 1.0) if level >= 1.0 else level, now
        return level >= 1.0

    def any_left(self, now: float) -> bool:
        return self._level(now) >= 1.0

    def _level(self, now: float) -> float:
        return min(float(self.room), self._left + self.rate * (now - self._at))


class Buckets:
    """A bucket for each address; full ones are forgotten when there are many."""

    def __init__(self, limit: tuple[float, int]) -> None:
        self._limit = limit
        self._of: dict[str, Bucket] = {}

    def of(self, address: str, now: float) -> Bucket:
        if address not in self._of and len(self._of) >= MOST_KNOWN:
            busy = {name: one for name, one in self._of.items() if not one.full_at(now)}
            self._of = busy if len(busy) < MOST_KNOWN else {}
        return self._of.setdefault(address, Bucket(self._limit, now))
