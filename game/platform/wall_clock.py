"""The date, which may be wrong: a small computer without a battery clock starts in the past.

Numbers instead of dates decide an order wherever possible, and dates never decide a deletion. Data
kept for N days is kept for N days on which the program ran, whichever dates the clock showed.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import re
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from game import __released__
from game.platform import storage, versioned
from game.platform.i18n import N_, _, format_date

RELEASED = datetime.date.fromisoformat(__released__)
DATE = re.compile(r"\d{4}-\d\d-\d\d")
VERSION = 1  # version of the file of days
BEFORE_RELEASE = N_(
    "The computer's clock says {date}, which is before this program was made. Dates will be wrong "
    "until it is set."
)
BEFORE_NEWEST = N_(
    "The computer's clock says {date}, but a game of {newest} is in the library. One of the two is "
    "wrong."
)


@dataclass(frozen=True)
class DaysSeen:
    """The days on which the program ran: their `count`, and the date of the `last` one.

    `told` is the doubt about the clock that people were last shown.
    """

    count: int = 0
    last: str = ""
    told: str = ""


def is_plausible(seconds: float) -> bool:
    """Return whether a time, in seconds since 1970, is not before the program's release."""
    try:
        return is_plausible_day(datetime.date.fromtimestamp(seconds))
    except (OSError, OverflowError, ValueError):
        return False


def is_plausible_day(day: datetime.date) -> bool:
    """Return whether this date of a clock is not obviously wrong."""
    return day >= RELEASED


def days_seen(today: datetime.date) -> DaysSeen:
    """Return the days seen so far, including today.

    If the folder cannot be written, the count stays the same, so that nothing there is deleted.
    """
    known = _read()
    if known.last == today.isoformat():
        return known
    known = replace(known, count=known.count + 1, last=today.isoformat())
    with contextlib.suppress(OSError):
        _write(known)
    return known


def doubt_to_tell(today: datetime.date, newest: str) -> str:
    """Return a message about a wrong clock; "" if the clock is fine or people have seen it before.

    `newest` is the date of the newest game, in ISO form; "" if it is unknown.
    """
    known, words, key = days_seen(today), "", ""
    if not is_plausible_day(today):
        key, words = "before-release", _(BEFORE_RELEASE).format(date=format_date(today.isoformat()))
    elif DATE.match(newest) and newest[:10] > today.isoformat():
        date, then = format_date(today.isoformat()), format_date(newest[:10])
        key, words = f"before {newest[:10]}", _(BEFORE_NEWEST).format(date=date, newest=then)
    if key == known.told:
        return ""
    with contextlib.suppress(OSError):
        _write(replace(known, told=key))
    return words


def touch_newer(path: Path, others: list[Path]) -> None:
    """Give a file a later modification time than all `others`, even if the clock has gone back.

    Raises OSError.
    """
    newest = max((_changed(other) for other in others if other != path), default=0)
    if _changed(path) <= newest:
        os.utime(path, ns=(newest + 1_000_000, newest + 1_000_000))


def _changed(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _file() -> Path:
    return storage.data_folder() / "days.json"


def _read() -> DaysSeen:
    try:
        data = versioned.read(_file(), VERSION)
        return DaysSeen(int(data["count"]), str(data["last"]), str(data["told"]))
    except (OSError, ValueError, KeyError, TypeError):
        return DaysSeen()


def _write(days: DaysSeen) -> None:
    versioned.write(_file(), VERSION, asdict(days))
