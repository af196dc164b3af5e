"""Where compiled code is kept between starts, and who may write it.

Numba caches what it compiles by file and time of the file, and does not notice changes in the
functions called.  So the cache lies in a folder named after a hash of all kernel sources and after
the version of Python: an upgrade starts a new folder and leaves the old one alone until it is
swept.  What another version of Numba has compiled, Numba itself does not take.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import sys
import threading
import time
from pathlib import Path

from game.paths import ROOT
from game.rules import GAMES
from game.storage import cache_folder

KERNELS_VARIABLE = "LESS_IS_MORE_KERNELS"  # a folder for compiled code instead of the user's
ENGINE_FOLDER = ROOT / "game" / "engine"
SOURCES = (  # all that compiled code is made of
    ENGINE_FOLDER / "kernels",
    ENGINE_FOLDER / "games",
    ENGINE_FOLDER / "compile",
    ENGINE_FOLDER / "search" / "profile.py",
    ENGINE_FOLDER.parent / "rules",
)
KEPT_DAYS = 30  # a cache folder not used for so long is swept away
STALE_SECONDS = 20.0  # a lock not touched for so long has lost its owner


def source_hash() -> str:
    """Changes with anything that compiled code depends on."""
    digest = hashlib.sha256()
    modules = {Path(str(sys.modules[game.__module__].__file__)) for game in GAMES}  # some not ours
    for source in (*SOURCES, *sorted(modules)):
        for path in [source] if source.is_file() else sorted(source.rglob("*.py")):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


# Of the sources as they are imported: those on disk may be changed while the program runs.
HASH_AT_IMPORT = source_hash()


def kernel_cache() -> Path:
    """The folder of the compiled kernels of this source and this interpreter."""
    python = f"py{sys.version_info.major}{sys.version_info.minor}-{platform.machine()}"
    given = os.environ.get(KERNELS_VARIABLE)
    folder = Path(given) if given else cache_folder() / "kernels"
    return folder / f"{python}-{HASH_AT_IMPORT}"


def sweep(now: float) -> None:
    """Remove cache folders of other versions that nobody has used for a month."""
    mine = kernel_cache()
    for folder in mine.parent.glob("*"):
        try:
            if folder != mine and now - folder.stat().st_mtime > KEPT_DAYS * 86400:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue


def take(lock: Path, now: float) -> bool:
    """Make the lock file, or make it ours when whoever made it must be gone."""
    try:
        lock.touch(exist_ok=False)
    except FileExistsError:
        try:
            if now - lock.stat().st_mtime < STALE_SECONDS:
                return False
            lock.touch()
        except FileNotFoundError:
            return False
    return True


def keep_alive(lock: Path) -> None:
    """Touch the lock every second while this process lives."""

    def touch() -> None:
        while lock.exists():
            os.utime(lock)
            time.sleep(1.0)

    threading.Thread(target=touch, daemon=True).start()
