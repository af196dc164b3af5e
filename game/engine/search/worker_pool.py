"""Threads that work in parallel without waiting for one another.

If threads synchronise every few milliseconds, the system often runs them on one core in turn, and a
second core helps little.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Protocol

ROUND = 1 << 32  # An int32 counter wraps round after this many visits.


class Worker(Protocol):
    """A worker that grows a tree in its own thread, perhaps together with others."""

    def grow(self, iterations: int) -> int: ...

    def halt(self, wanted: bool) -> None:
        """Make `grow` end after its present visit, for as long as `wanted` is True."""
        ...

    @property
    def visits(self) -> int:
        """Visits made so far, also readable during `grow`; the count may wrap round at ROUND."""
        ...


class WorkerPool:
    """A thread for each worker. Between `work` and `rest`, their trees may only be read."""

    def __init__(self, workers: Sequence[Worker]) -> None:
        self._workers = workers
        self._pool = ThreadPoolExecutor(len(workers))
        self._running: list[Future[int]] = []
        self._counted = 0  # visits already returned

    def work(self, seconds: float | None, most: int) -> int:
        """Let all workers run; return after `seconds`, or when each has made `most` visits.

        Returns the visits since the last call; 0 only if all is proved.

        The workers go on after the return, until `rest`. `most` counts from their start.
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
        """Stop all workers; return the visits made since the last call."""
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
