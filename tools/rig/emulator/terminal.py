"""A pseudo terminal with a name: the port of an emulated board, as an operating system shows it.

It is there while the board is (`follow`).  Nobody waits for anybody: what comes is read, and what
nobody reads is gone, as on a real line.
"""

from __future__ import annotations

import os
import pty
import select
import termios
import tty
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

ATTRIBUTE_SPEED = 5  # where tcgetattr has it
SPEEDS = {termios.B1200: 1200}  # the one that means something; all others are alike
USUAL = 115200


class PseudoTerminal:
    """`link` is its name, which leads nowhere while nothing is there."""

    def __init__(self, link: Path) -> None:
        self.link = link
        self._master: int | None = None
        self._baud, self._closed = USUAL, False

    def follow(self, there: bool) -> None:
        """Come when the board comes, and go when it goes."""
        if there and self._master is None:
            self._install()
        elif not there and self._master is not None:
            self.link.unlink(missing_ok=True)
            os.close(self._master)
            self._master = None

    def _install(self) -> None:
        master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(master, False)
        self._master, self._baud, self._closed = master, USUAL, False
        name = os.ttyname(slave)
        os.close(slave)
        waiting = self.link.with_name(self.link.name + ".new")
        waiting.unlink(missing_ok=True)  # of a run that was killed just here
        waiting.symlink_to(name)
        waiting.replace(self.link)

    def line_changes(self) -> Iterator[int]:
        """The speeds at which somebody has opened it since the last look, 0 for closed again."""
        if self._master is None:
            return
        look = select.poll()
        look.register(self._master, 0)
        closed = any(event & select.POLLHUP for _, event in look.poll(0))
        speed = termios.tcgetattr(self._master)[ATTRIBUTE_SPEED]
        baud = SPEEDS.get(speed, USUAL)
        if baud != self._baud or (self._closed and not closed):
            yield baud
            self._closed = False
        if closed and not self._closed:
            yield 0
        self._baud, self._closed = baud, closed

    def read(self) -> bytes:
        """What the computer has sent, perhaps nothing."""
        if self._master is not None:
            with suppress(OSError):  # nobody has it open, or nothing came
                return os.read(self._master, 4096)
        return b""

    def write(self, data: bytes) -> int:
        """Say this to the computer; how many bytes it takes."""
        if self._master is not None and data:
            with suppress(OSError):  # nobody reads
                return os.write(self._master, data)
        return 0
