"""Input: pygame's events become a few plain ones that scenes understand.

    Press     a key or pad button, with the commands it is bound to
    Typed     text written on the keyboard
    Pointer   mouse or finger: "move", "down", "up", "wheel", "leave"
    Dropped   a file was dropped on the window

Scenes never ask which device it was.  Keys can be bound anew; the pad's layout is fixed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar

import pygame

from game.i18n import N_

# Commands as the settings list them: name, label, where it works, default keys.  Two commands may
# share a key when they never work in the same place.
COMMANDS: tuple[tuple[str, str, str, tuple[str, ...]], ...] = (
    ("up", N_("Up"), "all", ("up",)),
    ("down", N_("Down"), "all", ("down",)),
    ("left", N_("Left"), "all", ("left",)),
    ("right", N_("Right"), "all", ("right",)),
    ("accept", N_("Choose, confirm"), "all", ("return", "enter", "space")),
    ("cancel", N_("Cancel, back"), "all", ("escape",)),
    ("next", N_("Next control"), "all", ("tab",)),
    ("previous", N_("Previous control"), "all", ("shift+tab",)),
    ("take-back", N_("Take back"), "play", ("backspace",)),
    ("undo", N_("Undo a turn"), "play", ("z",)),
    ("redo", N_("Redo a turn"), "play", ("y",)),
    ("stop", N_("Stop the train"), "play", (".",)),
    ("colour", N_("Change the stone's colour"), "play", ("c",)),
    ("groups", N_("Show groups"), "play", ("g",)),
    ("coordinates", N_("Show coordinates"), "play", ("k",)),
    ("hint", N_("Hint"), "play", ("h",)),
    ("menu", N_("Menu, pause"), "all", ("m", "pause")),
    ("page-up", N_("Earlier turn"), "all", ("page up",)),
    ("page-down", N_("Later turn"), "all", ("page down",)),
    ("first", N_("First turn"), "all", ("home",)),
    ("last", N_("Last turn"), "all", ("end",)),
    ("rules", N_("Rules"), "all", ("r",)),
    ("demo", N_("Watch a demo"), "menu", ("w",)),
    ("scores", N_("High scores"), "menu", ("h",)),
    ("mute", N_("Sound on or off"), "all", ("f9",)),
    ("fullscreen", N_("Full screen"), "all", ("f11",)),
)
LABELS: dict[str, str] = {name: label for name, label, _place, _keys in COMMANDS}
PLACES: dict[str, str] = {name: place for name, _label, place, _keys in COMMANDS}
DEFAULT_KEYS: dict[str, tuple[str, ...]] = {name: keys for name, _l, _p, keys in COMMANDS}

# Without these nobody could find the way back to the settings: they keep at least one key.
NEEDED = ("up", "down", "left", "right", "accept", "cancel", "next")
MODIFIERS = ("shift", "ctrl", "alt", "meta")

# Buttons of a standard pad, and of a bare joystick in the order most drivers use.
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

STICK_ON, STICK_OFF = 0.55, 0.35  # hysteresis of a stick used as four arrows
FIRST_REPEAT, NEXT_REPEAT = 0.40, 0.12  # seconds a held pad direction waits
KEY_FIRST, KEY_NEXT = 0.38, 0.055  # seconds a held key waits


@dataclass(frozen=True)
class Press:
    """A key or button went down.  `key` is pygame's code, 0 from a pad; `name` is its binding's."""

    commands: tuple[str, ...] = ()
    key: int = 0
    mod: int = 0
    name: str = ""
    repeat: bool = False

    def means(self, *commands: str) -> bool:
        """Whether it is bound to one of these commands."""
        return any(command in self.commands for command in commands)

    @property
    def ctrl(self) -> bool:
        return bool(self.mod & (pygame.KMOD_CTRL | pygame.KMOD_META))


@dataclass(frozen=True)
class Typed:
    """Text written on the keyboard, for text fields."""

    text: str


@dataclass(frozen=True)
class Pointer:
    """`kind` is "move", "down", "up", "wheel" or "leave".  `button` 1 is the main one; `touch` a
    finger, which has no hovering; `wheel` counts notches, up positive."""

    kind: str
    pos: tuple[int, int]
    button: int = 1
    wheel: float = 0.0
    touch: bool = False
    held: bool = False


@dataclass(frozen=True)
class Dropped:
    """A file was dropped on the window."""

    path: str


InputEvent = Press | Typed | Pointer | Dropped


@dataclass(frozen=True)
class Bindings:
    """Keys of all commands: the defaults with the user's changes laid over."""

    keys: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: dict(DEFAULT_KEYS))

    @classmethod
    def from_changes(cls, changes: Mapping[str, tuple[str, ...]]) -> Bindings:
        own = {name: tuple(keys) for name, keys in changes.items() if name in DEFAULT_KEYS}
        for name in NEEDED:
            if name in own and not own[name]:
                del own[name]
        return cls({**DEFAULT_KEYS, **own})

    def changes(self) -> dict[str, tuple[str, ...]]:
        """What differs from the defaults: this is what the settings keep."""
        return {name: keys for name, keys in self.keys.items() if keys != DEFAULT_KEYS[name]}

    def commands(self, name: str) -> tuple[str, ...]:
        return tuple(command for command, keys in self.keys.items() if name in keys)

    def first(self, command: str) -> str:
        """The key to show on a key cap; "" when the command has none."""
        return (self.keys.get(command) or ("",))[0]

    def conflicts(self, command: str, name: str) -> tuple[str, ...]:
        """Other commands that use the key `name` in a place where `command` works too."""
        here = PLACES[command]
        return tuple(
            other
            for other in self.commands(name)
            if other != command and ("all" in (here, PLACES[other]) or here == PLACES[other])
        )

    def bind(self, command: str, name: str) -> Bindings:
        """Give `command` the key `name` alone, taking it from those it conflicts with."""
        losers = self.conflicts(command, name)
        changed = {
            other: tuple(key for key in keys if key != name or other not in losers)
            for other, keys in self.keys.items()
        }
        return Bindings({**changed, command: (name,)})

    def must_keep(self, command: str, name: str) -> tuple[str, ...]:
        """Needed commands that would be left without a key if `command` took `name`."""
        losers = self.conflicts(command, name)
        return tuple(c for c in losers if c in NEEDED and self.keys[c] == (name,))


