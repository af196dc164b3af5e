"""The events of a board in their original order, including those that a bad line lost. Sans I/O.

Boards that keep their last events number them (PROTOCOL.md, section 4), so missing events are
requested one after the other. Late events are released with the pauses of the hands, because the
time that a piece rests somewhere matters.
"""

from __future__ import annotations

from collections import deque

from hardware.wire.messages import BoardState, Button, Message, PointChanged

# longest pause in seconds between two late events; longer rests add no meaning
LONGEST_WAIT_S = 0.25
# An event is a later one if its number is less than this ahead; otherwise it was released already.
HALF = 128


class EventOrder:
    """A queue that takes messages as they come, and returns them in the order they were sent."""

    def __init__(self) -> None:
        self._late: deque[PointChanged | Button] = deque()  # events that wait for their time
        self._given: tuple[int, float] = (0, 0.0)  # the last event's time: the board's and ours
        self.reset()

    def reset(self) -> None:
        """Forget the numbers, after a greeting; the next state has the new ones."""
        self._next: int | None = None  # number of the next event to release
        # Number of the board's next event; None if some may be missing.
        self._end: int | None = None
        self._late.clear()

    def doubt(self) -> bool:
        """Note that something was lost; return whether events of this board can be requested."""
        self._end = None
        return self._next is not None

    @property
    def missing(self) -> int | None:
        """The number of the event to request; None if none is missing."""
        return self._next if self._next != self._end else None

    def take(self, message: Message, now: float) -> list[Message]:
        """Return a message that is due immediately; `due` returns messages that must wait.

        Messages that follow a missing event are dropped: each event is requested in its turn, and
        another state comes within a second.
        """
        if not isinstance(message, (PointChanged, Button, BoardState)) or message.number < 0:
            return [message]
        whole = isinstance(message, BoardState)
        if self._next is None:
            self._next = self._end = message.number if whole else None
            return [message]
        ahead = (message.number - self._next) % 256
        if whole or (ahead < HALF and not message.reply_to):
            self._end = (message.number + (not whole)) % 256
        elif self._end == self._next:
            self._end = None  # an answer does not say how many more events there are
        if ahead or (whole and self._late):
            return []
        if isinstance(message, BoardState):
            return [message]
        self._next = (self._next + 1) % 256
        if self._late or message.reply_to:
            self._late.append(message)
            return []
        self._given = message.ms, now
        return [message]

    def due(self, now: float) -> list[Message]:
        """Return the late events whose time has come."""
        out: list[Message] = []
        while self._late:
            ms, told = self._given
            if now - told < min(LONGEST_WAIT_S, (self._late[0].ms - ms) / 1000):
                break
            self._given = self._late[0].ms, now
            out.append(self._late.popleft())
        return out

    def gone(self, number: int) -> bool:
        """Note that the board no longer has this event; return whether it is lost permanently."""
        if number != self._next:
            return False
        if self._end is None:
            self._end = self._next
        lost = self._next != self._end
        if lost:
            self.reset()
        return lost
