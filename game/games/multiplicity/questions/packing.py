"""Lays groups of three apart from one another, by constraint solving: see `constraints`."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from typing import Any

from game.games.multiplicity.engine.products import Groups
from game.questions.constraints import constraint_programming
from game.rules.topology import Point, Topology, hexagon

Group = frozenset[Point]


def packed(side: int, stones: int, seconds: float) -> Groups | None:
    """Return groups of `stones` stones with the largest product; None if none was found.

    Boards that look the same upside down are tried first: half of them is soon searched.  Raises
    NoSolverError without OR-tools.
    """
    board = hexagon(side)
    for sizes in multisets(stones):
        for turned in (True, False):
            found = _packed(board, sizes, seconds, turned)
            if found is not None:
                return found
    return None


def multisets(stones: int) -> list[Counter[int]]:
    """Return sizes of groups whose product is the ceiling, by the number of each."""
    threes, rest = divmod(stones, 3)
    if rest == 1 and threes:
        return [Counter({3: threes - 1, 4: 1}), Counter({3: threes - 1, 2: 2})]
    return [Counter({3: threes, **({rest: 1} if rest else {})})]


def shapes(board: Topology, size: int) -> set[Group]:
    """Return all connected groups of `size` cells."""
    found = {frozenset((cell,)) for cell in board.points}
    for _ in range(size - 1):
        found = {
            group | {other}
            for group in found
            for cell in group
            for other in board.neighbours[cell]
            if other not in group
        }
    return found


def turn(board: Topology, group: Group) -> Group:
    """Return the group with the board turned by 180 degrees."""
    last = board.points[::-1]
    return frozenset(last[board.index[cell]] for cell in group)


def apart(board: Topology, one: Group, other: Group) -> bool:
    return not any(cell in other or other.intersection(board.neighbours[cell]) for cell in one)


def _packed(board: Topology, sizes: Counter[int], seconds: float, turned: bool) -> Groups | None:
    cp_model = constraint_programming()
    model = cp_model.CpModel()
    laid: list[tuple[Any, Group]] = []
    for size, count in sizes.items():
        terms = []
        for group in shapes(board, size):
            both = {group, turn(board, group)} if turned else {group}
            first = min(both, key=sorted)
            if group != first or not all(apart(board, *two) for two in combinations(both, 2)):
                continue
            variable = model.NewBoolVar("")
            terms.append(len(both) * variable)
            laid += [(variable, one) for one in both]
        model.Add(sum(terms) == count)
    _keep_apart(board, model, laid)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    if solver.Solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return tuple(group for variable, group in laid if solver.Value(variable))


def _keep_apart(board: Topology, model: Any, laid: list[tuple[Any, Group]]) -> None:
    """Of three cells that touch one another, at most one group has some."""
    near = board.neighbours
    for a in board.points:
        for b, c in combinations(near[a], 2):
            if c in near[b] and a == min((a, b, c)):
                some = {v.Index(): v for v, group in laid if not group.isdisjoint((a, b, c))}
                model.AddAtMostOne(some.values())
