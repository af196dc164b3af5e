"""Layout of the nodes of a search tree, and the copy of a subtree into a new tree.

Six arrays of ints and two of floats, an entry for each node.  Node 0 is unused, node 1 the root;
children lie together from FIRST on.  Several threads may expand nodes at once: one claims a node,
reserves its children, writes them, and shows them by their number.
"""

from __future__ import annotations

from game.engine.kernels.atomics import fence, fetch_add, swap_if
from game.engine.kernels.slots import Floats, Ints
from game.rules.kernel import kernel

FIRST, WIDTH = range(2)  # ints; a search names the others
CLAIMED = -1  # a WIDTH: some thread is about to make children

IntFields = tuple[Ints, ...]
FloatFields = tuple[Floats, ...]


@kernel
def claim(ti: IntFields, node: int) -> bool:
    """Claim a node without children; return whether no other thread has."""
    return swap_if(ti[WIDTH], node, 0, CLAIMED)


@kernel
def reserve(common: Ints, used: int, count: int, capacity: int) -> int:
    """Return the first of `count` nodes for one thread, common[used] being the first free one.

    0 if there is no room.  A few nodes at the end may be lost.
    """
    if common[used] + count > capacity:
        return 0
    first = fetch_add(common, used, count)
    return first if first + count <= capacity else 0


@kernel
def show(ti: IntFields, node: int, first: int, width: int) -> None:
    """Show the children of a claimed node to all threads; 0: it has none."""
    ti[FIRST][node] = first
    fence()
    ti[WIDTH][node] = width


@kernel
def promoted(
    ti: IntFields, tf: FloatFields, ni: IntFields, nf: FloatFields, source: Ints, root: int
) -> int:
    """Copy the subtree of `root` into the empty tree (ni, nf); the number of nodes used there."""
    source[1] = root
    used, at = 2, 1
    while at < used:
        old = source[at]
        for field in range(6):
            ni[field][at] = ti[field][old]
        for field in range(2):
            nf[field][at] = tf[field][old]
        first, width = ti[FIRST][old], ti[WIDTH][old]
        if width > 0:
            ni[FIRST][at] = used
            for place in range(width):
                source[used + place] = first + place
            used += width
        at += 1
    return used
