"""Which module imports which: read from the source, so that no import is overlooked.

Imports inside functions and those for type checking only count like all others.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from game.platform.paths import ROOT

Graph = Mapping[str, frozenset[str]]
PACKAGES = ("game", "hardware")


def files() -> list[Path]:
    """The source of the product: main.py and all modules of the packages."""
    inside = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return [ROOT / "main.py", *sorted(inside)]


def dotted(path: Path) -> str:
    """game/games/less/rules.py -> game.games.less.rules; a package is called as its folder."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports_of(tree: ast.AST) -> Iterable[str]:
    """Every name that is imported: `from a import b` may mean the module a.b or a name of a."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                yield f"{node.module}.{alias.name}"


@cache
def graph() -> Graph:
    """Module -> the modules of the product it imports, itself left out."""
    trees = {dotted(path): ast.parse(path.read_text(encoding="utf-8")) for path in files()}

    def module(name: str) -> str | None:
        while name and name not in trees:
            name = name.rpartition(".")[0]
        return name or None

    found = {name: {module(wanted) for wanted in imports_of(t)} for name, t in trees.items()}
    return {name: frozenset(m for m in wanted if m and m != name) for name, wanted in found.items()}


def circles(edges: Graph) -> list[list[str]]:
    """Groups of modules that reach each other (Tarjan 1972), sorted."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        order[name] = low[name] = len(order)
        stack.append(name)
        for other in edges[name]:
            if other not in order:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], order[other])
        if low[name] == order[name]:
            at = stack.index(name)
            group, stack[at:] = stack[at:], []
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(edges):
        if name not in order:
            visit(name)
    return sorted(found)
