"""Fills the cache of compiled kernels: `python -m game.engine.warm SETUP`.

Prints one line of progress, `K of N`, after each kernel.  Run as a process of its own so that
compiling, which holds Python's lock for seconds, disturbs nobody.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from game.engine import compiler
from game.engine.games import profile_of
from game.engine.tree import Tree
from game.rules import Game, parse_setup

ROOT = Path(__file__).resolve().parent.parent.parent
_warm: set[str] = set()


def is_warm(game: Game) -> bool:
    """Is compiled code for this game loaded in this process?"""
    return game.key in _warm


def steps(game: Game) -> Iterator[Callable[[], object]]:
    """One call for each kernel that search uses; the first call of it compiles or loads it."""
    profile = profile_of(game)

    def tree() -> None:
        first = Tree(game, profile, True, 2000, 1)
        first.start(game.start())
        first.grow(8)
        found = next(iter(first.children()))
        first._promote(found.node)

    yield tree


def load(game: Game, told: Callable[[int, int], None] = lambda done, total: None) -> None:
    """Load (or compile) the kernels of a game in this process."""
    calls = list(steps(game))
    for number, call in enumerate(calls, start=1):
        call()
        told(number, len(calls))
    _warm.add(game.key)


def child_environment() -> dict[str, str]:
    """The environment of a process of ours: our modules are found from anywhere."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def compile_elsewhere(game: Game, progress: compiler.Progress) -> None:
    """Fill the cache from another process, unless it is filled."""
    stamp = compiler.kernel_cache() / f"{game.key}.done"
    if stamp.exists():
        os.utime(stamp.parent)
        return
    progress(f"compiling {game.key}: 0 of 1")
    with subprocess.Popen(
        [sys.executable, "-m", "game.engine.warm", game.setup],
        env=child_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            progress(f"compiling {game.key}: {line.strip()}")
    if process.returncode == 0:
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.touch()
        compiler.sweep(time.time())


def main(argv: list[str]) -> int:
    if hasattr(os, "nice"):
        os.nice(5)
    load(parse_setup(" ".join(argv)), lambda done, total: print(f"{done} of {total}", flush=True))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
