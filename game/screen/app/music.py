"""Music: one quiet piece that goes round while a scene wants it, and fades where none does.

It sounds through the device that the sounds have opened, and never opens one itself.  pygame's own
fading would hold up the frame loop, so the volume is moved a little with each frame instead.
"""

from __future__ import annotations

from pathlib import Path

import pygame

from game.paths import ASSETS

FILE = ASSETS / "music" / "evening.wav"
FADE = 1.6  # seconds from silence to full volume, and back


class Music:
    """`volume` is what sounds now, 0 to 1.  Where the file cannot be played nothing is heard."""

    def __init__(self, file: Path = FILE) -> None:
        self._file = file
        self._state = "new"  # "new", "playing", "paused", "silent"
        self.volume = 0.0

    @property
    def playing(self) -> bool:
        return self._state == "playing"

    def update(self, dt: float, aim: float, ready: bool) -> None:
        """Time passes: go towards the volume `aim`; `ready` says that the device is open."""
        if not ready:
            self._state = "new" if self._state != "silent" else "silent"
            return
        if aim > 0 and self._state in ("new", "paused"):
            self._begin()
        if self._state != "playing" or self.volume == aim:
            return
        step = dt / FADE
        self.volume = (
            min(aim, self.volume + step) if aim > self.volume else max(aim, self.volume - step)
        )
        pygame.mixer.music.set_volume(self.volume)
        if self.volume <= 0:
            pygame.mixer.music.pause()
            self._state = "paused"

    def _begin(self) -> None:
        """Go on where it was left, or from the beginning."""
        if self._state == "paused":
            pygame.mixer.music.unpause()
        else:
            try:
                pygame.mixer.music.load(str(self._file))
                pygame.mixer.music.set_volume(0.0)
                pygame.mixer.music.play(-1)
            except (pygame.error, OSError):
                self._state = "silent"
                return
            self.volume = 0.0
        self._state = "playing"
