"""The most groups MORE can make at all on a board of Libra: what bids and the rulebook ask.

On a hexagon it is known for every side, see docs/lab/questions.md: side * side - side + 2.  On
other shapes `frontier` works it out; `ceiling` is what can be said at once.
"""

from __future__ import annotations

from game.games.libra.engine.frontier import most_groups
from game.games.libra.rules import Libra
from game.platform.processes import lower_priority
from game.rules.registry import parse_setup
from game.rules.topology import Point, Topology

MOST_SWEPT = 61  # free cells of a board that is swept at once
JOINED = 2  # groups fewer, at most, when one more cell is filled: it joins three


def most_on_hexagon(side: int) -> int:
    """Return the most groups on a full hexagon of `side` cells, from 2 on."""
    return side * side - side + 2


def best_filling(board: Topology) -> frozenset[Point]:
    """Return the white cells of a hexagon with the most groups.

    They are single stones, as dense as they can lie.

    Every third cell of each row, a row shifted against the next.  Of the three ways to begin the
    largest; the black cells round about are one group.
    """
    classes: list[set[Point]] = [set(), set(), set()]
    for cell in board.points:
        classes[(ord(cell[0]) - int(cell[1:])) % 3].add(cell)
    largest = max(classes, key=len)
    return frozenset(largest)


def most_of(game: Libra) -> int:
    """Return the most groups on the board of `game`.

    On large boards with grey cells perhaps fewer are.

    Takes up to a second the first time.
    """
    board, blocked = game.topology, game.obstacles
    if not blocked or len(board) - len(blocked) > MOST_SWEPT:
        return ceiling(game.size, len(blocked))
    return most_groups(board, blocked).groups


def ceiling(side: int, blocked: int) -> int:
    """Return an upper bound of the groups on a hexagon with grey cells; exact without any.

    Were the grey cells filled, too, it were a hexagon, and each of them joined some groups at most.
    """
    free = 3 * side * (side - 1) + 1 - blocked
    return min(free, most_on_hexagon(side) + JOINED * blocked)


# -- the helper process ----------------------------------------------------------------------------
# Started as the helper `game libra SETUP`.  Writes a line `done of` (cells) after each cell, and at
# last `groups` and the white cells of a board that has so many.


def tell(done: int, cells: int, frontiers: int) -> None:
    print(done, cells, flush=True)


def main(words: list[str]) -> None:
    game = parse_setup(" ".join(words))
    assert isinstance(game, Libra)
    lower_priority(5)
    most = most_groups(game.topology, game.obstacles, tell)
    print("most", most.groups, *most.white, flush=True)
