"""On eight layouts, characters count as typed, shortcuts by their letter, arrows by their key."""

from __future__ import annotations

from typing import Any

import pygame
import pytest

from game.screen.app.scene import FormScene, Pop
from game.screen.app.text_input import TextInput
from game.screen.menus.settings import CaptureScene
from game.screen.ui.bindings import Bindings
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Composing, InputEvent, Press, Typed
from game.screen.ui.input_translator import InputTranslator
from game.screen.ui.text_field import TextField
from tests.screen.screens import FRAME, make_app
from tests.screen.ui.keyboards import LAYOUTS, Events, place_of, struck, typing

ALTGR, CTRL, SHIFT = pygame.KMOD_RALT, pygame.KMOD_LCTRL, pygame.KMOD_LSHIFT
LATIN = ["us", "fr", "de", "hu", "pl", "se"]


@pytest.fixture
def translator() -> InputTranslator:
    pygame.display.init()
    return InputTranslator(Bindings())


def translated(translator: InputTranslator, events: Events) -> list[InputEvent]:
    return [plain for event in events for plain in translator.events(event)]


def commands(translator: InputTranslator, events: Events) -> list[str]:
    presses = [p for p in translated(translator, events) if isinstance(p, Press)]
    return [command for press in presses for command in press.commands]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_train_stops_at_a_full_stop(translator: InputTranslator, layout: str) -> None:
    assert commands(translator, typing(layout, ".")) == ["stop"]


@pytest.mark.parametrize("layout", LAYOUTS)
def test_nothing_else_stops_it(translator: InputTranslator, layout: str) -> None:
    for place in ",.;/m":
        for mod in (0, SHIFT, ALTGR):
            events = struck(layout, place, mod)
            typed = [event.text for event in events if event.type == pygame.TEXTINPUT]
            assert (commands(translator, events) == ["stop"]) == (typed == ["."]), (place, mod)


@pytest.mark.parametrize("layout", ["fr", "de", "ru", "us"])
def test_a_full_stop_is_known_where_the_system_gives_no_text(
    translator: InputTranslator, layout: str
) -> None:
    assert commands(translator, typing(layout, ".", text=False)) == ["stop"]


def test_a_sign_that_comes_as_text_alone_is_a_command(translator: InputTranslator) -> None:
    """On older systems, a key press does not say which character it typed."""
    down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_SEMICOLON, mod=SHIFT)
    typed = pygame.event.Event(pygame.TEXTINPUT, text=".")
    assert commands(translator, [down, typed]) == ["stop"]
    on_screen = InputTranslator(Bindings())  # an on-screen keyboard sends text without key presses
    assert commands(on_screen, [typed]) == ["stop"]


def test_a_letter_is_one_command_and_not_two(translator: InputTranslator) -> None:
    down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_z, mod=0)
    typed = pygame.event.Event(pygame.TEXTINPUT, text="z")
    assert commands(translator, [down, typed]) == ["undo"]


@pytest.mark.parametrize("layout", LATIN)
@pytest.mark.parametrize(("letter", "command"), [("z", "undo"), ("y", "redo"), ("m", "menu")])
def test_a_command_of_a_letter_goes_by_the_letter(
    translator: InputTranslator, layout: str, letter: str, command: str
) -> None:
    assert commands(translator, typing(layout, letter)) == [command]
    assert commands(translator, typing(layout, letter.upper())) == [command]


@pytest.mark.parametrize("layout", ["gr", "ru"])
@pytest.mark.parametrize(("place", "command"), [("z", "undo"), ("h", "hint"), ("m", "menu")])
def test_letters_of_other_scripts_stand_for_the_latin_ones_at_their_place(
    translator: InputTranslator, layout: str, place: str, command: str
) -> None:
    assert command in commands(translator, struck(layout, place))
    assert command in commands(translator, struck(layout, place, SHIFT))
    assert command in commands(translator, struck(layout, place, text=False))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_shortcuts_go_by_the_letter(translator: InputTranslator, layout: str) -> None:
    for letter, command in (("c", "copy"), ("v", "paste"), ("e", "edit")):
        place = place_of(layout, letter)[0] if layout in LATIN else letter
        assert commands(translator, struck(layout, place, CTRL)) == [command]
        (press, *_up) = translated(translator, struck(layout, place, CTRL))
        assert isinstance(press, Press)
        assert (press.ctrl, press.key) == (True, ord(letter))


