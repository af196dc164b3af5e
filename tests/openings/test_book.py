"""The program's opening books are read, and files that are not books are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.openings.book import (
    FOLDER,
    FORMAT,
    BookError,
    BookPage,
    BookTurn,
    OpeningBook,
    book_of,
    file_of,
    read_book,
)
from game.openings.symmetry import key_of
from game.rules.registry import parse_setup
from tools.solve.book import write_book

FILES = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_line_of_a_book_is_legal(path: Path) -> None:
    book = read_book(path)
    game = parse_setup(book.setup)
    assert path == file_of(game.setup)
    assert key_of(game, game.start())[0] in book.pages
    assert book.setup in book.made
    for key, page in book.pages.items():
        state = game.from_position(key)
        for turn in page.turns:
            here = state
            for action in game.parse_turn(state, turn.text):
                here = game.advance(here, action)
            assert game.turns(here) == game.turns(state) + 1, (key, turn)
        assert page.turns[0].chance == max(turn.chance for turn in page.turns)


def test_there_are_books_of_three_games() -> None:
    games = {parse_setup(read_book(path).setup).key for path in FILES}
    assert games == {"more-or-less", "libra", "multiplicity"}
    assert book_of("multiplicity size=5") is not None
    assert book_of("less seed=1") is None


def test_a_book_is_written_as_it_is_read(tmp_path: Path) -> None:
    book = OpeningBook("multiplicity size=3", "by hand", {"turns=0 turn=white": PAGE})
    write_book(tmp_path / "book.json", book)
    found = read_book(tmp_path / "book.json")
    assert (found.setup, found.made, found.pages) == (book.setup, book.made, book.pages)


PAGE = BookPage(0.25, 47, (BookTurn("c3", 0.25, 40), BookTurn("a1", 0.125, 7)))
GOOD: dict[str, Any] = {
    "format": FORMAT,
    "version": 1,
    "setup": "libra size=4 mode=duel",
    "made": "by hand",
    "pages": {"turns=0 turn=p1": [0.5, 9, [["Wa4", 0.5, 9]]]},
}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"format": "chess"}, "no-book"),
        ({"version": 2}, "book-version"),
        ({"pages": None}, "no-book"),
        ({"pages": {"turn=p1": [0.5, 9, []]}}, "no-book"),
        ({"pages": {"turn=p1": [0.5, -1, [["Wa4", 0.5, 9]]]}}, "no-book"),
        ({"pages": {"turn=p1": [0.5, [["Wa4", 0.5, 9]]]}}, "no-book"),
        ({"pages": {"turn=p1": [0.5, 9, "Wa4"]}}, "no-book"),
        ({"pages": {"turn=p1": [1.5, 9, [["Wa4", 0.5, 9]]]}}, "no-book"),
        ({"pages": {"turn=p1": [0.5, 9, [["Wa4", 0.5]]]}}, "no-book"),
    ],
)
def test_what_is_no_book_is_refused(tmp_path: Path, changes: dict[str, Any], code: str) -> None:
    path = tmp_path / "book.json"
    path.write_text(json.dumps({**GOOD, **changes}), encoding="utf-8")
    with pytest.raises(BookError) as caught:
        read_book(path)
    assert caught.value.code == code


def test_what_is_no_json_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "book.json"
    path.write_text("turns", encoding="utf-8")
    with pytest.raises(BookError):
        read_book(path)


def test_turns_are_given_as_they_lie() -> None:
    game = parse_setup("multiplicity size=5")
    book = book_of(game.setup)
    assert book is not None
    for first in ("a5", "a9", "e1", "e9", "i1", "i5"):
        state = game.advance(game.start(), game.parse_action(game.start(), first))
        turns = book.turns(game, state)
        assert turns
        assert all(first not in game.turn_text(turn.actions).split(",") for turn in turns)
    assert book.turns(game, game.advance(state, game.legal(state)[0])) == [], "a turn begun"


def test_where_a_game_leaves_the_book() -> None:
    game = parse_setup("multiplicity size=5")
    book = book_of(game.setup)
    assert book is not None
    start = game.start()
    page = book.page(game, start)
    assert page is not None
    states, best = [start], book.turns(game, start)[0]
    assert book.departure(game, states) == (0, page.chance, False)
    states.append(best.after)
    known = book.departure(game, states)
    assert (known.turns, known.left) == (1, False)
    assert known.chance == pytest.approx(best.chance, abs=0.02)
    bound = next(action for action in game.legal(best.after))
    middle = game.advance(best.after, bound)
    assert book.departure(game, [*states, middle]) == (1, known.chance, True)
    while turns := book.turns(game, states[-1]):
        states.append(turns[0].after)
    end = book.departure(game, states)
    assert (end.turns, end.left) == (len(states) - 1, False)
    assert not book.departure(game, [*states, states[0]]).left, "the book ends here"
