"""Solo distances of Less: moves that four pieces alone need to come home, for every placement.

A template without slots.  A placement of four alike pieces on n squares a < b < c < d has the
number C(a,1) + C(b,2) + C(c,3) + C(d,4).  Steps and leaps can be taken back at the same cost, so
the distances spread from the goal corner outwards.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.kernels.slots import Ints, Tables
from game.rules.kernel import kernel
from game.rules.less import GOAL_SQUARES, META, NEXT, SQUARES, WALLS

ENTRIES = ("fill",)

FAR = 250  # more than any distance
WIDE = 64  # row length of the table of binomials: binomials[k * WIDE + n] is C(n, k)


@kernel
def number_of(binomials: Sequence[int], a: int, b: int, c: int, d: int) -> int:
    """Number of the placement of four different squares in any order."""
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    return (
        binomials[WIDE + a]
        + binomials[2 * WIDE + b]
        + binomials[3 * WIDE + c]
        + binomials[4 * WIDE + d]
    )


def squares_of(binomials: Sequence[int], number: int, squares: int, found: Ints) -> None:
    """The four squares of a placement, in ascending order."""
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
    """Enter what one step or leap of one of the `found` pieces makes of the distance `here`."""
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
            if target in (one, two, three) or others[target] != 0:
                second = target * 4 + way
                target = t[NEXT][second]
                if cost > 1 or target < 0 or t[WALLS][second] > 0:
                    continue
                if target in (one, two, three) or others[target] != 0:
                    continue
            other = number_of(binomials, target, one, two, three)
            if distance[other] > here + cost:
                distance[other] = here + cost


def fill(
    t: Tables,
    binomials: Sequence[int],
    seat: int,
    others: Sequence[int],
    distance: Ints,
    found: Ints,
) -> None:
    """Write the distance of every placement to the goal corner of `seat`.

    `others` is 1 on squares where pieces stand that do not move.
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
                squares_of(binomials, number, squares, found)
                relax(t, binomials, others, found, distance, here)
            elif here < distance[number] < FAR:
                some += 1
        if some == 0 and here > 3:
            break
