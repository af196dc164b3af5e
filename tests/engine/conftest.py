"""Compiled code for the tests of the engine."""

from __future__ import annotations

import os

import pytest

from game.engine.bots.warmup import compile_elsewhere
from game.engine.compile.cache import kernel_cache, make_own
from game.engine.compile.compiler import can_compile
from game.rules.registry import GAMES, parse_setup, usual_setup


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> None:
    """One worker of several compiles, and the others wait for it.

    Otherwise each would compile what its own tests call, mostly the same.
    """
    if "PYTEST_XDIST_WORKER" in os.environ and can_compile():
        make_own(kernel_cache())
        for game in GAMES:
            compile_elsewhere(parse_setup(usual_setup(game.key)), lambda _progress: None)
