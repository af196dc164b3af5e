"""Clocks of a match. Callers pass the time, in seconds, from any clock that only goes forward.

All kinds of clock use the same arithmetic. A seat has a reserve: its own time, followed by its
periods. During its turn the delay passes first, then the reserve. After the turn the increment is
added, and a period that was begun is restored to its full length. When nothing is left, the flag
has fallen. A delay before the time runs is equivalent to Bronstein's gift after the turn. The
transfer time of a slow line counts as such a delay, too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from game.table.spec import ClockSpec

ALARMS_S = (60, 10)  # seconds left at which a clock gives an alarm
ROUNDING_S = 1e-6  # seconds by which a sum may miss a whole period because of rounding errors
# Seconds left below which the display shows an alarm: in own time, and in a period.
ALARM_S, PERIOD_ALARM_S = 30, 10
# Maximum share of a period that an engine uses, and minimum seconds that it leaves.
SAFE_SHARE, MARGIN_S = 0.8, 0.4
TURNS_AHEAD = 14  # turns over which an engine spreads its own time

Left = tuple[float | None, ...] | None  # reserves of all seats; None without any limit


@dataclass(frozen=True, slots=True)
class Allowance:
    """The limits of an engine's thinking: `movetime` seconds for this turn, or the clocks.

    `left` is the time of the two sides, `gain` the time that they get for each turn.  `nodes` is
    the maximum number of positions to search; under this limit a busy computer answers later, but
    equally well.
    """

    movetime: float | None = None
    left: tuple[float, float] | None = None
    gain: tuple[float, float] = (0.0, 0.0)
    nodes: int | None = None


@dataclass(frozen=True, slots=True)
class ClockReading:
    """The display of a seat's clock: `seconds` of its own time, or of the running period.

    `periods` is the number left, including a running period; each lasts `period` seconds.  `delay`
    is the number of seconds before the time runs.
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
    """The time of `seat` has reached `bound`, one of ALARMS_S; 0 means that a period begins.

    If a period begins, `periods` is the number of periods left.
    """

    seat: int
    bound: int
    periods: int = 0


class Clock:
    """The reserves of all seats; the time of at most one seat runs.

    `used` counts the seconds of the running turn.  `left` is the reserve of each seat; None for a
    seat without a limit, whose time is only measured.  A clock at 0 has fallen and stays there.
    `lag` are the seconds that the line to a seat needs in each turn; they are not charged.
    """

    def __init__(self, controls: Sequence[ClockSpec | None]) -> None:
        self.controls = tuple(controls)
        self.seats = len(self.controls)
        self.left = [None if control is None else control.reserve for control in self.controls]
        self.lag = [0.0] * self.seats
        self.used = 0.0
        self.running: int | None = None
        self._user: int | None = None  # the seat whose seconds `used` counts
        self._since = 0.0
        # Seat, reserve and seconds used, just before the last turn ended.
        self._done: tuple[int, float | None, float] | None = None
        self._opened: int | None = None  # the seat whose turn was reopened
        # For each seat: alarms at bounds below this are still due.
        self._told = [math.inf] * self.seats
        self._period = [0] * self.seats  # periods at the last alarm; 0 before the first period
        self._rearm()

    @property
    def timed(self) -> bool:
        """True if any seat has a time limit."""
        return any(control is not None for control in self.controls)

    # -- running ---------------------------------------------------------------------------------

    def run(self, seat: int, now: float) -> None:
        """Let the time of `seat` run from `now` on, unless it is already running."""
        if self.running == seat:
            return
        self.hold(now)
        self.running, self._since, self._user = seat, now, seat

    def hold(self, now: float) -> None:
        """Stop the running time, if any, and charge the time that has passed."""
        if self.running is None:
            return
        passed = max(0.0, now - self._since)
        self.left[self.running] = self.remaining(self.running, now)
        self.used += passed
        self.running = None

    def turn_done(self, seat: int, now: float) -> float:
        """End the turn of `seat` and add its increment; return the seconds that the turn took."""
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
        """Reopen the last turn: its increment is withdrawn until the turn ends again."""
        if self._done is not None:
            seat, self.left[seat], self.used = self._done
            self._user = self._opened = seat
            self.running = None

    def close(self, now: float) -> float | None:
        """End the reopened turn and return its seconds; None if none is open."""
        seat = self._opened
        return None if seat is None else self.turn_done(seat, now)

    def stay_open(self) -> None:
        """Continue the reopened turn, because it was taken back."""
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
        """Charge this many extra seconds to the turn of `seat`, as if it had thought that long."""
        if self.running == seat:
            self.hold(now)
        left = self.left[seat]
        if left is not None:
            self.left[seat] = max(0.0, left - self._charged(seat, seconds))
        self.used += seconds

    def carry_on(self, seat: int, used: float, lost: float) -> None:
        """Begin a turn of `seat` that has used `used` seconds, and charge `lost` to its reserve."""
        left = self.left[seat]
        self.used, self._user = used, seat
        self.left[seat] = None if left is None else max(0.0, left - lost)

    def move_on(self, by: int) -> None:
        """Move all players on by this many seats, with their times."""
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
        """Return the seconds, with periods, until the flag of `seat` falls; None if unlimited."""
        left = self.left[seat]
        if left is None or self.controls[seat] is None:
            return None
        if self.running != seat:
            return left
        return max(0.0, left - self._charged(seat, max(0.0, now - self._since)))

    def _charged(self, seat: int, seconds: float) -> float:
        """Return how much this many more seconds of its turn take from the reserve of `seat`."""
        control = self.controls[seat]
        free = self.lag[seat] + (control.delay if control is not None else 0.0)
        return max(0.0, self.used + seconds - free) - max(0.0, self.used - free)

    def reading(self, seat: int, now: float) -> ClockReading | None:
        """Return the display of the clock of `seat` at `now`; None without a limit."""
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
        """Return the alarm that is now due, or None; each alarm is returned once."""
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

        With periods, the engine gets a time for this turn that uses most of a period without losing
        it. A delay counts as an increment given in advance.
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
        """Return a seat's time and increment for any kind of clock; None without a limit."""
        reading, control = self.reading(seat, now), self.controls[seat]
        if reading is None or control is None:
            return None
        if control.periods:
            return reading.seconds, control.period
        return reading.seconds + reading.delay, control.increment + control.delay

    # -- going back ------------------------------------------------------------------------------

    def snapshot(self) -> Left:
        """Return the reserves, to be passed to `restore` if time is given back."""
        return tuple(self.left) if self.timed else None

    def restore(self, left: Left, used: float = 0.0, seat: int | None = None) -> None:
        """Restore a snapshot in a turn of `seat` that has used `used` seconds; no time runs."""
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
    """Return `mm:ss`, or `h:mm:ss` from an hour on; `tenths` adds tenths below ten seconds."""
    if seconds < 10 and tenths:
        return f"0:{int(seconds * 10) / 10:04.1f}"
    whole = int(seconds)
    if whole >= 3600:
        return f"{whole // 3600}:{whole // 60 % 60:02d}:{whole % 60:02d}"
    return f"{whole // 60:02d}:{whole % 60:02d}"
