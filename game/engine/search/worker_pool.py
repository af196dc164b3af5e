"""Threads that grow the trees of one position, none of which waits for another.

Threads that meet every few milliseconds are often put on one core one after the other, so that a
second core gives little; those that go on give twice the visits.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Protocol


class TreeWorker(Protocol):
    """A tree, which may be read while it grows."""

    def grow(self, iterations: int) -> int: ...

    def halt(self, wanted: bool) -> None:
        """While it is wanted, `grow` ends after the visit it is at."""
        ...

    @property
    def visits(self) -> int: ...


class WorkerPool:
    """A thread for each tree.  From `work` to `rest` the trees may be read, nothing else."""

    def __init__(self, trees: Sequence[TreeWorker]) -> None:
        self._trees = trees
        self._pool = ThreadPoolExecutor(len(trees))
        self._running: list[Future[int]] = []
        self._counted = 0  # visits that have been told

    def work(self, seconds: float | None, most: int) -> int:
        """Let all trees grow for `seconds`, or until each has made `most` visits.

        Returns the visits since the last call; 0 only if all trees are proved.

        The trees grow on afterwards.  `most` counts from the beginning.
        """
        if not self._running:
            self._counted = self._visits()
            self._running = [self._pool.submit(tree.grow, most) for tree in self._trees]
        while True:
            going = wait(self._running, timeout=seconds).not_done
            made = self._made()
            if not going:
                self._running.clear()
            if made or not going:
                return made

    def rest(self) -> int:
        """Let no tree grow on; the visits made since the last time."""
        if not self._running:
            return 0
        for tree in self._trees:
            tree.halt(True)
        wait(self._running)
        self._running.clear()
        for tree in self._trees:
            tree.halt(False)
        return self._made()

    def close(self) -> None:
        self.rest()
        self._pool.shutdown()

    def _visits(self) -> int:
        return sum(tree.visits for tree in self._trees)

    def _made(self) -> int:
        before, self._counted = self._counted, self._visits()
        return self._counted - before
