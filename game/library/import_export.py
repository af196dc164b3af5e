"""Import of games from files and folders, and export to a folder.

An imported game is first played through by the rules; its file stays unchanged. A known game is not
imported again: the additional parts of the new record are merged into the known one.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from game.library.collection import GameCollection
from game.library.entry import digest_of, played_digest
from game.library.errors import DatabaseError, ExportError, ImportStoppedError
from game.library.game_text import marks_of, sheet_of, signs_after, text_of
from game.library.import_budget import ImportBudget, records_in
from game.library.merge import merge, same_game
from game.pictures.board import board_svg
from game.platform.errors import CodedError, in_words
from game.platform.storage import write_shared_text
from game.platform.theme import Theme
from game.table.errors import RecordError
from game.table.match import Match
from game.table.record import dump, load
from game.table.record_files import read_match, rewrite, save_match

FILE_EXTENSIONS = {
    "record": "json",
    "text": "txt",
    "svg": "svg",
    "sheet": "html",
    "png": "png",
    "gif": "gif",
}
MAX_NAMED = 100  # maximum number of files without a game that a report names
PAINTED_KINDS = ("png", "gif")  # kinds that need the drawing code of the screen


# -- in --------------------------------------------------------------------------------------------


@dataclass
class ImportReport:
    """The result of an import: imported games, number of known games, refused files with reasons.

    `merged` are known games with the parts that were added.  `refused` has the first MAX_NAMED
    files without a game; `unnamed` counts further ones.  If the import ended before its last file,
    `stopped` says why, else it is None.
    """

    taken: list[Path] = field(default_factory=list)
    known: int = 0
    merged: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    refused: list[tuple[str, str]] = field(default_factory=list)
    unnamed: int = 0
    stopped: ImportStoppedError | None = None

    def refuse(self, path: Path, error: Exception) -> None:
        """Note a file that is not a game, and the reason."""
        if len(self.refused) < MAX_NAMED:
            self.refused.append((str(path), in_words(error)))
        else:
            self.unnamed += 1


def import_games(
    collection: GameCollection,
    paths: Iterable[Path],
    told: Callable[[int, int], None] = lambda done, of: None,
    budget: ImportBudget | None = None,
) -> ImportReport:
    """Import the games of files, and those in folders, which may also contain other files.

    `told` is called with the progress.  Beyond the `budget` nothing is read, and the report says
    so.

    Raises OSError or DatabaseError if the library cannot be written.
    """
    report, named, budget = ImportReport(), set(paths), budget or ImportBudget()
    files = _listed(named, budget, report)
    for number, path in enumerate(files):
        told(number, len(files))
        try:
            budget.open(path)
            match = read_match(path)
        except ImportStoppedError as error:
            report.stopped = error
            break
        except (OSError, RecordError) as error:
            if path in named or getattr(error, "code", "") != "no-record":
                report.refuse(path, error)
            continue
        budget.played()
        try:
            _take_in(collection, match, report)
        except (CodedError, DatabaseError) as error:
            if isinstance(error, DatabaseError):
                raise
            report.refuse(path, error)
    told(len(files), len(files))
    return report


def _listed(named: set[Path], budget: ImportBudget, report: ImportReport) -> list[Path]:
    """Return the files to read, each once, as far as the budget allows."""
    files: dict[Path, None] = {}
    try:
        for path in records_in(named, budget):
            files[path] = None
    except ImportStoppedError as error:
        report.stopped = error
    return list(files)


def _take_in(collection: GameCollection, match: Match, report: ImportReport) -> None:
    """Import a game, or merge its additional parts into the known record of it.

    Raises OSError, DatabaseError, or another CodedError if the two records cannot be merged.
    """
    known = "SELECT 1 FROM games WHERE digest = ?"
    if collection.database.value(known, (digest_of(match),)):
        report.known += 1
        return
    path, ours = _record_of(collection, match)
    if ours is None:
        kept = save_match(match, match.date, collection.folder)
        collection.put(kept, match)
        report.taken.append(kept)
        return
    parts = merge(ours, match)
    if not parts:
        report.known += 1
        return
    load(dump(ours), path.name)  # raises an error if the joined notes are too long
    rewrite(path, ours)
    collection.put(path, ours)
    report.merged.append((path.name, parts))


def _record_of(collection: GameCollection, match: Match) -> tuple[Path, Match | None]:
    """Return the file that has the same game, and its match; None if there is no such file."""
    asked = "SELECT file FROM games WHERE played = ? ORDER BY id"
    for row in collection.database.rows(asked, (played_digest(match),)):
        path = collection.path(row["file"])
        with contextlib.suppress(RecordError):
            ours = read_match(path)
            if same_game(ours, match):
                return path, ours
    return collection.folder, None


# -- out -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """The form of a game's export.

    `kind` is one of FILE_EXTENSIONS.  `turn` is a single turn, counted from 1; 0 is the whole game,
    or for a picture its end.  `size` of a picture is in pixels.
    """

    kind: str
    theme: str = "walnut"
    turn: int = 0
    size: int = 800
    look: str = ""  # the folder of the user's own boards and pieces


Painter = Callable[[Match, ExportOptions, Path], None]


def write_out(
    match: Match, wish: ExportOptions, path: Path, theme: Theme, painter: Painter
) -> None:
    """Write a game to a file.  `painter` draws the kinds of PAINTED_KINDS.

    Raises OSError; ExportError if there is no such turn.
    """
    whole = [turn for turn in match.turns if turn.complete]
    if wish.turn > len(whole):
        raise ExportError("no-turn", turn=wish.turn, count=len(whole))
    if wish.kind in PAINTED_KINDS:
        path.parent.mkdir(parents=True, exist_ok=True)
        painter(match, wish, path)
    elif wish.kind == "svg":
        turn = whole[wish.turn - 1] if whole else None
        state = turn.after if turn else match.history.start
        lying, marks, signs = match.game.pieces(state), marks_of(turn), signs_after(match, turn)
        picture = board_svg(match.game, lying, theme, marks, named=True, signs=signs)
        write_shared_text(path, picture)
    else:
        texts = {"record": dump, "text": text_of}
        text = texts[wish.kind](match) if wish.kind in texts else sheet_of(match, theme)
        write_shared_text(path, text)


def file_name(match: Match, wish: ExportOptions) -> str:
    """Return the name of the file of an export."""
    names = [match.date[:10], match.game.key, *(seat.name for seat in match.spec.seats)]
    stem = "-".join(filter(None, (re.sub(r"\W+", "-", name).strip("-") for name in names)))
    turn = f"-{wish.turn}" if wish.turn else ""
    return f"{stem[:80] or 'game'}{turn}.{FILE_EXTENSIONS[wish.kind]}"


def free_path(folder: Path, name: str) -> Path:
    """Return a path in the folder that is not used yet."""
    path, number = folder / name, 2
    while path.exists():
        path = folder / f"{Path(name).stem}-{number}{Path(name).suffix}"
        number += 1
    return path
