"""Text is read and written correctly: error codes, sentences, languages, terminals, code pages."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from game.platform.codes import ALPHABET, new_code, normalized
from game.platform.errors import LONGEST, in_words
from game.platform.i18n import LANGUAGES, LOCALE_FOLDER, found_languages, read_language
from game.platform.i18n import system_language as language_of_the_system
from game.platform.sanitize import one_line, sanitized, say
from game.platform.text_encoding import decode_text


def test_a_code_may_be_typed_in_any_way() -> None:
    code = new_code()
    plain = code.replace("-", "")
    for typed in (code, code.lower(), f" {plain[:3]} {plain[3:]}\n"):
        assert normalized(typed) == plain
    assert set(plain) <= set(ALPHABET)


def test_an_error_without_a_number_keeps_its_own_words() -> None:
    assert in_words(OSError("no such room")) == "no such room"
    assert in_words(ValueError()) == "ValueError"
    assert in_words(ValueError("x" * LONGEST)) == "x" * LONGEST
    assert in_words(ValueError("x" * (LONGEST + 1))) == "x" * (LONGEST - 1) + "…"


def test_languages_are_those_with_a_folder_that_can_be_read() -> None:
    found = found_languages()
    assert list(found) == list(LANGUAGES)
    folders = {path.parent.name for path in LOCALE_FOLDER.glob("??/language.toml")}
    assert set(found) == folders | {"en"}
    assert found["de"].quotes == ("„", "“")


@pytest.mark.parametrize(
    "line", ['name = ""', f'name = "{"x" * 41}"', "decimal = 3", 'quotes = ["„"]']
)
def test_a_language_with_a_text_that_is_none_is_refused(tmp_path: Path, line: str) -> None:
    told = {"name": '"N"', "english": '"E"', "decimal": '","', "quotes": '["a", "b"]'}
    path = tmp_path / "language.toml"
    path.write_text("\n".join(f"{key} = {value}" for key, value in told.items()))
    assert read_language(path).name == "N"
    key, value = line.split(" = ", 1)
    path.write_text("\n".join(f"{key} = {value}" for key, value in (told | {key: value}).items()))
    with pytest.raises((ValueError, TypeError)):
        read_language(path)


@pytest.mark.parametrize("first", ["LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"])
def test_the_first_that_names_a_language_decides(
    first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")
    for name in names:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(first, "xx_YY:de_AT.UTF-8" if first == "LANGUAGE" else "de_AT.UTF-8")
    for name in names[names.index(first) + 1 :]:
        monkeypatch.setenv(name, "fr_FR.UTF-8")
    assert language_of_the_system() == "de"


def test_what_a_terminal_would_obey_is_replaced() -> None:
    assert sanitized("a\r\nb\rc\td\x1b[2J") == "a\nb\ufffdc\td\ufffd[2J"
    assert one_line("a\r\nb\tc") == "a b c"


def test_what_is_said_is_seen_at_once() -> None:
    shown = io.BytesIO()
    file = io.TextIOWrapper(shown, encoding="utf-8", newline="\n")
    say("Zoë\x1b", file)
    assert shown.getvalue().decode() == "Zoë\ufffd\n"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-16", "utf-8-sig", "utf-32"])
def test_text_of_wide_signs_is_known_with_a_mark_or_without(encoding: str) -> None:
    assert decode_text("Zoë Müller, 3 Punkte\n".encode(encoding)) == (
        "Zoë Müller, 3 Punkte\n",
        encoding,
    )


@pytest.mark.parametrize(
    ("names", "encoding"),
    [("Алексей Фёдоров, Ольга", "cp1251"), ("Jürgen Müller, Zoë", "cp1252")],
)
def test_a_code_page_is_known_by_what_stands_beside_its_letters(names: str, encoding: str) -> None:
    assert decode_text(names.encode(encoding)) == (names, encoding)
