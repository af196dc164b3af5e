"""Clocks as text; only this module knows the format.

    none            no clock
    10              ten minutes for the match: whoever has used them up has lost
    10+5            ten minutes, and five seconds more after each turn (Fischer)
    10 delay 3      ten minutes; in each turn three seconds pass first (Bronstein)
    10 byo 3x30     ten minutes, then three periods of thirty seconds (byo-yomi)
    turn 30         thirty seconds for each turn
    10+5 / 3+2      another clock for each seat, or for each side of four

Minutes may have a fraction (1.5) or be given as seconds (45s).
"""

from __future__ import annotations

import re
from dataclasses import replace

from game.table.errors import ClockError
from game.table.spec import ClockSpec, MatchSpec

NONE = "none"
BETWEEN = " / "
MAX_MINUTES, MAX_SECONDS, MAX_PERIODS = 600.0, 3600.0, 99
MAX_DIGITS = 17  # digits of a fraction of a minute; no float needs more

_TIME = r"(?P<total>\d+(?:\.\d+)?)(?P<s>s?)"
_SECONDS = r"(?P<{}>\d+(?:\.\d+)?)"
FORMS = tuple(
    re.compile(form, re.ASCII)
    for form in (
        _TIME,
        _TIME + r" ?\+ ?" + _SECONDS.format("increment"),
        _TIME + r" delay " + _SECONDS.format("delay"),
        _TIME + r" byo (?P<periods>\d+) ?x ?" + _SECONDS.format("period"),
        r"turn " + _SECONDS.format("period"),
    )
)


def parse_clock(text: str) -> ClockSpec | None:
    """Return the clock of one seat from its text; None means no clock. Raises ClockError."""
    words = " ".join(text.lower().split())
    if words == NONE:
        return None
    for form in FORMS:
        found = form.fullmatch(words)
        if found is not None:
            return _checked(found.groupdict(), words)
    raise ClockError("clock-form", text=text)


def _checked(found: dict[str, str | None], text: str) -> ClockSpec:
    number = {name: float(value or 0) for name, value in found.items() if name != "s"}
    total = number.get("total", 0.0) * (1 if found.get("s") else 60)
    most = {"total": MAX_MINUTES * 60, "periods": MAX_PERIODS}
    given = {"total": total, **{name: n for name, n in number.items() if name != "total"}}
    for name, value in given.items():
        least = 0.0 if name == "total" and number.get("period") else 1.0
        if not least <= value <= most.get(name, MAX_SECONDS):
            raise ClockError(
                "clock-bounds",
                text=text,
                found=decimal(value),
                minutes=MAX_MINUTES,
                seconds=MAX_SECONDS,
                periods=MAX_PERIODS,
            )
    return ClockSpec(
        total,
        number.get("increment", 0.0),
        number.get("delay", 0.0),
        int(number.get("periods", "period" in number)),
        number.get("period", 0.0),
    )


def format_clock(clock: ClockSpec | None) -> str:
    """Return the text of a clock."""
    if clock is None:
        return NONE
    if not clock.total and clock.periods == 1:
        return f"turn {decimal(clock.period)}"
    total = _total(clock.total)
    if clock.periods:
        return f"{total} byo {clock.periods}x{decimal(clock.period)}"
    if clock.delay:
        return f"{total} delay {decimal(clock.delay)}"
    return f"{total}+{decimal(clock.increment)}" if clock.increment else total


def decimal(value: float) -> str:
    """Return a number as the shortest decimal text that reads back as the same number."""
    from decimal import Decimal  # imported late, because the first picture does not need it

    return f"{Decimal(repr(float(value))).normalize():f}"


def _total(seconds: float) -> str:
    """Return seconds as minutes, or as seconds if that is shorter; both read back exactly."""
    known = (f"{seconds / 60:.{digits}f}" for digits in range(MAX_DIGITS))
    minutes = next((text for text in known if float(text) * 60 == seconds), None)
    exact = f"{decimal(seconds)}s"
    shorter = minutes is not None and (seconds % 6 == 0 or len(minutes) < len(exact))
    return minutes if minutes is not None and shorter else exact


def with_clocks(spec: MatchSpec, text: str) -> MatchSpec:
    """Return the match with clocks from a text: one for all seats, one per side or one per seat.

    Raises ClockError.
    """
    clocks = [parse_clock(part) for part in text.split("/")]
    count = len(spec.seats)
    if len(clocks) not in (1, 2, count):
        raise ClockError("clock-seats", text=text, count=len(clocks), seats=count)
    each = [clocks[n % len(clocks)] for n in range(count)]
    if each.count(each[0]) == count:
        return replace(spec, clock=each[0], seats=tuple(replace(s, clock=None) for s in spec.seats))
    seats = tuple(replace(seat, clock=clock) for seat, clock in zip(spec.seats, each))
    return replace(spec, clock=None, seats=seats)
