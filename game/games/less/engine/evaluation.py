"""Evaluation of Less by exact solo distances of all placements.

Uncompiled code would take too long to fill these tables, so it adds up each piece's own way home.
The rules handle the limit of turns exactly. This module estimates positions some turns before it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from game.engine.kernels.dice import draw
from game.engine.kernels.slots import Ints, Tables, value_of
from game.engine.search.profile import Weight
from game.games.less.engine.tables import (
    BINOMIALS,
    FIRST_WAY,
    PLACEMENTS,
    SINGLE,
    WEIGHTS,
    in_order,
    number_beside,
    number_of,
)
from game.games.less.rules import (
    ARRIVED,
    BLOCK,
    BOARD,
    GOAL_SQUARES,
    HOME,
    LEFT,
    META,
    MOVES,
    NEXT,
    READING,
    SEATS,
    SPENT,
    SQUARES,
    START,
    TURN_LIMIT,
    WALLS,
    carry,
    end_turn,
    moving_seat,
    side_arrived,
    target_of,
)
from game.rules.kernel import BEGUN, RESULT, RUNNING, SEAT, TURNS, kernel

LATE = 0.06  # chance of a side that comes home too late while the other does not
CAUGHT = 0.12  # chance of a side that can hardly leave its corner in time while the other can
MOVES_OUT = 2  # estimated moves that a piece needs to leave its corner


@kernel
def moves_left(s: Sequence[int], side: int) -> int:
    """Return the moves the side can still make before the limit of turns."""
    turns = TURN_LIMIT - s[TURNS]
    mover = s[SEAT] % 2
    if s[HOME + 1 - side] == 0:  # Both sides still play, so they take turns.
        turns = (turns + 1) // 2 if mover == side else turns // 2
    return turns * MOVES - (MOVES - s[LEFT] if mover == side else 0)


@kernel
def waiting_at_home(t: Tables, s: Sequence[int], side: int) -> int:
    """Return the number of the side's pieces in its starting corners."""
    count = 0
    for square in range(t[META][SQUARES]):
        start, piece = t[START][square], s[BOARD + square]
        if start > 0 and piece > 0 and (start - 1) % 2 == side and (piece - 1) % 2 == side:
            count += 1
    return count


@kernel
def caught(t: Tables, s: Sequence[int], side: int) -> bool:
    """Return whether the side probably cannot leave its corners before the limit of turns."""
    waiting = waiting_at_home(t, s, side)
    return waiting > 0 and waiting * MOVES_OUT > moves_left(s, side)


@kernel
def chance_at_limit(t: Tables, s: Sequence[int], late: bool, other_late: bool) -> float:
    """Return the chance of side 0 if a side comes home after the limit of turns.

    `late` says that side 0 does, `other_late` that side 1 does; at least one is true.
    """
    if t[META][READING] == 1:
        return 0.5
    if late != other_late:
        return LATE if late else 1.0 - LATE
    if t[META][BLOCK] == 1:
        own, other = caught(t, s, 0), caught(t, s, 1)
        if own != other:
            return CAUGHT if own else 1.0 - CAUGHT
    return 0.5


ENOUGH = 2  # minimum number of pieces that hold a corner
LEAVING = TURN_LIMIT - 8  # From this turn on, the search itself sees the end.
# Limits between kinds of positions, by the moves that all pieces together still need.
FEW, SOME = 8, 20
SHORT, MIDDLE = 14, 28
MOST_LEAD = 100.0  # largest lead that makes a difference
LIMIT_NEAR = TURN_LIMIT - 40  # From this turn on, a side may come home too late.
# Indices in the table x[WEIGHTS], which has the numbers of the evaluation in thousandths.
STEEP_FEW, STEEP_SOME, STEEP_MANY, TURN_SHORT, TURN_MIDDLE, TURN_LONG = range(6)
PLAYOUT, DICE, HOPE, IDLE, IDLE_WIDTH = range(6, 11)
NUMBERS = (
    # Steepness of the chance for each move of lead, measured in games of the search against itself.
    Weight("few", 3.3, 1.5, 8.0),
    Weight("some", 0.85, 0.4, 2.5),
    Weight("many", 0.6, 0.3, 1.5),
    # Cost of having the turn, in moves: where pieces block each other, the mover has to give way.
    Weight("short", 0.6, -0.5, 1.5),
    Weight("middle", 0.35, -0.5, 1.5),
    Weight("long", 0.2, -0.5, 1.5),
    # Minimum number of actions in a playout, which ends at the end of a turn.
    Weight("playout", 9.0, 0.0, 30.0),
    Weight("dice", 1.5, 0.1, 4.0),  # random part of an action's rating in a playout, in moves
    Weight("hope", 0.2, 0.0, 0.45),  # minimum chance of a side that holds a corner
    # Number of wasted moves after which the limit draws half of the games, as a multiple of the way
    # home from the start; and the width of the transition.
    Weight("idle", 1.3, 0.5, 4.0),
    Weight("idle_width", 0.3, 0.1, 1.0),
)
MOST_DRAWN = 0.95
FIRST_AGAIN = 8  # Before this turn, no position counts as recurring.
KEY_FACTOR, KEY_PRIME = 1_000_003, 2_147_483_629
# Index in `work` of each seat's distance from home, which follows the squares.
NOTED = 16


