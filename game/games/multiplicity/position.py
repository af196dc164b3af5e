"""Positions of Multiplicity as text: `white=e5,d3 black=f5 last=d3 turn=black`.

The word `last` names the stone that the next bound stone must touch. It is present only in the
restricted phase. `turns` counts the finished turns.
"""

from __future__ import annotations

from game.games.multiplicity import rules
from game.games.multiplicity.rules import OPEN, OPENING, RESTRICTED, Multiplicity
from game.rules.base import Game, Positions, State
from game.rules.errors import PositionError
from game.rules.groups import SIDES
from game.rules.kernel import SEAT, TURNS
from game.rules.position import TURN, PositionWords, lay, piece_words

NAMES = ("white", "black")


def write(game: Game, state: State) -> str:
    """Return the position as text."""
    words = piece_words(game, state, rules.BOARD, NAMES)
    if state[rules.PHASE] == RESTRICTED:
        words.append(f"last={game.topology.points[state[rules.LAST] - 1]}")
    return " ".join([*words, f"turns={state[TURNS]}", f"{TURN}={NAMES[state[SEAT]]}"])


def read(game: Game, text: str) -> State:
    """Return the position from a text. Raises SetupError or PositionError."""
    assert isinstance(game, Multiplicity)
    words = PositionWords(game, text)
    white, black = words.pieces(NAMES)
    last = words.text("last")
    stone = None if last is None else words.point("last", last)
    state = list(game.start())
    lay(state, rules.BOARD, {1: white, 2: black})
    state[rules.EMPTY] -= len(white) + len(black)
    for cell in (*white, *black):
        rules.touch(game.tables, state, cell)
    state[rules.PHASE] = _phase(game, state, stone)
    state[rules.LAST] = 0 if stone is None else stone + 1
    possible = _when(game, state, len(white), len(black))
    seat = state[SEAT] = words.seat(NAMES, sorted(possible))
    state[TURNS] = words.turns(possible[seat], possible[seat][-1])
    if stone is not None and state[rules.BOARD + stone] == seat + 1:
        raise PositionError("position-last", game=game.key, label=last)
    words.done()
    if state[rules.EMPTY] <= game.tables[rules.META][rules.END]:
        rules.compare_products(game.tables, state, [0] * game.work_size)
    return tuple(state)


def _phase(game: Multiplicity, state: list[int], last: int | None) -> int:
    """Return the phase of a position, from its stones and its last stone."""
    bound = game.bound and state[rules.EMPTY] < len(game.topology)
    if last is None:
        if bound and state[rules.QUIET]:
            raise PositionError("position-no-last", game=game.key)
        return OPENING if game.bound and not bound else OPEN
    ways = game.tables[rules.NEIGHBOURS][last * SIDES : last * SIDES + SIDES]
    beside = any(state[rules.BOARD + other] for other in ways if other >= 0)
    if not bound or not state[rules.BOARD + last] or beside:
        raise PositionError("position-last", game=game.key, label=game.topology.points[last])
    return RESTRICTED


def _when(game: Multiplicity, state: list[int], white: int, black: int) -> dict[int, range]:
    """Return the seats that may be to move, each with its possible numbers of finished turns."""
    stones, ahead = white + black, white - black
    if state[rules.PHASE] == RESTRICTED:  # one stone in the first turn, then two in each
        turns = (stones + 1) // 2
        fits = stones % 2 == 1 and black == turns // 2 * 2
        possible = {turns % 2: range(turns, turns + 1)}
    elif not game.bound or state[rules.PHASE] == OPENING:  # one stone in each turn
        fits = ahead in (0, 1)
        possible = {stones % 2: range(stones, stones + 1)}
    else:
        # After the first stone come `doubles` turns of two stones, then a turn of one that ends the
        # opening, then turns of one.
        fits = abs(ahead) <= 1
        seats = {0: (0, 1), 1: (1,)}.get(ahead, (0,))
        doubles = {seat: range((stones - seat) % 2, stones // 2, 2) for seat in seats}
        possible = {
            seat: range(stones - some[-1], stones - some[0] + 1, 2)
            for seat, some in doubles.items()
            if some
        }
    if not fits or not possible:
        raise PositionError("position-balance", game=game.key, white=white, black=black)
    return possible


POSITIONS = Positions(write, read)
