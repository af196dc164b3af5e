"""The user's folders, atomic writes, quarantine of damaged files, and a thread that writes.

The program's own folder is never written. LESS_IS_MORE_HOME moves all folders into one (for tests
or a cabinet on a memory stick). This module does not depend on the content of files.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import stat
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import platformdirs

from game.platform.paths import INSTALLED, ROOT
from game.platform.threads import start_daemon

APP = "less-is-more"
HOME_VARIABLE = "LESS_IS_MORE_HOME"
CACHE_VARIABLE = "LESS_IS_MORE_CACHE"
PRIVATE_MODE, SHARED_MODE = 0o600, 0o666  # permissions of written files, before the umask
# Names that `_replace` gives to unfinished files.
UNFINISHED = re.compile(r".+\.[a-z0-9_]{8}\.new", re.DOTALL)
UNFINISHED_AGE_S = 3600.0  # seconds after which an unfinished file counts as abandoned
FULL = (errno.ENOSPC, errno.EDQUOT)  # the disk or the user's quota is full
PROBE_BYTES = 1 << 18  # free bytes that opening the library requires
# Seconds between attempts to rename a file that another program has open.
RENAME_RETRY_DELAYS_S = (0.01, 0.03, 0.1, 0.3, 0.6)


def config_folder() -> Path:
    """Return the folder of the settings."""
    return _folder("config", lambda: platformdirs.user_config_path(APP, appauthor=False))


def data_folder() -> Path:
    """Return the folder of data that must not be lost: games, scores, calibrations, own boards."""
    return _folder("data", lambda: platformdirs.user_data_path(APP, appauthor=False))


def cache_folder() -> Path:
    """Return the folder of data that can be made again; LESS_IS_MORE_CACHE moves the folder."""
    moved = os.environ.get(CACHE_VARIABLE)
    if moved:
        return private_folder(Path(moved))
    return _folder("cache", lambda: platformdirs.user_cache_path(APP, appauthor=False))


def build_folder() -> Path:
    """Return the folder for products of shipped sources, such as the firmware."""
    return private_folder(cache_folder() / "build" if INSTALLED else ROOT / "build")


def games_folder() -> Path:
    return private_folder(data_folder() / "games")


def exports_folder() -> Path:
    """Return the default folder of exports, which is created by the first export."""
    home = os.environ.get(HOME_VARIABLE)
    return Path(home) / "exports" if home else platformdirs.user_documents_path() / "Less is More"


def boards_folder() -> Path:
    """Return the folder of the user's own board files."""
    return private_folder(data_folder() / "boards")


def looks_folder() -> Path:
    """Return the folder of the user's own looks, each a folder with its pictures."""
    return data_folder() / "looks"


def _folder(name: str, default: Callable[[], Path]) -> Path:
    home = os.environ.get(HOME_VARIABLE)
    return private_folder(Path(home) / name if home else default())


def private_folder(folder: Path) -> Path:
    """Make a folder that no other user can enter, or close an existing one to other users.

    Errors surface at the first write.
    """
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _close_to_others(folder)
    return folder


def make_private(path: Path) -> None:
    """Let no other user read a file; a file of another user stays unchanged."""
    with contextlib.suppress(OSError):
        _close_to_others(path)


def _close_to_others(path: Path) -> None:
    mode = path.stat().st_mode
    if mode & 0o077:
        path.chmod(stat.S_IMODE(mode) & 0o700)


def write_text(path: Path, text: str) -> None:
    """Write the whole file, readable for this user only, or keep the old one. Raises OSError.

    Characters that UTF-8 does not have (a lone surrogate in a name) become question marks, because
    that is better than no file.
    """
    _replace(path, text, PRIVATE_MODE)


def write_shared_text(path: Path, text: str) -> None:
    """Write a file like `write_text`, but with the permissions that the umask leaves.

    A web server, a print server or a colleague must be able to read published and exported files.
    """
    _replace(path, text, SHARED_MODE)


def write_bytes(path: Path, data: bytes) -> None:
    """Write a binary file, readable for this user only, or keep the old one. Raises OSError."""
    _replace(path, data, PRIVATE_MODE)


