"""Alpha-beta for endings of Libra: whether MORE reaches its aim.  Bitboards and a table.

A template without slots.  It answers one question, so that one answer in somebody's favour ends a
node.  (`exact` knows what every position of a small board is worth.)
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.engine.kernels.cell_sets import joined
from game.engine.search.endgame import GOAL_BITS, LONGEST, NO, UNKNOWN, YES

ENTRIES = ("more_gets",)

NODES, LIMIT = range(2)  # in `ctl`
MOST_JOINED = 3  # groups of a colour that one cell touches


def more_gets(
    near: Sequence[int],
    empties: Sequence[int],
    white: int,
    black: int,
    wanted: int,
    key: int,
    left: int,
    less: int,
    goal: int,
    ctl: MutableSequence[int],
    table: MutableSequence[int],
    gains: MutableSequence[float],
) -> int:
    """Return whether `wanted` groups can be added: YES, NO, or UNKNOWN at the limit of nodes.

    `wanted` may be negative; `goal` is how many there are to be in all; `left` cells are to be
    filled, `less` is 1 when LESS lays the next stone.  `key` holds two bits for each of the
    `empties`, its stone; `gains` is scratch space for twice LONGEST numbers for each cell left and
    one more.
    """
    if left == 0:
        return YES if wanted <= 0 else NO
    if wanted <= (1 - MOST_JOINED) * left:
        return YES
    name = (key << GOAL_BITS) + goal + 1  # never 0, which is no entry
    slot = name % len(table)
    if table[slot] >> 1 == name:
        return table[slot] & 1
    if ctl[NODES] >= ctl[LIMIT]:
        return UNKNOWN
    ctl[NODES] += 1
    count = len(empties)
    first = left * 2 * LONGEST
    free = alone = 0  # cells where a stone may make a group; those of them without a stone near
    for place in range(count):
        at = first + 2 * place
        gains[at] = gains[at + 1] = -1
        if key >> 2 * place & 3 == 0:
            one = joined(near, white, empties[place])
            two = joined(near, black, empties[place])
            free += min(one, two) == 0
            alone += max(one, two) == 0
            gains[at], gains[at + 1] = one, two
    # LESS leans on stones, and there first where MORE might make a group: of those MORE has half.
    if wanted > alone + min((left + 1 - less) // 2, (free - alone + 1 - less) // 2):
        return NO
    answer = less
    for step in range(MOST_JOINED + 1):  # what looks best first
        groups = MOST_JOINED - step if less == 1 else step
        for choice in range(2 * count):
            if gains[first + choice] != groups:
                continue
            place, colour = choice >> 1, choice & 1
            cell = empties[place]
            found = more_gets(
                near,
                empties,
                white | (1 - colour) << cell,
                black | colour << cell,
                wanted - 1 + groups,
                key | (1 + colour) << 2 * place,
                left - 1,
                1 - less,
                goal,
                ctl,
                table,
                gains,
            )
            if found == UNKNOWN:
                return UNKNOWN
            if found != less:
                table[slot] = name << 1 | found
                return found
    table[slot] = name << 1 | answer
    return answer
