"""The file of each program's running game, which the program locks while it runs.

The first running program uses `running.json`, a second program `running-2.json`, and so on. A
running file that is not locked was left behind by a program that has ended or was killed.
"""

from __future__ import annotations

import re
from pathlib import Path

from game.platform import locks, storage

RUNNING_NAME = re.compile(r"running(-[0-9]+)?\.json")
MAX_PROGRAMS = 64  # programs at the same time; any further programs share the last file

_held: dict[Path, tuple[Path, locks.FileLock]] = {}  # folder -> this program's own file


def path_of(number: int, folder: Path) -> Path:
    """Return the file with this number, counted from 1."""
    return folder / ("running.json" if number == 1 else f"running-{number}.json")


def is_running(name: str) -> bool:
    """Return whether a file of this name holds a running game."""
    return RUNNING_NAME.fullmatch(name) is not None


def own_path(folder: Path | None = None) -> Path:
    """Return the file of this program's running game, locked until the program ends.

    If no lock can be written, return the first file; writing to it then reports the reason.
    """
    folder = folder or storage.games_folder()
    if folder not in _held:
        for number in range(1, MAX_PROGRAMS + 1):
            path = path_of(number, folder)
            try:
                lock = locks.try_lock(_lock_of(path))
            except OSError:
                return path_of(1, folder)
            if lock is not None:
                _held[folder] = path, lock
                break
    return _held[folder][0] if folder in _held else path_of(MAX_PROGRAMS, folder)


def held_paths(folder: Path) -> list[Path]:
    """Return this program's own file in that folder, if it holds one."""
    return [_held[folder][0]] if folder in _held else []


def running_files(folder: Path | None = None) -> list[Path]:
    """Return the files of the running games of all programs."""
    folder = folder or storage.games_folder()
    # Test single names instead of listing the folder, which may hold a hundred thousand games.
    found = [path_of(number, folder) for number in range(1, MAX_PROGRAMS + 1)]
    return [path for path in found if path.exists()]


def unfinished_files(folder: Path | None = None) -> list[Path]:
    """Return running games that no other program holds, the most recently written first."""
    folder = folder or storage.games_folder()
    mine = own_path(folder)
    free = [path for path in running_files(folder) if path == mine or _is_free(path)]
    return sorted(free, key=_written, reverse=True)


def claim_file(path: Path) -> bool:
    """Make an abandoned game this program's own; return False if another program was faster.

    This program's own running file must have been moved away first.  Raises OSError.
    """
    mine = own_path(path.parent)
    if path == mine:
        return path.exists()
    lock = locks.try_lock(_lock_of(path))
    if lock is None:
        return False
    try:
        path.replace(mine)
    except FileNotFoundError:
        return False
    finally:
        lock.release()
    return True


def release_locks() -> None:
    """Release the locks on running files when the program ends."""
    for _path, lock in _held.values():
        lock.release()
    _held.clear()


def _lock_of(path: Path) -> Path:
    return path.with_suffix(".lock")


def _is_free(path: Path) -> bool:
    """Return whether no program holds the lock of this file."""
    try:
        lock = locks.try_lock(_lock_of(path))
    except OSError:
        return True
    if lock is None:
        return False
    lock.release()
    return True


def _written(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
