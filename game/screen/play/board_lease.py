"""The sensor board at the table of a match: its session, its seat, its recording.  No pygame.

Every session is recorded, the last few are kept: `main.py board replay` reads them, so that a bug
report is a file.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from functools import partial
from pathlib import Path
from typing import ClassVar

from game.platform.errors import in_words
from game.platform.storage import data_folder
from game.rules.base import Action
from game.rules.events import Seat
from game.table.spec import MatchSpec
from hardware.host.board_seat import BoardSeat
from hardware.host.health_log import health_file
from hardware.host.session import BoardReport, BoardSession
from hardware.tracking.expected_position import MatchLike
from hardware.tracking.tracker_events import TakeBack, TrackerEvent, TurnSoFar

RECORDINGS_KEPT = 10  # recordings of sessions with a board


class BoardLease:
    """The board behind `target` (a port, url or "sim") and the match it follows.

    `hands` are the seats whose moves are made on it; `browsed` as of a `BoardSeat`.  A board has
    one line: who asks for one that is in use borrows its session, and gives it back by `close`.
    """

    session: BoardSession
    _in_use: ClassVar[
        dict[str, list[BoardLease]]
    ] = {}  # by target; the last has it, others lent it

    def __init__(
        self, target: str, match: MatchLike, hands: Collection[Seat], browsed: bool = False
    ) -> None:
        self._users = self._in_use.setdefault(target, [])
        if self._users:
            self.session = self._users[-1].session
        else:
            self.session = BoardSession.open(target, record=recording_file(), health=health_file())
        self._users.append(self)
        self._seated = partial(BoardSeat, match, self.session, hands, in_words, browsed)
        self._sit()

    def _sit(self) -> None:
        """Have the board from now on; what was read for somebody else is forgotten."""
        self.session.poll()
        self._seat = self._seated()

    def play_for(self, hands: Collection[Seat]) -> None:
        """The seats whose moves are made on the board from now on."""
        self._seat.hands = frozenset(hands)

    def poll(self, now: float) -> list[TrackerEvent]:
        """Readings since the last frame; the match has been offered what hands have made.

        Nothing while the board is lent.
        """
        return self._seat.poll(now) if self._users[-1:] == [self] else []

    def propose(self, reading: TurnSoFar | TakeBack, now: float) -> None:
        """Make the match what the board shows, as a person has said it should be."""
        self._seat.propose(reading, now)

    def ask(self, actions: Sequence[Action]) -> None:
        """Light what a person is asked to do; () is nothing."""
        self.session.ask(actions)

    def offer(self, waits: bool) -> None:
        """Light that an offer waits for an answer, or does no longer."""
        self.session.offer(waits)

    @property
    def view(self) -> BoardReport:
        """Connection, differences, faults and their sentences, to be drawn."""
        return self.session.view()

    def close(self) -> None:
        """Let go of the board: whoever lent it goes on with it, the last one closes its line."""
        had_it = self._users[-1:] == [self]
        self._users.remove(self)
        if not self._users:
            self.session.close()
        elif had_it:
            self._users[-1]._sit()


def seats_by_hand(spec: MatchSpec) -> set[Seat]:
    """Whose moves are made on the board: all people's, where none has it to themselves."""
    own = {n for n, seat in enumerate(spec.seats) if seat.kind == "board"}
    return own or {n for n, seat in enumerate(spec.seats) if seat.kind == "person"}


def recording_file() -> Path | None:
    """Where a session is recorded; the oldest recordings go.  None when nothing can be written."""
    folder = data_folder() / "board-sessions"
    try:
        folder.mkdir(exist_ok=True)
        for old in sorted(folder.glob("*.jsonl"))[: 1 - RECORDINGS_KEPT]:
            old.unlink(missing_ok=True)
        path = folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}-{time.monotonic_ns() % 1000:03}.jsonl"
        path.touch()
    except OSError:
        return None
    return path
