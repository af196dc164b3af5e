"""Keys, mouse, finger and pads all produce the same few events; bindings may conflict."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.screen.app.scene import Scene
from game.screen.ui.bindings import DEFAULT_KEYS, Bindings, key_name
from game.screen.ui.input import Pointer, Press, Typed
from game.screen.ui.input_translator import InputTranslator
from tests.screen.screens import make_app


@pytest.fixture
def translator() -> InputTranslator:
    pygame.display.init()
    made = InputTranslator(Bindings())
    made.size = (1000, 500)
    return made


def event(kind: int, **fields: Any) -> pygame.event.Event:
    return pygame.event.Event(kind, **fields)


def pressed(translator: InputTranslator, down: pygame.event.Event) -> Press:
    press = translator.events(down)[0]
    assert isinstance(press, Press)
    return press


@pytest.mark.parametrize(
    ("key", "mod", "commands"),
    [
        (pygame.K_UP, 0, ("up",)),
        (pygame.K_RETURN, 0, ("accept",)),
        (pygame.K_KP_ENTER, 0, ("accept",)),
        (pygame.K_ESCAPE, 0, ("cancel",)),
        (pygame.K_TAB, pygame.KMOD_LSHIFT, ("previous",)),
        (pygame.K_TAB, 0, ("next",)),
        (pygame.K_h, 0, ("hint", "scores")),
        (pygame.K_h, pygame.KMOD_LSHIFT, ("hint", "scores")),
        (pygame.K_h, pygame.KMOD_CTRL, ()),
        (pygame.K_F11, 0, ("fullscreen",)),
        (pygame.K_q, 0, ()),
    ],
)
def test_keys(translator: InputTranslator, key: int, mod: int, commands: tuple[str, ...]) -> None:
    (press,) = translator.events(event(pygame.KEYDOWN, key=key, mod=mod))
    assert isinstance(press, Press)
    assert press.commands == commands


def test_held_key_repeats(translator: InputTranslator) -> None:
    down = event(pygame.KEYDOWN, key=pygame.K_UP, mod=0)
    assert [pressed(translator, down).repeat for _ in range(2)] == [False, True]
    translator.events(event(pygame.KEYUP, key=pygame.K_UP))
    assert pressed(translator, down).repeat is False


def test_a_key_that_is_held_repeats_by_the_time_of_the_frames(translator: InputTranslator) -> None:
    translator.events(event(pygame.KEYDOWN, key=pygame.K_UP, mod=0))
    assert translator.update(0.3) == []
    (again,) = translator.update(0.1)
    assert isinstance(again, Press)
    assert (again.commands, again.repeat) == (("up",), True)
    assert translator.update(0.05) == []
    assert len(translator.update(0.05)) == 1
    translator.events(event(pygame.KEYUP, key=pygame.K_UP))
    assert translator.update(1.0) == []


def test_a_slow_frame_makes_no_strokes_of_its_own(translator: InputTranslator) -> None:
    """If a frame takes a second, a key struck in it sends press and release together."""
    down = event(pygame.KEYDOWN, key=pygame.K_UP, mod=0)
    up = event(pygame.KEYUP, key=pygame.K_UP)
    strokes = [*translator.events(down), *translator.events(up), *translator.update(1.0)]
    assert len(strokes) == 1
    translator.events(down)
    assert len(translator.update(1.0)) == 1, "held: one repeat for the frame, however long"


def test_the_key_pressed_last_is_the_one_that_repeats(translator: InputTranslator) -> None:
    for key in (pygame.K_UP, pygame.K_RIGHT, pygame.K_LSHIFT):
        translator.events(event(pygame.KEYDOWN, key=key, mod=0))
    translator.events(event(pygame.KEYUP, key=pygame.K_UP))
    (press,) = translator.update(0.4)
    assert isinstance(press, Press)
    assert press.commands == ("right",)


def test_the_window_repeats_no_keys_by_a_timer_of_its_own() -> None:
    app = make_app(Scene())
    try:
        pygame.display.init()
        assert pygame.key.get_repeat() == (0, 0)
    finally:
        app.close()


def test_keys_and_fingers_are_let_go_with_the_focus(translator: InputTranslator) -> None:
    down = event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0)
    touch = event(pygame.FINGERDOWN, x=0.5, y=0.2, finger_id=7)
    translator.events(down)
    translator.events(touch)
    translator.events(event(pygame.WINDOWFOCUSLOST))
    assert translator.update(1.0) == []
    assert pressed(translator, down).repeat is False
    assert translator.events(touch) != []


def test_text(translator: InputTranslator) -> None:
    assert translator.events(event(pygame.TEXTINPUT, text="ß")) == [Typed("ß")]


def test_mouse(translator: InputTranslator) -> None:
    down = event(pygame.MOUSEBUTTONDOWN, pos=(3, 4), button=1, touch=False)
    up = event(pygame.MOUSEBUTTONUP, pos=(3, 4), button=1, touch=False)
    move = event(pygame.MOUSEMOTION, pos=(5, 6), buttons=(1, 0, 0), touch=False)
    assert translator.events(down) == [Pointer("down", (3, 4), 1, held=True)]
    assert translator.events(move) == [Pointer("move", (5, 6), held=True)]
    assert translator.events(up) == [Pointer("up", (3, 4), 1)]


def test_mouse_events_made_from_touch_are_ignored(translator: InputTranslator) -> None:
    down = event(pygame.MOUSEBUTTONDOWN, pos=(3, 4), button=1, touch=True)
    assert translator.events(down) == []


def test_one_finger_is_the_pointer(translator: InputTranslator) -> None:
    down = event(pygame.FINGERDOWN, x=0.5, y=0.2, finger_id=7)
    other = event(pygame.FINGERDOWN, x=0.1, y=0.1, finger_id=8)
    move = event(pygame.FINGERMOTION, x=0.6, y=0.2, finger_id=7)
    up = event(pygame.FINGERUP, x=0.6, y=0.2, finger_id=7)
    assert translator.events(down) == [Pointer("down", (500, 100), touch=True, held=True)]
    assert translator.events(other) == []
    assert translator.events(move) == [Pointer("move", (600, 100), touch=True, held=True)]
    assert translator.events(up) == [Pointer("up", (600, 100), touch=True)]
    assert translator.events(other) != []


def test_joystick_moves_like_arrows_and_repeats(translator: InputTranslator) -> None:
    right = event(pygame.JOYAXISMOTION, instance_id=1, axis=0, value=0.9)
    assert translator.events(right) == [Press(("right",))]
    assert translator.events(right) == []
    assert translator.update(0.3) == []
    assert translator.update(0.2) == [Press(("right",), repeat=True)]
    centre = event(pygame.JOYAXISMOTION, instance_id=1, axis=0, value=0.1)
    assert translator.events(centre) == []
    assert translator.update(1.0) == []


def test_hat_and_buttons(translator: InputTranslator) -> None:
    up = event(pygame.JOYHATMOTION, instance_id=1, hat=0, value=(0, 1))
    assert translator.events(up) == [Press(("up",))]
    button = event(pygame.JOYBUTTONDOWN, instance_id=1, button=0)
    assert translator.events(button) == [Press(("accept",))]


def test_standard_pad(translator: InputTranslator) -> None:
    button = event(
        pygame.CONTROLLERBUTTONDOWN, instance_id=1, button=pygame.CONTROLLER_BUTTON_START
    )
    assert translator.events(button) == [Press(("menu",))]
    stick = event(
        pygame.CONTROLLERAXISMOTION,
        instance_id=1,
        axis=pygame.CONTROLLER_AXIS_LEFTY,
        value=-30000,
    )
    assert translator.events(stick) == [Press(("up",))]


def test_unplugged_pad_lets_go(translator: InputTranslator) -> None:
    translator.events(event(pygame.JOYAXISMOTION, instance_id=4, axis=1, value=1.0))
    translator.events(event(pygame.JOYDEVICEREMOVED, instance_id=4))
    assert translator.update(2.0) == []


# -- bindings ------------------------------------------------------------------------------------


def test_every_default_key_is_free_of_conflicts() -> None:
    bindings = Bindings()
    for command, keys in DEFAULT_KEYS.items():
        for key in keys:
            assert bindings.conflicts(command, key) == (), (command, key)


def test_binding_takes_the_key_from_others() -> None:
    bindings = Bindings()
    assert bindings.conflicts("hint", "z") == ("undo",)
    changed = bindings.bind("hint", "z")
    assert changed.keys["hint"] == ("z",)
    assert changed.keys["undo"] == ()
    assert changed.commands("z") == ("hint",)


def test_commands_of_different_places_share_a_key() -> None:
    assert Bindings().conflicts("scores", "z") == ()


def test_needed_commands_keep_a_key() -> None:
    bindings = Bindings()
    assert bindings.must_keep("hint", "escape") == ("cancel",)
    assert bindings.must_keep("hint", "space") == ()
    assert Bindings.from_changes({"cancel": ()}).keys["cancel"] == ("escape",)


def test_only_changes_are_kept() -> None:
    changed = Bindings().bind("hint", "j")
    assert changed.changes() == {"hint": ("j",)}
    assert Bindings.from_changes(changed.changes()) == changed
    assert Bindings.from_changes({"unknown": ("q",)}) == Bindings()


def test_key_names() -> None:
    pygame.display.init()
    assert key_name(pygame.K_z) == "z"
    assert key_name(pygame.K_TAB, pygame.KMOD_RSHIFT) == "shift+tab"
