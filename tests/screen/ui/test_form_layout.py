"""The layout of a form puts everything in the right place."""

from __future__ import annotations

import pygame
import pytest

from game.platform.theme import load_theme
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.layout import Card, button_flow, button_row, grid, labelled_rows, split_top
from game.screen.ui.tokens import Metrics
from game.screen.ui.widget import Form, Label

ROOM = pygame.Rect(10, 20, 600, 100)


@pytest.fixture
def canvas() -> Canvas:
    pygame.font.init()
    return Canvas(pygame.Surface((1, 1)), load_theme("paper"), Metrics(1280, 800))


def buttons(*labels: str) -> list[Button]:
    return [Button(label, lambda: None) for label in labels]


def test_a_grid_fills_its_room_row_by_row() -> None:
    cells = grid(ROOM, 3, 2, 10)
    assert [cell.topleft for cell in cells] == [(10, 20), (315, 20), (10, 75)]
    assert {cell.size for cell in cells} == {(295, 45)}


def test_the_rest_below_a_split_ends_where_the_room_ended() -> None:
    upper, rest = split_top(ROOM, 30, 5)
    assert (upper.topleft, upper.size) == (ROOM.topleft, (600, 30))
    assert (rest.top, rest.bottom) == (55, ROOM.bottom)


def test_the_first_button_stands_at_the_right_end(canvas: Canvas) -> None:
    form, made = Form(), buttons("First", "Second")
    left = button_row(form, canvas, made, ROOM)
    assert made[0].rect.right == ROOM.right
    assert made[1].rect.right < made[0].rect.left
    assert left == made[1].rect.left
    assert form.widgets == made


def test_buttons_shrink_to_their_row(canvas: Canvas) -> None:
    made = buttons("A rather long label", "Another long label")
    narrow = pygame.Rect(0, 0, 200, 50)
    assert button_row(Form(), canvas, made, narrow) < 0
    assert button_row(Form(), canvas, made, narrow, shrink=True) >= 0


def test_buttons_flow_into_further_rows_at_the_foot(canvas: Canvas) -> None:
    made = buttons("A rather long label", "Another long label", "Third")
    top = button_flow(Form(), canvas, made, pygame.Rect(0, 0, 300, 400))
    assert top == made[0].rect.top
    assert made[0].rect.bottom < made[1].rect.top
    assert made[-1].rect.bottom == 400


def test_a_label_takes_its_share_and_its_control_the_rest() -> None:
    form, made = Form(), buttons("One", "Two")
    labelled_rows(form, [("Name", made[0]), ("", made[1])], ROOM, 40, 30, 0.25)
    labels = [widget for widget in form.widgets if isinstance(widget, Label)]
    assert [label.rect for label in labels] == [pygame.Rect(10, 20, 142, 30)]
    assert made[0].rect == pygame.Rect(160, 20, 450, 30)
    assert made[1].rect == pygame.Rect(10, 60, 600, 30)


def test_a_card_is_centred_with_all_it_holds(canvas: Canvas) -> None:
    card = Card(Form(), canvas, 400, 30)
    card.space(50)
    place, button = card.row(20), card.add(buttons("One")[0], 60)
    rect = card.close()
    assert (rect.center, rect.size) == ((640, 400), (400, 130))
    assert place.topleft == (rect.left + 30, rect.top + 50)
    assert button.rect == pygame.Rect(rect.left + 30, place.bottom, 340, 60)
