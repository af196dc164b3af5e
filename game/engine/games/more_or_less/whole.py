"""Tree search of More or Less by whole turns: a template without slots.

Thousands of trains end in a hundred positions or so, and a node is such a position.  A turn is two
numbers: from where to where a counter goes (`move`, 0 where it comes back), and which counters it
turns (`flips`, a bit for each counter in the order of the points).  No move and no flips is a pass,
or a jump that is taken back.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.games.more_or_less.evaluation import (
    COUNTER,
    LAST,
    TRIED_JUMPS,
    outlook,
    weight,
)
from game.engine.games.more_or_less.trains import (
    DEEP,
    FULL,
    LONGEST_TRAIN,
    POINT,
    PROBED_JUMPS,
    ROOM,
    TARGET,
    last_turn,
    survey,
    wanting,
    wins_now,
)
from game.engine.kernels.defaults import value_of
from game.engine.kernels.dice import draw
from game.engine.kernels.promotion import FIRST, WIDTH, Crown, Trunk, promoted
from game.engine.kernels.slots import Ints, Tables
from game.rules.boards import COUNTERS
from game.rules.kernel import P1_WIN, P2_WIN, SEAT
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
    POINTS,
    SLIDE_FROM,
    SLIDE_HEAD,
    SLIDE_TO,
    can_jump,
    end_movement,
)

ENTRIES = ("search", "find", "promote", "play_turn")

MOST_ENDS = 4_000  # of a turn
PLACES = 8192  # where ends are looked up, a power of 2
MOST_JUMPS = 40_000  # of all trains of a turn
MOVES, FLIPS, TABLE, STAMPS, RANKS, NOTE = range(6)  # arrays for the ends of a turn
STAMP, WHOLE = range(2)  # in NOTE: of the latest ends; 1 when all trains have been walked
ONWARD, TO = 1023, 10  # in a move: from + (to << TO)

# Per node, as `kernels.promotion` says; ints:
MOVE, VISITS, FLIP, PROOF = range(2, 6)
SUM, PRIOR = range(2)  # floats: of the values of visits; the value at first sight (see `settle`)
META_, STATE, WORK, PATH = range(4)  # the box of scratch arrays
USED, CAPACITY, LONGEST, DEEPEST = range(4)  # in META_
EXPLORE, EXPAND, TRUST = range(3)  # settings: TRUST visits are what PRIOR counts for


def enter(ends: Trunk, count: int, move: int, flips: int) -> int:
    """Enter an end if it is new and there is room; the number of ends then."""
    moves, turned, table, stamps = ends[MOVES], ends[FLIPS], ends[TABLE], ends[STAMPS]
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


def trains_from(t: Tables, s: Ints, start: int, work: Ints, ends: Trunk, count: int) -> int:
    """Enter where trains of the counter at `start` end; the number of ends then.

    After `survey`, work[0] says how many jumps may be tried.  A jump that takes back the one before
    leads nowhere new.
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


def slides_of(t: Tables, s: Ints, start: int, ends: Trunk, count: int) -> int:
    """Enter the ends of slides from `start`, each with its jump."""
    ranks = ends[RANKS]
    free = False
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
            if target != start and s[BOARD + target] != 0:
                continue
            move = 0 if target == start else start + (target << TO)
            count = enter(ends, count, move, ranks[over])
    return count


def ends_of(t: Tables, s: Ints, work: Ints, ends: Trunk) -> int:
    """Write all ends of the turn that begins in `s`; their number.

    ends[NOTE][WHOLE] is 0 when there may be more of them.
    """
    points, own = t[META][POINTS], s[SEAT] + 1
    note, ranks = ends[NOTE], ends[RANKS]
    note[STAMP] += 1
    note[WHOLE] = 1
    bit = 1
    for point in range(points):
        ranks[point] = bit
        if s[BOARD + point] != 0:
            bit <<= 1
    survey(t, s, work)
    work[0] = MOST_JUMPS
    count, jumping = 0, False
    for point in range(points):
        if s[BOARD + point] == own:
            if can_jump(t, s, point, -1):
                jumping = True
                count = trains_from(t, s, point, work, ends, count)
            count = slides_of(t, s, point, ends, count)
    if jumping or count == 0 or t[META][FREE] == 1:
        count = enter(ends, count, 0, 0)
    if work[0] <= 0:
        note[WHOLE] = 0
    return count


