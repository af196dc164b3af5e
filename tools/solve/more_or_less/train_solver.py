"""Search for long trains by constraint solving: the full points, and how often each jump is made.

A walk through points is a flow that leaves its start and ends anywhere. A flow alone could fall
into separate parts. To prevent this, the start sends a load along the jumps, and every visited
point keeps one unit of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from game.rules.boards import COUNTERS
from game.rules.topology import Point, Topology
from tools.solve.more_or_less.kept import KnownTrain
from tools.solve.question import constraint_programming

Jump = tuple[Point, Point, Point]  # from, over, to
# Maximum number of times that the moving counter may be on a point, its start included.
MOST_VISITS = 2


@dataclass(frozen=True)
class TrainModel:
    """The constraint model and its variables."""

    model: Any
    jumps: list[Jump]
    full: dict[Point, Any]
    begins: dict[Point, Any]
    times: list[Any]  # how often each jump is made


def search(
    board: Topology, kind: str, seconds: float, known: KnownTrain | None
) -> KnownTrain | None:
    """Return the best train found in this time, by `kind` "jumps" or "turned"; None if none.

    The search starts from `known`, if given. Raises NoSolverError without OR-tools.
    """
    cp_model = constraint_programming()
    flow = build(board, kind, cp_model.CpModel())
    if known is not None:
        hint(flow, known)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    status = solver.Solve(flow.model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    made = [jump for jump, n in zip(flow.jumps, flow.times) for _ in range(solver.Value(n))]
    start = next(point for point, first in flow.begins.items() if solver.Value(first))
    counters = tuple(point for point in board.points if solver.Value(flow.full[point]))
    return KnownTrain(counters, tuple(walk(start, made)), status == cp_model.OPTIMAL)


def build(board: Topology, kind: str, model: Any) -> TrainModel:
    """Return the model, which maximizes `kind`.

    Its variables are the full points, the start, and how often each jump is made.
    """
    ways = [way for line in board.lines for way in (line, line[::-1])]
    jumps = list(dict.fromkeys(jump for way in ways for jump in zip(way, way[1:], way[2:])))
    full, begins, ends = ({point: model.NewBoolVar("") for point in board.points} for _ in range(3))
    flow = TrainModel(
        model, jumps, full, begins, [model.NewIntVar(0, MOST_VISITS, "") for _ in jumps]
    )
    model.Add(sum(full.values()) == COUNTERS - 1)
    model.AddExactlyOne(begins.values())
    model.AddExactlyOne(ends.values())
    load = [model.NewIntVar(0, len(board), "") for _ in jumps]
    for times, carried, (_start, over, _target) in zip(flow.times, load, jumps):
        model.Add(times <= MOST_VISITS * full[over])
        model.Add(carried <= len(board) * times)
    for point in board.points:
        inward = [number for number, (_a, _o, target) in enumerate(jumps) if target == point]
        outward = [number for number, (start, _o, _b) in enumerate(jumps) if start == point]
        came = sum(flow.times[number] for number in inward)
        went = sum(flow.times[number] for number in outward)
        free = MOST_VISITS * (1 - full[point])
        model.Add(came + begins[point] <= free)
        model.Add(went <= free)
        model.Add(went - came == begins[point] - ends[point])
        visited = model.NewBoolVar("")
        model.Add(came <= MOST_VISITS * visited)
        kept = sum(load[number] for number in inward) - sum(load[number] for number in outward)
        model.Add(kept >= visited - len(board) * begins[point])
    model.Maximize(sum(flow.times) if kind == "jumps" else sum(_turned(flow)))
    return flow


def hint(flow: TrainModel, known: KnownTrain) -> None:
    """Start the search from a known train."""
    made = list(pairwise(known.points))
    for point, variable in flow.full.items():
        flow.model.AddHint(variable, point in known.counters)
        flow.model.AddHint(flow.begins[point], point == known.points[0])
    for times, (start, over, target) in zip(flow.times, flow.jumps):
        flow.model.AddHint(times, made.count((start, target)) if over in known.counters else 0)


def _turned(flow: TrainModel) -> list[Any]:
    """Return for each point whether a counter there ends up turned over."""
    found = []
    for point in flow.full:
        over = [n for n, (_a, jumped, _b) in zip(flow.times, flow.jumps) if jumped == point]
        if over:
            turned = flow.model.NewBoolVar("")
            pairs = flow.model.NewIntVar(0, MOST_VISITS * len(over), "")
            flow.model.Add(sum(over) == 2 * pairs + turned)
            found.append(turned)
    return found


def walk(start: Point, made: Sequence[Jump]) -> list[Point]:
    """Return a path through all jumps (Hierholzer's algorithm)."""
    left: dict[Point, list[Point]] = {}
    for here, _over, target in made:
        left.setdefault(here, []).append(target)
    way, points = [start], []
    while way:
        if left.get(way[-1]):
            way.append(left[way[-1]].pop())
        else:
            points.append(way.pop())
    return points[::-1]
