"""Keeps the library in step with the records, in a process of its own that nobody waits for.

`shelve` takes in a game that has just been kept.
"""

from __future__ import annotations

import contextlib
import subprocess
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from game.library import care
from game.library.care import open_library
from game.library.errors import DatabaseError
from game.library.shelf import Shelf
from game.processes import helper_command, talk
from game.table.errors import RecordError

Told = Callable[[int, int], None]  # so many games of so many


class CatchingUp:
    """A helper at work.  `told` and `done` are called from a thread; `done` with a reason or ""."""

    def __init__(self, told: Told, done: Callable[[str], None]) -> None:
        self._told, self._done = told, done
        threading.Thread(target=self._follow, name="library", daemon=True).start()

    def _follow(self) -> None:
        last = ""
        try:
            with talk(helper_command("library"), stdin=subprocess.DEVNULL) as process:
                assert process.stdout is not None
                for line in process.stdout:
                    last = line.strip()
                    numbers = last.split("/")
                    if len(numbers) == 2 and all(map(str.isdigit, numbers)):
                        self._told(int(numbers[0]), int(numbers[1]))
                        last = ""
        except OSError as error:
            last = str(error)
        self._done(last)


def shelve_soon(path: Path) -> None:
    """`shelve` in a thread of its own."""
    threading.Thread(target=shelve, args=(path,), name="shelve", daemon=True).start()


def shelve(path: Path) -> None:
    """A record was kept in this file: take it in, and forget earlier ones that it replaced.

    What cannot be taken in now is taken in when the library catches up.
    """
    with contextlib.suppress(DatabaseError, RecordError, OSError), open_library() as database:
        shelf = Shelf(database, path.parent)
        number = shelf.put(path)
        for row in database.rows(
            "SELECT one.file FROM games AS one JOIN games AS kept ON one.begun = kept.begun"
            " WHERE kept.id = ? AND one.id <> kept.id",
            (number,),
        ):
            if not shelf.path(row["file"]).exists():
                shelf.forget(row["file"])


def main(words: Sequence[str]) -> int:
    """The helper: catch up, saying how far it is line by line; then the day's copy."""
    try:
        with open_library() as database:
            Shelf(database).catch_up(_say)
            care.copy_daily(database)
    except (DatabaseError, OSError) as error:
        print(error, flush=True)
        return 1
    return 0


def _say(done: int, of: int) -> None:
    if done == of or done % 10 == 0:
        print(f"{done}/{of}", flush=True)
