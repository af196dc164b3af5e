"""The match of a puzzle: it begins in the puzzle's position.  No pygame."""

from __future__ import annotations

from game.puzzles.puzzle import Puzzle
from game.table.match import Match
from game.table.spec import MatchSpec, SeatSpec


class PuzzleMatch(Match):
    """A match from the position of `puzzle`, without engines.

    `board` is a sensor board's port.  Raises RulesError.
    """

    def __init__(self, puzzle: Puzzle, board: str | None = None) -> None:
        game, state = puzzle.position()
        seats = [SeatSpec("engine"), SeatSpec("engine")]
        seats[puzzle.seat] = SeatSpec("person" if board is None else "board")
        position = game.position_text(state)
        spec = MatchSpec(puzzle.setup, tuple(seats), board=board, position=position)
        super().__init__(spec, game)

    @property
    def made(self) -> list[str]:
        """The finished turns since the position, as text."""
        return [turn.text for turn in self.turns if turn.complete]