@kernel
def holds(t: Tables, s: Sequence[int], side: int) -> bool:
    """Return whether the side holds a full corner, so that the opponents stay outside."""
    if s[TURNS] >= LEAVING:
        return False
    for seat in range(1 - side, t[META][SEATS], 2):
        standing = 0
        for corner in range(4):
            piece = s[BOARD + t[GOAL_SQUARES][seat * 4 + corner]]
            standing += piece > 0 and (piece - 1) % 2 == side
        if ENOUGH <= standing < 4 and standing + s[ARRIVED + seat] == 4:
            return True
    return False


@kernel
def held(value: float, own: bool, other: bool, hope: float) -> float:
    """Return the chance of side 0, corrected for held corners.

    `own` says that side 0 holds a corner, `other` that side 1 does. The holder has at least the
    chance `hope`.
    """
    if own and not other:
        return max(value, hope)
    if other and not own:
        return min(value, 1.0 - hope)
    return value


@kernel
def recurring(t: Tables, s: Sequence[int]) -> int:
    """Return a key of the pieces and the mover; 0 if repeating the position would not draw.

    At the limit, a side loses if it alone still has a piece in its own corner.
    """
    if s[TURNS] < FIRST_AGAIN or s[HOME] + s[HOME + 1] > 0:
        return 0
    key, white, black = s[SEAT] + 1, False, False
    for square in range(t[META][SQUARES]):
        piece = s[BOARD + square]
        if piece > 0:
            key = (key * KEY_FACTOR + 64 * piece + square) % KEY_PRIME
            start = t[START][square]
            if start > 0 and (start - piece) % 2 == 0:
                if piece % 2 == 1:
                    white = True
                else:
                    black = True
    if white != black and t[META][BLOCK] == 1 and t[META][READING] != 1:
        return 0
    return key + 1


@kernel
def drawn_share(t: Tables, x: Tables, s: Sequence[int], pieces: Sequence[int]) -> float:
    """Return the share of such games that the limit draws, estimated from the moves wasted so far.

    0.0 if repeating the position would make a side win, or if a side comes home too late.
    """
    first = x[FIRST_WAY][0]
    if s[SPENT] + s[SPENT + 1] < first or recurring(t, s) == 0:
        return 0.0
    own, other = 0, 0
    for seat in range(0, t[META][SEATS], 2):
        own += noted_distance(t, x, pieces, seat)
        other += noted_distance(t, x, pieces, seat + 1)
    if own > moves_left(s, 0) or other > moves_left(s, 1):
        return 0.0
    numbers = x[WEIGHTS]
    idle = 1000.0 * (s[SPENT] + s[SPENT + 1] + own + other - first) / first
    return MOST_DRAWN / (1.0 + math.exp((numbers[IDLE] - idle) / numbers[IDLE_WIDTH]))


@kernel
def seat_distance(t: Tables, x: Tables, s: Sequence[int], seat: int) -> int:
    """Return the moves that the pieces of `seat` would need alone."""
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
    """Return `seat_distance`, from the squares in `pieces`."""
    at = seat * 4
    a, b, c, d = pieces[at], pieces[at + 1], pieces[at + 2], pieces[at + 3]
    if len(x[PLACEMENTS + seat]) > 1:
        return x[PLACEMENTS + seat][number_of(x[BINOMIALS], a, b, c, d)]
    row = seat * t[META][SQUARES]
    return x[SINGLE][row + a] + x[SINGLE][row + b] + x[SINGLE][row + c] + x[SINGLE][row + d]


@kernel
def ahead(t: Tables, x: Tables, s: Sequence[int]) -> int:
    """Return the lead of side 0: by how many moves its total, spent and to go, is lower."""
    lead = s[SPENT + 1] - s[SPENT]
    for seat in range(t[META][SEATS]):
        own = seat_distance(t, x, s, seat)
        lead += own if seat % 2 == 1 else -own
    return lead


@kernel
def chance(t: Tables, x: Tables, s: Sequence[int], pieces: Sequence[int]) -> float:
    """Return the chance of side 0 without a search; `pieces` holds the squares."""
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
    return likely(x, s, lead, own + other, 1.0 if s[SEAT] % 2 == 1 else -1.0)


