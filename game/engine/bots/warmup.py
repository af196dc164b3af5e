"""Preparation of compiled code in another process, while this process plays uncompiled.

Compiling holds Python's lock for seconds. So the helper `compile SETUP` compiles in its own process
and fills the cache. It prints a line of progress, `K of N`, after each kernel.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from game.engine.bots.options import UNCOMPILED
from game.engine.compile import cache
from game.engine.compile.compiler import (
    PLAIN_REASONS,
    can_compile,
    numba_fault,
    prebuilt_fault,
    why_plain,
)
from game.engine.registry import profile_of
from game.engine.search.action_search import ActionTree
from game.engine.search.profile import Profile
from game.engine.search.search_tree import TreeConfig
from game.engine.search.turn_search import TurnTree
from game.platform.locks import try_lock
from game.platform.processes import helper_command, lower_priority, start_piped
from game.platform.storage import data_folder, write_text
from game.platform.threads import start_daemon
from game.rules import Game
from game.rules.registry import GAMES, parse_setup, usual_setup

Progress = Callable[[str], None]


class WarmUp:
    """The compilation of one game's search, and its loading into this process."""

    def __init__(self, game: Game, progress: Progress) -> None:
        self.done = threading.Event()
        self.succeeded = False
        self._game = game.settled
        self._progress = progress
        if start_daemon(self._run, "warm up") is None:
            self._run()

    def wait(self) -> None:
        self.done.wait()

    def _run(self) -> None:
        try:
            self._make_ready()
            self.succeeded = True
        except Exception as error:  # The engine goes on uncompiled.
            report(self._game)
            reason = " ".join(str(error).split())[:200]
            self._progress(f"{UNCOMPILED}: compilation failed: {reason}")
        finally:
            self.done.set()

    def _make_ready(self) -> None:
        """Compile the missing and damaged parts, and load all."""
        game = self._game
        fault = prebuilt_fault(game.key)
        if not fault:
            load(game)
            return
        if fault != "none":
            self._progress(f"{PLAIN_REASONS[fault]}: compiling {game.key}")
        cache.make_own(cache.kernel_cache())
        damaged = cache.damaged_files(game.key)
        if damaged:
            self._compile_again(damaged, "damaged")
        compile_elsewhere(game, self._progress)
        try:
            load(game)
        # Loading may raise any error, even for an undamaged file.
        except Exception:
            report(game)
            self._compile_again(None, "cannot be loaded")
            compile_elsewhere(game, self._progress)
            load(game)

    def _compile_again(self, files: list[Path] | None, why: str) -> None:
        self._progress(f"compiled code of {self._game.key} is {why}: compiling it again")
        cache.throw_away(self._game.key, files)


def report(game: Game) -> None:
    """Write the current exception to a file beside the crash logs, if possible."""
    with contextlib.suppress(OSError):
        path = data_folder() / "logs" / f"compile-{game.key}.txt"
        write_text(path, traceback.format_exc())


_warmings: dict[str, WarmUp] = {}
# Each process reports only once that it runs uncompiled.
plain_was_said = False


def start_warmup(game: Game, progress: Progress) -> WarmUp | None:
    """Compile in the background, once for each game; return None if that is impossible."""
    global plain_was_said
    why = why_plain(game.key)
    if why:
        if not plain_was_said:
            plain_was_said = True
            progress(f"{UNCOMPILED}: {PLAIN_REASONS[why]}")
        return None
    if game.key not in _warmings:
        _warmings[game.key] = WarmUp(game, progress)
    return _warmings[game.key]


def is_compiled(game: Game) -> bool:
    """Return whether compiled code for this game is loaded."""
    warming = _warmings.get(game.key)
    return warming is not None and warming.done.is_set() and warming.succeeded


def fill_tables(game: Game) -> None:
    """Compute the tables of this board before the first turn of a compiled search."""
    if is_compiled(game):
        profile_of(game).tables(game.settled, True)


