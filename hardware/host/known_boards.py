"""The boards that this computer has talked to: their ids, and where they were last.

They are kept in a small file in the data folder.  It also lists devices that are not boards, so
that `auto` leaves a printer alone: opening its port would ruin its print.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from game.platform import codec, versioned
from game.platform.locks import file_locked
from game.platform.storage import data_folder
from hardware.host.address import kind_of

VERSION = 1
KEPT = 20  # maximum number of boards, and of other devices; the latest come first


@dataclass(frozen=True, slots=True)
class KnownBoard:
    """A board: its number in hex, its name, its last port or address, its USB identity there."""

    number: str = field(metadata=codec.rule(name="board"))
    name: str
    link: str
    usb: str


@dataclass(frozen=True)
class KnownDevices:
    """All boards, and the USB identities of devices that are not boards."""

    boards: tuple[KnownBoard, ...] = field(default=(), metadata=codec.rule(required=True))
    others: tuple[str, ...] = field(default=(), metadata=codec.rule(required=True))

    def with_board(self, board: KnownBoard) -> KnownDevices:
        """Return these devices, with a board that has just answered in front."""
        here = board.number, bool(kind_of(board.link))  # a board may have a port and an address
        others = [one for one in self.boards if (one.number, bool(kind_of(one.link))) != here]
        boards = [board, *others]
        strangers = tuple(usb for usb in self.others if usb != board.usb)
        return KnownDevices(tuple(boards[:KEPT]), strangers)

    def with_other(self, usb: str) -> KnownDevices:
        """Return these devices, with one in front whose answer no board would give."""
        others = [usb, *(one for one in self.others if one != usb)]
        return KnownDevices(self.boards, tuple(others[:KEPT]))


def known_file() -> Path:
    """Return the path of the file."""
    return data_folder() / "known-boards.json"


def read(path: Path | None) -> KnownDevices:
    """Return the known devices; none where the file cannot be used.  Never raises."""
    if path is None:
        return KnownDevices()
    known, _words = versioned.load(path, VERSION, partial(codec.read, KnownDevices), KnownDevices())
    return known


def note(path: Path | None, board: KnownBoard | None = None, other: str = "") -> None:
    """Store a board, or another device.  A write error does not end the search."""
    if path is None:
        return
    with contextlib.suppress(OSError), file_locked(path):
        before = read(path)
        after = before.with_board(board) if board is not None else before.with_other(other)
        if after != before:
            versioned.write(path, VERSION, codec.write(after))
