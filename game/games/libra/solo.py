"""Libra filled alone, with random colours: many groups on any cells, or few groups on a walk.

If any cell may be chosen, the order of the stones does not matter. The highest number of groups
then depends only on the number of white stones, and is exact. On a walk, each stone goes next to
the previous one, if there is room. Its par comes from a beam search that keeps the walks with the
fewest groups.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, MutableSequence, Sequence
from typing import ClassVar, NamedTuple

from game.games.libra.engine.frontier import most_groups_by_white
from game.games.libra.rules import BOARD, CELLS, EMPTY, META, TARGET, Libra, legal, play
from game.platform.i18n import N_
from game.rules import Action, Game, State
from game.rules.base import Kernels, Tables
from game.rules.topology import hexagon
from game.solo.mode import Option, SoloMode

COLOURS = ("white", "black")
WIDTH = 6_000  # number of walks that the beam keeps, times the number of cells
EMPTY_CELL, GREY_CELL = -1, -2
OPTIONS = {
    "size": Option(3, 5, 4, N_("size {n}")),
    "grey": Option(0, 9, 0, N_("grey counters: {n}")),
}


def play_noted(t: Tables, s: MutableSequence[int], code: int, work: MutableSequence[int]) -> None:
    """Play a stone and store its cell at the end of the state."""
    play(t, s, code, work)
    s[-1] = code % t[META][CELLS] + 1


class DrawnLibra(Libra):
    """A board of Libra to be filled with stones whose colours depend on `seed`.

    The seed also draws the cells of `grey` counters. With `walk`, a stone goes next to the previous
    one, if a cell there is empty.
    """

    kernels = Kernels(legal, play_noted)

    def __init__(self, seed: int, size: int = 4, grey: int = 0, walk: bool = False) -> None:
        board = hexagon(size)
        blocked = random.Random(-seed).sample(board.points, grey)
        super().__init__(size, TARGET, 1, blocked)
        dice = random.Random(seed)
        self.colours = [dice.choice(COLOURS) for _cell in range(len(board) - grey)]
        self.walk = walk

        self.first = (*self.first, 0)  # The last field is the last stone's cell plus one.

    def coming(self, state: State) -> list[str]:
        """Return the colours of the coming stones, the next one first."""
        return self.colours[len(self.colours) - state[EMPTY] :]

    def legal(self, state: State) -> list[Action]:
        drawn = self.coming(state)[:1]
        legal = [a for a in super().legal(state) if a.piece and [a.piece.colour] == drawn]
        if not self.walk or not state[-1]:
            return legal
        near = self.topology.neighbours[self.topology.points[state[-1] - 1]]
        return [action for action in legal if action.points[0] in near] or legal


class Walk(NamedTuple):
    """A filling in progress; each cell is the name of its group, EMPTY_CELL or GREY_CELL."""

    cells: tuple[int, ...]
    groups: int
    last: int  # the cell of the last stone, -1 before the first


def walked_groups(game: DrawnLibra) -> int:
    """Return the number of groups of the best walk that a beam search finds."""
    index, points = game.topology.index, game.topology.points
    near = [[index[other] for other in game.topology.neighbours[point]] for point in points]
    dice = random.Random(len(game.colours))
    cells = [GREY_CELL if stone else EMPTY_CELL for stone in game.start()[BOARD:-1]]
    kept = [Walk(tuple(cells), 0, -1)]
    for colour in game.colours:
        found: dict[tuple[tuple[int, ...], int], Walk] = {}
        for walk in kept:
            for cell in _open_cells(walk, near):
                after = _placed(walk, cell, COLOURS.index(colour), near[cell])
                found.setdefault((after.cells, cell), after)
        ranked = sorted(found.values(), key=lambda walk: (walk.groups, dice.random()))
        kept = ranked[: WIDTH // len(points)]
    return kept[0].groups


def _open_cells(walk: Walk, near: Sequence[Sequence[int]]) -> list[int]:
    """Return the empty cells beside the last stone; if there are none, all empty cells."""
    beside = [other for other in near[walk.last] if walk.cells[other] == EMPTY_CELL]
    if beside and walk.last >= 0:
        return beside
    return [cell for cell, name in enumerate(walk.cells) if name == EMPTY_CELL]


def _placed(walk: Walk, cell: int, colour: int, near: Sequence[int]) -> Walk:
    """Return the walk after a stone; names of groups are even for white, odd for black."""
    name = 2 * cell + colour
    joined = {walk.cells[o] for o in near if walk.cells[o] >= 0 and walk.cells[o] % 2 == colour}
    cells = [name if other in joined else other for other in walk.cells]
    cells[cell] = name
    return Walk(tuple(cells), walk.groups + 1 - len(joined), cell)


class FillMode(SoloMode):
    """Base of the modes: fill the board with many groups, or with few."""

    game = Libra.key
    counted = N_("groups")
    person = (0, 1)
    forced = True
    options: ClassVar[Mapping[str, Option]] = OPTIONS
    edition = 2
    # Distances from par, in groups, that still earn one star and two stars.
    steps: ClassVar[tuple[int, int]]

    def deal(self, seed: int, **options: int) -> DrawnLibra:
        size, grey = (self.value(options, name) for name in OPTIONS)
        return DrawnLibra(seed, size, grey, self.fewer)

    def score(self, game: Game, state: State, actions: Sequence[Action]) -> int:
        assert isinstance(game, Libra)
        return game.groups(state)

    def left(self, game: Game, state: State) -> int:
        return state[EMPTY]

    def marks(self, par: int) -> tuple[int, int, int]:
        one, two = self.steps
        return (par + one, par + two, par) if self.fewer else (par - one, par - two, par)


class MostGroups(FillMode):
    key = "libra-many"
    name = N_("Many groups")
    rule = N_(
        "The colour of each stone is drawn by lot; you choose its cell. Fill the board, around the"
        " grey counters, with as many groups as possible. You see which stones come. Par is the"
        " exact maximum for these stones."
    )
    aim = N_("Fill the board: as many groups as you can.")
    usual: ClassVar[Mapping[str, int]] = {"grey": 3}
    weekly: ClassVar[Mapping[str, int]] = {"size": 5, "grey": 6}
    steps = (4, 2)

    def best(self, seed: int, **options: int) -> int:
        game = self.deal(seed, **options)
        white = game.colours.count("white")
        return most_groups_by_white(game.topology, game.obstacles)[white]

    def exact(self, **options: int) -> bool:
        return True


class FewestGroups(FillMode):
    key = "libra-few"
    name = N_("Few groups")
    rule = N_(
        "The colour of each stone is drawn by lot. Each stone goes next to the one before; only"
        " where no cell there is empty, you may go on anywhere. Fill the board with as few groups"
        " as possible. You see which stones come. Par is what a long search finds; two is the"
        " least."
    )
    aim = N_("Fill the board in one walk: as few groups as you can.")
    fewer = True
    weekly: ClassVar[Mapping[str, int]] = {"size": 5, "grey": 6}
    steps = (3, 1)

    def best(self, seed: int, **options: int) -> int:
        return walked_groups(self.deal(seed, **options))


MODES = (MostGroups(), FewestGroups())
