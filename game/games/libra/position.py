"""Positions of Libra as text: `white=e5,f5 black=d5 turn=p2`, with what was settled earlier.

The words `round=2 first=9` mean the second round of a duel, after 9 groups in the first. The
highest bid is `bid=12`; with `more=p1` the bidding is over and that seat is MORE. `turns` counts
the finished turns, including bids. Obstacles belong to the setup, not to the position. An agreed
end is no part of a position: the text only describes the board.
"""

from __future__ import annotations

from game.games.libra import rules
from game.games.libra.rules import BID, DUEL, TARGET, Libra
from game.rules.base import Game, Positions, State
from game.rules.errors import PositionError
from game.rules.kernel import SEAT, TURNS
from game.rules.position import TURN, PositionWords, lay, piece_words

NAMES = ("white", "black")
SEATS = ("p1", "p2")


def write(game: Game, state: State) -> str:
    """Return the position as text."""
    assert isinstance(game, Libra)
    words = piece_words(game, state, rules.BOARD, NAMES)
    if game.mode == DUEL and state[rules.ROUND] == 2:
        words += ["round=2", f"first={state[rules.FIRST]}"]
    if game.mode == BID and state[rules.AIM]:
        words.append(f"bid={state[rules.AIM]}")
        if not state[rules.BIDDING]:
            words.append(f"more={SEATS[state[rules.MORE_SEAT]]}")
    turns = state[TURNS] - state[rules.AGREED]
    return " ".join([*words, f"turns={turns}", f"{TURN}={SEATS[state[SEAT]]}"])


def read(game: Game, text: str) -> State:
    """Return the position from a text. Raises SetupError or PositionError."""
    assert isinstance(game, Libra)
    words = PositionWords(game, text)
    obstacles = [number for number, grey in enumerate(game.tables[rules.OBSTACLES]) if grey]
    white, black = words.pieces(NAMES, obstacles)
    stones = len(white) + len(black)
    state = list(game.start())
    lay(state, rules.BOARD, {rules.WHITE: white, rules.BLACK: black})
    state[rules.EMPTY] -= stones
    {DUEL: _duel, BID: _bid, TARGET: _target}[game.mode](game, words, state, stones)
    words.done()
    if state[rules.EMPTY] == 0:
        rules.count_round(game.tables, state, [0] * game.work_size)
    return tuple(state)


def _duel(game: Libra, words: PositionWords, state: list[int], stones: int) -> None:
    """Read a duel: seat 0 is LESS and begins in the first round, seat 1 in the second."""
    free = state[rules.EMPTY] + stones
    state[rules.ROUND] = number = words.number("round", 1, 2, 1)
    first = words.number("first", 0, free, 0) if number == 2 else 0
    if number == 1 and state[rules.EMPTY] == 0:
        raise PositionError("position-round", game=game.key)
    state[rules.FIRST], state[rules.MORE_SEAT] = first, 2 - number
    state[SEAT] = words.seat(SEATS, ((number - 1 + stones) % 2,))
    # The first round took a turn for each cell, or fewer if its end was agreed.
    before = range(1, free + 1) if number == 2 else range(1)
    possible = range(before[0] + stones, before[-1] + stones + 1)
    state[TURNS] = words.turns(possible, possible[-1])


def _bid(game: Libra, words: PositionWords, state: list[int], stones: int) -> None:
    """Read a game with bids, which alternate from seat 0; who passes first is LESS and starts."""
    free = state[rules.EMPTY] + stones
    bid = state[rules.AIM] = words.number("bid", 0, free, 0)
    if not words.has("more"):
        _bidding(game, words, state, stones)
        return
    more = SEATS.index(words.choice("more", SEATS, SEATS[1]))
    if bid <= more:  # Seat 0 opens with at least 1, and seat 1 bids higher.
        raise PositionError("position-bid", game=game.key, bid=bid, more=SEATS[more])
    state[rules.BIDDING], state[rules.MORE_SEAT] = 0, more
    state[SEAT] = words.seat(SEATS, ((1 - more + stones) % 2,))
    first = 2 + more + stones  # the bids, the pass and the stones
    state[TURNS] = words.turns(range(first, first + bid - more, 2), first)


def _bidding(game: Libra, words: PositionWords, state: list[int], stones: int) -> None:
    words.text("more")
    bid = state[rules.AIM]
    if stones:
        raise PositionError("position-bidding", game=game.key, count=stones)
    seats = (0,) if bid == 0 else (1,) if bid == 1 else (1, 0)
    seat = state[SEAT] = words.seat(SEATS, seats)
    state[rules.MORE_SEAT] = 1 - seat
    first = 0 if bid == 0 else 2 - seat
    state[TURNS] = words.turns(range(first, max(bid, first) + 1, 2), first)


def _target(game: Libra, words: PositionWords, state: list[int], stones: int) -> None:
    state[SEAT] = words.seat(SEATS, (stones % 2,))
    state[TURNS] = words.turns(range(stones, stones + 1), stones)


POSITIONS = Positions(write, read)
