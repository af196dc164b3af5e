"""Limits of one whole import, because a folder from somebody else may contain anything.

`game.platform.untrusted` limits each file, but a folder may have any number of files.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from game.library.errors import ImportStoppedError
from game.platform.untrusted import BYTES_A_VALUE

ENDING = ".json"


@dataclass
class ImportBudget:
    """Limits of an import, and how much is used up; its methods raise ImportStoppedError.

    `entries` are names in folders, `files` those that may be records.  `values` limits the number
    of values that files of that total size can contain.  Each game adds `seconds_a_game` to
    `seconds`.  So a large collection is imported even on a slow computer, but a folder of useless
    files is not.
    """

    entries: int = 1_000_000
    files: int = 100_000
    bytes: int = 2 << 30
    values: int = 250_000_000
    seconds: float = 300.0
    seconds_a_game: float = 1.0
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self._begun = self.clock()
        self._entries = self._files = self._bytes = self._games = 0

    def see(self) -> None:
        """Count a name in a folder."""
        self._entries += 1
        if self._entries > self.entries:
            raise ImportStoppedError("entries", most=self.entries)
        self._check_time()

    def choose(self) -> None:
        """Count a file that will be read."""
        self._files += 1
        if self._files > self.files:
            raise ImportStoppedError("files", most=self.files)

    def open(self, path: Path) -> None:
        """Count the bytes and the values of a file before it is read."""
        with suppress(OSError, ValueError):  # reading the file will report the error
            found = path.stat()
            self._bytes += found.st_size if stat.S_ISREG(found.st_mode) else 0
        if self._bytes > self.bytes:
            raise ImportStoppedError("bytes", most=self.bytes)
        if self._bytes // BYTES_A_VALUE > self.values:
            raise ImportStoppedError("values", most=self.values)
        self._check_time()

    def played(self) -> None:
        """Count a file that contained a game."""
        self._games += 1

    def _check_time(self) -> None:
        most = self.seconds + self._games * self.seconds_a_game
        if self.clock() - self._begun > most:
            raise ImportStoppedError("seconds", most=round(most))


def records_in(paths: Iterable[Path], budget: ImportBudget) -> Iterator[Path]:
    """Yield the named files, and the files in folders that may be records by their names.

    Folders that are links and unreadable folders are left out. Raises ImportStoppedError.
    """
    for path in sorted(paths):
        for found in _below(path, budget) if path.is_dir() else [path]:
            budget.choose()
            yield found


def _below(folder: Path, budget: ImportBudget) -> Iterator[Path]:
    waiting = [folder]
    while waiting:
        files, folders = list[Path](), list[Path]()
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                budget.see()
                if entry.is_dir(follow_symlinks=False):
                    folders.append(Path(entry.path))
                elif entry.name.endswith(ENDING) and entry.is_file():
                    files.append(Path(entry.path))
        yield from sorted(files)
        waiting += sorted(folders, reverse=True)
