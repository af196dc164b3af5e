"""Turns that hands take back: by question, and by a correction at once.  Pure.

Hands have put the board back to an earlier position.  The button accepts the take-back; so does
another turn that is made from there.

A turn that nothing could extend is committed as soon as it lies there, so that answers come fast.
A hand that lifts the same piece again within CORRECTION_GRACE_S has not finished yet: nobody is
asked, and clocks and engines treat it like any undone turn.

Where the next player may lift pieces too, to move them or to turn them over, the lift alone means
nothing.  The turn is then corrected when the piece comes down somewhere else.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from game.rules.base import Action, Game, State
from game.rules.events import Seat
from hardware.tracking.debounce import Touch
from hardware.tracking.move_search import PlayLine
from hardware.tracking.sensor_image import EMPTY, SensorImage, SensorModel
from hardware.tracking.tracker_events import TakeBack, TrackerEvent, TurnSoFar, needs_no_answer

OFFER_DELAY_S = 0.8  # seconds an earlier position must be shown before a take-back is offered
INSTEAD_DELAY_S = 1.2  # seconds another last turn must be shown

CORRECTION_GRACE_S = 1.5  # after setting a piece down; lifting it again corrects the turn


class TakeBackQuestion:
    """The question whether turns are taken back, while it is open at a board.

    `offer` is what was offered last and is not answered yet; None when nothing is open.
    """

    def __init__(self) -> None:
        self.offer: TakeBack | None = None
        self._shown: SensorImage | None = None  # the image of the board then

    def close(self) -> None:
        """Close the question: it is answered, or no longer asked."""
        self.offer = None

    def said(self, reading: TrackerEvent, shown: SensorImage | None) -> None:
        """Note what was said of a board that shows `shown`; a turn that goes on answers, too."""
        if isinstance(reading, TakeBack):
            self.offer, self._shown = None if needs_no_answer(reading) else reading, shown
        elif isinstance(reading, TurnSoFar):
            self.close()

    def pressed(self, shown: SensorImage) -> TakeBack | None:
        """Return what the button agrees to, if the board is as it was when it was asked."""
        if self.offer is None or shown != self._shown:
            return None
        return replace(self.offer, agreed=True)

    def look(
        self,
        sensors: SensorModel,
        before: Sequence[State],
        shown: SensorImage,
        quiet: float,
        corrected: bool,
        instead: PlayLine | None,
    ) -> tuple[bool, TakeBack | None]:
        """Return whether an earlier position is shown, or the last turn played otherwise.

        Also what is to be offered, once nothing has changed for `quiet` seconds.
        """
        if turns := turns_back(sensors, before, shown):
            at_once = corrected and turns == 1
            offer = TakeBack(turns, (), at_once, start=before[-turns])
            return True, offer if at_once or quiet >= OFFER_DELAY_S else None
        if instead is None:
            return False, None
        due = corrected or quiet >= INSTEAD_DELAY_S
        return True, self._instead(instead.actions, corrected, before[-1]) if due else None

    def _instead(self, actions: tuple[Action, ...], corrected: bool, last: State) -> TakeBack:
        """Return an offer of another turn; after an open offer it is its answer."""
        if self.offer is None or self.offer.instead:
            return TakeBack(1, actions, corrected, start=last)
        return replace(self.offer, instead=actions, agreed=True)

    def start(self, game: Game, before: Sequence[State], hands: Collection[Seat]) -> State | None:
        """Return where the turn began that hands may replace; None if it was not theirs."""
        state = before[-1] if before else None
        if self.offer is not None and not self.offer.instead:
            state = self.offer.start
        return state if state is not None and game.to_move(state) in hands else None


def turns_back(sensors: SensorModel, before: Sequence[State], shown: SensorImage) -> int:
    """Return how many turns ago the board showed this; 0 if it did not."""
    for turns, state in enumerate(reversed(before), 1):
        if sensors.image(state) == shown:
            return turns
    return 0


class Correction:
    """Where the last turn landed, and when, to tell whether its piece is taken up again."""

    def __init__(self, sensors: SensorModel) -> None:
        self.sensors = sensors
        self._landed: tuple[int, float] | None = None
        self._pieces = 0  # on the board after the turn
        self._by_lifting = False

    def forget(self) -> None:
        """Forget the last turn: none has just been made here."""
        self._landed = None

    def turn_made(self, line: PlayLine, touches: Sequence[Touch], now: float) -> None:
        """Note that a turn is over; `touches` are those that made it."""
        self._landed = None
        self._pieces = _lying(line.image)
        self._by_lifting = all(
            action.points and action.source is None for action in self.sensors.legal(line.state)
        )
        for action in reversed(line.actions):
            if action.target is not None:
                point = self.sensors.index[action.target]
                times = [t.time for t in touches if t.point == point and t.face != EMPTY]
                self._landed = (point, times[-1] if times else now)
                break

    def is_made(self, touches: Sequence[Touch], shown: SensorImage) -> bool:
        """Return whether the lift of the piece that landed last corrects the turn."""
        if self._landed is None:
            return False
        if not self._by_lifting and _lying(shown) < self._pieces:
            return False
        point, covered = self._landed
        lifted: float | None = None
        for touch in touches:
            if touch.point == point and touch.time > covered:
                # Put back it lies there as before; the grace is that of the first time.
                lifted = touch.time if touch.face == EMPTY else None
        return lifted is not None and lifted - covered <= CORRECTION_GRACE_S


def _lying(image: SensorImage) -> int:
    return sum(map(bool, image))
