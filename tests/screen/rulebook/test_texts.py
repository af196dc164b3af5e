"""In files of texts, the allowed contents are read, and a sentence refuses everything else."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from game.platform.paths import ROOT
from game.rules.plugin import Plugin
from game.rules.registry import titles
from game.screen.plugin.pages import Example, Paragraph
from game.screen.plugin.registry import lesson_of
from game.screen.plugin.texts import ContentError, read_lesson, read_pages
from game.screen.rulebook import book
from game.screen.rulebook.book import pages_of
from game.screen.rulebook.scene import RulesScene
from tests.screen.screens import make_app, texts

PAGE = """
[[page]]
key = "aim"
title = "What it is about"
words = "Bring them home."

[page.example]
setup = "here"
note = "The board."
"""
LESSON = """
setup = "less"
after = "less"
farewell = "Won."

[[step]]
say = "Go."
reason = "Not yet."
"""


def page_file(folder: Path, text: str) -> Path:
    path = folder / "rulebook.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_paragraphs_are_wrapped_anywhere_and_name_their_kind(tmp_path: Path) -> None:
    words = '"""\nOne\n  line.\n\ntip: Look\nahead: twice.\n\nours: A clock.\n"""'
    text = PAGE.replace('"Bring them home."', words)
    (page,) = read_pages(page_file(tmp_path, text))
    assert page.words == (
        Paragraph("One line."),
        Paragraph("Look ahead: twice.", "tip"),
        Paragraph("A clock.", "ours"),
    )


def test_setups_are_named_and_modes_follow_the_words(tmp_path: Path) -> None:
    text = '[setups]\nhere = "less seed=3"\n' + PAGE.replace("words", "modes = true\nwords")
    (page,) = read_pages(page_file(tmp_path, text), ["Alone you count."])
    assert isinstance(page.shows, Example)
    assert page.shows.position.setup == "less seed=3"
    assert page.words[-1] == Paragraph("Alone you count.", "ours")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('key = "aim"', "", "page 1 key: found nothing, expected text"),
        ('key = "aim"', "key = 3", "page 1 key: found 3, expected text"),
        ("note", "notes", "page 1 example note: found nothing, expected text"),
        (
            '"The board."',
            '"The board."\nmarks = 1',
            "page 1 example marks: found a field of this name, expected one that is known here",
        ),
        ("[page.example]", "[page]", "TOML: found Cannot declare"),
        ("[page.example]", "[page.sample]", "page 1: found 0 of them, expected an example, a task"),
        (
            '"The board."',
            '"The board."\n[[page.example.move]]\nnote = "So."\ngroups = "yes"',
            "page 1 example move 1 groups: found 'yes', expected true or false",
        ),
        (
            '"The board."',
            '"The board."\n[[page.example.move]]\nnote = "So."\nmarks.target = ["a1"]',
            "page 1 example move 1 marks target: found ['a1'], expected text",
        ),
        ("[[page]]", "[[pages]]", "pages: found a field of this name"),
        ('title = "What', 'title = "" "What', "TOML: found"),
    ],
)
def test_a_wrong_page_is_told_by_file_field_and_what_is_expected(
    tmp_path: Path, old: str, new: str, complaint: str
) -> None:
    text = PAGE.replace(old, new, 1)
    if new == "[[pages]]":
        text = text.replace("[page.", "[pages.")
    with pytest.raises(ContentError) as caught:
        read_pages(page_file(tmp_path, text))
    assert str(caught.value).startswith(f"rulebook.toml: {complaint}")


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ("", "step 1 wants: found nothing, expected text"),
        ("wants = 1", "step 1 wants: found 1, expected text"),
        ('wants = "e1-d1"\nfind = "yes"', "step 1 find: found 'yes', expected true or false"),
        ('wants = "e1-d1"\nreply = 1', "step 1 reply: found 1, expected text"),
        ('wants = "e1-d1"\nhint = "no"', "step 1 hint: found a field of this name"),
    ],
)
def test_a_wrong_lesson_is_told_the_same_way(tmp_path: Path, more: str, complaint: str) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text(LESSON + more, encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        read_lesson(path)
    assert str(caught.value).startswith(f"lesson.toml: {complaint}")


def test_without_files_there_is_nothing(tmp_path: Path) -> None:
    assert read_pages(tmp_path / "rulebook.toml") == ()
    assert read_lesson(tmp_path / "lesson.toml") is None


@pytest.fixture
def unread() -> Iterator[None]:
    """Clear the caches of texts before and after a test."""
    for cached in (pages_of, lesson_of):
        cached.cache_clear()
    yield
    for cached in (pages_of, lesson_of):
        cached.cache_clear()


def test_texts_that_cannot_be_read_leave_the_program_running(
    tmp_path: Path, unread: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guided first game is not offered then, and a page of the rules says what is wrong."""
    page_file(tmp_path, PAGE.replace("here", "less seed=3"))
    (tmp_path / "lesson.toml").write_text("steps = 1", encoding="utf-8")
    monkeypatch.setattr(Plugin, "folder", lambda plugin, part: tmp_path)
    assert lesson_of("less") is None
    first, last = pages_of("less")
    assert first.key == "aim"
    assert last.words[0].text == "lesson.toml: setup: found nothing, expected text"
    assert isinstance(last.shows, Example)
    assert book.build(last.shows.position)[0].key == "less"


EXAMPLE = """
[page.example]
setup = "less seed=3"
note = "The board."
"""
TASK = """
[page.task]
setup = "less seed=3"
prompt = "Step."
goal = "turn"
solution = "e2-e3"
praise = "Done."
"""


@pytest.mark.parametrize(
    ("shows", "complaint"),
    [
        (EXAMPLE.replace("seed=3", "sead=3"), "exactly one of walls=, tiles= and seed= is needed"),
        (EXAMPLE + 'position = { seats = ["z9", ""] }', "position: found"),
        (EXAMPLE + 'position = { black = "a1" }', "position: found"),
        (EXAMPLE + '[[page.example.move]]\nnote = "."\nactions = "e2-e9"', "there is no point e9"),
        (EXAMPLE + '[[page.example.move]]\nnote = "."\nmarks.hint = "a1 z9"', "points: found z9"),
        (TASK.replace('"turn"', '"turns"'), "page aim goal: found turns, expected one of train"),
        (TASK.replace("e2-e3", "a1-z9"), "there is no point z9"),
        ('[page.puzzle]\nkind = "x"\nprompts = ["?"]\nsetups = ["less seed=3"]', "kind: found x"),
    ],
)
def test_a_page_that_the_game_cannot_show_says_so_on_its_board(
    tmp_path: Path, unread: None, monkeypatch: pytest.MonkeyPatch, shows: str, complaint: str
) -> None:
    page_file(tmp_path, PAGE.partition("[page.example]")[0] + shows)
    monkeypatch.setattr(Plugin, "folder", lambda plugin, part: tmp_path)
    app = make_app(RulesScene("less"))
    assert complaint in " ".join(texts(app))
    app.close()


def test_every_page_can_be_shown() -> None:
    for key in titles():
        for page in pages_of(key):
            book.check_page(page)


def test_every_game_has_its_texts_in_its_folder() -> None:
    for key in titles():
        folder = ROOT / "game" / "games" / key.replace("-", "_") / "texts"
        assert {path.name for path in folder.iterdir()} == {
            *("about.toml", "rulebook.toml", "lesson.toml", "campaign.toml")
        }
