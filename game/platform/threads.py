"""Background work on platforms with and without threads."""

from __future__ import annotations

import threading
from collections.abc import Callable


def start_daemon(work: Callable[[], object], name: str) -> threading.Thread | None:
    """Start a daemon thread that runs `work` and return the thread.

    Return None if no thread can be started, as in a browser: the caller then does the work itself
    or goes on without it.
    """
    thread = threading.Thread(target=work, name=name, daemon=True)
    try:
        thread.start()
    except RuntimeError:
        return None
    return thread
