"""Turns that hands take back: by a question, or as an immediate correction.  Pure.

If hands have put the board back to an earlier position, a take-back is offered.  The button accepts
it, and so does another turn made from there.

A turn that nothing could extend is committed immediately, so that answers come fast.  A hand that
lifts the same piece again within CORRECTION_GRACE_S has not finished yet: nobody is asked, and
clocks and engines treat it like any undone turn.

If the next player may also lift pieces, to move them or to turn them over, the lift alone means
nothing.  The turn is then corrected when the piece is set down somewhere else.
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

OFFER_DELAY_S = 0.8  # Seconds that an earlier position must be shown before a take-back is offered.
INSTEAD_DELAY_S = 1.2  # seconds that a different last turn must be shown

# Seconds after setting a piece down in which lifting it again corrects the turn.
CORRECTION_GRACE_S = 1.5


class TakeBackQuestion:
    """The open question at a board whether turns are taken back.

    `offer` is the last offer that is not answered yet; None when nothing is open.
    """

    def __init__(self) -> None:
        self.offer: TakeBack | None = None
        self._shown: SensorImage | None = None  # the image of the board at the offer

    def close(self) -> None:
        """Close the question, because it is answered or outdated."""
        self.offer = None

    def said(self, reading: TrackerEvent, shown: SensorImage | None) -> None:
        """Note the tracker's reading while the board shows `shown`; a new turn closes an offer."""
        if isinstance(reading, TakeBack):
            self.offer, self._shown = None if needs_no_answer(reading) else reading, shown
        elif isinstance(reading, TurnSoFar):
            self.close()

    def pressed(self, shown: SensorImage) -> TakeBack | None:
        """Return the offer that the button accepts, if the board still shows the same image."""
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
        """Return whether the board shows an earlier position or another last turn, and the offer.

        `quiet` is the time since the last change, in seconds; an offer needs enough of it.
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
        """Return an offer of another turn; if an offer is open, the turn accepts it."""
        if self.offer is None or self.offer.instead:
            return TakeBack(1, actions, corrected, start=last)
        return replace(self.offer, instead=actions, agreed=True)

    def start(self, game: Game, before: Sequence[State], hands: Collection[Seat]) -> State | None:
        """Return the start of the turn that hands may replace; None if the turn was not theirs."""
        state = before[-1] if before else None
        if self.offer is not None and not self.offer.instead:
            state = self.offer.start
        return state if state is not None and game.to_move(state) in hands else None


def turns_back(sensors: SensorModel, before: Sequence[State], shown: SensorImage) -> int:
    """Return how many turns ago the board showed this image; 0 if it never did."""
    for turns, state in enumerate(reversed(before), 1):
        if sensors.image(state) == shown:
            return turns
    return 0


class Correction:
    """The landing of the last turn and its time, to detect that its piece is lifted again."""

    def __init__(self, sensors: SensorModel) -> None:
        self.sensors = sensors
        self._landed: tuple[int, float] | None = None
        self._pieces = 0  # pieces on the board after the turn
        self._by_lifting = False

    def forget(self) -> None:
        """Forget the last turn, because the position was not reached by a turn on this board."""
        self._landed = None

    def turn_made(self, line: PlayLine, touches: Sequence[Touch], now: float) -> None:
        """Note that a turn is over; `touches` are those of the turn."""
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
        """Return whether the last lift of the piece that landed corrects the turn."""
        if self._landed is None:
            return False
        if not self._by_lifting and _lying(shown) < self._pieces:
            return False
        point, covered = self._landed
        lifted: float | None = None
        for touch in touches:
            if touch.point == point and touch.time > covered:
                # A piece that was put back counts as never lifted; the grace runs from its first
                # landing.
                lifted = touch.time if touch.face == EMPTY else None
        return lifted is not None and lifted - covered <= CORRECTION_GRACE_S


def _lying(image: SensorImage) -> int:
    return sum(map(bool, image))
