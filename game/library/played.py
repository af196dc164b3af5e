"""Which games somebody has played at all."""

from __future__ import annotations

import contextlib

from game.library.errors import DatabaseError
from game.library.repair import open_library
from game.table import record_files


def ever_played(key: str) -> bool:
    """Return whether a kept game of this key exists.

    The library answers if it has any game; otherwise the names of the files do.
    """
    with contextlib.suppress(DatabaseError), open_library() as database:
        if database.value("SELECT 1 FROM games LIMIT 1"):
            return bool(database.value("SELECT 1 FROM games WHERE game = ? LIMIT 1", (key,)))
    return record_files.ever_played(key)
