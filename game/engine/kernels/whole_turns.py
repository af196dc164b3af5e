"""Monte Carlo tree search by whole turns, with a solver: a template, see `slots`.

There is one node per position after a turn; it is for games in which many sequences of actions end
in the same position. Values are chances of side 0. A turn is two numbers defined by its game,
`move` and `more`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

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
    Floats,
    Ints,
    Tables,
    play_turn,
    probe,
    recurring,
    rollout,
    turns,
    value_of,
)
from game.rules.kernel import DRAW, P1_WIN, P2_WIN, RESULT, RUNNING, SEAT

ENTRIES = ("search", "find", "promote", "play_one")

# Integer fields of a node, after those of `promotion`:
MOVE, MORE, VISITS, PROOF = range(2, 6)
# Float fields: the sum of the values of visits; the value at first sight (see `prove`).
SUM, PRIOR = range(2)
# Indices in the box: COMMON is shared by all threads, the others are scratch arrays of one thread.
# KEYS holds the keys of the positions in the line. MET is a hash table of the keys of the game's
# positions, with linear probing from key % MET_PLACES.
COMMON, META, STATE, OUT, WORK, SEEN, PATH, SIDES, KEYS, MET = range(10)
USED = 0  # index in COMMON of the number of the next free node
CAPACITY, LONGEST, DEEPEST, STAMP, HALT, LOSS = range(6)  # indices in META
# Indices in the settings, see `search.profile.TurnSettings`.
EXPLORE, EXPAND, TRUST, BREADTH = range(4)
ENDS, MORES, RESULTS, NOTE = range(4)  # indices in `ends`, see `slots.turns`
# WHOLE is an index in NOTE, and OWN the index in `ends` of the first of the game's own arrays.
WHOLE, OWN = 0, 4

MET_PLACES = 1024  # size of the hash table MET, far above the number of turns of a game
AGAIN = 0.5  # value of a position that recurs: neither side has made progress
LOST_LOOKS = 0.02  # chance of a side if all its considered turns are lost
# When the tree is full, a node needs this many more visits before it gets children.
SPARING = 20.0
ROOT_BREADTH = 4  # factor for the number of turns considered at the root


def first_looks(
    t: Tables, x: Tables, s: Ints, work: Ints, ends: IntFields, worths: Floats, breadth: int
) -> int:
    """Call the slot `turns` from a single place, so that it is compiled only once."""
    return turns(t, x, s, work, ends, worths, breadth)


def play_one(t: Tables, s: Ints, move: int, more: int, work: Ints) -> None:
    """Call the slot `play_turn` from a single place, so that it is compiled only once."""
    play_turn(t, s, move, more, work)


def expand(
    t: Tables,
    x: Tables,
    ti: IntFields,
    tf: FloatFields,
    box: IntFields,
    ends: IntFields,
    worths: Floats,
    prm: Sequence[float],
    node: int,
) -> bool:
    """Give `node` its children, if there is room and no other thread is making them."""
    meta = box[META]
    breadth = int(prm[BREADTH])
    if node == 1:
        breadth *= ROOT_BREADTH
    if not claim(ti, node):
        return False
    count = first_looks(t, x, box[STATE], box[WORK], ends, worths, breadth)
    used = reserve(box[COMMON], USED, count, meta[CAPACITY])
    if used == 0:
        show(ti, node, 0, 0)
        return False
    for place in range(count):
        child = used + place
        ti[FIRST][child] = 0
        ti[WIDTH][child] = 0
        ti[MOVE][child] = ends[ENDS][place]
        ti[MORE][child] = ends[MORES][place]
        ti[VISITS][child] = 0
        ti[PROOF][child] = ends[RESULTS][place]
        tf[SUM][child] = 0.0
        tf[PRIOR][child] = worths[place]
    if ends[NOTE][WHOLE] == 0:
        tf[PRIOR][node] = -first_sight(tf[PRIOR][node]) - 1.0
    show(ti, node, used, count)
    return True


def first_sight(prior: float) -> float:
    """Return the value at first sight from a PRIOR, whose sign is a flag."""
    return prior if prior >= 0.0 else -1.0 - prior


def select(
    ti: IntFields, tf: FloatFields, prm: Sequence[float], rng: Ints, node: int, side: int
) -> int:
    """Return the child to visit, or 0 if all are lost.

    A proved draw keeps its value and needs no more visits, but is chosen if all others look worse.
    """
    width, first = ti[WIDTH][node], ti[FIRST][node]
    visited, proofs, sums, priors = ti[VISITS], ti[PROOF], tf[SUM], tf[PRIOR]
    trust = prm[TRUST]
    spread = prm[EXPLORE] * math.sqrt(math.log(visited[node]))
    base, sign = (0.0, 1.0) if side == 0 else (1.0, -1.0)
    best, best_score = 0, -1e9
    at, end = first + draw(rng, width), first + width
    for _ in range(width):
        if proofs[at] == 0:
            visits = visited[at]
            mean = (sums[at] + trust * first_sight(priors[at])) / (visits + trust)
            score = base + sign * mean + spread * math.sqrt(1.0 / (visits + 1.0))
        elif proofs[at] == DRAW:
            score = 0.5
        else:
            score = -1e9
        if score > best_score:
            best, best_score = at, score
        at += 1
        if at == end:
            at = first
    return best


def prove(ti: IntFields, tf: FloatFields, node: int, side: int) -> bool:
    """Prove a node if its children allow it; return whether it is proved.

    A negative PRIOR marks a node that lacks some turns as children; it can only be proved as won.
    """
    first = ti[FIRST][node]
    open_, drawn = 0, 0
    for child in range(first, first + ti[WIDTH][node]):
        proof = ti[PROOF][child]
        if proof == P1_WIN + side:
            ti[PROOF][node] = proof
            return True
        open_ += proof == 0
        drawn += proof == DRAW
    if open_ > 0 or tf[PRIOR][node] < 0.0:
        return False
    ti[PROOF][node] = DRAW if drawn > 0 else P2_WIN - side
    return True


def met_before(box: IntFields, length: int) -> bool:
    """Return whether the line's last position occurred earlier, in the game or in the line."""
    keys, met = box[KEYS], box[MET]
    key = keys[length]
    if key == 0:
        return False
    for at in range(length):
        if keys[at] == key:
            return True
    place = key % MET_PLACES
    while met[place] != 0:
        if met[place] == key:
            return True
        place = (place + 1) % MET_PLACES
    return False


