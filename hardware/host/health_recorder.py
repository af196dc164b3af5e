"""Notes what a session finds out of its board's health, while it lasts.  Runs in its thread."""

from __future__ import annotations

import contextlib
from pathlib import Path

from hardware.host.board_driver import BoardDriver
from hardware.host.health_log import BoardHealth, note
from hardware.host.layouts import labels_of

CHECK_PERIOD_S = 5.0  # seconds


class HealthRecorder:
    """Writes into `path`; a disk that cannot be written to ends no match."""

    def __init__(self, path: Path, follower: BoardDriver) -> None:
        self._path, self._follower = path, follower
        self._noted: set[tuple[str, str]] = set()
        self._looked_at = 0.0

    def look(self, now: float) -> None:
        """Note what is new, now and then."""
        if now - self._looked_at >= CHECK_PERIOD_S:
            self._looked_at = now
            self._note({})

    def close(self) -> None:
        """The session ends: note how strongly pieces were seen, too."""
        watch, welcome = self._follower.watch, self._follower.welcome
        if watch is None or welcome is None:
            return
        labels = labels_of(welcome.layout, welcome.points)
        shares = {label: watch.strengths.share(place) for place, label in enumerate(labels)}
        self._note({label: share for label, share in shares.items() if share is not None})

    def _note(self, shares: dict[str, float]) -> None:
        follower, welcome = self._follower, self._follower.welcome
        if welcome is None:
            return
        labels = labels_of(welcome.layout, welcome.points)
        found = {(labels[p], kind) for p, kind in follower.findings if p < len(labels)}
        new = found - self._noted
        if not new and not shares:
            return
        self._noted |= new
        board = BoardHealth(f"{welcome.board_id:08x}", welcome.name, welcome.layout)
        with contextlib.suppress(OSError):
            note(self._path, board, sorted(new), shares)
