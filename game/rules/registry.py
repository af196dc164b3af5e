"""All games: every folder of `game/games` with a plugin, and the user's own games.

`parse_setup` makes a Game from a setup string. A new game is a folder with a `plugin.py`; no list
names it. The environment variable LESS_IS_MORE_GAMES adds games from elsewhere. It holds names of
packages with such a `plugin.py`, or of modules whose `GAME` is the rules, separated by commas.
Every process of the program, including the engine, then knows these games.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from traceback import extract_tb
from types import ModuleType
from typing import cast

from game import games as folders
from game.rules.base import Game, Positions
from game.rules.errors import SetupError
from game.rules.plugin import Plugin
from game.rules.setup import SetupOptions, split_setup
from game.rules.topology import Topology

OWN_GAMES = "LESS_IS_MORE_GAMES"
KEPT_GAMES = 16  # setups whose games are cached

GAMES: list[type[Game]] = []  # in the order of the menus
OWN_GAME_FAULTS: list[SetupError] = []  # errors in the games that LESS_IS_MORE_GAMES names
_PLUGINS: dict[str, Plugin] = {}  # Keys are the games' keys.


def add_game(plugin: Plugin) -> None:
    """Add the game of `plugin` after the others, unless it is already there.

    Raises TypeError if its rules are not a Game.
    """
    game = plugin.load("rules")
    if not (isinstance(game, type) and issubclass(game, Game)):
        raise TypeError(f"{game!r} found, expected a subclass of game.rules.Game")
    if game in GAMES:
        return
    if plugin.positions:  # The module for positions imports the rules, so the rules get it here.
        game.positions = cast(Positions, plugin.load("positions"))
    _PLUGINS[game.key] = plugin
    GAMES.append(game)


def add_own_games() -> None:
    """Add the games that LESS_IS_MORE_GAMES names, after ours; collect errors in OWN_GAME_FAULTS.

    These games are the user's code, so any error is possible.
    """
    OWN_GAME_FAULTS.clear()
    for name in filter(None, os.environ.get(OWN_GAMES, "").split(",")):
        try:
            add_game(_plugin_of(import_module(name)))
        except Exception as error:
            OWN_GAME_FAULTS.append(own_game_error(name, error))


def _plugin_of(module: ModuleType) -> Plugin:
    if hasattr(module, "__path__"):
        return cast(Plugin, import_module(f"{module.__name__}.plugin").PLUGIN)
    return Plugin(module.__name__, ":GAME")


def own_game_error(name: str, error: Exception) -> SetupError:
    """Return the error of a user's game, with the place in its code."""
    if isinstance(error, ModuleNotFoundError) and error.name in (name, f"{name}.plugin"):
        return SetupError("own-game-missing", name=name, missing=error.name)
    what = " ".join(f"{type(error).__name__}: {error}".split())
    theirs = [step for step in extract_tb(error.__traceback__) if _is_own_code(step.filename)]
    if theirs and not isinstance(error, SyntaxError):  # A SyntaxError names its place itself.
        what += f" ({theirs[-1].filename}, line {theirs[-1].lineno})"
    return SetupError("own-game", name=name, why=what)


def _is_own_code(file: str) -> bool:
    return not file.startswith("<") and not Path(file).is_relative_to(Path(__file__).parents[1])


def plugin_part(key: str, part: str) -> object | None:
    """Return a part of a game by the name of its field; None if the game has none."""
    return _PLUGINS[key].load(part) if key in _PLUGINS else None


def plugin_folder(key: str, part: str) -> Path | None:
    """Return a folder of a game by the name of its field; None if the game has none."""
    return _PLUGINS[key].folder(part) if key in _PLUGINS else None


def game_class(key: str) -> type[Game]:
    """Return the game with this key. Raises SetupError."""
    for game in GAMES:
        if game.key == key:
            return game
    raise SetupError("unknown-game", name=key, known=", ".join(game.key for game in GAMES))


def titles() -> dict[str, str]:
    """Return the title of every game by its key, in the order of the menus."""
    return {game.key: game.title for game in GAMES}


def piece_names() -> dict[str, tuple[str, ...]]:
    """Return the names of the kinds of pieces (colours, and others) by the game's key."""
    found = {}
    for key, plugin in _PLUGINS.items():
        colours = (kind.colour for kind in parse_setup(usual_setup(key)).kinds)
        found[key] = tuple(dict.fromkeys((*colours, *plugin.pieces)))
    return found


def is_usual_board(key: str, topology: Topology) -> bool:
    """Return whether a board is the one on which a game is usually played."""
    usual = parse_setup(usual_setup(key)).topology
    return usual.kind == topology.kind and usual.xy == topology.xy


def usual_setup(key: str, lot: int = 1) -> str:
    """Return a game's usual setup string; `lot` is its random number. Raises SetupError."""
    return with_lot(key, lot)


def with_lot(setup: str, lot: int) -> str:
    """Return the setup with `lot` for an open option, such as the layout. Raises SetupError."""
    key, words = split_setup(setup)
    option = game_class(key).left_open(words)
    return f"{setup} {option}={lot}" if option else setup


def without_lot(setup: str) -> str:
    """Return the setup without the random number of `with_lot`, to be drawn again.

    Raises SetupError.
    """
    key, words = split_setup(setup)
    for word in words:
        rest = [other for other in words if other != word]
        if word.partition("=")[0] == game_class(key).left_open(rest):
            return " ".join([key, *rest])
    return setup


def parse_setup(text: str, boards: Mapping[str, str] | None = None) -> Game:
    """Return the game of a setup string. Raises SetupError or BoardError.

    `boards` may contain the texts of board files by path, as in saved games; other paths are read
    from disk.
    """
    key, words = split_setup(text)
    kind = game_class(key)
    # The game is not cached, because the board's file may change.
    if boards or any(word.startswith("board=") for word in words):
        return kind.from_options(SetupOptions(key, words), boards)
    return _made(kind, text)


@lru_cache(maxsize=KEPT_GAMES)
def _made(kind: type[Game], text: str) -> Game:
    """Return the game of a setup string without a file, cached because games are immutable."""
    return kind.from_options(SetupOptions(*split_setup(text)))


def first_reading(text: str) -> str:
    """Return a setup string from the time of the first reading, with options that keep its meaning.

    Raises SetupError for an unknown game.
    """
    return f"{text} {game_class(split_setup(text)[0]).first_reading}".rstrip()


def _ours() -> list[Plugin]:
    names = [module.name for module in iter_modules(folders.__path__)]
    plugins = [import_module(f"{folders.__name__}.{name}.plugin").PLUGIN for name in names]
    return sorted(plugins, key=lambda plugin: plugin.order)


for _plugin in _ours():
    add_game(_plugin)
add_own_games()
