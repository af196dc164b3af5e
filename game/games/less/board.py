"""Corners of Less and the flat tables of a board, in the order of the offsets in `rules`."""

from __future__ import annotations

from game.games.less.walls import edges_in_order
from game.rules.base import Tables
from game.rules.topology import SQUARE_DIRECTIONS


def corner_squares(side: int, right: bool, top: bool) -> tuple[int, ...]:
    """Return the numbers of a corner's four squares."""
    column, row = (side - 2) * right, (side - 2) * top
    return tuple((row + up) * side + column + along for up in (0, 1) for along in (0, 1))


# (right, top) of each seat's starting corner; the goal is diagonally opposite.
CORNERS = {
    2: ((True, False), (False, True)),
    4: ((False, False), (False, True), (True, False), (True, True)),
}


def build_tables(seats: int, block: bool, reading: int, digits: str, choice: int) -> Tables:
    """Return the flat tables of a board with these wall digits; see the offsets in `rules`."""
    side = 6 if seats == 2 else 8
    count = side * side
    following = [-1] * (4 * count)
    walls = [0] * (4 * count)
    for square in range(count):
        for way, (dx, dy) in enumerate(SQUARE_DIRECTIONS):
            column, row = square % side + dx, square // side + dy
            if 0 <= column < side and 0 <= row < side:
                following[square * 4 + way] = row * side + column
    for (column, from_top, edge), digit in zip(edges_in_order(side), digits):
        square = (side - 1 - from_top) * side + column
        way = 1 if edge == "e" else 2
        walls[square * 4 + way] = int(digit)
        walls[following[square * 4 + way] * 4 + (way + 2) % 4] = int(digit)
    goal, start, goal_squares = [0] * count, [0] * count, []
    for seat, (right, top) in enumerate(CORNERS[seats]):
        for square in corner_squares(side, right, top):
            start[square] = seat + 1
        for square in corner_squares(side, not right, not top):
            goal[square] = seat + 1
            goal_squares.append(square)
    meta = [count, seats, int(block), reading, choice]
    return (meta, following, walls, goal, start, goal_squares)
