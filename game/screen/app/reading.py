"""Reading of heavy input outside the frame loop, in a thread; a dialog can cancel the reading."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from functools import partial
from typing import Generic, TypeVar

from pygame import Rect

from game.platform import progress
from game.platform.i18n import _, format_number, format_percent
from game.screen.app.dialog import Dialog, DialogButton
from game.screen.app.scene import Change, Pop, Push, Replace
from game.screen.ui.canvas import Canvas

HEAVY_CHARS = 4_000  # maximum length of a text or file that is read within a frame
NO_DIALOG_S = 0.05  # seconds before the dialog opens; most input is read by then
BYTES_PER_MB = 1e6
BAR = 12  # height of the progress bar in design px

Read = TypeVar("Read")


def size_of(text: str, file: bool) -> int:
    """Return the length of a text, or of the file at a path; 0 if there is no file."""
    try:
        return os.stat(text).st_size if file else len(text)
    except (OSError, ValueError):
        return 0


class ReadingDialog(Dialog, Generic[Read]):
    """Reads something in a thread; if cancelled, the thread ends and its result is dropped.

    `work` runs in the thread. The frame loop passes its result to `done`, or its error to `failed`,
    and applies the change that these return.
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
        self._stop = False
        self._told = 0.0  # share that the thread has done, from 0 to 1
        self.share = 0.0  # share that the dialog shows
        super().__init__(
            lambda: _("Reading …"), lambda: [DialogButton(_("Cancel"))], self._words, focus=0
        )
        self._thread = threading.Thread(
            target=self._read, args=(work,), name="reading", daemon=True
        )
        self._thread.start()

    def within(self, seconds: float) -> Callable[[], Change | None] | None:
        """Wait up to `seconds`; return the handler of the outcome, None if still unfinished."""
        self._thread.join(seconds)
        return self._outcome

    def _words(self) -> str:
        size = format_number(self._size / BYTES_PER_MB, ".1f")
        read = _("{n} MB are read and checked.").format(n=size)
        return f"{read} {format_percent(self.share)}\n"  # the second line is left for the bar

    def _follow(self, done: int, of: int) -> None:
        if self._stop:
            raise progress.Stopped
        self._told = done / max(1, of)

    def _read(self, work: Callable[[], Read]) -> None:
        try:
            with progress.followed(self._follow):
                read = work()
        except progress.Stopped:
            return
        except Exception as error:  # `failed` gets any error
            self._outcome = partial(self._failed, error)
        else:
            self._outcome = partial(self._done, read)

    def leave(self) -> None:
        self._stop = True

    def update(self, dt: float) -> Change | None:
        change = super().update(dt)
        share = int(self._told * 100) / 100
        if share != self.share:
            self.share = share
            self.text = self._words()
            self.services.invalidate()
        if self._outcome is None:
            return change
        change = self._outcome()
        return Replace(change.scene) if isinstance(change, Push) else Pop()

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        bar = Rect(self.words.left, 0, self.words.width, canvas.px(BAR))
        bar.bottom = self.words.bottom
        canvas.progress(bar, self.share)


def read_aside(
    size: int,
    work: Callable[[], Read],
    done: Callable[[Read], Change | None],
    failed: Callable[[Exception], Change | None],
    most: int = HEAVY_CHARS,
) -> Change | None:
    """Read input of more than `most` characters in a thread, behind a dialog if that takes long.

    Shorter input is read immediately; see ReadingDialog.
    """
    if size > most:
        dialog = ReadingDialog(size, work, done, failed)
        outcome = dialog.within(NO_DIALOG_S)
        return Push(dialog) if outcome is None else outcome()
    try:
        read = work()
    except (OSError, ValueError) as error:
        return failed(error)
    return done(read)
