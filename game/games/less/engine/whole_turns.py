"""Generator of whole turns of Less, without transpositions and detours.

A turn is stored as the codes of its actions, the first in the lowest bits of `move`.
"""

from __future__ import annotations

from game.engine.kernels.slots import Floats, Ints, Tables
from game.engine.kernels.whole_turns import ENDS, NOTE, OWN, RESULTS, WHOLE
from game.engine.search.turns import Turn
from game.games.less.engine.evaluation import likely, note_pieces, noted_distance, reached
from game.games.less.rules import (
    HOME,
    LEFT,
    META,
    MOVES,
    NEXT,
    SEATS,
    SPENT,
    SQUARES,
    WALLS,
    carry,
    end_turn,
    legal,
    moving_seat,
    play,
    side_arrived,
    target_of,
)
from game.rules import Game, State
from game.rules.kernel import RESULT, RUNNING, SEAT, TURNS, kernel

MOST_ENDS = 6_000  # maximum number of ends of a turn
PLACES = 16_384  # size of the hash table of positions, a power of 2
BITS, ACTION = 10, 1023  # bits in `move` of an action's code plus one, and their mask
WAYS = 16  # directions of four pieces together
# A number of moves that no turn can gain, and the number of classes of turns by gain.
GAIN, TALLY = 12, 64
MASK = (1 << 61) - 1
# This game's own arrays. KEYS and STAMPS are a hash table of positions, with the number of the turn
# in which each was met. AT to FIRSTS have, for each action of the turn: the next way to try, the
# moves left before the action, the position's hash, the action's code and square, and the mover's
# first piece. TALLIES counts turns by gain. KEPT is a copy of the state.
KEYS, STAMPS, AT, LEFT_, HASHES, CODES, SQUARES_, FIRSTS, TALLIES, KEPT = range(OWN, OWN + 10)
STAMP = 1  # index in NOTE of the number of the current turn

Ends = tuple[Ints, ...]


def spaces(game: Game) -> tuple[int, ...]:
    """Return the sizes of this game's own arrays."""
    return PLACES, PLACES, *[MOVES + 1] * 6, TALLY, len(game.first)


def knows(state: State) -> bool:
    """Return whether nobody is home; races have a search of their own."""
    return state[HOME] + state[HOME + 1] == 0


@kernel
def mixed(number: int) -> int:
    """Return a 61-bit hash of a small number."""
    number = (number * 6364136223846793005 + 1442695040888963407) & MASK
    return number ^ (number >> 29)


@kernel
def entered(ends: Ends, key: int) -> int:
    """Store a key; return 1 if it is new, else 0."""
    keys, stamps, stamp = ends[KEYS], ends[STAMPS], ends[NOTE][STAMP]
    place = key & (PLACES - 1)
    while stamps[place] == stamp:
        if keys[place] == key:
            return 0
        place = (place + 1) & (PLACES - 1)
    stamps[place] = stamp
    keys[place] = key
    return 1


@kernel
def put(t: Tables, s: Ints, pieces: Ints, place: int, target: int) -> None:
    """Move a piece in the state and in `pieces`."""
    carry(t, s, pieces[place], target)
    pieces[place] = target


