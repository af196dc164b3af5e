"""A celebration draws light and falling pieces in their real size, clear of texts and cards."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
import pytest
from pygame import Rect

from game.rules.events import Piece
from game.screen.boards import BoardView
from game.screen.play.celebration import COUNT, Celebration
from game.screen.ui.canvas import Canvas
from tests.screen.play.play_helpers import playing

BLANK = (1, 2, 3)
DIAMETER = 90
KINDS = [Piece("white", 0), Piece("black", 1)]
WORDS = [Rect(40, 180, 360, 60), Rect(40, 250, 300, 40)]


@pytest.fixture(scope="module")
def table() -> Iterator[tuple[Canvas, BoardView]]:
    with playing("multiplicity size=3", size=(1280, 800)) as (app, scene):
        app.draw()
        yield app.canvas, scene.view


def card_of(canvas: Canvas) -> Rect:
    return Rect(canvas.rect.width - 420, 0, 400, canvas.rect.height)


def placed(canvas: Canvas) -> Celebration:
    found = Celebration(1)
    card = card_of(canvas)
    found.place(canvas.rect.size, DIAMETER, WORDS, [card], card)
    return found


def lie(found: Celebration) -> None:
    found.hurried = True
    while not found.resting:
        found.update(1.0)


def changed(canvas: Canvas) -> pygame.mask.Mask:
    """Return the pixels that are no longer blank."""
    blank = pygame.mask.from_threshold(canvas.surface, BLANK, (1, 1, 1))
    blank.invert()
    return blank


def test_light_is_drawn_about_the_name_and_keeps_off_a_board(
    table: tuple[Canvas, BoardView],
) -> None:
    canvas, view = table
    found = placed(canvas)
    canvas.surface.fill(BLANK)
    found.draw_rays(canvas, (300, 300))
    assert changed(canvas).count() > 10_000
    canvas.surface.fill(BLANK)
    found.draw_rays(canvas, (300, 300), view)
    lit = changed(canvas)
    assert lit.count() > 10_000
    assert not lit.get_at(view.rect.center)


def test_pieces_that_lie_are_drawn_as_large_as_they_are_and_clear_of_the_card(
    table: tuple[Canvas, BoardView],
) -> None:
    canvas, view = table
    found = placed(canvas)
    lie(found)
    canvas.surface.fill(BLANK)
    found.draw_heap(canvas, view, KINDS)
    drawn = changed(canvas)
    assert found.heap is not None
    assert len(found.heap.bodies) == COUNT
    for body in found.heap.bodies:
        for x, y in ((0.0, 0.0), (0.8, 0.0), (-0.8, 0.0)):
            spot = round(body.x + x * body.radius), round(body.y + y * body.radius)
            if canvas.rect.collidepoint(spot):
                assert drawn.get_at(spot), (body.x, body.y, body.radius)
    whole = pygame.mask.Mask(canvas.rect.size)
    for body in found.heap.bodies:
        reach = 3 * body.radius  # includes its shadow
        whole.draw(
            pygame.mask.Mask((round(2 * reach), round(2 * reach)), fill=True),
            (round(body.x - reach), round(body.y - reach)),
        )
    whole.invert()
    assert not drawn.overlap(whole, (0, 0)), "nothing is drawn where no piece lies"
    assert not any(card_of(canvas).collidepoint(body.x, body.y) for body in found.heap.bodies)


def test_a_hidden_heap_is_seen_once_it_lies(table: tuple[Canvas, BoardView]) -> None:
    canvas, view = table
    found = placed(canvas)
    found.hidden = True
    found.update(0.1)
    canvas.surface.fill(BLANK)
    found.draw_heap(canvas, view, KINDS)
    assert not found.resting
    assert changed(canvas).count() == 0
    lie(found)
    found.draw_heap(canvas, view, KINDS)
    assert changed(canvas).count() > 0


def test_a_heap_stays_until_its_room_changes_and_lies_at_once_in_another(
    table: tuple[Canvas, BoardView],
) -> None:
    canvas, _view = table
    found = placed(canvas)
    heap = found.heap
    found.place(canvas.rect.size, DIAMETER, WORDS, [card_of(canvas)], card_of(canvas))
    assert found.heap is heap
    assert not found.hidden
    found.place(canvas.rect.size, DIAMETER, WORDS[:1], [card_of(canvas)], card_of(canvas))
    assert found.heap is not heap
    assert found.hidden


def test_a_heap_that_is_hurried_needs_fewer_frames(table: tuple[Canvas, BoardView]) -> None:
    frames = []
    for hurried in (False, True):
        found = placed(table[0])
        found.hurried = hurried
        number = 0
        while not found.resting:
            found.update(1 / 60)
            number += 1
        frames.append(number)
    assert 0 < 2 * frames[1] < frames[0]
