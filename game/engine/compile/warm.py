"""Fills the cache of compiled kernels, in a process of its own: the helper `compile SETUP`.

Prints one line of progress, `K of N`, after each kernel.  Run as a process of its own so that
compiling, which holds Python's lock for seconds, disturbs nobody.
"""

from __future__ import annotations

import os
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from game.engine.compile import compiler
from game.engine.games import profile_of
from game.engine.search.tree import Tree
from game.processes import helper_command, yield_to_others
from game.rules import Game, parse_setup

STALE_SECONDS = 20.0  # a lock not touched for so long has lost its owner
_warm: set[str] = set()


def is_warm(game: Game) -> bool:
    """Is compiled code for this game loaded in this process?"""
    return game.key in _warm


def steps(game: Game) -> Iterator[Callable[[], object]]:
    """One call for each part of the search; the first call of it compiles or loads it."""
    made: list[Tree] = []

    def plant() -> None:
        made.append(Tree(game, profile_of(game), True, 2000, 1))
        made[0].start(game.start())

    def grow() -> None:
        made[0].grow(8)

    def promote() -> None:
        made[0].promote(next(made[0].children()).node)

    yield from (plant, grow, promote)


def load(game: Game, told: Callable[[int, int], None] = lambda done, total: None) -> None:
    """Load (or compile) the kernels of a game in this process."""
    calls = list(steps(game))
    for number, call in enumerate(calls, start=1):
        call()
        told(number, len(calls))
    _warm.add(game.key)


def compile_elsewhere(game: Game, progress: compiler.Progress) -> None:
    """Fill the cache from another process, unless it is filled or another program does so."""
    folder = compiler.kernel_cache()
    stamp, lock = folder / f"{game.key}.done", folder / f"{game.key}.lock"
    folder.mkdir(parents=True, exist_ok=True)
    while not stamp.exists():
        if take(lock, time.time()):
            try:
                if run_compiler(game, progress):
                    stamp.touch()
                    compiler.sweep(time.time())
            finally:
                lock.unlink(missing_ok=True)
            return
        time.sleep(0.2)
    os.utime(folder)


def take(lock: Path, now: float) -> bool:
    """Make the lock file, or make it ours when whoever made it must be gone."""
    try:
        lock.touch(exist_ok=False)
    except FileExistsError:
        try:
            if now - lock.stat().st_mtime < STALE_SECONDS:
                return False
            lock.touch()
        except FileNotFoundError:
            return False
    return True


def run_compiler(game: Game, progress: compiler.Progress) -> bool:
    progress(f"compiling {game.key}: 0 of {len(list(steps(game)))}")
    with subprocess.Popen(  # which keeps the lock fresh
        helper_command("compile", game.setup),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.PIPE,  # never written to: its end tells the child that we are gone
        text=True,
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            progress(f"compiling {game.key}: {line.strip()}")
    return process.returncode == 0


def keep_alive(lock: Path) -> None:
    """Touch the lock every second while this process lives."""

    def touch() -> None:
        while lock.exists():
            os.utime(lock)
            time.sleep(1.0)

    threading.Thread(target=touch, daemon=True).start()


def leave_with_parent() -> None:
    """End this process when the one that started it closes our input, by dying if need be."""

    def watch() -> None:
        os.read(0, 1)  # not sys.stdin, whose lock would hold up our own exit
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def main(argv: list[str]) -> int:
    leave_with_parent()
    yield_to_others(5)
    game = parse_setup(" ".join(argv))
    keep_alive(compiler.kernel_cache() / f"{game.key}.lock")
    load(game, lambda done, total: print(f"{done} of {total}", flush=True))
    return 0
