"""The system's text input: what is typed and, in text fields, what input methods compose.

Outside fields it only tells which sign a key has typed, as "." is Shift and ";" on AZERTY.  There
an input method would take the letters of commands for text.  So it stays off outside fields where
the system's languages are written with one, and from when one has composed outside a field.  With
Wayland it would call the keyboard of a touch screen.
"""

from __future__ import annotations

import os

import pygame
from pygame import Rect

from game.screen.ui.pygame_compat import preferred_languages

# The window that an input method offers its choices in: SDL hides it unless it is told otherwise.
os.environ.setdefault("SDL_IME_SHOW_UI", "1")

COMPOSED_LANGUAGES = ("zh", "ja", "ko", "vi")  # their keyboards have all signs without text input


class TextInput:
    """Starts and stops the system's text input, and tells it where the caret is."""

    def __init__(self) -> None:
        own = [language[:2].lower() for language in preferred_languages()]
        composed = any(language in COMPOSED_LANGUAGES for language in own)
        self._only_in_fields = composed or pygame.display.get_driver() == "wayland"
        self._on = True  # as SDL begins
        self._composing = False
        self._caret: Rect | None = None

    def follow(self, field: bool, composing: bool, caret: Rect | None) -> None:
        """Fit it to the scene: whether a field has the focus, composes, and where its caret is."""
        wanted = field or not self._only_in_fields
        if self._on and (not wanted or (self._composing and not composing)):
            pygame.key.stop_text_input()  # and what the input method has begun is dropped
            self._on = False
        if wanted and not self._on:
            pygame.key.start_text_input()
            self._on = True
        self._composing = composing
        if caret is not None and caret != self._caret:
            self._caret = caret.copy()
            pygame.key.set_text_input_rect(caret)

    def composed(self, field: bool, text: str) -> None:
        """Take in that an input method shows a text, in a field or where nothing is written."""
        self._composing = field and bool(text)
        self._only_in_fields |= not field and bool(text)
