"""The quick search of trains of More or Less finds what the rules allow, and leaves no trace."""

from __future__ import annotations

import random

import pytest

from game.engine.games.more_or_less.trains import ROOM, scratch, survey, wanting
from game.rules import Game, State, parse_setup
from game.rules.more_or_less import COUNTS, LESS, MORE, MOVING, PLACED
from tests.engine.engine_tools import play_randomly

MOST_POSITIONS = 3000  # of all trains of a turn; positions with more are left out


def nearest_by_rules(game: Game, start: State) -> int | None:
    """Counters wanting for a win after the best train of the turn; None: too many trains."""
    seat, best, looked_at = start[0], 25, 0
    stack = [start]
    while stack:
        state = stack.pop()
        looked_at += 1
        if looked_at > MOST_POSITIONS:
            return None
        for action in game.legal(state):
            if action.kind == "jump":
                after = game.advance(state, action)
                count = after[COUNTS + seat]
                best = min(best, max(0, min(MORE - count, count - LESS)))
                if after[MOVING]:
                    stack.append(after)
    return best


@pytest.mark.parametrize("setup", ["more-or-less", "more-or-less board=decagon-51"])
def test_the_nearest_win_is_that_of_the_rules(setup: str) -> None:
    game = parse_setup(setup)
    dice = random.Random(5)
    compared = 0
    for number in range(60):
        state = play_randomly(game, game.start(), 25 + dice.randrange(20), number)
        while not game.over(state) and (state[MOVING] or state[PLACED] < 25):
            state = game.advance(state, dice.choice(game.legal(state)))
        if game.over(state) or (wanted := nearest_by_rules(game, state)) is None:
            continue
        compared += 1
        s, work = list(state), [0] * scratch(game)
        survey(game.tables, s, work)
        before = list(work)
        assert wanting(game.tables, s, state[0], 100_000, work) == wanted
        assert tuple(s) == state
        assert work[ROOM:] == before[ROOM:]
    assert compared >= 15
