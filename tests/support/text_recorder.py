"""What one frame writes, to find what is cut or overlaps."""

from __future__ import annotations

from pygame import Rect

from game.screen.ui.text import DrawnText


class TextRecorder(list[DrawnText]):
    """The texts of one frame, as the canvas of an app records them."""

    @property
    def drawn(self) -> list[DrawnText]:
        return self

    def clipped(self) -> list[DrawnText]:
        return [one for one in self if one.clipped]

    def overlaps(self) -> list[tuple[DrawnText, DrawnText]]:
        """Return pairs of texts of one layer whose ink overlaps by more than a sliver."""
        found = []
        for number, one in enumerate(self):
            for other in self[number + 1 :]:
                if one.layer == other.layer and _ink(one).colliderect(_ink(other)):
                    found.append((one, other))
        return found


def _ink(drawn: DrawnText) -> Rect:
    """Return the line box without the room above capitals and below the base line."""
    trim = round(drawn.pixels * 0.18)
    return drawn.rect.inflate(-2, -2 * trim)
