"""Themes: the colours and material values of one look, read from assets/themes/NAME.json.

Nothing here draws. Colours are (red, green, blue) of 0..255; lengths are pixels on a board of 768
px and scale with it. A damaged theme file raises ThemeError with the file and the field.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar

from game.platform import untrusted
from game.platform.paths import ASSETS
from game.platform.settings import THEMES

if TYPE_CHECKING:  # not loaded unless a game has a look of its own
    from game.platform.own_look import GameLook

Colour = tuple[int, int, int]
Json = Mapping[str, Any]

OWN = "-own"  # suffix of the colours' key for a user's own board
THEME_FOLDER = ASSETS / "themes"


class ThemeError(ValueError):
    """A theme file is missing, or one of its fields is invalid."""


@dataclass(frozen=True)
class UiColours:
    """Colours of the room and of everything beside the board."""

    room_centre: Colour
    room_edge: Colour
    table: tuple[Colour, ...]
    panel: Colour
    card: Colour
    control: Colour
    line: Colour
    text: Colour
    text_second: Colour
    accent: Colour
    on_accent: Colour
    focus: Colour
    glow: Colour
    good: Colour
    bad: Colour
    gauge_black: Colour
    gauge_green: Colour
    engraved: Colour
    casing: Colour
    number_on_casing: Colour


@dataclass(frozen=True)
class PieceColours:
    """One side of a counter, a stone or a wooden piece. Without `mark`, nothing is engraved."""

    base: Colour
    grain: Colour
    mark: Colour | None = None
    mark_shape: str = "none"
    rim: Colour | None = None


@dataclass(frozen=True)
class BoardColours:
    """The surface of one board. `field` and `inlay` run from early wood to late wood."""

    field: tuple[Colour, ...]
    engraving: Colour
    engraving_alpha: float
    engraving_px: float
    inlay: tuple[Colour, ...] = ()
    point: Colour = (0, 0, 0)
    point_radius_px: float = 4.6
    dish: Colour = (128, 128, 128)
    dish_alpha: float = 0.0
    fibre: float = 0.2
    lamp: float = 1.0
    lamp_fall: float = 0.0


@dataclass(frozen=True)
class WallColours:
    """Bars between squares: their wood, and their grain in the light."""

    base: Colour
    light: Colour


@dataclass(frozen=True)
class FrameColours:
    """The rim of a board: the gradient of its wood, its inner metal line, and its outer edge."""

    wood: tuple[Colour, ...]
    line_dark: Colour
    line_light: Colour
    edge: Colour


@dataclass(frozen=True)
class Theme:
    """All colours of one look. `flat` themes have no light, no shadow and no grain.

    `own` are the user's own boards and pieces by game (see `own_look`).
    """

    name: str
    flat: bool
    ui: UiColours
    core: Colour
    pieces: Mapping[str, PieceColours]
    boards: Mapping[str, BoardColours]
    wall: WallColours
    frame: FrameColours
    own: Mapping[str, GameLook] = field(default_factory=dict)

    @property
    def base(self) -> str:
        """Return the name of the shipped theme, without the user's own parts."""
        return self.name.partition("-")[0]

    def with_own(self, games: Mapping[str, GameLook]) -> Theme:
        """Return the theme with the user's own boards and pieces, under a name of its own.

        The colours of the user's own board have a key that ends with `OWN`; the program's colours
        stay.
        """
        if not games:
            return self
        # Imported late, because the first picture should not wait for OpenSSL.
        import hashlib

        told = ",".join(f"{key}:{game.stamp}" for key, game in sorted(games.items()))
        boards = dict(self.boards)
        for key, game in games.items():
            board, ink = self.board(key), game.lines
            if ink is not None:
                board = replace(board, engraving=ink, engraving_alpha=1.0, point=ink)
            boards[f"{key}{OWN}"] = board
        name = f"{self.name}-{hashlib.sha256(told.encode()).hexdigest()[:12]}"
        return replace(
            self, name=name, boards=MappingProxyType(boards), own=MappingProxyType(dict(games))
        )

    def piece(self, colour: str) -> PieceColours:
        """Return the colours of a piece by its colour name; unknown names are grey."""
        return self.pieces.get(colour, self.pieces["grey"])

    def board(self, key: str) -> BoardColours:
        """Return the colours of a game's board, or plain colours if the theme has none for it."""
        return self.boards.get(key, self.boards["plain"])


@cache
def load_theme(name: str, folder: Path = THEME_FOLDER) -> Theme:
    """Return the theme of that name.  Raises ThemeError."""
    path = folder / f"{name}.json"
    try:
        data = untrusted.read_json(path)
    except OSError as error:
        raise ThemeError(f"{path}: no such theme; expected one of {', '.join(THEMES)}") from error
    except ValueError as error:
        raise ThemeError(f"{path}: not JSON: {error}") from error
    return _theme(data, path)


def _theme(data: Json, path: Path) -> Theme:
    try:
        return Theme(
            name=data["name"],
            flat=bool(data["flat"]),
            ui=_read(UiColours, data["ui"], f"{path}: ui"),
            core=_colour(data["core"], f"{path}: core"),
            pieces=_read_all(PieceColours, data, "pieces", path),
            boards=_read_all(BoardColours, data, "boards", path),
            wall=_read(WallColours, data["wall"], f"{path}: wall"),
            frame=_read(FrameColours, data["frame"], f"{path}: frame"),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ThemeError(f"{path}: missing or misplaced field {error}") from error


Colours = TypeVar("Colours", UiColours, PieceColours, BoardColours, WallColours, FrameColours)


def _read_all(kind: type[Colours], data: Json, name: str, path: Path) -> Mapping[str, Colours]:
    read = {key: _read(kind, one, f"{path}: {name}.{key}") for key, one in data[name].items()}
    return MappingProxyType(read)


def _read(kind: type[Colours], data: Json, where: str) -> Colours:
    """Build the dataclass `kind` from JSON, turning "#rrggbb" texts into colours."""
    known = {f.name for f in fields(kind)}
    for name in data:
        if name not in known:
            raise ThemeError(f"{where}.{name}: unknown field")
    for f in fields(kind):
        if f.default is MISSING and f.name not in data:
            raise ThemeError(f"{where}.{f.name}: missing")
    values: dict[str, Any] = {n: _value(value, f"{where}.{n}") for n, value in data.items()}
    return kind(**values)


def _value(value: object, where: str) -> object:
    if isinstance(value, list):
        return tuple(_colour(v, where) for v in value)
    if isinstance(value, str) and value.startswith("#"):
        return _colour(value, where)
    return value


def _colour(text: str, where: str) -> Colour:
    try:
        if len(text) != 7 or text[0] != "#":
            raise ValueError(text)
        return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)
    except (ValueError, TypeError) as error:
        raise ThemeError(f"{where}: found {text!r}, expected a colour like #a0b1c2") from error
