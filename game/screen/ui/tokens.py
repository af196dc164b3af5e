"""Design tokens: spacing, type, radii, strokes, times. Data only; nothing draws.

Lengths are pixels in a window of 1280 x 800 (in portrait 640 x 1200), times `Metrics.scale`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

WINDOW = (1280, 800)
PORTRAIT = (640, 1200)
# The smallest pictures for which scenes are laid out. On a smaller window, such as a display of 800
# x 480, these pictures are shown reduced.
LEAST_LYING, LEAST_UPRIGHT = (800, 600), (480, 800)
SMALLEST_WINDOW = (320, 240)  # px, as requested from a window manager
SMALLEST_TYPE = 14  # px, at any window size
# Window width, at the usual aspect ratio, below which captions are left out.
NARROW = 1000

GAP, GAP_EDGE, GAP_WIDE = 12, 24, 40

RADIUS = {"segment": 7, "key": 6, "row": 8, "button": 10, "card": 12, "toast": 14, "dialog": 20}
STROKE = {"card": 1, "card_flat": 2, "focus": 3, "focus_gap": 3, "key": 2}

BUTTON_HEIGHT = 56
BUTTON_ICON = 24
SMALLEST_TARGET = 48
ROW_HEIGHT = 34
CAPTION_STRIP = 120

SHADOW_CARD = ((0, 8), 20, 0.35)  # offset, blur, alpha


@dataclass(frozen=True)
class TextStyle:
    """One entry of the type scale.  `line` is the distance of lines in the same units as `size`."""

    family: str
    weight: str
    size: int
    line: int = 0

    @property
    def leading(self) -> float:
        """Distance of lines as a multiple of the size."""
        return (self.line or self.size * 1.25) / self.size


STYLES: dict[str, TextStyle] = {
    "logo": TextStyle("display", "900", 232),
    "logo_is": TextStyle("display", "700 italic", 56),
    "win": TextStyle("display", "900", 136, 140),
    "combo": TextStyle("text", "700 italic", 96),
    "score_huge": TextStyle("text", "700", 108),
    "initials": TextStyle("display", "900", 92),
    "clock": TextStyle("text", "700", 52),
    "scene_title": TextStyle("display", "900", 48, 52),
    "score": TextStyle("text", "700", 44),
    "dialog_title": TextStyle("display", "900", 40, 44),
    "game_title": TextStyle("display", "700", 34, 38),
    "trailer": TextStyle("display", "900", 42, 46),
    "track_letter": TextStyle("display", "900", 31),
    "guide": TextStyle("text", "700", 32, 39),
    "name": TextStyle("text", "700", 26, 30),
    "cost": TextStyle("text", "700", 26, 30),
    "lead": TextStyle("text", "600", 22, 28),
    "lead_bold": TextStyle("text", "700", 22, 28),
    "body": TextStyle("text", "600", 20, 26),
    "body_bold": TextStyle("text", "700", 20, 26),
    "button": TextStyle("text", "600", 20, 26),
    "caption": TextStyle("text", "600", 18, 22),
    "caption_bold": TextStyle("text", "700", 18, 22),
    "small": TextStyle("text", "700", 16, 20),
}

# Milliseconds of transitions and pulses.
MS = {
    "press": 60,
    "toast_in": 200,
    "toast_hold": 4000,
    "toast_out": 160,
    "dialog_in": 220,
    "scene_change": 240,
    "board_flight": 380,
    "any_key_pulse": 1400,
    "glow_pulse": 1600,
}


@dataclass(frozen=True)
class Metrics:
    """Lengths for one window size and one font scale."""

    width: int
    height: int
    font_scale: float = 1.0

    @property
    def portrait(self) -> bool:
        """Whether the window is upright; boards are then above everything else."""
        return self.height > self.width

    @cached_property
    def scale(self) -> float:
        wide, high = PORTRAIT if self.portrait else WINDOW
        return min(self.width / wide, self.height / high)

    @property
    def narrow(self) -> bool:
        """Whether a column beside other content lacks room; never in portrait."""
        return self.scale < NARROW / WINDOW[0] and not self.portrait

    def px(self, length: float) -> int:
        """Convert a design length to pixels of this window, at least 1 unless it is 0."""
        pixels = round(length * self.scale)
        return pixels if pixels or not length else 1

    def type_px(self, style: str) -> int:
        """Return the size of a style's type in pixels."""
        size = STYLES[style].size
        # The font scale applies to text for reading; large type, as on posters, has no room to
        # grow.
        grow = self.font_scale if size <= 34 else 1.0
        return max(SMALLEST_TYPE, round(size * self.scale * grow))

    @property
    def column(self) -> int:
        """Width of the column beside a board."""
        return round(max(264, min(0.35 * self.width, 0.56 * self.height)))
