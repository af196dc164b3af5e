"""Records the text that one frame draws, to find text that is cut or overlaps."""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from game.screen.ui.canvas import Canvas
from game.screen.ui.text import TextLayout


@dataclass(frozen=True)
class DrawnText:
    """A text on the screen: its place, the box it had to fit, its layer (higher for dialogs)."""

    text: str
    rect: Rect
    box: Rect
    clipped: bool
    cut: bool
    pixels: int
    layer: int


class TextRecorder(list[DrawnText]):
    """The texts of one frame, recorded from the canvas of an app."""

    def on_text(self, canvas: Canvas, text: str, layout: TextLayout, box: Rect, rect: Rect) -> None:
        """Record the visible part of a text."""
        clip = canvas.surface.get_clip()
        clipped = not layout.fits or not canvas.rect.contains(rect)
        if clip == canvas.rect or clip.contains(rect) or clip.colliderect(rect):
            seen = rect if clip == canvas.rect else rect.clip(clip)
            kept = box.copy(), clipped, layout.cut, layout.pixels, canvas.layer
            self.append(DrawnText(text, seen, *kept))

    @property
    def drawn(self) -> list[DrawnText]:
        return self

    def clipped(self) -> list[DrawnText]:
        return [one for one in self if one.clipped]

    def overlaps(self) -> list[tuple[DrawnText, DrawnText]]:
        """Return pairs of texts in one layer whose glyphs overlap by more than a sliver."""
        found, inks = [], [_ink(one) for one in self]
        for number, one in enumerate(self):
            for place in inks[number].collidelistall(inks[number + 1 :]):
                other = self[number + 1 + place]
                if one.layer == other.layer:
                    found.append((one, other))
        return found


def _ink(drawn: DrawnText) -> Rect:
    """Return the line's box without the space above capitals and below the baseline."""
    trim = round(drawn.pixels * 0.18)
    return drawn.rect.inflate(-2, -2 * trim)
