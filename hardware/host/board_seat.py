"""The seat of a sensor board at a match: readings become proposals, answers go back.

Every turn made on the board is proposed to the match immediately.  The board receives the reason if
the match refuses it, and otherwise the match's position.  Questions are left to the screen.  Pure:
the session does the waiting.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Protocol

from game.platform.errors import CodedError
from game.rules.events import Seat
from game.rules.proposals import Refused
from hardware.tracking.expected_position import ExpectedPosition, MatchLike, position_of
from hardware.tracking.tracker_events import TakeBack, TrackerEvent, TurnSoFar, needs_no_answer


class SeatSession(Protocol):
    """The part of a session that a seat uses: `BoardSession`, or a session in simulated time."""

    def poll(self) -> list[TrackerEvent]: ...
    def set_position(self, position: ExpectedPosition) -> None: ...
    def refuse(self, position: ExpectedPosition, why: str) -> None: ...


class BoardSeat:
    """The seat of a board: joins `match` and `session`.

    `hands` are the seats whose moves are made on the board; `words` turns a refusal into a sentence
    for people.

    `browsed`: people may show any position of the match, as in a review.  The board is then brought
    to the shown position before play goes on from there, and readings of other positions are
    dropped.
    """

    def __init__(
        self,
        match: MatchLike,
        session: SeatSession,
        hands: Collection[Seat] = (0, 1, 2, 3),
        words: Callable[[CodedError], str] = str,
        browsed: bool = False,
    ) -> None:
        self.match, self.session = match, session
        self.hands = frozenset(hands)
        self._words = words
        self._browsed = browsed
        self._told: ExpectedPosition | None = None
        self._refused: Refused | None = None  # the last refusal, until something is accepted
        self._reply(to_set_out=browsed)

    def poll(self, now: float) -> list[TrackerEvent]:
        """Return the readings since the last call, oldest first.

        Readings that need no answer have been proposed already, and the board knows the match's
        position.
        """
        readings = self.session.poll()
        if not readings and not self._browsed:
            self._reply()
            return readings
        before = position_of(self.match, self.hands)
        elsewhere = self._browsed and self._told is not None and before != self._told
        if elsewhere:
            readings = []  # They belong to a position that is no longer shown.
        for reading in readings:
            if isinstance(reading, (TurnSoFar, TakeBack)) and needs_no_answer(reading):
                self._submit(reading, now)
        by_hand = not elsewhere and position_of(self.match, self.hands) != before
        self._reply(to_set_out=self._browsed and not by_hand)
        return readings

    def propose(self, reading: TurnSoFar | TakeBack, now: float) -> None:
        """Make the match follow the board, as a person has confirmed."""
        self._submit(reading, now)
        self._reply()

    def _submit(self, reading: TurnSoFar | TakeBack, now: float) -> None:
        answer = self.match.submit(reading.proposal, now)
        self._told = None  # The board waits for an answer, even if nothing has changed.
        refused = answer if isinstance(answer, Refused) else None
        self._refused = refused and (self._refused or refused)

    def _reply(self, to_set_out: bool = False) -> None:
        """Send the board the match's position, if it is new, or the refusal."""
        position = position_of(self.match, self.hands)
        refused, self._refused = self._refused, None
        if refused is not None:
            self.session.refuse(position, self._words(refused.why))
        elif position != self._told:
            self.session.set_position(replace(position, to_set_out=to_set_out))
        self._told = position
