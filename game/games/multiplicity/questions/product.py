"""The largest product of so many stones on a board of Multiplicity, and groups that make it."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from game.games.multiplicity.engine.products import (
    Groups,
    best_groups,
    ceiling,
    most_stones,
)
from game.games.multiplicity.questions.packing import packed
from game.games.multiplicity.referee import product_of
from game.questions.progress import ProgressLine
from game.questions.question import Out


def arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--size", type=int, choices=range(3, 9), default=5, help="cells a side")
    parser.add_argument("--stones", type=int, help="of one player; the default is half the board")
    parser.add_argument(
        "--search", type=int, metavar="SECONDS", help="look for the groups anew, with OR-tools"
    )


def answer(wanted: Namespace, progress: ProgressLine, out: Out) -> bool:
    """Print ceiling and groups; with none known for so many stones, only the ceiling."""
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
    """Print the groups, and whether they make the ceiling."""
    out("groups: " + " ".join(".".join(sorted(group)) for group in found))
    product = product_of(side, [cell for group in found for cell in group])
    out(f"verifier: their product is {product}")
    return product == largest_product(stones) and sum(map(len, found)) == stones


def largest_product(stones: int) -> int:
    """Return the largest product of numbers above 0 that add up to `stones`, by trying all sums."""
    best = [1]
    for total in range(1, stones + 1):
        best.append(max(part * best[total - part] for part in range(1, total + 1)))
    return best[stones]
