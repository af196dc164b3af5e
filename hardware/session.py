"""A session with a board: what the play scene talks to.  No pygame, no waiting.

    session = BoardSession.open("auto")          # "sim", "/dev/ttyUSB0", "socket://...", "auto"
    session.set_position(position_of(match, hands={0, 1}))   # after every change; cheap if equal
    for reading in session.poll():               # each frame; see hardware.reading
        if isinstance(reading, TurnSoFar): apply(match, reading, now)
        elif isinstance(reading, TakeBack): ask, then undo turns + set_position, or decline()
        elif isinstance(reading, Ambiguous): ask, then session.choose(index) or choose(None)
    session.view().connection / .words / .faults / .differences   # to draw
    session.close()
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from game.rules.events import Piece
from game.rules.topology import Point
from hardware.position import Position
from hardware.reading import Fault, Reading


@dataclass(frozen=True)
class BoardView:
    """What the screen shows of a board, at one moment.

    `connection` is "searching", "connected", "lost" or "refused"; `words` one translated sentence
    on it or on what is wrong (never empty).  `differences` maps points whose sensors show
    something other than the match's position to the piece seen there (None: lifted), within
    milliseconds of the hand, before any reading: draw them as ghosts.  `faults` are those of the
    last `Wrong`, `sentences` the same in words.  `lifted` and `targets` are of a piece in the air.
    """

    connection: str
    words: str
    name: str = ""
    sensing: str = ""
    differences: Mapping[Point, Piece | None] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()
    sentences: tuple[str, ...] = ()
    lifted: Point | None = None
    targets: tuple[Point, ...] = ()


class BoardSession:
    """One board and the match it follows.  All methods return at once."""

    @classmethod
    def open(cls, target: str, **options: Any) -> BoardSession:
        """Start a session; the connection is made and kept in a thread of its own."""
        raise NotImplementedError

    def set_position(self, position: Position) -> None:
        """The match is in this position now; only a live match may say so (no previews)."""
        raise NotImplementedError

    def poll(self, now: float | None = None) -> list[Reading]:
        """The readings since the last call, oldest first."""
        raise NotImplementedError

    def view(self) -> BoardView:
        """The state of connection and board, for drawing."""
        raise NotImplementedError

    def choose(self, index: int | None) -> None:
        """Answer the last `Ambiguous`: an alternative, or None for "none of these"."""
        raise NotImplementedError

    def decline(self) -> None:
        """Decline the last `TakeBack`: the board is then told to be put right."""
        raise NotImplementedError

    def set_brightness(self, share: float) -> None:
        """Dim the lights, 0 to 1; the current stays under the limit in any case."""
        raise NotImplementedError

    def close(self) -> None:
        """Darken the lights, let go of the port."""
        raise NotImplementedError
