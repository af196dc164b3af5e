"""Yavalath (found by Cameron Browne's program Ludi, 2007): the fifth game of the tests.

Two players take turns to place a stone on a hexagonal board. Four own stones in a row win; three in
a row without a fourth lose. The tests leave out the swap after the first stone. LESS_IS_MORE_GAMES
names either this folder (tests.support.yavalath) or this module, which has GAME.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableSequence, Sequence
from typing import ClassVar

from game.rules.base import Action, Game, Kernels, State, Tables
from game.rules.errors import NotationError
from game.rules.events import Event, Piece, Placed
from game.rules.kernel import (
    DRAW,
    HEADER,
    P1_WIN,
    P2_WIN,
    RESULT,
    RUNNING,
    SEAT,
    TURNS,
    kernel,
)
from game.rules.setup import SetupOptions
from game.rules.topology import HEX_DIRECTIONS, Point, Topology, hexagon

# Tables: the number of cells, and the next three cells from each cell in each direction.
META, RAYS = range(2)
BOARD = HEADER  # state of each cell: 0 empty, 1 white, 2 black
REACH, WIN, LOSE = 3, 4, 3


@kernel
def legal(
    t: Tables, s: Sequence[int], out: MutableSequence[int], work: MutableSequence[int]
) -> int:
    count = 0
    if s[RESULT] == RUNNING:
        for cell in range(t[META][0]):
            if s[BOARD + cell] == 0:
                out[count] = cell
                count += 1
    return count


@kernel
def run(t: Tables, s: Sequence[int], cell: int, way: int) -> int:
    """Return the count (0-3) of own stones in a row next to `cell`, in one of six directions."""
    first = (cell * 6 + way) * REACH
    for step in range(REACH):
        other = t[RAYS][first + step]
        if other < 0 or s[BOARD + other] != s[BOARD + cell]:
            return step
    return REACH


@kernel
def play(t: Tables, s: MutableSequence[int], code: int, work: MutableSequence[int]) -> None:
    seat = s[SEAT]
    s[BOARD + code] = seat + 1
    s[TURNS] += 1
    s[SEAT] = 1 - seat
    longest = 0
    for way in range(3):
        longest = max(longest, 1 + run(t, s, code, way) + run(t, s, code, way + 3))
    if longest >= WIN:
        s[RESULT] = P1_WIN + seat
    elif longest == LOSE:
        s[RESULT] = P2_WIN - seat
    elif s[TURNS] == t[META][0]:
        s[RESULT] = DRAW


def rays(board: Topology) -> list[int]:
    """Return the next three cells in six directions from each cell; -1 is outside the board."""
    spots = {(ord(label[0]), int(label[1:])): cell for label, cell in board.index.items()}
    return [
        spots.get((q + dq * step, r + dr * step), -1)
        for q, r in spots
        for dq, dr in HEX_DIRECTIONS
        for step in range(1, REACH + 1)
    ]


class Yavalath(Game):
    """The rules of `yavalath [size=5]`. The tally counts stones placed."""

    key: ClassVar[str] = "yavalath"
    title: ClassVar[str] = "Yavalath"
    kernels: ClassVar[Kernels] = Kernels(legal, play)
    kinds = (Piece("white", 0), Piece("black", 1))

    def __init__(self, size: int = 5) -> None:
        self.topology = hexagon(size)
        self.setup = f"yavalath size={size}"
        cells = len(self.topology)
        self.tables = ([cells], rays(self.topology))
        self.max_actions, self.work_size = cells, 1
        self.first = (0,) * (BOARD + cells)

    @classmethod
    def from_options(
        cls, options: SetupOptions, boards: Mapping[str, str] | None = None
    ) -> Yavalath:
        size = options.number("size", 3, 8, 5)
        options.done()
        return cls(size)

    def pieces(self, state: State) -> dict[Point, Piece]:
        board = zip(self.topology.points, state[BOARD:])
        return {point: self.kinds[stone - 1] for point, stone in board if stone}

    def tally(self, state: State) -> Mapping[str, int]:
        return {"placed": state[TURNS]}

    def score(self, state: State) -> str:
        return f"{state[TURNS]} stones lie"

    def check_notation(self, text: str) -> None:
        if text not in self.topology.index:
            raise NotationError("no-cell", text=text, board=self.topology.name)

    def _describe(self, code: int) -> Action:
        label = self.topology.points[code]
        return Action(code, label, "place", (label,))

    def _events(self, before: State, action: Action, after: State) -> Iterator[Event]:
        yield Placed(action.points[0], self.kinds[before[SEAT]])

    def _reason(self, state: State) -> str:
        return "row"


GAME = Yavalath
