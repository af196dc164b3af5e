"""File locks between processes, which the system releases however a program ends.

The file itself stays, so that nobody holds a lock on a file that another has just made anew.
"""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

LOCK_TIMEOUT_S = 5.0  # seconds another program may take

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


class FileLock:
    """A lock on a file, held until `release` or the end of the program."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def release(self) -> None:
        os.close(self._handle)


def try_lock(path: Path) -> FileLock | None:
    """Return the lock of a file, or None while another program has it.

    Raises OSError where there can be no such file.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _lock(handle)
    except OSError:
        with contextlib.suppress(OSError):
            os.close(handle)
        return None
    return FileLock(handle)


@contextlib.contextmanager
def file_locked(path: Path, patience: float = LOCK_TIMEOUT_S) -> Iterator[None]:
    """Hold the lock beside the file; after `patience` seconds go on without it.

    Raises OSError.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    end, beside = time.monotonic() + patience, path.with_suffix(".lock")
    while (lock := try_lock(beside)) is None and time.monotonic() < end:
        time.sleep(0.05)
    try:
        yield
    finally:
        if lock is not None:
            lock.release()
