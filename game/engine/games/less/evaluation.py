"""Less for the search: exact solo distances of all placements are the evaluation.

Uncompiled, where the tables would take long to fill, each piece's own way home is summed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.games.less.limit import chance_at_limit, moves_left
from game.engine.games.less.placements import number_of
from game.engine.games.less.tables import BINOMIALS, PLACEMENTS, SINGLE
from game.engine.kernels.defaults import value_of
from game.engine.kernels.dice import draw
from game.engine.kernels.slots import Ints, Tables
from game.rules.kernel import BEGUN, RESULT, RUNNING, SEAT, TURNS, kernel
from game.rules.less import (
    BOARD,
    HOME,
    LEFT,
    META,
    SEATS,
    SPENT,
    SQUARES,
    TURN_LIMIT,
    WALLS,
    carry,
    cost_of,
    end_turn,
    moving_seat,
    side_arrived,
    target_of,
)

# Of the chance, for each move ahead, by how many moves all pieces together still need; measured on
# games of the search with itself.
FEW, SOME = 8, 20
STEEP_FEW, STEEP_SOME, STEEP_MANY = 3.3, 0.85, 0.6
MOST_LEAD = 100.0  # more is no more likely
LIMIT_NEAR = TURN_LIMIT - 40  # from this turn on somebody may come home too late
# What it costs to have the turn, in moves: pieces in each other's way, who moves gives way.
SHORT, MIDDLE = 14, 28
TURN_SHORT, TURN_MIDDLE, TURN_LONG = 0.6, 0.35, 0.2
# Actions that a playout goes on at least (it then ends its turn), and its dice, in 1/1000 moves.
PLAYOUT, DICE = 9, 1500
NOTED = (
    16  # in `work`, after the squares of all pieces: from here on how far each seat is from home
)


@kernel
def seat_distance(t: Tables, x: Tables, s: Sequence[int], seat: int) -> int:
    """Moves that the pieces of `seat` need if they were alone."""
    squares = t[META][SQUARES]
    a, b, c, d = -1, -1, -1, -1
    total = 0
    for square in range(squares):
        if s[BOARD + square] == seat + 1:
            total += x[SINGLE][seat * squares + square]
            a, b, c, d = b, c, d, square
    if len(x[PLACEMENTS + seat]) > 1:
        return x[PLACEMENTS + seat][number_of(x[BINOMIALS], a, b, c, d)]
    return total


@kernel
def note_pieces(t: Tables, s: Sequence[int], pieces: Ints) -> None:
    """Write the squares of the pieces, four for each seat."""
    a, b, c, d = 0, 4, 8, 12
    for square in range(t[META][SQUARES]):
        piece = s[BOARD + square]
        if piece == 1:
            pieces[a] = square
            a += 1
        elif piece == 2:
            pieces[b] = square
            b += 1
        elif piece == 3:
            pieces[c] = square
            c += 1
        elif piece == 4:
            pieces[d] = square
            d += 1


@kernel
def noted_distance(t: Tables, x: Tables, pieces: Sequence[int], seat: int) -> int:
    """As `seat_distance`, of noted pieces."""
    at = seat * 4
    a, b, c, d = pieces[at], pieces[at + 1], pieces[at + 2], pieces[at + 3]
    if len(x[PLACEMENTS + seat]) > 1:
        return x[PLACEMENTS + seat][number_of(x[BINOMIALS], a, b, c, d)]
    row = seat * t[META][SQUARES]
    return x[SINGLE][row + a] + x[SINGLE][row + b] + x[SINGLE][row + c] + x[SINGLE][row + d]


@kernel
def ahead(t: Tables, x: Tables, s: Sequence[int]) -> int:
    """Moves by which side 0 is ahead in all."""
    lead = s[SPENT + 1] - s[SPENT]
    for seat in range(t[META][SEATS]):
        own = seat_distance(t, x, s, seat)
        lead += own if seat % 2 == 1 else -own
    return lead


@kernel
def chance(t: Tables, x: Tables, s: Sequence[int], pieces: Sequence[int]) -> float:
    """Chance of side 0 at a glance; `pieces` are noted."""
    if s[RESULT] != RUNNING:
        return value_of(s[RESULT])
    own, other = 0, 0
    for seat in range(0, t[META][SEATS], 2):
        own += noted_distance(t, x, pieces, seat)
        other += noted_distance(t, x, pieces, seat + 1)
    if s[TURNS] > LIMIT_NEAR:
        late, other_late = own > moves_left(s, 0), other > moves_left(s, 1)
        if late or other_late:
            return chance_at_limit(t, s, late, other_late)
    lead = float(s[SPENT + 1] + other - s[SPENT] - own)
    return likely(s, lead, own + other, 1.0 if s[SEAT] % 2 == 1 else -1.0)


@kernel
def likely(s: Sequence[int], lead: float, way: int, turn: float) -> float:
    """The chance of a side that is so many moves ahead.

    All pieces of both together need `way`; `turn` is 1.0 when the other has the turn, else -1.0.
    """
    steep = STEEP_FEW if way < FEW else STEEP_SOME if way < SOME else STEEP_MANY
    if s[HOME] + s[HOME + 1] > 0:
        steep = STEEP_FEW  # nobody is in the way
    else:
        lead += turn * (TURN_SHORT if way < SHORT else TURN_MIDDLE if way < MIDDLE else TURN_LONG)
    return 1.0 / (1.0 + math.exp(-steep * max(-MOST_LEAD, min(MOST_LEAD, lead))))


@kernel
def nearest(
    t: Tables, x: Tables, s: Sequence[int], rng: Ints, pieces: Ints, seat: int
) -> tuple[int, int]:
    """The action after which `seat` is nearest home for what it costs, more or less by the dice.

    Its code, -1 if nothing can be moved, and the place of the piece in `pieces`.
    """
    best, best_code, best_place = 1 << 30, -1, 0
    for place in range(seat * 4, seat * 4 + 4):
        square = pieces[place]
        for code in range(square * 8, square * 8 + 8):
            cost = cost_of(t, s, code)
            if cost == 0 or cost > s[LEFT]:
                continue
            pieces[place] = target_of(t, code)
            worth = 1000 * (noted_distance(t, x, pieces, seat) + cost) + draw(rng, DICE)
            if worth < best:
                best, best_code, best_place = worth, code, place
        pieces[place] = square
    return best_code, best_place


@kernel
def rollout(
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """Both sides hurry home for some actions, which shows who is in whose way; then a glance."""
    pieces = work
    note_pieces(t, s, pieces)
    played = 0
    while s[RESULT] == RUNNING and s[HOME] + s[HOME + 1] == 0:
        if played >= PLAYOUT and s[BEGUN] == 0:
            break
        played += 1
        code, place = nearest(t, x, s, rng, pieces, moving_seat(t, s))
        if code < 0:
            end_turn(t, s)
            continue
        cost, target = cost_of(t, s, code), target_of(t, code)
        carry(t, s, code // 8, target)
        pieces[place] = target
        side = s[SEAT] % 2
        s[SPENT + side] += cost
        s[LEFT] -= cost
        s[BEGUN] += 1
        if s[LEFT] == 0 or side_arrived(t, s, side):
            end_turn(t, s)
    return chance(t, x, s, pieces)


@kernel
def look(t: Tables, x: Tables, s: Sequence[int], work: Ints) -> None:
    """Note the pieces and how far each seat is from home, for `prior`."""
    note_pieces(t, s, work)
    for seat in range(t[META][SEATS]):
        work[NOTED + seat] = noted_distance(t, x, work, seat)


@kernel
def prior(t: Tables, x: Tables, s: Sequence[int], code: int, work: Ints) -> float:
    """Chance of the mover when its pieces have gone on."""
    squares = t[META][SQUARES]
    if code == squares * 8:
        return -1.0
    source = code // 8
    cost = 1
    if code % 8 < 4:
        cost += t[WALLS][source * 4 + code % 4]
    seat = s[BOARD + source] - 1
    place = seat * 4
    while work[place] != source:
        place += 1
    work[place] = target_of(t, code)
    gain = work[NOTED + seat] - noted_distance(t, x, work, seat) - cost
    work[place] = source
    return 1.0 / (1.0 + math.exp(-2.0 * gain)) * 0.9


@kernel
def evaluate(t: Tables, x: Tables, s: Ints, work: Ints) -> int:
    return 100 * ahead(t, x, s)


@kernel
def order(t: Tables, x: Tables, s: Ints, code: int, work: Ints) -> int:
    """Actions that shorten the way home first."""
    squares = t[META][SQUARES]
    if code == squares * 8:
        return 0
    source, target = code // 8, target_of(t, code)
    seat = s[BOARD + source] - 1
    carry(t, s, source, target)
    after = seat_distance(t, x, s, seat)
    carry(t, s, target, source)
    return 1000 - after
