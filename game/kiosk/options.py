"""The options of a kiosk: on the command line, in the section [kiosk] of a file, and by default.

This table is the one place that says what there is; docs/guide/kiosk.md explains it to organisers.
"""

from __future__ import annotations

import configparser
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from game.kiosk.hours import Spans, Steps, minute_of, percents, spans
from game.platform import storage, untrusted
from game.platform.untrusted import InputError

SECTION = "kiosk"
NEVER = ("never", "none", "no", "off")
LONGEST_NUMBER = 5  # digits
LONGEST_ERROR = 200  # characters of what the parser says of a file
NAMED = (
    *("escape", "return", "enter", "space", "tab", "backspace", "delete", "insert"),
    *("home", "end", "left", "right", "up", "down"),
    *(f"f{number}" for number in range(1, 13)),
)  # keys that are not called by one character


class KioskError(ValueError):
    """An option of a kiosk is unknown, or its value is none it can have."""


@dataclass(frozen=True)
class Kiosk:
    """The options that an organiser has chosen."""

    leave: tuple[str, ...]  # keys, pressed one after the other; () is no way out
    idle: int  # seconds
    volume: Steps  # percent of what the settings say, by the hour
    dark: Spans  # when the screen is dark unless somebody is there
    blank: int  # minutes without input until it is dark at any hour; 0 is never
    restart: int | None  # minute of the day
    health: str  # a file that is written every ten seconds, "" for none
    light: bool
    board: str  # of a seat on the sensor board, "" as the settings have it


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
    if not text.isdecimal() or len(text) > LONGEST_NUMBER:
        raise ValueError(f"{text!r} found, expected a whole number")
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
    """Return the options `given` on the command line, else those of the file, else the defaults.

    Raises KioskError; a file is only missing without complaint where none was named.
    """
    texts = {option.name: option.default for option in OPTIONS}
    texts |= _of_file(Path(path) if path else config_path(), named=path is not None)
    texts |= given
    values: dict[str, object] = {}
    for option in OPTIONS:
        try:
            values[option.name] = option.read(texts[option.name].strip())
        except ValueError as error:
            raise KioskError(f"{option.name}: {error}") from None
    return Kiosk(**values)  # type: ignore[arg-type]


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