def test_ctrl_and_a_on_azerty_is_the_key_that_types_a(translator: InputTranslator) -> None:
    (press, *_up) = translated(translator, struck("fr", "q", CTRL))
    assert isinstance(press, Press)
    assert (press.ctrl, press.key, press.name) == (True, pygame.K_a, "ctrl+a")


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("windows", [False, True])
def test_altgr_is_no_ctrl(translator: InputTranslator, layout: str, windows: bool) -> None:
    for place in "acelouvz":
        events = struck(layout, place, ALTGR, windows)
        assert commands(translator, events) == []
        for press in translated(translator, events):
            assert not isinstance(press, Press) or not press.ctrl


@pytest.mark.parametrize("mod", [ALTGR, ALTGR | CTRL, pygame.KMOD_MODE | CTRL])
def test_a_press_with_altgr_has_no_ctrl(mod: int) -> None:
    assert not Press(key=pygame.K_c, mod=mod).ctrl
    assert Press(key=pygame.K_c, mod=CTRL | pygame.KMOD_CAPS | pygame.KMOD_NUM).ctrl
    assert Press(key=pygame.K_c, mod=pygame.KMOD_LMETA).ctrl


def test_a_dead_key_is_no_command_and_its_letter_is_text(translator: InputTranslator) -> None:
    dead = pygame.event.Event(pygame.KEYDOWN, key=1 << 30, mod=0, scancode=47, unicode="")
    down = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_e, mod=0, scancode=8, unicode="ê")
    typed = pygame.event.Event(pygame.TEXTINPUT, text="ê")
    assert commands(translator, [dead]) == []
    events = translated(translator, [down, typed])
    assert Typed("ê") in events
    assert len(events) == 2


def test_caps_lock_changes_no_command(translator: InputTranslator) -> None:
    for unicode, mod in (("H", pygame.KMOD_CAPS), ("h", pygame.KMOD_CAPS | SHIFT)):
        down = pygame.event.Event(
            pygame.KEYDOWN, key=pygame.K_h, mod=mod, scancode=11, unicode=unicode
        )
        assert commands(translator, [down]) == ["hint", "scores"]


@pytest.mark.parametrize(
    ("key", "unicode", "mod", "wanted"),
    [
        (pygame.K_KP_PERIOD, ".", pygame.KMOD_NUM, ["stop"]),
        (pygame.K_KP_PERIOD, ",", pygame.KMOD_NUM, ["stop"]),  # the comma of a German keypad
        (pygame.K_KP8, "8", pygame.KMOD_NUM, []),
        (pygame.K_KP8, "", 0, ["up"]),
        (pygame.K_KP2, "", 0, ["down"]),
        (pygame.K_KP4, "", 0, ["left"]),
        (pygame.K_KP6, "", 0, ["right"]),
        (pygame.K_KP7, "", 0, ["first"]),
        (pygame.K_KP1, "", 0, ["last"]),
        (pygame.K_KP_ENTER, "\r", 0, ["accept"]),
        (pygame.K_KP_PERIOD, ".", 0, ["delete", "stop"]),
    ],
)
def test_the_keypad_types_with_num_lock_and_moves_without(
    translator: InputTranslator, key: int, unicode: str, mod: int, wanted: list[str]
) -> None:
    down = pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, scancode=85, unicode=unicode)
    assert commands(translator, [down]) == wanted


def test_what_was_bound_by_an_older_version_still_holds() -> None:
    """An older version bound "." on AZERTY as Shift and ";", and a digit by its unshifted key."""
    pygame.display.init()
    older = Bindings.from_changes({"stop": ("shift+;",), "hint": ("1",)})
    translator = InputTranslator(older)
    assert commands(translator, typing("fr", ".")) == ["stop"]
    assert commands(translator, struck("fr", "1")) == ["hint"]
    assert commands(translator, typing("fr", "1")) == ["hint"]


@pytest.mark.parametrize(
    ("layout", "place", "mod", "name"),
    [
        ("fr", ",", SHIFT, "."),
        ("fr", "q", 0, "a"),
        ("hu", "u", ALTGR, "€"),
        ("us", "h", SHIFT, "shift+h"),
        ("de", "y", CTRL, "ctrl+z"),
        ("ru", "z", CTRL, "ctrl+z"),
    ],
)
def test_a_command_is_given_the_sign_that_is_typed(
    translator: InputTranslator, layout: str, place: str, mod: int, name: str
) -> None:
    press = translated(translator, struck(layout, place, mod))[0]
    change = CaptureScene("hint").handle(press)
    assert isinstance(change, Pop)
    assert change.result == ("hint", name)
    assert Bindings().bind("hint", name).commands(name)[-1:] == ("hint",)


def test_a_key_is_let_go_although_the_layout_has_changed(translator: InputTranslator) -> None:
    down, *_rest = struck("ru", "h")
    translated(translator, [down])
    translated(translator, struck("us", "h")[-1:])
    assert translator.update(1.0) == []


