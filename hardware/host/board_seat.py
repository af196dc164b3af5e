"""The seat of a sensor board at a match: readings become proposals, answers go back.

What hands have made is proposed to the match at once.  If it is refused, the board gets the
reason; in any case it then gets the position of the match.  Questions are left to the screen.
Pure: the session does the waiting.
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
    """What a seat needs of a session: `BoardSession`, or one in made-up time."""

    def poll(self) -> list[TrackerEvent]: ...
    def set_position(self, position: ExpectedPosition) -> None: ...
    def refuse(self, position: ExpectedPosition, why: str) -> None: ...


class BoardSeat:
    """The seat of a board: joins `match` and `session`.

    `hands` are the seats whose moves are made on the board; `words` turns a refusal into a
    sentence for people.

    `browsed`: people look at any position of it meanwhile, as in a review.  The board is then
    brought to that position before its hands go on from there, and what they made elsewhere is
    forgotten.
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
        self._refused: Refused | None = None  # and nothing was accepted since
        self._reply(to_set_out=browsed)

    def poll(self, now: float) -> list[TrackerEvent]:
        """Return the readings since the last call, oldest first.

        Those that need no answer have been proposed already; the board knows where the match is.
        """
        readings = self.session.poll()
        if not readings and not self._browsed:
            self._reply()
            return readings
        before = position_of(self.match, self.hands)
        elsewhere = self._browsed and self._told is not None and before != self._told
        if elsewhere:
            readings = []  # they are about a position that is no longer shown
        for reading in readings:
            if isinstance(reading, (TurnSoFar, TakeBack)) and needs_no_answer(reading):
                self._submit(reading, now)
        by_hand = not elsewhere and position_of(self.match, self.hands) != before
        self._reply(to_set_out=self._browsed and not by_hand)
        return readings

    def propose(self, reading: TurnSoFar | TakeBack, now: float) -> None:
        """Make the match what the board shows, as a person has said it should be."""
        self._submit(reading, now)
        self._reply()

    def _submit(self, reading: TurnSoFar | TakeBack, now: float) -> None:
        answer = self.match.submit(reading.proposal, now)
        self._told = None  # the board waits for an answer, even if nothing has changed
        refused = answer if isinstance(answer, Refused) else None
        self._refused = refused and (self._refused or refused)

    def _reply(self, to_set_out: bool = False) -> None:
        """Tell the board where the match is, unless it knows, and what was refused."""
        position = position_of(self.match, self.hands)
        refused, self._refused = self._refused, None
        if refused is not None:
            self.session.refuse(position, self._words(refused.why))
        elif position != self._told:
            self.session.set_position(replace(position, to_set_out=to_set_out))
        self._told = position
