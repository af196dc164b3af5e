"""A position being edited: the pieces on the board, and the numbers beside it.

A sketch may be an impossible position at any time; `state` reports what is wrong. A game's own
sketch derives from this one. No pygame.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from game.platform.i18n import _
from game.rules import Game, Piece, Point, State
from game.rules.kernel import SEAT
from game.rules.position import TURN
from game.screen.plugin.seats import seat_name


@dataclass(frozen=True)
class NumberField:
    """A number beside the board: one of `values`; `shown` returns the text of a value.

    With `few`, all values are shown side by side.
    """

    name: str
    label: str
    values: Sequence[int]
    shown: Callable[[int], str] = str
    few: bool = False


class Sketch:
    """Pieces by point and numbers by name. `names` are the kinds' names in position texts."""

    names: Sequence[str] = ()

    def __init__(self, game: Game) -> None:
        self.game = game
        self.pieces: dict[Point, Piece] = {}
        self.numbers: dict[str, int] = {"turn": 0}
        self.blocked = frozenset(game.pieces(game.start())) if self.obstacles else frozenset()

    obstacles = False  # whether the pieces of the start belong to the board

    @property
    def kinds(self) -> tuple[Piece, ...]:
        """The kinds of pieces that can be put on the board."""
        return self.game.kinds

    def fields(self) -> list[NumberField]:
        """Return the number fields that apply now."""
        return [self.turn_field()]

    def numbers_of(self, state: State) -> dict[str, int]:
        """Return the numbers of a position."""
        return {"turn": state[SEAT]}

    def words(self) -> list[str]:
        """Return the words of the position's text that do not describe pieces."""
        return [f"{TURN}={self.names[self.numbers['turn']]}"]

    def too_many(self, piece: Piece) -> str:
        """Return why no further piece of this kind can be added; "" if another can be added."""
        return ""

    def other_side(self, piece: Piece) -> Piece | None:
        """Return the reverse of a piece; None if pieces have only one side."""
        return None

    @property
    def marked(self) -> Sequence[Point]:
        """Points to be highlighted, such as that of the last stone."""
        return ()

    def take(self, state: State) -> None:
        """Load a position into the sketch."""
        lying = self.game.pieces(state).items()
        self.pieces = {point: piece for point, piece in lying if point not in self.blocked}
        self.numbers = self.numbers_of(state)

    def clear(self) -> None:
        """Remove all pieces and reset the numbers."""
        self.pieces = {}
        self.numbers = self.numbers_of(self.game.start())

    def refuses(self, point: Point, piece: Piece) -> str:
        """Return why a piece cannot be put on a point; "" if it can be put there."""
        if point in self.blocked:
            return _("There is an obstacle. It belongs to the setup.")
        before = self.pieces.pop(point, None)
        why = self.too_many(piece)
        if before is not None:
            self.pieces[point] = before
        return why

    def put(self, point: Point, piece: Piece | None) -> None:
        """Put a piece on a point, or empty the point."""
        self.pieces.pop(point, None)
        if piece is not None:
            self.pieces[point] = piece

    def count(self, piece: Piece) -> int:
        """Return the number of pieces of a kind."""
        return sum(other == piece for other in self.pieces.values())

    def text(self) -> str:
        """Return the position as text, which the rules may reject."""
        points = [*filter(self.pieces.get, self.game.topology.points)]
        found = []
        for name, kind in zip(self.names, self.kinds):
            own = [point for point in points if self.pieces[point] == kind]
            if own:
                found.append(f"{name}={','.join(own)}")
        return " ".join([*found, *self.words()])

    def state(self) -> State:
        """Return the position. Raises RulesError, which explains what is wrong."""
        return self.game.from_position(self.text())

    def turn_field(self) -> NumberField:
        """Return the field for the seat to move."""
        seats = range(self.game.seats)
        return NumberField("turn", _("To move"), seats, lambda n: seat_name(self.game, n), few=True)