def write_shared_bytes(path: Path, data: bytes) -> None:
    """Write a binary file with the permissions of `write_shared_text`. Raises OSError."""
    _replace(path, data, SHARED_MODE)


def _replace(path: Path, content: str | bytes, mode: int) -> None:
    """Replace a file by a new one, written first under a name that nobody can predict."""
    data = content.encode("utf-8", "replace") if isinstance(content, str) else content
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_name(f"{path.name}.{os.urandom(4).hex()}.new")
    handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            _keep(file.fileno())
        move(fresh, path)
    except BaseException:
        fresh.unlink(missing_ok=True)
        raise


def is_full(folder: Path) -> bool:
    """Return whether the disk of a folder is full, by writing a small file there."""
    import tempfile  # a large module, needed after an error only

    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(PROBE_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return error.errno in FULL
    return False


def sweep_unfinished(folder: Path, now: float) -> int:
    """Remove unfinished files of killed programs, and return their number.

    Only old files are removed, because another program may be writing now.
    """
    swept = 0
    with contextlib.suppress(OSError), os.scandir(folder) as files:
        for file in files:
            if UNFINISHED.fullmatch(file.name):
                with contextlib.suppress(OSError):
                    if now - file.stat(follow_symlinks=False).st_mtime > UNFINISHED_AGE_S:
                        os.unlink(file.path)
                        swept += 1
    return swept


def _keep(handle: int) -> None:
    """Sync a file to the disk; on macOS F_FULLFSYNC is needed to empty the disk's own cache."""
    if sys.platform == "darwin":
        import fcntl

        with contextlib.suppress(OSError):  # network disks do not support it
            fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
            return
    os.fsync(handle)


def free_path(path: Path) -> Path:
    """Return `path`, or if it exists already, the first free path with a number added."""
    number, found = 1, path
    while found.exists():
        number += 1
        found = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return found


def move(old: Path, new: Path) -> None:
    """Rename a file, replacing an existing one. Raises OSError.

    On Windows this fails while another program, such as a virus scanner, has one of the files open.
    So it is tried again.
    """
    for wait in RENAME_RETRY_DELAYS_S if sys.platform == "win32" else ():
        try:
            os.replace(old, new)
            return
        except PermissionError:
            time.sleep(wait)
    os.replace(old, new)


def write_json(path: Path, data: Any) -> None:
    """Write readable, indented JSON. Raises OSError."""
    write_text(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")


def set_aside(path: Path) -> Path:
    """Rename a damaged file so that it is neither used nor lost; return its new path."""
    number = 1
    while (aside := path.with_name(f"{path.name}.damaged-{number}")).exists():
        number += 1
    move(path, aside)
    return aside


Job = Callable[[], object]
Failed = Callable[[Exception], None]


class WriterThread:
    """A thread that runs jobs that write files, one after the other.

    If several jobs of the same name are queued, only the newest runs, because each writes
    everything. `failed` is called in the thread with a job's exception; the next job runs
    nevertheless.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._waiting: dict[object, tuple[Job, Failed]] = {}
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._ending = False

    def put(self, name: str | None, job: Job, failed: Failed) -> None:
        """Queue `job` under `name`, or under no name if it is None, and return immediately."""
        with self._changed:
            self._waiting.pop(name, None)
            self._waiting[object() if name is None else name] = (job, failed)
            if self._thread is None:
                self._begin()
            self._changed.notify()

    def _begin(self) -> None:
        self._thread = start_daemon(self._work, self._name)
        if self._thread is None:  # without threads, the job runs here
            self._ending = True
            self._work()
            self._ending = False

    def close(self) -> None:
        """Wait until the queue is empty and end the thread.  A later `put` starts another."""
        with self._changed:
            thread, self._thread, self._ending = self._thread, None, True
            self._changed.notify()
        if thread is not None:
            thread.join()
        self._ending = False

    def _work(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: bool(self._waiting) or self._ending)
                if not self._waiting:
                    return
                name = next(iter(self._waiting))
                job, failed = self._waiting.pop(name)
            try:
                job()
            except Exception as error:
                with contextlib.suppress(Exception):
                    failed(error)
