"""Exact alpha-beta for Libra on bitboards: the groups MORE makes with perfect play.

It is a template without slots, for small boards. A position and the same position with exchanged
colours share an entry of the table.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.engine.kernels.cell_sets import joined

ENTRIES = ("search",)

EXACT, LOWER, UPPER = 1, 2, 3  # kinds of values in the table
# Bit offsets in a table entry: of the kind, and of the key. The value is in the lowest bits.
VALUE_BITS, KIND_BITS = 5, 8
FEWEST, MOST = -2, 1  # minimum and maximum of the groups that a stone can add
NEVER = 1 << VALUE_BITS  # larger than the number of groups on any of these boards


def search(
    near: Sequence[int],
    white: int,
    black: int,
    groups: int,
    left: int,
    alpha: int,
    beta: int,
    table: MutableSequence[int],
    gains: MutableSequence[int],
) -> int:
    """Return the groups at the end, exact between `alpha` and `beta`.

    There are `groups` on the board and `left` empty cells; LESS is to move if the number of stones
    is even.

    `gains` is scratch space for 2 * (cells + 1) * cells numbers.
    """
    if left == 0:
        return groups
    cells = len(near)
    less = (cells - left) % 2 == 0
    # LESS never has to add a group, because its stone can join one on the board.
    if left < cells:
        most = groups + (left if less else left + 1) // 2
        if most <= alpha:
            return most
    if black > white:
        white, black = black, white
    key = white << cells | black
    slot = key % len(table)
    entry = table[slot]
    if entry >> KIND_BITS == key:
        value, kind = entry & (NEVER - 1), entry >> VALUE_BITS & 3
        if kind == EXACT or (kind == LOWER and value >= beta) or (kind == UPPER and value <= alpha):
            return value
    first = 2 * cells * left
    taken = white | black
    for cell in range(cells):
        if taken >> cell & 1 == 0:
            gains[first + 2 * cell] = 1 - joined(near, white, cell)
            gains[first + 2 * cell + 1] = 1 - joined(near, black, cell)
    low, high = alpha, beta
    best = NEVER - 1 if less else 0
    for step in range(MOST - FEWEST + 1):  # The most promising gains come first.
        wanted = FEWEST + step if less else MOST - step
        for place in range(2 * cells):
            cell = place // 2
            if taken >> cell & 1 != 0 or gains[first + place] != wanted or low >= high:
                continue
            one = white | (1 << cell if place % 2 == 0 else 0)
            two = black | (1 << cell if place % 2 == 1 else 0)
            value = search(near, one, two, groups + wanted, left - 1, low, high, table, gains)
            if less:
                best = min(best, value)
                high = min(high, best)
            else:
                best = max(best, value)
                low = max(low, best)
    kind = UPPER if best <= alpha else (LOWER if best >= beta else EXACT)
    table[slot] = key << KIND_BITS | kind << VALUE_BITS | best
    return best
