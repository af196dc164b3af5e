"""The rules of four in a row: two kernels, and a class that describes them to people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableSequence, Sequence
from typing import ClassVar

from game.rules.base import Action, Game, Kernels, State, Tables
from game.rules.errors import NotationError
from game.rules.events import Event, Piece, Placed
from game.rules.kernel import DRAW, HEADER, P1_WIN, RESULT, RUNNING, SEAT, TURNS, kernel
from game.rules.setup import SetupOptions
from game.rules.topology import Point, squares

SIZE, ROW = 6, 4
BOARD = HEADER  # the state has one number for each cell: 0 empty, 1 white, 2 black
LINES = 0  # index of the only table: the four cells of each line, line after line


@kernel
def legal(
    t: Tables, s: Sequence[int], out: MutableSequence[int], work: MutableSequence[int]
) -> int:
    """Write the empty cells into `out` and return how many there are."""
    count = 0
    for cell in range(len(s) - BOARD):
        if s[RESULT] == RUNNING and s[BOARD + cell] == 0:
            out[count] = cell
            count += 1
    return count


@kernel
def play(t: Tables, s: MutableSequence[int], code: int, work: MutableSequence[int]) -> None:
    """Place a stone on the cell `code`, and end the game where it completes a line."""
    stone = s[SEAT] + 1
    s[BOARD + code] = stone
    s[TURNS] += 1
    s[SEAT] = 1 - s[SEAT]
    if s[TURNS] == len(s) - BOARD:
        s[RESULT] = DRAW
    for line in range(0, len(t[LINES]), ROW):
        found = 0
        for cell in range(ROW):
            found += s[BOARD + t[LINES][line + cell]] == stone
        if found == ROW:
            s[RESULT] = P1_WIN + stone - 1


class FourInARow(Game):
    """The game `four-in-a-row`, on 6x6 cells. Its tally counts the stones placed."""

    key: ClassVar[str] = "four-in-a-row"
    title: ClassVar[str] = "Four in a Row"
    kernels: ClassVar[Kernels] = Kernels(legal, play)
    kinds = (Piece("white", 0), Piece("black", 1))

    def __init__(self) -> None:
        self.topology = squares(SIZE)
        self.setup = self.key
        self.tables = (self._lines(),)
        self.max_actions, self.work_size = SIZE * SIZE, 1
        self.first = (0,) * (BOARD + SIZE * SIZE)

    @classmethod
    def from_options(
        cls, options: SetupOptions, boards: Mapping[str, str] | None = None
    ) -> FourInARow:
        """Make the game of a setup string.  Raises SetupError for options, since there are none."""
        options.done()
        return cls()

    @staticmethod
    def _lines() -> list[int]:
        """Return the four cells of every line on the board, line after line."""
        return [
            (row + dy * step) * SIZE + column + dx * step
            for row in range(SIZE)
            for column in range(SIZE)
            for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
            if 0 <= column + (ROW - 1) * dx < SIZE and row + (ROW - 1) * dy < SIZE
            for step in range(ROW)
        ]

    def pieces(self, state: State) -> dict[Point, Piece]:
        """Return the pieces on the board."""
        board = zip(self.topology.points, state[BOARD:])
        return {point: self.kinds[stone - 1] for point, stone in board if stone}

    def tally(self, state: State) -> Mapping[str, int]:
        """Return the numbers that the game counts."""
        return {"placed": state[TURNS]}

    def score(self, state: State) -> str:
        """Return the score in words."""
        return f"{state[TURNS]} stones on the board"

    def check_notation(self, text: str) -> None:
        """Raise NotationError if `text` is not a cell."""
        if text not in self.topology.index:
            raise NotationError("no-cell", text=text, board=self.topology.name)

    def _describe(self, code: int) -> Action:
        label = self.topology.points[code]
        return Action(code, label, "place", (label,))

    def _events(self, before: State, action: Action, after: State) -> Iterator[Event]:
        yield Placed(action.points[0], self.kinds[before[SEAT]])

    def _reason(self, state: State) -> str:
        return "row"
