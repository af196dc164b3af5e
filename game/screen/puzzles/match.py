"""The match of a puzzle: it begins in the puzzle's position.  No pygame."""

from __future__ import annotations

from game.puzzles.puzzle import Puzzle
from game.rules import Action
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
        self._solution = puzzle.solution

    @property
    def made(self) -> list[str]:
        """The finished turns since the puzzle's position, as text."""
        return [turn.text for turn in self.turns if turn.complete]

    @property
    def next_action(self) -> Action | None:
        """The next action of the solution; None if the turns played differ from it."""
        made = self.made
        at = len(made)
        if at >= len(self._solution) or made != list(self._solution[:at]):
            return None
        begun = self.history.begun
        done = [entry.text for entry in begun.entries] if begun is not None else []
        words = self._solution[at].split(",")
        if done != words[: len(done)] or len(done) >= len(words):
            return None
        return next((a for a in self.legal() if a.text == words[len(done)]), None)
