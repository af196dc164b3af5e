"""Evaluation of More or Less: judgements by patterns instead of random games.

A placement is finished at random, a turn under way ended at once; then it is asked whether the side
to move has a train that wins, and what the patterns of the position promise.

Three points that follow each other on a line make a pattern, and so do the two at an end of a line.
What each pattern is worth, each point to who stands there, and the counters up with the turns left
is data (`assets/answers/more-or-less-patterns.json`), which `python -m tools.learning` makes.
Everything is seen from the side to move, at the beginning of a movement turn.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from game.engine.kernels.dice import draw
from game.engine.kernels.slots import Ints, Tables, value_of
from game.games.more_or_less.engine.trains import last_turn, pass_wins, survey, wanting
from game.games.more_or_less.rules import (
    BOARD,
    CENTRE,
    COUNTS,
    JUMPS,
    MARKER_PLACES,
    MARKS,
    META,
    MOVING,
    PLACED,
    POINTS,
    SLID,
    SLIDES,
    jumps_from,
    place,
    play,
)
from game.platform.paths import ASSETS
from game.rules import Game
from game.rules.boards import COUNTERS
from game.rules.kernel import RESULT, RUNNING, SEAT, kernel
from game.rules.topology import Topology

FILE = ASSETS / "answers" / "more-or-less-patterns.json"
ANY_BOARD = "any"
UNIT = 10_000  # weights are whole numbers of this part
# Tables: WINDOWS has four numbers for each pattern, where in the state its points are and where
# its weights begin; PATTERNS and PLACES hold the weights for Black to move, then for Green;
# MEMBERS two for each point of a pattern, by points as OF says: which pattern, and what the
# number of the pattern grows by with what lies there.
WINDOWS, PATTERNS, PLACES, TERMS, OF, MEMBERS = range(6)
THREE, TWO = 27, 9  # patterns of three points and of two
KINDS = THREE + TWO
# TERMS: of the chance of the side to move, as log odds.
START, BLACK, LEFT, BLACK_LEFT, LEAD, LEAD_LEFT, LEAD_LATE, CUBE = range(8)


class Weights(NamedTuple):
    """Learned weights of one board.

    `patterns` are indexed by their numbers; `places` has own and other for each point.
    """

    terms: tuple[float, ...]
    patterns: tuple[float, ...]
    places: tuple[tuple[float, float], ...]


def windows(board: Topology) -> Iterator[tuple[int, int, int, int]]:
    """Return the patterns of a board: three points, and the number of the first weight of its kind.

    At the end of a line the last point stands twice.
    """
    for line in board.lines:
        points = [board.index[label] for label in line]
        yield from ((*three, 0) for three in zip(points, points[1:], points[2:]))
        yield points[0], points[1], points[1], THREE
        yield points[-1], points[-2], points[-2], THREE


def number(first: int, second: int, third: int, kind: int) -> int:
    """Return the number of the pattern: 0 nothing, 1 own, 2 the other's."""
    return kind + first + 3 * second + (9 * third if kind == 0 else 0)


@cache
def known(name: str) -> Weights | None:
    """Return the weights learned on the board of that name."""
    found = json.loads(FILE.read_text(encoding="utf-8")).get(name)
    if found is None:
        return None
    return Weights(
        tuple(found["terms"]),
        tuple(found["patterns"]),
        tuple((own, other) for own, other in found["places"]),
    )


def weights_of(board: Topology) -> Weights:
    """Return the weights of the board, or those of any board."""
    found = known(board.name)
    if found is not None and len(found.places) == len(board):
        return found
    found = known(ANY_BOARD)
    assert found is not None
    return found._replace(places=((0.0, 0.0),) * len(board))


def tables(game: Game, compiled: bool) -> tuple[Sequence[int], ...]:
    return tables_of(game.topology, weights_of(game.topology))


def tables_of(board: Topology, weights: Weights) -> tuple[Sequence[int], ...]:
    """Return the tables of weights as the kernels read them."""
    flat = [
        entry
        for *points, kind in windows(board)
        for entry in (*(BOARD + point for point in points), kind)
    ]
    patterns = [round(UNIT * weight) for weight in weights.patterns]
    places = [
        [0] * len(board),
        *([round(UNIT * pair[whose]) for pair in weights.places] for whose in (0, 1)),
    ]
    begins, members = members_of(board)
    return (
        flat,
        [patterns[swapped(code, side)] for side in (0, 1) for code in range(2 * THREE)],
        [one for side in (0, 1) for colour in (0, 1 + side, 2 - side) for one in places[colour]],
        [round(UNIT * term) for term in weights.terms],
        begins,
        members,
    )


def members_of(board: Topology) -> tuple[list[int], list[int]]:
    """Return the tables OF and MEMBERS."""
    found: list[dict[int, int]] = [{} for _ in board.points]
    for window, (*points, _kind) in enumerate(windows(board)):
        for factor, point in zip((1, 3, 9), points):
            found[point][window] = found[point].get(window, 0) + factor
    begins = [0]
    for own in found:
        begins.append(begins[-1] + len(own))
    return begins, [number for own in found for pair in own.items() for number in pair]