def test_ctrl_held_while_the_focus_went_is_not_held_when_it_comes_back(
    translator: InputTranslator,
) -> None:
    held = pygame.event.Event(
        pygame.KEYDOWN, key=pygame.K_LCTRL, mod=CTRL, scancode=224, unicode=""
    )
    lost = pygame.event.Event(pygame.WINDOWFOCUSLOST)
    assert commands(translator, [held, lost, *struck("us", "c")]) == ["colour"]


# -- in a text field -----------------------------------------------------------------------------


class OneField(FormScene):
    def __init__(self, text: str = "Zoë") -> None:
        super().__init__()
        self.clipboard: list[str] = []
        self.accepted = 0
        self.written = TextField(text, lambda text: None, copy=self.clipboard.append, name="field")
        self.written.on_accept = self.accept

    def accept(self) -> None:
        self.accepted += 1

    def resize(self) -> None:
        self.form.widgets = [self.written.at((100, 100, 400, 50))]
        self.form.start("field")

    def draw(self, canvas: Canvas) -> None:
        self.form.draw(canvas)


@pytest.mark.parametrize("windows", [False, True])
@pytest.mark.parametrize(("layout", "sign"), [("pl", "ć"), ("hu", "€"), ("fr", "@"), ("se", "©")])
def test_altgr_writes_and_neither_copies_nor_empties(layout: str, sign: str, windows: bool) -> None:
    scene = OneField()
    app = make_app(scene)
    app.frame(FRAME, typing(layout, sign, windows))
    assert scene.written.text == f"Zoë{sign}"
    assert scene.clipboard == []
    app.close()


@pytest.mark.parametrize("layout", ["fr", "ru", "gr"])
def test_a_field_takes_what_is_typed_and_no_command(layout: str) -> None:
    scene = OneField("")
    app = make_app(scene)
    for place in "ehz.,/17":
        app.frame(FRAME, struck(layout, place, SHIFT))
    assert len(scene.written.text) == 8
    assert app.scene is scene
    app.close()


def test_the_keypad_writes_digits_or_moves_the_caret() -> None:
    scene = OneField("ab")
    app = make_app(scene)
    left = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_KP4, mod=0, scancode=92, unicode="")
    four = pygame.event.Event(
        pygame.KEYDOWN, key=pygame.K_KP4, mod=pygame.KMOD_NUM, scancode=92, unicode="4"
    )
    app.frame(FRAME, [left])
    app.frame(FRAME, [four, pygame.event.Event(pygame.TEXTINPUT, text="4")])
    assert scene.written.text == "a4b"
    app.close()


@pytest.mark.parametrize(("layout", "place"), [("us", "a"), ("fr", "q"), ("gr", "a"), ("ru", "a")])
def test_ctrl_and_a_selects_all_that_is_written(layout: str, place: str) -> None:
    scene = OneField("Zoë")
    app = make_app(scene)
    app.frame(FRAME)
    before = app.canvas.surface.copy()
    app.frame(FRAME, struck(layout, place, CTRL))
    spot = (scene.written.rect.left + 16, scene.written.rect.centery + 8)
    assert app.canvas.surface.get_at(spot) != before.get_at(spot), "it is seen"
    app.frame(FRAME, struck("us", "x", CTRL))
    assert (scene.written.text, scene.clipboard) == ("", ["Zoë"])
    app.frame(FRAME, typing("de", "z"))
    app.frame(FRAME, struck(layout, place, CTRL))
    app.frame(FRAME, typing("pl", "ż"))
    assert scene.written.text == "ż"
    app.frame(FRAME, struck(layout, place, CTRL))
    app.frame(FRAME, stroke(pygame.K_BACKSPACE))
    assert scene.written.text == ""
    app.close()


def composing(text: str, start: int | None = None) -> pygame.event.Event:
    caret = len(text) if start is None else start
    return pygame.event.Event(pygame.TEXTEDITING, text=text, start=caret, length=0)


def stroke(key: int) -> Events:
    fields: dict[str, Any] = {"key": key, "mod": 0, "scancode": 40, "unicode": ""}
    return [pygame.event.Event(kind, **fields) for kind in (pygame.KEYDOWN, pygame.KEYUP)]


def test_what_is_composed_is_shown_and_is_not_the_text_yet() -> None:
    scene = OneField("Li ")
    app = make_app(scene)
    app.frame(FRAME, [composing("ni hao")])
    assert scene.written.text == "Li "
    assert scene.composing
    app.frame(FRAME, [pygame.event.Event(pygame.TEXTINPUT, text="你好"), composing("")])
    assert scene.written.text == "Li 你好"
    assert not scene.composing
    app.close()


