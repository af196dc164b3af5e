"""Advice about a board that differs: faults, tasks, and the piece in the air.  Pure."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.base import Action, State
from game.rules.topology import Point
from hardware.tracking.debounce import Debouncer
from hardware.tracking.expected_position import ExpectedPosition
from hardware.tracking.faults import find_faults
from hardware.tracking.hand_walk import task_for
from hardware.tracking.move_search import PlayLine, extend
from hardware.tracking.sensor_image import EMPTY, SensorImage, SensorModel
from hardware.tracking.tracker_events import Execute, Fault, Lifted, TrackerEvent


def complaint(
    sensors: SensorModel, almost: State, now: State, shown: SensorImage
) -> tuple[Fault, ...]:
    """Return what to do about a board that nothing explains.

    Finish the turn that it almost shows, when only counters are to be turned over; else whatever
    is less work: that or going back.
    """
    forward = find_faults(sensors, sensors.game.pieces(almost), shown)
    back = find_faults(sensors, sensors.game.pieces(now), shown)
    if all(fault.kind == "turn" for fault in forward):
        return forward
    return min(forward, back, key=len)


def next_task(
    sensors: SensorModel, position: ExpectedPosition, shown: SensorImage, said: TrackerEvent | None
) -> Execute | None:
    """Return how far the board is with a turn made elsewhere; None if it shows something else.

    `said` is what was said last, perhaps the task so far.
    """
    before = said if isinstance(said, Execute) else None
    if position.played:
        return task_for(sensors, position.state, position.played, shown, before)
    if position.before and position.last:
        return task_for(sensors, position.before[-1], position.last, shown, before)
    return None


def only_gone(before: SensorImage, shown: SensorImage) -> int | None:
    """Return the one point that was emptied, if nothing else differs."""
    gone = [number for number, (seen, face) in enumerate(zip(shown, before)) if seen != face]
    return gone[0] if len(gone) == 1 and shown[gone[0]] == EMPTY else None


def may_start(sensors: SensorModel, state: State, point: Point) -> bool:
    """Return whether the seat to move may begin with the piece on this point."""
    return any(action.source == point for action in sensors.legal(state))


def passes_freely(sensors: SensorModel, state: State, turn: Sequence[Action]) -> bool:
    """Return whether a turn from `state` is a pass, though something else could be played."""
    passed = [action.kind for action in turn] == ["pass"]
    return passed and len(sensors.legal(state)) > 1


def in_the_air(sensors: SensorModel, turn: PlayLine, shown: SensorImage) -> bool:
    """Return whether one piece that may move is lifted, and only turned counters differ else."""
    moved = [
        number
        for number, (seen, face) in enumerate(zip(shown, turn.image))
        if seen != face and EMPTY in (seen, face)
    ]
    if len(moved) != 1 or shown[moved[0]] != EMPTY:
        return False
    return may_start(sensors, turn.state, sensors.points[moved[0]])


def piece_lifted(sensors: SensorModel, turn: PlayLine, raw: SensorImage) -> Lifted | None:
    """Return the piece in the air and where it may land, if it is one that may move."""
    gone = only_gone(turn.image, raw)
    if gone is None:
        return None
    point = sensors.points[gone]
    legal = sensors.legal(turn.state)
    targets = dict.fromkeys(action.points[-1] for action in legal if action.source == point)
    return Lifted(point, tuple(targets)) if targets else None


def taken_back_to(
    sensors: SensorModel, base: PlayLine, turn: PlayLine, shown: SensorImage
) -> PlayLine | None:
    """Return the earlier moment of this very turn that the board shows, if it does.

    A piece that goes back to where it was is taken back, even where moving it back were legal; a
    player who means the latter presses the button.
    """
    line = base
    for action in turn.actions:
        if line.image == shown:
            return line
        line = extend(sensors, line, action)
    return None


class LiftedPiece:
    """The piece in the air right now, before anything settles; for guidance only.

    `now` is the piece of the seat to move that is in the air; None if there is none.
    """

    def __init__(self, sensors: SensorModel, debouncer: Debouncer) -> None:
        self.sensors, self.debouncer = sensors, debouncer
        self.now: Lifted | None = None
        self._looked_at = -1.0  # the debouncer's last change then

    def look(self, turn: PlayLine, expected: bool) -> Lifted | None:
        """Look at the raw sensors; return the piece that has just been lifted, if one was.

        `expected`: hands are to move, so that a lift means something.
        """
        if self._looked_at == self.debouncer.changed and self.now is None:
            return None
        before, self.now = self.now, None
        if expected:
            raw = self.sensors.observed(self.debouncer.raw)
            self.now = piece_lifted(self.sensors, turn, raw)
        self._looked_at = self.debouncer.changed
        return self.now if self.now != before else None
