"""Generator of whole turns of More or Less, which has thousands of trains and hundreds of ends.

A turn is two numbers. `move` is the start and target of the counter (0 if it comes back). `flips`
has a bit for each counter, in the order of the points, which is 1 if the turn turns the counter. A
turn without move and flips is a pass, or a jump that is undone.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence

from game.engine.kernels.cell_sets import lowest
from game.engine.kernels.slots import Floats, Ints, Tables
from game.engine.kernels.whole_turns import ENDS, MORES, NOTE, OWN, RESULTS, WHOLE
from game.engine.search.turns import Turn, same_turn
from game.games.more_or_less.engine.evaluation import (
    UNIT,
    changed,
    changed_back,
    note_patterns,
    pattern_sum,
    tally_sum,
    windows,
)
from game.games.more_or_less.engine.trains import (
    DEEP,
    FULL,
    LONGEST_TRAIN,
    POINT,
    ROOM,
    TARGET,
    slid_jumps,
    slid_list,
    survey,
)
from game.games.more_or_less.rules import (
    BOARD,
    COUNTS,
    FREE,
    LESS,
    MARKER_PLACES,
    MARKS,
    META,
    MORE,
    PLACED,
    POINTS,
    can_jump,
    end_movement,
)
from game.rules import Game, State
from game.rules.boards import COUNTERS
from game.rules.kernel import P1_WIN, P2_WIN, SEAT, kernel

MOST_ENDS = 4_000  # maximum number of ends of a turn
PLACES = 8192  # size of the hash table of ends, a power of 2
MOST_JUMPS = 40_000  # maximum number of jumps in all trains of a turn
# This game's own arrays. STONES has the points of the counters.
TABLE, STAMPS, RANKS, STONES, CODES = range(OWN, OWN + 5)
STAMP = 1  # index in NOTE of the number of the current turn
ONWARD, TO = 1023, 10  # mask of the start in a move, and the bit offset of its target

Ends = tuple[Ints, ...]


def spaces(game: Game) -> tuple[int, ...]:
    """Return the sizes of this game's own arrays."""
    points = game.topology
    return PLACES, PLACES, len(points), COUNTERS, sum(1 for _ in windows(points))


def knows(state: State) -> bool:
    """Return whether all counters are placed."""
    return state[PLACED] == COUNTERS


@kernel
def enter(ends: Ends, count: int, move: int, flips: int) -> int:
    """Store an end if it is new and there is room; return the number of ends afterwards."""
    moves, turned, table, stamps = ends[ENDS], ends[MORES], ends[TABLE], ends[STAMPS]
    stamp = ends[NOTE][STAMP]
    place = (move * 40503 + flips * 9973 + (flips >> 11)) & (PLACES - 1)
    while stamps[place] == stamp:
        known = table[place]
        if moves[known] == move and turned[known] == flips:
            return count
        place = (place + 1) & (PLACES - 1)
    if count < MOST_ENDS:
        stamps[place] = stamp
        table[place] = count
        moves[count] = move
        turned[count] = flips
        return count + 1
    ends[NOTE][WHOLE] = 0
    return count


@kernel
def trains_from(t: Tables, s: Ints, start: int, work: Ints, ends: Ends, count: int) -> int:
    """Store the ends of trains of the counter at `start`; return the number of ends.

    `survey` must be called first; work[0] is the number of jumps that may be tried. A jump that
    undoes the previous one is skipped, because it leads to no new end.
    """
    points = t[META][POINTS]
    starts = ROOM + points
    first = starts + points + 1
    ranks = ends[RANKS]
    tries = work[0]
    work[ROOM + start] = 1
    depth, last, flips = 0, -1, 0
    at, end = first + work[starts + start], first + work[starts + start + 1]
    while tries > 0:
        if at == end or depth == LONGEST_TRAIN:
            if depth == 0:
                break
            depth -= 1
            at, end = work[1 + depth], work[DEEP + depth]
            work[ROOM + (work[at] >> TARGET & POINT)] -= 1
            flips ^= ranks[work[at] & POINT]
            last = work[work[depth]] & POINT if depth > 0 else -1
            at += 1
            continue
        over, target = work[at] & POINT, work[at] >> TARGET & POINT
        if (over == last) | (work[ROOM + target] >= FULL) | (over == start):
            at += 1
            continue
        tries -= 1
        flips ^= ranks[over]
        work[ROOM + target] += 1
        count = enter(ends, count, 0 if target == start else start + (target << TO), flips)
        work[1 + depth], work[DEEP + depth] = at, end
        depth += 1
        last = over
        at, end = first + work[starts + target], first + work[starts + target + 1]
    while depth > 0:
        depth -= 1
        work[ROOM + (work[work[1 + depth]] >> TARGET & POINT)] -= 1
    work[ROOM + start] = FULL
    work[0] = tries
    return count


@kernel
def slides_of(t: Tables, s: Ints, start: int, work: Ints, ends: Ends, count: int) -> int:
    """Store the ends of slides from `start`, each with its jump; return the number of ends."""
    first = slid_list(t)
    for at in range(first, first + slid_jumps(t, s, start, work)):
        over, target = work[at] & POINT, work[at] >> TARGET
        move = 0 if target == start else start + (target << TO)
        count = enter(ends, count, move, ends[RANKS][over])
    return count


