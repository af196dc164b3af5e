"""Evaluation of More or Less by ratings of patterns, instead of random games.

A placement is completed at random, and a turn that has begun is ended immediately. Then the
evaluation looks for a train with which the side to move wins; without one, it rates the patterns.

Three consecutive points on a line are a pattern, and so are the two points at an end of a line. The
file `assets/answers/more-or-less-patterns.json` has the weight of each pattern, of each point by
its occupant, and of the counters up and the turns left. `python -m tools.learning` makes it. All
weights are from the view of the side to move, at the beginning of a movement turn.
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
UNIT = 10_000  # Weights are stored as whole numbers, multiplied by this.
# Tables. WINDOWS has four numbers for each pattern: the offsets of its points in the state, and the
# offset of the weights of its kind. PATTERNS and PLACES hold the weights for Black to move, then
# those for Green to move. MEMBERS has two numbers for each point of a pattern: the pattern, and the
# factor of the point's content in the pattern's number. OF has the start of each point's part of
# MEMBERS.
WINDOWS, PATTERNS, PLACES, TERMS, OF, MEMBERS = range(6)
THREE, TWO = 27, 9  # numbers of different patterns of three points and of two points
KINDS = THREE + TWO
# Indices in TERMS, whose weighted sum is the log odds of the side to move.
START, BLACK, LEFT, BLACK_LEFT, LEAD, LEAD_LEFT, LEAD_LATE, CUBE = range(8)


class Weights(NamedTuple):
    """The learned weights of one board.

    `patterns` are indexed by the patterns' numbers. `places` has two weights for each point: for an
    own counter on it, and for one of the other side.
    """

    terms: tuple[float, ...]
    patterns: tuple[float, ...]
    places: tuple[tuple[float, float], ...]


def windows(board: Topology) -> Iterator[tuple[int, int, int, int]]:
    """Yield the patterns of a board: three points, and the offset of the weights of its kind.

    In a pattern of two points, the last one is repeated.
    """
    for line in board.lines:
        points = [board.index[label] for label in line]
        yield from ((*three, 0) for three in zip(points, points[1:], points[2:]))
        yield points[0], points[1], points[1], THREE
        yield points[-1], points[-2], points[-2], THREE


def number(first: int, second: int, third: int, kind: int) -> int:
    """Return the number of a pattern; a point counts 0 if empty, 1 if own, 2 if the other's."""
    return kind + first + 3 * second + (9 * third if kind == 0 else 0)


@cache
def known(name: str) -> Weights | None:
    """Return the weights learned on the board with this name, or None."""
    found = json.loads(FILE.read_text(encoding="utf-8")).get(name)
    if found is None:
        return None
    return Weights(
        tuple(found["terms"]),
        tuple(found["patterns"]),
        tuple((own, other) for own, other in found["places"]),
    )


def weights_of(board: Topology) -> Weights:
    """Return the weights of the board; if there are none, the weights for any board."""
    found = known(board.name)
    if found is not None and len(found.places) == len(board):
        return found
    found = known(ANY_BOARD)
    assert found is not None
    return found._replace(places=((0.0, 0.0),) * len(board))


def tables(game: Game, compiled: bool) -> tuple[Sequence[int], ...]:
    return tables_of(game.topology, weights_of(game.topology))


def tables_of(board: Topology, weights: Weights) -> tuple[Sequence[int], ...]:
    """Return the tables of weights in the layout for the kernels."""
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
    """Return the number of a pattern for `side` to move; in `code`, 1 is black and 2 is green.

    In a pattern of two points, the repeated last point is counted once.
    """
    kind, rest = code // THREE * THREE, code % THREE
    cells = [rest % 3, rest // 3 % 3, rest // 9]
    if side == 1:
        cells = [(0, 2, 1)[cell] for cell in cells]
    return number(cells[0], cells[1], cells[2], kind)


@kernel
def pattern_sum(t: Tables, x: Tables, s: Sequence[int], side: int) -> int:
    """Return the value of all patterns for `side` to move, in units."""
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
    """Write the numbers of all patterns into `codes`, for `changed`."""
    found = x[WINDOWS]
    for window in range(len(found) // 4):
        at = 4 * window
        code = s[found[at]] + 3 * s[found[at + 1]] + 9 * s[found[at + 2]]
        codes[window] = found[at + 3] + code


@kernel
def changed(t: Tables, x: Tables, codes: Ints, side: int, point: int, before: int, now: int) -> int:
    """Return the change of `pattern_sum` if `now` replaces `before` on `point`; update `codes`."""
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
    """Undo the change of `codes` by `changed`."""
    begins, members = x[OF], x[MEMBERS]
    for at in range(2 * begins[point], 2 * begins[point + 1], 2):
        codes[members[at]] -= members[at + 1] * (now - before)


@kernel
def tally_sum(x: Tables, side: int, left: int, own: int) -> float:
    """Return the value for `side` of being to move, with `left` turns and `own` counters up."""
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
    """Return Black's chance by the patterns, at the beginning of a movement turn."""
    side = s[SEAT]
    left = 2 * MARKER_PLACES - s[MARKS] - s[MARKS + 1]
    odds = (pattern_sum(t, x, s, side) + tally_sum(x, side, left, s[COUNTS + side])) / UNIT
    return 1.0 / (1.0 + math.exp(-odds if side == 0 else odds))


TRIED_JUMPS = 30  # number of jumps tried with each counter in an evaluation


@kernel
def place_rest(t: Tables, s: Ints, rng: Ints, out: Ints, seen: Ints, stamp: int) -> None:
    """Place the remaining counters on random empty points."""
    points = t[META][POINTS]
    codes = points + t[META][JUMPS] + t[META][SLIDES] + 2
    count = 0
    # The loop has no branch, for the same reason as in the rules.
    for point in range(points):
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
    """End the present turn immediately; if it began with a slide, make a random jump first."""
    if s[SLID] == 1:
        count = jumps_from(t, s, s[MOVING] - 1, out, 0)
        play(t, s, out[draw(rng, count)], work)
    elif s[MOVING] > 0:
        play(t, s, t[META][POINTS] + t[META][JUMPS] + t[META][SLIDES], work)


@kernel
def won_at_once(t: Tables, s: Ints, work: Ints) -> bool:
    """Return whether the side to move has a winning train, by a quick search.

    The position is at the beginning of a turn.
    """
    survey(t, s, work)
    return wanting(t, s, s[SEAT], TRIED_JUMPS, work) == 0


@kernel
def prospect(t: Tables, x: Tables, s: Ints, work: Ints) -> float:
    """Return Black's chance at the start of a movement turn."""
    mover = s[SEAT]
    if won_at_once(t, s, work):
        return 1.0 - mover
    if last_turn(s):
        if pass_wins(t, s):
            return 1.0 - mover
        return 0.1 if mover == 0 else 0.9  # A slide or a long train may still win.
    return promised(t, x, s)


@kernel
def rollout(
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """Place the remaining counters at random, then evaluate; no random moves are played.

    Random moves would say little about the position.
    """
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
    """Evaluate the beginning of a movement turn if there is no immediate win."""
    return promised(t, x, s)
