"""The largest product of a number of stones on a board of Multiplicity, and groups that make it.

Constraint solving can find the groups: groups of three stones that do not touch.
"""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from collections import Counter
from itertools import combinations
from typing import Any

from game.games.multiplicity.engine.products import (
    Groups,
    best_groups,
    ceiling,
    most_stones,
)
from game.rules.topology import Point, Topology, hexagon
from tools.referee.multiplicity import product_of
from tools.solve.progress import ProgressLine
from tools.solve.question import Out, constraint_programming

Group = frozenset[Point]


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--size", type=int, choices=range(3, 9), default=5, help="cells a side")
    parser.add_argument("--stones", type=int, help="of one player; the default is half the board")
    parser.add_argument(
        "--search", type=int, metavar="SECONDS", help="look for the groups anew, with OR-tools"
    )


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Print the largest product and groups that make it, if such groups are known."""
    cells = 3 * wanted.size * (wanted.size - 1) + 1
    stones = cells // 2 if wanted.stones is None else max(0, min(wanted.stones, cells))
    out(f"{stones} stones make {ceiling(stones)} at most; verifier: {largest_product(stones)}")
    if wanted.search is not None:
        progress.show(f"packing {stones} stones, {wanted.search} s at most")
        found = packed(wanted.size, stones, wanted.search)
    else:
        found = best_groups(wanted.size, stones)
    if found is None:
        most = most_stones(wanted.size)
        out(
            f"whether side {wanted.size} has room for them is not known; up to {most} stones it has"
        )
        return False
    return verified(wanted.size, stones, found, out)


def verified(side: int, stones: int, found: Groups, out: Out) -> bool:
    """Print the groups, and return whether they make the largest product."""
    out("groups: " + " ".join(".".join(sorted(group)) for group in found))
    product = product_of(side, [cell for group in found for cell in group])
    out(f"verifier: their product is {product}")
    return product == largest_product(stones) and sum(map(len, found)) == stones


def largest_product(stones: int) -> int:
    """Return the largest product of positive integers with the sum `stones`, by trying all sums."""
    best = [1]
    for total in range(1, stones + 1):
        best.append(max(part * best[total - part] for part in range(1, total + 1)))
    return best[stones]


def packed(side: int, stones: int, seconds: float) -> Groups | None:
    """Return groups of `stones` stones with the largest product; None if none are found.

    Boards with 180-degree symmetry are tried first, because only half of them has to be searched.
    Raises NoSolverError without OR-tools.
    """
    board = hexagon(side)
    for sizes in multisets(stones):
        for turned in (True, False):
            found = _packed(board, sizes, seconds, turned)
            if found is not None:
                return found
    return None


def multisets(stones: int) -> list[Counter[int]]:
    """Return the possible sizes of groups that make the largest product, with counts."""
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
    """Return the group after the board is turned by 180 degrees."""
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
    """Demand that of any three mutually adjacent cells at most one group has some."""
    near = board.neighbours
    for a in board.points:
        for b, c in combinations(near[a], 2):
            if c in near[b] and a == min((a, b, c)):
                some = {v.Index(): v for v, group in laid if not group.isdisjoint((a, b, c))}
                model.AddAtMostOne(some.values())
