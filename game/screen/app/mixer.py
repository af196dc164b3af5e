"""The lock of pygame's mixer, of which a process has one.

If it is closed while another thread opens it or reads a file for it, it may write to memory that is
no longer its own.  So whoever opens it, reads a sound or closes it holds the lock.
"""

from __future__ import annotations

import threading

mixer_lock = threading.Lock()


def close_mixer() -> None:
    """Close the device; whoever calls this holds the lock.

    Sounds are stopped first.  pygame closes while it keeps all other Python code waiting, and so
    would wait for ever for the thread of a sound that ends just then and wants to tell it.
    """
    import pygame  # which the doctor, who uses this, may not be able to load

    if pygame.mixer.get_init():
        pygame.mixer.stop()
        pygame.mixer.quit()
