"""Threads that work side by side, without waiting for one another.

Those that meet every few milliseconds are often put on one core one after the other, so that a
second core gives little.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Protocol

ROUND = 1 << 32  # of int32


class Worker(Protocol):
    """Grows a tree in a thread of its own, perhaps with others."""

    def grow(self, iterations: int) -> int: ...

    def halt(self, wanted: bool) -> None:
        """Make `grow` end after the visit it is at, while it is wanted."""
        ...

    @property
    def visits(self) -> int:
        """Visits this worker has made so far, while it grows too; they may begin anew at ROUND."""
        ...


class WorkerPool:
    """A thread for each worker.  From `work` to `rest` their trees may be read, nothing else."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self._workers = workers
        self._pool = ThreadPoolExecutor(len(workers))
        self._running: list[Future[int]] = []
        self._counted = 0  # visits that have been told

    def work(self, seconds: float | None, most: int) -> int:
        """Let all work for `seconds`, or until each has made `most` visits.

        Returns the visits since the last call; 0 only if all is proved.

        They work on afterwards.  `most` counts from the beginning.
        """
        if not self._running:
            self._counted = self._visits()
            self._running = [self._pool.submit(worker.grow, most) for worker in self._workers]
        while True:
            going = wait(self._running, timeout=seconds).not_done
            made = self._made()
            if not going:
                self._running.clear()
            if made or not going:
                return made

    def rest(self) -> int:
        """Let none work on; the visits made since the last time."""
        if not self._running:
            return 0
        for worker in self._workers:
            worker.halt(True)
        wait(self._running)
        self._running.clear()
        for worker in self._workers:
            worker.halt(False)
        return self._made()

    def close(self) -> None:
        self.rest()
        self._pool.shutdown()

    def _visits(self) -> int:
        return sum(worker.visits for worker in self._workers)

    def _made(self) -> int:
        before, self._counted = self._counted, self._visits()
        return (self._counted - before) % ROUND
