"""No two classes of the program have the same name."""

from __future__ import annotations

import ast
from collections import defaultdict

from game.platform.paths import ROOT
from tests.house.sources import files

PROGRAM = ("game", "hardware")
# A control on the screen, and a message of the wire protocol whose name is in the golden frames.
ALLOWED = {"Button"}


def repeated() -> dict[str, list[str]]:
    """Return each name that several classes share, with the files that define them."""
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
