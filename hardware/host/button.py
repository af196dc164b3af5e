"""The button of a board: a short press, or how long it is held.  Pure; time is passed in.

Board and line tell when it goes down and up, and either may be lost.  So before a press counts as
long the board is asked whether the button is still down (HEALTH); a board that cannot say so is
judged when the button is let go.
"""

from __future__ import annotations

LONG_PRESS_S = 1.0  # seconds: a hint, or the other answer
VERY_LONG_PRESS_S = 5.0  # seconds: what ends a game or the evening

SHORT, LONG, VERY_LONG = 0, 1, 2
HELD_S = {LONG: LONG_PRESS_S, VERY_LONG: VERY_LONG_PRESS_S}


class ButtonHold:
    """One press after the other.  `down_at` is the host's time of the press that lasts.

    The board's own milliseconds say how long it was: a busy host may hear of it late.
    """

    def __init__(self) -> None:
        self.down_at: float | None = None
        self._down_ms = 0
        self._told = SHORT  # the longest that this press has counted as
        self._asked = SHORT  # the longest that the board was asked about

    def down(self, ms: int, at: float) -> None:
        self.down_at, self._down_ms, self._told, self._asked = at, ms, SHORT, SHORT

    def up(self, ms: int) -> int | None:
        """Return what the press was, if that was not told while it lasted."""
        if self.down_at is None:
            return None  # it went down unheard
        lasted, told, self.down_at = (ms - self._down_ms) / 1000, self._told, None
        length = max((n for n, least in HELD_S.items() if lasted >= least), default=SHORT)
        return length if length > told or not told else None

    def ask(self, now: float) -> bool:
        """Return whether the board is to be asked now if the button is still down."""
        length = self._asked + 1
        if self.down_at is None or length not in HELD_S or now - self.down_at < HELD_S[length]:
            return False
        self._asked = length
        return True

    def answer(self, is_down: bool) -> int | None:
        """Take in the board's answer; return what the press is by now."""
        if self.down_at is None or self._asked <= self._told:
            return None
        if is_down:
            self._told = self._asked
            return self._told
        told, self.down_at = self._told, None  # it was let go unheard
        return None if told else SHORT
