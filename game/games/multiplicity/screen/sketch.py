"""A position of Multiplicity in the editor: stones, and the last stone if it binds the next one."""

from __future__ import annotations

from game.games.multiplicity import rules
from game.games.multiplicity.position import NAMES
from game.games.multiplicity.rules import Multiplicity
from game.platform.i18n import _
from game.rules import Piece, Point, State
from game.rules.kernel import SEAT
from game.screen.plugin.sketch import NumberField, Sketch

NONE = -1


class MultiplicitySketch(Sketch):
    """A sketch of Multiplicity. `last` is the number of a point, or NONE in the open phase."""

    names = NAMES

    def fields(self) -> list[NumberField]:
        fields = []
        if self._lone:
            lone = [self.game.topology.index[point] for point in self._lone]
            none = [] if self._quiet else [NONE]
            fields.append(NumberField("last", _("Last stone"), [*none, *lone], self._point))
        if self._either:
            fields.append(self.turn_field())
        return fields

    def _point(self, number: int) -> str:
        return _("none") if number == NONE else self.game.topology.points[number]

    @property
    def _bound(self) -> bool:
        return isinstance(self.game, Multiplicity) and self.game.bound

    def _alone(self, point: Point) -> bool:
        return not any(other in self.pieces for other in self.game.topology.neighbours[point])

    @property
    def _lone(self) -> list[Point]:
        """Stones that may be the last stone, the newest first."""
        if not self._bound:
            return []
        return [point for point in reversed(self.pieces) if self._alone(point)]

    @property
    def _quiet(self) -> bool:
        """Whether a free stone can still be placed."""
        points = self.game.topology.points
        return any(point not in self.pieces and self._alone(point) for point in points)

    @property
    def last(self) -> int:
        """The last stone: the chosen one or, if one is needed, the newest possible one."""
        lone = [self.game.topology.index[point] for point in self._lone]
        if self.numbers["last"] in lone:
            return self.numbers["last"]
        return lone[0] if lone and self._quiet else NONE

    @property
    def marked(self) -> list[Point]:
        return [self.game.topology.points[self.last]] if self.last != NONE else []

    @property
    def _either(self) -> bool:
        """Whether either seat may be to move."""
        white, black = map(self.count, self.kinds)
        return self._bound and bool(self.pieces) and self.last == NONE and white == black

    def put(self, point: Point, piece: Piece | None) -> None:
        super().put(point, piece)
        self.numbers["last"] = self.last

    def numbers_of(self, state: State) -> dict[str, int]:
        return {"turn": state[SEAT], "last": state[rules.LAST] - 1}

    def words(self) -> list[str]:
        last = self.last
        if last != NONE:
            return [f"last={self.game.topology.points[last]}"]
        return super().words() if self._either else []
