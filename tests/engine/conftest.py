"""Compiled code for the tests of the engine."""

from __future__ import annotations

import os

import pytest

from game.engine.bots.warmup import compile_elsewhere
from game.engine.compile import compiler
from game.engine.compile.cache import KERNELS_VARIABLE, kernel_cache, make_own
from game.engine.compile.compiler import can_compile, prebuilt_fault
from game.rules.registry import GAMES, parse_setup, usual_setup


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> None:
    """Compile the shipped games' code in one pytest worker while the other workers wait.

    Otherwise each worker would compile the code that its own tests call, which is mostly the same.
    """
    if "PYTEST_XDIST_WORKER" in os.environ and can_compile():
        make_own(kernel_cache())
        for game in (game for game in GAMES if prebuilt_fault(game.key)):
            compile_elsewhere(parse_setup(usual_setup(game.key)), lambda _progress: None)


@pytest.fixture
def by_numba(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make Numba compile in this process, even code that is prebuilt."""
    monkeypatch.setenv(KERNELS_VARIABLE, str(kernel_cache().parent))
    monkeypatch.setattr(compiler, "_instances", {})


@pytest.fixture(params=["as shipped", pytest.param("by Numba", marks=pytest.mark.slow)])
def compiled(request: pytest.FixtureRequest) -> None:
    """Run a test with compiled code as shipped, and (slow) as Numba compiles it."""
    if request.param == "by Numba":
        request.getfixturevalue("by_numba")
