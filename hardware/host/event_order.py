"""The events of a board in their own order, with those that a bad line has swallowed.  Sans I/O.

Boards that keep their last events number them (PROTOCOL.md, section 4).  What comes after a missing
one waits until that has been asked for, and a whole state until all events before it are here.
What had to wait is given out at the pace of the hands: how long a piece lay somewhere tells a lot.
"""

from __future__ import annotations

from collections import deque

from hardware.wire.messages import BoardState, Button, Message, PointChanged

LONGEST_WAIT_S = (
    0.25  # seconds between two late events; that hands rested longer tells nothing more
)
HALF = 128  # an event whose number is less than this ahead is a later one, the others were told

Numbered = PointChanged | Button | BoardState


class EventOrder:
    """Takes messages as they come, gives them out as they were sent."""

    def __init__(self) -> None:
        self._late: deque[Numbered] = deque()  # in order, waiting for their time
        self._given: tuple[int, float] = (0, 0.0)  # the board's time of the last one, and ours
        self.reset()

    def reset(self) -> None:
        """Begin anew, as after a greeting."""
        self._next: int | None = None  # number of the next event; None until it is known
        self._ahead: dict[int, Numbered] = {}  # events after one that is missing
        self._whole: BoardState | None = None  # a state after events that are missing
        self._doubted = False  # an event may have been lost
        self._late.clear()

    def doubt(self) -> bool:
        """Note that something was lost; return whether events of this board can be asked for."""
        self._doubted = self._next is not None
        return self._doubted

    @property
    def missing(self) -> int | None:
        """The number of the event to ask for, None if all are here."""
        return self._next if self._ahead or self._whole or self._doubted else None

    def take(self, message: Message, now: float) -> list[Message]:
        """Return a message that is due at once; what must wait comes out of `due`."""
        if not isinstance(message, Numbered) or message.number < 0:
            return [message]
        if isinstance(message, BoardState):  # never an old one: what it says is true
            self._next = message.number if self._next is None else self._next
            self._whole, asked = message, False
            if self._distance(message.number) >= HALF:  # too much was lost to tell which are ahead
                self._ahead.clear()
        elif self._next is None:
            return [message]
        else:
            asked = message.reply_to > 0
            if self._distance(message.number) < HALF:
                self._ahead[message.number] = message
        if message.number == self._next and not asked:
            self._doubted = False
        ready = self._ready()
        if self._late or asked or ready != [message]:
            self._late += ready
            return []
        self._given = message.ms, now
        return [message]

    def due(self, now: float) -> list[Message]:
        """Return the late messages whose time has come."""
        out: list[Message] = []
        while self._late:
            ms, told = self._given
            if now - told < min(LONGEST_WAIT_S, (self._late[0].ms - ms) / 1000):
                break
            self._given = self._late[0].ms, now
            out.append(self._late.popleft())
        return out

    def gone(self, number: int) -> bool:
        """Note that the board does not have an event; return whether one is lost for good."""
        if number != self._next:
            return False
        self._doubted = False
        if self._whole is not None:  # it knows what became of all
            self._next = self._whole.number
        elif self._ahead:
            self._next = min(self._ahead, key=self._distance)
        else:
            return False  # there was none
        self._ahead = {one: kept for one, kept in self._ahead.items() if self._distance(one) < HALF}
        self._late += self._ready()
        return True

    def _distance(self, number: int) -> int:
        """Return how far ahead a number is, of 256."""
        return (number - (self._next or 0)) % 256

    def _ready(self) -> list[Numbered]:
        """Take out what nothing is missing before."""
        assert self._next is not None
        ready: list[Numbered] = []
        while True:
            if self._whole is not None and self._whole.number == self._next:
                ready.append(self._whole)
                self._whole = None
            if self._next not in self._ahead:
                return ready
            ready.append(self._ahead.pop(self._next))
            self._next = (self._next + 1) % 256
