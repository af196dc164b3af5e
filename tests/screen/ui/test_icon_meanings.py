"""Every icon has one meaning, judged by the words beside it in the source of all scenes.

`icon_meanings.toml` has a meaning for each icon, and the words that may be beside it.  Enter a new
use under an icon with the same meaning; if there is none, the use needs a new icon.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from game.platform.toml import read_own
from game.screen.ui.icons import icons

GAME = ROOT / "game"
TABLE = read_own(Path(__file__).with_name("icon_meanings.toml"))
TRANSLATED = ("_", "N_", "ngettext")
# Keywords whose strings are not icons.
NO_ICON = ("name", "align", "style", "kind", "value", "key")
# Calls whose plain strings are not icons: "right", for instance, aligns text in a column.
NO_ICONS = ("text", "label", "Hint", "ListColumn", "Stepper", "NumberField", "field", "sound")
WORDS_OF_A_BUTTON = 5  # a text with more words is a message


def words_in(node: ast.expr) -> Iterator[str]:
    """Yield the words that an argument shows."""
    if isinstance(node, ast.IfExp):
        yield from words_in(node.body)
        yield from words_in(node.orelse)
    elif isinstance(node, ast.Call):
        called = node.func
        if isinstance(called, ast.Attribute) and called.attr == "format":
            yield from words_in(called.value)
        elif isinstance(called, ast.Name) and called.id in TRANSLATED and node.args:
            first = node.args[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value


def icons_in(node: ast.expr) -> Iterator[str]:
    if isinstance(node, ast.IfExp):
        yield from icons_in(node.body)
        yield from icons_in(node.orelse)
    elif isinstance(node, ast.Constant) and node.value in icons():
        yield str(node.value)


def parts_of(node: ast.AST) -> list[ast.expr]:
    """Return the parts of a call, tuple or list that may be an icon or its words."""
    if isinstance(node, ast.Tuple | ast.List):
        return node.elts
    if not isinstance(node, ast.Call):
        return []
    called = node.func
    name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
    if name in NO_ICONS:
        return []
    if name == "toast":  # its second argument is its mood
        return [*node.args[:1], *node.args[2:]]
    return [*node.args, *(word.value for word in node.keywords if word.arg not in NO_ICON)]


@cache
def uses() -> dict[str, dict[str, str]]:
    """Return the words beside each icon, with the file of each use."""
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for path in sorted(GAME.rglob("*.py")):
        if "screen" not in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            parts = parts_of(node)
            signs = [sign for part in parts for sign in icons_in(part)]
            if not isinstance(node, ast.Call):  # words with a format are text in a column
                parts = [part for part in parts if not isinstance(part, ast.Call) or part.args]
            said = [word for part in parts for word in words_in(part)]
            named = [word for word in said if len(word.split()) <= WORDS_OF_A_BUTTON]
            for sign, word in product(signs, named):
                found[sign][word] = str(path.relative_to(GAME))
    return found


@pytest.mark.parametrize("name", sorted(icons()))
def test_an_icon_stands_only_beside_words_of_its_meaning(name: str) -> None:
    known = TABLE[name]
    strange = {word: place for word, place in uses()[name].items() if word not in known["beside"]}
    assert not strange, f"{name} means {known['means']!r}: {strange}"
    gone = set(known["beside"]) - set(uses()[name])
    assert not gone, f"{name} no longer stands beside {sorted(gone)}"


def test_every_icon_has_a_meaning_of_its_own() -> None:
    assert sorted(TABLE) == sorted(icons())
    meanings = [one["means"] for one in TABLE.values()]
    assert len(set(meanings)) == len(meanings)


def test_the_same_words_have_the_same_icon() -> None:
    beside = defaultdict(set)
    for name, one in TABLE.items():
        for word in one["beside"]:
            beside[word].add(name)
    twice = {word: sorted(names) for word, names in beside.items() if len(names) > 1}
    assert not twice
