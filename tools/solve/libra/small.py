"""Small boards of Libra with perfect play: who wins a target, a duel, a bid.

Every position of the board is solved backwards by brute force. Positions with few stones are kept
as a book for the engine, which searches the later ones itself.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path

from game.engine.compile.compiler import Arrays, can_compile, instance
from game.engine.kernels.cell_sets import neighbour_sets
from game.engine.search.tablebase import number_of
from game.games.libra.engine.endgame import BOOK_FILE
from game.games.libra.engine.solved import WORTH
from game.rules.groups import neighbour_table
from game.rules.topology import Topology, hexagon
from tools.solve.progress import ProgressLine
from tools.solve.question import Out
from tools.solve.tablebase import write_tablebase

KEPT_STONES = 5  # maximum number of stones in a position of the book
STEP = 3**12  # positions between two updates of the progress


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--size", type=int, choices=sorted(WORTH), default=2)
    parser.add_argument("--write", action="store_true", help="write the book of side 3 anew")


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Print how many groups MORE makes, and who wins each way of playing."""
    board = hexagon(wanted.size)
    groups = solve(board, progress)
    worth = groups[0]
    out(f"side {board.size}: with perfect play MORE makes {worth} groups")
    out(f"target: MORE wins up to {worth}, LESS from {worth + 1} on; duel: a draw")
    out(f"bid: the first player opens with {worth} and wins")
    out(f"{len(groups)} positions, {progress.seconds:.0f} s")
    if wanted.write and board.size == 3:
        values = dict(first_positions(board, groups))
        write_tablebase(BOOK_FILE, values)
        out(f"{len(values)} positions of up to {KEPT_STONES} stones written to {BOOK_FILE}")
    return worth == WORTH[board.size]


def solve(board: Topology, progress: ProgressLine) -> bytearray:
    """Return MORE's groups in every position, by the position's number in base 3.

    This takes a byte for each of 3 ** cells positions: 1.2 GB for side 3.
    """
    make, cells = Arrays(can_compile()), len(board)
    near = make.longs(neighbour_sets(neighbour_table(board)))
    powers = make.longs([3**cell for cell in range(cells)])
    code = instance("retrograde", "libra", can_compile(), folder=Path(__file__).parent)
    groups = bytearray(3**cells)
    for last in range(len(groups), 0, -STEP):
        code.solve_all(near, powers, groups, max(0, last - STEP), last)
        progress.show(f"{100 * (1 - last / len(groups)):.1f} % of {len(groups)} positions")
    return groups


def first_positions(board: Topology, groups: bytearray) -> Iterator[tuple[int, int]]:
    """Yield number and value of the positions in the book, some more than once."""
    cells = range(len(board))
    for count in range(KEPT_STONES + 1):
        for places in combinations(cells, count):
            for colours in product((1, 2), repeat=count):
                number = sum(3**cell * colour for cell, colour in zip(places, colours))
                stones = list(zip(places, colours))
                if number == number_of(board, stones, colours_alike=True):
                    yield number, groups[number]
