"""Positions of More or Less as text: `black=e5,d3,... green=... markers=3,2 turn=black`.

The words are the counters up of each colour, the movement turns counted by each marker, and the
seat to move. With fewer than 25 counters, it is a position of the placement; the number of counters
then determines everything but the points.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.games.more_or_less import rules
from game.rules.base import Game, Positions, State
from game.rules.boards import COUNTERS
from game.rules.errors import PositionError
from game.rules.kernel import P1_WIN, RESULT, SEAT, TURNS
from game.rules.position import TURN, PositionWords, lay, piece_words

NAMES = ("black", "green")
PLACING_TURNS = rules.PLACING_TURNS


def write(game: Game, state: State) -> str:
    """Return the position as text."""
    words = piece_words(game, state, rules.BOARD, NAMES)
    if state[rules.PLACED] == COUNTERS:
        words.append(f"markers={state[rules.MARKS]},{state[rules.MARKS + 1]}")
    return " ".join([*words, f"{TURN}={NAMES[state[SEAT]]}"])


def read(game: Game, text: str) -> State:
    """Return the position from a text. Raises SetupError or PositionError."""
    words = PositionWords(game, text)
    lying = words.pieces(NAMES)
    marks = words.pair("markers", rules.MARKER_PLACES)
    placed = sum(map(len, lying))
    if placed < COUNTERS:
        seat, turns = _placement(game, lying, marks)
    else:
        seat, turns = _movement(game, placed, marks)
    words.seat(NAMES, (seat,))
    words.done()
    state = [0] * len(game.start())
    lay(state, rules.BOARD, {1: lying[0], 2: lying[1]})
    state[SEAT], state[TURNS] = seat, turns
    state[rules.PLACED] = placed
    state[rules.LEFT] = 0 if placed == COUNTERS else 2 if placed else 1
    for side in (0, 1):
        state[rules.COUNTS + side] = len(lying[side])
        state[rules.MARKS + side] = marks[side]
    _note_end(state)
    return tuple(state)


def _placement(
    game: Game, lying: Sequence[Sequence[int]], marks: tuple[int, int]
) -> tuple[int, int]:
    """Return the seat to move and the finished turns during placement: one counter, then pairs."""
    placed = sum(map(len, lying))
    if marks != (0, 0):
        raise PositionError("position-early", game=game.key, count=placed, most=COUNTERS)
    if placed > 0 and placed % 2 == 0:
        raise PositionError("position-open", game=game.key, count=placed)
    turns = (placed + 1) // 2
    black = max(0, (turns + 1) // 2 * 2 - 1)
    if len(lying[0]) != black:
        raise PositionError(
            "position-placed", game=game.key, count=placed, black=black, green=placed - black
        )
    centre = game.topology.centre
    if centre is not None and placed and game.topology.index[centre] not in lying[0]:
        raise PositionError("position-centre", game=game.key, label=centre)
    return turns % 2, turns


def _movement(game: Game, placed: int, marks: tuple[int, int]) -> tuple[int, int]:
    """Return the seat to move and the finished turns after placement; Green moves first."""
    if placed > COUNTERS:
        raise PositionError("position-many", game=game.key, count=placed, most=COUNTERS)
    black, green = marks
    if green - black not in (0, 1):
        raise PositionError("position-markers", game=game.key, black=black, green=green)
    return (1 if black == green else 0), PLACING_TURNS + black + green


def _note_end(state: list[int]) -> None:
    """Store the result if the last turn won; only its player can have won by more or less."""
    mover = 1 - state[SEAT]
    marks, counts = rules.MARKS, rules.COUNTS
    if state[marks + mover] == 0:
        return
    own = state[counts + mover]
    if own >= rules.MORE or own <= rules.LESS:
        state[RESULT] = P1_WIN + mover
    elif min(state[marks], state[marks + 1]) >= rules.MARKER_PLACES:
        state[RESULT] = P1_WIN + (state[counts] > state[counts + 1])


POSITIONS = Positions(write, read)
