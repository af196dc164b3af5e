"""Kept games: records in a folder, and their rows in the database.

The files are authoritative. `catch_up` reads new and changed files and forgets missing ones, each
game in a transaction of its own. The process may be killed at any moment; the next one continues.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, fields
from pathlib import Path

from game.library import opening, ratings, search
from game.library.database import Database, open_library
from game.library.entry import GameRow, LibraryPlayer, entry_of
from game.library.errors import DatabaseError
from game.platform import locks, storage, untrusted
from game.platform.errors import in_words
from game.platform.sanitize import sanitized
from game.platform.untrusted import InputError
from game.table import record_files, running_locks
from game.table.match import Match
from game.table.record_files import read_match

DELETED_FOLDER = "deleted"  # the folder of deleted games
INDEXING_TIMEOUT_S = 600.0  # seconds to wait while another program reads files
FEW = 20  # maximum number of files that are read without a process of their own
# A file in the folder of deleted games: the day on which the program first saw each of them.
DELETED_INDEX = "days.index"
# Days that a deleted game is kept, counting only days on which the program runs.
DELETED_RETENTION_D = 30
COLUMNS = [field.name for field in fields(GameRow) if field.name != "seats"]


class GameCollection:
    """The games of a folder in a database."""

    def __init__(self, database: Database, folder: Path | None = None) -> None:
        self.database = database
        self.folder = folder or storage.games_folder()

    def path(self, file: str) -> Path:
        return self.folder / file

    # -- single games ----------------------------------------------------------------------------

    def put(self, path: Path, match: Match | None = None) -> int:
        """Add a game of the folder, or update a changed one, and return its number.

        Raises RecordError if the file is not a record, OSError, DatabaseError.
        """
        written = path.stat().st_mtime_ns
        entry = entry_of(match or read_match(path))
        with self.database.transaction() as connection:
            known = _same(connection, path.name, entry)
            if known is not None:  # only notes on the game have changed
                connection.execute(
                    "UPDATE games SET written = ?, digest = ? WHERE id = ?",
                    (written, entry.digest, known),
                )
                return known
            _withdraw_rating(connection, path.name)  # the game may have a new result
            number = write(connection, path.name, written, entry)
            ratings.rate_new_game(connection, number, entry)
            return number

    def forget(self, file: str) -> None:
        """Remove the game of that file.  Raises DatabaseError."""
        with self.database.transaction() as connection:
            _withdraw_rating(connection, file)
            _remove(connection, file)

    def throw_away(self, file: str) -> Path:
        """Delete a game so that `bring_back` can restore it; return its new path.

        Raises OSError, DatabaseError.
        """
        aside = self.folder / DELETED_FOLDER / file
        aside.parent.mkdir(exist_ok=True)
        while aside.exists():
            aside = aside.with_name(f"{aside.stem}-again.json")
        os.replace(self.path(file), aside)
        os.utime(aside)
        self.forget(file)
        return aside

    def bring_back(self, aside: Path, file: str) -> None:
        """Undo `throw_away`.  Raises OSError, RecordError, DatabaseError."""
        path = self.path(file)
        if path.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        os.replace(aside, path)
        self.put(path)

    def empty_bin(self, day: int) -> None:
        """Remove games permanently that were deleted long ago.

        `day` counts the days on which the program ran, so that a wrong clock does not empty the
        bin. Raises OSError.
        """
        folder = self.folder / DELETED_FOLDER
        lying = sorted(path.name for path in folder.glob("*.json"))
        known = _first_seen(folder)
        seen = {name: min(known.get(name, day), day) for name in lying}
        for name in lying:
            if day - seen[name] > DELETED_RETENTION_D:
                (folder / name).unlink(missing_ok=True)
                del seen[name]
        if seen != known:
            storage.write_json(folder / DELETED_INDEX, seen)

    # -- all of them -----------------------------------------------------------------------------

    def behind(self) -> tuple[list[str], list[str]]:
        """Return the files that are new or changed, and the games whose file is missing.

        Raises DatabaseError, OSError.
        """
        known: dict[str, int] = {
            row["file"]: row["written"]
            for row in self.database.rows(
                "SELECT file, written FROM games UNION ALL SELECT file, written FROM refused"
            )
        }
        there = {sanitized(file): (file, written) for file, written in _records(self.folder)}
        new = sorted(file for name, (file, written) in there.items() if known.get(name) != written)
        return new, sorted(known.keys() - there.keys())

    def catch_up(self, told: Callable[[int, int], None] = lambda done, of: None) -> int:
        """Read new files, forget missing ones, and return the number of games read.

        Only one program reads at a time; another program waits, and then finds little left to read.
        `told` is called with the progress. Raises DatabaseError, OSError.
        """
        with locks.file_locked(self.database.path.with_name("indexing"), INDEXING_TIMEOUT_S):
            return self._catch_up(told)

    def catch_up_with_few(self) -> int:
        """Catch up if only a few files are new; return how many files need a process of their own.

        Raises DatabaseError, OSError.
        """
        behind = sum(map(len, self.behind())) if self.database.writable else 0
        if behind > FEW:
            return behind
        if behind:
            self.catch_up()
        return 0

    def _catch_up(self, told: Callable[[int, int], None]) -> int:
        new, gone = self.behind()
        for file in gone:
            self.forget(file)
        for number, file in enumerate(new):
            told(number, len(new))
            self._add(file)
        told(len(new), len(new))
        opening.update_opening_names(self.database)
        search.update_search_words(self.database)
        ratings.update_ratings(self.database)
        return len(new)

    def _add(self, file: str) -> None:
        path = self.path(file)
        try:
            if sanitized(file) != file:
                raise InputError("path", name=file)
            self.put(path)
        except FileNotFoundError:
            return  # removed in the meantime
        except DatabaseError:
            raise
        except Exception as error:  # one bad file must not keep out the others
            self._refuse(path, in_words(error))

    def _refuse(self, path: Path, why: str) -> None:
        """Note a file that is not a record, so that it is read again only after a change."""
        name = sanitized(path.name)
        with self.database.transaction() as connection:
            _remove(connection, name)
            written = path.stat().st_mtime_ns if path.exists() else 0
            connection.execute("INSERT INTO refused VALUES (?, ?, ?)", (name, written, why))


def _first_seen(folder: Path) -> dict[str, int]:
    """Return the day on which each file was first seen in the bin; {} if that is unknown."""
    try:
        data = untrusted.read_json(folder / DELETED_INDEX)
        return {str(name): int(day) for name, day in data.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _records(folder: Path) -> Iterator[tuple[str, int]]:
    """Yield the files that may be records, with their modification times."""
    with contextlib.suppress(FileNotFoundError), os.scandir(folder) as files:
        for file in files:
            if file.name.endswith(".json") and not running_locks.is_running(file.name):
                with contextlib.suppress(OSError):
                    yield file.name, file.stat().st_mtime_ns


def _same(connection: sqlite3.Connection, file: str, entry: GameRow) -> int | None:
    """Return the number of the file's game if its row is up to date, else None."""
    row = connection.execute(
        "SELECT id, played, result, names FROM games JOIN words ON words.rowid = id WHERE file = ?",
        (file,),
    ).fetchone()
    told = (entry.played, entry.result, _words(entry)[0])
    same = row is not None and (row["played"], row["result"], row["names"]) == told
    return int(row["id"]) if same else None