@kernel
def likely(x: Tables, s: Sequence[int], lead: float, way: int, turn: float) -> float:
    """Return the chance of a side with this `lead` in moves.

    All pieces of both sides together need `way` moves. `turn` is 1.0 if the other side is to move,
    else -1.0.
    """
    numbers = x[WEIGHTS]
    kind, tempo = STEEP_MANY, TURN_LONG
    if s[HOME] + s[HOME + 1] > 0:
        kind, turn = STEEP_FEW, 0.0  # No piece is in the way.
    elif way < FEW:
        kind = STEEP_FEW
    elif way < SOME:
        kind = STEEP_SOME
    if way < SHORT:
        tempo = TURN_SHORT
    elif way < MIDDLE:
        tempo = TURN_MIDDLE
    lead += turn * 0.001 * numbers[tempo]
    steep = 0.001 * numbers[kind]
    return 1.0 / (1.0 + math.exp(-steep * max(-MOST_LEAD, min(MOST_LEAD, lead))))


@kernel
def reached(t: Tables, s: Sequence[int], square: int, way: int) -> tuple[int, int]:
    """Return where a piece steps or leaps in one of four directions, and the cost.

    The cost is 0 if it cannot move there.

    At most one of step and leap is possible in a direction.
    """
    first = square * 4 + way
    target = t[NEXT][first]
    if target < 0:
        return square, 0
    walls = t[WALLS][first]
    if s[BOARD + target] == 0:
        return target, 1 + walls
    second = target * 4 + way
    target = t[NEXT][second]
    if target < 0 or walls + t[WALLS][second] > 0 or s[BOARD + target] != 0:
        return square, 0
    return target, 1


@kernel
def nearest(
    t: Tables, x: Tables, s: Sequence[int], rng: Ints, pieces: Sequence[int], seat: int
) -> tuple[int, int, int]:
    """Return the action that brings `seat` nearest home for its cost; the choice is partly random.

    The result is the index of the piece in `pieces`, its target, and the cost (0 if no piece can
    move).
    """
    best, best_place, best_target, best_cost = 1 << 30, 0, 0, 0
    base, row = seat * 4, seat * t[META][SQUARES]
    exact = len(x[PLACEMENTS + seat]) > 1
    for number in range(4):
        square = pieces[base + number]
        a, b, c = in_order(
            pieces[base + (number + 1) % 4],
            pieces[base + (number + 2) % 4],
            pieces[base + (number + 3) % 4],
        )
        for way in range(4):
            target, cost = reached(t, s, square, way)
            if cost == 0 or cost > s[LEFT]:
                continue
            if exact:
                need = x[PLACEMENTS + seat][number_beside(x[BINOMIALS], a, b, c, target)]
            else:
                need = x[SINGLE][row + target] - x[SINGLE][row + square]
            worth = 1000 * (need + cost) + draw(rng, x[WEIGHTS][DICE])
            if worth < best:
                best, best_place, best_target, best_cost = worth, base + number, target, cost
    return best_place, best_target, best_cost


@kernel
def rollout(
    t: Tables, x: Tables, s: Ints, rng: Ints, out: Ints, work: Ints, seen: Ints, stamp: int
) -> float:
    """Let both sides hurry home for some actions, then evaluate; return the chance of side 0.

    Playing the actions shows which pieces are in the way.
    """
    pieces = work
    note_pieces(t, s, pieces)
    own, other = holds(t, s, 0), holds(t, s, 1)
    drawn = drawn_share(t, x, s, pieces)
    played = 0
    while s[RESULT] == RUNNING and s[HOME] + s[HOME + 1] == 0:
        if 1000 * played >= x[WEIGHTS][PLAYOUT] and s[BEGUN] == 0:
            break
        played += 1
        place, target, cost = nearest(t, x, s, rng, pieces, moving_seat(t, s))
        if cost == 0:
            end_turn(t, s)
            continue
        carry(t, s, pieces[place], target)
        pieces[place] = target
        side = s[SEAT] % 2
        s[SPENT + side] += cost
        s[LEFT] -= cost
        s[BEGUN] += 1
        if s[LEFT] == 0 or side_arrived(t, s, side):
            end_turn(t, s)
    value = held(chance(t, x, s, pieces), own, other, 0.001 * x[WEIGHTS][HOPE])
    # The share of draws only applies while nobody is home.
    if s[HOME] + s[HOME + 1] > 0:
        return value
    return value + drawn * (0.5 - value)


@kernel
def look(t: Tables, x: Tables, s: Sequence[int], work: Ints) -> None:
    """Write the squares of the pieces and each seat's distance from home, for `prior`."""
    note_pieces(t, s, work)
    for seat in range(t[META][SEATS]):
        work[NOTED + seat] = noted_distance(t, x, work, seat)


@kernel
def prior(t: Tables, x: Tables, s: Sequence[int], code: int, work: Ints) -> float:
    """Return the chance of the mover after the action `code`."""
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
def order(t: Tables, x: Tables, s: Ints, code: int, work: Ints) -> int:
    """Return a higher rank for actions after which the way home is shorter."""
    squares = t[META][SQUARES]
    if code == squares * 8:
        return 0
    source, target = code // 8, target_of(t, code)
    seat = s[BOARD + source] - 1
    carry(t, s, source, target)
    after = seat_distance(t, x, s, seat)
    carry(t, s, target, source)
    return 1000 - after
