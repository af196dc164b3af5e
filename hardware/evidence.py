"""What hands did, weighed against what a line says they did.  Pure."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules.base import Action
from hardware.explain import Line, closing, extend
from hardware.faces import Sight
from hardware.inquiry import penalty
from hardware.observation import Settler


class Evidence:
    """The touches of the turn that begins with `base`.

    `back_at` is when something in this turn was taken back last: what was touched before may
    have been a mishap.
    """

    def __init__(self, sight: Sight, settler: Settler, base: Line) -> None:
        self.sight, self.settler, self.base = sight, settler, base
        self.back_at: float | None = None
        self._known: dict[tuple[Action, ...], int] = {}
        self._known_of: object = None

    def begin(self, base: Line) -> None:
        """Another turn begins."""
        self.base, self.back_at = base, None
        self._known_of = None

    def against(self, line: Line) -> int:
        """How much speaks against a line; kept while no hand touches anything."""
        touches = self.settler.touches
        key = (len(touches), touches[-1].time if touches else 0.0)
        if key != self._known_of:
            self._known, self._known_of = {}, key
        if line.actions not in self._known:
            self._known[line.actions] = penalty(self.sight, self.base, line, touches)
        return self._known[line.actions]

    def lately_against(self, line: Line) -> int:
        """The same, without the touches before something was taken back."""
        if self.back_at is None:
            return self.against(line)
        since = self.back_at - self.settler.settle
        lately = [touch for touch in self.settler.touches if touch.time > since]
        return penalty(self.sight, self.base, line, lately)

    def best(self, lines: Sequence[Line]) -> Line:
        return min(lines, key=lambda line: (self.against(line), len(line.actions)))

    # -- whole turns -----------------------------------------------------------------------------

    def closed(self, lines: Sequence[Line]) -> list[Line]:
        """Whole turns made of lines: ended ones as they are, others with their stop or pass."""
        ends: list[Line] = []
        for line in lines:
            close = None if line.ended else closing(self.sight.game, line.state)
            if line.ended:
                ends.append(line)
            elif close is not None:
                ends.append(extend(self.sight, line, close))
        return ends

    def unfinished(self, lines: Sequence[Line]) -> list[Line]:
        """The lines after which more must be played."""
        return [line for line in lines if not self.closed([line])]

    def likely_ends(self, lines: Sequence[Line]) -> list[Line]:
        """Whole turns among the lines, unless the hands rather speak for half a turn."""
        least = min(map(self.lately_against, self.unfinished(lines)), default=None)
        ends = self.closed(lines)
        return [line for line in ends if least is None or self.lately_against(line) <= least]