def write(connection: sqlite3.Connection, file: str, written: int, entry: GameRow) -> int:
    """Write the rows of a game and return its number, which an earlier row keeps."""
    connection.execute("DELETE FROM refused WHERE file = ?", (file,))
    row = connection.execute("SELECT id FROM games WHERE file = ?", (file,)).fetchone()
    number: int | None = row["id"] if row else None
    if number is not None:
        _remove(connection, file)
    own = {name: getattr(entry, name) for name in COLUMNS}
    game = _insert(connection, "games", {"id": number, "file": file, "written": written, **own})
    for seating in entry.seats:
        player = player_number(connection, seating.player)
        _insert(connection, "seatings", {"game": game, **asdict(seating), "player": player})
    connection.execute(
        "INSERT INTO words (rowid, names, setup, rest) VALUES (?, ?, ?, ?)", (game, *_words(entry))
    )
    return game


def _withdraw_rating(connection: sqlite3.Connection, file: str) -> None:
    """Have all games of this kind rated again if the file's game was rated."""
    row = connection.execute("SELECT * FROM games WHERE file = ?", (file,)).fetchone()
    if row and row["result"] and row["people"]:
        ratings.make_stale(connection, row["game"])


def _remove(connection: sqlite3.Connection, file: str) -> None:
    connection.execute("DELETE FROM games WHERE file = ?", (file,))
    connection.execute("DELETE FROM refused WHERE file = ?", (file,))


def _insert(connection: sqlite3.Connection, table: str, row: Mapping[str, object]) -> int:
    """Insert a row, given by its columns, and return its number."""
    columns, marks = ", ".join(row), ", ".join(f":{name}" for name in row)
    cursor = connection.execute(f"INSERT INTO {table} ({columns}) VALUES ({marks})", row)
    return int(cursor.lastrowid or 0)


def player_number(connection: sqlite3.Connection, player: LibraryPlayer) -> int:
    """Return the number of a player; a new player is added."""
    connection.execute(
        "INSERT INTO players (kind, key, name) VALUES (?, ?, ?)"
        " ON CONFLICT (kind, key) DO UPDATE SET name = excluded.name",
        (player.kind, player.key, player.name),
    )
    found = connection.execute(
        "SELECT id FROM players WHERE kind = ? AND key = ?", (player.kind, player.key)
    )
    return int(found.fetchone()["id"])


def _words(entry: GameRow) -> tuple[str, str, str]:
    players = [one.player.name or one.player.key for one in entry.seats]
    return search.search_words(
        entry.game,
        entry.setup,
        entry.begun,
        players,
        (entry.opening, entry.named),
        (entry.result, entry.margin),
    )


def ever_played(key: str) -> bool:
    """Return whether a kept game of this key exists.

    The library answers if it has any game; otherwise the names of the files do.
    """
    with contextlib.suppress(DatabaseError), open_library() as database:
        if database.value("SELECT 1 FROM games LIMIT 1"):
            return bool(database.value("SELECT 1 FROM games WHERE game = ? LIMIT 1", (key,)))
    return record_files.ever_played(key)
