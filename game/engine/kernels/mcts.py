"""Monte Carlo tree search with RAVE and a solver: a template, see `slots`.

There is one node per action. Values are chances of side 0. Results that are proved at the end of
the game propagate up the tree, so small endings are solved exactly.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from game.engine.kernels.atomics import fence, fetch_add
from game.engine.kernels.dice import draw
from game.engine.kernels.promotion import (
    FIRST,
    WIDTH,
    FloatFields,
    IntFields,
    claim,
    least_visits,
    promoted,
    reserve,
    show,
)
from game.engine.kernels.slots import (
    Ints,
    Tables,
    legal,
    look,
    mark,
    play,
    prior,
    probe,
    rollout,
    value_of,
)
from game.rules.kernel import DRAW, P1_WIN, P2_WIN, RESULT, RUNNING, SEAT, TURNS

ENTRIES = ("iterate", "promote", "find")  # functions that are called from outside

# Integer fields of a node, after those of `promotion`:
CODE, VISITS, AMAF, PROOF = range(2, 6)
SUM, AMAF_SUM = range(2)  # float fields: the sums of the values of visits and of RAVE visits
# Indices in the box: COMMON is shared by all threads, the others are scratch arrays of one thread.
COMMON, META, SEEN, STATE, OUT, WORK, PATH, SIDES = range(8)
USED = 0  # index in COMMON of the number of the next free node
CAPACITY, CODES, STAMP, LONGEST, DEEPEST, HALT, LOSS = range(7)  # indices in META
# Indices in the settings.
EXPLORE, RAVE, EXPAND, PRIOR, FPU, CURVE = range(6)
# From CURVE onwards, the settings hold tables of `weights`: STEPS shares of RAVE, then STEPS
# weights of exploration. A step is a range of visits: a single number below FINE, then 64 numbers,
# then 4,096.
FINE, COARSE = 1 << 12, 6
# In the three ranges, the number of the step is `visits`, SECOND + (visits >> COARSE), and 2 *
# SECOND + (visits >> 2 * COARSE).
SECOND = FINE - (FINE >> COARSE)
STEPS = 3 * SECOND + (FINE >> COARSE)
# The rank of a child holds its score (at most two million) in units of 1 / UNIT. Its TIES low bits
# decide between equal scores: the first child after a random start wins.
UNIT, TIES = float(1 << 26), 16
LAST = (1 << TIES) - 1

DEEP = 64  # maximum number of actions that `find` looks ahead

NUMBER = 0x7FFFFFFF  # a mask that shows the compiler that a number in a node is not negative


def weights(rave: float, visits: int) -> tuple[float, float]:
    """Return the share of RAVE in a child's mean value, and the factor of its exploration term."""
    beta = 1.0 if visits == 0 else 0.0
    if rave > 0.0:
        beta = math.sqrt(rave / (3.0 * visits + rave))
    return beta, math.sqrt(1.0 / (visits + 1.0))


def with_curve(settings: Sequence[float]) -> list[float]:
    """Return the settings as `iterate` needs them; called by plain code."""
    return [*settings, *curve(settings[RAVE])]


@cache
def curve(rave: float) -> tuple[float, ...]:
    """Return `weights` for each step, computed from the lowest number of visits in the step."""
    visits = [
        *range(FINE),
        *range(FINE, FINE << COARSE, 1 << COARSE),
        *range(FINE << COARSE, FINE << 2 * COARSE, 1 << 2 * COARSE),
    ]
    pairs = [weights(rave, many) for many in visits]
    return (*(beta for beta, _ in pairs), *(rarity for _, rarity in pairs))


