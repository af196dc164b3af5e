"""The cache of compiled code between starts, and who may write it.

Numba caches what it compiles by file and time of the file, and does not notice changes in the
functions called.  So the cache lies in a folder named after a hash of all kernel sources and after
the version of Python: an upgrade starts a new folder and leaves the old one alone until it is
swept.  What another version of Numba has compiled, Numba itself does not take.

Loading the cache runs what is in it, so the folder is the user's own and closed to others.  Each
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

KERNELS_VARIABLE = "LESS_IS_MORE_KERNELS"  # a folder for compiled code instead of the user's
GAME_FOLDER = ROOT / "game"
SOURCES = (  # all that compiled code is made of
    GAME_FOLDER / "engine" / "kernels",
    GAME_FOLDER / "engine" / "compile",
    GAME_FOLDER / "engine" / "search" / "profile.py",
    GAME_FOLDER / "rules",
    *sorted(GAME_FOLDER.glob("games/*/engine")),
    *sorted(GAME_FOLDER.glob("games/*/*.py")),
)
KEPT_DAYS = 30  # a cache folder not used for so long is swept away
OPEN_TO_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def source_hash(own: Iterable[Path] = ()) -> str:
    """Return a hash of everything that compiled code depends on; `own` are rules not of ours."""
    digest = hashlib.sha256()
    for source in (*SOURCES, *own):
        for path in [source] if source.is_file() else sorted(source.rglob("*.py")):
            digest.update(path.name.encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def own_rules() -> list[Path]:
    """Return the modules of the games that are not ours."""
    modules = {Path(str(sys.modules[game.__module__].__file__)) for game in GAMES}
    return sorted(path for path in modules if not path.is_relative_to(GAME_FOLDER))


# Of the sources as they are imported: those on disk may be changed while the program runs.
HASH_OF_OURS = source_hash()
HASH_AT_IMPORT = source_hash(own_rules()) if own_rules() else HASH_OF_OURS


def kernel_cache() -> Path:
    """Return the folder of the compiled kernels of this source and this interpreter."""
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


def is_own(folder: Path) -> bool:
    """Return whether the code in the folder may be run: no other user can have written it.

    A folder is trusted that belongs to this user or to the system, and that others cannot write to;
    also one that is still to be made.
    """
    if sys.platform == "win32":  # where a user's folders are closed to others
        return True
    try:
        found = folder.stat()
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return found.st_uid in (0, os.geteuid()) and not found.st_mode & OPEN_TO_OTHERS


def make_own(folder: Path) -> None:
    """Make the folder, closed to others; one of this user that was open to them is emptied first.

    Raises OSError, also when the folder is another user's.
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
    """Say that everything of a game is compiled.  Raises OSError."""
    stamp_of(key).write_text("\n".join(sorted(path.name for path in files_of(key))), "utf-8")


def is_stamped(key: str) -> bool:
    """Return whether the game has been compiled and all files are still there."""
    try:
        named = stamp_of(key).read_text("utf-8").split("\n")
    except (OSError, ValueError):
        return False
    return set(named) <= {path.name for path in files_of(key)}


def damaged_files(key: str) -> list[Path]:
    """Return the files of a game that are not as they were written."""
    return [path for path in files_of(key) if not is_whole(path)]


def throw_away(key: str, files: Sequence[Path] | None = None) -> None:
    """Have a game compiled again: all of it, or these files.  Raises OSError."""
    stamp_of(key).unlink(missing_ok=True)
    for path in list(files_of(key)) if files is None else files:
        path.unlink(missing_ok=True)


# -- checksums in the files ------------------------------------------------------------------------
# What is damaged is compiled again and written anew.  Numba itself would raise whatever unpickling
# a damaged file raises, at every start; damage inside the machine code it would run.  The checksum
# is no signature: who may write, see `is_own`.

CHECKSUM_BYTES = hashlib.sha256().digest_size  # at the end of a file, where unpickling ends before
SUFFIXES = (".nbi", ".nbc")  # Numba's files: an index, compiled code


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
    """Have a function compiled by `numba.njit(cache=True)` write and ask for checksums."""
    from numba.core.caching import IndexDataCacheFile

    class CheckedFile(IndexDataCacheFile):
        def _load_index(self) -> Any:
            numbas: Any = super()  # which comes without types
            return numbas._load_index() if is_whole(Path(self._index_path)) else {}

        def _load_data(self, name: str) -> Any:
            numbas: Any = super()
            path = Path(numbas._data_path(name))
            if not is_whole(path):
                raise FileNotFoundError(path)  # which means to Numba: compile
            return numbas._load_data(name)

        @contextlib.contextmanager
        def _open_for_write(self, path: str) -> Iterator[Any]:
            with super()._open_for_write(path) as file:
                yield file
                file.flush()
                file.write(checksum(Path(file.name).read_bytes()))

    dispatcher._cache._cache_file.__class__ = CheckedFile
