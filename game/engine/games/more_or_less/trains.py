"""Wins of More or Less within one turn, and how near they are, by search of all trains of jumps.

With a stack of its own: compiled functions that call themselves do not come back from a cache.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.kernels.slots import Ints, Tables
from game.rules.boards import COUNTERS
from game.rules.kernel import P1_WIN, SEAT, kernel
from game.rules.more_or_less import (
    BOARD,
    COUNTS,
    FREE,
    JUMP_FROM,
    JUMP_OVER,
    JUMP_TO,
    LESS,
    MARKER_PLACES,
    MARKS,
    META,
    MORE,
    MOVING,
    PLACED,
    POINTS,
    SLID,
    SLIDE_FROM,
    SLIDE_HEAD,
    SLIDE_TO,
    can_jump,
)

PROBED_JUMPS = 6000  # in all trains of a turn
LONGEST_TRAIN = 199  # of the trains looked at; on 81 points none is longer than 162 jumps
DEEP = 200  # in `work`: where the points of a train begin


@kernel
def last_turn(s: Sequence[int]) -> bool:
    """Is this the last turn of the game?"""
    other = 1 - s[SEAT]
    return s[MARKS + s[SEAT]] == MARKER_PLACES - 1 and s[MARKS + other] == MARKER_PLACES


@kernel
def enough(s: Sequence[int]) -> int:
    """So few counters up at the end of this turn win: the fewer of all in the last turn."""
    return COUNTERS // 2 if last_turn(s) else LESS


@kernel
def turned(s: Ints, over: int, count: int) -> int:
    """The mover's counters up when the counter at s[over] has been turned."""
    return count - 1 if s[over] == s[SEAT] + 1 else count + 1


@kernel
def hop(s: Ints, visits: int, source: int, over: int, target: int, way: int) -> None:
    """Jump from `source` to `target` (way 1) or take it back (way -1)."""
    gone, there = (source, target) if way > 0 else (target, source)
    s[BOARD + there] = s[BOARD + gone]
    s[BOARD + gone] = 0
    s[over] = 3 - s[over]
    s[visits + target] += way


@kernel
def nearest(t: Tables, s: Ints, start: int, count: int, best: int, work: Ints) -> int:
    """How near a win the counter at `start` comes by jumps alone, if that is nearer than `best`.

    In counters more or fewer that are still wanted: 0 is a win, and ends the search.  `count` is
    the mover's number of counters up; work[0] how many jumps may still be tried, the rest of
    `work` the stack of jumps made and of the points they came from.  `s` is put back as it was.
    """
    visits = BOARD + t[META][POINTS]
    depth, point, jump = 0, start, t[JUMP_FROM][start]
    fewest = enough(s)
    while best > 0 and work[0] > 0:
        if jump == t[JUMP_FROM][point + 1] or depth == LONGEST_TRAIN:
            if depth == 0:
                break
            depth -= 1
            jump = work[1 + depth]
            over, target = BOARD + t[JUMP_OVER][jump], t[JUMP_TO][jump]
            point = work[DEEP + depth]
            hop(s, visits, point, over, target, -1)
            count -= turned(s, over, 0)
            jump += 1
            continue
        over, target = BOARD + t[JUMP_OVER][jump], t[JUMP_TO][jump]
        if s[over] == 0 or s[BOARD + target] != 0 or s[visits + target] >= 2:
            jump += 1
            continue
        work[0] -= 1
        count = turned(s, over, count)
        best = min(best, max(0, min(MORE - count, count - fewest)))
        work[1 + depth], work[DEEP + depth] = jump, point
        hop(s, visits, point, over, target, 1)
        depth += 1
        point, jump = target, t[JUMP_FROM][target]
    while depth > 0:
        depth -= 1
        jump = work[1 + depth]
        hop(s, visits, work[DEEP + depth], BOARD + t[JUMP_OVER][jump], t[JUMP_TO][jump], -1)
    return best


