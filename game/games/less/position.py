"""Positions of Less as text: `white=e1,f1,e2,f2 black=a5,... spent=3,0 turns=1 turn=black`.

The words are the pieces of each seat, the moves used by each side, the finished turns, and the seat
to move. With four seats, the partners of White and Black are `white2` and `black2`.
"""

from __future__ import annotations

from game.games.less import rules
from game.platform.errors import Term
from game.platform.i18n import N_
from game.rules.base import Game, Positions, State
from game.rules.errors import PositionError
from game.rules.kernel import SEAT, TURNS
from game.rules.position import TURN, PositionWords, count_pieces, lay, piece_words

NAMES = ("white", "black", "white2", "black2")
COLOURS = (N_("White"), N_("Black"))
PIECES = 4  # pieces of each seat
MOST_SPENT = rules.MOVES * rules.TURN_LIMIT


def write(game: Game, state: State) -> str:
    """Return the position as text."""
    names = NAMES[: game.seats]
    words = piece_words(game, state, rules.BOARD, names)
    words.append(f"spent={state[rules.SPENT]},{state[rules.SPENT + 1]}")
    return " ".join([*words, f"turns={state[TURNS]}", f"{TURN}={names[state[SEAT]]}"])


def read(game: Game, text: str) -> State:
    """Return the position from a text. Raises SetupError or PositionError."""
    words = PositionWords(game, text)
    names = NAMES[: game.seats]
    lying = words.pieces(names)
    for name, points in zip(names, lying):
        count_pieces(game, _term(game, name), points, PIECES)
    state = list(game.start())
    state[rules.BOARD :] = [0] * len(game.topology)
    lay(state, rules.BOARD, {seat + 1: points for seat, points in enumerate(lying)})
    _count_home(game, state)
    spent = words.pair("spent", MOST_SPENT)
    state[rules.SPENT], state[rules.SPENT + 1] = spent
    out = [seat for seat in range(game.seats) if not state[rules.HOME + seat % 2]]
    seat = state[SEAT] = words.seat(names, out or range(game.seats))
    # While nobody is home, the seats take their turns in order.
    every = game.seats if len(out) == game.seats else 1
    state[TURNS] = _turns(
        words, range(seat if every > 1 else 0, rules.TURN_LIMIT + 1, every), spent
    )
    words.done()
    _note_end(game, state)
    return tuple(state)


def _term(game: Game, name: str) -> Term:
    """Return the name of a seat's pieces for messages; partners are numbered."""
    seat = NAMES.index(name)
    return Term(name, COLOURS[seat % 2], str(1 + seat // 2) if game.seats > 2 else "")


def _count_home(game: Game, state: list[int]) -> None:
    goal = game.tables[rules.GOAL]
    for square, piece in enumerate(state[rules.BOARD :]):
        if piece and goal[square] == piece:
            state[rules.ARRIVED + piece - 1] += 1
    for side in (0, 1):
        state[rules.HOME + side] = int(rules.side_arrived(game.tables, state, side))


def _turns(words: PositionWords, possible: range, spent: tuple[int, int]) -> int:
    """Return the finished turns; if not given, the fewest in which `spent` moves are possible."""
    enough = [turns for turns in possible if _spendable(turns, spent, possible.step > 1)]
    turns = words.turns(possible, enough[0] if enough else rules.TURN_LIMIT)
    if turns not in enough:
        raise PositionError(
            "position-spent", game=words.key, white=spent[0], black=spent[1], turns=turns
        )
    return turns


def _spendable(turns: int, spent: tuple[int, int], regular: bool) -> bool:
    """Return whether both sides can have used this many moves; `regular` if turns alternated."""
    white, black = (rules.MOVES * number for number in ((turns + 1) // 2, turns // 2))
    if regular:
        return spent[0] <= white and spent[1] <= black
    return sum(spent) <= rules.MOVES * turns


def _note_end(game: Game, state: list[int]) -> None:
    """Store the result of a game that ended with its last turn."""
    home = state[rules.HOME : rules.HOME + 2]
    if state[TURNS] > 0:
        mover = home.index(0) if sum(home) == 1 else 1 - state[SEAT] % 2
        rules.check_end(game.tables, state, mover)


POSITIONS = Positions(write, read)
