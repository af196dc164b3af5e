"""Clocks and series in words, as menus offer them."""

from __future__ import annotations

import math

from game.platform.i18n import _, format_number
from game.table.clock import ClockReading
from game.table.spec import ClockSpec
from game.table.time_control import BETWEEN, parse_clock


def clock_name(clock: ClockSpec | None) -> str:
    """Return a clock in a few words."""
    if clock is None:
        return _("none")
    if clock.periods and not clock.total:
        if clock.periods == 1:
            return _("{seconds} s a turn").format(seconds=_number(clock.period))
        return _periods(clock)
    words = _main(clock.total)
    if clock.increment:
        words += " + " + _("{count} s").format(count=_number(clock.increment))
    if clock.delay:
        words += ", " + _("{seconds} s delay").format(seconds=_number(clock.delay))
    return f"{words}, {_periods(clock)}" if clock.periods else words


def clocks_name(text: str) -> str:
    """Return the clocks of a match in words, from their text.  Raises ClockError."""
    return BETWEEN.join(clock_name(parse_clock(part)) for part in text.split("/"))


def beside(reading: ClockReading) -> str:
    """Return what stands beside the time: the periods it has, or the delay while that runs."""
    if reading.periods > 1 or (reading.periods and not reading.overtime):
        return f"{reading.periods}×{reading.period:g}"
    return f"+{math.ceil(reading.delay)}" if reading.delay else ""


def series_name(length: int) -> str:
    """Return in words how many games a series has; 0 is as many as one likes."""
    return _("best of {n}").format(n=length) if length else _("single games")


def _main(seconds: float) -> str:
    if seconds % 6:
        return _("{count} s").format(count=_number(seconds))
    return _("{count} min").format(count=_number(seconds / 60))


def _periods(clock: ClockSpec) -> str:
    return f"{clock.periods} × " + _("{count} s").format(count=_number(clock.period))


def _number(value: float) -> str:
    return format_number(value, "g")