def play_turn(t: Tables, s: Ints, move: int, flips: int) -> None:
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


def counted(s: Sequence[int], flips: int, side: int) -> int:
    """The counters of `side` that will be up after these are turned."""
    count, left, point = s[COUNTS + side], flips, 0
    while left != 0:
        stone = s[BOARD + point]
        if stone != 0:
            if left & 1:
                count += -1 if stone == side + 1 else 1
            left >>= 1
        point += 1
    return count


def expand(
    t: Tables,
    x: Tables,
    ti: Trunk,
    tf: Crown,
    box: Trunk,
    prm: Sequence[float],
    ends: Trunk,
    node: int,
) -> bool:
    """Give `node` its children if there is room.  A child that ends the game is proved."""
    meta, s, work = box[META_], box[STATE], box[WORK]
    count = ends_of(t, s, work, ends)
    used = meta[USED]
    if used + count > meta[CAPACITY]:
        return False
    side = s[SEAT]
    left = 2 * MARKER_PLACES - s[MARKS] - s[MARKS + 1] - 1
    lead = weight(x, LAST)
    worth = weight(x, COUNTER) - 0.014 * left
    for place in range(count):
        child = used + place
        own = counted(s, ends[FLIPS][place], side)
        black = own if side == 0 else COUNTERS - own
        result = 0
        if own >= MORE or own <= LESS:
            result = P1_WIN + side
        elif left == 0:
            result = P1_WIN if 2 * black < COUNTERS else P2_WIN
        ti[FIRST][child] = 0
        ti[WIDTH][child] = 0
        ti[MOVE][child] = ends[MOVES][place]
        ti[VISITS][child] = 0
        ti[FLIP][child] = ends[FLIPS][place]
        ti[PROOF][child] = result
        tf[SUM][child] = 0.0
        tf[PRIOR][child] = 1.0 / (1.0 + math.exp(-lead - worth * (COUNTERS - 2 * black)))
    ti[FIRST][node] = used
    ti[WIDTH][node] = count
    tf[PRIOR][node] = -1.0 if ends[NOTE][WHOLE] == 0 else tf[PRIOR][node]
    meta[USED] = used + count
    return True


def select(ti: Trunk, tf: Crown, prm: Sequence[float], rng: Ints, node: int, side: int) -> int:
    """The open child to visit, or 0 where all are proved."""
    width, first = ti[WIDTH][node], ti[FIRST][node]
    visited, proofs, sums, priors = ti[VISITS], ti[PROOF], tf[SUM], tf[PRIOR]
    trust = prm[TRUST]
    spread = prm[EXPLORE] * math.sqrt(math.log(visited[node] + 1.0))
    base, sign = (0.0, 1.0) if side == 0 else (1.0, -1.0)
    best, best_score = 0, -1e9
    at, end = first + draw(rng, width), first + width
    for _ in range(width):
        if proofs[at] == 0:
            visits = visited[at]
            mean = (sums[at] + trust * priors[at]) / (visits + trust)
            score = base + sign * mean + spread * math.sqrt(1.0 / (visits + 1.0))
            if score > best_score:
                best, best_score = at, score
        at += 1
        if at == end:
            at = first
    return best


def settle(ti: Trunk, tf: Crown, node: int, side: int) -> bool:
    """Prove a node whose children allow it; is it proved?

    A node with more children than could be entered is never proved lost.
    """
    first = ti[FIRST][node]
    open_ = 0
    for child in range(first, first + ti[WIDTH][node]):
        proof = ti[PROOF][child]
        if proof == P1_WIN + side:
            ti[PROOF][node] = proof
            return True
        open_ += proof == 0
    if open_ > 0 or tf[PRIOR][node] < 0.0:
        return False
    ti[PROOF][node] = P2_WIN - side
    return True


