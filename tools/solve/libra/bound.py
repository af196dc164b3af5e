"""How many groups LESS can hold MORE to, on boards too large to solve, region by region.

The board is cut into regions, one of them with an odd number of cells. LESS begins in the odd
region and answers each stone in that stone's region. So every region is a game of its own, and MORE
begins in all other regions. A group of the whole board is at least one group in each region where
it has stones. So the regions together have at least as many groups as the board.
"""

from __future__ import annotations

import random
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

from game.engine.search.analysis import SearchLimits, StopSignal
from game.engine.search.budget import Budget
from game.games.libra.engine.endgame import LibraEndgame
from game.games.libra.rules import MORE_SEAT, TARGET, Libra
from game.rules import State
from game.rules.kernel import SEAT
from game.rules.topology import Point, hexagon
from tools.referee.base import NOBODY
from tools.referee.libra import LibraReferee, groups_of
from tools.solve.progress import ProgressLine
from tools.solve.question import Out
from tools.solve.regions import GAMES, cut, odd, region_with

# The numbers of cells in the regions, taken in the order of the board's labels.
CUTS = {2: (4, 3), 3: (12, 7), 4: (16, 16, 5), 5: (14, 14, 14, 14, 5)}


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--size", type=int, choices=sorted(CUTS), default=4)


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Print each region's value, and the groups that MORE made in games counted by the referee."""
    regions: list[Region] = []
    for cells in cut(wanted.size, CUTS[wanted.size]):
        progress.show(f"a region of {len(cells)} cells")
        regions.append(Region(wanted.size, cells))
        out(f"{len(cells)} cells from {cells[0]} to {cells[-1]}: {regions[-1].most} groups")
    total = sum(region.most for region in regions)
    out(f"side {wanted.size}: LESS holds MORE to {total} groups, {progress.seconds:.0f} s")
    dice = random.Random(wanted.size)
    made = [counted(wanted.size, regions, dice) for _ in range(GAMES)]
    out(f"verifier: {GAMES} games, in which MORE made {min(made)} to {max(made)}")
    return max(made) <= total


class Region:
    """A region as a game of its own, where all other cells of the board are grey."""

    def __init__(self, size: int, cells: Sequence[Point]) -> None:
        self.cells = cells
        grey = [point for point in hexagon(size).points if point not in cells]
        self._game = Libra(size, TARGET, 1, obstacles=grey)
        self._expert = LibraEndgame(self._game)
        self.most = self._worth()

    def _state(self, stones: Sequence[str], more: bool) -> State:
        """Return the position after these stones, with MORE or LESS to move."""
        state = self._game.start()
        for text in stones:
            state = self._game.advance(state, self._game.parse_action(state, text))
        seat = state[MORE_SEAT] if more else 1 - state[MORE_SEAT]
        return (*state[:SEAT], seat, *state[SEAT + 1 :])

    def _worth(self) -> int:
        """Return the number of groups in the region alone if both play perfectly."""
        state = self._state((), len(self.cells) % 2 == 0)
        worth = self._expert.worth_of(state, endless())
        assert worth is not None
        return worth

    def answer(self, stones: Sequence[str]) -> str:
        """Return a stone of LESS after which MORE can make no more than `most` groups."""
        state = self._state(stones, more=False)
        action = self._expert.holding(state, self.most, endless())
        assert action is not None
        return action.text


def endless() -> Budget:
    return Budget(SearchLimits(), 0, StopSignal(), time.monotonic)


def counted(size: int, regions: Sequence[Region], dice: random.Random) -> int:
    """Return the groups, counted by the referee, that random stones make against the regions."""
    game = Libra(size, TARGET, 1)
    referee = LibraReferee(game)
    stones: dict[int, list[str]] = {at: [] for at in range(len(regions))}
    parts = [region.cells for region in regions]
    here, at = referee.start(), odd(parts)
    while True:
        text = regions[at].answer(stones[at])
        stones[at].append(text)
        here = referee.after(here, text)
        if here.won_by != NOBODY:
            white = [name for name, stone in zip(referee.names, here.cells) if stone == "W"]
            return groups_of(game.topology, (), white)
        text = dice.choice(sorted(referee.legal(here)))
        at = region_with(parts, text[1:])
        stones[at].append(text)
        here = referee.after(here, text)
