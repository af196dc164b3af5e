"""A book of openings is made, continued after an interruption, and widened at likely lines."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.openings import book as books
from game.openings.book import BookTurn, read_book
from game.openings.symmetry import key_of
from game.rules.registry import parse_setup
from tools.solve.book_builder import BookBuilder, SearchedPosition
from tools.solve.command import main

SETUP = "multiplicity size=3"


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


def make(kept: Path, positions: int, *more: str) -> int:
    words = ["--nodes", "60", "--turns", "3", "--positions", str(positions), "--kept", str(kept)]
    return main(["book", *SETUP.split(), *words, *more])


def test_a_book_is_made_and_added_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(books, "FOLDER", tmp_path)
    kept = tmp_path / "kept.jsonl"
    assert make(kept, 3) == 0
    first = kept.read_text(encoding="utf-8")
    kept.write_text(first + '{"key": "cut o', encoding="utf-8")
    assert make(kept, 5, "--write") == 0
    assert kept.read_text(encoding="utf-8").startswith(first)
    assert len(BookBuilder(parse_setup(SETUP), 60, 3, kept).seen) == 5, (
        "nothing but the cut one is lost"
    )
    book = read_book(tmp_path / "multiplicity-size-3.json")
    assert len(book.pages) == 5
    assert book.setup == SETUP
    assert "solve book multiplicity size=3 --nodes 60" in book.made
    game = parse_setup(SETUP)
    assert key_of(game, game.start())[0] in book.pages
    assert "5 positions" in capsys.readouterr().out


def test_searches_of_another_length_or_setup_are_made_anew(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    assert make(kept, 2) == 0
    assert BookBuilder(parse_setup(SETUP), 60, 3, kept).seen.keys()
    assert not BookBuilder(parse_setup(SETUP), 61, 3, kept).seen
    assert not BookBuilder(parse_setup("multiplicity size=4"), 60, 3, kept).seen


def test_chances_go_from_the_ends_of_lines_to_the_start(tmp_path: Path) -> None:
    line = {
        "root": SearchedPosition(
            0, 0.5, ((BookTurn("a", 0.6, 9), "good"), (BookTurn("b", 0.5, 5), "bad"))
        ),
        "good": SearchedPosition(1, 0.3, ((BookTurn("c", 0.5, 9), "end"),)),
        "bad": SearchedPosition(1, 0.9, ((BookTurn("d", 0.9, 9), "other"),)),
    }
    growing = BookBuilder(parse_setup(SETUP), 60, 5, tmp_path / "none.jsonl")
    growing.seen, growing.root = line, "root"
    values = growing.values()
    assert values["good"] == pytest.approx(0.4), "between the whole and the best turn"
    assert values["root"] == pytest.approx(0.6)
    assert growing.next() == ["end"], "the line that gives nothing away"
    pages = growing.book("by hand").pages
    assert [turn.text for turn in pages["root"].turns] == ["a"], "the other gives away too much"
    assert (pages["root"].visits, pages["root"].turns[0].visits) == (180, 60)
    assert json.loads(json.dumps(pages["good"])) == [pytest.approx(0.4), 60, [["c", 0.5, 9]]]


def test_a_game_that_may_end_is_no_matter_of_a_book(tmp_path: Path) -> None:
    game = parse_setup("libra size=2 mode=target target=2")
    growing = BookBuilder(game, 40, 20, tmp_path / "kept.jsonl")
    while growing.grow():
        pass
    ends = {key for key, seen in growing.seen.items() if not seen.turns}
    pages = growing.book("by hand").pages
    assert ends
    assert pages.keys() == growing.seen.keys() - ends
    for key in ends:
        state = game.from_position(key)
        assert any(game.over(game.advance(state, action)) for action in game.legal(state))
