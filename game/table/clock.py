"""Clocks of a match.  Time is passed in, in seconds, from any clock that only goes forward."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.table.spec import ClockSpec

ALARMS = (30, 10, 5)  # seconds left at which a clock speaks up


@dataclass(frozen=True, slots=True)
class Allowance:
    """How long an engine may think: `movetime` seconds about this turn, or by the clocks.

    `left` is what the two sides have, `gain` what they get for each turn.
    """

    movetime: float | None = None
    left: tuple[float, float] | None = None
    gain: tuple[float, float] = (0.0, 0.0)


@dataclass
class Clock:
    """Seconds left of each seat; at most one seat's time runs.

    `used` counts the seconds of the running turn, `left` is None without a time limit: the clock
    then only measures.  A clock at 0 has fallen and stays there.
    """

    spec: ClockSpec | None
    seats: int
    left: list[float] | None = None
    used: float = 0.0
    running: int | None = None
    _since: float = 0.0
    _warned: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        if self.left is None and self.spec is not None:
            self.left = [self.spec.total] * self.seats
        self._warned = [float("inf")] * self.seats

    def run(self, seat: int, now: float) -> None:
        """Let the time of `seat` run from `now` on; goes on if it does already."""
        if self.running == seat:
            return
        self.hold(now)
        self.running, self._since = seat, now

    def hold(self, now: float) -> None:
        """Stop the running time, if any, and charge what has passed."""
        if self.running is None:
            return
        passed = max(0.0, now - self._since)
        self.used += passed
        if self.left is not None:
            self.left[self.running] = max(0.0, self.left[self.running] - passed)
        self.running = None

    def turn_done(self, seat: int, now: float) -> float:
        """The turn of `seat` is over: add the increment, return the seconds it took."""
        was_running = self.running == seat
        if was_running:
            self.hold(now)
        if self.left is not None and self.spec is not None and self.left[seat] > 0:
            self.left[seat] += self.spec.increment
            self._warned[seat] = float("inf")
        used, self.used = self.used, 0.0
        return used

    def remaining(self, seat: int, now: float) -> float | None:
        """Seconds left of `seat` at `now`, never below 0; None without a time limit."""
        if self.left is None:
            return None
        passed = max(0.0, now - self._since) if self.running == seat else 0.0
        return max(0.0, self.left[seat] - passed)

    def sides(self, seat: int, now: float) -> tuple[float, float] | None:
        """Seconds left of the two sides as an engine at `seat` must see them.

        Partners have a clock each: its own side's time is that of `seat` itself, the other's that
        of the seat after it.  None without a time limit.
        """
        own = self.remaining(seat, now)
        other = self.remaining((seat + 1) % self.seats, now)
        if own is None or other is None:
            return None
        return (own, other) if seat % 2 == 0 else (other, own)

    def allowance(self, seat: int, now: float) -> Allowance | None:
        """What an engine at `seat` may take now; None without a time limit."""
        left = self.sides(seat, now)
        if left is None or self.spec is None:
            return None
        return Allowance(left=left, gain=(self.spec.increment, self.spec.increment))

    def spent(self, now: float) -> float:
        """Seconds used so far in the running turn."""
        return self.used + (max(0.0, now - self._since) if self.running is not None else 0.0)

    def fallen(self, now: float) -> int | None:
        """The seat whose time has run out at `now`."""
        seat = self.running
        if seat is None or self.remaining(seat, now) != 0.0:
            return None
        return seat

    def alarm(self, now: float) -> int | None:
        """The bound of ALARMS that the running time has just passed; each is told once."""
        seat = self.running
        left = None if seat is None else self.remaining(seat, now)
        if seat is None or left is None:
            return None
        due = [bound for bound in ALARMS if left <= bound < self._warned[seat]]
        if not due:
            return None
        self._warned[seat] = min(due)
        return min(due) if left > 0 else None

    def snapshot(self) -> tuple[float, ...] | None:
        """What `restore` needs to give a position's time back."""
        return None if self.left is None else tuple(self.left)

    def restore(self, left: tuple[float, ...] | None, used: float = 0.0) -> None:
        """Go back to a snapshot; no time runs afterwards."""
        self.running = None
        self.used = used
        self.left = None if left is None else list(left)
        self._warned = [float("inf")] * self.seats


def clock_text(seconds: float, tenths: bool = True) -> str:
    """`mm:ss`, `h:mm:ss` from an hour on, and tenths below ten seconds if wanted."""
    if seconds < 10 and tenths:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    whole = int(seconds)
    if whole >= 3600:
        return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"
    return f"{whole // 60:02d}:{whole % 60:02d}"
