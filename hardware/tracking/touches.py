"""From touches to the movements of each piece: where it was set down, in order.  Pure.

A sensor only reports that a point was emptied or covered.  But hands hold few pieces at a time, so
the piece that comes down is the one that was lifted: `set_downs` follows every piece through the
touches of a turn.  A piece that only passes over a point, or returns to its old point, was not set
down there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hardware.tracking.debounce import Touch
from hardware.tracking.sensor_image import ANY, EMPTY, SensorImage

SET_DOWN_DELAY_S = 0.17  # seconds that a piece must rest on a point to count as set down
OUTSIDE = -1  # beside the board


@dataclass(frozen=True, slots=True)
class SetDown:
    """At `time` a piece was set down on `point`, and stayed.

    `piece` is the point of the piece when the turn began (OUTSIDE for one from beside the board),
    `source` where the piece rested last.  `turned`: it was set down on its old point with another
    face; on a board without sides this is only a possibility.
    """

    time: float
    piece: int
    source: int
    point: int
    turned: bool


@dataclass(slots=True, eq=False)
class _Held:
    """A piece, on the board or in the air, with the point and face of its last rest."""

    piece: int
    point: int
    face: int


class _Table:
    """The pieces of a board, updated with each touch."""

    def __init__(self, start: SensorImage, blind: bool, least: float, first_lifted: bool) -> None:
        self.blind = blind
        self.least = least
        self.first_lifted = first_lifted
        self.lying = {
            number: _Held(number, number, face)
            for number, face in enumerate(start)
            if face not in (EMPTY, ANY)
        }
        self.air: list[_Held] = []
        # for each point, the time when it was covered, and the face
        self.since: dict[int, tuple[float, int]] = {}
        self.set_downs: list[SetDown] = []

    def touch(self, touch: Touch) -> None:
        if touch.point in self.lying:
            self._lift(touch.point, touch.time)
        if touch.face != EMPTY:
            self.lying[touch.point] = self._coming_down(touch)
            self.since[touch.point] = (touch.time, touch.face)

    def _lift(self, point: int, now: float) -> None:
        held = self.lying.pop(point)
        covered, face = self.since.pop(point, (None, EMPTY))
        if covered is not None and now - covered >= self.least:
            self._rest(held, point, covered, face)
        ahead = self._slid_to(held, now)
        if ahead is None:
            self.air.append(held)
        else:
            self.lying[ahead] = held

    def _slid_to(self, held: _Held, now: float) -> int | None:
        """Return the point that a sliding piece has covered already; None if it did not slide.

        A sliding piece covers the next point before it leaves the last one.
        """
        for point, (covered, face) in self.since.items():
            stranger = self.lying[point].piece == OUTSIDE
            if stranger and face == held.face and now - covered < SET_DOWN_DELAY_S:
                return point
        return None

    def _coming_down(self, touch: Touch) -> _Held:
        """Return the piece that comes down: one lifted here, else another, alike if possible."""
        for held in self.air:
            if held.point == touch.point:
                break
        else:
            alike = [held for held in self.air if held.face == touch.face] or self.air
            if self.first_lifted:
                alike = alike[:1]
            held = alike[-1] if alike else _Held(OUTSIDE, OUTSIDE, touch.face)
        if held in self.air:
            self.air.remove(held)
        return held

    def _rest(self, held: _Held, point: int, when: float, face: int) -> None:
        here = held.point == point
        turned = here and (self.blind or held.face != face)
        if turned or not here:
            self.set_downs.append(SetDown(when, held.piece, held.point, point, turned))
        held.point, held.face = point, face

    def finish(self) -> list[SetDown]:
        """Set down the pieces that are on the board now, and return all set-downs in order."""
        for point, (covered, face) in sorted(self.since.items(), key=lambda item: item[1]):
            self._rest(self.lying[point], point, covered, face)
        self.since.clear()
        return sorted(self.set_downs, key=lambda one: one.time)


def set_downs(
    start: SensorImage,
    touches: Sequence[Touch],
    blind: bool = False,
    least: float = SET_DOWN_DELAY_S,
    first_lifted: bool = False,
) -> list[SetDown]:
    """Return all set-downs since the board showed `start`, in order.

    A piece must have rested somewhere for `least` seconds.  Of several similar pieces in the air,
    the one lifted last comes down first; with `first_lifted`, the one lifted first.
    """
    table = _Table(start, blind, least, first_lifted)
    for touch in touches:
        table.touch(touch)
    return table.finish()


def ways_to_tell(
    start: SensorImage,
    touches: Sequence[Touch],
    blind: bool = False,
    least: float = SET_DOWN_DELAY_S,
) -> list[list[SetDown]]:
    """Return `set_downs` by both rules for several pieces in the air; one list if both agree."""
    last = set_downs(start, touches, blind, least)
    first = set_downs(start, touches, blind, least, first_lifted=True)
    return [last] if first == last else [last, first]


def lifts_first(touches: Sequence[Touch]) -> list[Touch]:
    """Return the touches in the order of the movements.

    A sliding piece covers the next point a moment before it leaves the last one. If no other piece
    is in the air, the lift is put before the landing.
    """
    ordered: list[Touch] = []
    lifted = 0  # pieces in the air
    unexplained: Touch | None = None  # a landing while no piece was in the air
    for touch in touches:
        if touch.face != EMPTY:
            unexplained = None if lifted else touch
            lifted = max(0, lifted - 1)
            ordered.append(touch)
        elif unexplained and _slid_away(unexplained, touch):
            ordered.insert(len(ordered) - 1, touch)
            unexplained = None
        else:
            ordered.append(touch)
            lifted += 1
    return ordered


def _slid_away(landing: Touch, lift: Touch) -> bool:
    """Return whether a lift may end the slide that a landing on another point began."""
    return landing.point != lift.point and lift.time - landing.time < SET_DOWN_DELAY_S
