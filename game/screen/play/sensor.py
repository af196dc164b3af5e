"""The sensor board at the table of a match: its session, its seat, its recording.  No pygame.

Every session is recorded, the last few are kept: `main.py board replay` reads them, so that a bug
report is a file.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from pathlib import Path

from game.errors import in_words
from game.rules.base import Action
from game.rules.events import Seat
from game.storage import data_folder
from game.table.spec import MatchSpec
from hardware.host.board_seat import BoardSeat
from hardware.host.session import BoardReport, BoardSession
from hardware.tracking.position import MatchLike
from hardware.tracking.tracker_events import TakeBack, TrackerEvent, TurnSoFar

KEPT = 10  # recordings of sessions with a board


class Sensor:
    """The board behind `target` (a port, url or "sim") and the match it follows.

    `hands` are the seats whose moves are made on it; `browsed` as of a `BoardSeat`.
    """

    def __init__(
        self, target: str, match: MatchLike, hands: Collection[Seat], browsed: bool = False
    ) -> None:
        self.session = BoardSession.open(target, record=recording_file())
        self._seat = BoardSeat(match, self.session, hands, in_words, browsed)

    def poll(self, now: float) -> list[TrackerEvent]:
        """Readings since the last frame; the match has been offered what hands have made."""
        return self._seat.poll(now)

    def propose(self, reading: TurnSoFar | TakeBack, now: float) -> None:
        """Make the match what the board shows, as a person has said it should be."""
        self._seat.propose(reading, now)

    def ask(self, actions: Sequence[Action]) -> None:
        """Light what a person is asked to do; () is nothing."""
        self.session.ask(actions)

    @property
    def view(self) -> BoardReport:
        """Connection, differences, faults and their sentences, to be drawn."""
        return self.session.view()

    def close(self) -> None:
        self.session.close()


def seats_by_hand(spec: MatchSpec) -> set[Seat]:
    """Whose moves are made on the board: all people's, where none has it to themselves."""
    own = {n for n, seat in enumerate(spec.seats) if seat.kind == "board"}
    return own or {n for n, seat in enumerate(spec.seats) if seat.kind != "engine"}


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
