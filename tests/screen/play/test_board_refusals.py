"""Illegal moves on the sensor board are explained as on the screen, in the same place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from game.screen.plugin.refusals import refusal
from tests.screen.play.test_board_questions import Table
from tests.screen.wooden import has_layout, hurry_boards

WALLS = "less walls=" + "0" * 60


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Open boards with a fast clock and without a window."""
    hurry_boards(monkeypatch)


@contextmanager
def laid(setup: str) -> Iterator[Table]:
    table = Table(setup)
    try:
        assert table.until(lambda: has_layout(table.session, table.game))
        table.lay_start()
        assert table.until(table.ready)
        yield table
    finally:
        table.app.close()


def told(table: Table, points: tuple[str, ...], sentence: str) -> None:
    """Check that the note beside the last point has these words, and that nothing was played."""
    scene = table.scene
    before = len(scene.match.entries)
    assert table.until(lambda: scene.hints.note is not None)
    note = scene.hints.note
    assert note is not None
    assert note.text == sentence
    assert note.text == refusal(scene.game, scene.match.state, points).text
    assert note.at == scene.board.view.position(points[-1])
    assert scene.hints.points == points
    assert len(scene.match.entries) == before


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("c4", "Pieces go up, down, left or right, never diagonally."),
        ("e6", "A step goes one square, a leap exactly two."),
    ],
)
def test_a_piece_set_down_where_it_may_not_go(target: str, sentence: str) -> None:
    """A square nearer to the piece would be read as several steps of the turn."""
    with laid(WALLS) as table:
        table.rest(2.0)
        assert table.scene.hints.note is None
        table.put("e2", None)
        table.rest(1.0)
        table.put(target, white=True)
        told(table, ("e2", target), sentence)


def test_a_stone_placed_where_the_rules_want_none() -> None:
    with laid("multiplicity size=3") as table:
        table.put("c3", white=True)
        assert table.until(lambda: len(table.scene.match.entries) == 1)
        table.put("a3", white=False)
        told(table, ("a3",), "The bound stone must touch c3, the last stone placed.")
        table.put("a3", None)
        table.put("c4", white=False)
        assert table.until(lambda: len(table.scene.match.entries) == 2)
        assert table.scene.hints.count == 1, "the hand was refused once"


def test_a_stone_of_the_wrong_colour_is_no_question_of_points() -> None:
    with laid("multiplicity size=3") as table:
        table.put("c3", white=False)
        sensor_board = table.scene.sensor_board
        assert sensor_board is not None
        assert table.until(lambda: sensor_board.faults == ("c3",))
        assert table.scene.hints.note is None
