"""The highest number of groups that MORE can make on a board of Libra, for bids and the rulebook.

On a full hexagon it is known for every side (see docs/lab/questions.md): side * side - side + 2. On
other shapes `frontier` computes it; `ceiling` is an upper bound that needs no search.
"""

from __future__ import annotations

from game.games.libra.engine.frontier import most_groups
from game.games.libra.rules import Libra
from game.platform.processes import lower_priority
from game.rules.registry import parse_setup
from game.rules.topology import Point, Topology

# Maximum number of a board's free cells for which `most_of` runs the sweep.
MOST_SWEPT = 61
# Maximum number of groups lost by filling a further cell, which can join three groups.
JOINED = 2


def most_on_hexagon(side: int) -> int:
    """Return the most groups on a full hexagon with `side` cells along a side, from 2 on."""
    return side * side - side + 2


def best_filling(board: Topology) -> frozenset[Point]:
    """Return the white cells of a hexagon filled with the most groups.

    They are single stones, as dense as possible: every third cell of each row, shifted from row to
    row. Of the three ways to begin, the one with the most cells is used. The black cells around
    them are one group.
    """
    classes: list[set[Point]] = [set(), set(), set()]
    for cell in board.points:
        classes[(ord(cell[0]) - int(cell[1:])) % 3].add(cell)
    largest = max(classes, key=len)
    return frozenset(largest)


def most_of(game: Libra) -> int:
    """Return the most groups on the board of `game`.

    On large boards with grey cells, it is an upper bound.

    It takes up to a second the first time.
    """
    board, blocked = game.topology, game.obstacles
    if not blocked or len(board) - len(blocked) > MOST_SWEPT:
        return ceiling(game.size, len(blocked))
    return most_groups(board, blocked).groups


def ceiling(side: int, blocked: int) -> int:
    """Return an upper bound of the groups on a hexagon with grey cells; exact without any.

    Filling the grey cells as well gives a full hexagon. Each of them joins at most JOINED + 1
    groups.
    """
    free = 3 * side * (side - 1) + 1 - blocked
    return min(free, most_on_hexagon(side) + JOINED * blocked)


# -- the helper process ----------------------------------------------------------------------------
# The helper `game libra SETUP` prints a line `DONE ALL` (numbers of cells) after each cell. In the
# end it prints `most GROUPS CELL...` with the white cells of a board that has the most groups.


def tell(done: int, cells: int, frontiers: int) -> None:
    print(done, cells, flush=True)


def main(words: list[str]) -> None:
    game = parse_setup(" ".join(words))
    assert isinstance(game, Libra)
    lower_priority(5)
    most = most_groups(game.topology, game.obstacles, tell)
    print("most", most.groups, *most.white, flush=True)
