"""Endings on boards that fill up: what is known of one is kept, and it is asked in parts.

A room has a template that answers a question about an ending: YES, NO, or UNKNOWN when the nodes
allowed were not enough; its table then holds what was found, and the next call goes on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from game.engine.compile.compiler import Arrays, instance
from game.engine.search.budget import Budget

NO, YES, UNKNOWN = range(3)  # as the templates answer
LONGEST = 32  # cells that an ending may have empty
TABLE, PLAIN_TABLE = 1_048_573, 100_003  # entries,
TABLE_MB = 8  # so many megabytes when compiled
CALL = 40_000  # nodes of a call, about 10 ms
SHARE = 0.35  # of a budget that may go into an ending
RATE = 2_000_000  # nodes a second, at least
EASY = 10  # so many take the time of a visit of the tree, and count as one
GOAL_BITS = 7  # of a key in the table: which question it answers

Part = tuple[float | None, int | None]  # of a budget, as `Budget.part` gives it


class EndgameSearch:
    """The cells that were empty when it was first looked at, and the table of their fillings."""

    def __init__(self, template: str, key: str, near: Sequence[int], compiled: bool) -> None:
        self.compiled = compiled
        self.code: Any = instance(template, key, compiled)
        self._make = make = Arrays(compiled)
        self.near = make.longs(near)
        self.ctl = make.blank(2)
        self.table = self._blank()
        self.worth = make.floats(2 * LONGEST * (LONGEST + 1))
        self._around: tuple[int, ...] = ()
        self._cells: list[int] = []
        self.empties: Any = make.blank(1)

    def _blank(self) -> Any:
        return self._make.blank(TABLE if self.compiled else PLAIN_TABLE)

    def place(self, board: Sequence[int]) -> None:
        """Turn to a position; forget what is known unless it is a later one of the same ending."""
        kept = set(self._cells)
        around = tuple(0 if cell in kept else stone for cell, stone in enumerate(board))
        if not kept or around != self._around:
            self._around = tuple(board)
            self._cells = [cell for cell, stone in enumerate(board) if stone == 0]
            self.empties = self._make.longs(self._cells)
            self.table = self._blank()

    def key_of(self, board: Sequence[int]) -> int:
        """Return the stones on the cells that were empty at first, two bits a cell."""
        return sum(board[cell] << 2 * place for place, cell in enumerate(self._cells))

    def remembered(self, question: Callable[[], int]) -> int:
        """Return the answer to a question if the table holds it."""
        self.ctl[0] = self.ctl[1] = 0
        return int(question())

    def ask(
        self,
        question: Callable[[], int],
        budget: Budget,
        part: Part,
    ) -> int:
        """Put a question until it is answered or the part of the budget is used up."""
        answer = UNKNOWN
        while answer == UNKNOWN and not budget.used_up(*part):
            self.ctl[0], self.ctl[1] = 0, CALL
            if part[1] is not None:
                self.ctl[1] = min(CALL, EASY * (part[1] - budget.spent))
            answer = int(question())
            budget.spent += -(-int(self.ctl[0]) // EASY)
        return answer


def affordable(nodes: float, budget: Budget, part: Part) -> bool:
    """Return whether so many nodes are likely to lie within the part of the budget."""
    if part[1] is not None and nodes > EASY * (part[1] - budget.spent):
        return False
    return nodes <= budget.until(part[0]) * RATE
