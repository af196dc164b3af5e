"""The product rush: the player's own stones between black stones on random cells.

A beam search that knows all black cells in advance finds the best product of a deal. The function
`products.ceiling` is an upper bound for this number of stones.
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from typing import ClassVar

from game.games.multiplicity.rules import BOARD, EMPTY, Multiplicity
from game.platform.i18n import N_
from game.rules import Action, Game, State
from game.rules.kernel import SEAT
from game.solo.mode import Option, SoloMode

WHITE = 0  # the person's seat
WIDTH = 4_000  # number of fillings that the beam keeps, times the number of cells
# Values of small groups that can still grow; the value of any other group is its size.
WORTH = {1: 1.5, 2: 2.4, 3: 3.2}


class Rush(Multiplicity):
    """Free placements in turns; each black stone goes to the first empty cell in a random order.

    The person sees the next `shown` cells of this order.
    """

    def __init__(self, seed: int, size: int = 4, shown: int = 0) -> None:
        super().__init__(size, bound=False)
        self.order = list(range(len(self.topology)))
        self.shown = shown
        random.Random(seed).shuffle(self.order)

    def legal(self, state: State) -> list[Action]:
        legal = super().legal(state)
        if not legal or state[SEAT] == WHITE:
            return legal
        return [self.action(next(c for c in self.order if state[BOARD + c] == 0))]

    def falls(self, state: State) -> list[str]:
        """Return the cells where the next black stones fall if the cells stay empty.

        They are at most `shown`.
        """
        points = self.topology.points
        black = (state[EMPTY] - (state[SEAT] == WHITE)) // 2  # black stones still to come
        empty = [points[c] for c in self.order if state[BOARD + c] == 0]
        return empty[: min(self.shown, black)]


class ProductRush(SoloMode):
    key = "multiplicity-rush"
    game = Multiplicity.key
    name = N_("Product rush")
    rule = N_(
        "You place white stones, one a turn, wherever there is room; after each of yours a black"
        " one falls on a cell drawn by lot, and numbers show the next ones. Your score is the"
        " product of your groups. Par is three quarters of what a long search finds that knows all"
        " cells beforehand."
    )
    aim = N_("The largest product of your groups.")
    counted = N_("product")
    options: ClassVar[Mapping[str, Option]] = {
        "size": Option(3, 5, 4, N_("size {n}")),
        "shown": Option(0, 5, 0, N_("seen ahead: {n}")),
    }
    usual: ClassVar[Mapping[str, int]] = {"shown": 3}
    weekly: ClassVar[Mapping[str, int]] = {"size": 5, "shown": 3}
    edition = 2

    def deal(self, seed: int, **options: int) -> Rush:
        return Rush(seed, self.value(options, "size"), self.value(options, "shown"))

    def score(self, game: Game, state: State, actions: Sequence[Action]) -> int:
        return game.tally(state)["white"]

    def left(self, game: Game, state: State) -> int:
        return state[EMPTY] // 2

    def best(self, seed: int, **options: int) -> int:
        return best_product(self.deal(seed, **options))

    def par_of(self, best: int, **options: int) -> int:
        return best * 3 // 4

    def marks(self, par: int) -> tuple[int, int, int]:
        return par // 3, par * 2 // 3, par


Cells = frozenset[int]


def best_product(game: Rush) -> int:
    """Return the largest product that a beam search finds, knowing all black cells."""
    index, cells = game.topology.index, range(len(game.topology))
    near = [[index[other] for other in game.topology.neighbours[p]] for p in game.topology.points]
    kept: list[tuple[Cells, Cells]] = [(frozenset(), frozenset())]
    for _stone in range(len(cells) // 2):
        found: dict[Cells, tuple[float, Cells]] = {}
        for white, black in kept:
            for cell in cells:
                after = white | {cell}
                if cell in white or cell in black or after in found:
                    continue
                empty = (c for c in game.order if c not in after and c not in black)
                fallen = (
                    black | {next(empty)} if len(after) + len(black) < len(cells) - 1 else black
                )
                found[after] = worth(after, fallen, near), fallen
        ranked = sorted(found.items(), key=lambda item: -item[1][0])
        kept = [(white, black) for white, (_worth, black) in ranked[: WIDTH // len(cells)]]
    return max(math.prod(len(group) for group, _open in groups(white, near)) for white, _ in kept)


def worth(white: Cells, black: Cells, near: Sequence[Sequence[int]]) -> float:
    """Return the product of the groups, with WORTH for small groups that can grow."""
    value = 1.0
    for group, beside in groups(white, near):
        value *= WORTH.get(len(group), len(group)) if beside - black else len(group)
    return value


def groups(white: Cells, near: Sequence[Sequence[int]]) -> list[tuple[Cells, Cells]]:
    """Return each group of white cells, with the cells beside it that are not white."""
    found, left = [], set(white)
    while left:
        todo, beside = [left.pop()], set[int]()
        group = set(todo)
        while todo:
            for other in near[todo.pop()]:
                if other not in white:
                    beside.add(other)
                elif other in left:
                    left.remove(other)
                    group.add(other)
                    todo.append(other)
        found.append((frozenset(group), frozenset(beside)))
    return found


MODES = (ProductRush(),)
