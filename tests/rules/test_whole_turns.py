"""The referee's whole turns agree with the rules, which play action by action."""

import random

import pytest

from game.rules import Game, State
from game.rules.registry import parse_setup
from tools.referee.base import DRAWN, NOBODY, referee_of

SETUPS = [
    "more-or-less",
    "more-or-less board=decagon-51 pass=free",
    "less seed=5",
    "less block=off seed=8",
    "less seats=4 seed=8",
    "libra size=3 mode=target target=5 obstacles=c3",
    "libra size=2 mode=duel",
    "libra size=3 mode=bid",
    "multiplicity size=3",
    "multiplicity size=3 end=full opening=free",
]
RESULTS = {NOBODY: None, DRAWN: "draw", 0: "p1win", 1: "p2win"}
MOST_TURNS = 60
SAMPLE = 6  # number of turns played by both, for each position


def played(game: Game, state: State, turn: str) -> State:
    """Return the state after a whole turn, in which every action must be legal."""
    for action in game.parse_turn(state, turn):
        state = game.play(state, action).state
    return state


def some_turn(game: Game, state: State, dice: random.Random) -> str:
    """Return a turn of random actions."""
    texts = list[str]()
    while not texts or (game.turn_begun(state) and not game.over(state)):
        action = dice.choice(game.legal(state))
        texts.append(action.text)
        state = game.advance(state, action)
    return ",".join(texts)


@pytest.mark.parametrize("setup", SETUPS)
def test_turns_and_results_agree(setup: str) -> None:
    game, dice = parse_setup(setup), random.Random(setup)
    referee = referee_of(game)
    position, state, asked = referee.start(), game.start(), 0
    for _number in range(MOST_TURNS):
        if game.over(state):
            break
        if game.phase(state) != "placement" and dice.random() < 0.3:
            mine = referee.turns(position)
            for way in dice.sample(list(mine.values()), min(SAMPLE, len(mine))):
                after = played(game, state, way.text)
                assert game.over(after) or not game.turn_begun(after)
            theirs = [some_turn(game, state, dice) for _ in range(SAMPLE)]
            assert {referee.after(position, turn) for turn in theirs} <= set(mine)
            asked += 1
        turn = some_turn(game, state, dice)
        state, position = played(game, state, turn), referee.after(position, turn)
        outcome = game.outcome(state)
        assert RESULTS[position.won_by] == (outcome.result if outcome else None)
    assert asked
