"""A position of More or Less in the editor: 25 counters of two sides, and two markers."""

from __future__ import annotations

from game.games.more_or_less.position import NAMES
from game.games.more_or_less.rules import MARKER_PLACES, MARKS
from game.platform.i18n import _
from game.rules import Piece, State
from game.rules.boards import COUNTERS
from game.rules.kernel import SEAT
from game.screen.plugin.sketch import NumberField, Sketch

GREEN = 1


class MoreOrLessSketch(Sketch):
    """A sketch of More or Less. `moved` is the turns of Black; Green has as many, or one more."""

    names = NAMES

    @property
    def placing(self) -> bool:
        return len(self.pieces) < COUNTERS

    def fields(self) -> list[NumberField]:
        if self.placing:  # The number of counters determines everything else.
            return []
        places = range(MARKER_PLACES + 1)
        return [self.turn_field(), NumberField("moved", _("Markers"), places, self._markers)]

    def numbers_of(self, state: State) -> dict[str, int]:
        return {"turn": state[SEAT], "moved": state[MARKS]}

    def words(self) -> list[str]:
        if self.placing:
            return []
        black, green = self._marks(self.numbers["moved"])
        return [f"markers={black},{green}", *super().words()]

    def _marks(self, moved: int) -> tuple[int, int]:
        return moved, moved + (self.numbers["turn"] != GREEN)

    def _markers(self, moved: int) -> str:
        black, green = self._marks(moved)
        return _("Black {black}, Green {green}").format(black=black, green=green)

    def too_many(self, piece: Piece) -> str:
        full = _("All {count} counters are down. Move one, or take one away.")
        return "" if self.placing else full.format(count=COUNTERS)

    def other_side(self, piece: Piece) -> Piece | None:
        black, green = self.kinds
        return green if piece == black else black
