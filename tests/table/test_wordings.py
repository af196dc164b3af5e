"""Refusals are data: every code raised has wordings, and every wording has its fields."""

from __future__ import annotations

import ast
import errno
import os
import string
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from game.library.errors import DatabaseError, ExportError
from game.platform import i18n
from game.platform.errors import CodedError, Wording, in_words
from game.platform.paths import ROOT
from game.rules import RulesError, errors
from game.rules.boards import parse_board
from game.rules.errors import WORDINGS
from game.rules.proposals import AllAgreed
from game.rules.registry import parse_setup
from game.table.errors import (
    ClockError,
    MatchError,
    ReadingError,
    RecordError,
    TreeError,
    WireError,
)
from game.table.match import Match
from game.table.record import dump, load
from game.table.spec import two_people

TABLES: dict[str, Mapping[str, Wording]] = {
    **{
        name: WORDINGS
        for name, kind in vars(errors).items()
        if isinstance(kind, type) and issubclass(kind, RulesError)
    },
    "ClockError": ClockError.wordings,
    "MatchError": MatchError.wordings,
    "RecordError": RecordError.wordings,
    "TreeError": TreeError.wordings,
    "WireError": WireError.wordings,
    "ReadingError": ReadingError.wordings,
    "DatabaseError": DatabaseError.wordings,
    "ExportError": ExportError.wordings,
}
# Readers with a helper that adds the file's name to an error, and the error that it raises.
READERS = {"boards.py": "BoardError", "record.py": "RecordError"}


class Raised(NamedTuple):
    """A place in the sources that raises an error."""

    place: str
    table: str
    codes: tuple[str, ...]
    fields: frozenset[str]


def constants(node: ast.expr, tree: ast.AST) -> tuple[str, ...]:
    """Return the possible codes of an argument: a constant, or the values of a name in the file."""
    if isinstance(node, ast.Constant):
        return (str(node.value),)
    if isinstance(node, ast.IfExp):
        return constants(node.body, tree) + constants(node.orelse, tree)
    name = ast.unparse(node)
    for other in ast.walk(tree):
        if isinstance(other, ast.Assign) and ast.unparse(other.targets[0]) == name:
            return constants(other.value, tree)
    return ()


def raised(path: Path) -> Iterator[Raised]:
    text = path.read_text(encoding="utf-8")
    if path.name not in READERS and not any(f"{name}(" in text for name in TABLES):
        return
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = ast.unparse(node.func)
        fields = {keyword.arg for keyword in node.keywords if keyword.arg}
        if name == "self._fail" and path.name in READERS:
            name = READERS[path.name]
            fields |= {"name"}
        elif any(keyword.arg is None for keyword in node.keywords):
            continue  # skips the helper itself, which passes its arguments on
        if name in TABLES:
            place = f"{path.relative_to(ROOT)}:{node.lineno}"
            yield Raised(place, name, constants(node.args[0], tree), frozenset(fields))


ALL = [found for path in sorted((ROOT / "game").rglob("*.py")) for found in raised(path)]


def places(text: str) -> set[str]:
    """Return the names of the fields in a text."""
    names = (name for _, name, _, _ in string.Formatter().parse(text) if name)
    return {name.partition(".")[0] for name in names}


def rows() -> list[tuple[str, Wording]]:
    kinds = (ClockError, MatchError, RecordError, TreeError)
    tables = (WORDINGS, *(kind.wordings for kind in kinds))
    return [row for table in tables for row in table.items()]


def test_raises_are_found() -> None:
    assert len(ALL) > 60


@pytest.mark.parametrize("found", ALL, ids=lambda found: found.place)
def test_every_code_has_its_wording_and_gets_its_fields(found: Raised) -> None:
    assert found.codes, "a code that cannot be read from the source"
    for code in found.codes:
        wording = TABLES[found.table][code]
        assert places(wording.exact) == found.fields, code


def test_every_wording_is_used() -> None:
    used = {(id(TABLES[found.table]), code) for found in ALL for code in found.codes}
    there = {(id(table), code) for table in TABLES.values() for code in table}
    assert there - used == set()


@pytest.mark.parametrize(("code", "wording"), rows())
def test_what_is_shown_uses_no_other_field(code: str, wording: Wording) -> None:
    assert places(wording.shown) <= places(wording.exact)
    assert "expected" not in wording.shown


@pytest.mark.parametrize("language", sorted(set(i18n.LANGUAGES) - {"en"}))
def test_every_wording_is_in_every_catalogue(language: str) -> None:
    i18n.set_language(language)
    try:
        fields_alone = ({"name", "why"}, {"why"})
        missing = [w.shown for _, w in rows() if places(w.shown) not in fields_alone]
        missing = [shown for shown in missing if i18n._(shown) == shown]
    finally:
        i18n.set_language("en")
    assert missing == []


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ("chess", "es gibt kein Spiel „chess“"),
        ("less walls=0123", "Stelle 4"),
        ("libra size=9", "size=9 ist keine Zahl von 2 bis 8"),
        ("libra size=3 obstacles=z9", "das Brett hat kein Feld z9"),
        ("more-or-less board=/nowhere/own.json", "es gibt die Datei nicht"),
    ],
)
def test_real_errors_are_said_in_german(setup: str, words: str) -> None:
    i18n.set_language("de")
    try:
        with pytest.raises(RulesError) as caught:
            parse_setup(setup)
        assert words in in_words(caught.value)
    finally:
        i18n.set_language("en")


def test_a_damaged_board_names_the_line() -> None:
    i18n.set_language("fr")
    try:
        with pytest.raises(RulesError) as caught:
            parse_board('{"points": ', "club.json")
        said = in_words(caught.value).replace("\N{NO-BREAK SPACE}", " ")
        assert said == "club.json n’est pas du JSON : ligne 1, colonne 12"
    finally:
        i18n.set_language("en")


def test_a_record_with_an_illegal_turn_says_which_and_why() -> None:
    match = Match(two_people("multiplicity size=3"))
    match.play(match.legal()[0])
    text = dump(match).replace(f'"{match.turns[0].text}"', '"z9"')
    i18n.set_language("de")
    try:
        with pytest.raises(RecordError) as caught:
            load(text, "club.json")
        said = in_words(caught.value)
    finally:
        i18n.set_language("en")
    assert said.startswith("Zug 1, z9: ")
    assert "expected" not in said


def test_an_error_carries_its_code_and_fields() -> None:
    with pytest.raises(CodedError) as caught:
        parse_setup("chess")
    assert (caught.value.code, caught.value.fields["name"]) == ("unknown-game", "chess")
    match = Match(two_people("more-or-less"))
    with pytest.raises(MatchError) as refused:
        match.submit_or_raise(AllAgreed("draw"))
    assert (refused.value.code, refused.value.fields) == ("no-draw", {"game": "More or Less"})


def test_what_the_system_says_is_translated_too() -> None:
    i18n.set_language("de")
    try:
        full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        assert in_words(full) == "der Datenträger ist voll"
    finally:
        i18n.set_language("en")


def test_what_nobody_foresaw_stays_as_it_is() -> None:
    assert in_words(ValueError("seven dwarfs")) == "seven dwarfs"
