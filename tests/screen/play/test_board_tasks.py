"""All corrections that the board needs are listed beside the names until they are made."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import pygame
import pytest

from game.platform.theme import load_theme
from game.screen.app.app import App
from game.screen.play.board_tasks import BoardTasks, draw_tasks
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import Metrics
from tests.screen.play.test_board_questions import Table
from tests.screen.screens import recorded
from tests.screen.wooden import has_layout, hurry_boards
from tests.support.text_recorder import TextRecorder

LONG_S = 12.0  # board seconds, twice as long as a message stays
TITLE = "On the sensor board"
# Two pieces are missing, and one shows its wrong side.
AMISS = {"b5": None, "a6": None, "e1": False}
RIGHT = {"b5": False, "a6": False, "e1": True}


@pytest.fixture(params=[(800, 600), (480, 800)], ids=["wide", "upright"])
def table(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    hurry_boards(monkeypatch)
    table = Table("less walls=" + "0" * 60, request.param, TextRecorder())
    assert table.until(lambda: has_layout(table.session, table.game))
    table.lay_start()
    assert table.until(table.ready)
    yield table
    table.app.close()


def written(app: App) -> TextRecorder:
    app.draw()
    return recorded(app)


def listed(table: Table) -> list[str]:
    """Return the sentences about corrections on the screen, about single ones or several."""
    view = table.session.view()
    wanted = {*view.sentences, *view.summary}
    return [one.text for one in written(table.app) if one.text in wanted]


def names(sentences: list[str], points: Collection[str]) -> bool:
    """Return whether the screen names exactly these points as wrong."""
    told = " ".join(sentences)
    return [point for point in AMISS if point in told] == [p for p in AMISS if p in points]


def test_all_is_listed_until_it_is_right_and_no_name_is_covered(table: Table) -> None:
    seats = {card.name for card in table.scene.cards()}
    for point, white in AMISS.items():
        table.put(point, white)
    assert table.until(lambda: len(table.session.view().sentences) == len(AMISS))
    wrong = list(AMISS)
    while wrong:
        table.rest(LONG_S)
        assert names(listed(table), wrong), "nothing has passed by"
        drawn = written(table.app)
        assert seats <= {one.text for one in drawn}
        covered = {text for pair in drawn.overlaps() for text in (pair[0].text, pair[1].text)}
        assert not covered & seats
        point = wrong.pop(0)
        table.put(point, RIGHT[point])
        assert table.until(lambda: len(table.session.view().sentences) == len(wrong))
    board = table.scene.sensor_board
    assert board is not None
    assert table.until(lambda: board.tasks is None)
    assert TITLE not in [one.text for one in written(table.app)]


def test_a_list_without_room_is_drawn_short_and_small() -> None:
    recorder = TextRecorder()
    surface = pygame.Surface((400, 300))
    canvas = Canvas(surface, load_theme("walnut"), Metrics(1280, 800), recorder)
    long = tuple(f"Put a black counter on {point}: it is missing" for point in ("a1", "b2", "c3"))
    rooms = [pygame.Rect(20, 20, 240, 20), pygame.Rect(20, 100, 240, 60)]
    draw_tasks(canvas, BoardTasks(long, ("3 points are wrong",)), rooms)
    assert [one.text for one in recorder.drawn] == [TITLE, "3 points are wrong"]
    title, words = recorder.drawn
    assert title.rect.top >= rooms[1].top
    assert words.pixels < title.pixels, "in the smallest type"
