"""One-time codes for seats, and the keys they are traded for.  Time is passed in.

A code is short enough to be typed and lasts a while; a key is long, is kept by the device that
used the code, and brings it back to its seat after every cut.  Of keys only digests are kept.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass

from game.platform.codes import ALPHABET, LENGTH, equal_secrets, formatted, normalized

CODE_LIFETIME_S = 600.0  # seconds an offered code may be used

SeatAddress = tuple[str, int]  # a table and a seat at it


def new_code() -> str:
    """Return a new code as people write it, with 39 random bits."""
    return formatted("".join(secrets.choice(ALPHABET) for _ in range(LENGTH)))


def new_key() -> str:
    return secrets.token_urlsafe(32)


def digest(key: str) -> str:
    """Return the digest that is stored of a key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class OfferedCode:
    """A code that may be used once, until a time."""

    code: str
    until: float


class OneTimeCodes:
    """The codes that are on offer, one for each place."""

    def __init__(self) -> None:
        self._offers: dict[SeatAddress, OfferedCode] = {}

    def offer(self, place: SeatAddress, code: str, until: float) -> None:
        """Offer a place; an earlier code for it ends."""
        self._offers[place] = OfferedCode(normalized(code), until)

    def withdraw(self, place: SeatAddress) -> None:
        self._offers.pop(place, None)

    def use(self, text: str, now: float) -> SeatAddress | None:
        """Use up a code: return its table and seat, None for any other text.

        Every code is compared, whatever was found before.
        """
        tried, found = normalized(text), None
        for place, offer in tuple(self._offers.items()):
            fits = equal_secrets(tried, offer.code)
            if now >= offer.until:
                del self._offers[place]
            elif fits:
                found = place
        if found is not None:
            del self._offers[found]
        return found
