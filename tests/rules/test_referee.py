"""The rulebook agrees with an independent one at every step of many games."""

import random
from collections.abc import Collection

import pytest

from game.games.less.rules import Less
from game.rules import Action, Game, State
from game.rules.registry import parse_setup
from tests.support.setups import SETUPS
from tools.referee.base import DRAWN, NOBODY, referee_of

RESULTS = {NOBODY: "none", DRAWN: "draw", 0: "p1win", 1: "p2win"}
RACES = ["less seed=5 block=off", "less seats=4 seed=8", "less walls=" + "0" * 60]


def homeward(game: Game, state: State, actions: list[Action], dice: random.Random) -> Action:
    """Return, four times in five, an action that brings a piece nearest to its goal."""
    assert isinstance(game, Less)
    if dice.random() < 0.2 or not actions[0].points:
        return dice.choice(actions)
    pieces, place = game.pieces(state), game.topology.xy

    def gain(action: Action) -> float:
        source, target = action.points[0], action.points[-1]
        seat = pieces[source].seat
        assert seat is not None
        corner = game.goal(seat)
        far = max(corner, key=lambda p: abs(place[p][0]) + abs(place[p][1]))

        def distance(point: str) -> float:
            return sum(abs(a - b) for a, b in zip(place[point], place[far]))

        settled = source in corner and target not in corner
        return distance(source) - distance(target) - 5 * settled + dice.random() * 0.3

    return max(actions, key=gain)


def compare(game: Game, seed: int, guided: Collection[int] = ()) -> str:
    """Play a game by both rulebooks, sides in `guided` towards home; return why it ended."""
    dice = random.Random(seed)
    referee = referee_of(game)
    position, state = referee.start(), game.start()
    while not game.over(state):
        actions = game.legal(state)
        assert {action.text for action in actions} == referee.legal(position)
        keen = game.to_move(state) % 2 in guided
        action = homeward(game, state, actions, dice) if keen else dice.choice(actions)
        position = referee.play(position, action.text)
        state = game.play(state, action).state
        outcome = game.outcome(state)
        assert (outcome.result if outcome else "none") == RESULTS[position.won_by]
    assert referee.legal(position) == set()
    outcome = game.outcome(state)
    assert outcome is not None
    return outcome.reason


@pytest.mark.parametrize("setup", SETUPS)
def test_random_games_agree(setup: str) -> None:
    game = parse_setup(setup)
    for seed in range(2 if game.key == "less" else 8):
        compare(game, seed)


def test_races_in_less_agree_and_finish() -> None:
    reasons = [
        compare(parse_setup(setup), seed, guided=(0, 1)) for setup in RACES for seed in range(6)
    ]
    assert "home" in reasons


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ("less seed=5", "stayed"),
        ("less block=off seed=5", "ahead"),
        ("less seats=4 seed=8", "block"),
        ("less reading=first seed=5", "limit"),
    ],
)
def test_games_that_come_to_the_limit_agree(setup: str, reason: str) -> None:
    game = parse_setup(setup)
    reasons = {compare(game, seed, guided) for seed in range(2) for guided in ((), (0,))}
    assert reason in reasons


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS + RACES)
def test_many_games_agree(setup: str) -> None:
    game = parse_setup(setup)
    for seed in range(100, 300):
        compare(game, seed, guided=[(), (0,), (1,), (0, 1)][seed % 4] if game.key == "less" else ())
