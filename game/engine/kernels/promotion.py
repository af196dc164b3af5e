"""Layout of the nodes of a search tree, and the copy of a subtree into a new tree.

Six arrays of ints and two of floats, an entry for each node.  Node 0 is unused, node 1 the root;
children lie together from FIRST on.
"""

from __future__ import annotations

from game.engine.kernels.slots import Floats, Ints
from game.rules.kernel import kernel

FIRST, WIDTH = range(2)  # ints; a search names the others

IntFields = tuple[Ints, ...]
FloatFields = tuple[Floats, ...]


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
