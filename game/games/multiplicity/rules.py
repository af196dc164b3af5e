"""Multiplicity (Christian Freeling, 2012): the product of the sizes of all own groups.

Kernels come first, then the Game. The offsets below describe the tables and the state.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, MutableSequence, Sequence
from functools import cached_property
from typing import ClassVar

from game.rules.base import Action, Game, Kernels, State, Tables
from game.rules.errors import NotationError
from game.rules.events import Event, PhaseChanged, Piece, Placed
from game.rules.groups import SIDES, flood, neighbour_table, product_of_groups
from game.rules.kernel import (
    BEGUN,
    CHOOSER,
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
from game.rules.topology import Point, hexagon

# Tables
META, NEIGHBOURS = range(2)
# Indices in META. END is the number of cells left empty at the end. CHOICE is the number of the
# turn that ends with the choice of a side.
CELLS, END, CHOICE = range(3)
# NEIGHBOURS has six numbers for each cell.

# The state is the header, then:
PHASE = HEADER  # OPENING, RESTRICTED or OPEN
LAST = HEADER + 1  # the last stone placed in the restricted phase, plus one
EMPTY = HEADER + 2  # empty cells
QUIET = HEADER + 3  # empty cells whose neighbours are all empty
BOARD = HEADER + 4  # for each cell: 0 if empty, 1 white, 2 black
# From BOARD + CELLS on, for each cell: 1 if the cell or a neighbour has a stone.

OPENING, RESTRICTED, OPEN = 0, 1, 2
OPENING_TURNS = 1  # turns of the first person before the second chooses a side
PHASES = ("opening", "restricted", "open")

# Action codes: the number of the cell; then keep and swap.


@kernel
def legal(
    t: Tables, s: Sequence[int], out: MutableSequence[int], work: MutableSequence[int]
) -> int:
    """Write the codes of the legal actions into `out` and return their number."""
    if s[RESULT] != RUNNING:
        return 0
    cells = t[META][CELLS]
    if s[TURNS] == t[META][CHOICE] and s[SEAT] == CHOOSER:
        out[0] = cells
        out[1] = cells + 1
        return 2
    count = 0
    if s[PHASE] == RESTRICTED and s[BEGUN] == 0:  # A bound stone is due.
        last = s[LAST] - 1
        for way in range(last * SIDES, last * SIDES + SIDES):
            cell = t[NEIGHBOURS][way]
            if cell >= 0 and s[BOARD + cell] == 0:
                out[count] = cell
                count += 1
        return count
    first = BOARD
    # A free stone is due: its cell and all neighbours must be empty.
    if s[PHASE] == RESTRICTED:
        first = BOARD + cells
    # The loop has no branch, because half of the predictions would be wrong.
    for cell in range(cells):
        out[count] = cell
        count += s[first + cell] == 0
    return count


@kernel
def touch(t: Tables, s: MutableSequence[int], cell: int) -> None:
    """Mark `cell` and its neighbours as no longer quiet."""
    touched = BOARD + t[META][CELLS]
    if s[touched + cell] == 0:
        s[touched + cell] = 1
        s[QUIET] -= 1
    for way in range(cell * SIDES, cell * SIDES + SIDES):
        other = t[NEIGHBOURS][way]
        if other < 0:
            break
        if s[touched + other] == 0:
            s[touched + other] = 1
            s[QUIET] -= 1


@kernel
def play(t: Tables, s: MutableSequence[int], code: int, work: MutableSequence[int]) -> None:
    """Play the legal action `code` on the mutable state."""
    # After keep or swap, the position is the same, whoever plays which side.
    if code >= t[META][CELLS]:
        s[TURNS] += 1
        return
    s[BOARD + code] = s[SEAT] + 1
    s[EMPTY] -= 1
    if s[QUIET] > 0:
        touch(t, s, code)
    bound = s[PHASE] == RESTRICTED and s[BEGUN] == 0
    if s[PHASE] != OPEN:
        s[LAST] = code + 1
    if s[PHASE] == OPENING:
        s[PHASE] = RESTRICTED
    elif bound and s[QUIET] == 0:
        s[PHASE] = OPEN
    if s[PHASE] == OPEN:
        s[LAST] = 0
    if s[EMPTY] <= t[META][END]:
        compare_products(t, s, work)
    if bound and s[QUIET] > 0 and s[RESULT] == RUNNING:
        s[BEGUN] = 1
    else:
        s[BEGUN] = 0
        s[TURNS] += s[TURNS] != t[META][CHOICE]
        s[SEAT] = 1 - s[SEAT]


@kernel
def compare_products(t: Tables, s: MutableSequence[int], work: MutableSequence[int]) -> None:
    """Compare the products at the end, and store the result."""
    cells = t[META][CELLS]
    white = product_of_groups(t[NEIGHBOURS], s, BOARD, cells, 1, work)
    black = product_of_groups(t[NEIGHBOURS], s, BOARD, cells, 2, work)
    if white == black:
        s[RESULT] = DRAW
    else:
        s[RESULT] = P1_WIN if white > black else P2_WIN


STONES = (Piece("white", 0), Piece("black", 1))


class Multiplicity(Game):
    """`multiplicity [size=5] [end=one-empty|full] [opening=bound|free] [swap=off|on]`.

    `bound` is False for a game without the restricted phase (opening=free). With `swap`, the second
    person chooses a side after the first stone.

    The tally holds white, black (products), empty, and quiet (cells where a free stone can go).
    """

    key: ClassVar[str] = "multiplicity"
    title: ClassVar[str] = "Multiplicity"
    kinds = STONES
    kernels: ClassVar[Kernels] = Kernels(legal, play)

    def __init__(
        self, size: int = 5, full: bool = False, bound: bool = True, swap: bool = False
    ) -> None:
        self.topology = hexagon(size)
        self.size, self.full, self.bound = size, full, bound
        words = [f"size={size}"] + ["end=full"] * full + ["opening=free"] * (not bound)
        words += ["swap=on"] * swap
        if swap:
            self.choice = OPENING_TURNS - 1
        self.setup = " ".join(["multiplicity", *words])
        cells = len(self.topology)
        self.tables = ([cells, 0 if full else 1, self.choice], neighbour_table(self.topology))
        self.max_actions = cells
        self.work_size = 2 * cells
        first = [0] * (BOARD + 2 * cells)
        first[EMPTY] = first[QUIET] = cells
        first[PHASE] = OPENING if bound else OPEN
        self.first = tuple(first)

    @classmethod
    def from_options(
        cls, options: SetupOptions, boards: Mapping[str, str] | None = None
    ) -> Multiplicity:
        size = options.number("size", 3, 8, 5)
        end = options.choice("end", ("one-empty", "full"), "one-empty")
        opening = options.choice("opening", ("bound", "free"), "bound")
        swap = options.switch("swap")
        options.done()
        return cls(size, end == "full", opening == "bound", swap)

    @cached_property
    def settled(self) -> Multiplicity:
        return Multiplicity(self.size, self.full, self.bound) if self.swaps else self

    def pieces(self, state: State) -> dict[Point, Piece]:
        board = zip(self.topology.points, state[BOARD:])
        return {point: STONES[stone - 1] for point, stone in board if stone}

    def phase(self, state: State) -> str:
        return PHASES[state[PHASE]]

    def progress(self, state: State) -> float:
        return 1 - state[EMPTY] / len(self.topology)

    def factors(self, state: State, seat: int) -> list[int]:
        """Return the sizes of the seat's groups, largest first."""
        cells = len(self.topology)
        work = [0] * self.work_size
        sizes = [
            flood(self.tables[NEIGHBOURS], state, BOARD, cell, work, cells)
            for cell in range(cells)
            if state[BOARD + cell] == seat + 1 and not work[cell]
        ]
        return sorted(sizes, reverse=True)

    def tally(self, state: State) -> Mapping[str, int]:
        white, black = (math.prod(self.factors(state, seat)) for seat in (0, 1))
        return {"white": white, "black": black, "empty": state[EMPTY], "quiet": state[QUIET]}

    def score(self, state: State) -> str:
        words = []
        for name, seat in (("White", 0), ("Black", 1)):
            factors = self.factors(state, seat)
            shown = "×".join(map(str, factors)) if len(factors) > 1 else ""
            words.append(f"{name} {math.prod(factors)}" + (f" = {shown}" if shown else ""))
        return ", ".join(words)

    def check_notation(self, text: str) -> None:
        cells = self.topology.points
        if text not in cells:
            raise NotationError(
                "no-cell", text=text, board=self.topology.name, first=cells[0], last=cells[-1]
            )

    def _describe(self, code: int) -> Action:
        if code >= len(self.topology):
            return self._choice(code, len(self.topology))
        label = self.topology.points[code]
        return Action(code, label, "place", (label,))

    def _events(self, before: State, action: Action, after: State) -> Iterator[Event]:
        yield Placed(action.points[0], STONES[before[SEAT]])
        if after[PHASE] != before[PHASE]:
            yield PhaseChanged(PHASES[after[PHASE]])

    def _reason(self, state: State) -> str:
        return "product"

    def _margin(self, state: State) -> int:
        tally = self.tally(state)
        return abs(tally["white"] - tally["black"])
