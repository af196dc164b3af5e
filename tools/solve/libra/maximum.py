"""The maximum number of groups on a board of Libra, with a proof.

The proof is a certificate, a sweep over fillings, or both.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Collection

from game.games.libra.engine.frontier import most_groups
from game.games.libra.engine.maximum import best_filling, most_on_hexagon
from game.games.libra.rules import LARGEST, SMALLEST, TARGET, Libra
from game.rules.registry import parse_setup
from game.rules.topology import Point, Topology
from tools.referee.libra import groups_of
from tools.solve.libra.certificate import bound_of, weights_of
from tools.solve.progress import ProgressLine
from tools.solve.question import Out


def arguments(parser: ArgumentParser) -> None:
    sizes = range(SMALLEST, LARGEST + 1)
    parser.add_argument("--size", type=int, choices=sizes, default=5, help="cells along a side")
    parser.add_argument("--obstacles", default="", help="cells with grey counters: e5,f5")
    parser.add_argument(
        "--sweep", action="store_true", help="prove it by exhaustion, also where a certificate does"
    )


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Print value, filling and proofs. Raises RulesError for invalid cells."""
    setup = f"{Libra.key} size={wanted.size} mode={TARGET} target=1"
    game = parse_setup(setup + (f" obstacles={wanted.obstacles}" if wanted.obstacles else ""))
    assert isinstance(game, Libra)
    board, blocked, good = game.topology, game.obstacles, True
    if not blocked:
        good = by_certificate(board, out)
    if blocked or wanted.sweep:
        good = by_sweep(board, blocked, progress, out) and good
    return good


def by_certificate(board: Topology, out: Out) -> bool:
    """Print a filling, and weights that prove that no filling is better."""
    groups, white = most_on_hexagon(board.size), best_filling(board)
    out(f"{groups} groups, side² - side + 2, on the {len(board)} cells of side {board.size}:")
    draw(board, (), white, out)
    weights = weights_of(board)
    bound, counted = bound_of(board, weights), groups_of(board, (), white)
    out(f"verifier: the filling has {counted} groups; {len(weights)} weights allow {bound} at most")
    return counted == groups == bound


def by_sweep(board: Topology, blocked: Collection[Point], progress: ProgressLine, out: Out) -> bool:
    """Print the best of all fillings, found by a sweep over frontiers."""

    def tell(done: int, cells: int, frontiers: int) -> None:
        progress.show(f"{done} of {cells} cells, {frontiers} frontiers")

    most = most_groups(board, blocked, tell)
    free = len(board) - len(blocked)
    out(f"{most.groups} groups, the most on {free} cells by a sweep over all fillings:")
    draw(board, blocked, most.white, out)
    counted = groups_of(board, blocked, most.white)
    out(f"{most.frontiers} frontiers, {progress.seconds:.1f} s")
    out(f"verifier: the filling has {counted} groups")
    return counted == most.groups


def draw(board: Topology, blocked: Collection[Point], white: Collection[Point], out: Out) -> None:
    """Print the board, a line per column: o white, # black, a dot for a grey counter."""
    columns: dict[str, list[Point]] = {}
    for cell in board.points:
        columns.setdefault(cell[0], []).append(cell)
    for name, cells in columns.items():
        signs = ["." if c in blocked else "o" if c in white else "#" for c in cells]
        out(f"  {name} " + " " * (2 * board.size - 1 - len(cells)) + " ".join(signs))
    out("white: " + " ".join(sorted(white)))
