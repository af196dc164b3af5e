"""Explanations of words and figures at their place, shown by a tooltip or after a touch."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.screen.app.scene import STAY, Change
from game.screen.ui.input import Pointer
from game.screen.ui.widget import Widget


class Explanation(Widget):
    """A place in the column that another part draws; its tooltip explains the place.

    A touch has no tooltip, so `tell` gets the text instead.
    """

    focusable = False

    def __init__(self, words: str, tell: Callable[[str], None]) -> None:
        super().__init__("explanation")
        self.tip, self._tell = words, tell

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "up" and self.rect.collidepoint(event.pos):
            self._tell(self.tip)
        return None if event.kind == "wheel" else STAY


def explanations(
    places: list[tuple[pygame.Rect, str]], tell: Callable[[str], None]
) -> list[Explanation]:
    """Return a widget for each place that has a text."""
    return [Explanation(words, tell).at(rect) for rect, words in places if words and rect.height]


def uncovered(widgets: Sequence[Widget], card: pygame.Rect) -> list[Widget]:
    """Return the widgets except places below a card; the first place left gets the hidden texts."""
    places = [one for one in widgets if isinstance(one, Explanation)]
    hidden = [one for one in places if one.rect.colliderect(card)]
    heard = next((one for one in places if one not in hidden), None)
    if heard is not None:
        heard.tip = " ".join(one.tip for one in (heard, *hidden))
    return [one for one in widgets if one not in hidden]


def largest_beside(rect: pygame.Rect, widgets: Sequence[Widget]) -> pygame.Rect:
    """Return the largest explained place that does not touch `rect`; `rect` if there is none."""
    places = [one.rect for one in widgets if isinstance(one, Explanation) and one.visible]
    clear = (place for place in places if not place.colliderect(rect))
    return max(clear, key=lambda place: place.width * place.height, default=rect)
