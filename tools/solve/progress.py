"""Progress of long work on one line of the terminal, updated at most ten times a second.

Nothing is written if the output is not a terminal.
"""

from __future__ import annotations

import time
from types import TracebackType
from typing import TextIO

LINE_INTERVAL_S = 0.1  # seconds between two updates


class ProgressLine:
    """A context manager for a line that is overwritten; `show` sets its text."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self._shown = 0.0
        self._begun = time.monotonic()

    @property
    def seconds(self) -> float:
        """Return the seconds since the work began."""
        return time.monotonic() - self._begun

    def show(self, words: str) -> None:
        now = time.monotonic()
        if self._out.isatty() and now - self._shown >= LINE_INTERVAL_S:
            self._shown = now
            self._out.write(f"\r\033[K{words}  {self.seconds:.0f} s")
            self._out.flush()

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Clear the line, also after Ctrl-C."""
        if self._shown:
            self._out.write("\r\033[K")
            self._out.flush()
