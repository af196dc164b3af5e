"""The report of the doctor, to be read and copied for support."""

from __future__ import annotations

import threading
from contextlib import suppress

import pygame

from game.platform.i18n import N_, _
from game.platform.processes import Cancellation, Cancelled
from game.screen.app.layout_scenes import Hint, PageScene
from game.screen.app.scene import STAY, Change, Copied, Pop
from game.screen.doctor import ReportSection, as_text, examined, report
from game.screen.menus.cards import CardsPane, TextCard

MARK = "⚠"
LONGEST, HEAD, TAIL = 24, 9, 14  # letters of a word, and of what is left of a longer one


class DoctorScene(PageScene):
    """The report; what needs repair stands out, and copying takes all of it."""

    title = N_("This computer")

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[ReportSection] = []
        self.compiled: dict[str, str] | None = None  # None until it is loaded
        self._left = Cancellation()

    def enter(self) -> None:
        threading.Thread(target=self._examine, name="doctor", daemon=True).start()

    def leave(self) -> None:
        self._left.cancel()

    def _examine(self) -> None:
        """Run the slow checks in a thread."""
        with suppress(Cancelled):
            found = examined(self._left)
            self.desk.post(lambda: self._examined(found))

    def _examined(self, found: dict[str, str]) -> None:
        self.compiled = found
        self.resize()

    def hints(self) -> list[Hint]:
        copy = Hint("copy", _("copy"), self._copy, right=True)
        return [Hint("cancel", _("back"), Pop), copy]

    def lay_out(self, room: pygame.Rect) -> None:
        self.parts = report(self.compiled)  # anew: the language may be another
        self.form.add(CardsPane([_block(part) for part in self.parts], "report").at(room))

    def copied(self, whole: bool) -> Copied:
        return Copied(as_text(self.parts), _("The report is on the clipboard."))

    def _copy(self) -> Change:
        self.desk.copy(self.copied(whole=True))
        return STAY


def _block(part: ReportSection) -> TextCard:
    """Return the card of a section; what needs no repair is drawn in grey."""
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
    """Return `value` with long words cut in the middle; the copy has them whole."""
    return " ".join(
        word if len(word) <= LONGEST else f"{word[:HEAD]}…{word[-TAIL:]}" for word in value.split()
    )
