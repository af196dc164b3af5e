"""Lookup of what a game's plugin adds to the screen. This module names no game.

Modules that draw are loaded on demand, because a browser tab, which has no pygame, needs only
texts.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from game.rules import Game
from game.rules.registry import plugin_folder, plugin_part

if TYPE_CHECKING:  # loaded with the scenes that need them
    from game.platform.theme import Theme
    from game.screen.boards.board_look import BoardLook
    from game.screen.boards.view import BoardView
    from game.screen.plugin.options import MatchOptions
    from game.screen.plugin.pages import Lesson
    from game.screen.plugin.pane import OptionsPane
    from game.screen.plugin.panel import Panel
    from game.screen.plugin.rulebook import Rulebook
    from game.screen.plugin.screen_plugin import ScreenPlugin
    from game.screen.plugin.sketch import Sketch
    from game.solo.mode import CampaignDeal

T = TypeVar("T")
LESSON_FILE = "lesson.toml"


def screen_plugin_of(key: str) -> ScreenPlugin:
    """Return a game's screen plugin, or the default one."""
    from game.screen.plugin.screen_plugin import ScreenPlugin

    return cast(ScreenPlugin | None, plugin_part(key, "screen")) or ScreenPlugin()


def rulebook_of(key: str) -> Rulebook:
    """Return a game's additions to the rulebook, or the defaults."""
    from game.screen.plugin.rulebook import Rulebook

    return cast(Rulebook | None, plugin_part(key, "book")) or Rulebook()


def pane_of(key: str) -> type[OptionsPane]:
    """Return the class of the pane with a new match's options."""
    from game.screen.plugin.pane import OptionsPane

    return cast("type[OptionsPane] | None", plugin_part(key, "pane")) or OptionsPane


@cache
def has_lesson(key: str) -> bool:
    """Return whether a game has a guided first game, without reading it."""
    folder = plugin_folder(key, "texts")
    return folder is not None and (folder / LESSON_FILE).exists()


@cache
def lesson_of(key: str) -> Lesson | None:
    """Return the guided first game of a game; None if there is none or it is unreadable."""
    from game.screen.plugin.texts import read_lesson

    return _read_text(key, LESSON_FILE, read_lesson)


@cache
def campaign_of(key: str) -> tuple[CampaignDeal, ...]:
    """Return the deals of a game's campaign; () if there is none or it is unreadable."""
    from game.screen.plugin.texts import read_campaign

    return _read_text(key, "campaign.toml", read_campaign) or ()


def _read_text(key: str, name: str, read: Callable[[Path], T]) -> T | None:
    """Return the result of `read` for a game's text; None if it is missing or unreadable."""
    folder = plugin_folder(key, "texts")
    try:
        return read(folder / name) if folder is not None else None
    except (OSError, ValueError):
        return None  # a page of the rulebook shows the error


def alone_panel_of(key: str) -> type[Panel]:
    """Return the class of the panel beside a game played alone.

    It is the ordinary panel, except for games whose counts would reveal the solution.
    """
    return cast("type[Panel] | None", plugin_part(key, "alone")) or screen_plugin_of(key).panel


def sketch_of(game: Game) -> Sketch | None:
    """Return an empty sketch of a position of `game`; None if its positions cannot be edited."""
    kind = cast("Callable[[Game], Sketch] | None", plugin_part(game.key, "sketch"))
    if kind is None:
        return None
    sketch = kind(game)
    sketch.clear()
    return sketch


def options_of(key: str) -> MatchOptions:
    """Return the default options of a new match of a game."""
    return screen_plugin_of(key).options(key)


@lru_cache(maxsize=16)
def look_of(game: Game) -> BoardLook:
    """Return the look of the board of `game`."""
    return screen_plugin_of(game.key).look(game)


def board_view(game: Game, theme: Theme, size: int, *, block: bool = False) -> BoardView:
    """Return the board of `game`, `size` px square; it is usable immediately and sharp soon.

    With `block` it is rendered sharply before the return, for tests and pictures.
    """
    from game.screen.boards.view import BoardView

    return BoardView(look_of(game), theme, size, block=block)
