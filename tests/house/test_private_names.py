"""Tests use only public names, so that the inside of a class can change without them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from tests.house.sources import files

# Public by convention: the methods of named tuples, and the function that translates text.
PUBLIC = {"_", "_asdict", "_fields", "_make", "_replace"}
OWNERS = {"self", "cls"}
# Tests that still use private names and have to be rewritten.
LEFT = {
    "tests/engine/conftest.py",
    "tests/engine/left_to_compile.py",
    "tests/engine/test_compiled.py",
    "tests/engine/test_endings.py",
    "tests/engine/test_prebuilt.py",
    "tests/rules/test_reports.py",
    "tests/solo/strategies.py",
    "tests/tools/solve/test_libra_maximum.py",
}
BY_NAME = {"setattr", "getattr", "delattr", "hasattr"}


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC


def reaches(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and the name, for each use of another class's or module's private name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            if not (isinstance(node.value, ast.Name) and node.value.id in OWNERS):
                yield node.lineno, node.attr
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, one.name) for one in node.names if is_private(one.name))
        elif isinstance(node, ast.Call) and _called(node) in BY_NAME:
            for word in node.args:
                if isinstance(word, ast.Constant) and isinstance(word.value, str):
                    name = word.value.rpartition(".")[2]
                    if is_private(name):
                        yield node.lineno, name


def _called(call: ast.Call) -> str:
    """Return the last name of the called function: setattr for `monkeypatch.setattr(...)`."""
    return getattr(call.func, "attr", getattr(call.func, "id", ""))


def reaches_of(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return [f"{path.relative_to(ROOT)}:{line}: {name}" for line, name in reaches(tree)]


def short(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_no_test_reaches_into_private_names() -> None:
    paths = [path for path in files("tests", "workshop") if short(path) not in LEFT]
    found = [one for path in paths for one in reaches_of(path)]
    assert not found, found


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("scene._resting()", ["_resting"]),
        ("self._board._row", ["_row"]),
        ("self._board", []),
        ("from game.x import _part, part", ["_part"]),
        ("monkeypatch.setattr(thing, '_lock', 1)", ["_lock"]),
        ("monkeypatch.setattr('game.thing._lock', 1)", ["_lock"]),
        ("state._replace(a=1); i18n._('x'); thing.__dict__", []),
        ("super()._draw()", ["_draw"]),
    ],
)
def test_reaches_are_found(text: str, names: list[str]) -> None:
    assert [name for _line, name in reaches(ast.parse(text))] == names
