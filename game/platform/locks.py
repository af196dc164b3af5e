"""File locks between processes, which the system releases however a program ends.

The lock file is never removed: otherwise one program could lock the old file and another a new one.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

LOCK_TIMEOUT_S = 15.0  # seconds that another program may hold a lock
POLL_S = 0.02

# System errors while another program has the lock. All others (ENOLCK, EOPNOTSUPP, EIO, ...) mean
# that locks do not work there, as on some network shares.
HELD = (errno.EAGAIN, errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK)

if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    _lock_as_sqlite = _lock

else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _lock_as_sqlite(handle: int) -> None:
        fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)


def why_no_locks(folder: Path) -> OSError | None:
    """Return the system's error if files in a folder cannot be locked; None if they can.

    The check locks a new file in the program's way and in SQLite's.
    """
    try:
        handle, name = tempfile.mkstemp(dir=folder)
    except OSError:
        return None  # if no file can be made, missing locks are not the problem
    try:
        for lock in (_lock, _lock_as_sqlite):
            lock(handle)
    except OSError as error:
        return None if error.errno in HELD else error
    finally:
        os.close(handle)
        with contextlib.suppress(OSError):
            os.unlink(name)
    return None


class FileLock:
    """A lock on a file, held until `release` or the end of the program."""

    def __init__(self, handle: int) -> None:
        self._handle = handle

    def release(self) -> None:
        os.close(self._handle)


def try_lock(path: Path) -> FileLock | None:
    """Return the lock of a file, or None while another program has it.

    If the file system has no locks, the lock is always granted. Raises OSError if the file cannot
    be opened or made.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _lock(handle)
    except OSError as error:
        if error.errno in HELD:
            with contextlib.suppress(OSError):
                os.close(handle)
            return None
    return FileLock(handle)


@contextlib.contextmanager
def file_locked(path: Path, patience: float = LOCK_TIMEOUT_S) -> Iterator[None]:
    """Hold the lock beside the file; wait if other programs have it first.

    Go on without a lock if the file system has none. Raises OSError, also if another program holds
    the lock for more than `patience` seconds, because that program may still write what it has
    read.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_suffix(".lock")
    handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _wait(handle, beside, patience)
        yield
    finally:
        os.close(handle)


def _wait(handle: int, path: Path, patience: float) -> None:
    """Take the lock; each holder sets the file's time, which restarts the timeout."""
    taken, end = 0, time.monotonic() + patience
    while True:
        try:
            _lock(handle)
        except OSError as error:
            if error.errno not in HELD:
                return  # the file system has no locks
            before, taken = taken, path.stat().st_mtime_ns
            if taken != before:
                end = time.monotonic() + patience
            elif time.monotonic() >= end:
                raise OSError(errno.EBUSY, os.strerror(errno.EBUSY), str(path)) from None
            time.sleep(POLL_S)
        else:
            os.utime(path)
            return
