"""Music: one quiet piece, looped while a scene wants it, faded in and out.

It sounds on a channel of the device that the sounds have opened, and never opens one itself.
`pygame.mixer.music` is not used: it waits for the mixer with Python's lock held, while the mixer
may wait for that lock to tell of a sound that has ended, and the program stands still for good.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pygame

from game.platform.paths import ASSETS

FILE = ASSETS / "music" / "evening.wav"
FADE_S = 1.6  # seconds from silence to full volume, and back


class Music:
    """The player of one piece; `volume` is the present one, 0 to 1.

    Where the file cannot be played nothing is heard.  `start` runs the reading of the file beside
    the frames, as for `Sounds`.
    """

    def __init__(
        self, file: Path = FILE, start: Callable[[Callable[[], None]], None] | None = None
    ) -> None:
        self._file = file
        self._start = start or _on_a_thread
        self._state = "new"  # "new", "reading", "read", "silent"
        self._sound: pygame.mixer.Sound | None = None
        self._channel: pygame.mixer.Channel | None = None
        self.volume = 0.0

    @property
    def playing(self) -> bool:
        channel = self._channel
        return channel is not None and channel.get_sound() is self._sound

    def update(self, dt: float, aim: float, ready: bool) -> None:
        """Fade towards the volume `aim` for `dt` seconds; `ready` says that the device is open."""
        if not ready:
            self._forget()
        elif self._state == "new" and aim > 0:
            self._state = "reading"
            self._start(self._read)
        elif self._state == "read":
            self._move(dt / FADE_S, aim)

    def _move(self, step: float, aim: float) -> None:
        if not self.playing:
            self.volume = 0.0
            if aim <= 0 or not self._begin():
                return
        assert self._sound is not None
        assert self._channel is not None
        if self.volume < aim:
            self.volume = min(aim, self.volume + step)
        else:
            self.volume = max(aim, self.volume - step)
        self._sound.set_volume(self.volume)
        if self.volume <= 0:
            self._channel.stop()

    def _begin(self) -> bool:
        """Start to play on a free channel; return False if there is none."""
        channel = pygame.mixer.find_channel()
        if channel is None or self._sound is None:
            return False
        self._sound.set_volume(0.0)
        channel.set_volume(1.0)
        channel.play(self._sound, loops=-1)
        self._channel = channel
        return True

    def _read(self) -> None:
        try:
            self._sound = pygame.mixer.Sound(str(self._file))
        except (pygame.error, OSError):
            self._state = "silent"
            return
        self._state = "read"

    def _forget(self) -> None:
        """Forget the sound of a device that was closed."""
        if self._state == "read":
            self._state, self._sound, self._channel, self.volume = "new", None, None, 0.0


def _on_a_thread(work: Callable[[], None]) -> None:
    threading.Thread(target=work, daemon=True, name="music").start()
