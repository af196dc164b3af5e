"""A game's plugin: one object that says what its folder brings, and where each part is.

`game/games/<key>/plugin.py` has it in `PLUGIN`.  Only the rules are required.  The rest of the
program asks for a part by its field and brings a plain version of what a game leaves out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path


@dataclass(frozen=True)
class Plugin:
    """The parts of one game, each as "module:NAME" below `package`; "" for one it does not bring.

    Parts are imported when they are first asked for: the rules load no engine, the engine no
    screen, and the window opens before what it will need later is read.
    """

    package: str
    rules: str  # a subclass of game.rules.Game
    order: int = 100  # in the menus, the lowest first
    pieces: tuple[str, ...] = ()  # kinds that its usual board has not: "grey", "white-partner"
    positions: str = ""  # game.rules.position.Positions: positions as text
    profile: str = ""  # game.engine.search.profile.Profile: how the engine plays it
    helper: str = ""  # a function of words: what a process of its own works out
    openings: str = ""  # game.openings.naming.Naming
    puzzles: str = ""  # game.puzzles.plugin.PuzzlePlugin
    solo: str = ""  # a tuple of game.solo.mode.SoloMode
    fittings: str = ""  # a function that draws what is inlaid in the board, as SVG
    screen: str = ""  # game.screen.plugin.screen_plugin.ScreenPlugin: what any scene asks for
    book: str = ""  # game.screen.plugin.rulebook.Rulebook: what its pages need besides texts
    pane: str = ""  # a subclass of game.screen.plugin.pane.OptionsPane
    texts: str = ""  # a folder of rulebook, lesson and campaign (game.screen.plugin.texts)
    alone: str = ""  # a subclass of game.screen.plugin.panel.Panel, for games for one
    commentary: str = ""  # a subclass of game.screen.plugin.commentary.Commentary
    reasons: str = ""  # a subclass of game.screen.plugin.reasons.Reasons
    sketch: str = ""  # a subclass of game.screen.plugin.sketch.Sketch: the editor of positions

    def load(self, part: str) -> object | None:
        """Return the part of the field `part`, None where the game brings none."""
        return _load(self.package, getattr(self, part))

    def folder(self, part: str) -> Path | None:
        """Return the folder that the field `part` names, None where the game brings none."""
        name, file = getattr(self, part), import_module(self.package).__file__
        return Path(file).parent / name if name and file else None


@cache
def _load(package: str, place: str) -> object | None:
    module, _, name = place.partition(":")
    if not place:
        return None
    part: object = getattr(import_module(f"{package}.{module}" if module else package), name)
    return part