@kernel
def ends_of(t: Tables, s: Ints, work: Ints, ends: Ends) -> int:
    """Write all ends of the turn that begins in `s`, and return their number.

    ends[NOTE][WHOLE] is 0 if there may be more ends.
    """
    points, own = t[META][POINTS], s[SEAT] + 1
    note, ranks = ends[NOTE], ends[RANKS]
    note[STAMP] += 1
    note[WHOLE] = 1
    bit, stones, lying = 1, ends[STONES], 0
    for point in range(points):
        ranks[point] = bit
        if s[BOARD + point] != 0:
            bit <<= 1
            stones[lying] = point
            lying += 1
    survey(t, s, work)
    work[0] = MOST_JUMPS
    count, jumping = 0, False
    for point in range(points):
        if s[BOARD + point] == own:
            if can_jump(t, s, point, -1):
                jumping = True
                count = trains_from(t, s, point, work, ends, count)
            count = slides_of(t, s, point, work, ends, count)
    if jumping or count == 0 or t[META][FREE] == 1:
        count = enter(ends, count, 0, 0)
    if work[0] <= 0:
        note[WHOLE] = 0
    return count


@kernel
def play_turn(t: Tables, s: Ints, move: int, flips: int, work: Ints) -> None:
    """Play a whole turn from its beginning."""
    left, point = flips, 0
    while left != 0:
        stone = s[BOARD + point]
        if stone != 0:
            if left & 1:
                s[BOARD + point] = 3 - stone
                s[COUNTS + stone - 1] -= 1
                s[COUNTS + 2 - stone] += 1
            left >>= 1
        point += 1
    if move != 0:
        source, target = move & ONWARD, move >> TO
        s[BOARD + target] = s[BOARD + source]
        s[BOARD + source] = 0
    end_movement(t, s)


@kernel
def turned_odds(
    t: Tables, x: Tables, s: Sequence[int], ends: Ends, move: int, flips: int
) -> tuple[int, int]:
    """Return by how much a turn changes the own counters up and the other side's pattern sum."""
    codes, stones, side = ends[CODES], ends[STONES], s[SEAT]
    other = 1 - side
    source, target = move & ONWARD, move >> TO
    own, worth, left = 0, 0, flips
    while left != 0:
        point = stones[lowest(left)]
        stone = s[BOARD + point]
        worth += changed(t, x, codes, other, point, stone, 3 - stone)
        own += -1 if stone == side + 1 else 1
        left &= left - 1
    if move != 0:
        worth += changed(t, x, codes, other, source, side + 1, 0)
        worth += changed(t, x, codes, other, target, 0, side + 1)
        changed_back(x, codes, target, 0, side + 1)
        changed_back(x, codes, source, side + 1, 0)
    left = flips
    while left != 0:
        point = stones[lowest(left)]
        changed_back(x, codes, point, s[BOARD + point], 3 - s[BOARD + point])
        left &= left - 1
    return own, worth


@kernel
def result_of(side: int, own: int, left: int) -> int:
    """Return the result after a turn with `own` counters up and `left` turns left; 0 if none."""
    if own >= MORE or own <= LESS:
        return P1_WIN + side
    if left > 0:
        return 0
    black = own if side == 0 else COUNTERS - own
    return P1_WIN if 2 * black < COUNTERS else P2_WIN


@kernel
def turns(
    t: Tables, x: Tables, s: Ints, work: Ints, ends: Ends, worths: Floats, breadth: int
) -> int:
    """Write all turns, ignoring `breadth`, each with the value of its position."""
    count = ends_of(t, s, work, ends)
    side, other = s[SEAT], 1 - s[SEAT]
    left = 2 * MARKER_PLACES - s[MARKS] - s[MARKS + 1] - 1
    note_patterns(x, s, ends[CODES])
    before = pattern_sum(t, x, s, other)
    for place in range(count):
        more, worth = turned_odds(t, x, s, ends, ends[ENDS][place], ends[MORES][place])
        own = s[COUNTS + side] + more
        ends[RESULTS][place] = result_of(side, own, left)
        odds = (before + worth + tally_sum(x, other, left, COUNTERS - own)) / UNIT
        worths[place] = 1.0 / (1.0 + math.exp(odds if side == 0 else -odds))
    return count


def way(game: Game, state: State, wanted: State, move: int) -> Turn:
    """Return the shortest turn from `state` to `wanted`. Raises LookupError if there is none.

    A jump that undoes the previous one turns the same counter twice. It is only tried if the whole
    turn changes nothing on the board.
    """
    waiting: deque[tuple[State, Turn]] = deque([(state, ())])
    seen: set[State] = set()
    nothing = wanted[BOARD:] == state[BOARD:]
    source = game.topology.points[move & ONWARD] if move else None
    while waiting:
        here, turn = waiting.popleft()
        for action in game.legal(here):
            back = (
                bool(turn) and action.source == turn[-1].target and action.target == turn[-1].source
            )
            if (back and not nothing) or (source and not turn and action.source != source):
                continue
            after = game.advance(here, action)
            if not same_turn(here, after, game):
                if after == wanted:
                    return (*turn, action)
            elif after not in seen:
                seen.add(after)
                waiting.append((after, (*turn, action)))
    raise LookupError("no turn ends there")
