"""The compiled rules and the plain ones agree at every step of random games."""

from __future__ import annotations

import random
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from game.engine.compile.compiler import instance
from game.rules import Game
from game.rules.registry import parse_setup
from tests.support.setups import SETUPS

pytestmark = pytest.mark.skipif(
    find_spec("numba") is None, reason="numba is not installed: compiled rules not compared"
)


def compare(game: Game, seed: int) -> None:
    dice = random.Random(seed)
    bindings = {"legal": game.kernels.legal, "play": game.kernels.play}
    code = instance("one_step", game.key, True, bindings, Path(__file__).parent)
    tables = tuple(np.array(table, np.int32) for table in game.tables)
    state = np.array(game.first, np.int32)
    out, work = np.zeros(game.max_actions, np.int32), np.zeros(game.work_size, np.int32)
    plain = game.start()
    while not game.over(plain):
        actions = game.legal(plain)
        count = code.legal_once(tables, state, out, work)
        assert [action.code for action in actions] == list(out[:count])
        action = dice.choice(actions)
        code.play_once(tables, state, action.code, work)
        plain = game.play(plain, action).state
        assert plain == tuple(state)
    assert code.legal_once(tables, state, out, work) == 0


@pytest.mark.parametrize("setup", SETUPS)
def test_random_games_agree(setup: str) -> None:
    game = parse_setup(setup)
    for seed in range(3 if game.key == "less" else 10):
        compare(game, seed)


@pytest.mark.slow
@pytest.mark.parametrize("setup", SETUPS)
def test_a_thousand_games_agree(setup: str) -> None:
    game = parse_setup(setup)
    for seed in range(1000):
        compare(game, seed)
