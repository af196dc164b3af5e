"""Shared parts of exact endgame searches: answers, budgets, and tables of a board that fills up.

A game supplies a template that answers a question about an ending: YES, NO, or UNKNOWN if the nodes
allowed were not enough. Its table keeps the results, so the next call continues from them.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import Any

from game.engine.compile.compiler import Arrays, instance
from game.engine.kernels.open_groups import GROUND
from game.engine.search.budget import Budget
from game.rules.groups import SIDES

NO, YES, UNKNOWN = range(3)  # answers of the templates
LONGEST = 32  # maximum number of empty cells in an ending
TABLE = 1_048_573  # number of entries of a table in Less
# Binary logarithms of the sizes of other tables: largest, largest uncompiled, smallest.
MOST_BITS, PLAIN_BITS, FEWEST_BITS = 19, 17, 12
TABLE_MB = 13  # megabytes of the largest compiled table together with all sets of cells
CALL = 20_000  # default maximum number of nodes in one call
READY = 2  # index in `ctl` of a flag: 1 when all sets of cells are known
# Maximum number of nodes in one call on a board that fills up; it takes 1 ms or more.
SLICE, PLAIN_SLICE = 2_000, 200
EASY = 10  # This many nodes take as long as one visit of the tree, and count as one.

Part = tuple[float | None, int | None]  # part of a budget, from `Budget.part`


class EndgameSearch:
    """The cells that were empty when the ending began, and the table of their fillings."""

    def __init__(
        self, template: str, key: str, around: Sequence[int], space: int, compiled: bool
    ) -> None:
        self.compiled, self._size = compiled, space
        self.code: Any = instance(template, key, compiled)
        self._make = make = Arrays(compiled)
        self.around = make.longs(around)
        self.ctl = make.blank(3)
        self.worth = make.floats(LONGEST * (LONGEST + 1))
        self.ground = make.blank(GROUND * (len(around) // SIDES))
        self._around: tuple[int, ...] = ()
        self._cells: list[int] = []
        self._clear(0)

    def _clear(self, nodes: float) -> None:
        self.ctl[READY] = 0
        self.empties = self._make.longs(self._cells or [0])
        self.table = self._make.blank(table_size(nodes, self.compiled))
        self.space = self._make.blank(self._size)
        # `sets` has numbers for each set of the empty cells; `bits` has truth tables.
        self.sets = self._make.wide_longs(2 << len(self._cells))
        self.bits = self._make.blank((1 << len(self._cells) >> 3) + 2)

    def place(self, board: Sequence[int], nodes: float) -> bool:
        """Go to a position; return False if the table had to be cleared.

        The table is cleared if it belongs to another ending. It is also cleared if the position has
        fewer empty cells and some sets of cells are still unknown. A new table is no larger than
        needed for `nodes`, because a table that fits into the processor's cache is faster.
        """
        kept = set(self._cells)
        around = tuple(0 if cell in kept else stone for cell, stone in enumerate(board))
        fewer = sum(stone == 0 for stone in board) < len(kept)
        if kept and around == self._around and (self.ctl[READY] == 1 or not fewer):
            return True
        self._around = tuple(board)
        self._cells = [cell for cell, stone in enumerate(board) if stone == 0]
        self._clear(nodes)
        return False

    def board(self, stones: Sequence[int]) -> Any:
        """Return the stones of all cells as an array for the template."""
        return self._make.state(stones)

    def remembered(self, question: Callable[[], int]) -> int:
        """Return the answer to a question if the table holds it, else UNKNOWN."""
        self.ctl[0] = self.ctl[1] = 0
        return int(question())

    def ask(self, question: Callable[[], int], budget: Budget, part: Part) -> int:
        """Repeat a question until it is answered or the part of the budget is used up."""
        return ask(self.ctl, question, budget, part, SLICE if self.compiled else PLAIN_SLICE)


def table_size(nodes: float, compiled: bool) -> int:
    """Return the size, a power of two, of a table with room for `nodes`."""
    bits = max(FEWEST_BITS, int(nodes).bit_length() + 1)
    return 1 << min(MOST_BITS if compiled else PLAIN_BITS, bits)


def ask(
    ctl: MutableSequence[int],
    question: Callable[[], int],
    budget: Budget,
    part: Part,
    call: int = CALL,
) -> int:
    """Repeat a question until it is answered or the part of the budget is used up.

    `ctl` holds the nodes searched in a call and their limit. `call` is the maximum of that limit.
    """
    answer = UNKNOWN
    while answer == UNKNOWN and not budget.used_up(*part):
        ctl[0], ctl[1] = 0, call
        if part[1] is not None:
            ctl[1] = min(call, EASY * (part[1] - budget.spent))
        answer = int(question())
        budget.spent += -(-int(ctl[0]) // EASY)
    return answer


def affordable(nodes: float, rate: float, budget: Budget, part: Part) -> bool:
    """Return whether `nodes`, at `rate` nodes a second, probably fit into the budget's part."""
    if part[1] is not None and nodes > EASY * (part[1] - budget.spent):
        return False
    return nodes <= budget.until(part[0]) * rate
