"""Layout of the nodes of a search tree, and the step that makes a subtree the whole tree.

Six arrays of ints and two of floats have an entry for each node. Node 0 is unused, and node 1 is
the root. The children of a node are consecutive, from FIRST on, and come after their parent.
Several threads may expand nodes at the same time: a thread claims a node, reserves its children,
writes them, and makes them visible by setting WIDTH.
"""

from __future__ import annotations

from game.engine.kernels.atomics import fence, fetch_add, swap_if
from game.engine.kernels.slots import Floats, Ints
from game.rules.kernel import kernel

FIRST, WIDTH = range(2)  # integer fields of a node; each search names the others
CLAIMED = -1  # value of WIDTH while a thread makes the children

IntFields = tuple[Ints, ...]
FloatFields = tuple[Floats, ...]


@kernel
def claim(ti: IntFields, node: int) -> bool:
    """Claim a node without children; return whether this thread was the first to do so."""
    return swap_if(ti[WIDTH], node, 0, CLAIMED)


@kernel
def reserve(common: Ints, used: int, count: int, capacity: int) -> int:
    """Reserve `count` nodes and return the first; common[used] is the number of the next free node.

    0 if there is no room. A few nodes at the end may stay unused.
    """
    if common[used] + count > capacity:
        return 0
    first = fetch_add(common, used, count)
    return first if first + count <= capacity else 0


@kernel
def show(ti: IntFields, node: int, first: int, width: int) -> None:
    """Make the children of a claimed node visible to all threads; a `width` of 0 means none."""
    ti[FIRST][node] = first
    fence()
    ti[WIDTH][node] = width


@kernel
def least_visits(ti: IntFields, visits: Ints, used: int, room: int) -> int:
    """Return the minimum visits for keeping a node's children, so that `room` nodes suffice.

    `used` nodes are in use, including the two before the first children.
    """
    least, kept = 1, used
    while kept > room:
        least += 1 + least // 4
        kept = 2
        for node in range(1, used):
            kept += max(0, ti[WIDTH][node]) if visits[node] >= least else 0
    return least


@kernel
def promoted(
    ti: IntFields,
    tf: FloatFields,
    places: Ints,
    root: int,
    used: int,
    visits: Ints,
    least: int,
) -> int:
    """Move the subtree of `root` to the beginning of the arrays; return how many nodes it uses.

    A node below the root with fewer visits than `least` becomes a leaf. The order of the nodes
    stays, so each node moves towards the beginning, and siblings stay together. `places` is a
    scratch array with an entry for each node.
    """
    for old in range(root, used):
        places[old] = 0
    places[root], at = 1, 0
    for old in range(root, used):
        if places[old] == 0:
            continue
        at += 1
        places[old] = at
        for field in ti:
            field[at] = field[old]
        for values in tf:
            values[at] = values[old]
        first, width = ti[FIRST][at], ti[WIDTH][at]
        if at > 1 and visits[at] < least:
            ti[WIDTH][at] = 0
        elif width > 0:
            for child in range(first, first + width):
                places[child] = 1
    for node in range(1, at + 1):
        if ti[WIDTH][node] > 0:
            ti[FIRST][node] = places[ti[FIRST][node]]
    return at + 1
