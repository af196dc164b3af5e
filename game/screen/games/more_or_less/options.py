"""The options of More or Less: which board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from game.screen.games.options import MatchOptions

BOARDS = ("decagon-81", "decagon-71", "decagon-51")
OWN_BOARD = "own"


@dataclass
class MoreOrLessOptions(MatchOptions):
    """`board` is one of `BOARDS`, or `OWN_BOARD` for the file `board_file`."""

    board: str = BOARDS[0]
    board_file: str = ""

    takes_files: ClassVar[bool] = True

    def setup(self) -> str:
        board = self.board_file.strip() if self.board == OWN_BOARD else self.board
        return self.key if board == BOARDS[0] else f"{self.key} board={board}"

    @property
    def seat_count(self) -> int:
        return 2

    def take_file(self, path: str) -> None:
        self.board, self.board_file = OWN_BOARD, path

    def in_bounds(self) -> bool:
        return self.board in (*BOARDS, OWN_BOARD)

    @property
    def sound(self) -> bool:
        """The user's own board file may have gone meanwhile: that is told where it is shown."""
        return self.board == OWN_BOARD or super().sound
