"""Small boards of Multiplicity with perfect play: who wins, with each opening and each ending."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from game.engine.compile.compiler import Arrays, can_compile, instance
from game.engine.kernels.alphabeta import SURE
from game.engine.kernels.cell_sets import neighbour_sets
from game.engine.search.solver import PLIES, Solver
from game.engine.search.tablebase import number_of
from game.games.multiplicity.engine.endgame import (
    BOOKS,
    LOSS,
    TIE,
    WON,
)
from game.games.multiplicity.engine.profile import PROFILE
from game.games.multiplicity.engine.solved import LARGEST, winner_on
from game.games.multiplicity.rules import Multiplicity
from game.platform.paths import ASSETS
from game.rules.groups import neighbour_table
from game.rules.topology import Topology
from tools.solve.progress import ProgressLine
from tools.solve.question import Out
from tools.solve.tablebase import write_tablebase

KEPT_STONES = 4  # maximum number of stones in a position of the book
STEP = 3**12  # positions between two updates of the progress
HASH_MB = 512
WORDS = {WON: "White wins", TIE: "a draw", LOSS: "Black wins"}


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--size", type=int, choices=range(2, LARGEST + 1), default=2)
    parser.add_argument("--full", action="store_true", help="play until the board is full")
    parser.add_argument("--free", action="store_true", help="without the restricted phase")
    parser.add_argument("--write", action="store_true", help="write the book of side 3 anew")


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Print who wins: with --free by a table of all positions, otherwise by search."""
    game = Multiplicity(wanted.size, wanted.full, not wanted.free)
    out(f"{game.setup}")
    if not wanted.free:
        solver = Solver(game, PROFILE, can_compile(), HASH_MB)
        value = solver.search(game.start(), PLIES)
        assert value is not None
        result = WON if value > SURE else (LOSS if value < -SURE else TIE)
        out(f"{WORDS[result]}; {solver.nodes} positions searched, {progress.seconds:.0f} s")
        return result == expected(game)
    results = solve(game, progress)
    out(f"{WORDS[results[0]]}; {len(results)} numbers, {progress.seconds:.0f} s")
    if wanted.write and game.size == LARGEST:
        values = dict(first_positions(game.topology, results))
        write_tablebase(ASSETS / "answers" / BOOKS[game.full], values)
        out(f"{len(values)} positions of up to {KEPT_STONES} stones written")
    return results[0] == expected(game)


def expected(game: Multiplicity) -> int:
    """Return the result that the program states."""
    return WON if winner_on(game) == 0 else LOSS


def solve(game: Multiplicity, progress: ProgressLine) -> bytearray:
    """Return White's results in all positions, by the position's number in base 3.

    This takes a byte for each of 3 ** cells positions: 1.2 GB for side 3.
    """
    make, cells = Arrays(can_compile()), len(game.topology)
    near = make.longs(neighbour_sets(neighbour_table(game.topology)))
    powers = make.longs([3**cell for cell in range(cells)])
    code = instance("retrograde", game.key, can_compile(), folder=Path(__file__).parent)
    results = bytearray(3**cells)
    for last in range(len(results), 0, -STEP):
        code.solve_all(near, powers, 0 if game.full else 1, results, max(0, last - STEP), last)
        progress.show(f"{100 * (1 - last / len(results)):.1f} % of {len(results)} numbers")
    return results


def first_positions(board: Topology, results: bytearray) -> Iterator[tuple[int, int]]:
    """Yield number and value of the positions in the book."""
    cells = range(len(board))
    for count in range(KEPT_STONES + 1):
        for places in combinations(cells, count):
            for white in combinations(places, (count + 1) // 2):
                stones = [(cell, 1 if cell in white else 2) for cell in places]
                number = sum(3**cell * colour for cell, colour in stones)
                if number == number_of(board, stones, colours_alike=False):
                    yield number, results[number]
