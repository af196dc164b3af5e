"""Progress of long work: told by the code that does it, heard by whoever follows this thread.

Readers of records tell how far they are without knowing who waits.  A follower that wants no more
of it raises `Stopped`, which ends the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Follower = Callable[[int, int], None]
_follower: ContextVar[Follower | None] = ContextVar("progress", default=None)


class Stopped(BaseException):
    """Nobody waits for the work any more; no reader takes this for a fault of what it reads."""


@contextmanager
def followed(by: Follower) -> Iterator[None]:
    """Have `by` hear what is told in this thread."""
    before = _follower.set(by)
    try:
        yield
    finally:
        _follower.reset(before)


def tell(done: int, of: int) -> None:
    """Say that so many steps of so many are done.  Raises what the follower raises."""
    follower = _follower.get()
    if follower is not None:
        follower(done, of)
