"""Alpha-beta over actions with a transposition table: a template, see `slots`.

Depth counts turns. All actions of a turn are searched to its end, and turns that end in the same
position share a table entry. Without a depth limit, the search solves the rest of the game exactly.
Values are for the side to move. Won games are near WIN, earlier wins higher; a position at the
depth limit is 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.kernels.slots import Ints, Tables, legal, order, play
from game.rules.kernel import BEGUN, DRAW, P1_WIN, RESULT, RUNNING, SEAT, TURNS

ENTRIES = ("search",)

# Indices in ctl; FIRST holds the best action so far, or -1.
NODES, LIMIT, STOP, ABORTED, FIRST = range(5)
DEPTH, BOUND, VALUE, CODE = range(4)  # offsets in a table entry
EXACT, LOWER, UPPER = 1, 2, 3
WIN = 1_000_000
SURE = WIN - 10_000  # Values beyond this one are proved.
TABLE_FIRST = 1 << 24  # rank of the action stored in the table, above all values of `order`
MASK = (1 << 61) - 1
FACTOR = 6364136223846793005

Stack = Sequence[Ints]


def key_of(s: Sequence[int]) -> int:
    """Return a 61-bit hash of the whole state."""
    key = 1442695040888963407
    for place in range(len(s)):
        key = ((key ^ s[place]) * FACTOR) & MASK
        key ^= key >> 29
    return key


def terminal(s: Sequence[int], side: int) -> int:
    """Return the value of a finished game for `side`."""
    if s[RESULT] == DRAW:
        return 0
    value = WIN - s[TURNS]
    return value if s[RESULT] == P1_WIN + side else -value


def sort_first(out: Ints, ranks: Ints, place: int, count: int) -> None:
    """Swap the highest-ranked action from `place` onwards to `place`."""
    best = place
    for other in range(place + 1, count):
        if ranks[other] > ranks[best]:
            best = other
    out[place], out[best] = out[best], out[place]
    ranks[place], ranks[best] = ranks[best], ranks[place]


def search(
    t: Tables,
    x: Tables,
    states: Stack,
    outs: Stack,
    ranks: Stack,
    work: Ints,
    ctl: Ints,
    keys: Ints,
    entries: Ints,
    ply: int,
    depth: int,
    alpha: int,
    beta: int,
) -> int:
    """Return the value of states[ply] for its side to move, `depth` turns deep; 0 when aborted."""
    s = states[ply]
    side = s[SEAT] % 2
    ctl[NODES] += 1
    if ctl[STOP] != 0 or ctl[NODES] >= ctl[LIMIT]:
        ctl[ABORTED] = 1
        return 0
    if s[RESULT] != RUNNING:
        return terminal(s, side)
    if (depth <= 0 and s[BEGUN] == 0) or ply + 2 >= len(states):
        return 0
    key = key_of(s)
    place = key % len(keys)
    entry = place * 4
    remembered = -1
    if keys[place] == key:
        remembered = entries[entry + CODE]
        if entries[entry + DEPTH] >= depth and ply > 0:
            value = entries[entry + VALUE]
            bound = entries[entry + BOUND]
            if (
                bound == EXACT
                or (bound == LOWER and value >= beta)
                or (bound == UPPER and value <= alpha)
            ):
                return value
    out, rank = outs[ply], ranks[ply]
    count = legal(t, s, out, work)
    for at in range(count):
        if out[at] == remembered:
            rank[at] = TABLE_FIRST
        else:
            rank[at] = order(t, x, s, out[at], work)
    best, best_code, floor = -2 * WIN, -1, alpha
    after = states[ply + 1]
    for at in range(count):
        sort_first(out, rank, at, count)
        for field in range(len(s)):
            after[field] = s[field]
        play(t, after, out[at], work)
        left = depth
        if after[TURNS] != s[TURNS]:
            left -= 1
        if after[SEAT] % 2 == side:
            value = search(
                t, x, states, outs, ranks, work, ctl, keys, entries, ply + 1, left, floor, beta
            )
        else:
            value = -search(
                t, x, states, outs, ranks, work, ctl, keys, entries, ply + 1, left, -beta, -floor
            )
        if ctl[ABORTED] != 0:
            return 0
        if value > best:
            best, best_code = value, out[at]
            if ply == 0:
                ctl[FIRST] = best_code
        floor = max(floor, best)
        if floor >= beta:
            break
    keys[place] = key
    entries[entry + DEPTH] = depth
    entries[entry + VALUE] = best
    entries[entry + CODE] = best_code
    if best >= beta:
        entries[entry + BOUND] = LOWER
    elif best > alpha:
        entries[entry + BOUND] = EXACT
    else:
        entries[entry + BOUND] = UPPER
    return best
