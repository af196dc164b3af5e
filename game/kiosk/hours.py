"""Times of the day as an organiser writes them: "09:00=80 22:00=0" and "22:00-08:30"."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass

DAY = 24 * 60  # minutes
ONE = re.compile(r"([0-9]{1,2}):([0-9]{2})")


def minute_of(text: str) -> int:
    """Return the minute of the day of a time such as "09:30".  Raises ValueError."""
    found = ONE.fullmatch(text)
    hour, minute = (int(part) for part in found.groups()) if found else (24, 0)
    if hour >= 24 or minute >= 60:
        raise ValueError(f"{text!r} found, expected a time such as 09:30")
    return 60 * hour + minute


@dataclass(frozen=True)
class Steps:
    """Values by the minute of the day from which they hold until the next; () holds none."""

    steps: tuple[tuple[int, int], ...] = ()

    def at(self, now: datetime.datetime, otherwise: int) -> int:
        minute = 60 * now.hour + now.minute
        begun = [value for begins, value in self.steps if begins <= minute]
        if not self.steps:
            return otherwise
        return begun[-1] if begun else self.steps[-1][1]  # of the evening before


@dataclass(frozen=True)
class Spans:
    """Parts of the day, which may reach over midnight."""

    spans: tuple[tuple[int, int], ...] = ()

    def hold(self, now: datetime.datetime) -> bool:
        minute = 60 * now.hour + now.minute
        return any((minute - begin) % DAY < (end - begin) % DAY for begin, end in self.spans)


def percents(text: str) -> Steps:
    """Parse steps such as "09:00=80 22:00=0".  Raises ValueError."""
    steps = []
    for word in text.split():
        begins, _equals, value = word.partition("=")
        if not (value.isdecimal() and len(value) <= 3 and int(value) <= 100):
            raise ValueError(f"{word!r} found, expected a time and 0 to 100, such as 09:00=80")
        steps.append((minute_of(begins), int(value)))
    return Steps(tuple(sorted(steps)))


def spans(text: str) -> Spans:
    """Parse spans such as "22:00-08:30 12:00-13:00".  Raises ValueError."""
    found = []
    for word in text.split():
        begins, _dash, ends = word.partition("-")
        found.append((minute_of(begins), minute_of(ends)))
    return Spans(tuple(found))


def next_time(minute: int, now: datetime.datetime) -> datetime.datetime:
    """Return the next moment at that minute of the day."""
    today = now.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    return today if today > now else today + datetime.timedelta(days=1)
