"""Records as files: running, unfinished, finished and saved games; `autosave` writes running games.

Every write replaces a whole file, through `game.platform.storage`.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from game.platform import storage, untrusted, versioned
from game.platform.errors import in_words
from game.platform.i18n import _
from game.platform.untrusted import InputError
from game.table import running_locks
from game.table.errors import NOT_A_RECORD, RecordError
from game.table.match import Match
from game.table.record import FORMAT, SWAP, VERSION, current_setup, load, to_record
from game.table.record_fields import RecordFields

SAME: tuple[Literal["players", "clock"], ...] = ("players", "clock")
NOTED: tuple[Literal["notes", "variations"], ...] = ("notes", "variations")


def running_path() -> Path:
    """Return the file of this program's running game."""
    return running_locks.own_path()


def read_match(path: Path) -> Match:
    """Return the match in a file. Raises RecordError, even if the file cannot be read."""
    try:
        text = untrusted.read_foreign_text(path)
    except InputError as error:
        raise RecordError("record-input", why=error) from None
    except OSError as error:
        raise RecordError("record-unread", name=path.name, reason=error) from None
    return load(text, path.name)


def recover(path: Path | None = None) -> tuple[Match | None, str]:
    """Return the unfinished game and a message ("" if all is well).  Never raises.

    A damaged file is set aside, so that it is neither offered again nor lost.  A file that a newer
    program wrote stays unchanged.
    """
    path = path or running_path()
    if not path.exists():
        return None, ""
    try:
        match = read_match(path)
    except RecordError as error:
        if error.code == "newer":
            words = _("The unfinished game cannot be resumed: {reason}.")
            return None, words.format(reason=in_words(error))
        try:
            aside = storage.set_aside(path).name
        except OSError:
            aside = path.name
        words = _("The unfinished game cannot be resumed: {reason}. It is kept as {file}.")
        return None, words.format(reason=in_words(error), file=aside)
    if match.over:  # the program ended before it could keep the record
        with contextlib.suppress(OSError):
            move_to_kept(path, to_record(match))
        return None, ""
    return match, ""


def save_match(match: Match, stamp: str, folder: Path | None = None) -> Path:
    """Keep a match in a file named by `stamp` (an ISO date and time) and its game. Raises OSError.

    The new file replaces earlier, unfinished files of the same game, so that an ended game is not
    resumed.
    """
    return _keep_as(
        _stem(stamp, match.game.key), to_record(match), folder or storage.games_folder()
    )


def keep_record(record: RecordFields, folder: Path, running: Path | None = None) -> Path:
    """Keep a record in a file named by its own date and game. Raises OSError.

    If this record is in the `running` file, that file becomes the kept file in one step, so that
    nobody finds the game twice.
    """
    if running is None:
        return _keep_as(_stem_of(record), record, folder)
    path = _free(folder, _stem_of(record))
    storage.move(running, path)
    drop_beginnings(path, record)
    return path


def keep_review(match: Match, folder: Path | None = None, new: bool = True) -> Path | None:
    """Write a review's additions to the match's own file; return the file's path.

    A match without a file gets one if `new`. The file keeps its modification time, so the game
    keeps its place in the list of games. Raises OSError.
    """
    record, folder = to_record(match), folder or storage.games_folder()
    path = find_kept(record, folder)
    if path is None:
        return keep_record(record, folder) if new else None
    _rewrite(path, record)
    return path


def rewrite(path: Path, match: Match) -> None:
    """Rewrite a kept game, which keeps its place in the list of games.  Raises OSError."""
    _rewrite(path, to_record(match))


def _rewrite(path: Path, record: RecordFields) -> None:
    stamp = path.stat().st_mtime_ns
    storage.write_json(path, record)
    os.utime(path, ns=(stamp, stamp))


def find_kept(record: RecordFields, folder: Path) -> Path | None:
    """Return the file of a game with exactly these names and turns; it may be the running file."""
    for path in (*running_locks.held_paths(folder), *_files(folder, _stem_of(record))):
        if _agrees(path, record, "turns"):
            return path
    return None


def _agrees(path: Path, record: RecordFields, *fields: Literal["turns", "result"]) -> bool:
    """Return whether a file holds the same game with equal values in these fields."""
    try:
        other = _known(path)
        same = _begun(other) == _begun(record) and _named(other) == _named(record)
        return same and all(other[field] == record[field] for field in fields)
    except NOT_A_RECORD:
        return False


def _keep_as(stem: str, record: RecordFields, folder: Path) -> Path:
    """Write a record under a free name, then drop the files that it replaces."""
    path = _free(folder, stem)
    storage.write_json(path, record)
    drop_beginnings(path, record)
    return path


def _free(folder: Path, stem: str) -> Path:
    """Return a path where no file exists."""
    return storage.free_path(folder / f"{stem}.json")


def drop_beginnings(path: Path, record: RecordFields) -> None:
    """Remove kept, unfinished files of the same game that have no more turns than `path`.

    Raises OSError.
    """
    for other in _files(path.parent, _stem_of(record)):
        if (
            other != path
            and not running_locks.is_running(other.name)
            and _is_beginning(other, record)
        ):
            other.unlink(missing_ok=True)


def _files(folder: Path, start: str) -> list[Path]:
    """Return files whose names begin with `start`; the folder may hold a hundred thousand games."""
    return [folder / name for name in sorted(_names(folder)) if name.startswith(start)]


