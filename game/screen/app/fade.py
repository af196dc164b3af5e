"""The last picture of a scene, fading out over the next one."""

from __future__ import annotations

import pygame

from game.screen.ui.tokens import MS

WHOLE = MS["scene_change"] / 1000  # seconds in which a picture would go from full to nothing
REDUCED = 0.12  # seconds at most with reduced motion


class Fade:
    """Nothing between two changes of scene."""

    def __init__(self) -> None:
        self._picture: pygame.Surface | None = None
        self._left = 0.0

    def __bool__(self) -> bool:
        """Whether a picture is fading."""
        return self._picture is not None

    def begin(self, picture: pygame.Surface, overlay: bool, reduced: bool) -> None:
        """Keep a copy of `picture`; an overlay comes in a shorter time."""
        seconds = MS["dialog_in" if overlay else "scene_change"] / 1000
        self._picture = picture.copy()
        self._left = min(seconds, REDUCED) if reduced else seconds

    def end(self) -> None:
        """Show the new scene plainly."""
        self._picture = None

    def update(self, dt: float) -> None:
        """Move on by `dt` seconds."""
        self._left -= dt
        if self._left <= 0:
            self.end()

    def draw(self, surface: pygame.Surface) -> None:
        """What is left of the picture; one of another size is not stretched."""
        if self._picture is None or self._picture.get_size() != surface.get_size():
            self.end()
            return
        self._picture.set_alpha(round(255 * min(1.0, self._left / WHOLE) ** 1.5))
        surface.blit(self._picture, (0, 0))
