"""A position of More or Less in which a side can neither jump nor slide."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from game.rules.boards import COUNTERS, parse_board, read_board
from game.rules.topology import Point, Topology
from tools.referee.more_or_less import moves
from tools.solve.more_or_less.kept import StuckPosition, stuck_positions
from tools.solve.progress import ProgressLine
from tools.solve.question import Out, constraint_programming

LEAST_OPEN = 7  # minimum number of counters of a side while the game goes on


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--board", default="decagon-81", help="a shipped board, or a file")
    parser.add_argument("--own", type=int, help="counters of the side that is stuck")
    parser.add_argument(
        "--search", type=int, metavar="SECONDS", help="look for a position, with OR-tools"
    )


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Print known positions, or one found by a search. Raises RulesError for an invalid board.

    Colours do not affect what can move, so each position also holds with colours exchanged.
    """
    board = parse_board(read_board(wanted.board), wanted.board)
    kept, own = stuck_positions(board.name), wanted.own
    if wanted.search is not None:
        progress.show(f"looking for a position, {wanted.search} s at most")
        looked_for = find(board, own or LEAST_OPEN, wanted.search)
        found = [looked_for or known(kept, own or LEAST_OPEN)]
    else:
        found = [known(kept, number) for number in ([own] if own else sorted(kept))]
    good = [shown(board, position, out) for position in found if position is not None]
    if not good:
        most = max(kept, default=0)
        out(f"not known (with up to {most} counters it is); --search SECONDS looks for a position")
    return bool(good) and all(good)


def known(kept: Mapping[int, StuckPosition], own: int) -> StuckPosition | None:
    """Return a known position with this many own counters; None if there is none.

    A stuck counter stays stuck when other counters change colour, because both colours can be
    jumped and both block. So a position with more own counters also answers for fewer.
    """
    enough = [number for number in kept if number >= own > 0]
    if not enough:
        return None
    position = kept[min(enough)]
    return StuckPosition(position.own[:own], (*position.other, *position.own[own:]))


def shown(board: Topology, position: StuckPosition, out: Out) -> bool:
    """Print a position and the verifier's result; return whether it is right."""
    own, other = position.own, position.other
    left = moves(board, own, other)
    out(f"{len(own)} own: {' '.join(own)}; {len(other)} others: {' '.join(other)}")
    out(f"verifier: {len(left)} moves, {len({*own, *other})} counters")
    return not left and len({*own, *other}) == COUNTERS


def find(board: Topology, own: int, seconds: float) -> StuckPosition | None:
    """Return a position with this many own counters by constraint solving; None if none is found.

    Raises NoSolverError without OR-tools.
    """
    cp_model = constraint_programming()
    model = cp_model.CpModel()
    full = {point: model.NewBoolVar("") for point in board.points}
    mine = {point: model.NewBoolVar("") for point in board.points}
    model.Add(sum(full.values()) == COUNTERS)
    model.Add(sum(mine.values()) == own)
    for point in board.points:
        model.AddImplication(mine[point], full[point])
    _forbid_jumps(board, model, full, mine)
    _forbid_slides(board, model, full, mine)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    if solver.Solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    lying = [point for point in board.points if solver.Value(full[point])]
    stuck = [point for point in lying if solver.Value(mine[point])]
    return StuckPosition(tuple(stuck), tuple(point for point in lying if point not in stuck))


def _ways(board: Topology) -> list[tuple[Point, ...]]:
    return [way for line in board.lines for way in (line, line[::-1])]


def _jumps(board: Topology) -> dict[Point, list[tuple[Point, Point]]]:
    """Return for each point the points that can be jumped from it, with the points behind them."""
    found: dict[Point, list[tuple[Point, Point]]] = {point: [] for point in board.points}
    for way in _ways(board):
        for start, over, target in zip(way, way[1:], way[2:]):
            found[start].append((over, target))
    return found


def _forbid_jumps(
    board: Topology, model: Any, full: dict[Point, Any], mine: dict[Point, Any]
) -> None:
    """Demand that a counter beside an own counter has a full point behind it."""
    for start, jumps in _jumps(board).items():
        for over, target in jumps:
            model.AddBoolOr([mine[start].Not(), full[over].Not(), full[target]])


def _forbid_slides(
    board: Topology, model: Any, full: dict[Point, Any], mine: dict[Point, Any]
) -> None:
    """Demand that an own counter finds no jump at the end of any slide along empty points."""
    jumps = _jumps(board)
    for way in _ways(board):
        for place, start in enumerate(way):
            for path in list(accumulate(([p] for p in way[place + 1 :]), lambda a, b: a + b)):
                for over, target in jumps[path[-1]]:
                    if over == start or over in path:
                        continue
                    free = [full[point] for point in path]
                    behind = [] if target == start or target in path else [full[target]]
                    model.AddBoolOr([mine[start].Not(), full[over].Not(), *free, *behind])