def search(
    t: Tables,
    x: Tables,
    root: Sequence[int],
    ti: IntFields,
    tf: FloatFields,
    box: IntFields,
    ends: IntFields,
    worths: Floats,
    prm: Sequence[float],
    rng: Ints,
    iterations: int,
) -> int:
    """Visit the tree up to `iterations` times from `root`; return the visits made."""
    meta, s, work, path, sides = box[META], box[STATE], box[WORK], box[PATH], box[SIDES]
    loss = meta[LOSS]
    box[KEYS][0] = recurring(t, root)
    for done in range(iterations):
        if ti[PROOF][1] != 0 or meta[HALT] != 0:
            return done
        meta[STAMP] += 1
        for place in range(len(root)):
            s[place] = root[place]
        full = box[COMMON][USED] / meta[CAPACITY]
        patience = prm[EXPAND] + int(SPARING * full * full)
        node, length, child, lost, fresh, again = 1, 0, 1, False, False, False
        path[0] = 1
        fetch_add(ti[VISITS], 1, 1)
        while s[RESULT] == RUNNING and ti[PROOF][node] == 0 and length < meta[LONGEST]:
            side = s[SEAT] % 2
            if ti[WIDTH][node] <= 0:
                if node != 1 and ti[VISITS][node] <= patience:
                    break
                if not expand(t, x, ti, tf, box, ends, worths, prm, node):
                    break
                if prove(ti, tf, node, side):
                    break
            fence()
            child = select(ti, tf, prm, rng, node, side)
            if child == 0:
                lost = True
                break
            sides[length] = side
            play_one(t, s, ti[MOVE][child], ti[MORE][child], work)
            node = child
            length += 1
            path[length] = node
            if side * loss != 0:
                fetch_add(tf[SUM], node, 1.0)
            fresh = fetch_add(ti[VISITS], node, 1) == 0
            box[KEYS][length] = recurring(t, s)
            again = met_before(box, length)
            if fresh or again:
                break
        if length > meta[DEEPEST]:
            meta[DEEPEST] = length
        if s[RESULT] != RUNNING:
            ti[PROOF][node] = s[RESULT]
        elif ti[PROOF][node] == 0 and fresh:
            ti[PROOF][node] = probe(t, x, s, work)
        if ti[PROOF][node] != 0:
            value = value_of(ti[PROOF][node])
            at = length - 1
            while at >= 0 and prove(ti, tf, path[at], sides[at]):
                at -= 1
        elif again:
            value = AGAIN
        elif lost:
            value = LOST_LOOKS if s[SEAT] % 2 == 0 else 1.0 - LOST_LOOKS
        else:
            value = rollout(t, x, s, rng, box[OUT], work, box[SEEN], meta[STAMP])
        fetch_add(tf[SUM], 1, value)
        for at in range(1, length + 1):
            fetch_add(tf[SUM], path[at], value - sides[at - 1] * loss)
    return iterations


def promote(ti: IntFields, tf: FloatFields, places: Ints, root: int, used: int, room: int) -> int:
    """Make the subtree of `root` the whole tree; return how many of the `used` nodes it keeps.

    If it has more than `room` nodes, the least visited nodes lose their children.
    """
    least = least_visits(ti, ti[VISITS], used, room)
    return promoted(ti, tf, places, root, used, ti[VISITS], least)


def find(
    t: Tables, root: Sequence[int], wanted: Sequence[int], ti: IntFields, box: IntFields, above: int
) -> int:
    """Return the child of `above` with the state `wanted`, or 0.

    The node `above` is the root or a child of the root.
    """
    s, work = box[STATE], box[WORK]
    first = ti[FIRST][above]
    for child in range(first, first + ti[WIDTH][above]):
        for place in range(len(root)):
            s[place] = root[place]
        if above != 1:
            play_one(t, s, ti[MOVE][above], ti[MORE][above], work)
        play_one(t, s, ti[MOVE][child], ti[MORE][child], work)
        differ = 0
        for place in range(len(root)):
            differ += s[place] != wanted[place]
        if differ == 0:
            return child
    return 0
