"""Generator of whole turns by the rules alone: a template, see `slots`.

It is for proofs by exhaustive search, so nothing is left out. It walks through all sequences of
actions. Turns that end in exactly the same state are stored once.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.engine.kernels.slots import Floats, Ints, legal, play
from game.rules.kernel import RESULT, RUNNING, TURNS

ENTRIES = ("all_turns", "find_turn", "follow")

# Indices in ctl: the actions played, their limit, and 1 if it was exceeded.
VISITED, LIMIT, ABORTED = range(3)
MASK = (1 << 61) - 1
FACTOR = 6364136223846793005

Tables = tuple[Sequence[int], ...]
Rows = Sequence[Ints]


def copied(source: Sequence[int], target: Ints) -> None:
    for field in range(len(source)):
        target[field] = source[field]


def same(one: Sequence[int], other: Sequence[int]) -> bool:
    differing = 0
    for field in range(len(one)):
        differing += one[field] != other[field]
    return differing == 0


def hash_of(s: Sequence[int]) -> int:
    """Return a 61-bit hash of the whole state, from which a lookup starts."""
    key = 1442695040888963407
    for field in range(len(s)):
        key = ((key ^ s[field]) * FACTOR) & MASK
        key ^= key >> 29
    return key


def place_of(s: Sequence[int], ends: Rows, places: Ints) -> int:
    """Return the index of this end in `places`, or the index of a free place for it."""
    place = hash_of(s) % len(places)
    while places[place] > 0 and not same(ends[places[place] - 1], s):
        place = (place + 1) % len(places)
    return place


def all_turns(
    t: Tables,
    states: Rows,
    outs: Rows,
    counts: Ints,
    at: Ints,
    chance: Floats,
    work: Ints,
    ctl: Ints,
    places: Ints,
    ends: Rows,
    lines: Rows,
    lengths: Ints,
    ways: Ints,
    chances: Floats,
) -> int:
    """Write every position that the turn of states[0] can end in, and return their number.

    For each end, write the codes of one of the shortest ways (`lines`, `lengths`), the number of
    `ways`, and the probability that random actions lead there.
    """
    for place in range(len(places)):
        places[place] = 0
    root = states[0]
    counts[0] = legal(t, root, outs[0], work)
    at[0] = 0
    chance[0] = 1.0
    found, depth = 0, 0
    while depth >= 0:
        if at[depth] == counts[depth]:
            depth -= 1
            continue
        code = outs[depth][at[depth]]
        at[depth] += 1
        s, after = states[depth], states[depth + 1]
        copied(s, after)
        play(t, after, code, work)
        ctl[VISITED] += 1
        if ctl[VISITED] >= ctl[LIMIT] or depth + 2 >= len(states) or found >= len(ends):
            ctl[ABORTED] = 1
            return found
        part = chance[depth] / counts[depth]
        if after[RESULT] == RUNNING and after[TURNS] == root[TURNS]:
            depth += 1
            chance[depth] = part
            counts[depth] = legal(t, after, outs[depth], work)
            at[depth] = 0
            continue
        place = place_of(after, ends, places)
        number = places[place] - 1
        if number < 0:
            number = found
            found += 1
            places[place] = found
            copied(after, ends[number])
            ways[number] = 0
            chances[number] = 0.0
            lengths[number] = -1
        if lengths[number] < 0 or depth + 1 < lengths[number]:
            lengths[number] = depth + 1
            for step in range(depth + 1):
                lines[number][step] = outs[step][at[step] - 1]
        ways[number] += 1
        chances[number] += part
    return found


def find_turn(
    t: Tables,
    states: Rows,
    outs: Rows,
    counts: Ints,
    at: Ints,
    work: Ints,
    ctl: Ints,
    field: int,
    wanted: int,
) -> int:
    """Find a way to finish the turn of states[0] so that the state's `field` is `wanted`.

    Return the number of its actions; action n is outs[n][at[n] - 1]. Return 0 if there is no way.
    """
    root = states[0]
    counts[0] = legal(t, root, outs[0], work)
    at[0] = 0
    depth = 0
    while depth >= 0:
        if at[depth] == counts[depth]:
            depth -= 1
            continue
        code = outs[depth][at[depth]]
        at[depth] += 1
        after = states[depth + 1]
        copied(states[depth], after)
        play(t, after, code, work)
        ctl[VISITED] += 1
        if ctl[VISITED] >= ctl[LIMIT] or depth + 2 >= len(states):
            ctl[ABORTED] = 1
            return 0
        if after[RESULT] == RUNNING and after[TURNS] == root[TURNS]:
            depth += 1
            counts[depth] = legal(t, after, outs[depth], work)
            at[depth] = 0
        elif after[field] == wanted:
            return depth + 1
    return 0


def follow(
    t: Tables, states: Rows, outs: Rows, work: Ints, ctl: Ints, codes: Ints, length: int
) -> int:
    """Play `codes` from states[0] on; return their number if they are a whole turn, else 0."""
    root = states[0]
    for step in range(length):
        before, after = states[step], states[step + 1]
        count = legal(t, before, outs[0], work)
        known = 0
        for place in range(count):
            known += outs[0][place] == codes[step]
        if known == 0:
            return 0
        copied(before, after)
        play(t, after, codes[step], work)
        ctl[VISITED] += 1
        ended = after[RESULT] != RUNNING or after[TURNS] != root[TURNS]
        if ended != (step + 1 == length):
            return 0
    return length
