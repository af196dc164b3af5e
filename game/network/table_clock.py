"""The clock of a match whose table is elsewhere: it shows what the table says, decides nothing."""

from __future__ import annotations

from collections.abc import Sequence

from game.table.clock import Clock, Left


class TableClock(Clock):
    """Runs from what was `told` last until it is told anew; its flag falls at the table alone."""

    def run(self, seat: int, now: float) -> None:
        """Only the table lets time run."""

    def fallen(self, now: float) -> int | None:
        return None

    def turn_done(self, seat: int, now: float) -> float:
        """The seconds of the turn; what it is given for it the table says."""
        left = self.remaining(seat, now)
        used = super().turn_done(seat, now)
        self.left[seat] = left
        return used

    def restore(self, left: Left, used: float = 0.0, seat: int | None = None) -> None:
        super().restore(None, used, seat)

    def told(self, running: int | None, left: Sequence[float | None] | None, now: float) -> None:
        """At `now` the table's clock had so many seconds `left`, and that of `running` ran."""
        self.hold(now)
        if left is not None and len(left) == self.seats:
            self.left = list(left)
        if running is not None and 0 <= running < self.seats:
            super().run(running, now)
