"""A game's plugin: one object that lists the parts in a game's folder.

It is `PLUGIN` in `game/games/<key>/plugin.py`. Only the rules are required. The rest of the program
loads a part by its field, and has a plain version of each part that a game leaves out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path


@dataclass(frozen=True)
class Plugin:
    """The parts of one game, each as "module:NAME" below `package`; "" for a missing part.

    A part is imported when it is first needed. So the rules load no engine, the engine no screen,
    and the window opens before later parts are read.
    """

    package: str
    rules: str  # a subclass of game.rules.Game
    order: int = 100  # place in the menus, the lowest first
    # Kinds of pieces that the game's usual board lacks: "grey", "white-partner".
    pieces: tuple[str, ...] = ()
    positions: str = ""  # game.rules.position.Positions: positions as text
    profile: str = ""  # game.engine.search.profile.Profile: data for the engine
    # A `main` function with a list of words, run as a helper in a separate process
    helper: str = ""
    openings: str = ""  # game.openings.naming.Naming
    puzzles: str = ""  # game.puzzles.plugin.PuzzlePlugin
    solo: str = ""  # a tuple of game.solo.mode.SoloMode
    fittings: str = ""  # a function that draws the inlays of the board as SVG
    # game.screen.plugin.screen_plugin.ScreenPlugin: parts that every scene may need
    screen: str = ""
    # game.screen.plugin.rulebook.Rulebook: parts of the rulebook's pages other than texts
    book: str = ""
    pane: str = ""  # a subclass of game.screen.plugin.pane.OptionsPane
    texts: str = ""  # a folder with rulebook, lesson and campaign (game.screen.plugin.texts)
    alone: str = ""  # a subclass of game.screen.plugin.panel.Panel, for solo games
    commentary: str = ""  # a subclass of game.screen.plugin.commentary.Commentary
    reasons: str = ""  # a subclass of game.screen.plugin.reasons.Reasons
    sketch: str = ""  # a subclass of game.screen.plugin.sketch.Sketch: the editor of positions

    def load(self, part: str) -> object | None:
        """Return the part in the field `part`; None if the game has none."""
        return _load(self.package, getattr(self, part))

    def folder(self, part: str) -> Path | None:
        """Return the folder named in the field `part`; None if the game has none."""
        name, file = getattr(self, part), import_module(self.package).__file__
        return Path(file).parent / name if name and file else None


@cache
def _load(package: str, place: str) -> object | None:
    module, _, name = place.partition(":")
    if not place:
        return None
    part: object = getattr(import_module(f"{package}.{module}" if module else package), name)
    return part
