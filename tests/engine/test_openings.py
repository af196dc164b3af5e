"""The engine plays from its opening book if the option is on, and searches when told to think."""

from __future__ import annotations

import pytest

from game.engine.bots.leveled import ENOUGH, BookPlayer
from game.openings.book import book_of
from game.rules.registry import parse_setup
from tests.engine.engine_tools import converse

SETUP = "multiplicity size=5"
ON = ("setoption name Book value true", "setoption name Seed value 3")


def answers(*lines: str) -> list[str]:
    """Return a session's answers to the lines, on a board that has a book."""
    return converse(f"setoption name Setup value {SETUP}", *lines)


def from_book(lines: list[str]) -> bool:
    return any(" book pv " in line for line in lines if line.startswith("info"))


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LESS_IS_MORE_PLAIN", "1")


@pytest.mark.parametrize("limit", ["go nodes 20", "go movetime 30", "go p1time 900 p2time 900"])
def test_a_turn_wanted_comes_from_the_book(limit: str) -> None:
    found = answers(*ON, "position startpos moves a5", limit)
    assert from_book(found)
    assert "nodes 0 " in found[-2]
    assert found[-1].startswith("bestmove ")
    assert found[-1].split()[1] in found[-2].split()


@pytest.mark.parametrize(
    "lines",
    [
        ("go nodes 20",),
        (*ON, "setoption name Level value 8", "go nodes 20"),
        (*ON, "setoption name Lines value 3", "go nodes 20"),
        (*ON, "setoption name Engine value tree", "go nodes 20"),
        (*ON, "go infinite", "stop"),
        (*ON, "position startpos moves a5 b4", "go nodes 20"),
        (*ON, "position startpos moves c5 d5,a5", "go nodes 20"),
        (*ON, "setoption name Setup value multiplicity size=7", "position startpos", "go nodes 9"),
    ],
)
def test_what_is_to_be_thought_about_is_searched(lines: tuple[str, ...]) -> None:
    found = answers(*lines)
    assert not from_book(found)
    assert found[-1].startswith("bestmove ")


def test_level_nine_knows_it_too() -> None:
    assert from_book(answers(*ON, "setoption name Level value 9", "go nodes 20"))


def test_the_option_is_off_and_takes_true_or_false() -> None:
    assert "option name Book type check default false" in answers("ugi")
    assert "error" in answers("setoption name Book value perhaps")[-1]


def test_being_asked_whether_it_is_ready_changes_no_turn() -> None:
    turns = {answers(*ON, *("isready",) * asked, "go nodes 20")[-1] for asked in range(4)}
    assert len(turns) == 1


def test_what_a_search_would_see_as_well_is_left_to_it() -> None:
    game = parse_setup(SETUP)
    book = book_of(SETUP)
    assert book is not None
    states = [game.from_position(key) for key in book.pages]
    known = [BookPlayer(game, 0.0, 1).think(state) is not None for state in states]
    enough = [page.visits >= ENOUGH for page in book.pages.values()]
    assert all(one <= other for one, other in zip(known, enough))
    assert sum(known) > 20


def test_equal_turns_are_drawn_and_lie_on_all_sides() -> None:
    game = parse_setup(SETUP)
    found = set()
    for seed in range(40):
        turn = BookPlayer(game, 0.0, seed).think(game.start())
        assert turn is not None
        assert turn.book
        assert game.parse_turn(game.start(), game.turn_text(turn.best)) == list(turn.best)
        found.add(game.turn_text(turn.best))
    book = book_of(SETUP)
    assert book is not None
    best = max(turn.chance for turn in book.turns(game, game.start()))
    good = [t for t in book.turns(game, game.start()) if best - t.chance <= 0.01]
    assert len(found) > 2 * len(good), "turned and mirrored"
