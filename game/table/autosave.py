"""Autosave of a match: the running game after every action, the record when it ends.

The match reports each change, independent of any screen; a separate thread writes. At the end the
running file becomes the record in one step. So at any moment a game with at least one action is in
one of the two files, and never in both.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from game.platform import storage, wall_clock
from game.platform.errors import in_words
from game.table import record_files
from game.table.match import Match
from game.table.record import to_record
from game.table.record_fields import RecordFields
from game.table.running_locks import running_files


class AutoSaver:
    """Follows `match` from now on.  `problem` is a sentence while files cannot be written.

    `running` is the file of the running game; records are kept beside it.  The writer's thread
    calls `kept` with each record that has been written.
    """

    def __init__(
        self,
        match: Match,
        running: Path | None = None,
        kept: Callable[[Path], None] = lambda path: None,
    ) -> None:
        self.running = running or record_files.running_path()
        self._kept = kept
        self.record: Path | None = None  # file of the finished game; None until the game has ended
        self.problem = ""
        self._match = match
        self._ours = False  # whether the running file belongs to this match
        self._writer = storage.WriterThread("autosave")
        self._part = match.watch(self._changed)

    def save(self) -> None:
        """Save the match now, with the time that its clock has used since the last action."""
        if self._match.entries and not self._match.over:
            self._changed(self._match)

    def flush(self) -> None:
        """Wait until all queued changes are written; later changes are still saved."""
        self._writer.close()

    def close(self) -> None:
        """Stop following the match, and wait for the last write."""
        self._part()
        self._writer.close()

    def _changed(self, match: Match) -> None:
        record = to_record(match)
        if not match.entries:
            self._writer.put("match", self._drop, self._failed)
        elif match.over:
            self._writer.put("match", lambda: self._finish(record), self._failed)
        else:
            self._writer.put("match", lambda: self._save(record), self._failed)

    # -- in the thread ---------------------------------------------------------------------------

    def _save(self, record: RecordFields) -> None:
        self._make_room(record)
        storage.write_json(self.running, record)
        wall_clock.touch_newer(self.running, running_files(self.running.parent))
        if not self._ours:  # the game goes on, so its earlier copies would mislead
            record_files.drop_beginnings(self.running, record)
        self._ours, self.problem = True, ""

    def _finish(self, record: RecordFields) -> None:
        self._save(record)
        if self.record is None:
            self.record = record_files.keep_record(record, self.running.parent, self.running)
        else:  # the game had ended before, was taken back, and has ended again
            storage.move(self.running, self.record)
        self._ours, self.problem = False, ""
        self._kept(self.record)

    def _make_room(self, record: RecordFields) -> None:
        """Move another game out of the running file to the kept games."""
        if not self._ours:
            record_files.keep_other(self.running, record)

    def _drop(self) -> None:
        """Delete the running file after every action was taken back."""
        if self._ours:
            self.running.unlink(missing_ok=True)
        self._ours = False

    def _failed(self, error: Exception) -> None:
        self.problem = in_words(error)