def decided(t: Tables, s: Ints, work: Ints) -> int:
    """As `wins_now`; a function of its own so that it is compiled once."""
    return wins_now(t, s, work, PROBED_JUMPS)


def wanted(t: Tables, s: Ints, seat: int, work: Ints) -> int:
    """As `wanting`, compiled once."""
    return wanting(t, s, seat, TRIED_JUMPS, work)


def judged(t: Tables, x: Tables, s: Ints, work: Ints, proofs: Ints, node: int) -> float:
    """The value of a leaf for side 0; a result that is seen at once is its proof."""
    mover = s[SEAT]
    won = decided(t, s, work)
    if won == 1 or (won == 0 and last_turn(s)):
        proofs[node] = P1_WIN + mover if won == 1 else P2_WIN - mover
        return value_of(proofs[node])
    if last_turn(s):
        return 0.5
    near = wanted(t, s, mover, work)
    return outlook(x, s, near, wanted(t, s, 1 - mover, work))


def search(
    t: Tables,
    x: Tables,
    root: Sequence[int],
    ti: Trunk,
    tf: Crown,
    box: Trunk,
    ends: Trunk,
    prm: Sequence[float],
    rng: Ints,
    iterations: int,
) -> int:
    """Visit the tree up to `iterations` times from `root`; the number of visits made."""
    meta, s, work, path = box[META_], box[STATE], box[WORK], box[PATH]
    first_side = root[SEAT]
    for done in range(iterations):
        if ti[PROOF][1] != 0:
            return done
        for place in range(len(root)):
            s[place] = root[place]
        node, length = 1, 0
        path[0] = 1
        while ti[PROOF][node] == 0 and length < meta[LONGEST]:
            if ti[WIDTH][node] == 0:
                if node != 1 and ti[VISITS][node] < prm[EXPAND]:
                    break
                if not expand(t, x, ti, tf, box, prm, ends, node):
                    break
                if settle(ti, tf, node, s[SEAT]):
                    break
            child = select(ti, tf, prm, rng, node, s[SEAT])
            if child == 0:  # all that could be entered are lost
                break
            play_turn(t, s, ti[MOVE][child], ti[FLIP][child])
            node = child
            length += 1
            path[length] = node
            if ti[VISITS][node] == 0:
                break
        if length > meta[DEEPEST]:
            meta[DEEPEST] = length
        value = 0.0
        if ti[PROOF][node] == 0:
            value = judged(t, x, s, work, ti[PROOF], node)
        if ti[PROOF][node] != 0:
            value = value_of(ti[PROOF][node])
            at = length - 1
            while at >= 0 and settle(ti, tf, path[at], (first_side + at) % 2):
                at -= 1
        for at in range(length + 1):
            ti[VISITS][path[at]] += 1
            tf[SUM][path[at]] += value
    return iterations


def promote(ti: Trunk, tf: Crown, ni: Trunk, nf: Crown, source: Ints, root: int) -> int:
    """Copy the subtree of `root` into the empty tree (ni, nf); the number of nodes used there."""
    return promoted(ti, tf, ni, nf, source, root)


def find(
    t: Tables, root: Sequence[int], wanted: Sequence[int], ti: Trunk, box: Trunk, above: int
) -> int:
    """The child of `above`, a child of the root or the root itself, at `wanted`; 0 if none is."""
    s = box[STATE]
    first = ti[FIRST][above]
    for child in range(first, first + ti[WIDTH][above]):
        for place in range(len(root)):
            s[place] = root[place]
        if above != 1:
            play_turn(t, s, ti[MOVE][above], ti[FLIP][above])
        play_turn(t, s, ti[MOVE][child], ti[FLIP][child])
        differ = 0
        for place in range(len(root)):
            differ += s[place] != wanted[place]
        if differ == 0:
            return child
    return 0
