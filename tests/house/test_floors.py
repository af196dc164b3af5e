"""Imports go down only: the floors of docs/ARCHITECTURE.md, checked in the source."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.paths import ROOT

SOURCES = sorted([*ROOT.glob("game/**/*.py"), *ROOT.glob("hardware/**/*.py")])

# (where, what must not be imported there, except in these files)
RULES = [
    ("game/rules", ("pygame", "numba", "serial", "hardware"), ()),
    ("game/rules", ("game.engine", "game.table", "game.screen", "game.cli"), ()),
    ("game/engine", ("pygame", "serial", "hardware"), ()),
    ("game/engine", ("game.table", "game.screen", "game.cli"), ()),
    ("game/table", ("pygame", "serial", "hardware", "game.screen", "game.cli"), ()),
    ("game/screen", ("serial", "game.cli"), ()),
    ("game", ("serial",), ()),
    ("hardware", ("pygame", "numba", "game.engine", "game.table"), ()),
    ("hardware", ("game.cli",), ()),
    ("hardware", ("game.screen",), ("hardware/tools/cli.py",)),  # the simulated board's window
    ("hardware", ("serial",), ("hardware/host/link.py",)),
    ("game/rules", ("random",), ("game/rules/walls.py",)),  # seeded tile layouts
    ("game/rules", ("time", "datetime"), ()),
]


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize(("folder", "banned", "exceptions"), RULES)
def test_floors(folder: str, banned: tuple[str, ...], exceptions: tuple[str, ...]) -> None:
    wrong = [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in SOURCES
        if path.is_relative_to(ROOT / folder) and str(path.relative_to(ROOT)) not in exceptions
        for name in imports(path)
        for ban in banned
        if name == ban or name.startswith(f"{ban}.")
    ]
    assert wrong == []


def test_no_file_outgrows_five_hundred_lines() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {lines}"
        for path in SOURCES
        if (lines := len(path.read_text(encoding="utf-8").splitlines())) > 500
    ]
    assert long == []
