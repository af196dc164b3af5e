"""Products to which each player of Multiplicity can hold the other, on boards too large to solve.

With free opening only. The board is cut into regions, one with an odd number of cells. The holding
player answers each stone in that stone's region. docs/lab/questions.md has the proof.
"""

from __future__ import annotations

import math
import random
from argparse import ArgumentParser, Namespace
from array import array
from collections.abc import Sequence
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

from game.engine.compile.compiler import Arrays, can_compile, instance
from game.games.multiplicity.engine.products import ceiling
from game.games.multiplicity.rules import Multiplicity
from game.rules.topology import Point, hexagon
from tools.referee.base import NOBODY, group_sizes
from tools.referee.multiplicity import STONES, MultiplicityReferee
from tools.solve.progress import ProgressLine
from tools.solve.question import Out
from tools.solve.regions import GAMES, cut, odd, region_with

# The numbers of cells in the regions, taken in the order of the board's labels.
CUTS = {2: (4, 3), 3: (12, 7), 4: (18, 19), 5: (18, 18, 18, 7)}
NAMES = ("White", "Black")
WHITE, BLACK = 0, 1
STEP = 2**13  # sets of taken cells between two updates of the progress


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--size", type=int, choices=sorted(CUTS), default=4)
    parser.add_argument("--full", action="store_true", help="play until the board is full")


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Print the product to which each player holds the other, and products of verifying games."""
    game = Multiplicity(wanted.size, wanted.full, bound=False)
    out(f"{game.setup}")
    kept = True
    for held in (BLACK, WHITE):
        regions = []
        for cells in cut(wanted.size, CUTS[wanted.size]):
            regions.append(Region(wanted.size, cells, held, wanted.full, progress))
            weight = regions[-1].most ** (1 / 3)
            out(f"{len(cells)} cells from {cells[0]} to {cells[-1]}: {NAMES[held]} {weight:.2f}")
        most = bound_of(regions)
        stones = (len(game.topology) + wanted.full * (held == WHITE)) // 2
        out(f"{NAMES[1 - held]} holds {NAMES[held]} to {most} (ceiling {ceiling(stones)})")
        dice = random.Random(wanted.size)
        made = [counted(game, regions, held, dice, at % 2 == 1) for at in range(GAMES)]
        out(f"verifier: {GAMES} games, in which {NAMES[held]} made {min(made)} to {max(made)}")
        kept = kept and max(made) <= most
    out(f"{progress.seconds:.0f} s")
    return kept


@cache
def places_of(cells: int) -> tuple[Any, Any, Any, Any]:
    """Return the tables that number the positions of this many cells; the kernel explains them."""
    longs = Arrays(can_compile()).longs
    sets = sorted(range(2**cells), key=lambda bits: (bits.bit_count(), bits))
    starts = list(accumulate((math.comb(cells, count) for count in range(cells)), initial=0))
    ranks = [0] * 2**cells
    for at, bits in enumerate(sets):
        ranks[bits] = at - starts[bits.bit_count()]
    counts = [math.comb(count, count // 2) for count in range(cells + 1)]
    places = accumulate((counts[bits.bit_count()] for bits in range(2**cells)), initial=0)
    return longs(sets), longs(starts), longs(ranks), longs(list(places))


class Region:
    """A region as a game of its own; `most` is the cube of the product that `held` can make."""

    def __init__(
        self, size: int, cells: Sequence[Point], held: int, full: bool, progress: ProgressLine
    ) -> None:
        self.cells, self._progress = cells, progress
        index, near = {cell: at for at, cell in enumerate(cells)}, hexagon(size).neighbours
        inside = [[index[other] for other in near[cell] if other in index] for cell in cells]
        border = [at for cell, at in index.items() if len(inside[at]) < len(near[cell])]
        self._near = [sum(1 << other for other in others) for others in inside]
        self._border = sum(1 << at for at in border)
        self._leaves = held == WHITE and not full
        even = len(cells) % 2 == 0
        begins = held == WHITE or even
        # The key is true if the held player begins.
        self._worth: dict[bool, array[int]] = {}
        # In this case the held player may pass, once.
        if held == WHITE and even:
            self._worth[False] = self._solve(False, array("H"))
        self._worth[begins] = self._solve(begins, self._worth.get(False, array("H")))
        self.most = self._worth[begins][0]

    def _solve(self, held_begins: bool, passed: array[int]) -> array[int]:
        index, count = places_of(len(self.cells)), 2 ** len(self.cells)
        assert len(self.cells) <= 20, "ten stones have a cube of 3^10 at most, which is 16 bits"
        worth = array("H", [0]) * int(index[-1][count])
        code = instance(
            "region_kernel", "multiplicity", can_compile(), folder=Path(__file__).parent
        )
        near = Arrays(can_compile()).longs(self._near)
        rules = near, self._border, held_begins, self._leaves
        for last in range(count, 0, -STEP):
            code.fill(*rules, *index, passed, worth, max(0, last - STEP), last)
            share = 100 * (1 - last / count)
            self._progress.show(f"a region of {len(self.cells)} cells: {share:.0f} %")
        return worth

    def answer(self, taken: set[Point], held: set[Point]) -> Point:
        """Return a stone of the holding player after which the product stays within `most`."""
        worth = self._worth[len(taken.intersection(self.cells)) % 2 == 1]
        _, _, ranks, places = places_of(len(self.cells))

        def after(cell: Point) -> int:
            lying = [(at, one) for at, one in enumerate(self.cells) if one in taken or one == cell]
            own = sum(1 << at for at, (_, one) in enumerate(lying) if one in held)
            return int(worth[places[sum(1 << at for at, _ in lying)] + ranks[own]])

        return min((cell for cell in self.cells if cell not in taken), key=after)


def bound_of(regions: Sequence[Region]) -> int:
    """Return the largest integer whose cube is at most the product of the regions' cubes."""
    cube = math.prod(region.most for region in regions)
    root: int = round(cube ** (1 / 3))
    return root if root**3 <= cube else root - 1


def reply(
    regions: Sequence[Region], last: Point | None, taken: set[Point], held: set[Point]
) -> Point:
    """Return the answer to the stone `last`, in its region or, if that is full, in another one."""
    parts = [region.cells for region in regions]
    at = odd(parts) if last is None else region_with(parts, last)
    open_ones = [region for region in regions if not taken.issuperset(region.cells)]
    return (regions[at] if regions[at] in open_ones else open_ones[0]).answer(taken, held)


def counted(
    game: Multiplicity, regions: Sequence[Region], held: int, dice: random.Random, greedy: bool
) -> int:
    """Return the product, counted by the referee, that `held` makes against the regions.

    The stones of `held` are random; if `greedy`, each makes the largest product immediately.
    """
    referee = MultiplicityReferee(game)
    here, last = referee.start(), None

    def product(cells: str) -> int:
        return math.prod(group_sizes(referee.around, cells, STONES[held]))

    while here.won_by == NOBODY:
        if here.seat == held:
            free = sorted(referee.legal(here))
            last = dice.choice(free)
            if greedy:
                dice.shuffle(free)
                last = max(free, key=lambda cell: product(referee.play(here, cell).cells))
            here = referee.after(here, last)
        else:
            lying = list(zip(referee.names, here.cells))
            taken = {name for name, stone in lying if stone in STONES}
            own = {name for name, stone in lying if stone == STONES[held]}
            here = referee.after(here, reply(regions, last, taken, own))
    return product(here.cells)
