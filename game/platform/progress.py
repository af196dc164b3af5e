"""Progress of long work, reported by the working code to a follower of the same thread.

Readers of records report progress without knowing who follows it. A follower that wants to end the
work raises `Stopped`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Follower = Callable[[int, int], None]
_follower: ContextVar[Follower | None] = ContextVar("progress", default=None)


class Stopped(BaseException):
    """A follower has ended the work; readers must not take this for an error in their data."""


@contextmanager
def followed(by: Follower) -> Iterator[None]:
    """Call `by` with the progress that this thread reports within the block."""
    before = _follower.set(by)
    try:
        yield
    finally:
        _follower.reset(before)


def tell(done: int, of: int) -> None:
    """Report the number of steps done and their total. Raises the follower's exceptions."""
    follower = _follower.get()
    if follower is not None:
        follower(done, of)
