"""The lock of pygame's mixer, which a process has only once.

If one thread closes the mixer while another thread opens the mixer or reads a file for it, the
mixer may write to memory that has been freed. So opening the mixer, reading a sound and closing the
mixer require the lock.
"""

from __future__ import annotations

import threading

mixer_lock = threading.Lock()


def close_mixer() -> None:
    """Close the audio device; the caller must hold the lock.

    Sounds are stopped first, because pygame closes the mixer with Python's lock held. If a sound
    ended just then, its thread would need that lock to report the end, and both would wait forever.
    """
    import pygame  # the doctor uses this module even where pygame cannot be loaded

    if pygame.mixer.get_init():
        pygame.mixer.stop()
        pygame.mixer.quit()
