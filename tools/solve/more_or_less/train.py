"""The longest train of jumps in More or Less, and the train that turns over the most counters."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from game.rules.boards import COUNTERS, parse_board, read_board
from game.rules.topology import Topology
from tools.referee.more_or_less import turned_by
from tools.solve.more_or_less.kept import KnownTrain, best_train
from tools.solve.more_or_less.train_solver import search
from tools.solve.progress import ProgressLine
from tools.solve.question import Out


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--board", default="decagon-81", help="a shipped board, or a file")
    parser.add_argument("--turned", action="store_true", help="count counters turned, not jumps")
    parser.add_argument(
        "--search", type=int, metavar="SECONDS", help="look for a train, with OR-tools"
    )


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Print the best train known or found. Raises RulesError for an invalid board."""
    board = parse_board(read_board(wanted.board), wanted.board)
    kind = "turned" if wanted.turned else "jumps"
    train = best_train(board.name, kind)
    if wanted.search is not None:
        progress.show(f"looking for a train, {wanted.search} s at most")
        found = search(board, kind, wanted.search, train)
        train = better(board, kind, train, found)
    if train is None:
        out("not known; --search SECONDS looks for one")
        return False
    return shown(board, kind, train, out)


def better(
    board: Topology, kind: str, known: KnownTrain | None, found: KnownTrain | None
) -> KnownTrain | None:
    """Return the better of a known train and one that was found; either may be None."""
    trains = [train for train in (found, known) if train is not None]
    return max(trains, key=lambda train: length(board, kind, train), default=None)


def length(board: Topology, kind: str, train: KnownTrain) -> int:
    """Return the number of jumps of a train, or of counters that it turns over."""
    turned = turned_by(board, train.counters, train.points)
    return len(turned) if kind == "turned" else len(train.points) - 1


def shown(board: Topology, kind: str, train: KnownTrain, out: Out) -> bool:
    """Print a train and the verifier's counts."""
    turned = turned_by(board, train.counters, train.points)
    number = length(board, kind, train)
    bound = COUNTERS - 1 if kind == "turned" else most_jumps(board)
    out(f"counters: {' '.join(train.counters)}")
    out(f"train: {'>'.join(train.points)}")
    words = "and no more are possible" if train.proved else f"the most found; {bound} is the bound"
    out(f"verifier: {len(train.points) - 1} jumps, {len(turned)} turned over: {number}, {words}")
    return True


def most_jumps(board: Topology) -> int:
    """Return an upper bound of jumps: each free point is visited at most twice, start included."""
    return 2 * (len(board) - COUNTERS + 1) - 1
