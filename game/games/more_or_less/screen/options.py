"""The options of More or Less: which board, how the placement is made, and who may pass."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from game.games.more_or_less.rules import MoreOrLess
from game.rules import Game
from game.rules.setup import split_setup
from game.screen.plugin.options import MatchOptions

BOARDS = ("decagon-81", "decagon-71", "decagon-51")
OWN_BOARD = "own"


@dataclass
class MoreOrLessOptions(MatchOptions):
    """Options of a match.  `board` is one of `BOARDS`, or `OWN_BOARD` for the file `board_file`.

    `quick_start`: the placement is drawn, and the match begins with the first jump. `free_pass`:
    any turn of the second phase may be passed, not only one without a move.
    """

    board: str = BOARDS[0]
    board_file: str = ""
    free_pass: bool = False
    quick_start: bool = False

    takes_files: ClassVar[bool] = True
    seat_count = 2

    def setup(self) -> str:
        board = self.board_file.strip() if self.board == OWN_BOARD else self.board
        words = [self.key] + [f"board={board}"] * (board != BOARDS[0])
        return " ".join(words + ["pass=free"] * self.free_pass)

    @property
    def quick(self) -> bool:
        return self.quick_start

    def take_game(self, game: Game) -> None:
        assert isinstance(game, MoreOrLess)
        self.free_pass = game.free_pass
        given = [word for word in split_setup(game.setup)[1] if word.startswith("board=")]
        name = given[0].removeprefix("board=") if given else BOARDS[0]
        if name in BOARDS:
            self.board = name
        else:
            self.take_file(name)

    def take_file(self, path: str) -> None:
        self.board, self.board_file = OWN_BOARD, path

    def in_bounds(self) -> bool:
        return self.board in (*BOARDS, OWN_BOARD)

    @property
    def sound(self) -> bool:
        """Whether the options hold; the picture says if the user's board file is gone."""
        return self.board == OWN_BOARD or super().sound
