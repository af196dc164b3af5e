"""Games are named in their own rooms: generic code takes them from the registry.

Counted are keys and titles in strings, and names of the games' classes and modules, in `game/` and
`hardware/`; what stands in a docstring or a comment explains and is not counted.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from game.platform.paths import ROOT
from game.rules.registry import GAMES

# Where games are at home.
KEYS = "|".join(game.key.replace("-", "_") for game in GAMES)
ROOMS = re.compile(rf"^game/games/({KEYS})/")

# Named outside of their rooms, and why.
ALLOWED = {
    "hardware/host/layouts.py": "a layout shows itself with a game that is played on it",
}
PRODUCT = "Less is More"  # the program itself


def files() -> Iterator[str]:
    """All sources but pictures and figures made for ourselves."""
    for path in sorted([*ROOT.glob("game/**/*.py"), *ROOT.glob("hardware/**/*.py")]):
        name = path.relative_to(ROOT).as_posix()
        if not ROOMS.match(name) and not name.startswith("tools/") and name not in ALLOWED:
            yield name


def words_of_games() -> re.Pattern[str]:
    """What names a game in a string: its key at the beginning of a setup, or its title."""
    keys = "|".join(re.escape(game.key) for game in GAMES)
    titles = "|".join(re.escape(game.title) for game in GAMES)
    return re.compile(rf"^({keys})($| \w+=)|\b({titles})\b")


def named(text: str) -> bool:
    return bool(words_of_games().search(text.replace(PRODUCT, "")))


def places(name: str) -> Iterator[tuple[int, str]]:
    """Line and name of every game named in a file."""
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
    """Strings that stand alone as a statement."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}


def outside() -> list[str]:
    """Every name of a game outside the rooms of the games."""
    return [f"{name}:{line}: {word}" for name in files() for line, word in places(name)]


def test_games_are_named_in_their_rooms_alone() -> None:
    assert outside() == []
