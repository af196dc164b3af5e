"""Translation of pygame's events: keys by their bindings, mouse and fingers as one pointer."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import pygame

from game.screen.ui.bindings import Bindings, is_modifier, key_name
from game.screen.ui.gamepads import Gamepads
from game.screen.ui.input import Dropped, InputEvent, Pointer, Press, Typed

KEY_REPEAT_DELAY_S, KEY_REPEAT_INTERVAL_S = 0.38, 0.055  # seconds a held key waits


class InputTranslator:
    """Translator of pygame's events into ours, a frame's events at a time."""

    def __init__(self, bindings: Bindings) -> None:
        self.bindings = bindings
        self.size = (1, 1)
        self.held_keys: set[int] = set()
        self.held: Press | None = None  # what the key pressed last repeats while it is held
        self.key_in = 0.0
        self.pads = Gamepads()
        self.finger: int | None = None

    def events(self, event: pygame.event.Event) -> list[InputEvent]:
        """Return what `event` means; an empty list for what means nothing."""
        handler = self._HANDLERS.get(event.type)
        return handler(self, event) if handler else self.pads.events(event)

    def update(self, dt: float) -> list[InputEvent]:
        """Return repeats of held keys and gamepad directions; called after a frame's events."""
        return [*self._repeated_key(dt), *self.pads.update(dt)]

    def _repeated_key(self, dt: float) -> list[InputEvent]:
        """Return at most one repeat a frame: what a slow frame has missed is not made up for."""
        if self.held is None:
            return []
        self.key_in -= dt
        if self.key_in > 0:
            return []
        self.key_in = KEY_REPEAT_INTERVAL_S
        return [self.held]

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
            self.key_in = KEY_REPEAT_DELAY_S
        return [Press(commands, event.key, mod, name, repeat)]

    def _key_up(self, event: pygame.event.Event) -> list[InputEvent]:
        self.held_keys.discard(event.key)
        if self.held is not None and self.held.key == event.key:
            self.held = None
        return []

    def _typed(self, event: pygame.event.Event) -> list[InputEvent]:
        return [Typed(event.text)] if event.text else []

    def _mouse_move(self, event: pygame.event.Event) -> list[InputEvent]:
        if getattr(event, "touch", False):
            return []
        held = bool(getattr(event, "buttons", (0,))[0])
        return [Pointer("move", event.pos, held=held)]

    def _mouse_button(self, event: pygame.event.Event) -> list[InputEvent]:
        if getattr(event, "touch", False) or event.button in (4, 5):
            return []
        down = event.type == pygame.MOUSEBUTTONDOWN
        return [Pointer("down" if down else "up", event.pos, event.button, held=down)]

    def _wheel(self, event: pygame.event.Event) -> list[InputEvent]:
        amount = getattr(event, "precise_y", 0.0) or event.y
        return [Pointer("wheel", pygame.mouse.get_pos(), 0, float(amount))]

    def _focus_lost(self, event: pygame.event.Event) -> list[InputEvent]:
        """Forget what is held: releases while another window has the focus are not delivered."""
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
        """Take the first finger as the pointer; others are ignored until it is lifted."""
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
