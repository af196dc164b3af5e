"""Refusals in the reader's language: every message of rules and records has its sentence."""

from __future__ import annotations

import ast
import errno
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from game import i18n
from game.paths import ROOT
from game.rules import RulesError, parse_setup
from game.rules.boards import parse_board
from game.table.complaints import RECORDS, TABLES, _pattern, in_words, translated
from game.table.match import Match
from game.table.record import RecordError, load
from game.table.spec import two_people

# Internal: a wrong call of the program, never shown.
NOT_SHOWN = ("are not adjacent",)
# Files whose messages all begin with what they complain of.
PREFIX = {"boards.py": "board own.json: ", "record.py": "game.json: ", "match.py": ""}


def sample(node: ast.expr) -> str:
    """A message as it may read, with something in every place."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    assert isinstance(node, ast.JoinedStr)
    parts = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        else:
            assert isinstance(part, ast.FormattedValue)
            name = ast.unparse(part.value)
            why = "d4 knows no draw" if name == "error" else "x7"
            source = "game.json" if name in ("source", "self.source", "path.name") else why
            parts.append(f"'{source}'" if part.conversion == ord("r") else source)
    return "".join(parts)


def raised(path: Path) -> Iterator[str]:
    """The messages of one file: what is raised, and what is handed to `_fail`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        call = node.exc if isinstance(node, ast.Raise) else node
        refusal = isinstance(node, ast.Return) and path.name == "base.py"
        if refusal and isinstance(node.value, ast.JoinedStr):
            yield sample(node.value)
        if not isinstance(call, ast.Call) or not call.args:
            continue
        name = ast.unparse(call.func)
        first = call.args[0]
        if not isinstance(first, ast.JoinedStr | ast.Constant) or not isinstance(
            getattr(first, "value", ""), str
        ):
            continue
        if name == "self._fail":
            yield PREFIX[path.name] + sample(first)
        elif (
            isinstance(node, ast.Raise)
            and name.endswith(
                ("RulesError", "SetupError", "BoardError", "NotationError", "IllegalAction")
            )
        ) or (isinstance(node, ast.Raise) and name.endswith(("MatchError", "RecordError"))):
            yield sample(first)


def all_messages() -> list[str]:
    files = [*(ROOT / "game/rules").glob("*.py")]
    files += [ROOT / "game/table" / name for name in ("match.py", "record.py", "library.py")]
    found = [message for path in sorted(files) for message in raised(path)]
    frame = "game.json: x7"  # of `_fail` itself, round the messages handed to it
    return [message for message in found if not message.endswith((*NOT_SHOWN, frame))]


def test_messages_are_found() -> None:
    assert len(all_messages()) > 60


@pytest.mark.parametrize("message", all_messages())
@pytest.mark.parametrize("language", ["fr", "de"])
def test_every_message_has_its_sentence(message: str, language: str) -> None:
    i18n.set_language(language)
    try:
        there = translated(message)
        i18n.set_language("en")
        here = translated(message)
    finally:
        i18n.set_language("en")
    assert here, message
    assert there, message
    assert here != there, "shown in the language in use"
    assert "expected" not in here
    assert "{" not in there


def test_every_pattern_is_the_message_of_something() -> None:
    messages = all_messages()
    for table in TABLES:
        for template, _sentence in table:
            if (template, _sentence) == RECORDS[-1]:
                continue  # a record's frame round an error of the rules
            assert any(_pattern(template).fullmatch(text) for text in messages), template


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ("chess", "es gibt kein Spiel „chess“"),
        ("less walls=0123", "Stelle 4"),
        ("libra size=9", "size=9 ist keine Zahl von 3 bis 7"),
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
    from game.table.record import dump

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


def test_what_the_system_says_is_translated_too() -> None:
    i18n.set_language("de")
    try:
        full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        assert in_words(full) == "der Datenträger ist voll"
    finally:
        i18n.set_language("en")


def test_what_nobody_foresaw_stays_as_it_is() -> None:
    assert in_words(ValueError("seven dwarfs")) == "seven dwarfs"
