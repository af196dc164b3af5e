"""Alpha-beta over whole turns for endings of Less with two seats, on sets of squares.

It is a template without slots. It answers one question: does a side come home in a number of its
own turns and end ahead (or, with margin 0, at least level)? NO holds only for that number of turns.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from game.engine.kernels.cell_sets import lowest
from game.engine.search.endgame import NO, UNKNOWN, YES
from game.games.less.engine.solo import FAR
from game.games.less.engine.tables import WIDE
from game.games.less.rules import BLOCK, META, MOVES, NEXT, SQUARES, WALLS

ENTRIES = ("ends_ahead",)

# x: the binomials, then the least moves home for White's and for Black's placements.
BINOMIALS, LEAST = 0, 1
# Arrays in w. CTL has control numbers, GOALS the goal corners. PLACED, USED and RANKS have the
# turns of each ply: the pieces afterwards, the moves used, the rank. KILLERS has the last best
# answer of each ply. SEEN has positions within a turn, MET the number of the turn in which each was
# met. BEFORE, LEFT and AT have, for each action of a turn, the pieces and the moves left before it,
# and the next way to try. TABLE has the results.
CTL, GOALS, PLACED, USED, RANKS, KILLERS, SEEN, MET, BEFORE, LEFT, AT, TABLE = range(12)
# Indices in CTL; ANSWER holds the pieces after the first turn.
NODES, LIMIT, SIDE, MARGIN, TURN, ANSWER = range(6)
WAYS = 16  # directions of four pieces together
MOST = WAYS + WAYS**2 + WAYS**3  # maximum number of turns and parts of turns in a ply
PLIES, PLACES = 24, 8192  # maximum number of plies; places for positions within a turn
LEAD = 128  # added to leads in the table, so that they are not negative
KILLER = 1000  # A killer's rank is this much better.
BARRING = 3  # value, in moves, of a piece that is in the other side's goal corner
FACTOR, MASK = 6364136223846793005, (1 << 61) - 1

Board = tuple[Sequence[int], ...]
Space = tuple[MutableSequence[int], ...]


def mixed(key: int) -> int:
    """Return a 31-bit hash."""
    return ((key * FACTOR) & MASK) >> 30


def number_in(x: Board, pieces: int) -> int:
    """Return the number of a placement, given as a set of bits."""
    number = 0
    for count in range(1, 5):
        number += x[BINOMIALS][count * WIDE + lowest(pieces)]
        pieces &= pieces - 1
    return number


def size_of(pieces: int) -> int:
    """Return the number of pieces in a set."""
    count = 0
    while pieces != 0:
        pieces &= pieces - 1
        count += 1
    return count


def is_new(w: Space, pieces: int, left: int) -> bool:
    """Store a position within the turn; return whether it is new."""
    key = pieces * (MOVES + 1) + left
    place = mixed(key) % PLACES
    while w[MET][place] == w[CTL][TURN]:
        if w[SEEN][place] == key:
            return False
        place = (place + 1) % PLACES
    w[MET][place], w[SEEN][place] = w[CTL][TURN], key
    return True


def reached(t: Board, full: int, square: int, way: int) -> tuple[int, int]:
    """Return where a piece steps or leaps in a direction, and the cost; 0 if it cannot."""
    near, walls = t[NEXT][square * 4 + way], t[WALLS][square * 4 + way]
    if near < 0:
        return square, 0
    if full >> near & 1 == 0:
        return near, 1 + walls
    behind = t[NEXT][near * 4 + way]
    if walls > 0 or behind < 0 or t[WALLS][near * 4 + way] > 0 or full >> behind & 1 == 1:
        return square, 0
    return behind, 1


def spend(t: Board, w: Space, pieces: int, others: int, goal: int, first: int) -> int:
    """Write all turns and parts of turns that the pieces can play; return their number.

    Their rank is the number of moves spent; coming home counts as spending all moves of the turn.
    """
    before, left, at = w[BEFORE], w[LEFT], w[AT]
    before[0], left[0], at[0] = pieces, MOVES, 0
    depth, count = 0, 0
    while depth >= 0:
        square, way = at[depth] // 4, at[depth] % 4
        if square == t[META][SQUARES]:
            depth -= 1
            continue
        if before[depth] >> square & 1 == 0:
            at[depth] += 4
            continue
        at[depth] += 1
        target, cost = reached(t, before[depth] | others, square, way)
        still = left[depth] - cost
        if cost == 0 or still < 0:
            continue
        after = before[depth] ^ (1 << square) ^ (1 << target)
        if not is_new(w, after, still):
            continue
        w[PLACED][first + count], w[USED][first + count] = after, MOVES - still
        w[RANKS][first + count] = MOVES if after == goal else MOVES - still
        count += 1
        if after != goal and still > 0:
            depth += 1
            before[depth], left[depth], at[depth] = after, still, 0
    return count


def turns_of(t: Board, w: Space, pieces: int, others: int, goal: int, ply: int) -> int:
    """Write the turns of a side that spend as many moves as possible; return their number."""
    first = ply * MOST
    w[CTL][TURN] += 1
    count = spend(t, w, pieces, others, goal, first)
    if count == 0:  # The side passes.
        w[PLACED][first], w[USED][first] = pieces, 0
        return 1
    most, kept = 0, first
    for place in range(first, first + count):
        most = max(most, w[RANKS][place])
    for place in range(first, first + count):
        if w[RANKS][place] == most:
            w[PLACED][kept], w[USED][kept] = w[PLACED][place], w[USED][place]
            kept += 1
    return kept - first


def bring_best(w: Space, place: int, last: int) -> None:
    """Swap the turn of the lowest rank to `place`."""
    best = place
    for other in range(place + 1, last):
        if w[RANKS][other] < w[RANKS][best]:
            best = other
    for array in (w[PLACED], w[USED], w[RANKS]):
        array[place], array[best] = array[best], array[place]


def rank_turns(
    t: Board, x: Board, w: Space, others: int, within: int, mine: int, ply: int, count: int
) -> tuple[int, bool]:
    """Rank the turns that leave the mover at most `within` moves from home; return their number.

    Also return whether the last of these turns wins immediately, because one of the `others` keeps
    the fourth piece from its goal.
    """
    side = w[CTL][SIDE] if mine == 1 else 1 - w[CTL][SIDE]
    goal, rival, first = w[GOALS][side], w[GOALS][1 - side], ply * MOST
    blocked = t[META][BLOCK] == 1 and others & goal != 0
    kept = first
    for place in range(first, first + count):
        after = w[PLACED][place]
        w[PLACED][kept], w[USED][kept] = after, w[USED][place]
        if blocked and size_of(after & goal) == 3:
            return kept + 1 - first, True
        rank = x[LEAST + side][number_in(x, after)]
        if rank > within:
            continue
        if mine == 0:
            rank -= BARRING * size_of(after & rival)
        w[RANKS][kept] = rank - KILLER if after == w[KILLERS][ply] else rank
        kept += 1
    return kept - first, False


def name_of(x: Board, w: Space, own: int, other: int, lead: int, turns: int, mine: int) -> int:
    """Return the key of a question in the table, never 0."""
    name = (1 << 16 | number_in(x, own)) << 16 | number_in(x, other)
    name = (name << 8 | (LEAD + lead)) << 4 | turns
    return name << 3 | mine << 2 | w[CTL][SIDE] << 1 | w[CTL][MARGIN]


def ends_ahead(
    t: Board, x: Board, w: Space, own: int, other: int, lead: int, turns: int, mine: int, ply: int
) -> int:
    """Return whether the side in question comes home in `turns` of its own turns and ends ahead.

    YES, NO, or UNKNOWN at the limit of nodes. `own` are the side's pieces. `lead` is the number of
    moves that the other side has used more. `mine` is 1 when the side is to move.
    """
    side, margin = w[CTL][SIDE], w[CTL][MARGIN]
    goal, rival = w[GOALS][side], w[GOALS][1 - side]
    least, within, left = x[LEAST + side][number_in(x, own)], FAR, turns
    racing = own == goal or other == rival
    if own == goal:
        if x[LEAST + 1 - side][number_in(x, other)] >= margin - lead:
            return YES
        if other == rival:
            return NO
        mine = 0
    elif other == rival:
        if least > lead - margin:
            return NO
        mine = 1
    elif least > MOVES * turns:
        return NO
    elif mine == 1:
        left -= 1
        within = MOVES * left
    name = name_of(x, w, own, other, lead, turns, mine)
    slot = mixed(name) % len(w[TABLE])
    if w[TABLE][slot] >> 1 == name and ply > 0:
        return w[TABLE][slot] & 1
    if w[CTL][NODES] >= w[CTL][LIMIT] or ply == PLIES:
        return UNKNOWN
    w[CTL][NODES] += 1
    if mine == 1:
        count = turns_of(t, w, own, other, goal, ply)
        count, ended = rank_turns(t, x, w, other, within, mine, ply, count)
    else:
        count = turns_of(t, w, other, own, rival, ply)
        count, ended = rank_turns(t, x, w, own, within, mine, ply, count)
    first, answer = ply * MOST, 1 - mine
    if ended:
        w[KILLERS][ply], answer, count = w[PLACED][first + count - 1], mine, 0
    for place in range(first, first + count):
        bring_best(w, place, first + count)
        after, used = w[PLACED][place], w[USED][place]
        if racing and used == 0:  # The side never comes home.
            break
        # Passing a literal would make a second signature, which the cache does not link.
        if mine == 1:
            found = ends_ahead(t, x, w, after, other, lead - used, left, 1 - mine, ply + 1)
        else:
            found = ends_ahead(t, x, w, own, after, lead + used, left, 1 - mine, ply + 1)
        if found == UNKNOWN:
            return UNKNOWN
        if found != answer:
            answer = found
            w[KILLERS][ply] = after
            break
    if ply == 0:
        w[CTL][ANSWER] = w[KILLERS][ply]
    w[TABLE][slot] = name << 1 | answer
    return answer
