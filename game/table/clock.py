"""Clocks of a match.  Time is passed in, in seconds, from any clock that only goes forward.

All kinds are one arithmetic.  A seat has a reserve: its own time and, behind it, its periods.  In
its turn the delay passes first, then the reserve.  After the turn the increment is added, and a
period that was begun is whole again.  At nothing left the flag has fallen.  A delay that runs
before the time does is Bronstein's, whose gift comes after the turn, for whoever has it beforehand.
The way over a slow line and back is such a delay, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.table.spec import ClockSpec

ALARMS_S = (60, 10)  # seconds left at which a clock speaks up
ROUNDING_S = 1e-6  # seconds: sums of fractions may miss a whole period by so little
ALARM_S, PERIOD_ALARM_S = 30, 10  # seconds left that are shown in alarm: of one's time, of a period
SAFE_SHARE, MARGIN_S = 0.8, 0.4  # of a period an engine uses, and seconds it leaves at least
TURNS_AHEAD = 14  # an engine spreads its own time over so many turns

Left = tuple[float | None, ...] | None  # reserves of all seats, None where nobody has a limit


@dataclass(frozen=True, slots=True)
class Allowance:
    """How long an engine may think: `movetime` seconds about this turn, or by the clocks.

    `left` is what the two sides have, `gain` what they get for each turn.  `nodes` are the most
    positions it may search, so that a busy computer answers later and as well.
    """

    movetime: float | None = None
    left: tuple[float, float] | None = None
    gain: tuple[float, float] = (0.0, 0.0)
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class ClockReading:
    """What the clock of a seat shows: `seconds` of its time, or of the period that runs.

    `periods` are those it has, with one that runs, each of `period` seconds; `delay` what passes
    before the time does.
    """

    seconds: float
    periods: int = 0
    period: float = 0.0
    overtime: bool = False
    delay: float = 0.0

    @property
    def hurry(self) -> bool:
        return self.seconds < (PERIOD_ALARM_S if self.overtime else ALARM_S)


@dataclass(frozen=True, slots=True)
class Alarm:
    """The time of `seat` has passed a bound of ALARMS_S, or (0) a period begins of so many left."""

    seat: int
    bound: int
    periods: int = 0


class Clock:
    """The reserves of all seats; at most one seat's time runs.

    `used` counts the seconds of the running turn.  `left` is the reserve of each seat, None for one
    without a limit, whose time is only measured.  A clock at 0 has fallen and stays there.  `lag`
    are the seconds of each turn that the line to a seat takes, which are not charged.
    """

    def __init__(self, controls: Sequence[ClockSpec | None]) -> None:
        self.controls = tuple(controls)
        self.seats = len(self.controls)
        self.left = [None if control is None else control.reserve for control in self.controls]
        self.lag = [0.0] * self.seats
        self.used = 0.0
        self.running: int | None = None
        self._user: int | None = None  # whose seconds `used` counts
        self._since = 0.0
        self._done: tuple[int, float | None, float] | None = None  # before the last turn's end
        self._opened: int | None = None  # whose turn has been opened again
        self._told = [math.inf] * self.seats  # bounds of ALARMS_S below this are still to be told
        self._period = [0] * self.seats  # the number of periods told last; 0: before the first
        self._rearm()

    @property
    def timed(self) -> bool:
        """Return whether any seat has a time limit."""
        return any(control is not None for control in self.controls)

    # -- running ---------------------------------------------------------------------------------

    def run(self, seat: int, now: float) -> None:
        """Let the time of `seat` run from `now` on; goes on if it does already."""
        if self.running == seat:
            return
        self.hold(now)
        self.running, self._since, self._user = seat, now, seat

    def hold(self, now: float) -> None:
        """Stop the running time, if any, and charge what has passed."""
        if self.running is None:
            return
        passed = max(0.0, now - self._since)
        self.left[self.running] = self.remaining(self.running, now)
        self.used += passed
        self.running = None

    def turn_done(self, seat: int, now: float) -> float:
        """End the turn of `seat`: add what a turn gives, and return the seconds it took."""
        if self.running == seat:
            self.hold(now)
        control, left = self.controls[seat], self.left[seat]
        self._done, self._opened = (seat, left, self.used), None
        if control is not None and left is not None and left > 0:
            if left < control.behind:
                left = control.period * math.ceil(left / control.period - ROUNDING_S)
            self.left[seat] = left + control.increment
        used, self.used, self._user = self.used, 0.0, None
        self._rearm(seat)
        return used

    def reopen(self) -> None:
        """Reopen the last turn: what it was given is withdrawn until it is done again."""
        if self._done is not None:
            seat, self.left[seat], self.used = self._done
            self._user = self._opened = seat
            self.running = None

    def close(self, now: float) -> float | None:
        """End the reopened turn and return its seconds; None if none is open."""
        seat = self._opened
        return None if seat is None else self.turn_done(seat, now)

    def stay_open(self) -> None:
        """Keep the reopened turn as the one in progress: it was taken back."""
        self._done = self._opened = None

    @property
    def opened(self) -> int | None:
        """The seat whose last turn was reopened."""
        return self._opened

    @property
    def user(self) -> int | None:
        """The seat whose seconds `used` counts."""
        return self._user

    def charge(self, seat: int, seconds: float, now: float) -> None:
        """Charge so many seconds more to the turn of `seat`, as though it had thought so long."""
        if self.running == seat:
            self.hold(now)
        left = self.left[seat]
        if left is not None:
            self.left[seat] = max(0.0, left - self._charged(seat, seconds))
        self.used += seconds

    def carry_on(self, seat: int, used: float, lost: float) -> None:
        """Begin the turn of `seat` with seconds it has used before, and `lost` of its reserve."""
        left = self.left[seat]
        self.used, self._user = used, seat
        self.left[seat] = None if left is None else max(0.0, left - lost)

    def move_on(self, by: int) -> None:
        """Move everybody on by so many seats, with what they have."""
        for of_seats in (self.left, self.lag, self._told, self._period):
            of_seats[:] = [*of_seats[by:], *of_seats[:by]]
        self.controls = (*self.controls[by:], *self.controls[:by])
        self.running, self._user, self._opened = (
            None if seat is None else (seat - by) % self.seats
            for seat in (self.running, self._user, self._opened)
        )
        if self._done is not None:
            seat, left, used = self._done
            self._done = (seat - by) % self.seats, left, used

    # -- reading ---------------------------------------------------------------------------------

    def remaining(self, seat: int, now: float) -> float | None:
        """Return the seconds until the flag of `seat` falls, with periods; None without a limit."""
        left = self.left[seat]
        if left is None or self.controls[seat] is None:
            return None
        if self.running != seat:
            return left
        return max(0.0, left - self._charged(seat, max(0.0, now - self._since)))

    def _charged(self, seat: int, seconds: float) -> float:
        """Return what so many seconds more of its turn take from the reserve of `seat`."""
        control = self.controls[seat]
        free = self.lag[seat] + (control.delay if control is not None else 0.0)
        return max(0.0, self.used + seconds - free) - max(0.0, self.used - free)

    def reading(self, seat: int, now: float) -> ClockReading | None:
        """Return what the clock of `seat` shows at `now`; None without a limit."""
        left, control = self.remaining(seat, now), self.controls[seat]
        if left is None or control is None:
            return None
        used = self.spent(now) if self._user == seat else 0.0
        delay = max(0.0, control.delay - used)
        if left > control.behind or not control.periods:
            own = left - control.behind
            return ClockReading(own, control.periods, control.period, False, delay)
        periods = max(1, math.ceil(left / control.period - ROUNDING_S))
        running = left - (periods - 1) * control.period
        return ClockReading(running, periods, control.period, True, delay)

    def spent(self, now: float) -> float:
        """Return the seconds used so far in the running turn."""
        return self.used + (max(0.0, now - self._since) if self.running is not None else 0.0)

    def fallen(self, now: float) -> int | None:
        """Return the seat whose time has run out at `now`, or None."""
        seats = range(self.seats)
        return next((seat for seat in seats if self.remaining(seat, now) == 0.0), None)

    # -- alarms ----------------------------------------------------------------------------------

    def alarm(self, now: float) -> Alarm | None:
        """Return the alarm that has just become due; each is returned once."""
        seat = self.running
        reading = None if seat is None else self.reading(seat, now)
        control = None if seat is None else self.controls[seat]
        if seat is None or reading is None or control is None or not reading.seconds:
            return None
        if reading.overtime and reading.periods != self._period[seat]:
            self._period[seat], self._told[seat] = reading.periods, control.period
            return Alarm(seat, 0, reading.periods)
        due = [bound for bound in ALARMS_S if reading.seconds <= bound < self._told[seat]]
        if not due:
            return None
        self._told[seat] = min(due)
        return Alarm(seat, min(due))

    def _rearm(self, *seats: int) -> None:
        """Reset the alarms of these seats, or of all, to their present time."""
        for seat in seats or range(self.seats):
            reading = self.reading(seat, self._since)
            self._told[seat] = math.inf if reading is None else reading.seconds
            self._period[seat] = reading.periods if reading and reading.overtime else 0

    # -- engines ---------------------------------------------------------------------------------

    def allowance(self, seat: int, now: float) -> Allowance | None:
        """Return the time limits of an engine at `seat`; None without a limit.

        A period is a time for this turn, most of which may be used without losing it.  A delay is
        a gain that is there beforehand.
        """
        reading, control = self.reading(seat, now), self.controls[seat]
        if reading is None or control is None:
            return None
        if control.periods:
            return Allowance(movetime=_for_turn(reading, control))
        sides = [self._of_side(seat, now), self._of_side((seat + 1) % self.seats, now)]
        (own, gain), (other, their) = [side or sides[0] or (0.0, 0.0) for side in sides]
        if seat % 2 == 0:
            return Allowance(left=(own, other), gain=(gain, their))
        return Allowance(left=(other, own), gain=(their, gain))

    def _of_side(self, seat: int, now: float) -> tuple[float, float] | None:
        """Return what a seat has and gains, as a clock with increments; None without a limit."""
        reading, control = self.reading(seat, now), self.controls[seat]
        if reading is None or control is None:
            return None
        if control.periods:
            return reading.seconds, control.period
        return reading.seconds + reading.delay, control.increment + control.delay

    # -- going back ------------------------------------------------------------------------------

    def snapshot(self) -> Left:
        """Return the reserves that `restore` needs to give time back."""
        return tuple(self.left) if self.timed else None

    def restore(self, left: Left, used: float = 0.0, seat: int | None = None) -> None:
        """Go back to a snapshot, in a turn of `seat` that has used so much; no time runs after."""
        self.running = self._done = self._opened = None
        self.used, self._user = used, seat
        if left is not None:
            self.left = list(left)
        self._rearm()


def _for_turn(reading: ClockReading, control: ClockSpec) -> float:
    """Return the seconds an engine may use without losing a period."""
    if reading.overtime:
        return _safe(reading.seconds)
    share = reading.seconds / TURNS_AHEAD + _safe(control.period)
    return min(share, _safe(reading.seconds + control.period))


def _safe(seconds: float) -> float:
    return max(0.0, min(seconds * SAFE_SHARE, seconds - MARGIN_S))


def clock_text(seconds: float, tenths: bool = True) -> str:
    """Return `mm:ss`, or `h:mm:ss` from an hour on, with tenths below ten seconds if wanted."""
    if seconds < 10 and tenths:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    whole = int(seconds)
    if whole >= 3600:
        return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"
    return f"{whole // 60:02d}:{whole % 60:02d}"
