"""Solo distances of Less: moves that four pieces alone need to come home, for every placement.

It is a template without slots. Each step and leap can be reversed at the same cost, so the
distances spread outwards from the goal corner. `tables.number_of` numbers the placements.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.kernels.slots import Ints, Tables
from game.games.less.engine.tables import WIDE, number_of
from game.games.less.rules import GOAL_SQUARES, META, NEXT, SQUARES, WALLS

ENTRIES = ("fill",)

FAR = 250  # larger than any distance
STANDING, PERHAPS = 1, 2  # another piece is on the square; another piece may be there


def squares_at(binomials: Sequence[int], number: int, squares: int, found: Ints) -> None:
    """Write the four squares of a placement into `found`, in ascending order."""
    top = squares - 1
    for place in range(4, 0, -1):
        while binomials[place * WIDE + top] > number:
            top -= 1
        found[place - 1] = top
        number -= binomials[place * WIDE + top]


def relax(
    t: Tables,
    binomials: Sequence[int],
    others: Sequence[int],
    found: Sequence[int],
    distance: Ints,
    here: int,
) -> None:
    """Update the distances of placements one move away from `found`, whose distance is `here`."""
    for piece in range(4):
        one = found[(piece + 1) % 4]
        two = found[(piece + 2) % 4]
        three = found[(piece + 3) % 4]
        square = found[piece]
        for way in range(4):
            first = square * 4 + way
            target = t[NEXT][first]
            if target < 0:
                continue
            cost = 1 + t[WALLS][first]
            full = target in (one, two, three)
            if not full and others[target] != STANDING:
                other = number_of(binomials, target, one, two, three)
                distance[other] = min(distance[other], here + cost)
            if not full and others[target] == 0:
                continue
            second = target * 4 + way
            target = t[NEXT][second]
            if cost > 1 or target < 0 or t[WALLS][second] > 0:
                continue
            if target not in (one, two, three) and others[target] != STANDING:
                other = number_of(binomials, target, one, two, three)
                distance[other] = min(distance[other], here + 1)


def fill(
    t: Tables,
    binomials: Sequence[int],
    seat: int,
    others: Sequence[int],
    distance: Ints,
    found: Ints,
) -> None:
    """Write the distance of every placement to the goal corner of `seat`.

    `others` is STANDING on squares with pieces that do not move, and 0 on squares without. Where it
    is PERHAPS, the distances are lower bounds for both cases.
    """
    squares = t[META][SQUARES]
    total = len(distance)
    for number in range(total):
        distance[number] = FAR
    corner = seat * 4
    home = number_of(
        binomials,
        t[GOAL_SQUARES][corner],
        t[GOAL_SQUARES][corner + 1],
        t[GOAL_SQUARES][corner + 2],
        t[GOAL_SQUARES][corner + 3],
    )
    distance[home] = 0
    for here in range(FAR):
        some = 0
        for number in range(total):
            if distance[number] == here:
                squares_at(binomials, number, squares, found)
                relax(t, binomials, others, found, distance, here)
            elif here < distance[number] < FAR:
                some += 1
        if some == 0 and here > 3:
            break
