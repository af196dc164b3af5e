"""Heavy input off the frame loop: a thread reads it while a dialog says so and can be cancelled."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from game.platform.i18n import _, format_number
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.app.scene import Change, Pop, Push, Replace

HEAVY_CHARS = 50_000  # of a text or a file; less is read within a frame or two
BYTES_PER_MB = 1e6

Read = TypeVar("Read")


class ReadingDialog(Dialog, Generic[Read]):
    """Reads something in a thread; cancelled, nothing of it is shown.

    `work` runs in the thread; what it returns, or the error it raises, is given to `done` or
    `failed` by the frame loop, which then does what they return.
    """

    def __init__(
        self,
        size: int,
        work: Callable[[], Read],
        done: Callable[[Read], Change | None],
        failed: Callable[[Exception], Change | None],
    ) -> None:
        self._size, self._done, self._failed = size, done, failed
        self._outcome: Callable[[], Change | None] | None = None
        super().__init__(
            lambda: _("Reading …"), lambda: [DialogButton(_("Cancel"))], self._words, focus=0
        )
        thread = threading.Thread(target=self._read, args=(work,), name="reading", daemon=True)
        thread.start()

    def _words(self) -> str:
        size = format_number(self._size / BYTES_PER_MB, ".1f")
        return _("{n} MB are read and checked.").format(n=size)

    def _read(self, work: Callable[[], Read]) -> None:
        try:
            read = work()
        except Exception as error:  # whoever waits hears of any
            self._outcome = partial(self._failed, error)
        else:
            self._outcome = partial(self._done, read)

    def update(self, dt: float) -> Change | None:
        change = super().update(dt)
        if self._outcome is None:
            return change
        change = self._outcome()
        return Replace(change.scene) if isinstance(change, Push) else Pop()


def read_aside(
    size: int,
    work: Callable[[], Read],
    done: Callable[[Read], Change | None],
    failed: Callable[[Exception], Change | None],
    most: int = HEAVY_CHARS,
) -> Change | None:
    """Read at once what has at most `most` characters, else behind a dialog; see ReadingDialog."""
    if size > most:
        return Push(ReadingDialog(size, work, done, failed))
    try:
        read = work()
    except (OSError, ValueError) as error:
        return failed(error)
    return done(read)
