"""The system's text input: typed text and, in text fields, text composed by input methods.

Outside fields it only tells which character was typed: "." is Shift+";" on AZERTY. There, an input
method would mistake command keys for text. So text input is off outside fields if one of the user's
languages needs an input method, or after one has composed outside a field. On Wayland it is also
off outside fields, because it would open the on-screen keyboard.
"""

from __future__ import annotations

import os

import pygame
from pygame import Rect

from game.screen.ui.pygame_compat import preferred_languages

# Show the input method's window of candidates, which SDL hides by default.
os.environ.setdefault("SDL_IME_SHOW_UI", "1")

# Languages that need an input method. Their keyboards work for commands without text input.
COMPOSED_LANGUAGES = ("zh", "ja", "ko", "vi")


class TextInput:
    """Starts and stops the system's text input, and reports the caret's place to it."""

    def __init__(self) -> None:
        own = [language[:2].lower() for language in preferred_languages()]
        composed = any(language in COMPOSED_LANGUAGES for language in own)
        self._only_in_fields = composed or pygame.display.get_driver() == "wayland"
        self._on = True  # SDL starts with text input on
        self._composing = False
        self._caret: Rect | None = None

    def follow(self, field: bool, composing: bool, caret: Rect | None) -> None:
        """Adapt to the scene: whether a field has the focus or composes, and where its caret is."""
        wanted = field or not self._only_in_fields
        if self._on and (not wanted or (self._composing and not composing)):
            pygame.key.stop_text_input()  # also drops text that is being composed
            self._on = False
        if wanted and not self._on:
            pygame.key.start_text_input()
            self._on = True
        self._composing = composing
        if caret is not None and caret != self._caret:
            self._caret = caret.copy()
            pygame.key.set_text_input_rect(caret)

    def composed(self, field: bool, text: str) -> None:
        """Note that an input method shows `text`, either in a `field` or outside all fields."""
        self._composing = field and bool(text)
        self._only_in_fields |= not field and bool(text)
