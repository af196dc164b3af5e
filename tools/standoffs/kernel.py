"""Alpha-beta over whole turns, valued by a side's lead in moves: a template, see `slots`.

Values are moves from the mover's view. The function calls itself, so each argument must always have
the same type.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.kernels.slots import Floats, Ints, Tables, play_turn, turns
from game.engine.kernels.whole_turns import ENDS, MORES
from game.games.less.engine.evaluation import ahead, holds
from game.rules.kernel import DRAW, P1_WIN, RESULT, RUNNING, SEAT

ENTRIES = ("value_of_turns",)

NODES, LIMIT, BREADTH, BEST = range(4)  # indexes in `ctl`
MOST = 512  # maximum number of turns kept of a position
WON = 1_000
HELD = 4.0  # a lead is divided by this if the side behind holds a corner

Rows = Sequence[Ints]


def worth_of(t: Tables, x: Tables, s: Sequence[int]) -> int:
    """Return side 0's lead in moves, reduced if the side that is behind holds a corner."""
    lead = ahead(t, x, s)
    if (lead > 0 and holds(t, s, 1)) or (lead < 0 and holds(t, s, 0)):
        lead = int(lead / HELD)
    return lead


def value_of_turns(
    t: Tables,
    x: Tables,
    rows: Rows,
    work: Ints,
    ends: tuple[Ints, ...],
    worths: Floats,
    moves: Ints,
    ranks: Floats,
    ctl: Ints,
    depth: int,
    ply: int,
    alpha: int,
    beta: int,
) -> int:
    """Return the value of the position in rows[ply]; at ply 0, ctl[BEST] becomes the best turn."""
    s = rows[ply]
    side = s[SEAT] % 2
    if s[RESULT] != RUNNING:
        if s[RESULT] == DRAW:
            return 0
        return WON - ply if s[RESULT] == P1_WIN + side else ply - WON
    if depth == 0 or ctl[NODES] >= ctl[LIMIT]:
        lead = worth_of(t, x, s)
        return lead if side == 0 else -lead
    ctl[NODES] += 1
    count = min(MOST, turns(t, x, s, work, ends, worths, ctl[BREADTH]))
    first, sign = ply * MOST, 1.0 if side == 0 else -1.0
    for place in range(count):
        moves[first + place] = ends[ENDS][place]
        ranks[first + place] = sign * worths[place]
    after = rows[ply + 1]
    best, chosen = -2 * WON, moves[first]
    for place in range(first, first + count):
        top = place
        for other in range(place + 1, first + count):
            if ranks[other] > ranks[top]:
                top = other
        move = moves[top]
        moves[top], ranks[top] = moves[place], ranks[place]
        for field in range(len(s)):
            after[field] = s[field]
        play_turn(t, after, move, ends[MORES][0], work)
        low = max(alpha, best)
        if after[SEAT] % 2 == side:
            found = value_of_turns(
                t, x, rows, work, ends, worths, moves, ranks, ctl, depth - 1, ply + 1, low, beta
            )
        else:
            found = -value_of_turns(
                t, x, rows, work, ends, worths, moves, ranks, ctl, depth - 1, ply + 1, -beta, -low
            )
        if found > best:
            best, chosen = found, move
        if best >= beta:
            break
    if ply == 0:
        ctl[BEST] = chosen
    return best
