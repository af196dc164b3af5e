"""The report of the doctor in the window, to be read and to be copied for whoever helps."""

from __future__ import annotations

import threading
from contextlib import suppress

from game.platform.i18n import _
from game.platform.processes import Cancellation, Cancelled
from game.screen.app.form_scene import FormScene
from game.screen.app.page import Hint, add_hints, heading, margin
from game.screen.app.scene import STAY, Change, Copied, Pop
from game.screen.doctor import ReportSection, as_text, examined, report
from game.screen.menus.cards import CardsPane, TextCard
from game.screen.ui.canvas import Canvas
from game.screen.ui.widget import Form

MARK = "⚠"
LONGEST, HEAD, TAIL = 24, 9, 14  # letters of a word, and of what is left of a longer one


class DoctorScene(FormScene):
    """What is to be mended stands out; copying takes the whole report."""

    def __init__(self) -> None:
        self.form = Form()
        self.parts: list[ReportSection] = []
        self.compiled: dict[str, str] | None = None  # until it has been loaded
        self._left = Cancellation()

    def enter(self) -> None:
        threading.Thread(target=self._examine, name="doctor", daemon=True).start()

    def leave(self) -> None:
        self._left.cancel()

    def _examine(self) -> None:
        """In a thread: it takes seconds."""
        with suppress(Cancelled):
            found = examined(self._left)
            self.desk.post(lambda: self._examined(found))

    def _examined(self, found: dict[str, str]) -> None:
        self.compiled = found
        self.resize()

    def resize(self) -> None:
        metrics, px, edge = self.desk.metrics, self.desk.metrics.px, margin(self.desk)
        self.parts = report(self.compiled)  # anew: the language may be another
        self.form = Form(keep=self.form)
        pane = CardsPane([_block(part) for part in self.parts], "report")
        self.form.add(pane)
        hints = [Hint("cancel", _("back"), Pop), Hint("copy", _("copy"), self._copy, right=True)]
        strip = add_hints(self.form, self.desk, hints)
        top = px(112)
        pane.at((edge, top, metrics.width - 2 * edge, strip.top - px(16) - top))
        self.form.start("report")

    def copied(self, whole: bool) -> Copied:
        return Copied(as_text(self.parts), _("The report is on the clipboard."))

    def _copy(self) -> Change:
        self.desk.copy(self.copied(whole=True))
        return STAY

    @property
    def heading(self) -> str:
        return _("This computer")

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        heading(canvas, self.desk, self.heading)
        self.form.draw(canvas)


def _block(part: ReportSection) -> TextCard:
    """What is well stands back."""
    pattern = _("{name}: {words}")
    lines = tuple(
        (
            f"{MARK if one.trouble else ''} "
            f"{pattern.format(name=one.name, words=_shown(one.value))}".strip(),
            not one.trouble,
        )
        for one in part.findings
    )
    return TextCard(part.title, lines)


def _shown(value: str) -> str:
    """With long words, paths mostly, cut in their middle: the copy has them whole."""
    return " ".join(
        word if len(word) <= LONGEST else f"{word[:HEAD]}…{word[-TAIL:]}" for word in value.split()
    )
