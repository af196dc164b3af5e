"""A mouse that moves pieces on a simulated board: carries, slides, turns over. Pure.

The caller passes the time. Switches make the hand clumsy on purpose. A slow hand takes its time to
set down. A forgetful hand does not turn over jumped counters, which otherwise turn automatically.
"""

from __future__ import annotations

from collections.abc import Callable

from game.rules.topology import Point, Topology
from hardware.simulator.board import SimulatedBoard

QUICK, SLOW = 0.12, 1.2  # seconds between lifting and setting down
AFTER_JUMP_S = 0.35


class MouseHand:
    """A hand with a mouse; an empty hand puts down `face` next: 1 or 2."""

    def __init__(self, board: SimulatedBoard, topology: Topology) -> None:
        self.board = board
        self.topology = topology
        self.face = 1
        self.slow = False
        self.forgetful = False
        self.carried: int | None = None  # the face up of the piece in the air
        self.origin: Point | None = None
        self.sliding = False
        self._at: Point | None = None  # current point of a sliding piece
        self._later: list[tuple[float, Callable[[], None]]] = []

    def seen(self, point: Point) -> int:
        """Return the face of the piece on a point; 0 for none."""
        return self.board.truth[self.topology.index[point]]

    def _set(self, point: Point, face: int) -> None:
        self.board.set(self.topology.index[point], face)

    @property
    def busy(self) -> bool:
        """True while delayed actions are still to come."""
        return bool(self._later)

    def update(self, now: float) -> None:
        """Carry out the delayed actions that are due."""
        due = [entry for entry in self._later if entry[0] <= now]
        self._later = [entry for entry in self._later if entry[0] > now]
        for _time, action in sorted(due, key=lambda entry: entry[0]):
            action()

    def down(self, point: Point | None, slide: bool = False) -> None:
        """Press the mouse button: lift the piece there, or put one on an empty point."""
        if point is None or self.carried is not None:
            return
        face = self.seen(point)
        if not face:
            self._set(point, self.face)
            return
        self.carried, self.origin, self.sliding, self._at = face, point, slide, point
        if not slide:
            self._set(point, 0)

    def move(self, point: Point | None) -> None:
        """Move the pointer; a sliding piece comes along over empty points."""
        if not self.sliding or point is None or point == self._at or self.carried is None:
            return
        if self.seen(point) == 0:
            if self._at is not None:
                self._set(self._at, 0)
            self._set(point, self.carried)
            self._at = point

    def up(self, point: Point | None, now: float) -> None:
        """Release the piece.

        It stays on an empty point, returns from an occupied one, and is removed outside the board.
        """
        face, origin = self.carried, self.origin
        if face is None or origin is None:
            return
        sliding, self.sliding = self.sliding, False
        self.carried = None
        if sliding:
            return
        target = origin if point is not None and self.seen(point) else point
        if target is None:
            return
        place = target
        delay = SLOW if self.slow else 0.0
        self._later.append((now + delay, lambda: self._set(place, face)))
        over = self.between(origin, target)
        if over is not None and not self.forgetful and self.topology.kind == "lines":
            self._turn_at(over, now + delay + AFTER_JUMP_S)

    def turn(self, point: Point | None, now: float) -> None:
        """Turn over the piece on a point: lift it, and put it down with the other face up."""
        if point is not None and self.seen(point):
            self._turn_at(point, now)

    def _turn_at(self, point: Point, when: float) -> None:
        face: list[int] = []

        def lift() -> None:
            face.append(self.seen(point))
            self._set(point, 0)

        def lay() -> None:
            if face and face[0]:
                self._set(point, 3 - face[0])

        self._later += [(when, lift), (when + (SLOW if self.slow else QUICK), lay)]

    def between(self, source: Point, target: Point) -> Point | None:
        """Return the point that a jump from `source` to `target` passed over, if it has a piece."""
        for line in self.topology.lines:
            if source in line and target in line:
                a, b = line.index(source), line.index(target)
                if abs(a - b) == 2:
                    over = line[(a + b) // 2]
                    return over if self.seen(over) else None
        return None

    def lay_out(self, faces: dict[Point, int]) -> None:
        """Put exactly these faces on the board."""
        for point in self.topology.points:
            self._set(point, faces.get(point, 0))
