"""What exact searches of endings share: answers, budgets, and the tables of a board that fills up.

A game brings a template that answers a question about an ending: YES, NO, or UNKNOWN if the nodes
allowed were not enough.  Its table then holds what was found, and the next call goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import Any

from game.engine.compile.compiler import Arrays, instance
from game.engine.kernels.open_groups import GROUND
from game.engine.search.budget import Budget
from game.rules.groups import SIDES

NO, YES, UNKNOWN = range(3)  # as the templates answer
LONGEST = 32  # cells that an ending may have empty
TABLE = 1_048_573  # entries of a table of Less
MOST_BITS, PLAIN_BITS, FEWEST_BITS = 19, 17, 12  # of the size of other tables
TABLE_MB = 13  # of the largest table and all sets of cells when compiled
CALL = 20_000  # nodes of a call when nothing else is said
READY = 2  # in `ctl`: 1 once all sets of cells are known
SLICE, PLAIN_SLICE = 2_000, 200  # nodes of a call about boards that fill up, 1 ms and more
EASY = 10  # so many take the time of a visit of the tree, and count as one

Part = tuple[float | None, int | None]  # of a budget, as `Budget.part` gives it


class EndgameSearch:
    """The cells empty at the first look at an ending, and the table of their fillings."""

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
        # Numbers of each set of these cells, and truth tables:
        self.sets = self._make.wide_longs(2 << len(self._cells))
        self.bits = self._make.blank((1 << len(self._cells) >> 3) + 2)

    def place(self, board: Sequence[int], nodes: float) -> bool:
        """Turn to a position; False if what was known is not of this ending, and forgotten.

        So it is if not all sets of cells were known in time: there are fewer now.  A new table has
        room for so many `nodes`: one that fits into a cache is faster.
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
        """Return the stones of all cells as the template takes them."""
        return self._make.state(stones)

    def remembered(self, question: Callable[[], int]) -> int:
        """Return the answer to a question if the table holds it."""
        self.ctl[0] = self.ctl[1] = 0
        return int(question())

    def ask(self, question: Callable[[], int], budget: Budget, part: Part) -> int:
        """Put a question until it is answered or the part of the budget is used up."""
        return ask(self.ctl, question, budget, part, SLICE if self.compiled else PLAIN_SLICE)


def table_size(nodes: float, compiled: bool) -> int:
    """Return how many numbers a table has in which so many nodes find room, a power of two."""
    bits = max(FEWEST_BITS, int(nodes).bit_length() + 1)
    return 1 << min(MOST_BITS if compiled else PLAIN_BITS, bits)


def ask(
    ctl: MutableSequence[int],
    question: Callable[[], int],
    budget: Budget,
    part: Part,
    call: int = CALL,
) -> int:
    """Put a question until it is answered or the part of the budget is used up.

    `ctl` holds the nodes searched in a call, and their limit; `call` is the most of a call.
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
    """Return whether so many nodes, `rate` a second, are likely to lie within the part."""
    if part[1] is not None and nodes > EASY * (part[1] - budget.spent):
        return False
    return nodes <= budget.until(part[0]) * rate
