"""The compiled rules and the plain ones agree at every step of random games."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
import pytest

from game.rules import Game
from game.rules.kernel import KERNELS
from game.rules.registry import GAMES, parse_setup
from tests.support.setups import SETUPS

numba = pytest.importorskip("numba", reason="numba is not installed: compiled rules not compared")


@cache
def compiled(key: str) -> tuple[Callable[..., Any], Callable[..., Any]]:
    """Legal and play of a game, compiled."""
    from numba.extending import register_jitable

    for function in KERNELS:
        register_jitable(function)
    kernels = next(game.kernels for game in GAMES if game.key == key)
    return numba.njit(kernels.legal), numba.njit(kernels.play)


def compare(game: Game, seed: int) -> None:
    dice = random.Random(seed)
    legal, play = compiled(game.key)
    tables = tuple(np.array(table, np.int32) for table in game.tables)
    state = np.array(game.first, np.int32)
    out, work = np.zeros(game.max_actions, np.int32), np.zeros(game.work_size, np.int32)
    plain = game.start()
    while not game.over(plain):
        actions = game.legal(plain)
        count = legal(tables, state, out, work)
        assert [action.code for action in actions] == list(out[:count])
        action = dice.choice(actions)
        play(tables, state, action.code, work)
        plain = game.play(plain, action).state
        assert plain == tuple(state)
    assert legal(tables, state, out, work) == 0


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
