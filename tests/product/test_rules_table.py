"""docs/reference/rules.md refers only to existing pages, names and tests."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

import pytest

from game.platform.paths import ROOT
from game.screen.app.routes import Route
from game.screen.rulebook.book import pages_of

GAMES = {"M": "more-or-less", "L": "less", "B": "libra", "X": "multiplicity"}
STATUS = re.compile(r"there|(in part|open|left out) \(.+\)")
SCENES = {route.__name__.lower() for route in Route.__subclasses__()}
SOURCES = ("game/rules", "game/games", "game/table", "workshop/fabrication")


class Row(NamedTuple):
    """A statement of the rules: number, status, and where it is implemented, shown and tested."""

    number: str
    rules: str
    page: str
    test: str
    status: str


def rows() -> list[Row]:
    found = []
    for line in (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.fullmatch(r"[MLBX]\d+", cells[0]):
            number, _statement, rules, page, test, status = cells
            found.append(Row(number, rules, page, test, status))
    return found


@cache
def text_of(folder: str) -> str:
    paths = sorted((ROOT / folder).rglob("*.py"))
    return "\n".join(path.read_text(encoding="utf-8") for path in paths)


def test_statements_are_numbered_one_by_one() -> None:
    for letter in GAMES:
        numbers = [row.number for row in rows() if row.number[0] == letter]
        assert numbers == [f"{letter}{n}" for n in range(1, len(numbers) + 1)]
        assert len(numbers) > 20


@pytest.mark.parametrize("row", rows(), ids=lambda row: row.number)
def test_what_a_statement_points_to_is_there(row: Row) -> None:
    assert STATUS.fullmatch(row.status)
    if row.rules:
        name = re.escape(row.rules.strip("`"))
        defined = rf"(def|class) {name}\b|^{name}\b|^[A-Z_, ]*\b{name}\b[A-Z_, ]*="
        assert any(re.search(defined, text_of(folder), re.MULTILINE) for folder in SOURCES)
    pages = [page.key for page in pages_of(GAMES[row.number[0]])]
    for place in filter(None, row.page.split(", ")):
        assert place.strip("`") in pages if place.startswith("`") else place in SCENES
    if row.test:
        assert f"def {row.test.strip('`')}(" in text_of("tests")
    said = row.rules or row.page or row.test
    assert said or not row.status.startswith("there"), "there, but nothing says where"


def test_the_tests_of_the_options_are_there() -> None:
    text = (ROOT / "docs" / "reference" / "rules.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`(test_\w+)`", text))
    assert len(named) > 30
    assert [name for name in named if f"def {name}(" not in text_of("tests")] == []