def _names(folder: Path) -> list[str]:
    try:
        return [name for name in os.listdir(folder) if name.endswith(".json")]
    except FileNotFoundError:
        return []


def _stem(stamp: str, key: str) -> str:
    return f"{re.sub(r'[^0-9A-Za-z]+', '-', stamp).strip('-') or 'game'}-{key}"


def _stem_of(record: RecordFields) -> str:
    key = str(record["setup"]).split()[0]
    return _stem(str(record["date"]), re.sub(r"[^a-z-]+", "", key))


def _is_beginning(path: Path, record: RecordFields) -> bool:
    """Return whether the file is an earlier state of the same game."""
    try:
        other = _known(path)
        same = _begun(other) == _begun(record) and all(
            other.get(one) == record.get(one) for one in SAME
        )
        over = record["result"] is not None
        earlier = over or len(other["turns"]) <= len(record["turns"])
        # A file with notes or variations of its own is kept, so that they are not lost.
        same = same and all(other.get(one) in (None, [], record.get(one)) for one in NOTED)
        return bool(record["date"]) and same and other["result"] is None and earlier
    except NOT_A_RECORD:
        return False


def _known(path: Path) -> RecordFields:
    """Return the record in a file, if this program may overwrite the file.

    Raises OSError or ValueError; NewerFileError if a newer program wrote it.
    """
    data: RecordFields = untrusted.read_json(path)
    if versioned.is_newer(data, VERSION):
        raise versioned.NewerFileError(path)
    return data


def _named(record: RecordFields) -> list[str]:
    """Return the players' names, compared because two games may begin in the same second."""
    return [str(player.get("name", "")) for player in record["players"]]


def _begun(record: RecordFields) -> tuple[str, list[str]]:
    """Return date and setup, which are the same in all records of one game."""
    setup = current_setup(str(record["setup"]), record["version"])
    return str(record["date"]), sorted(setup.split())


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A kept game as listed, read without playing it through."""

    path: Path
    setup: str
    date: str
    names: tuple[str, ...]
    moved: int  # seats by which everybody has moved on since the start
    turns: int
    over: bool


def ever_played(key: str, folder: Path | None = None) -> bool:
    """Return whether the folder has a kept game with this key, judged by the file names."""
    return any(kept_of(key, folder))


def kept_of(key: str, folder: Path | None = None) -> Iterator[Path]:
    """Yield files of kept games with this key, or of all games for "", the last begun first.

    Only the file names are read; they begin with the time when a game began.
    """
    folder = folder or storage.games_folder()
    named = re.compile(rf"(game|[0-9T-]+)-{re.escape(key) or '[a-z-]+'}(-[0-9]+)?\.json")
    found = [name for name in _names(folder) if key in name and named.fullmatch(name)]
    found.sort(key=lambda name: name.removesuffix(".json"), reverse=True)
    yield from (folder / name for name in found)


def saved_games(folder: Path | None = None) -> Iterator[SavedGame]:
    """Yield kept games, the last begun first; other files are skipped."""
    for path in kept_of("", folder):
        try:
            yield _summary(path, untrusted.read_json(path))
        except NOT_A_RECORD:
            continue


def _summary(path: Path, data: RecordFields) -> SavedGame:
    if data["format"] != FORMAT:
        raise ValueError(path)
    return SavedGame(
        path=path,
        setup=str(data["setup"]),
        date=str(data["date"]),
        names=tuple(str(player["name"]) for player in data["players"]),
        moved=data["turns"].count(SWAP),
        turns=len(data["turns"]),
        over=data["result"] is not None,
    )


def keep_other(running: Path, record: RecordFields) -> None:
    """Move another match's game from the running file to the kept games.

    So a new game never overwrites an old one.  Raises OSError.
    """
    try:
        other = untrusted.read_json(running)
        if versioned.is_newer(other, VERSION):  # not readable here, but not damaged
            storage.move(running, _free(running.parent, "game-of-a-newer-program"))
        elif _begun(other) != _begun(record) and other["turns"]:
            move_to_kept(running, other)
    except FileNotFoundError:
        return
    except OSError:
        raise
    except NOT_A_RECORD:
        storage.set_aside(running)


def move_to_kept(running: Path, record: RecordFields) -> None:
    """Move the running file, with this `record`, to the kept games, or delete it if kept already.

    Raises OSError; KeyError or IndexError if `record` is not a record.
    """
    kept = _files(running.parent, _stem_of(record))
    if any(_agrees(path, record, "turns", "result") for path in kept):
        running.unlink()
        return
    keep_record(record, running.parent, running)


# -- unfinished games ------------------------------------------------------------------------------


def save_unfinished() -> str:
    """Move the running game to the kept games; return a message, "" if there is no game.

    A damaged file is set aside, as at the program's start. Never raises.
    """
    match, _message = recover()
    if match is None or not match.entries:
        return ""
    try:
        move_to_kept(running_path(), to_record(match))
    except OSError as error:
        return _("The game could not be saved: {reason}").format(reason=in_words(error))
    return _("The unfinished game is now among the saved games.")


def resume_game(path: Path) -> tuple[Match | None, str]:
    """Claim an unfinished game for this program; return its match and a message.

    The match is None if the game cannot be resumed; the message then gives the reason. Never
    raises.
    """
    said = save_unfinished() if path != running_path() else ""
    try:
        if not running_locks.claim_file(path):
            return None, _("Another window has gone on with this game.")
    except OSError as error:
        return None, _("The game could not be saved: {reason}").format(reason=in_words(error))
    match, message = recover()
    return match, message or said
