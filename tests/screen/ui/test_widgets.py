"""Keyboard, mouse and finger each operate all widgets and the focus."""

from __future__ import annotations

from functools import partial
from typing import Any

import pygame
import pytest

from game.screen.app.app import App
from game.screen.ui.button import Button
from game.screen.ui.choosers import Levels, Segment, SegmentOption, Slider, Stepper, Toggle
from game.screen.ui.icons import icon, icons
from game.screen.ui.input import Pointer
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.text_field import TextField
from game.screen.ui.widget import Widget
from tests.screen.screens import FRAME, click, key, make_app, press, recorded, texts, write
from tests.screen.ui.bench import Bench


def bench(*widgets: Widget) -> tuple[App, Bench]:
    scene = Bench(*widgets)
    app = make_app(scene)
    app.draw()
    return app, scene


def grid(pressed: list[str]) -> list[Button]:
    """Return four buttons in two rows: a and b, below them c and d."""
    made = []
    for number, name in enumerate("abcd"):
        button = Button(name, partial(pressed.append, name), name=name)
        made.append(button.at((100 + 200 * (number % 2), 100 + 100 * (number // 2), 150, 60)))
    return made


def test_arrows_go_to_the_nearest_in_their_direction() -> None:
    app, scene = bench(*grid([]))
    visited = []
    for command in ("right", "down", "left", "up", "up"):
        press(app, command)
        assert scene.form.focused
        visited.append(scene.form.focused.name)
    assert visited == ["b", "d", "c", "a", "a"]


def test_tab_goes_round_in_order_and_skips_what_is_off() -> None:
    buttons = grid([])
    buttons[1].enabled = False
    app, scene = bench(*buttons)
    visited = []
    for command in ("next", "next", "next", "previous"):
        press(app, command)
        assert scene.form.focused
        visited.append(scene.form.focused.name)
    assert visited == ["c", "d", "a", "d"]


def test_enter_click_and_tap_press_a_button() -> None:
    pressed: list[str] = []
    app, _scene = bench(*grid(pressed))
    press(app, "accept")
    click(app, (310, 110))
    click(app, (110, 210), touch=True)
    assert pressed == ["a", "b", "c"]


def test_a_click_let_go_elsewhere_presses_nothing() -> None:
    pressed: list[str] = []
    app, _scene = bench(*grid(pressed))
    app.frame(FRAME, [Pointer("down", (110, 110))])
    app.frame(FRAME, [Pointer("up", (700, 700))])
    assert pressed == []


def test_a_disabled_button_does_nothing() -> None:
    pressed: list[str] = []
    buttons = grid(pressed)
    buttons[0].enabled = False
    app, _scene = bench(*buttons)
    click(app, (110, 110))
    assert pressed == []


def test_the_focus_is_always_drawn() -> None:
    """The ring's colour appears around the widget that has the focus."""
    app, scene = bench(*grid([]))
    app.draw()
    focus = app.theme.ui.focus
    for widget in scene.form.widgets:
        scene.form.focus(widget)
        app.draw()
        ring = [
            app.window.surface.get_at((widget.rect.centerx, widget.rect.top - n))[:3]
            for n in range(1, 9)
        ]
        assert focus in ring


def test_segment() -> None:
    chosen: list[int] = []
    options = [SegmentOption(n, str(n), enabled=n != 1) for n in range(4)]
    segment = Segment(options, 0, chosen.append).at((100, 100, 400, 50))
    app, _scene = bench(segment)
    press(app, "right", "right", "left", "accept")
    assert chosen == [2, 3, 2, 3]
    click(app, (120, 120))
    click(app, (220, 120))  # clicks the disabled one
    assert chosen[4:] == [0]


def test_a_segment_without_room_for_all_words_shows_only_the_lit_one() -> None:
    words = ("Mensch", "Computer", "X", "Handy")
    options = [SegmentOption(n, word, "person") for n, word in enumerate(words)]
    segment = Segment(options, 1, lambda _value: None).at((100, 100, 220, 50))
    app, _scene = bench(segment)
    assert texts(app) == ["Computer"]


def test_stepper() -> None:
    chosen: list[str] = []
    stepper = Stepper(["a", "b", "c"], "b", chosen.append).at((100, 100, 300, 50))
    app, _scene = bench(stepper)
    press(app, "right", "right", "left")
    click(app, (110, 120))
    assert chosen == ["c", "b", "a"]


def test_slider_by_key_and_drag() -> None:
    chosen: list[float] = []
    slider = Slider(0, 1, 0.1, 0.5, chosen.append).at((100, 100, 400, 50))
    app, _scene = bench(slider)
    press(app, "right")
    assert chosen == [0.6]
    app.frame(FRAME, [Pointer("down", (slider.rect.left, 125), held=True)])
    app.frame(FRAME, [Pointer("move", (slider.rect.right + 90, 500), held=True)])
    app.frame(FRAME, [Pointer("up", (slider.rect.right + 90, 500))])
    assert chosen[1:] == [0.0, 1.0]


def test_levels() -> None:
    chosen: list[int] = []
    levels = Levels(4, chosen.append, str).at((100, 100, 200, 50))
    app, _scene = bench(levels)
    press(app, "right", "left")
    click(app, (299, 120))
    click(app, (101, 120))
    assert chosen == [5, 4, 10, 1]


def test_levels_in_a_low_box_have_their_bars_beside_the_words() -> None:
    chosen: list[int] = []
    levels = Levels(4, chosen.append, "Level {}".format).at((100, 100, 200, 24))
    app, _scene = bench(levels)
    click(app, (299, 112))
    click(app, (203, 112))
    assert chosen == [10, 1]
    assert levels.show(1) in texts(app)
    levels.at((100, 100, 90, 24))
    assert "1" in texts(app)


def test_toggle() -> None:
    chosen: list[bool] = []
    toggle = Toggle("Block", False, chosen.append).at((100, 100, 300, 50))
    app, _scene = bench(toggle)
    press(app, "accept", "left")
    click(app, (350, 120))
    assert chosen == [True, False, True]


# -- text field ----------------------------------------------------------------------------------


def field(text: str = "", **how: Any) -> TextField:
    made = TextField(text, lambda _text: None, **how)
    return made.at((100, 100, 300, 50))


def test_writing_moving_erasing() -> None:
    widget = field()
    app, _scene = bench(widget)
    write(app, "Adx")
    key(app, pygame.K_BACKSPACE, "backspace")
    write(app, "a")
    key(app, pygame.K_HOME, "home")
    key(app, pygame.K_DELETE, "delete")
    write(app, "Œ")
    assert widget.text == "Œda"


def test_letters_in_a_field_are_no_commands() -> None:
    widget = field()
    pressed: list[str] = []
    button = Button("b", lambda: pressed.append("b")).at((100, 300, 100, 50))
    app, scene = bench(widget, button)
    key(app, pygame.K_SPACE, "space")
    key(app, pygame.K_LEFT, "left")
    assert scene.form.focused is widget
    assert pressed == []


def test_a_field_lets_up_down_tab_and_escape_through() -> None:
    widget = field()
    button = Button("b", lambda: None).at((100, 300, 100, 50))
    app, scene = bench(widget, button)
    press(app, "down")
    assert scene.form.focused is button


def test_limit_alphabet_clipboard() -> None:
    widget = field(limit=4, allowed="012", paste=lambda: "0x12\n0121")
    app, _scene = bench(widget)
    key(app, pygame.K_v, "ctrl+v", pygame.KMOD_CTRL)
    assert widget.text == "0120"


def test_enter_in_a_field_accepts() -> None:
    accepted: list[str] = []
    widget = field("x", on_accept=lambda: accepted.append("yes"))
    app, _scene = bench(widget)
    key(app, pygame.K_RETURN, "return")
    assert accepted == ["yes"]


def test_a_field_asks_for_text_input() -> None:
    _app, scene = bench(field())
    assert scene.form.takes_text


# -- list ----------------------------------------------------------------------------------------


@pytest.fixture
def rows() -> tuple[App, ListBox, list[int]]:
    chosen: list[int] = []
    box = ListBox(
        [ListColumn(40), ListColumn(0)], [[str(n), "x"] for n in range(30)], chosen.append
    )
    app, _scene = bench(box.at((100, 100, 300, 200)))
    return app, box, chosen


def test_list_by_keyboard_scrolls_along(rows: tuple[App, ListBox, list[int]]) -> None:
    app, box, chosen = rows
    press(app, "down", "down", "accept", "last", "accept", "first", "accept")
    assert chosen == [1, 29, 0]
    press(app, "last")
    app.draw()
    assert box.top + box.rows_shown == 30


def test_list_by_mouse_and_wheel(rows: tuple[App, ListBox, list[int]]) -> None:
    app, box, chosen = rows
    click(app, (150, 115))
    app.frame(FRAME, [Pointer("wheel", (150, 150), 0, -3.0)])
    assert box.top == 6
    click(app, (150, 115))
    assert chosen == [0, 6]


def test_list_by_finger_drags(rows: tuple[App, ListBox, list[int]]) -> None:
    app, box, chosen = rows
    app.frame(FRAME, [Pointer("down", (150, 280), touch=True)])
    app.frame(FRAME, [Pointer("move", (150, 140), touch=True, held=True)])
    app.frame(FRAME, [Pointer("up", (150, 140), touch=True)])
    assert box.top == 4
    assert chosen == []


def test_a_list_at_its_end_stays_there(rows: tuple[App, ListBox, list[int]]) -> None:
    _app, box, _chosen = rows
    box.set_rows(box.rows, 29)
    box.set_rows([*box.rows, ["30", "new"]])
    assert box.top + box.rows_shown == 31


def test_all_icons_are_drawn() -> None:
    for name in icons():
        image = icon(name, 24, (255, 255, 255))
        assert image.get_bounding_rect().width > 8, name


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (1920, 1080)], ids=str)
def test_rows_keep_one_size_and_numbers_their_digits(size: tuple[int, int]) -> None:
    long = "b3>d2,d2>b3,b3>d2,d2>g4,g4>g5,g5>g6,g6>g7"
    turns = [("7", "b3"), ("144", long), ("145", f"{long},{long}")]
    box = ListBox([ListColumn(30, look="second"), ListColumn(0)], turns, name="turns")
    app = make_app(Bench(box.at((20, 20, size[0] // 4, size[1] // 2))), size)
    try:
        app.draw()
        drawn = {text.text: text.pixels for text in recorded(app).drawn}
        assert {"7", "144", "145", "b3"} <= set(drawn)
        words = [text for text in drawn if text.startswith("b3")]
        assert len(words) == 2, "both long ones are cut to the same"
        assert len({drawn[text] for text in words}) == 1
    finally:
        app.close()


def test_long_text_of_a_field_is_cut_and_not_shrunk() -> None:
    field = TextField("0" * 60, lambda text: None, name="digits").at((20, 20, 300, 60))
    first = Button("first", lambda: None, name="first").at((20, 200, 200, 60))
    app, scene = bench(first, field)
    try:
        scene.form.focus("first")
        app.draw()
        (seen,) = [text for text in recorded(app).drawn if text.text.startswith("00")]
        assert seen.text.endswith("…")
        assert seen.pixels == scene.services.metrics.type_px(field.style)
    finally:
        app.close()
