"""The rival's search: a template of its own, compiled like those of `game.engine.kernels`."""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.kernels.slots import Floats, Ints, Tables, legal, play
from game.rules.kernel import DRAW, P1_WIN, RESULT, RUNNING, SEAT
from tools.rival.slots import longest, margin, step

ENTRIES = ("think",)

EXPLORE, RAVE, SHARE, ALIKE = range(4)  # settings; ALIKE: who plays an action does not matter
HEAD, COUNT, ACTION, SEEN, SEEN_RAVE = range(5)  # of a node: its children lie together
WORTH, WORTH_RAVE = range(2)  # sums of what they were worth to the side that moved there


def random_game(
    t: Tables, s: Ints, out: Ints, work: Ints, rng: Ints, marks: Ints, codes: int, stamp: int
) -> None:
    """Play on at random, and note what either side played, in its half of `marks`."""
    left = longest(t, s)
    while s[RESULT] == RUNNING and left > 0:
        count = legal(t, s, out, work)
        code = step(t, s, out, count, rng)
        marks[s[SEAT] % 2 * codes + code] = stamp
        play(t, s, code, work)
        left -= 1


def worth(t: Tables, s: Ints, work: Ints, share: float) -> float:
    """Return what the end is worth to side 0, from 0 to 1; `share` of it by the margin."""
    clear = 0.5 + 0.5 * margin(t, s, work)
    if s[RESULT] == RUNNING:
        return clear
    won = 0.5 if s[RESULT] == DRAW else (1.0 if s[RESULT] == P1_WIN else 0.0)
    return (1.0 - share) * won + share * clear


def choose(nodes: Sequence[Ints], sums: Sequence[Floats], at: int, prm: Floats, total: int) -> int:
    """Return the child."""
    best, most = nodes[HEAD][at], -1.0
    log = math.log(total + 1.0)
    for child in range(nodes[HEAD][at], nodes[HEAD][at] + nodes[COUNT][at]):
        tried, rave = nodes[SEEN][child], nodes[SEEN_RAVE][child]
        value = 0.5
        if tried > 0:
            value = sums[WORTH][child] / tried
        if rave > 0:
            if prm[ALIKE] > 0.0:  # what others play tells as much: it is trusted longer
                beta = math.sqrt(prm[RAVE] / (prm[RAVE] + 3.0 * tried))
            else:
                beta = prm[RAVE] / (prm[RAVE] + tried + rave * tried / 50.0)
            mean = sums[WORTH_RAVE][child] / rave
            value = mean if tried == 0 else (1.0 - beta) * value + beta * mean
        value += prm[EXPLORE] * math.sqrt(log / (tried + 1.0))
        if value > most:
            best, most = child, value
    return best


def think(
    t: Tables,
    root: Sequence[int],
    s: Ints,
    nodes: tuple[Ints, ...],
    sums: tuple[Floats, ...],
    scratch: tuple[Ints, ...],
    prm: Floats,
    rng: Ints,
    used: int,
    codes: int,
    stamp: int,
    games: int,
) -> int:
    """Play `games` games from `root` (node 1); the number of nodes used then.

    `scratch`: legal actions, work, marks by side and code, the path of nodes and of sides.
    """
    out, work, marks, path, sides = scratch
    room = len(nodes[HEAD])
    for game in range(games):
        now = stamp + game
        for place in range(len(root)):
            s[place] = root[place]
        at, length = 1, 0
        path[0] = 1
        while s[RESULT] == RUNNING and length < len(path) - 1:
            if nodes[COUNT][at] == 0:
                count = legal(t, s, out, work)
                if used + count > room:
                    break
                nodes[HEAD][at], nodes[COUNT][at] = used, count
                for place in range(count):
                    nodes[ACTION][used + place] = out[place]
                used += count
            at = choose(nodes, sums, at, prm, nodes[SEEN][at])
            code, side = nodes[ACTION][at], s[SEAT] % 2
            marks[side * codes + code] = now
            play(t, s, code, work)
            sides[length] = side
            length += 1
            path[length] = at
            if nodes[SEEN][at] == 0:
                break
        random_game(t, s, out, work, rng, marks, codes, now)
        value = worth(t, s, work, prm[SHARE])
        nodes[SEEN][1] += 1
        for depth in range(length):
            side, node = sides[depth], path[depth]
            own = value if side == 0 else 1.0 - value
            nodes[SEEN][path[depth + 1]] += 1
            sums[WORTH][path[depth + 1]] += own
            for child in range(nodes[HEAD][node], nodes[HEAD][node] + nodes[COUNT][node]):
                code = nodes[ACTION][child]
                other = marks[(1 - side) * codes + code] if prm[ALIKE] > 0.0 else 0
                if marks[side * codes + code] == now or other == now:
                    nodes[SEEN_RAVE][child] += 1
                    sums[WORTH_RAVE][child] += own
    return used
