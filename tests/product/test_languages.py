"""A language is one folder: the program finds the folder, and leaves out a damaged one."""

from __future__ import annotations

import gettext
import shutil
from pathlib import Path

import pytest

from game.platform import i18n

WORDS = 'name = "Suomi"\nenglish = "Finnish"\nquotes = ["”", "”"]\ndecimal = ","\n'


@pytest.fixture
def added(tmp_path: Path) -> Path:
    """Return a folder of languages with English and one more language."""
    catalogue = tmp_path / "fi" / "LC_MESSAGES"
    catalogue.mkdir(parents=True)
    french = i18n.LOCALE_FOLDER / "fr" / "LC_MESSAGES" / f"{i18n.DOMAIN}.mo"
    shutil.copy(french, catalogue)
    (tmp_path / "fi" / "language.toml").write_text(WORDS, encoding="utf-8")
    return tmp_path


def test_a_folder_is_a_language(added: Path) -> None:
    found = i18n.found_languages(added)
    assert list(found) == ["en", "fi"]
    assert found["fi"] == i18n.Language("Suomi", "Finnish", ",", quotes=("”", "”"))


def test_every_compiled_catalogue_is_a_language() -> None:
    compiled = {path.parts[-3] for path in i18n.LOCALE_FOLDER.glob("*/LC_MESSAGES/*.mo")}
    assert compiled | {"en"} == set(i18n.LANGUAGES)
    assert list(i18n.LANGUAGES.values())[1:] == sorted(list(i18n.LANGUAGES.values())[1:])


@pytest.mark.parametrize(
    "text",
    [
        "",
        "name = ",
        'name = "Suomi"\n',
        WORDS + "own = 1\n",
        WORDS + 'day = "{week}"\n',
        WORDS + "day = 3\n",
        WORDS.replace("Suomi", "x" * 100),
        WORDS.replace('["”", "”"]', '"”"'),
        WORDS.replace('["”", "”"]', "3"),
        WORDS + "#" * 2 * i18n.MOST_BYTES + "\nday = 3",
    ],
)
def test_a_damaged_folder_is_left_out(added: Path, text: str) -> None:
    (added / "fi" / "language.toml").write_text(text, encoding="utf-8")
    whole = text.startswith(WORDS + "##")  # if so, only the beginning of the file is read
    assert list(i18n.found_languages(added)) == (["en", "fi"] if whole else ["en"])


def test_bytes_that_are_no_text_are_left_out(added: Path) -> None:
    (added / "fi" / "language.toml").write_bytes(b"\xff\xfe\x00")
    assert list(i18n.found_languages(added)) == ["en"]


def test_a_language_without_catalogue_is_left_out(added: Path) -> None:
    shutil.rmtree(added / "fi" / "LC_MESSAGES")
    (added / "sv").write_text("no folder", encoding="utf-8")
    assert list(i18n.found_languages(added)) == list(i18n.found_languages(added / "no")) == ["en"]


@pytest.mark.parametrize("content", [b"", b"\xde\x12\x04\x95", b"x" * 100, None])
def test_a_damaged_catalogue_shows_english(added: Path, content: bytes | None) -> None:
    path = added / "fi" / "LC_MESSAGES" / f"{i18n.DOMAIN}.mo"
    path.write_bytes(path.read_bytes()[:5000] if content is None else content)
    assert type(i18n.read_catalogue("fi", added)) is gettext.NullTranslations
