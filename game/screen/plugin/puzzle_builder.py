"""Puzzles of the rulebook in which the reader builds a position, which is counted and judged.

The room of a game derives one for each kind of puzzle it has.
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
    """A puzzle in the reader's hands.  A point goes from empty through all `kinds` and back."""

    kinds: ClassVar[tuple[Piece, ...]] = ()
    outlined: ClassVar[bool] = False  # whether groups are
    two_sided: ClassVar[bool] = False  # whether it can be set for the other colour, too
    any_board: ClassVar[bool] = False  # whether the reader may bring a board

    def __init__(self, puzzle: BuildingPuzzle) -> None:
        self.puzzle = puzzle
        self.setups = list(puzzle.setups)
        self.games: dict[str, Game] = {}
        self.number = 0
        self.clear()

    @property
    def prompt(self) -> str:
        """What the reader is asked for now, as a msgid."""
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
        """Go to the next board, or the one before, as far as there are any."""
        self.number = max(0, min(len(self.setups) - 1, self.number + step))
        self.clear()

    def other_colour(self) -> None:
        """Set the same puzzle for the other colour, where it is `two_sided`; what lies stays."""

    @property
    def board(self) -> str:
        """Name or path of the board, where the reader may bring one."""
        return ""

    def take_board(self, name: str) -> None:
        """Take another board, by its name or its path, where the reader may bring one.

        Raises RulesError for a file that is none.
        """

    def cycle(self, point: Point, back: bool = False) -> None:
        """Put the next thing on a point."""
        things: list[Piece | None] = [None, *self.kinds]
        here = self.pieces.get(point)
        piece = things[(things.index(here) + (-1 if back else 1)) % len(things)]
        if piece is None:
            self.pieces.pop(point, None)
        else:
            self.pieces[point] = piece

    def close(self) -> None:
        """Stop whatever still works for this puzzle."""

    @property
    def pulse(self) -> object:
        """A value that changes when there is something new to say without any input."""
        return None

    @property
    def solvable(self) -> bool:
        """True if we keep a solution."""
        return True

    def solve(self) -> None:
        """Lay the solution we keep."""
        raise NotImplementedError

    @property
    def said(self) -> BuilderFeedback:
        """What there is to say of the position."""
        raise NotImplementedError
