"""The options of a kiosk: from the command line, the section [kiosk] of a file, and defaults.

OPTIONS is the only list of them; docs/guide/kiosk.md explains them to organisers. Times of day are
written "09:00=80 22:00=0" and "22:00-08:30".
"""

from __future__ import annotations

import configparser
import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from game.platform import storage, untrusted
from game.platform.untrusted import InputError

DAY = 24 * 60  # minutes of a day
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
    """Values that change at certain minutes of the day; () has no values."""

    steps: tuple[tuple[int, int], ...] = ()

    def at(self, now: datetime.datetime, otherwise: int) -> int:
        minute = 60 * now.hour + now.minute
        begun = [value for begins, value in self.steps if begins <= minute]
        if not self.steps:
            return otherwise
        # before the first step, the value of the previous evening counts
        return begun[-1] if begun else self.steps[-1][1]

    def lowest(self, otherwise: int) -> int:
        """Return the lowest value, for when the time of day is unknown."""
        return min((value for _begins, value in self.steps), default=otherwise)


@dataclass(frozen=True)
class Spans:
    """Parts of the day, which may extend over midnight."""

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
    """Return the next moment at this minute of the day."""
    today = now.replace(hour=minute // 60, minute=minute % 60, second=0, microsecond=0)
    return today if today > now else today + datetime.timedelta(days=1)


SECTION = "kiosk"
NEVER = ("never", "none", "no", "off")
LONGEST_NUMBER = 5  # digits of a number
LONGEST_ERROR = 200  # characters of the parser's error about a file
NAMED = (
    *("escape", "return", "enter", "space", "tab", "backspace", "delete", "insert"),
    *("home", "end", "left", "right", "up", "down"),
    *(f"f{number}" for number in range(1, 13)),
)  # keys that are not named by one character


class KioskError(ValueError):
    """An option of a kiosk is unknown, or its value is not allowed."""


@dataclass(frozen=True)
class Kiosk:
    """The options that an organiser has chosen."""

    leave: tuple[str, ...]  # keys to be pressed one after the other; () for no way to leave
    idle: int  # seconds without input until the title returns
    volume: Steps  # percent of the volume in the settings, by the time of day
    dark: Spans  # times when the screen is dark unless somebody uses it
    blank: int  # minutes without input until the screen is dark at any time; 0: never
    restart: int | None  # minute of the day; None: never
    health: str  # path of a file that is written every ten seconds; "" for none
    light: bool
    board: str  # port of the sensor board; "" uses the port in the settings


class KioskOption(NamedTuple):
    """An option: name, default, parser (raising ValueError), help."""

    name: str
    default: str
    read: Callable[[str], object]
    words: str


def _keys(text: str) -> tuple[str, ...]:
    keys = () if text in NEVER else tuple(text.lower().split())
    for key in keys:
        if len(key) > 1 and key not in NAMED:
            raise ValueError(f"{key!r} found, expected one character or one of {', '.join(NAMED)}")
    if not text:
        raise ValueError("nothing found, expected keys, or never")
    return keys


def _number(text: str) -> int:
    if text in NEVER:
        return 0
    if not text.isdecimal():
        raise ValueError(f"{text!r} found, expected a whole number")
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"{text!r} found, expected at most {LONGEST_NUMBER} digits")
    return int(text)


def _time(text: str) -> int | None:
    return None if text in NEVER else minute_of(text)


def _flag(text: str) -> bool:
    if text not in (*NEVER, "yes"):
        raise ValueError(f"{text!r} found, expected yes or no")
    return text == "yes"


OPTIONS = (
    KioskOption("leave", "escape q u i t", _keys, "keys that end it, pressed one after the other"),
    KioskOption(
        "idle", "90", _number, "seconds without input until the title comes back, or never"
    ),
    KioskOption(
        "volume", "", percents, "percent of the volume by the hour, as in 09:00=100 22:00=0"
    ),
    KioskOption("dark", "", spans, "hours with a dark screen unless touched, as in 23:00-08:30"),
    KioskOption("blank", "never", _number, "minutes without input until the screen is dark"),
    KioskOption("restart", "04:30", _time, "when it starts anew each night, or never"),
    KioskOption("health", "", str, "file that is written every ten seconds as a sign of life"),
    KioskOption("light", "no", _flag, "yes on a light machine: fewer effects, less resolution"),
    KioskOption("board", "", str, "port of the sensor board, or auto"),
)
NAMES = tuple(option.name for option in OPTIONS)


def config_path() -> Path:
    return storage.config_folder() / "kiosk.ini"


def read_kiosk(given: Mapping[str, str], path: str | None = None) -> Kiosk:
    """Return the options `given` on the command line, else those in the file, else the defaults.

    Raises KioskError; the default file may be missing, but a file named by `path` must exist.
    """
    texts = {option.name: option.default for option in OPTIONS}
    texts |= _of_file(Path(path) if path else config_path(), named=path is not None)
    texts |= given
    values: dict[str, Any] = {}
    for option in OPTIONS:
        try:
            values[option.name] = option.read(texts[option.name].strip())
        except ValueError as error:
            raise KioskError(f"{option.name}: {error}") from None
    return Kiosk(**values)


def _of_file(path: Path, named: bool) -> dict[str, str]:
    parser = configparser.ConfigParser(interpolation=None, inline_comment_prefixes=("#",))
    try:
        parser.read_string(untrusted.read_text(path), path.name)
    except FileNotFoundError:
        if named:
            raise KioskError(f"{path}: there is no such file") from None
        return {}
    except OSError as error:
        raise KioskError(f"{path}: {error.strerror}") from None
    except (configparser.Error, InputError) as error:
        raise KioskError(f"{path}: {' '.join(str(error)[:LONGEST_ERROR].split())}") from None
    if not parser.has_section(SECTION):
        raise KioskError(f"{path}: has no section [{SECTION}]")
    found = dict(parser[SECTION])
    for name in found:
        if name not in NAMES:
            raise KioskError(f"{path}: {name} found, expected one of {', '.join(NAMES)}")
    return found
