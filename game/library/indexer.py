"""Keeps the library in step with the records, in a process of its own that nothing waits for.

`index_record` adds a game that has just been saved.
"""

from __future__ import annotations

import contextlib
import datetime
import json
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

from game.library import import_export
from game.library.collection import GameCollection
from game.library.database import copy_daily, open_library
from game.library.errors import DatabaseError
from game.platform import storage, wall_clock
from game.platform.errors import in_words
from game.platform.processes import helper_command, start_piped

# Maximum number of games whose folder the window's own process checks for changes.
MAX_GAMES_CHECKED = 3000
Progress = Callable[[int, int], None]  # called with the number done and the total


@dataclass(frozen=True, slots=True)
class IndexingResult:
    """The result of an indexing process.

    `taken` counts the games imported from `paths`, `known` those that were in the library already.
    `merged` names known games with the parts added to them.  `refused` names files that are not
    records and `unnamed` counts further ones.  `stopped` says why an import ended early, and
    `problem` why it failed; both are "" otherwise.  `cancelled` is True if the user stopped it.
    """

    taken: int = 0
    known: int = 0
    merged: Sequence[tuple[str, Sequence[str]]] = ()
    refused: Sequence[tuple[str, str]] = ()
    unnamed: int = 0
    stopped: str = ""
    problem: str = ""
    cancelled: bool = False


class IndexingProcess:
    """A helper process that first imports games from `paths`, then catches up.

    `told` and `done` are called from a thread.
    """

    def __init__(
        self, told: Progress, done: Callable[[IndexingResult], None], paths: Sequence[str] = ()
    ) -> None:
        self._told, self._done = told, done
        self._words = ("import", *paths) if paths else ()
        self._process: subprocess.Popen[str] | None = None
        self._cancelled = False
        threading.Thread(target=self._follow, name="library", daemon=True).start()

    def cancel(self) -> None:
        """End the process; games imported so far stay, and `done` gets a cancelled result."""
        self._cancelled = True
        if self._process is not None:
            self._process.terminate()

    def _follow(self) -> None:
        outcome = IndexingResult()
        try:
            command = helper_command("library", *self._words)
            with start_piped(command, stdin=subprocess.DEVNULL) as self._process:
                if self._cancelled:  # cancelled before the process started
                    self._process.terminate()
                assert self._process.stdout is not None
                for line in self._process.stdout:
                    outcome = self._on_line(line.strip(), outcome)
        except Exception as error:  # `done` must be called in any case
            outcome = IndexingResult(problem=in_words(error))
        self._done(IndexingResult(cancelled=True) if self._cancelled else outcome)

    def _on_line(self, line: str, outcome: IndexingResult) -> IndexingResult:
        """Return the outcome after a line of output: progress "3/8", a result, or a problem."""
        done, slash, of = line.partition("/")
        if slash and done.isdecimal() and of.isdecimal():
            self._told(int(done), int(of))
            return outcome
        if line.startswith("{"):
            return IndexingResult(**json.loads(line))
        return replace(outcome, problem=line)


def sweep_and_index() -> None:
    """Remove unfinished files and index if necessary; called shortly after the program's start."""
    sweep_folders(time.time())
    index_if_behind()


def sweep_folders(now: float) -> int:
    """Remove files that a killed program left unfinished, from all folders of the user's files."""
    data = storage.data_folder()
    folders = {storage.config_folder(), storage.cache_folder(), data}
    with contextlib.suppress(OSError):
        folders |= {path for path in data.iterdir() if path.is_dir()}
    return sum(storage.sweep_unfinished(folder, now) for folder in folders)


def newest_game() -> str:
    """Return the date of the newest game in the library, in ISO form; "" if it is unknown."""
    with contextlib.suppress(DatabaseError, OSError), open_library() as database:
        return str(database.value("SELECT max(begun) FROM games WHERE begun GLOB '[0-9]*'") or "")
    return ""


def index_if_behind() -> None:
    """Start a helper process if there is anything to read, or if checking would take too long."""
    with contextlib.suppress(DatabaseError, OSError):
        with open_library() as database:
            many = database.value("SELECT count(*) FROM games") > MAX_GAMES_CHECKED
            behind = many or any(GameCollection(database).behind())
        if behind:
            IndexingProcess(lambda done, of: None, lambda outcome: None)


def index_record_soon(path: Path) -> None:
    """Run `index_record` in a thread of its own."""
    threading.Thread(target=index_record, args=(path,), name="index record", daemon=True).start()


def index_record(path: Path) -> None:
    """Add the record in this file, and forget earlier records that it replaces.

    After a failure the record is added when the library next catches up.
    """
    with contextlib.suppress(Exception), open_library() as database:
        collection = GameCollection(database, path.parent)
        number = collection.put(path)
        for row in database.rows(
            "SELECT one.file FROM games AS one JOIN games AS kept ON one.begun = kept.begun"
            " WHERE kept.id = ? AND one.id <> kept.id",
            (number,),
        ):
            if not collection.path(row["file"]).exists():
                collection.forget(row["file"])


def main(words: Sequence[str]) -> int:
    """Run the indexing process: report progress line by line, then make the daily copy.

    After "import", `words` has paths to import first; the result is printed as a line of JSON.
    """
    try:
        with open_library() as database:
            collection = GameCollection(database)
            if words[:1] == ["import"]:
                print(json.dumps(_import(collection, words[1:])), flush=True)
            collection.catch_up(_print_progress)
            collection.empty_bin(wall_clock.days_seen(datetime.date.today()).count)
            copy_daily(database)
    except (DatabaseError, OSError) as error:
        print(error, flush=True)
        return 1
    return 0


class ImportSummary(TypedDict):
    """The result of an import as the process prints it; `stopped` says why it ended early."""

    taken: int
    known: int
    merged: list[tuple[str, tuple[str, ...]]]
    refused: list[tuple[str, str]]
    unnamed: int
    stopped: str


def _import(collection: GameCollection, paths: Sequence[str]) -> ImportSummary:
    report = import_export.import_games(collection, map(Path, paths), _print_progress)
    return {
        "taken": len(report.taken),
        "known": report.known,
        "merged": report.merged,
        "refused": report.refused,
        "unnamed": report.unnamed,
        "stopped": "" if report.stopped is None else in_words(report.stopped),
    }


def _print_progress(done: int, of: int) -> None:
    if done == of or done % 10 == 0:
        print(f"{done}/{of}", flush=True)
