"""Rulebook puzzles in which the reader builds a position, which is counted and judged.

The plugin of a game derives a class for each kind of puzzle in its rulebook.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from game.rules import Game, Piece, Point
from game.rules.registry import parse_setup
from game.screen.plugin.pages import BuildingPuzzle


@dataclass(frozen=True)
class BuilderFeedback:
    """The feedback to the reader; `kind` is "" (the prompt), "good" or "bad"."""

    text: str
    kind: str = ""


class PuzzleBuilder:
    """A puzzle while the reader builds it. A point cycles from empty through all `kinds`."""

    kinds: ClassVar[tuple[Piece, ...]] = ()
    outlined: ClassVar[bool] = False  # whether groups are outlined
    two_sided: ClassVar[bool] = False  # whether the puzzle exists for both colours
    any_board: ClassVar[bool] = False  # whether the reader may use any board

    def __init__(self, puzzle: BuildingPuzzle) -> None:
        self.puzzle = puzzle
        self.setups = list(puzzle.setups)
        self.games: dict[str, Game] = {}
        self.number = 0
        self.clear()

    @property
    def prompt(self) -> str:
        """The current request to the reader, as a msgid."""
        return self.puzzle.prompts[0]

    @property
    def setup(self) -> str:
        return self.setups[self.number]

    @property
    def game(self) -> Game:
        if self.setup not in self.games:
            self.games[self.setup] = parse_setup(self.setup)
        return self.games[self.setup]

    def clear(self) -> None:
        self.pieces: dict[Point, Piece] = {}

    def other_board(self, step: int) -> None:
        """Go to the next or the previous board, if there is one."""
        self.number = max(0, min(len(self.setups) - 1, self.number + step))
        self.clear()

    def other_colour(self) -> None:
        """Switch a `two_sided` puzzle to the other colour; the pieces stay."""

    @property
    def board(self) -> str:
        """Name or path of the board, if the reader may choose any."""
        return ""

    def take_board(self, name: str) -> None:
        """Use another board, given by name or path, if the reader may choose any.

        Raises RulesError for a file that is not a board.
        """

    def cycle(self, point: Point, back: bool = False) -> None:
        """Put the next kind of piece on a point, or empty it."""
        things: list[Piece | None] = [None, *self.kinds]
        here = self.pieces.get(point)
        piece = things[(things.index(here) + (-1 if back else 1)) % len(things)]
        if piece is None:
            self.pieces.pop(point, None)
        else:
            self.pieces[point] = piece

    def close(self) -> None:
        """Stop all computation for this puzzle."""

    @property
    def pulse(self) -> object:
        """A value that changes when there is new feedback without any input."""
        return None

    @property
    def solvable(self) -> bool:
        """True if the program has a solution."""
        return True

    def solve(self) -> None:
        """Put the program's solution on the board."""
        raise NotImplementedError

    @property
    def said(self) -> BuilderFeedback:
        """The feedback on the position."""
        raise NotImplementedError
