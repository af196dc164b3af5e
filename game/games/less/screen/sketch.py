"""A position of Less in the editor: four pieces of each seat, moves used, turns played."""

from __future__ import annotations

from game.games.less.position import MOST_SPENT, NAMES, PIECES
from game.games.less.rules import SPENT, TURN_LIMIT
from game.platform.i18n import _
from game.rules import Piece, State
from game.rules.kernel import SEAT, TURNS
from game.screen.plugin.seats import seat_name, side_name
from game.screen.plugin.sketch import NumberField, Sketch


class LessSketch(Sketch):
    names = NAMES

    def fields(self) -> list[NumberField]:
        spent = range(MOST_SPENT + 1)
        return [
            self.turn_field(),
            NumberField(
                "rounds", _("Turns played"), range(self._most_rounds + 1), self._turns_text
            ),
            NumberField("spent_0", self._spent_label(0), spent),
            NumberField("spent_1", self._spent_label(1), spent),
        ]

    def _spent_label(self, side: int) -> str:
        return _("Moves of {name}").format(name=side_name(self.game, side))

    @property
    def _most_rounds(self) -> int:
        return (TURN_LIMIT - self._odd) // self.game.seats

    @property
    def _odd(self) -> int:
        """Turns already played in the present round, by the seats that come before the mover."""
        return self.numbers["turn"]

    def _turns(self, rounds: int) -> int:
        return rounds * self.game.seats + self._odd

    def _turns_text(self, rounds: int) -> str:
        return str(self._turns(rounds))

    def numbers_of(self, state: State) -> dict[str, int]:
        return {
            "turn": state[SEAT],
            "rounds": state[TURNS] // self.game.seats,
            "spent_0": state[SPENT],
            "spent_1": state[SPENT + 1],
        }

    def words(self) -> list[str]:
        numbers = self.numbers
        turns = self._turns(min(numbers["rounds"], self._most_rounds))
        spent = f"spent={numbers['spent_0']},{numbers['spent_1']}"
        return [spent, f"turns={turns}", *super().words()]

    def too_many(self, piece: Piece) -> str:
        if self.count(piece) < PIECES:
            return ""
        words = _("All four pieces of {name} lie. Move one, or take one away.")
        return words.format(name=seat_name(self.game, piece.seat or 0))
