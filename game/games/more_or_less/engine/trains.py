"""Wins of More or Less within one turn, and the distance to them: a search of all trains.

It uses its own stack, because recursive compiled functions cannot be loaded from the cache.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.kernels.slots import Ints, Tables
from game.games.more_or_less.rules import (
    BOARD,
    COUNTS,
    FREE,
    JUMP_FROM,
    JUMP_OVER,
    JUMP_TO,
    JUMPS,
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
from game.rules import Game
from game.rules.boards import COUNTERS
from game.rules.kernel import P1_WIN, SEAT, kernel

PROBED_JUMPS = 6000  # maximum number of jumps in all trains of a turn
# Maximum number of jumps in a train; on 81 points, no train is longer than 162 jumps.
LONGEST_TRAIN = 199
DEEP, ROOM = 200, 400  # offsets in `work`: see `nearest` and `survey`
FULL = 2  # A counter may be on a point at most this often in a turn.
# A jump in a list has the point jumped over in its low bits, and the target from bit 10 on.
POINT, TARGET = 1023, 10


@kernel
def last_turn(s: Sequence[int]) -> bool:
    """Return whether this is the last turn of the game."""
    other = 1 - s[SEAT]
    return s[MARKS + s[SEAT]] == MARKER_PLACES - 1 and s[MARKS + other] == MARKER_PLACES


@kernel
def enough(s: Sequence[int]) -> int:
    """Return the maximum number of own counters up with which this turn wins by fewer.

    In the last turn, the side with fewer counters wins.
    """
    return COUNTERS // 2 if last_turn(s) else LESS


@kernel
def survey(t: Tables, s: Sequence[int], work: Ints) -> None:
    """Write into `work` where trains can lead on this board, for any counter that moves.

    From ROOM on, `work` holds three lists. The first has how often the counter has been on each
    point, or FULL if a counter is there. The second has the start of each point's jumps in the
    third. The third has all jumps over a counter. During a train, no other counter appears or
    disappears, so the lists hold for all trains.
    """
    points, jumps = t[META][POINTS], t[META][JUMPS]
    starts = ROOM + points
    first = starts + points + 1
    # Offset of a list with each jump's index in the third list, from which `starts` is made.
    numbers = first + jumps
    count = 0
    # The loop has no branch, because most predictions would be wrong.
    for jump in range(jumps):
        over = t[JUMP_OVER][jump]
        work[first + count] = over + (t[JUMP_TO][jump] << TARGET)
        work[numbers + jump] = count
        count += s[BOARD + over] != 0
    work[numbers + jumps] = count
    for point in range(points):
        work[starts + point] = work[numbers + t[JUMP_FROM][point]]
        work[ROOM + point] = FULL if s[BOARD + point] != 0 else s[BOARD + points + point]
    work[starts + points] = count


def scratch(game: Game) -> int:
    """Return the ints that `survey`, `nearest` and `slid_jumps` need in `work`."""
    points, jumps = game.tables[META][POINTS], game.tables[META][JUMPS]
    return ROOM + 2 * points + 3 * jumps + 2


@kernel
def slid_list(t: Tables) -> int:
    """Return the offset in `work` of the list of `slid_jumps`, after the lists of `survey`."""
    return ROOM + 2 * t[META][POINTS] + 2 * t[META][JUMPS] + 2


@kernel
def nearest(t: Tables, s: Ints, start: int, visits: int, count: int, best: int, work: Ints) -> int:
    """Return how near the counter at `start` can come to a win by jumps, if nearer than `best`.

    The result is the number of counters still missing for a win by more or by fewer; 0 is a win and
    ends the search. `visits` is how often the counter has been at `start` in this turn, and `count`
    the mover's number of counters up. work[0] is the number of jumps that may still be tried. After
    it comes a stack of the jumps made, and from DEEP on a stack of the ends of each point's jumps.
    `survey` must be called first. Its lists and `s` are restored in the end.

    A jump that undoes the previous one is skipped, because it would only turn the same counter
    twice.
    """
    points = t[META][POINTS]
    starts = ROOM + points
    first = starts + points + 1
    own, stone = s[SEAT] + 1, s[BOARD + start]
    fewest, tries = enough(s), work[0]
    s[BOARD + start] = 0
    work[ROOM + start] = visits
    depth, last = 0, -1
    at, end = first + work[starts + start], first + work[starts + start + 1]
    while best > 0 and tries > 0:
        if at == end or depth == LONGEST_TRAIN:
            if depth == 0:
                break
            depth -= 1
            at, end = work[1 + depth], work[DEEP + depth]
            count += take_back(s, work, at, own)
            last = work[work[depth]] & POINT if depth > 0 else -1
            at += 1
            continue
        over, target = work[at] & POINT, work[at] >> TARGET & POINT
        if (over == last) | (work[ROOM + target] >= FULL) | (s[BOARD + over] == 0):
            at += 1
            continue
        tries -= 1
        count += turn_over(s, over, own)
        work[ROOM + target] += 1
        best = min(best, max(0, min(MORE - count, count - fewest)))
        work[1 + depth], work[DEEP + depth] = at, end
        depth += 1
        last = over
        at, end = first + work[starts + target], first + work[starts + target + 1]
    while depth > 0:
        depth -= 1
        take_back(s, work, work[1 + depth], own)
    s[BOARD + start] = stone
    work[ROOM + start] = FULL
    work[0] = tries
    return best


@kernel
def take_back(s: Ints, work: Ints, at: int, own: int) -> int:
    """Undo the jump at work[at]; return the change of the number of `own` counters up."""
    work[ROOM + (work[at] >> TARGET & POINT)] -= 1
    return turn_over(s, work[at] & POINT, own)


@kernel
def turn_over(s: Ints, point: int, own: int) -> int:
    """Turn the counter on `point` over; return the change of the number of `own` counters up."""
    now = 3 - s[BOARD + point]
    s[BOARD + point] = now
    return 1 if now == own else -1


@kernel
def wanting(t: Tables, s: Ints, seat: int, each: int, work: Ints) -> int:
    """Return how near `seat` could come to a win by jumps if it were to move now.

    At most `each` jumps are tried with each counter, so the estimate is quick, and the real
    distance may be smaller. `survey` must be called first.
    """
    mover = s[SEAT]
    s[SEAT] = seat
    best = COUNTERS
    for point in range(t[META][POINTS]):
        if s[BOARD + point] == seat + 1:
            work[0] = each
            best = nearest(t, s, point, 1, s[COUNTS + seat], best, work)
    s[SEAT] = mover
    return best


@kernel
def can_move(t: Tables, s: Sequence[int]) -> bool:
    """Return whether the side to move can jump, or slide and jump, at the start of its turn."""
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
    """Return whether the side to move wins by a pass, which is possible in the last turn only."""
    if not last_turn(s) or s[COUNTS + s[SEAT]] > enough(s):
        return False
    return t[META][FREE] == 1 or not can_move(t, s)


@kernel
def slid_jumps(t: Tables, s: Sequence[int], start: int, work: Ints) -> int:
    """List in `work` the jumps after slides from `start`, like `survey`; return their number.

    All slides from a point have different stops, so the board's number of jumps is an upper bound.
    """
    first, count, free = slid_list(t), 0, False
    for slide in range(t[SLIDE_FROM][start], t[SLIDE_FROM][start + 1]):
        if t[SLIDE_HEAD][slide] == 1:
            free = True
        stop = t[SLIDE_TO][slide]
        if s[BOARD + stop] != 0:
            free = False
        if not free:
            continue
        for jump in range(t[JUMP_FROM][stop], t[JUMP_FROM][stop + 1]):
            over, target = t[JUMP_OVER][jump], t[JUMP_TO][jump]
            if over == start or s[BOARD + over] == 0:
                continue
            if target == start or s[BOARD + target] == 0:
                work[first + count] = over + (target << TARGET)
                count += 1
    return count


@kernel
def slide_wins(t: Tables, s: Ints, point: int, work: Ints) -> bool:
    """Return whether a slide from `point`, with its jump, wins by turning one counter."""
    own, first = s[SEAT] + 1, slid_list(t)
    count = s[COUNTS + s[SEAT]]
    for at in range(first, first + slid_jumps(t, s, point, work)):
        now = count + 1
        if s[BOARD + (work[at] & POINT)] == own:
            now = count - 1
        if now >= MORE or now <= enough(s):
            return True
    return False


@kernel
def wins_now(t: Tables, s: Ints, work: Ints, most: int) -> int:
    """Return 1 if the side to move wins in this turn, 0 if not, -1 if `most` jumps are too few."""
    seat = s[SEAT]
    count = s[COUNTS + seat]
    fewest = enough(s)
    work[0] = most
    survey(t, s, work)
    if s[MOVING] > 0:
        point = s[MOVING] - 1
        visits = s[BOARD + t[META][POINTS] + point]
        if count >= MORE or count <= fewest or nearest(t, s, point, visits, count, 1, work) == 0:
            return 1
        return 0 if work[0] > 0 else -1
    close = count == MORE - 1 or count <= fewest + 1
    for point in range(t[META][POINTS]):
        if s[BOARD + point] != seat + 1:
            continue
        won = nearest(t, s, point, 1, count, 1, work) == 0
        if won or (close and slide_wins(t, s, point, work)):
            return 1
    if pass_wins(t, s):
        return 1
    return 0 if work[0] > 0 else -1


@kernel
def probe(t: Tables, x: Tables, s: Ints, work: Ints) -> int:
    """Return the result if the mover wins in this turn, or surely loses in the last one; else 0."""
    if s[PLACED] < COUNTERS or s[SLID] == 1:
        return 0
    won = wins_now(t, s, work, PROBED_JUMPS)
    if won == 1:
        return P1_WIN + s[SEAT]
    return P1_WIN + 1 - s[SEAT] if won == 0 and last_turn(s) else 0
