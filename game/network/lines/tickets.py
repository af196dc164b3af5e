"""One-time codes for seats, the keys they are traded for, and what keeps a seat over a restart.

A code is short enough to be typed and lasts a while; a key is long, is kept by the device that
used the code, and brings it back to its seat after every cut.  Of keys only digests are kept.

After the program was stopped a file on each side brings somebody back to a seat.  The guest keeps
its key and what it had played that the table may not know; the table keeps the digests of the keys
of those who hold its seats.  A file that is missing, damaged or newer than this program is as none.
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

CODE_LIFETIME_S = 600.0  # seconds an offered code may be used

SeatAddress = tuple[str, int]  # a table and a seat at it


def new_key() -> str:
    return secrets.token_urlsafe(32)


def digest(key: str) -> str:
    """Return the digest that is stored of a key."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True, slots=True)
class OfferedCode:
    """A code that may be used once, or `again`, until a time."""

    code: str
    until: float
    again: bool = False


class OneTimeCodes:
    """The codes that are on offer, one for each place."""

    def __init__(self) -> None:
        self._offers: dict[SeatAddress, OfferedCode] = {}

    def offer(self, place: SeatAddress, code: str, until: float, again: bool = False) -> None:
        """Offer a place; an earlier code for it ends."""
        self._offers[place] = OfferedCode(normalized(code), until, again)

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
        if found is not None and not self._offers[found].again:
            del self._offers[found]
        return found


VERSION = 1


@dataclass
class Ticket:
    """A one-time code, then the key that it was traded for; `asked` proposals so far.

    `ahead` is what was played at the seat after `length` actions and had no answer yet.  `pin` is
    what the table's certificate must be, as `addresses.parse_invitation` returns it.
    """

    code: str = ""
    key: str = ""
    asked: int = 0
    length: int = 0
    ahead: tuple[str, ...] = ()
    pin: str = ""


# -- the guest's -----------------------------------------------------------------------------------


def save_ticket(address: Address | Broker, ticket: Ticket) -> None:
    """Save the ticket; if that fails the seat cannot be resumed, but the match goes on."""
    data = {"v": VERSION, "table": str(address), "key": ticket.key}
    if isinstance(address, Broker):
        data |= {"table": address.link(user=True), "files": address.files}
    data |= {"length": ticket.length, "ahead": list(ticket.ahead)}
    data |= {"pin": ticket.pin} if ticket.pin else {}
    with contextlib.suppress(OSError):
        storage.write_json(_file("seat"), data)


def load_ticket() -> tuple[Address | Broker, Ticket] | None:
    """Return the seat held last, unless it was given up."""
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
    """Return what `save_ticket` wrote; ValueError, as a line without its pin is not encrypted."""
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
    """Save the digests of the keys of all who hold a seat of the match."""
    seats = {str(seat): key for seat, key in holders.items()}
    with contextlib.suppress(OSError):
        storage.write_json(_file("held"), {"v": VERSION, "match": _named(match), "seats": seats})


def load_holders(match: Match) -> dict[Seat, str]:
    """Return who held the seats of this match when the program was stopped."""
    try:
        data = untrusted.read_json(_file("held"))
        if data["v"] != VERSION or data["match"] != _named(match):
            return {}
        found = {int(seat): str(key) for seat, key in data["seats"].items()}
        return {seat: key for seat, key in found.items() if 0 <= seat < match.game.seats}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _named(match: Match) -> list[Any]:
    return [match.date, match.game.setup]  # as records have it


def _file(name: str) -> Path:
    return storage.data_folder() / "network" / f"{name}.json"
