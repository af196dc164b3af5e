"""The search for a board: the ports and addresses to try, the likeliest first.

A board is recognised by its id, so it may return on another port.  The search tries its last port,
the port with its USB identity, all other ports that boards may have, and its earlier addresses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from hardware.host import known_boards, ports
from hardware.host.address import kind_of, tidy
from hardware.host.hid_line import devices
from hardware.host.known_boards import KnownBoard
from hardware.host.other_boards import at_port, kinds_at, port_of
from hardware.host.ports import FoundPort
from hardware.wire.messages import Welcome

LEFT_ALONE_S = 30.0  # seconds before a port with another device on it is opened again


class BoardSearch:
    """The search for the board of one session; a person has named its `target`.

    `path` is the file of known boards; None for none.  `others`: whether "auto" also asks for
    boards of other kinds, on ports whose USB identity fits such a kind.
    """

    def __init__(
        self,
        target: str,
        path: Path | None = None,
        found: Callable[[], list[FoundPort]] | None = None,
        others: bool = True,
    ) -> None:
        self.target, self._path, self._others = tidy(target), path, others
        self._found = found or (lambda: ports.ports())
        self._known = known_boards.read(path)
        self._left_alone: dict[str, float] = {}  # ports left alone, and until when
        self._board: KnownBoard | None = None
        if not self.is_auto:
            named = (one for one in self._known.boards if one.link == self.target)
            self._board = next(named, None)

    @property
    def is_auto(self) -> bool:
        """Whether the target is any board, or any board of a given name."""
        return self.target == "auto" or self.target.startswith("auto:")

    def names(self, now: float) -> list[str]:
        """Return the ports and addresses to try now, in order."""
        there = self._found()
        present = {port for _usb, port in self._identified(there)}
        self._left_alone = {
            name: until
            for name, until in self._left_alone.items()
            if port_of(name) in present and until > now
        }
        names = dict.fromkeys([*self._named(there), *self._elsewhere(there)])
        return [name for name in names if name not in self._left_alone]

    def _named(self, there: list[FoundPort]) -> Iterable[str]:
        """Yield the places where the board was last, or that the target names."""
        usb = {usb: port for usb, port in self._identified(there) if usb}
        board = self._board
        unique = board is not None and board.usb in usb and not board.usb.endswith(":")
        if board is not None and unique:
            yield at_port(board.link, usb[board.usb])
        if not self.is_auto:
            yield self.target
        elif board is None:
            for known in self._known.boards:  # the most recently used board comes first
                if known.usb in usb:
                    yield at_port(known.link, usb[known.usb])
        if board is not None:
            if board.usb in usb:
                yield at_port(board.link, usb[board.usb])
            port = port_of(board.link)
            if kind_of(board.link) or any(port == other for _usb, other in self._identified(there)):
                yield board.link

    def _elsewhere(self, there: list[FoundPort]) -> Iterable[str]:
        """Yield other places where the board may be."""
        if not self.is_auto and self._board is None:
            return
        # A board of another kind is only looked for where its USB identity is.
        if port_of(self.target) != self.target:
            mine = self._board.usb if self._board is not None else ""
            same = (port for usb, port in self._identified(there) if mine and usb == mine)
            yield from (at_port(self.target, port) for port in same)
            return
        # A port without USB identity matches no board.
        known = {one.usb for one in self._known.boards if one.usb}
        for one in there:
            if one.usb in known or (one.likely and one.usb not in self._known.others):
                yield one.port
                if self.is_auto and self._others:
                    yield from kinds_at(one)
        if self.is_auto and self._others:
            yield from (f"{one.word}:{one.path}" for one in devices())
        if self._board is not None:
            for board in self._known.boards:
                if board.number == self._board.number and kind_of(board.link):
                    yield board.link

    def takes(self, name: str, welcome: Welcome) -> bool:
        """Return whether the device that answers is the wanted board, and remember that board."""
        number = f"{welcome.board_id:08x}"
        if self.target.startswith("auto:") and welcome.name != self.target[5:]:
            return False
        asked_for = not self.is_auto and name == self.target
        if self._board is not None and self._board.number != number and not asked_for:
            return False
        board = KnownBoard(number, welcome.name, name, self._usb_of(name))
        if board != self._board:
            self._board, self._known = board, self._known.with_board(board)
            known_boards.note(self._path, board)
        return True

    def is_another(self, name: str, now: float, speaks: bool = False) -> None:
        """Note that another device is there; `speaks` is True if it sends what no board sends."""
        if not kind_of(name) and (self.is_auto or name != self.target):
            self._left_alone[name] = now + LEFT_ALONE_S
        usb = self._usb_of(name)
        if self._is_to_be_asked_again(name):
            return
        # Devices without a serial number cannot be told apart.
        if speaks and usb and not usb.endswith(":"):
            self._known = self._known.with_other(usb)
            known_boards.note(self._path, other=usb)

    def _is_to_be_asked_again(self, name: str) -> bool:
        """Return whether the device there may still be a board of another kind."""
        port = port_of(name)
        kinds = [kind for one in self._found() if one.port == port for kind in kinds_at(one)]
        return self.is_auto and self._others and bool(kinds) and name != kinds[-1]

    def _usb_of(self, name: str) -> str:
        port, word = port_of(name), name.partition(":")[0]
        first = [one.usb for one in devices() if one.word == word][:1]
        if port == "auto" and first:  # "auto" means the first device of its kind
            return first[0]
        return next((usb for usb, other in self._identified(self._found()) if other == port), "")

    @staticmethod
    def _identified(there: list[FoundPort]) -> list[tuple[str, str]]:
        """Return the USB identity and the name of each serial port and of each other device."""
        return [(one.usb, one.port) for one in there] + [(one.usb, one.path) for one in devices()]