def steps(game: Game, profile: Profile) -> Iterator[Callable[[], object]]:
    """Yield a function for each part of the search, which compiles or loads that part."""
    made: list[ActionTree] = []

    def make_tree() -> None:
        made.append(ActionTree(game, profile, TreeConfig(True, 2000, 1)))
        made[0].start(game.start())

    def grow() -> None:
        made[0].grow(8)

    def follow() -> None:
        most = max(made[0].children(), key=lambda child: child.visits)
        made[0].start(game.advance(game.start(), game.action(most.code)))

    def promote() -> None:
        made[0].promote(1)

    yield from (make_tree, grow, follow, promote)
    if profile.turns is not None:
        config = TreeConfig(True, 10_000, 1)
        yield partial(walk_on, game, TurnTree(game, profile, profile.turns, config))
    beside = profile.beside(game)
    searching = (*profile.endings(game, profile), *profile.perfect(game, profile))
    yield from (expert.warm for expert in searching)
    if beside is not None:
        yield beside.warm


def walk_on(game: Game, search: TurnTree) -> None:
    """Run every kernel of a search by whole turns.

    `promote` is called here, because a search with few visits may not reach it.
    """
    state = game.start()
    while not search.knows(state):
        state = game.advance(state, game.legal(state)[0])
    search.start(state)
    search.grow(8)
    for action in search.turn(search.ranked(0)[0].code):
        state = game.advance(state, action)
    search.promote(1)
    search.start(state)


def load(game: Game, told: Callable[[int, int], None] = lambda done, total: None) -> None:
    """Load (or compile) the kernels of a game in this process."""
    calls = list(steps(game, profile_of(game)))
    for number, call in enumerate(calls, start=1):
        call()
        told(number, len(calls))


def compile_elsewhere(game: Game, progress: Progress) -> None:
    """Fill the cache from another process; wait if another program is already filling it.

    Raises OSError if the cache cannot be written.
    """
    folder = cache.kernel_cache()
    while not cache.is_stamped(game.key):
        lock = try_lock(folder / f"{game.key}.lock")
        if lock is None:
            time.sleep(0.2)
            continue
        try:
            if run_compiler(game, progress):
                cache.write_stamp(game.key)
                cache.sweep(time.time())
        finally:
            lock.release()
        return
    with contextlib.suppress(OSError):  # The system may own the folder.
        os.utime(folder)


def run_compiler(game: Game, progress: Progress) -> bool:
    progress(f"compiling {game.key}: 0 of {len(list(steps(game, profile_of(game))))}")
    with start_piped(helper_command("compile", game.setup)) as process:
        assert process.stdout is not None
        for line in process.stdout:
            progress(f"compiling {game.key}: {line.strip()}")
    return process.returncode == 0


def main(argv: list[str]) -> int:
    """Run the helper `compile SETUP`."""
    lower_priority(5)
    load(parse_setup(" ".join(argv)), lambda done, total: print(f"{done} of {total}", flush=True))
    return 0


# -- looking at it ---------------------------------------------------------------------------------


def state_of(game: Game, told: Callable[[int, int], None] = lambda done, total: None) -> str:
    """Load the compiled code of a game and return its state; `told` gets the progress.

    The state is "compiled", "missing" (still to be compiled), "damaged" (deleted, to be compiled
    again), "plain" (cannot be compiled), or "broken WHY" (Numba is installed but fails).
    """
    if why_plain(game.key):
        return "plain"
    if not prebuilt_fault(game.key):
        load(game, told)
        return "compiled"
    if fault := numba_fault():
        return f"broken {fault}"
    if not cache.is_stamped(game.key):
        return "missing"
    damaged = cache.damaged_files(game.key)
    if not damaged:
        try:
            load(game, told)
        except Exception:
            report(game)
        else:
            return "compiled"
    cache.throw_away(game.key, damaged or None)
    return "damaged"


def look_main(_words: list[str]) -> int:
    """Run the helper `compiled`: print a line `KEY STATE` for each game. Raises OSError.

    Lines `KEY K of N` come first and show the progress of loading.
    """
    if can_compile():
        cache.make_own(cache.kernel_cache())
    for game in GAMES:

        def told(done: int, total: int, key: str = game.key) -> None:
            print(f"{key} {done} of {total}", flush=True)

        print(game.key, state_of(parse_setup(usual_setup(game.key)), told), flush=True)
    return 0
