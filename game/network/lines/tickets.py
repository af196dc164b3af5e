"""One-time codes for seats, the keys that replace them, and files that keep seats across restarts.

A code is short enough to be typed, and valid for a limited time. A key is long. The device that
used the code keeps the key and returns to its seat with it after every cut. Only digests of keys
are stored at the table.

After a restart, a file on each side restores a seat. The guest stores its key and the actions that
the table may not know. The table stores the digests of its holders' keys. A file that is damaged or
newer than this program is treated as missing.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.network.errors import NetworkError
from game.network.lines.addresses import TRUSTED, Address, parse_pin, parse_place
from game.network.lines.broker import Broker, parse_table
from game.platform import storage, untrusted
from game.platform.codes import equal_secrets, normalized
from game.rules.events import Seat
from game.table.match import Match

CODE_LIFETIME_S = 600.0  # seconds that an offered code is valid

SeatAddress = tuple[str, int]  # a table and a seat at it


def new_key() -> str:
    return secrets.token_urlsafe(32)


def digest(key: str) -> str:
    """Return the digest of a key, which is stored instead of the key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class OfferedCode:
    """A code that is valid `until` a time: for one use, or with `again` for many."""

    code: str
    until: float
    again: bool = False


class OneTimeCodes:
    """The codes on offer, one for each seat."""

    def __init__(self) -> None:
        self._offers: dict[SeatAddress, OfferedCode] = {}

    def offer(self, place: SeatAddress, code: str, until: float, again: bool = False) -> None:
        """Offer a seat under a code; an earlier code for this seat becomes invalid."""
        self._offers[place] = OfferedCode(normalized(code), until, again)

    def withdraw(self, place: SeatAddress) -> None:
        self._offers.pop(place, None)

    def use(self, text: str, now: float) -> SeatAddress | None:
        """Use a code and return its table and seat; None for an unknown code.

        The comparison goes on after the right code, so that the time taken reveals nothing.
        """
        tried, found = normalized(text), None
        for place, offer in tuple(self._offers.items()):
            fits = equal_secrets(tried, offer.code)
            if now >= offer.until:
                del self._offers[place]
            elif fits:
                found = place
        if found is not None and not self._offers[found].again:
            del self._offers[found]
        return found


VERSION = 1


@dataclass
class Ticket:
    """A one-time code, then the key received for it; `asked` counts the proposals so far.

    `ahead` are the actions played at the seat after the first `length` actions; the table has not
    answered them yet.  `pin` is the fingerprint that the server's certificate must have, as
    `addresses.parse_invitation` returns it.
    """

    code: str = ""
    key: str = ""
    asked: int = 0
    length: int = 0
    ahead: tuple[str, ...] = ()
    pin: str = ""


# -- the guest's -----------------------------------------------------------------------------------


def save_ticket(address: Address | Broker, ticket: Ticket) -> None:
    """Save the ticket; after a failure the match goes on, but a restart loses the seat."""
    data = {"v": VERSION, "table": str(address), "key": ticket.key}
    if isinstance(address, Broker):
        data |= {"table": address.link(user=True), "files": address.files}
    data |= {"length": ticket.length, "ahead": list(ticket.ahead)}
    data |= {"pin": ticket.pin} if ticket.pin else {}
    with contextlib.suppress(OSError):
        storage.write_json(_file("seat"), data)


def load_ticket() -> tuple[Address | Broker, Ticket] | None:
    """Return the address and the ticket of the seat held last, unless it was given up."""
    try:
        data = untrusted.read_json(_file("seat"))
        if data["v"] != VERSION:
            return None
        ahead = tuple(str(text) for text in data["ahead"])
        ticket = Ticket(key=str(data["key"]), length=int(data["length"]), ahead=ahead)
        ticket.pin = _read_pin(data.get("pin", ""))
        if "files" in data:
            password_file, authority = map(str, data["files"])
            return parse_table(str(data["table"]), (password_file, authority)), ticket
        return parse_place(str(data["table"])), ticket
    except (OSError, ValueError, KeyError, TypeError, NetworkError):
        return None


def _read_pin(found: object) -> str:
    """Return the stored fingerprint. Raises ValueError if it is damaged.

    Ignoring a damaged fingerprint would leave the line without encryption.
    """
    if found in ("", TRUSTED):
        return str(found)
    pin = parse_pin(str(found))
    if not pin:
        raise ValueError(found)
    return pin


def delete_ticket() -> None:
    """Delete the ticket: the seat was given up, or its match is over."""
    with contextlib.suppress(OSError):
        _file("seat").unlink(missing_ok=True)


# -- the table's -----------------------------------------------------------------------------------


def save_holders(match: Match, holders: dict[Seat, str]) -> None:
    """Save the digests of the keys of all holders of seats in the match."""
    seats = {str(seat): key for seat, key in holders.items()}
    with contextlib.suppress(OSError):
        storage.write_json(_file("held"), {"v": VERSION, "match": _named(match), "seats": seats})


def load_holders(match: Match) -> dict[Seat, str]:
    """Return the holders of this match's seats when the program was stopped."""
    try:
        data = untrusted.read_json(_file("held"))
        if data["v"] != VERSION or data["match"] != _named(match):
            return {}
        found = {int(seat): str(key) for seat, key in data["seats"].items()}
        return {seat: key for seat, key in found.items() if 0 <= seat < match.game.seats}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _named(match: Match) -> list[Any]:
    return [match.date, match.game.setup]  # written as in records


def _file(name: str) -> Path:
    return storage.data_folder() / "network" / f"{name}.json"
