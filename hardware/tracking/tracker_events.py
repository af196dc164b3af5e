"""The tracker's conclusions about a board, as frozen values.  Nothing here computes.

A consumer (a board seat, a test) drains these events and acts on each:

* `TurnSoFar`: make the match's current turn equal to `actions` (take back what is not in it, play
  what is missing): that is its `proposal`.  `complete` says that the turn cannot be continued.
* `Ambiguous`: ask a person which of the alternatives was meant, then call `choose`.
* `BoardMismatch`: the board differs from the position; show the faults until another event comes.
* `TakeBack`: the board shows an earlier position; ask, then make its `proposal`, or decline.
  Do not ask if it is `corrected`: the hand lifted the piece again immediately.  Do not ask if it is
  `agreed`: the button, or another turn made from there, has answered the question.
* `Agreed`: the board shows the match's position again.
* `Lifted`: a piece of the seat to move is in the air; `targets` are where it may land.
* `Pressed`: the button was pressed and ended nothing (for example to confirm a question).
* `Doubt`: a sensor contradicts the others for long.  Ask whether the pieces are placed right; if
  so call `distrust`, else `decline`.  If the piece `returns`, ask who touches it; if nobody does,
  call `distrust`, else `believe`.
* `Execute`: a turn made elsewhere (by the engine) is to be made on the board by these movements.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from game.rules.base import Action, State
from game.rules.events import Piece
from game.rules.proposals import Amend
from game.rules.topology import Point
from hardware.tracking.sensor_image import SensorImage


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing to put right.  `kind` is "place", "remove", "turn" or "move".

    `point` is where the fault is mended; `source` where the piece to be moved is now (kind "move");
    `piece` what must be on `point` afterwards (None: nothing).
    """

    kind: str
    point: Point
    piece: Piece | None = None
    source: Point | None = None


@dataclass(frozen=True, slots=True)
class TurnSoFar:
    """The actions of the current turn, from its beginning, as the board shows them now.

    `start` is the position at its beginning; `pressed`: the button has ended it.
    """

    actions: tuple[Action, ...]
    complete: bool
    start: State = field(default=(), compare=False)
    pressed: bool = field(default=False, compare=False)

    @property
    def proposal(self) -> Amend:
        return Amend(self.start, self.actions, by="board")


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """Several turns explain the board; each alternative is a whole turn."""

    alternatives: tuple[tuple[Action, ...], ...]


@dataclass(frozen=True, slots=True)
class BoardMismatch:
    """The board differs.  `setup` is True while pieces are being set out (start, next round).

    `why` is the match's reason, if it has refused what the board shows; "" otherwise.
    """

    faults: tuple[Fault, ...]
    setup: bool = False
    why: str = ""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """The board shows the position `turns` turns ago, or `instead` was played from there.

    `corrected`: the piece of the last turn was lifted again right after it had been set down;
    `instead` may then be the beginning of a turn.  `agreed`: people have accepted the earlier offer
    at the board.  `start` is the position to go back to.
    """

    turns: int
    instead: tuple[Action, ...] = ()
    corrected: bool = False
    agreed: bool = False
    start: State = field(default=(), compare=False)

    @property
    def proposal(self) -> Amend:
        return Amend(self.start, self.instead, earlier=True, by="board")


@dataclass(frozen=True, slots=True)
class Agreed:
    """The board shows the position of the match."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """The piece of `point` is in the air and may land on `targets`."""

    point: Point
    targets: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Pressed:
    """The button was pressed, and the press ended no turn.

    `length` is SHORT, LONG or VERY_LONG (`hardware.tracking.debounce`); long ones never end a turn.
    """

    length: int = 0


@dataclass(frozen=True, slots=True)
class Execute:
    """`actions[step:]` are still to be made on the board by hand.

    `movements` are the remaining hand movements in order, each of the kind "place", "move" or
    "turn".  `held`: the piece of the first movement is in the air.  `faults` are other faults, to
    be mended first.
    """

    actions: tuple[Action, ...]
    step: int
    faults: tuple[Fault, ...] = ()
    movements: tuple[Fault, ...] = ()
    held: bool = False


@dataclass(frozen=True, slots=True)
class Doubt:
    """One sensor contradicts the position after `actions` of this turn.

    `piece` is what should be on `point` then (None: nothing); `seen`: the sensor sees some piece.
    `returns`: the piece vanishes and comes back again and again, apparently without a hand.
    """

    point: Point
    actions: tuple[Action, ...] = ()
    piece: Piece | None = None
    seen: bool = False
    returns: bool = False


TrackerEvent = (
    TurnSoFar | Ambiguous | BoardMismatch | TakeBack | Agreed | Lifted | Pressed | Execute | Doubt
)


@dataclass(frozen=True, slots=True)
class TrackerView:
    """A tracker at one moment, for screens and lights; equal while nothing has changed.

    `seen` is what the sensors show before it settles; None before the first whole image.  `wanted`
    is what they should show after the turn so far, in the position `state`.  `changed` is the time
    of the last change, `said` the current complaint, question or task.
    """

    state: State
    wanted: SensorImage
    seen: SensorImage | None
    changed: float
    said: TrackerEvent | None
    lifted: Lifted | None


def needs_no_answer(reading: TrackerEvent) -> bool:
    """Return whether the proposal of this reading goes to the match immediately."""
    if isinstance(reading, TakeBack):
        return reading.corrected or reading.agreed
    return isinstance(reading, TurnSoFar)
