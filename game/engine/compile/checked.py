"""Numba's cache with a checksum in each file: what is damaged is compiled again and written anew.

Numba itself would raise whatever unpickling a damaged file raises, at every start; damage inside
the machine code it would run.  The checksum is no signature: who may write, see `cache.is_own`.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

CHECKSUM_BYTES = hashlib.sha256().digest_size  # at the end of a file, where unpickling ends before
SUFFIXES = (".nbi", ".nbc")  # Numba's files: an index, compiled code


def is_whole(path: Path) -> bool:
    """Return whether the file ends with the checksum of the rest; False if it cannot be read."""
    try:
        content = path.read_bytes()
    except OSError:
        return False
    return _checksum(content[:-CHECKSUM_BYTES]) == content[-CHECKSUM_BYTES:]


def _checksum(content: bytes) -> bytes:
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
                file.write(_checksum(Path(file.name).read_bytes()))

    dispatcher._cache._cache_file.__class__ = CheckedFile