def key_name(key: int, mod: int = 0) -> str:
    """The name of a key as bindings write it: "z", "page up", "shift+tab", "ctrl+z"."""
    name = pygame.key.name(key)
    masks = (pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_META)
    held = [m for m, mask in zip(MODIFIERS, masks) if mod & mask]
    return "+".join([*held, name])


def is_modifier(key: int) -> bool:
    return key in (
        *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL),
        *(pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA, pygame.K_RMETA, pygame.K_MODE),
        *(pygame.K_CAPSLOCK, pygame.K_NUMLOCK),
    )


class Translator:
    """Turns pygame events into ours; knows the pads that are plugged in."""

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self.size = (1, 1)
        self.held_keys: set[int] = set()
        self.held: Press | None = None  # what the key pressed last repeats while it is held
        self.key_in = 0.0
        self.pads: dict[int, object] = {}
        self.directions: dict[tuple[int, int], str] = {}  # (pad, axis) -> command held
        self.repeat_in = 0.0
        self.finger: int | None = None

    def events(self, event: pygame.event.Event) -> list[InputEvent]:
        """What `event` means; an empty list for what means nothing."""
        handler = self._HANDLERS.get(event.type)
        return handler(self, event) if handler else []

    def update(self, dt: float) -> list[InputEvent]:
        """Repeats of a held key and of a held pad direction; called after a frame's events."""
        return [*self._repeated_key(dt), *self._repeated_direction(dt)]

    def _repeated_key(self, dt: float) -> list[InputEvent]:
        """One repeat a frame at most: what a slow frame has missed is not made up for."""
        if self.held is None:
            return []
        self.key_in -= dt
        if self.key_in > 0:
            return []
        self.key_in = KEY_NEXT
        return [self.held]

    def _repeated_direction(self, dt: float) -> list[InputEvent]:
        if not self.directions:
            return []
        self.repeat_in -= dt
        if self.repeat_in > 0:
            return []
        self.repeat_in = NEXT_REPEAT
        return [Press((command,), repeat=True) for command in set(self.directions.values())]

    # -- keyboard ------------------------------------------------------------------------------

    def _key_down(self, event: pygame.event.Event) -> list[InputEvent]:
        repeat = event.key in self.held_keys
        self.held_keys.add(event.key)
        mod = getattr(event, "mod", 0)
        name = key_name(event.key, mod)
        commands = self.bindings.commands(name)
        if not commands and mod & pygame.KMOD_SHIFT:
            # Shift alone does not make another key of an arrow or a letter.
            commands = self.bindings.commands(key_name(event.key, mod & ~pygame.KMOD_SHIFT))
        if not is_modifier(event.key):
            self.held = Press(commands, event.key, mod, name, repeat=True)
            self.key_in = KEY_FIRST
        return [Press(commands, event.key, mod, name, repeat)]

    def _key_up(self, event: pygame.event.Event) -> list[InputEvent]:
        self.held_keys.discard(event.key)
        if self.held is not None and self.held.key == event.key:
            self.held = None
        return []

    def _typed(self, event: pygame.event.Event) -> list[InputEvent]:
        return [Typed(event.text)] if event.text else []

    # -- mouse and finger ----------------------------------------------------------------------

    def _mouse_move(self, event: pygame.event.Event) -> list[InputEvent]:
        if getattr(event, "touch", False):
            return []
        held = bool(getattr(event, "buttons", (0,))[0])
        return [Pointer("move", event.pos, held=held)]

    def _mouse_down(self, event: pygame.event.Event) -> list[InputEvent]:
        if getattr(event, "touch", False) or event.button in (4, 5):
            return []
        return [Pointer("down", event.pos, event.button, held=True)]

    def _mouse_up(self, event: pygame.event.Event) -> list[InputEvent]:
        if getattr(event, "touch", False) or event.button in (4, 5):
            return []
        return [Pointer("up", event.pos, event.button)]

    def _wheel(self, event: pygame.event.Event) -> list[InputEvent]:
        amount = getattr(event, "precise_y", 0.0) or event.y
        return [Pointer("wheel", pygame.mouse.get_pos(), 0, float(amount))]

    def _focus_lost(self, event: pygame.event.Event) -> list[InputEvent]:
        """What is let go in another window is never told to this one."""
        self.held_keys.clear()
        self.held = None
        self.directions.clear()
        self.finger = None
        return []

    def _drop(self, event: pygame.event.Event) -> list[InputEvent]:
        return [Dropped(event.file)]

    def _leave(self, event: pygame.event.Event) -> list[InputEvent]:
        return [Pointer("leave", (-1, -1), 0)]

    def _finger(self, event: pygame.event.Event) -> list[InputEvent]:
        """The first finger is the pointer; others are ignored until it is lifted."""
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

    # -- pads ----------------------------------------------------------------------------------

    def _pad_added(self, event: pygame.event.Event) -> list[InputEvent]:
        """Open a pad that was plugged in: as a standard pad when SDL knows it, else as it is."""
        try:
            pad, number = _open_pad(event.device_index)
        except (pygame.error, ImportError):
            return []
        self.pads[number] = pad
        return []

    def _pad_removed(self, event: pygame.event.Event) -> list[InputEvent]:
        self.pads.pop(event.instance_id, None)
        self.directions = {k: v for k, v in self.directions.items() if k[0] != event.instance_id}
        return []

    def _pad_button(self, event: pygame.event.Event) -> list[InputEvent]:
        command = PAD.get(event.button, "")
        if command in ("up", "down", "left", "right"):
            return self._hold((event.instance_id, 100 + event.button), command)
        return [Press((command,))] if command else []

    def _pad_release(self, event: pygame.event.Event) -> list[InputEvent]:
        self.directions.pop((event.instance_id, 100 + event.button), None)
        return []

    def _pad_axis(self, event: pygame.event.Event) -> list[InputEvent]:
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
        self.repeat_in = FIRST_REPEAT
        return [Press((command,))]

    _HANDLERS: ClassVar[dict[int, Callable[..., list[InputEvent]]]] = {
        pygame.KEYDOWN: _key_down,
        pygame.KEYUP: _key_up,
        pygame.TEXTINPUT: _typed,
        pygame.MOUSEMOTION: _mouse_move,
        pygame.MOUSEBUTTONDOWN: _mouse_down,
        pygame.MOUSEBUTTONUP: _mouse_up,
        pygame.MOUSEWHEEL: _wheel,
        pygame.WINDOWLEAVE: _leave,
        pygame.DROPFILE: _drop,
        pygame.WINDOWFOCUSLOST: _focus_lost,
        pygame.FINGERDOWN: _finger,
        pygame.FINGERMOTION: _finger,
        pygame.FINGERUP: _finger,
        pygame.JOYDEVICEADDED: _pad_added,
        pygame.JOYDEVICEREMOVED: _pad_removed,
        pygame.CONTROLLERBUTTONDOWN: _pad_button,
        pygame.CONTROLLERBUTTONUP: _pad_release,
        pygame.CONTROLLERAXISMOTION: _pad_axis,
        pygame.JOYBUTTONDOWN: _joy_button,
        pygame.JOYAXISMOTION: _joy_axis,
        pygame.JOYHATMOTION: _joy_hat,
    }


def _open_pad(index: int) -> tuple[object, int]:
    from pygame._sdl2 import controller

    if not controller.get_init():
        controller.init()
    if controller.is_controller(index):
        pad = controller.Controller(index)
        return pad, pad.as_joystick().get_instance_id()
    stick = pygame.joystick.Joystick(index)
    return stick, stick.get_instance_id()
