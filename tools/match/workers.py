"""Runs work of many equal parts in processes of this machine, or on a Dask cluster.

Examples are the games of a match and the search for puzzles.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from game.engine.search.analysis import SearchLimits
from game.platform.interrupts import HELD, ignore_interrupts
from game.platform.paths import install_advice
from game.table.time_control import NONE, parse_clock
from tools.match.play import ArenaGame, play_game
from tools.match.ugi_bot import EngineError


@contextmanager
def hold_interrupts() -> Iterator[None]:
    """Block signals while worker processes start, until these processes ignore interrupts.

    A worker does so by `ignore_interrupts`. A signal before that call would end the worker with a
    traceback.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, HELD)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@dataclass(frozen=True, slots=True)
class ArenaJob:
    """One game to be played, as plain values that can be sent to another process."""

    number: int
    setup: str
    first: str
    second: str
    first_is: int
    movetime: float | None
    nodes: int | None
    seed: int
    clock: str = NONE


def play_job(job: ArenaJob) -> tuple[ArenaJob, ArenaGame]:
    limits = SearchLimits(movetime=job.movetime, nodes=job.nodes)
    players, control = (job.first, job.second, job.first_is), parse_clock(job.clock)
    return job, play_game(job.setup, *players, limits, job.seed, control=control)


Part = TypeVar("Part")
Done = TypeVar("Done")
Runner = Callable[[list[Part]], Iterator[Done]]


@contextmanager
def over_cores(work: Callable[[Part], Done], processes: int) -> Iterator[Runner[Part, Done]]:
    """Yield a function that runs the parts in processes of this machine.

    An exception such as Ctrl+C ends the processes; unfinished parts are lost.
    """
    if processes == 1:
        yield lambda parts: map(work, parts)
        return
    before = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(processes, initializer=end_with_main)

    def run(parts: list[Part]) -> Iterator[Done]:
        with hold_interrupts():
            futures = [pool.submit(work, part) for part in parts]
        for done in as_completed(futures):
            yield done.result()

    try:
        yield run
    except BaseException:
        for worker in set(multiprocessing.active_children()) - before:
            worker.kill()
        pool.shutdown(wait=False, cancel_futures=True)
        raise
    pool.shutdown(cancel_futures=True)


def end_with_main() -> None:
    """End this worker process when its parent has ended, for whatever reason."""
    ignore_interrupts()
    main = multiprocessing.parent_process()
    if main is not None:
        threading.Thread(target=_outlive_nobody, args=(main.join,), daemon=True).start()


def _outlive_nobody(wait_for_end: Callable[[], None]) -> None:
    wait_for_end()
    os._exit(1)


@contextmanager
def over_cluster(
    work: Callable[[Part], Done], address: str, processes: int
) -> Iterator[Runner[Part, Done]]:
    """Yield a function that runs the parts on a Dask cluster; "local" starts one here.

    Raises EngineError without Dask.
    """
    try:
        import distributed as dask
    except ImportError:
        raise EngineError(
            f"--cluster needs Dask, which is not installed: {install_advice('distributed')}"
        ) from None
    distributed: Any = dask  # has no types
    cluster: Any = address
    if address == "local":
        cluster = distributed.LocalCluster(
            n_workers=processes, threads_per_worker=1, dashboard_address=None
        )
    local = cluster if address == "local" else contextlib.nullcontext()
    with local, distributed.Client(cluster) as client:

        def run(parts: list[Part]) -> Iterator[Done]:
            futures = [client.submit(work, part, pure=False) for part in parts]
            for done in distributed.as_completed(futures):
                yield done.result()

        yield run
