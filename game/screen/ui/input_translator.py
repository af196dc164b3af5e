"""Translation of pygame's events: keys by their bindings, mouse and fingers as one pointer, pads.

Buttons of gamepads and joysticks are commands; sticks and direction pads are four arrows. A pad
that SDL knows has the standard layout; any other counts as a plain joystick.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

import pygame

from game.screen.ui.bindings import Bindings, is_modifier
from game.screen.ui.input import Composing, Dropped, InputEvent, Pointer, Press, Typed
from game.screen.ui.keyboard import stroke_of

# Buttons of a standard pad, and of a plain joystick in the order of most drivers.
PAD: dict[int, str] = {
    pygame.CONTROLLER_BUTTON_A: "accept",
    pygame.CONTROLLER_BUTTON_B: "cancel",
    pygame.CONTROLLER_BUTTON_X: "take-back",
    pygame.CONTROLLER_BUTTON_Y: "colour",
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: "undo",
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: "redo",
    pygame.CONTROLLER_BUTTON_BACK: "groups",
    pygame.CONTROLLER_BUTTON_START: "menu",
    pygame.CONTROLLER_BUTTON_LEFTSTICK: "hint",
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: "next",
    pygame.CONTROLLER_BUTTON_DPAD_UP: "up",
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: "down",
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: "left",
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: "right",
}
JOYSTICK = ("accept", "cancel", "take-back", "colour", "undo", "redo", "groups", "menu")
HELD = pygame.KMOD_SHIFT | pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META

# deflections at which a stick used as four arrows switches on and off
STICK_ON, STICK_OFF = 0.55, 0.35
# Seconds until a held direction repeats, and between later repeats.
REPEAT_DELAY_S, REPEAT_INTERVAL_S = 0.40, 0.12


class Gamepads:
    """The connected gamepads, and the directions held on them."""

    def __init__(self) -> None:
        self.pads: dict[int, object] = {}
        self.directions: dict[tuple[int, int], str] = {}  # (pad, axis) -> command held
        self.repeat_in = 0.0

    def events(self, event: pygame.event.Event) -> list[InputEvent]:
        """Return the input events of a gamepad event; [] if it means nothing."""
        handler = self._HANDLERS.get(event.type)
        return handler(self, event) if handler else []

    def update(self, dt: float) -> list[InputEvent]:
        """Return the repeats of held directions, after `dt` seconds."""
        if not self.directions:
            return []
        self.repeat_in -= dt
        if self.repeat_in > 0:
            return []
        self.repeat_in = REPEAT_INTERVAL_S
        return [Press((command,), repeat=True) for command in set(self.directions.values())]

    def let_go(self) -> None:
        """Forget held directions, because releases are not delivered to a window without focus."""
        self.directions.clear()

    def _added(self, event: pygame.event.Event) -> list[InputEvent]:
        """Open a new pad, as a standard pad if SDL knows it, else as a plain joystick."""
        try:
            pad, number = _open_pad(event.device_index)
        except (RuntimeError, ImportError):  # pygame.error, and the error of pygame._sdl2
            return []
        self.pads[number] = pad
        return []

    def _removed(self, event: pygame.event.Event) -> list[InputEvent]:
        self.pads.pop(event.instance_id, None)
        self.directions = {k: v for k, v in self.directions.items() if k[0] != event.instance_id}
        return []

    def _button(self, event: pygame.event.Event) -> list[InputEvent]:
        command = PAD.get(event.button, "")
        if command in ("up", "down", "left", "right"):
            return self._hold((event.instance_id, 100 + event.button), command)
        return [Press((command,))] if command else []

    def _release(self, event: pygame.event.Event) -> list[InputEvent]:
        self.directions.pop((event.instance_id, 100 + event.button), None)
        return []

    def _axis(self, event: pygame.event.Event) -> list[InputEvent]:
        axes = (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY)
        if event.axis not in axes:
            return []
        return self._stick(event.instance_id, axes.index(event.axis), event.value / 32768)

    def _joy_button(self, event: pygame.event.Event) -> list[InputEvent]:
        if self._is_standard(event.instance_id) or event.button >= len(JOYSTICK):
            return []
        return [Press((JOYSTICK[event.button],))]

    def _joy_axis(self, event: pygame.event.Event) -> list[InputEvent]:
        if self._is_standard(event.instance_id) or event.axis > 1:
            return []
        return self._stick(event.instance_id, event.axis, event.value)

    def _joy_hat(self, event: pygame.event.Event) -> list[InputEvent]:
        if self._is_standard(event.instance_id):
            return []
        x, y = event.value
        return [
            *self._stick(event.instance_id, 10, float(x)),
            *self._stick(event.instance_id, 11, float(-y)),
        ]

    def _is_standard(self, number: int) -> bool:
        pad = self.pads.get(number)
        return pad is not None and not isinstance(pad, pygame.joystick.JoystickType)

    def _stick(self, pad: int, axis: int, value: float) -> list[InputEvent]:
        slot = (pad, axis)
        command = (("left", "right"), ("up", "down"))[axis % 2][value > 0]
        if abs(value) >= STICK_ON and self.directions.get(slot) != command:
            return self._hold(slot, command)
        if abs(value) <= STICK_OFF:
            self.directions.pop(slot, None)
        return []

    def _hold(self, slot: tuple[int, int], command: str) -> list[InputEvent]:
        self.directions[slot] = command
        self.repeat_in = REPEAT_DELAY_S
        return [Press((command,))]

    _HANDLERS: ClassVar[dict[int, Callable[..., list[InputEvent]]]] = {
        pygame.JOYDEVICEADDED: _added,
        pygame.JOYDEVICEREMOVED: _removed,
        pygame.CONTROLLERBUTTONDOWN: _button,
        pygame.CONTROLLERBUTTONUP: _release,
        pygame.CONTROLLERAXISMOTION: _axis,
        pygame.JOYBUTTONDOWN: _joy_button,
        pygame.JOYAXISMOTION: _joy_axis,
        pygame.JOYHATMOTION: _joy_hat,
    }


def _open_pad(index: int) -> tuple[object, int]:
    from pygame._sdl2 import controller  # missing in some builds

    if not controller.get_init():
        controller.init()
    if controller.is_controller(index):
        pad = controller.Controller(index)
        return pad, pad.as_joystick().get_instance_id()
    stick = pygame.joystick.Joystick(index)
    return stick, stick.get_instance_id()


# Seconds until a held key repeats, and between later repeats.
KEY_REPEAT_DELAY_S, KEY_REPEAT_INTERVAL_S = 0.38, 0.055


class InputTranslator:
    """Translator of pygame's events into input events."""

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self.size = (1, 1)
        self.zoom = 1.0  # picture pixels per window pixel
        self.held_keys: set[int] = set()
        self.held: Press | None = None  # the press that repeats while its key is held
        self.held_key = 0
        self.last = Press()  # the last press, to which typed text belongs
        self.key_in = 0.0
        self.composed = ""  # unfinished text of an input method so far
        self.pads = Gamepads()
        self.finger: int | None = None

    def events(self, event: pygame.event.Event) -> list[InputEvent]:
        """Return the input events of a pygame event; [] if it means nothing."""
        handler = self._HANDLERS.get(event.type)
        return handler(self, event) if handler else self.pads.events(event)

    def update(self, dt: float) -> list[InputEvent]:
        """Return repeats of held keys and gamepad directions; called after a frame's events."""
        return [*self._repeated_key(dt), *self.pads.update(dt)]

    def end_repeats(self) -> None:
        """Stop repeating a held key when a new scene opens: the key was not meant for it."""
        self.held = None

    def _repeated_key(self, dt: float) -> list[InputEvent]:
        """Return at most one repeat per frame, without catching up after slow frames."""
        if self.held is None:
            return []
        self.key_in -= dt
        if self.key_in > 0:
            return []
        self.key_in = KEY_REPEAT_INTERVAL_S
        return [self.held]

    def _key_down(self, event: pygame.event.Event) -> list[InputEvent]:
        key = _place(event)
        repeat = key in self.held_keys
        self.held_keys.add(key)
        stroke = stroke_of(event)
        found = (self.bindings.commands(name) for name in stroke.names)
        commands = next((bound for bound in found if bound), ())
        if stroke.also:
            commands += self.bindings.commands(stroke.also)
        mod = getattr(event, "mod", 0)
        press = Press(commands, stroke.key, mod, stroke.names[0], repeat, stroke.sign)
        if not is_modifier(event.key):
            self.last = press
            self.held, self.held_key = replace(press, repeat=True), key
            self.key_in = KEY_REPEAT_DELAY_S
        return [press]

    def _key_up(self, event: pygame.event.Event) -> list[InputEvent]:
        key = _place(event)
        self.held_keys.discard(key)
        if self.held_key == key:
            self.held = None
        return []

    def _typed(self, event: pygame.event.Event) -> list[InputEvent]:
        """Return the typed text, and the command bound to it if the last press had none.

        Dead keys, on-screen keyboards and input methods type characters that no key press
        announces.
        """
        if not event.text:
            return []
        known = event.text == self.last.sign or self.last.commands
        commands = () if known else self.bindings.commands(event.text.lower())
        self.last = replace(self.last, sign=event.text)
        if not commands:
            return [Typed(event.text)]
        return [Typed(event.text), Press(commands, name=event.text.lower(), sign=event.text)]

    def _composing(self, event: pygame.event.Event) -> list[InputEvent]:
        # An event holds 31 bytes. On Linux, SDL splits a longer text into events, each of which
        # begins where the one before ended. On other systems pygame receives only the beginning,
        # because it does not support SDL_TEXTEDITING_EXT.
        goes_on = 0 < event.start == len(self.composed) and event.length == len(event.text)
        self.composed = self.composed + event.text if goes_on else event.text
        caret = len(self.composed) if goes_on else event.start
        return [Composing(self.composed, min(len(self.composed), max(0, caret)))]

    def _mouse_move(self, event: pygame.event.Event) -> list[InputEvent]:
        if getattr(event, "touch", False):
            return []
        held = bool(getattr(event, "buttons", (0,))[0])
        return [Pointer("move", self._spot(event.pos), held=held)]

    def _mouse_button(self, event: pygame.event.Event) -> list[InputEvent]:
        if getattr(event, "touch", False) or event.button in (4, 5):
            return []
        down = event.type == pygame.MOUSEBUTTONDOWN
        kind = "down" if down else "up"
        mod = pygame.key.get_mods() & HELD if pygame.display.get_init() else 0
        return [Pointer(kind, self._spot(event.pos), event.button, held=down, mod=mod)]

    def _spot(self, place: tuple[int, int]) -> tuple[int, int]:
        """Convert a place in the window to a place in the picture."""
        return round(place[0] * self.zoom), round(place[1] * self.zoom)

    def _wheel(self, event: pygame.event.Event) -> list[InputEvent]:
        amount = getattr(event, "precise_y", 0.0) or event.y
        return [Pointer("wheel", self._spot(pygame.mouse.get_pos()), 0, float(amount))]

    def _focus_lost(self, event: pygame.event.Event) -> list[InputEvent]:
        """Forget what is held, because releases are not delivered to a window without focus."""
        self.held_keys.clear()
        self.held = None
        self.pads.let_go()
        self.finger = None
        return []

    def _drop(self, event: pygame.event.Event) -> list[InputEvent]:
        return [Dropped(event.file)]

    def _leave(self, event: pygame.event.Event) -> list[InputEvent]:
        return [Pointer("leave", (-1, -1), 0)]

    def _finger(self, event: pygame.event.Event) -> list[InputEvent]:
        """Use the first finger as the pointer; ignore others until it is lifted."""
        spot = (round(event.x * self.size[0]), round(event.y * self.size[1]))
        if event.type == pygame.FINGERDOWN:
            if self.finger is not None:
                return []
            self.finger = event.finger_id
            return [Pointer("down", spot, touch=True, held=True)]
        if event.finger_id != self.finger:
            return []
        if event.type == pygame.FINGERMOTION:
            return [Pointer("move", spot, touch=True, held=True)]
        self.finger = None
        return [Pointer("up", spot, touch=True)]

    _HANDLERS: ClassVar[dict[int, Callable[..., list[InputEvent]]]] = {
        pygame.KEYDOWN: _key_down,
        pygame.KEYUP: _key_up,
        pygame.TEXTINPUT: _typed,
        pygame.TEXTEDITING: _composing,
        pygame.MOUSEMOTION: _mouse_move,
        pygame.MOUSEBUTTONDOWN: _mouse_button,
        pygame.MOUSEBUTTONUP: _mouse_button,
        pygame.MOUSEWHEEL: _wheel,
        pygame.WINDOWLEAVE: _leave,
        pygame.DROPFILE: _drop,
        pygame.WINDOWFOCUSLOST: _focus_lost,
        pygame.FINGERDOWN: _finger,
        pygame.FINGERMOTION: _finger,
        pygame.FINGERUP: _finger,
    }


def _place(event: pygame.event.Event) -> int:
    """Return a number for the physical key, because its key code may change while it is held."""
    scancode: int = getattr(event, "scancode", 0)
    return -scancode or event.key
