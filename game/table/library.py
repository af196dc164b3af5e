"""Records as files: the running game, finished and saved games.  Off the frame loop.

The running game is written after every action by a thread of its own, newest state first, so a
crash or a closed window loses nothing.  All writing is whole files through `game.storage`.
"""

from __future__ import annotations

import queue
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game import storage
from game.errors import in_words
from game.i18n import _
from game.table.errors import RecordError
from game.table.match import Match
from game.table.record import FORMAT, load, meaning, to_record

RUNNING = "running.json"


def running_path() -> Path:
    """Where the game in progress is kept."""
    return storage.games_folder() / RUNNING


def read_match(path: Path) -> Match:
    """The match in a file.  Raises RecordError, also when the file cannot be read."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RecordError("record-binary", name=path.name) from None
    except OSError as error:
        raise RecordError("record-unread", name=path.name, reason=error) from None
    return load(text, path.name)


def recover(path: Path | None = None) -> tuple[Match | None, str]:
    """The game left running, and a message ("" when all is well).  Never raises.

    A damaged file is set aside, so that it is neither offered again nor lost.
    """
    path = path or running_path()
    if not path.exists():
        return None, ""
    try:
        match = read_match(path)
    except RecordError as error:
        try:
            aside = storage.set_aside(path).name
        except OSError:
            aside = path.name
        words = _("The running game cannot be gone on with: {reason}. It is kept as {file}.")
        return None, words.format(reason=in_words(error), file=aside)
    return (None, "") if match.over else (match, "")


def save_match(match: Match, stamp: str, folder: Path | None = None) -> Path:
    """Keep a match under `stamp` (an ISO date and time) and its game.  Raises OSError.

    The same game kept earlier, unfinished, is replaced: what has ended is not offered to go on.
    """
    record = to_record(match)
    return _keep(record, folder or storage.games_folder(), stamp, match.game.key)


def _keep(record: dict[str, Any], folder: Path, stamp: str, key: str) -> Path:
    """Write a record under a name that is free, then drop what it replaces."""
    stem = _stem(stamp, key)
    path = folder / f"{stem}.json"
    number = 2
    while path.exists():
        path = folder / f"{stem}-{number}.json"
        number += 1
    storage.write_json(path, record)
    _drop_beginnings(path, record)
    return path


def _drop_beginnings(path: Path, record: dict[str, Any]) -> None:
    """Remove kept files of the same game that are unfinished and no further on than `path`."""
    stem = _stem(str(record["date"]), str(record["setup"]).split()[0])
    for other in path.parent.glob(f"{stem}*.json"):
        if other != path and other.name != RUNNING and _is_beginning(other, record):
            other.unlink(missing_ok=True)


def _stem(stamp: str, key: str) -> str:
    return f"{re.sub(r'[^0-9A-Za-z]+', '-', stamp).strip('-') or 'game'}-{key}"


def _is_beginning(path: Path, record: dict[str, Any]) -> bool:
    """Is that file the same game, begun at the same second, before it came this far?"""
    try:
        other = storage.read_json(path)
        same = _begun(other) == _begun(record) and other["players"] == record["players"]
        over = record["result"] is not None
        earlier = over or len(other["turns"]) <= len(record["turns"])
        return bool(record["date"]) and same and other["result"] is None and earlier
    except (OSError, ValueError, TypeError, KeyError):
        return False


def _begun(record: Mapping[str, Any]) -> tuple[str, list[str]]:
    """When a game began and what it is: the same for all records of one game."""
    setup = meaning(str(record["setup"]), record["version"])
    return str(record["date"]), sorted(setup.split())


@dataclass(frozen=True, slots=True)
class Saved:
    """A kept game as a list shows it, without playing it through."""

    path: Path
    setup: str
    date: str
    names: tuple[str, ...]
    turns: int
    over: bool


def saved_games(folder: Path | None = None) -> Iterator[Saved]:
    """Kept games, newest first; files that are no records are passed over."""
    folder = folder or storage.games_folder()
    paths = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for path in paths:
        if path.name == RUNNING:
            continue
        try:
            yield _summary(path, storage.read_json(path))
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            continue


def _summary(path: Path, data: dict[str, Any]) -> Saved:
    if data["format"] != FORMAT:
        raise ValueError(path)
    return Saved(
        path=path,
        setup=str(data["setup"]),
        date=str(data["date"]),
        names=tuple(str(player["name"]) for player in data["players"]),
        turns=len(data["turns"]),
        over=data["result"] is not None,
    )


def keep_other(running: Path, record: dict[str, Any]) -> None:
    """An unfinished game of another match that is still in the running file goes to the games.

    So a new game never loses an old one.  Raises OSError.
    """
    try:
        other = storage.read_json(running)
        if _begun(other) == _begun(record) or other["result"] is not None or not other["turns"]:
            return
        stamp = str(other["date"])
        key = re.sub(r"[^a-z-]+", "", str(other["setup"]).split()[0])
    except FileNotFoundError:
        return
    except (ValueError, TypeError, KeyError, IndexError):
        storage.set_aside(running)
        return
    _keep(other, running.parent, stamp, key)


class Autosave:
    """Keeps the running game on disk.  `close` waits for the last write."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or running_path()
        self.error = ""
        self._wrote = False
        self._jobs: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._thread: threading.Thread | None = None

    def save(self, match: Match) -> None:
        """Write the match soon; returns at once."""
        self._jobs.put(to_record(match))
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="autosave", daemon=True)
            self._thread.start()

    def close(self, keep: bool) -> None:
        """Finish writing; remove the file unless the game is to be kept for the next start."""
        if self._thread is not None:
            self._jobs.put(None)
            self._thread.join()
            self._thread = None
        if not keep:
            self.path.unlink(missing_ok=True)

    def _work(self) -> None:
        while True:
            jobs = [self._jobs.get()]
            while not self._jobs.empty():
                jobs.append(self._jobs.get())
            records = [job for job in jobs if job is not None]
            if records:
                self._write(records[-1])
            if len(records) < len(jobs):
                return

    def _write(self, record: dict[str, Any]) -> None:
        try:
            if not self._wrote:
                keep_other(self.path, record)
            storage.write_json(self.path, record)
            if not self._wrote:  # the game has gone on: an earlier copy would only mislead
                _drop_beginnings(self.path, record)
            self._wrote = True
            self.error = ""
        except OSError as error:
            self.error = error.strerror or str(error)
