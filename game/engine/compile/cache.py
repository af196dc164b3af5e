"""The cache of compiled code between starts, and the check of who may write it.

Numba's cache identifies a function by its file and the file's modification time; it does not notice
changes in the functions called. So the cache folder is named after a hash of all kernel sources and
the version of Python. An upgrade starts a new folder; the old one stays until it is swept. Numba
itself ignores code that another version of Numba compiled.

Loading the cache runs the code in it, so the folder is the user's own and closed to others. Each
game that has been compiled has a stamp, `KEY.done`, with the names of its files.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from game.platform.paths import ROOT
from game.platform.storage import cache_folder
from game.rules.registry import GAMES

# Environment variable: a folder for compiled code instead of the user's.
KERNELS_VARIABLE = "LESS_IS_MORE_KERNELS"
GAME_FOLDER = ROOT / "game"
SOURCES = (  # all sources that compiled code depends on
    GAME_FOLDER / "engine" / "kernels",
    GAME_FOLDER / "engine" / "compile",
    GAME_FOLDER / "engine" / "search" / "profile.py",
    GAME_FOLDER / "rules",
    *sorted(GAME_FOLDER.glob("games/*/engine")),
    *sorted(GAME_FOLDER.glob("games/*/*.py")),
)
KEPT_DAYS = 30  # days without use after which a cache folder is removed
OPEN_TO_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def source_hash(own: Iterable[Path] = ()) -> str:
    """Return a hash of all sources of compiled code; `own` are modules of games from outside."""
    digest = hashlib.sha256()
    for source in (*SOURCES, *own):
        for path in [source] if source.is_file() else sorted(source.rglob("*.py")):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def own_rules() -> list[Path]:
    """Return the modules of registered games that are outside our `game` folder."""
    modules = {Path(str(sys.modules[game.__module__].__file__)) for game in GAMES}
    return sorted(path for path in modules if not path.is_relative_to(GAME_FOLDER))


# Hashed at import, because the files on disk may change while the program runs.
HASH_OF_OURS = source_hash()
HASH_AT_IMPORT = source_hash(own_rules()) if own_rules() else HASH_OF_OURS


def kernel_cache() -> Path:
    """Return the folder of kernels compiled from these sources for this interpreter."""
    python = f"py{sys.version_info.major}{sys.version_info.minor}-{platform.machine()}"
    given = os.environ.get(KERNELS_VARIABLE)
    folder = Path(given) if given else cache_folder() / "kernels"
    return folder / f"{python}-{HASH_AT_IMPORT}"


def sweep(now: float) -> None:
    """Remove other cache folders that have not been used for KEPT_DAYS."""
    mine = kernel_cache()
    for folder in mine.parent.glob("*"):
        try:
            if folder != mine and now - folder.stat().st_mtime > KEPT_DAYS * 86400:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue


def is_own(folder: Path) -> bool:
    """Return whether the code in the folder may be run, because no other user can have written it.

    A folder is trusted if it belongs to this user or to root, and others cannot write to it. A
    folder that does not exist yet is trusted too.
    """
    if sys.platform == "win32":  # Windows closes a user's folders to other users.
        return True
    try:
        found = folder.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return found.st_uid in (0, os.geteuid()) and not found.st_mode & OPEN_TO_OTHERS


def make_own(folder: Path) -> None:
    """Make the folder, closed to others.

    If the user's folder was open to others, it is deleted first. Raises OSError, also when the
    folder belongs to another user.
    """
    if not is_own(folder) and is_mine(folder):
        shutil.rmtree(folder)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if is_mine(folder):
        folder.chmod(0o700)
    if not is_own(folder):
        raise PermissionError(f"{folder} belongs to another user")


def is_mine(folder: Path) -> bool:
    """Return whether the folder belongs to this user."""
    try:
        return sys.platform != "win32" and folder.stat().st_uid == os.geteuid()
    except OSError:
        return False


# -- the files of a game ---------------------------------------------------------------------------


def files_of(key: str) -> Iterator[Path]:
    """Return the files of a game's compiled code; their names contain the key."""
    for path in kernel_cache().rglob(f"*_{key}-*"):
        if path.suffix in SUFFIXES:
            yield path


def stamp_of(key: str) -> Path:
    return kernel_cache() / f"{key}.done"


def write_stamp(key: str) -> None:
    """Mark a game as completely compiled. Raises OSError."""
    stamp_of(key).write_text("\n".join(sorted(path.name for path in files_of(key))), "utf-8")


def is_stamped(key: str) -> bool:
    """Return whether the game has been compiled and its compiled files still exist."""
    try:
        named = stamp_of(key).read_text("utf-8").split("\n")
    except (OSError, ValueError):
        return False
    return set(named) <= {path.name for path in files_of(key)}


def damaged_files(key: str) -> list[Path]:
    """Return the files of a game whose checksum is wrong."""
    return [path for path in files_of(key) if not is_whole(path)]


def throw_away(key: str, files: Sequence[Path] | None = None) -> None:
    """Delete compiled files of a game (None: all), to compile them again. Raises OSError."""
    stamp_of(key).unlink(missing_ok=True)
    for path in list(files_of(key)) if files is None else files:
        path.unlink(missing_ok=True)


# -- checksums in the files ------------------------------------------------------------------------
# A damaged file is compiled and written again. Without checksums, a damaged index would raise an
# error from unpickling at every start, and Numba would run damaged machine code. A checksum is no
# signature; `is_own` checks who can write the files.

# The checksum is at the end of a file; unpickling stops before it.
CHECKSUM_BYTES = hashlib.sha256().digest_size
SUFFIXES = (".nbi", ".nbc")  # Numba's index files and its files of compiled code


def is_whole(path: Path) -> bool:
    """Return whether the file ends with the checksum of the rest; False if it cannot be read."""
    try:
        content = path.read_bytes()
    except OSError:
        return False
    return checksum(content[:-CHECKSUM_BYTES]) == content[-CHECKSUM_BYTES:]


def checksum(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()


def check_files(dispatcher: Any) -> None:
    """Make a function compiled by `numba.njit(cache=True)` write and verify checksums."""
    from numba.core.caching import IndexDataCacheFile

    class CheckedFile(IndexDataCacheFile):
        def _load_index(self) -> Any:
            numbas: Any = super()  # Numba has no type hints.
            return numbas._load_index() if is_whole(Path(self._index_path)) else {}

        def _load_data(self, name: str) -> Any:
            numbas: Any = super()
            path = Path(numbas._data_path(name))
            if not is_whole(path):
                raise FileNotFoundError(path)  # This makes Numba compile again.
            return numbas._load_data(name)

        @contextlib.contextmanager
        def _open_for_write(self, path: str) -> Iterator[Any]:
            with super()._open_for_write(path) as file:
                yield file
                file.flush()
                file.write(checksum(Path(file.name).read_bytes()))

    dispatcher._cache._cache_file.__class__ = CheckedFile
