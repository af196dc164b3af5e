"""The user's settings: one frozen dataclass, kept as versioned JSON.

A damaged file is set aside and the defaults are used, with a message for the user. A single value
out of bounds falls back to its default. If two programs run at the same time, each writes only its
own changes. Unknown fields of a later program stay in the file; a file of a later version is never
written. Nothing here uses pygame.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypedDict

from game.platform import codec, locks, storage, versioned
from game.platform.errors import in_words
from game.platform.i18n import LANGUAGES, _
from game.platform.sanitize import one_line

VERSION = 1
THEMES = ("walnut", "slate", "paper", "night")
SPEEDS = (0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 0.0)  # 0 shows end states without animation
SPEECH_RATES = (0.75, 1.0, 1.25, 1.5, 2.0)
# Loss of winning chance from which a turn is given back to the player; 0 switches this off.
TEACHING = (0.0, 0.12, 0.2, 0.35)
BOARDS = 5  # sensor boards that are remembered
FONT_SCALES = (0.9, 1.0, 1.15, 1.3)
NARROWEST, WIDEST = 240, 16_384  # limits of a window's width and height, in pixels


def _kept(default: Any, **bounds: Any) -> Any:
    """Return a field whose value in a file has these bounds (see `codec.Rule`)."""
    return field(default=default, metadata=codec.rule(**bounds))


@dataclass(frozen=True)
class WindowPlace:
    """The window's last position, including its frame, relative to a corner of its monitor.

    A `monitor` of "" means that none is known.
    """

    monitor: str = _kept("", length=200)
    x: int = _kept(0, least=-WIDEST, most=WIDEST)
    y: int = _kept(0, least=-WIDEST, most=WIDEST)
    maximised: bool = False


class BoardChanges(TypedDict, total=False):
    """Changes of the settings that store a sensor board as the last one used."""

    board_link: str
    boards: tuple[str, ...]


@dataclass(frozen=True)
class Settings:
    """All settings; `keys` maps commands to key names, but only those that are not defaults.

    For `language`, "" is the system's; for `animation_speed`, 0 is off; for `attract_delay`, 0
    means never.
    """

    theme: str = _kept("walnut", among=THEMES)
    own_look: str = _kept("", length=1000)  # the folder of the user's own boards and pieces
    language: str = _kept("", among=("", *LANGUAGES))
    font_scale: float = _kept(1.0, least=0.8, most=1.5)
    animation_speed: float = _kept(1.0, among=SPEEDS)
    reduced_motion: bool = False
    coordinates: bool = False  # show all points' names in play, not only the aimed one's
    confirm_turns: bool = False  # a finished turn must be confirmed
    thinking_aloud: bool = False  # an engine opponent tells its intentions
    # Show chances between players like the user instead of between experts.
    chances_like_you: bool = False
    # loss of chance from which a turn is given back to the player
    teaching: float = _kept(0.0, among=TEACHING)
    teaching_most: int = _kept(3, least=1, most=20)  # maximum number of such turns in a game
    large_touch: bool = False  # larger touch tolerance of controls and points
    volume: float = _kept(0.8, least=0, most=1)  # volume of moving pieces
    signs_volume: float = _kept(0.8, least=0, most=1)  # volume of clocks, buttons and endings
    music_volume: float = _kept(0.3, least=0, most=1)
    music_in_play: bool = False
    mute: bool = False
    speech: bool = False  # read turns, refusals and the focused control aloud
    speech_rate: float = _kept(1.0, among=SPEECH_RATES)
    fullscreen: bool = False
    light: bool = False  # for a slow machine: fewer effects, lower resolution of pictures
    # True once the program has turned `light` on by itself, which it does only once.
    light_by_itself: bool = False
    attract_delay: int = _kept(30, least=0, most=3600)
    window: tuple[int, int] = (0, 0)  # size of the window when neither maximised nor full-screen
    window_place: WindowPlace = WindowPlace()
    keys: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    names: tuple[str, ...] = _kept((), length=40, count=4)  # seat names last used
    initials: str = _kept("AAA", length=3)
    initials_given: str = _kept("", length=40)  # when the initials were last entered, in ISO form
    matches: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)  # last options by game
    board_link: str = _kept("", length=200)  # port, url or "sim" last used
    network: str = _kept("", length=60)  # last address of our server; "" is this machine's own
    phones_see_chances: bool = False  # followers see the evaluation if it is shown
    phones_take_back: bool = False  # seats on phones may take back finished turns
    phones_hints: bool = False  # seats on phones may ask for hints, except in tournaments
    guided: tuple[str, ...] = _kept((), length=40)  # games whose guided first game has been played
    # boards used before, the last one first
    boards: tuple[str, ...] = _kept((), length=200, count=BOARDS)

    @property
    def calm(self) -> bool:
        """Return whether decorative motion is left out."""
        return self.reduced_motion or self.light

    @property
    def known_boards(self) -> tuple[str, ...]:
        """Return the sensor boards used before, the last first."""
        return tuple(dict.fromkeys(filter(None, (self.board_link, *self.boards))))

    def using_board(self, link: str) -> BoardChanges:
        """Return the changes that store this board as the last one used."""
        boards = tuple(dict.fromkeys(filter(None, (link, *self.known_boards))))
        return {"board_link": link, "boards": boards[:BOARDS]}

    def with_(self, **changes: Any) -> Settings:
        return replace(self, **changes)


def settings_path() -> Path:
    return storage.config_folder() / "settings.json"


def load_settings(path: Path | None = None) -> tuple[Settings, str]:
    """Return the stored settings and a message for the user, "" if all is well. Never raise."""
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
    """Write the changes since `before`, or everything if it is None. Raises OSError.

    Changes that another program has written meanwhile stay.
    """
    path = path or settings_path()
    versioned.refuse_newer(path, VERSION)
    with locks.file_locked(path):
        data = _written(path)
        if data and before is not None:
            settings = _brought_up(_checked(data), before, settings)
        versioned.write(path, VERSION, data | asdict(settings))


def _written(path: Path) -> dict[str, Any]:
    """Return the content of the file, including fields from a later program of the same version."""
    try:
        return versioned.read(path, VERSION)
    except (OSError, ValueError):
        return {}


def _brought_up(kept: Settings, before: Settings, after: Settings) -> Settings:
    """Return `kept` with the changes from `before` to `after`, in mappings entry by entry."""
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
    """Return the known fields within their bounds, with defaults for all others."""
    found = codec.read(Settings, data, lenient=True)
    width, height = found.window
    if not (min(width, height) >= NARROWEST and max(width, height) <= WIDEST):
        found = found.with_(window=(0, 0))
    seats = [options.get("seats", []) for options in found.matches.values()]
    if not all(isinstance(of, list) and all(isinstance(one, dict) for one in of) for of in seats):
        found = found.with_(matches={})
    words = {name: getattr(found, name) for name in ("names", "guided", "boards")}
    return found.with_(**{name: tuple(map(one_line, word)) for name, word in words.items()})