def select(
    ti: IntFields, tf: FloatFields, prm: Sequence[float], rng: Ints, node: int, side: int
) -> int:
    """Return the unproved child to visit; the first if other threads have just proved all.

    The loop has no branches and writes nothing, so the compiler can vectorise it.
    """
    width, first = ti[WIDTH][node] & NUMBER, ti[FIRST][node] & NUMBER
    visited, rave_visits, proofs = ti[VISITS], ti[AMAF], ti[PROOF]
    sums, rave_sums = tf[SUM], tf[AMAF_SUM]
    unknown = prm[FPU]
    spread = prm[EXPLORE] * math.sqrt(math.log(visited[node]))
    base, sign = (0.0, 1.0) if side == 0 else (1.0, -1.0)
    start, best = draw(rng, width), 0
    for place in range(width):
        child = first + place
        visits, amaf = visited[child], rave_visits[child]
        step = visits
        step = step if visits < FINE else SECOND + (visits >> COARSE)
        step = step if visits < FINE << COARSE else 2 * SECOND + (visits >> 2 * COARSE)
        step = CURVE + min(step, STEPS - 1) & NUMBER
        mean = sums[child] / max(visits, 1)
        beta = prm[step] if amaf > 0 else 0.0
        mean += beta * (rave_sums[child] / max(amaf, 1) - mean)
        score = base + sign * mean
        score = unknown if visits == 0 and (amaf == 0 or unknown >= 2.0) else score
        score += spread * prm[step + STEPS]
        turn = place - start
        turn = turn if turn >= 0 else turn + width
        rank = (int((score + 1.0) * UNIT) << TIES) + LAST - turn
        rank = rank if proofs[child] == 0 else 0
        best = max(best, rank)
    if best == 0:  # Other threads have just proved all children.
        return first
    place = start + LAST - (best & LAST)
    return first + (place if place < width else place - width)


def expand(
    t: Tables,
    x: Tables,
    ti: IntFields,
    tf: FloatFields,
    box: IntFields,
    prm: Sequence[float],
    node: int,
) -> bool:
    """Give `node` its children if there is room, or a proof if `probe` finds one.

    False if it got no children, for example because another thread is about to make them.
    """
    meta, s, out, work = box[META], box[STATE], box[OUT], box[WORK]
    result = 0 if node == 1 else probe(t, x, s, work)  # The root needs children to choose from.
    if result != 0:
        ti[PROOF][node] = result
        return False
    count = legal(t, s, out, work)
    if count == 0 or not claim(ti, node):
        return False
    used = reserve(box[COMMON], USED, count, meta[CAPACITY])
    if used == 0:
        show(ti, node, 0, 0)
        return False
    weight = prm[PRIOR]
    side = s[SEAT] % 2
    for field in ti:
        for child in range(used, used + count):
            field[child] = 0
    for place in range(count):
        ti[CODE][used + place] = out[place]
    for child in range(used, used + count):
        tf[SUM][child] = 0.0
        tf[AMAF_SUM][child] = 0.0
    if weight > 0.0:
        look(t, x, s, work)
        for place in range(count):
            child = used + place
            value = prior(t, x, s, ti[CODE][child], work)
            if value >= 0.0:
                if side == 1:
                    value = 1.0 - value
                ti[AMAF][child] = int(weight)
                tf[AMAF_SUM][child] = value * int(weight)
    show(ti, node, used, count)
    return True


def prove(ti: IntFields, path: Sequence[int], sides: Sequence[int], length: int) -> None:
    """Propagate a new proof of the path's last node upwards as far as possible."""
    for at in range(length, 0, -1):
        proof = ti[PROOF][path[at]]
        parent, side = path[at - 1], sides[at - 1]
        best = proof
        if proof != P1_WIN + side:
            best = P2_WIN - side
            first = ti[FIRST][parent]
            for child in range(first, first + ti[WIDTH][parent]):
                # If a child is a win, another thread propagates that proof.
                if ti[PROOF][child] in (0, P1_WIN + side):
                    return
                if ti[PROOF][child] == DRAW:
                    best = DRAW
        ti[PROOF][parent] = best


def backup(
    ti: IntFields,
    tf: FloatFields,
    box: IntFields,
    length: int,
    stamp: int,
    value: float,
    rave: bool,
) -> None:
    """Add the value of one visit to the nodes of the path and, for RAVE, to their children.

    RAVE counts a child if its action was played later in the same visit.
    """
    path, sides, seen, codes = box[PATH], box[SIDES], box[SEEN], box[META][CODES]
    loss = box[META][LOSS]
    rave_visits, code_of = ti[AMAF], ti[CODE]
    sums, rave_sums = tf[SUM], tf[AMAF_SUM]
    for at in range(length + 1):
        node = path[at]
        fetch_add(sums, node, value if at == 0 else value - sides[at - 1] * loss)
        if rave and at < length:
            first, width = ti[FIRST][node] & NUMBER, ti[WIDTH][node] & NUMBER
            base = sides[at] * codes
            # First, bits mark which of 64 children were played. So both loops have no branches, and
            # the first only reads; the compiler can vectorise them.
            while width > 0:
                hits = 0
                some = min(width, 64)
                for place in range(some):
                    played = seen[(base + code_of[first + place]) & NUMBER] == stamp
                    hits |= int(played) << place
                for place in range(some):
                    hit = hits >> place & 1
                    rave_visits[first + place] += hit
                    rave_sums[first + place] += value * hit
                first += some
                width -= some


