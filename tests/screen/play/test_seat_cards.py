"""Everything on a seat's card is within the card, and nothing on it overlaps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest
from pygame import Rect

from game.rules.events import Piece
from game.screen.boards import BoardView
from game.screen.play.seat_cards import SeatCard, draw_seat
from game.screen.ui.canvas import Canvas
from tests.screen.play.play_helpers import playing
from tests.support.text_recorder import DrawnText, TextRecorder

PLAIN = SeatCard("Ada", "Engine 4", "", Piece("white", 0), "", active=False)
TIMED = replace(PLAIN, clock="12:34", beside="+5")
CARDS = {
    "plain": PLAIN,
    "a long name": replace(PLAIN, name="Maximiliane von Hohenstein-Rothenburg"),
    "to move": replace(PLAIN, active=True),
    "a clock": TIMED,
    "the last seconds": replace(TIMED, clock="0:09.8", alarm=True, active=True),
    "periods": replace(TIMED, beside="3×30", active=True),
    "the time taken": replace(PLAIN, used="03:21"),
    "a series": replace(TIMED, points="2.5", active=True),
    "an offer": replace(TIMED, note="offers a draw"),
    "an opponent": replace(PLAIN, opponent="echo", points="1"),
    "won": replace(TIMED, won=True, piece=None, icon="person"),
}
LARGE, SMALL = (300, 150), (300, 66)  # design pixels


@pytest.fixture(scope="module")
def table() -> Iterator[tuple[Canvas, BoardView]]:
    with playing("multiplicity size=3", size=(1280, 800)) as (app, scene):
        app.draw()
        yield app.canvas, scene.view


def drawn(
    table: tuple[Canvas, BoardView], card: SeatCard, size: tuple[int, int]
) -> tuple[Rect, list[DrawnText]]:
    """Return the card's rectangle and the texts on it."""
    canvas, view = table
    rect = Rect(canvas.px(400), canvas.px(300), *map(canvas.px, size))
    before, canvas.recorder = canvas.recorder, TextRecorder()
    try:
        draw_seat(canvas, view, rect, card)
        assert canvas.recorder.overlaps() == []
        return rect, list(canvas.recorder)
    finally:
        canvas.recorder = before


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["large", "small"])
@pytest.mark.parametrize("kind", CARDS)
def test_all_that_a_card_says_is_on_it_beside_the_mark(
    table: tuple[Canvas, BoardView], kind: str, size: tuple[int, int]
) -> None:
    card = CARDS[kind]
    rect, texts = drawn(table, card, size)
    for one in texts:
        assert rect.contains(one.rect), one
        assert one.cut == (kind == "a long name" and one.text.startswith("Maxi")), one
    said = [one.text for one in texts]
    wanted = [card.note or card.name] if size == SMALL else [card.name, card.note or card.kind]
    for words in (*wanted, card.clock, card.beside):
        assert any(words in text for text in said), words
    assert (card.used in said) == (size == LARGE and bool(card.used)) or not card.used
    assert (card.points in said) == (size == LARGE and bool(card.points)) or not card.points


@pytest.mark.parametrize("size", [LARGE, SMALL], ids=["large", "small"])
def test_who_is_to_move_has_an_arrow_at_the_right_that_words_leave_free(
    table: tuple[Canvas, BoardView], size: tuple[int, int]
) -> None:
    card = replace(TIMED, name="Maximiliane von Hohenstein-Rothenburg", clock="1:12:34")
    ends = []
    for active in (False, True):
        rect, texts = drawn(table, replace(card, active=active), size)
        clock = next(one for one in texts if one.text == card.clock)
        ends.append(rect.right - clock.box.right)
    assert ends[1] >= ends[0] + table[0].px(20)


@pytest.mark.parametrize(("kind", "signed"), [("a clock", False), ("periods", True), ("won", True)])
def test_an_arrow_or_a_cup_is_drawn_in_the_lower_corner(
    table: tuple[Canvas, BoardView], kind: str, signed: bool
) -> None:
    canvas, _view = table
    rect, _texts = drawn(table, CARDS[kind], LARGE)
    corner = Rect(0, 0, canvas.px(30), canvas.px(30))
    corner.center = rect.right - canvas.px(32), rect.bottom - canvas.px(32)
    colours = set(pygame.surfarray.array2d(canvas.surface.subsurface(corner)).flat)
    assert (len(colours) > 3) == signed


def test_time_taken_stands_behind_its_sign(table: tuple[Canvas, BoardView]) -> None:
    rect, texts = drawn(table, CARDS["the time taken"], LARGE)
    taken = next(one for one in texts if one.text == "03:21")
    named = next(one for one in texts if one.text == "Ada")
    assert taken.rect.left > rect.left + table[0].px(40), "a clock is drawn there"
    assert taken.rect.top > named.rect.bottom