@kernel
def full_turns(t: Tables, x: Tables, s: Ints, pieces: Ints, ends: Ends, worths: Floats) -> int:
    """Write the turns that use all moves or come home; return their number.

    All these turns are legal, because the rules require the use of as many moves as possible. Each
    value in `worths` is the moves used plus the moves to go.
    """
    side, seats = s[SEAT] % 2, t[META][SEATS]
    at, left, hashes = ends[AT], ends[LEFT_], ends[HASHES]
    codes, squares, firsts = ends[CODES], ends[SQUARES_], ends[FIRSTS]
    note_pieces(t, s, pieces)
    at[0], left[0], hashes[0], firsts[0] = 0, s[LEFT], 0, 4 * moving_seat(t, s)
    depth, found = 0, 0
    while depth >= 0:
        if at[depth] == WAYS or found == MOST_ENDS:
            depth -= 1
            if depth >= 0:
                put(t, s, pieces, firsts[depth] + (at[depth] - 1) // 4, squares[depth])
            continue
        place, way = firsts[depth] + at[depth] // 4, at[depth] % 4
        square = pieces[place]
        at[depth] += 1
        target, cost = reached(t, s, square, way)
        if cost == 0 or cost > left[depth]:
            continue
        leap = 0 if target == t[NEXT][square * 4 + way] else 4
        still = left[depth] - cost
        piece = (place // 4 + 1) * 64
        key = hashes[depth] ^ mixed(piece + square) ^ mixed(piece + target)
        put(t, s, pieces, place, target)
        new = entered(ends, key ^ mixed(5000 + still)) == 1
        codes[depth], squares[depth] = square * 8 + way + leap, square
        if new and still > 0 and not side_arrived(t, s, side):
            depth += 1
            at[depth], left[depth], hashes[depth] = 0, still, key
            firsts[depth] = 4 * moving_seat(t, s)
            continue
        if new:
            move = 0
            for step in range(depth, -1, -1):
                move = (move << BITS) + codes[step] + 1
            need = s[LEFT] - still
            for seat in range(side, seats, 2):
                need += noted_distance(t, x, pieces, seat)
            ends[ENDS][found] = move
            worths[found] = need
            found += 1
        put(t, s, pieces, place, square)
    ends[NOTE][WHOLE] = 1 if found < MOST_ENDS else 0
    return found


@kernel
def short_turn(t: Tables, s: Ints, work: Ints, ends: Ends) -> int:
    """Return the first legal turn of a position in which not all moves can be used."""
    for field in range(len(s)):
        ends[KEPT][field] = s[field]
    move, shift, turn = 0, 0, s[TURNS]
    while s[RESULT] == RUNNING and s[TURNS] == turn:
        legal(t, s, ends[RESULTS], work)
        move += (ends[RESULTS][0] + 1) << shift
        shift += BITS
        play(t, s, ends[RESULTS][0], work)
    for field in range(len(s)):
        s[field] = ends[KEPT][field]
    return move


@kernel
def keep_best(ends: Ends, worths: Floats, count: int, need: int, breadth: int) -> int:
    """Keep about `breadth` turns with the lowest `worths`; return their number.

    Of equal turns, the first are kept. `need` is the moves to go before the turn.
    """
    tally, kept = ends[TALLIES], 0
    for gain in range(TALLY):
        tally[gain] = 0
    for place in range(count):
        tally[max(0, min(TALLY - 1, int(worths[place]) - need + GAIN))] += 1
    last, room = 0, breadth
    while last < TALLY - 1 and tally[last] < room:
        room -= tally[last]
        last += 1
    room = breadth
    for place in range(count):
        worse = int(worths[place]) - need + GAIN - last
        if worse < 0 or (worse == 0 and room > 0):
            room -= worse == 0
            ends[ENDS][kept], worths[kept] = ends[ENDS][place], worths[place]
            kept += 1
    if kept < count:
        ends[NOTE][WHOLE] = 0
    return kept


@kernel
def turns(
    t: Tables, x: Tables, s: Ints, work: Ints, ends: Ends, worths: Floats, breadth: int
) -> int:
    """Write about `breadth` turns with the smallest sums of moves used and to go; see `slots`."""
    ends[NOTE][STAMP] += 1
    side = s[SEAT] % 2
    own, other = 0, 0
    note_pieces(t, s, work)
    for seat in range(0, t[META][SEATS], 2):
        own += noted_distance(t, x, work, seat + side)
        other += noted_distance(t, x, work, seat + 1 - side)
    count = full_turns(t, x, s, work, ends, worths)
    if count == 0:
        ends[ENDS][0], worths[0] = short_turn(t, s, work, ends), own
        ends[NOTE][WHOLE] = 0
        count = 1
    if count > breadth:
        count = keep_best(ends, worths, count, own, breadth)
    used = s[SPENT + 1 - side] - s[SPENT + side]
    for place in range(count):
        need = int(worths[place])
        chance = likely(x, s, float(used + other - need), other + need - MOVES, 1.0)
        ends[RESULTS][place] = 0
        worths[place] = chance if side == 0 else 1.0 - chance
    return count


@kernel
def play_turn(t: Tables, s: Ints, move: int, more: int, work: Ints) -> None:
    """Play the actions of a whole turn, without checking that it ends."""
    passing, side = t[META][SQUARES] * 8, s[SEAT] % 2
    left = move
    while left > 0:
        code = (left & ACTION) - 1
        left >>= BITS
        if code != passing:
            way = code // 8 * 4 + code % 4
            s[SPENT + side] += 1 + t[WALLS][way] if code % 8 < 4 else 1
            carry(t, s, code // 8, target_of(t, code))
    end_turn(t, s)


def way(game: Game, state: State, wanted: State, move: int) -> Turn:
    """Return the actions of a turn."""
    codes = [move >> shift & ACTION for shift in range(0, BITS * MOVES, BITS)]
    return tuple(game.action(code - 1) for code in codes if code)
