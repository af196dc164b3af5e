"""The lock of pygame's mixer, of which a process has one.

If it is closed while another thread opens it or reads a file for it, it may write to memory that is
no longer its own.  So whoever opens it, reads a sound or closes it holds the lock.
"""

from __future__ import annotations

import threading

mixer_lock = threading.Lock()
