"""The user's settings: one frozen dataclass, kept as versioned JSON.

A damaged file is set aside and the defaults are used, with a message for the person; values out
of bounds fall back one by one.  Two programs at once each write what was changed in them.  Fields
that are not known, of a later program, stay in the file; a file of a later version is not written
at all.  No pygame here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from game.platform import locks, storage, versioned
from game.platform.errors import in_words
from game.platform.i18n import LANGUAGES, _
from game.platform.sanitize import one_line

VERSION = 1
THEMES = ("walnut", "slate", "paper", "night")
SPEEDS = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 0.0)  # 0 is off: end states at once
SPEECH_RATES = (0.75, 1.0, 1.25, 1.5, 2.0)
BOARDS = 5  # sensor boards that are remembered
FONT_SCALES = (0.9, 1.0, 1.15, 1.3)
WIDEST = 16_384  # pixels of a window's side


def _among(*allowed: Any) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        if value not in allowed or isinstance(value, bool):
            raise ValueError(value)
        return value

    return check


def _between(kind: type, low: float, high: float) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        if isinstance(value, bool) or not low <= value <= high:
            raise ValueError(value)
        return kind(value)

    return check


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError(value)
    return value


def _text(limit: int) -> Callable[[Any], str]:
    def check(value: Any) -> str:
        if not isinstance(value, str) or len(value) > limit:
            raise ValueError(value)
        return value

    return check


def _keys(value: Any) -> dict[str, tuple[str, ...]]:
    return {str(command): tuple(str(key) for key in keys) for command, keys in value.items()}


def _window(value: Any) -> tuple[int, int]:
    width, height = (int(side) for side in value)
    fits = 800 <= width <= WIDEST and 600 <= height <= WIDEST
    return (width, height) if fits else (0, 0)


def _matches(value: Any) -> dict[str, dict[str, Any]]:
    matches = {str(game): dict(options) for game, options in value.items()}
    for options in matches.values():
        if "seats" in options:
            options["seats"] = [dict(seat) for seat in options["seats"]]
    return matches


def _words(limit: int, most: int | None = None) -> Callable[[Any], tuple[str, ...]]:
    def check(value: Any) -> tuple[str, ...]:
        return tuple(one_line(_text(limit)(word)) for word in value)[:most]

    return check


def _with(check: Callable[[Any], Any], default: Any) -> Any:
    """Return a field whose value in a file is checked; those without are flags."""
    if callable(default):
        return field(default_factory=default, metadata={"check": check})
    return field(default=default, metadata={"check": check})


_volume = _between(float, 0.0, 1.0)


@dataclass(frozen=True)
class Settings:
    """All settings; `keys` maps commands to key names, only where they differ from the defaults.

    `language` "" is the system's; `animation_speed` 0 is off; `attract_delay` 0 is never.
    """

    theme: str = _with(_among(*THEMES), "walnut")
    language: str = _with(_among("", *LANGUAGES), "")
    font_scale: float = _with(_between(float, 0.8, 1.5), 1.0)
    animation_speed: float = _with(_among(*SPEEDS), 1.0)
    reduced_motion: bool = False
    coordinates: bool = False  # every point named on the board in play, not just the one aimed at
    confirm_turns: bool = False  # a finished turn waits for a yes
    thinking_aloud: bool = False  # an engine opponent says what it is after
    large_touch: bool = False  # larger touch tolerance of controls and points
    volume: float = _with(_volume, 0.8)  # of what moves on the board
    signs_volume: float = _with(_volume, 0.8)  # of clocks, buttons, endings
    music_volume: float = _with(_volume, 0.3)
    music_in_play: bool = False
    mute: bool = False
    speech: bool = False  # turns, refusals and what has the focus are said aloud
    speech_rate: float = _with(_among(*SPEECH_RATES), 1.0)
    fullscreen: bool = False
    light: bool = False  # a light machine: fewer effects, pictures of a lower resolution
    attract_delay: int = _with(_between(int, 0, 3600), 30)
    window: tuple[int, int] = _with(_window, (0, 0))
    keys: Mapping[str, tuple[str, ...]] = _with(_keys, dict)
    names: tuple[str, ...] = _with(_words(40, 4), ())  # seat names last used
    initials: str = _with(_text(3), "AAA")
    matches: Mapping[str, Mapping[str, Any]] = _with(_matches, dict)  # last options by game
    board_link: str = _with(_text(200), "")  # port, url or "sim" last used
    network: str = _with(_text(60), "")  # address last served at; "" is this machine's own
    phones_see_chances: bool = False  # followers see the evaluation where it is shown
    phones_take_back: bool = False  # seats on phones may take back finished turns
    guided: tuple[str, ...] = _with(_words(40), ())  # games whose guided first game was played
    boards: tuple[str, ...] = _with(_words(200, BOARDS), ())  # those used, the last first

    @property
    def calm(self) -> bool:
        """Whether decorative motion is left out."""
        return self.reduced_motion or self.light

    @property
    def known_boards(self) -> tuple[str, ...]:
        """The sensor boards used before, the last first."""
        return tuple(dict.fromkeys(filter(None, (self.board_link, *self.boards))))

    def using_board(self, link: str) -> dict[str, Any]:
        """Return the changes that make this the board used last."""
        boards = tuple(dict.fromkeys(filter(None, (link, *self.known_boards))))
        return {"board_link": link, "boards": boards[:BOARDS]}

    def with_(self, **changes: Any) -> Settings:
        return replace(self, **changes)


def settings_path() -> Path:
    return storage.config_folder() / "settings.json"


def load_settings(path: Path | None = None) -> tuple[Settings, str]:
    """Return the stored settings and a message for the person, "" if all is well.  Never raise."""
    path = path or settings_path()
    try:
        return _checked(versioned.read(path, VERSION)), ""
    except FileNotFoundError:
        return Settings(), ""
    except OSError as error:
        words = _("The settings could not be read: {reason}")
        return Settings(), words.format(reason=in_words(error))
    except ValueError:
        return Settings(), _set_aside(path)


def save_settings(
    settings: Settings, before: Settings | None = None, path: Path | None = None
) -> None:
    """Write what has changed since `before`, or everything without it.  Raises OSError.

    What another program has written meanwhile stays.
    """
    path = path or settings_path()
    versioned.refuse_newer(path, VERSION)
    with locks.file_locked(path):
        data = _written(path)
        if data and before is not None:
            settings = _brought_up(_checked(data), before, settings)
        known = {"version", *(f.name for f in fields(Settings))}
        later = {name: value for name, value in data.items() if name not in known}
        versioned.write(path, VERSION, later | asdict(settings))


def _written(path: Path) -> dict[str, Any]:
    """Return the content of the file, with the fields of a later program of the same version."""
    try:
        return versioned.read(path, VERSION)
    except (OSError, ValueError):
        return {}


def _brought_up(kept: Settings, before: Settings, after: Settings) -> Settings:
    """Return `kept` with the changes from `before` to `after`; of a mapping entry by entry."""
    changes = {}
    for name in (f.name for f in fields(Settings)):
        old, new = getattr(before, name), getattr(after, name)
        if old == new:
            continue
        changes[name] = new
        if isinstance(new, Mapping):
            changes[name] = _entries_brought_up(getattr(kept, name), old, new)
    return kept.with_(**changes)


def _entries_brought_up(
    kept: Mapping[str, Any], old: Mapping[str, Any], new: Mapping[str, Any]
) -> dict[str, Any]:
    changed = {key for key in {*old, *new} if old.get(key) != new.get(key)}
    stay = {key: value for key, value in kept.items() if key not in changed}
    return stay | {key: value for key, value in new.items() if key in changed}


def _set_aside(path: Path) -> str:
    try:
        aside = storage.set_aside(path)
    except OSError:
        return _("The settings file is damaged; the defaults are used.")
    return _("The settings file was damaged. It is kept as {file}; the defaults are used.").format(
        file=aside.name
    )


def _checked(data: dict[str, Any]) -> Settings:
    """Return the known fields that pass their checks, with defaults for all others."""
    kept = {}
    for one in (one for one in fields(Settings) if one.name in data):
        try:
            kept[one.name] = one.metadata.get("check", _flag)(data[one.name])
        except (TypeError, ValueError, KeyError, AttributeError, OverflowError):
            continue
    return Settings(**kept)