def iterate(
    t: Tables,
    x: Tables,
    root: Sequence[int],
    ti: IntFields,
    tf: FloatFields,
    box: IntFields,
    prm: Sequence[float],
    rng: Ints,
    iterations: int,
) -> int:
    """Visit the tree up to `iterations` times from the state `root`; return the visits made."""
    meta, s, work, path, sides = box[META], box[STATE], box[WORK], box[PATH], box[SIDES]
    seen, codes = box[SEEN], meta[CODES]
    longest, loss = meta[LONGEST], meta[LOSS]
    noted = prm[RAVE] > 0.0 and codes > 1  # If all actions share one code, `mark` stores nothing.
    for done in range(iterations):
        if ti[PROOF][1] != 0 or meta[HALT] != 0:
            return done
        meta[STAMP] += 1
        stamp = meta[STAMP]
        for place in range(len(root)):
            s[place] = root[place]
        node, length = 1, 0
        path[0] = 1
        fetch_add(ti[VISITS], 1, 1)
        while s[RESULT] == RUNNING and ti[PROOF][node] == 0 and length < longest:
            if ti[WIDTH][node] <= 0:
                if node != 1 and ti[VISITS][node] <= prm[EXPAND]:
                    break
                if not expand(t, x, ti, tf, box, prm, node):
                    break
            fence()
            side = s[SEAT] % 2
            child = select(ti, tf, prm, rng, node, side)
            sides[length] = side
            mark(t, s, ti[CODE][child], seen, codes, stamp)
            play(t, s, ti[CODE][child], work)
            node = child
            length += 1
            path[length] = node
            if side * loss != 0:
                fetch_add(tf[SUM], node, 1.0)
            if fetch_add(ti[VISITS], node, 1) == 0:
                break
        if length > meta[DEEPEST]:
            meta[DEEPEST] = length
        if s[RESULT] != RUNNING:
            ti[PROOF][node] = s[RESULT]
        if ti[PROOF][node] != 0:
            value = value_of(ti[PROOF][node])
            prove(ti, path, sides, length)
        else:
            value = rollout(t, x, s, rng, box[OUT], work, seen, stamp)
        backup(ti, tf, box, length, stamp, value, noted)
    return iterations


def promote(ti: IntFields, tf: FloatFields, places: Ints, root: int, used: int, room: int) -> int:
    """Make the subtree of `root` the whole tree; return how many of the `used` nodes it keeps.

    If it has more than `room` nodes, the least visited nodes lose their children.
    """
    least = least_visits(ti, ti[VISITS], used, room)
    return promoted(ti, tf, places, root, used, ti[VISITS], least)


def find(
    t: Tables, ti: IntFields, box: IntFields, root: Ints, wanted: Ints, states: Ints, most: int
) -> int:
    """Return the node at the position `wanted` in the tree, or 0 after `most` positions.

    The state of the tree's root is `root`; `states` has room for DEEP positions.
    """
    s, work, at, ends, size = box[STATE], box[WORK], box[PATH], box[SIDES], len(root)
    for place in range(size):
        states[place] = root[place]
    depth, at[0], ends[0] = 0, ti[FIRST][1], ti[FIRST][1] + ti[WIDTH][1]
    while depth >= 0 and most > 0:
        child = at[depth]
        if child == ends[depth]:
            depth -= 1
            continue
        at[depth] += 1
        if ti[VISITS][child] == 0 or ti[WIDTH][child] == 0:
            continue
        most -= 1
        for place in range(size):
            s[place] = states[depth * size + place]
        play(t, s, ti[CODE][child], work)
        differ = 0
        for place in range(size):
            differ += s[place] != wanted[place]
        if differ == 0:
            return child
        if s[TURNS] <= wanted[TURNS] and depth + 1 < DEEP:
            depth += 1
            at[depth], ends[depth] = ti[FIRST][child], ti[FIRST][child] + ti[WIDTH][child]
            for place in range(size):
                states[depth * size + place] = s[place]
    return 0
