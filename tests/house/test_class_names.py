"""One name, one meaning: a class name stands for one class of the program."""

from __future__ import annotations

import ast
from collections import defaultdict

from game.platform.paths import ROOT
from tests.house.sources import files

PROGRAM = ("game", "hardware")
ALLOWED = {"Button"}  # a message of the wire protocol, as the golden frames name it, and a control


def repeated() -> dict[str, list[str]]:
    """Return class names that serve several classes, with the files that define them."""
    places = defaultdict(list)
    for path in files(*PROGRAM):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.relative_to(ROOT).as_posix())
    return {
        name: found
        for name, found in sorted(places.items())
        if len(found) > 1 and name not in ALLOWED
    }


def test_a_class_name_means_one_class() -> None:
    assert repeated() == {}
