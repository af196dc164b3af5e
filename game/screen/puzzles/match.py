"""A match that begins from a puzzle's position, and in which no engine plays.  No pygame."""

from __future__ import annotations

from game.puzzles.puzzle import Puzzle
from game.rules.events import Seat
from game.screen.play.turn_controller import TurnController
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


class PuzzleTurnController(TurnController):
    """Turns of a puzzle: no engine plays, since the checker gives the replies.

    `trying`: the person may act now.
    """

    trying = True

    @property
    def person_to_move(self) -> bool:
        return self.trying and super().person_to_move

    def update(self, now: float, moving: bool, held: bool, unconfirmed: Seat | None = None) -> str:
        return ""
