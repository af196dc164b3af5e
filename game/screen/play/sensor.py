"""The sensor board at the table: follows the match, hands over what hands did.  No pygame.

Only the live match is told to the board; browsing and hints never reach it.  Every session is
recorded, the last few are kept: `main.py board replay` reads them, so that a bug report is a file.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from game.rules.events import Piece
from game.rules.topology import Point
from game.storage import data_folder
from game.table.match import Match

KEPT = 10  # recordings of sessions with a board


class Sensor:
    """A board session and the match it follows."""

    def __init__(self, target: str, match: Match) -> None:
        from hardware.host.session import BoardSession

        self.match = match
        self.session: Any = BoardSession.open(target, record=recording_file())
        seats = match.spec.seats
        own = {n for n, seat in enumerate(seats) if seat.kind == "board"}
        self.hands = own or {n for n, seat in enumerate(seats) if seat.kind != "engine"}
        self._feed = match.feed()
        self._tell()  # before the first frame is drawn: hands may be quicker

    def poll(self) -> list[Any]:
        """Tell the board where the match is; readings since the last frame, oldest first."""
        if self._feed.drain():
            self._tell()
        readings: list[Any] = self.session.poll()
        return readings

    def tell_again(self) -> None:
        """Have the board told where the match is with the next poll, whatever it was told."""
        self._told = False

    def _tell(self) -> None:
        from hardware.tracking.position import position_of

        self.session.set_position(position_of(self.match, self.hands))

    @property
    def view(self) -> Any:
        """Connection, differences, faults and their sentences, to be drawn."""
        return self.session.view()

    @property
    def differences(self) -> dict[Point, Piece | None]:
        return dict(self.view.differences)

    def close(self) -> None:
        self.session.close()


def recording_file() -> Path | None:
    """Where a session is recorded; the oldest recordings go.  None when nothing can be written."""
    folder = data_folder() / "board-sessions"
    try:
        folder.mkdir(exist_ok=True)
        for old in sorted(folder.glob("*.jsonl"))[: 1 - KEPT]:
            old.unlink(missing_ok=True)
        path = folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{time.monotonic_ns() % 1000:03}.jsonl"
        path.touch()
    except OSError:
        return None
    return path


def new_actions(match: Match, actions: tuple[Any, ...]) -> tuple[int, tuple[Any, ...]]:
    """How the turn in progress becomes `actions`: entries to take back, actions to play."""
    turn = match.turns[-1] if match.turns and not match.turns[-1].complete else None
    done = [entry.action for entry in turn.entries] if turn else []
    same = 0
    while same < min(len(done), len(actions)) and done[same] == actions[same]:
        same += 1
    return len(done) - same, tuple(actions[same:])
