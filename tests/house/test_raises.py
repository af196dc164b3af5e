"""Every public function that raises an exception documents it: "Raises X if ...".

The words may be in its own docstring, or in the docstring of the method that it overrides, of its
class or of its module.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from game.platform.paths import ROOT
from tests.house.sources import files

Function = ast.FunctionDef | ast.AsyncFunctionDef
HARMLESS = {"NotImplementedError"}  # raised by abstract methods, so it needs no mention


def names_in(node: ast.expr | None) -> set[str]:
    """Return the unqualified names of the exceptions in `raise X(...)` or `except (X, y.Z)`."""
    if isinstance(node, ast.Tuple):
        return set().union(*map(names_in, node.elts))
    if isinstance(node, ast.Call):
        node = node.func
    return {ast.unparse(node).rpartition(".")[2]} if node is not None else set()


def raised(node: ast.AST) -> set[str]:
    """Return the exceptions that can leave a statement, ignoring functions defined inside it."""
    if isinstance(node, ast.Raise):
        return names_in(node.exc) - HARMLESS
    if isinstance(node, ast.Try):
        caught = set().union(*(names_in(handler.type) for handler in node.handlers))
        rest = [*node.handlers, *node.orelse, *node.finalbody]
        inside: set[str] = set().union(*map(raised, node.body))
        return (inside - caught).union(*map(raised, rest))
    children = ast.iter_child_nodes(node)
    inner = [c for c in children if not isinstance(c, Function | ast.ClassDef | ast.Lambda)]
    return set().union(*map(raised, inner))


@dataclass
class Described:
    """A class with its bases and the docstrings of its methods."""

    bases: tuple[str, ...]
    words: dict[str, str] = field(default_factory=dict)


@cache
def classes() -> dict[str, Described]:
    found = {}
    for path in files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                methods = {f.name: words(f) for f in node.body if isinstance(f, Function)}
                bases = tuple(base.id for base in node.bases if isinstance(base, ast.Name))
                found[node.name] = Described(bases, methods)
    return found


def words(node: Function | ast.ClassDef | ast.Module) -> str:
    return ast.get_docstring(node) or ""


def inherited(owner: str, method: str) -> str:
    """Return the docstrings of a method in all base classes."""
    known = classes().get(owner)
    if known is None:
        return ""
    return " ".join(
        classes()[base].words.get(method, "") + inherited(base, method)
        for base in known.bases
        if base in classes()
    )


def functions(scope: ast.Module | ast.ClassDef, around: str) -> Iterator[tuple[Function, str]]:
    """Yield the public functions of a module or class, each with all docstrings that count."""
    around += words(scope)
    for node in scope.body:
        if isinstance(node, ast.ClassDef):
            yield from functions(node, around)
        elif isinstance(node, Function) and (node.name[0] != "_" or node.name == "__init__"):
            above = inherited(scope.name, node.name) if isinstance(scope, ast.ClassDef) else ""
            yield node, around + above + words(node)


def silent(path: Path) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for function, said in functions(tree, ""):
        found: set[str] = set().union(*map(raised, function.body))
        if "Raises" not in said and not any(name in said for name in found) and found:
            what = ", ".join(sorted(found))
            yield f"{path.relative_to(ROOT)}:{function.lineno} {function.name} raises {what}"


def test_what_raises_says_so() -> None:
    assert [line for path in files() for line in silent(path)] == []
