"""Every game keeps its properties in random games."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.rules import Game, State, fold
from game.rules.events import GameEnded, TurnEnded
from game.rules.registry import parse_setup
from tests.support.setups import SETUPS

LONGEST = 3000  # maximum number of actions; Less can take 200 turns of three


def play_through(game: Game, seed: int) -> tuple[State, list[str]]:
    """Play a random game with checks at every step; return its last state and its turns as text."""
    dice = random.Random(seed)
    state, turns, turn = game.start(), [], []
    pieces = game.pieces(state)
    for _ in range(LONGEST):
        actions = game.legal(state)
        if not actions:
            break
        texts = [action.text for action in actions]
        assert len(set(texts)) == len(texts), "two actions are written alike"
        action = dice.choice(actions)
        before = state
        state, events = game.play(state, action)
        pieces = fold(pieces, events)
        assert pieces == game.pieces(state), f"events of {action} do not give the position"
        ended = [event for event in events if isinstance(event, TurnEnded)]
        assert bool(ended) == game.turn_ended(before, state)
        turn.append(action)
        if ended:
            turns.append(game.turn_text(turn))
            turn = []
        finished = [event.outcome for event in events if isinstance(event, GameEnded)]
        assert finished == ([game.outcome(state)] if game.over(state) else [])
    assert game.over(state), "the game does not end"
    assert game.outcome(state) is not None
    assert game.score(state)
    return state, turns


@pytest.mark.parametrize("setup", SETUPS)
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32))
def test_random_games_end_and_fold_and_replay(setup: str, seed: int) -> None:
    game = parse_setup(setup)
    last, turns = play_through(game, seed)
    assert replay(game, turns) == last


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS)
def test_a_thousand_random_games(setup: str) -> None:
    game = parse_setup(setup)
    for seed in range(1000):
        last, turns = play_through(game, seed)
        assert replay(game, turns) == last


@pytest.mark.parametrize("setup", SETUPS)
def test_the_setup_string_makes_the_same_game_again(setup: str) -> None:
    game = parse_setup(setup)
    again = parse_setup(game.setup)
    assert (again.tables, again.start(), again.setup) == (game.tables, game.start(), game.setup)


def replay(game: Game, turns: list[str]) -> State:
    state = game.start()
    for turn in turns:
        for action in game.parse_turn(state, turn):
            state = game.play(state, action).state
    return state