def test_a_composition_is_drawn_underlined_where_the_caret_is() -> None:
    scene = OneField("ab")
    app = make_app(scene)
    app.frame(FRAME)
    before, bar = app.canvas.surface.copy(), scene.written.caret_rect
    app.frame(FRAME, [composing("xyz")])
    after = scene.written.caret_rect
    assert after.x > bar.x + 10, "the caret stands behind what is composed"
    under = (bar.x + 4, after.bottom - 1)
    assert app.canvas.surface.get_at(under) != before.get_at(under)
    app.close()


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB])
def test_keys_belong_to_the_composition(key: int) -> None:
    scene = OneField("ab")
    app = make_app(scene)
    app.frame(FRAME, [composing("x")])
    app.frame(FRAME, stroke(key))
    assert (app.running, scene.accepted, scene.written.text) == (True, 0, "ab")
    app.frame(FRAME, [composing("")])
    app.frame(FRAME, stroke(pygame.K_RETURN))
    assert scene.accepted == 1
    app.close()


def test_a_composition_ends_with_the_windows_focus() -> None:
    scene = OneField("ab")
    app = make_app(scene)
    app.frame(FRAME, [composing("x")])
    app.frame(FRAME, [pygame.event.Event(pygame.WINDOWFOCUSLOST)])
    app.frame(FRAME, stroke(pygame.K_RETURN))
    assert scene.accepted == 1
    app.close()


def test_composing_is_an_event_of_its_own(translator: InputTranslator) -> None:
    assert translated(translator, [composing("ni", 1)]) == [Composing("ni", 1)]


def test_the_system_is_told_where_the_caret_is(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[pygame.Rect] = []
    monkeypatch.setattr(pygame.key, "set_text_input_rect", told.append)
    scene = OneField("ab")
    app = make_app(scene)
    app.frame(FRAME)
    app.frame(FRAME, [composing("xyz")])
    assert told[-1] == scene.written.caret_rect
    assert told[-1].x > told[0].x
    app.close()


# -- the system's text input -----------------------------------------------------------------------


@pytest.fixture
def switched(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return a list that gets an entry each time the system's text input is turned on or off."""
    told: list[str] = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: told.append("on"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: told.append("off"))
    pygame.display.init()
    return told


def languages(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    monkeypatch.setattr("game.screen.app.text_input.preferred_languages", lambda: list(names))


def test_text_input_is_on_for_the_signs_of_commands(
    switched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    languages(monkeypatch, "fr_FR", "en_US")
    system = TextInput()
    for field in (False, True, False):
        system.follow(field, False, None)
    assert switched == []


@pytest.mark.parametrize(
    ("language", "driver"), [("zh_CN", "x11"), ("ja", "x11"), ("fr", "wayland")]
)
def test_text_input_is_for_fields_alone_where_it_would_be_in_the_way(
    switched: list[str], monkeypatch: pytest.MonkeyPatch, language: str, driver: str
) -> None:
    languages(monkeypatch, language)
    monkeypatch.setattr(pygame.display, "get_driver", lambda: driver)
    system = TextInput()
    for field in (False, True, True, False):
        system.follow(field, False, None)
    assert switched == ["off", "on", "off"]


def test_text_input_ends_where_somebody_composes_and_nothing_is_written(
    switched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    languages(monkeypatch, "de_DE")
    system = TextInput()
    system.composed(False, "n")
    system.follow(False, False, None)
    system.follow(True, False, None)
    assert switched == ["off", "on"]


def test_a_composition_that_is_left_is_dropped_by_the_system(
    switched: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    languages(monkeypatch, "de_DE")
    system = TextInput()
    system.composed(True, "n")
    system.follow(True, True, None)
    system.follow(True, False, None)  # the focus has moved to another field
    assert switched == ["off", "on"]


def test_a_composition_in_parts_is_put_together(translator: InputTranslator) -> None:
    """On Linux, SDL splits a composition above 31 bytes into parts with places and lengths."""
    words = "わたしのなまえはなかのです、よろしくおねがいします"
    parts = [words[at : at + 10] for at in range(0, len(words), 10)]
    for written in (words, words[:15], words[:3]):
        for number, part in enumerate(parts[: -(-len(written) // 10)]):
            text = part[: len(written) - 10 * number]
            fields = {"text": text, "start": 10 * number, "length": len(text)}
            found = translator.events(pygame.event.Event(pygame.TEXTEDITING, fields))
        assert found == [Composing(written, len(written) if len(written) > 10 else 0)]
    assert translator.events(composing("ni hao", 2)) == [Composing("ni hao", 2)]
    assert translator.events(composing("")) == [Composing("", 0)]