def swapped(code: int, side: int) -> int:
    """Return the number of a pattern as `side` to move sees it; `code` has colours for owners.

    The last of two points, which stands twice, is counted once.
    """
    kind, rest = code // THREE * THREE, code % THREE
    cells = [rest % 3, rest // 3 % 3, rest // 9]
    if side == 1:
        cells = [(0, 2, 1)[cell] for cell in cells]
    return number(cells[0], cells[1], cells[2], kind)


@kernel
def pattern_sum(t: Tables, x: Tables, s: Sequence[int], side: int) -> int:
    """Return the worth of all patterns for `side` to move, in units."""
    found, patterns, places = x[WINDOWS], x[PATTERNS], x[PLACES]
    first = side * 2 * THREE
    total = 0
    for at in range(0, len(found), 4):
        code = s[found[at]] + 3 * s[found[at + 1]] + 9 * s[found[at + 2]]
        total += patterns[first + found[at + 3] + code]
    points = t[META][POINTS]
    row = side * 3 * points
    for point in range(points):
        total += places[row + s[BOARD + point] * points + point]
    return total


@kernel
def note_patterns(x: Tables, s: Sequence[int], codes: Ints) -> None:
    """Write the numbers of all patterns, for `changed`."""
    found = x[WINDOWS]
    for window in range(len(found) // 4):
        at = 4 * window
        code = s[found[at]] + 3 * s[found[at + 1]] + 9 * s[found[at + 2]]
        codes[window] = found[at + 3] + code


@kernel
def changed(t: Tables, x: Tables, codes: Ints, side: int, point: int, before: int, now: int) -> int:
    """Return what `pattern_sum` grows by when `now` replaces `before` on `point`; note it."""
    begins, members, patterns, places = x[OF], x[MEMBERS], x[PATTERNS], x[PLACES]
    first = side * 2 * THREE
    points = t[META][POINTS]
    row = side * 3 * points + point
    total = places[row + now * points] - places[row + before * points]
    for at in range(2 * begins[point], 2 * begins[point + 1], 2):
        window = members[at]
        old = first + codes[window]
        new = old + members[at + 1] * (now - before)
        total += patterns[new] - patterns[old]
        codes[window] = new - first
    return total


@kernel
def changed_back(x: Tables, codes: Ints, point: int, before: int, now: int) -> None:
    """Take back what `changed` noted."""
    begins, members = x[OF], x[MEMBERS]
    for at in range(2 * begins[point], 2 * begins[point + 1], 2):
        codes[members[at]] -= members[at + 1] * (now - before)


@kernel
def tally_sum(x: Tables, side: int, left: int, own: int) -> float:
    """Return the worth to `side` of the move, `left` turns and `own` counters up."""
    terms = x[TERMS]
    part = left / (2.0 * MARKER_PLACES)
    lead = 1.0 * (COUNTERS - 2 * own)
    value = terms[START] + terms[LEFT] * part
    if side == 0:
        value += terms[BLACK] + terms[BLACK_LEFT] * part
    value += lead * (terms[LEAD] + part * (terms[LEAD_LEFT] + part * terms[LEAD_LATE]))
    return value + terms[CUBE] * lead * lead * lead / 100.0


@kernel
def promised(t: Tables, x: Tables, s: Sequence[int]) -> float:
    """Return the chance of Black at the beginning of a movement turn."""
    side = s[SEAT]
    left = 2 * MARKER_PLACES - s[MARKS] - s[MARKS + 1]
    odds = (pattern_sum(t, x, s, side) + tally_sum(x, side, left, s[COUNTS + side])) / UNIT
    return 1.0 / (1.0 + math.exp(-odds if side == 0 else odds))


TRIED_JUMPS = 30  # of each counter, in a judgement


@kernel
def place_rest(t: Tables, s: Ints, rng: Ints, out: Ints, seen: Ints, stamp: int) -> None:
    """Place the counters left on random empty points."""
    points = t[META][POINTS]
    codes = points + t[META][JUMPS] + t[META][SLIDES] + 2
    count = 0
    for point in range(points):  # without a branch, as in the rules
        out[count] = point
        count += s[BOARD + point] == 0
    while s[PLACED] < COUNTERS:
        at = draw(rng, count)
        seen[s[SEAT] * codes + out[at]] = stamp
        place(t, s, out[at])
        count -= 1
        out[at] = out[count]


@kernel
def finish(t: Tables, s: Ints, rng: Ints, out: Ints, work: Ints) -> None:
    """End the turn that is under way at once; after a slide by a random jump."""
    if s[SLID] == 1:
        count = jumps_from(t, s, s[MOVING] - 1, out, 0)
        play(t, s, out[draw(rng, count)], work)
    elif s[MOVING] > 0:
        play(t, s, t[META][POINTS] + t[META][JUMPS] + t[META][SLIDES], work)


@kernel
def won_at_once(t: Tables, s: Ints, work: Ints) -> bool:
    """Has the side to move a train that wins now?  A quick look, at the beginning of a turn."""
    survey(t, s, work)
    return wanting(t, s, s[SEAT], TRIED_JUMPS, work) == 0


@kernel
def prospect(t: Tables, x: Tables, s: Ints, work: Ints) -> float:
    """Return the chance of Black at the start of a movement turn."""
    mover = s[SEAT]
    if won_at_once(t, s, work):
        return 1.0 - mover
    if last_turn(s):
        if pass_wins(t, s):
            return 1.0 - mover
        return 0.1 if mover == 0 else 0.9  # a slide or a long train may win still
    return promised(t, x, s)


@kernel
def rollout(
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """Place the rest at random, then judge; random moves would say little."""
    if s[PLACED] == 0:
        play(t, s, t[META][CENTRE], work)
    if s[PLACED] < COUNTERS:
        place_rest(t, s, rng, out, seen, stamp)
        return prospect(t, x, s, work)
    finish(t, s, rng, out, work)
    return value_of(s[RESULT]) if s[RESULT] != RUNNING else prospect(t, x, s, work)


@kernel
def judge_turn(
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """Judge the beginning of a movement turn where nothing is won at once."""
    return promised(t, x, s)