@kernel
def wanting(t: Tables, s: Ints, seat: int, each: int, work: Ints) -> int:
    """How near a win `seat` would come by jumps if it were to move now, at the start of a turn.

    `each` counter has so many jumps tried, so this is a quick estimate, never too near.
    """
    mover = s[SEAT]
    s[SEAT] = seat
    visits = BOARD + t[META][POINTS]
    best = COUNTERS
    for point in range(t[META][POINTS]):
        if s[BOARD + point] == seat + 1:
            work[0] = each
            s[visits + point] = 1
            best = nearest(t, s, point, s[COUNTS + seat], best, work)
            s[visits + point] = 0
    s[SEAT] = mover
    return best


@kernel
def can_move(t: Tables, s: Sequence[int]) -> bool:
    """Has the side to move a jump, or a slide that a jump can follow, at the start of its turn?"""
    own = s[SEAT] + 1
    for point in range(t[META][POINTS]):
        if s[BOARD + point] != own:
            continue
        if can_jump(t, s, point, -1):
            return True
        free = False
        for slide in range(t[SLIDE_FROM][point], t[SLIDE_FROM][point + 1]):
            if t[SLIDE_HEAD][slide] == 1:
                free = True
            stop = t[SLIDE_TO][slide]
            if s[BOARD + stop] != 0:
                free = False
            if free and can_jump(t, s, stop, point):
                return True
    return False


@kernel
def pass_wins(t: Tables, s: Sequence[int]) -> bool:
    """Does the side to move win by a pass?  Only the last turn can be won so."""
    if not last_turn(s) or s[COUNTS + s[SEAT]] > enough(s):
        return False
    return t[META][FREE] == 1 or not can_move(t, s)


@kernel
def slide_wins(t: Tables, s: Ints, point: int, work: Ints) -> bool:
    """Does a slide from `point` and its jump turn the one counter that is wanted for a win?"""
    own = s[SEAT] + 1
    count = s[COUNTS + s[SEAT]]
    free = False
    for slide in range(t[SLIDE_FROM][point], t[SLIDE_FROM][point + 1]):
        if t[SLIDE_HEAD][slide] == 1:
            free = True
        stop = t[SLIDE_TO][slide]
        if s[BOARD + stop] != 0:
            free = False
        if not free:
            continue
        for jump in range(t[JUMP_FROM][stop], t[JUMP_FROM][stop + 1]):
            over, target = t[JUMP_OVER][jump], t[JUMP_TO][jump]
            if over == point or s[BOARD + over] == 0:
                continue
            if target != point and s[BOARD + target] != 0:
                continue
            now = count + 1
            if s[BOARD + over] == own:
                now = count - 1
            if now >= MORE or now <= enough(s):
                return True
    return False


@kernel
def wins_now(t: Tables, s: Ints, work: Ints, most: int) -> int:
    """1 when the side to move wins in this turn, 0 when not, -1 after `most` jumps in vain."""
    seat = s[SEAT]
    count = s[COUNTS + seat]
    fewest = enough(s)
    work[0] = most
    if s[MOVING] > 0:
        if count >= MORE or count <= fewest or nearest(t, s, s[MOVING] - 1, count, 1, work) == 0:
            return 1
        return 0 if work[0] > 0 else -1
    close = count == MORE - 1 or count <= fewest + 1
    visits = BOARD + t[META][POINTS]
    for point in range(t[META][POINTS]):
        if s[BOARD + point] != seat + 1:
            continue
        s[visits + point] = 1
        won = nearest(t, s, point, count, 1, work) == 0
        s[visits + point] = 0
        if won or (close and slide_wins(t, s, point, work)):
            return 1
    if pass_wins(t, s):
        return 1
    return 0 if work[0] > 0 else -1


@kernel
def probe(t: Tables, x: Tables, s: Ints, work: Ints) -> int:
    """The result that this turn brings for certain: a win of the mover, or the end of the game."""
    if s[PLACED] < COUNTERS or s[SLID] == 1:
        return 0
    won = wins_now(t, s, work, PROBED_JUMPS)
    if won == 1:
        return P1_WIN + s[SEAT]
    return P1_WIN + 1 - s[SEAT] if won == 0 and last_turn(s) else 0
