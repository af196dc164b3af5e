"""What threatens: the position as it would be if the side to move could pass."""

from __future__ import annotations

from game.rules import Game, State
from game.rules.kernel import BEGUN, RESULT, RUNNING, SEAT
from game.rules.less import HOME
from game.rules.libra import BIDDING


def as_if_passed(game: Game, state: State) -> State | None:
    """`state` with the opponent to move, or None where that makes no sense.

    It makes none in the middle of a turn, while seats bid, after the end, in the restricted phase
    of Multiplicity (a bound stone answers a stone) and when the opponents are home already.
    Searching the position that is returned shows what the opponent would do with a free turn.
    """
    if state[RESULT] != RUNNING or state[BEGUN] != 0:
        return None
    if game.key == "libra" and state[BIDDING] == 1:
        return None
    if game.key == "multiplicity" and game.phase(state) != "open":
        return None
    following = (state[SEAT] + 1) % game.seats
    if game.key == "less" and state[HOME + following % 2] == 1:
        return None
    passed = list(state)
    passed[SEAT] = following
    return tuple(passed)
