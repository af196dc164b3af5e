"""Games are named only in their own folders: generic code takes them from the registry.

The tests count keys and titles in strings, and names of the games' classes and modules, in `game/`
and `hardware/`. Docstrings and comments do not count.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from game.platform.paths import ROOT
from game.rules.registry import GAMES

# A game may be named in the folders of the games.
KEYS = "|".join(game.key.replace("-", "_") for game in GAMES)
ROOMS = re.compile(rf"^game/games/({KEYS})/")

# Other files that may name a game, and the reasons.
ALLOWED = {
    "hardware/host/layouts.py": "a layout shows itself with a game that is played on it",
}
PRODUCT = "Less is More"  # the program's own title, which contains the title of a game


def files() -> Iterator[str]:
    """Yield the path of every source outside the games' folders, except those in ALLOWED."""
    for path in sorted([*ROOT.glob("game/**/*.py"), *ROOT.glob("hardware/**/*.py")]):
        name = path.relative_to(ROOT).as_posix()
        if not ROOMS.match(name) and not name.startswith("tools/") and name not in ALLOWED:
            yield name


def words_of_games() -> re.Pattern[str]:
    """Return a pattern that finds a game's title in a string, or its key in a setup text."""
    keys = "|".join(re.escape(game.key) for game in GAMES)
    titles = "|".join(re.escape(game.title) for game in GAMES)
    return re.compile(rf"^({keys})($| \w+=)|\b({titles})\b")


def named(text: str) -> bool:
    return bool(words_of_games().search(text.replace(PRODUCT, "")))


def places(name: str) -> Iterator[tuple[int, str]]:
    """Yield the line and the name, for each place where a file names a game."""
    tree = ast.parse(Path(ROOT, name).read_text(encoding="utf-8"))
    classes = {game.__name__ for game in GAMES}
    modules = {game.__module__.split(".")[-2] for game in GAMES}
    said = docstrings(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if id(node) not in said and named(node.value):
                yield node.lineno, repr(node.value)
        elif isinstance(node, ast.Name | ast.Attribute):
            word = node.id if isinstance(node, ast.Name) else node.attr
            if word in classes:
                yield node.lineno, word
        elif isinstance(node, ast.ImportFrom):
            words = {*str(node.module).split("."), *(alias.name for alias in node.names)}
            for word in sorted(words & (classes | modules)):
                yield node.lineno, f"import of {word}"
        elif isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name.strip("_") in modules:
            yield node.lineno, node.name


def docstrings(tree: ast.AST) -> set[int]:
    """Return the ids of all expressions that are statements of their own, such as docstrings."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def outside() -> list[str]:
    """Return every place outside the games' folders that names a game."""
    return [f"{name}:{line}: {word}" for name in files() for line, word in places(name)]


def test_games_are_named_in_their_rooms_alone() -> None:
    assert outside() == []
