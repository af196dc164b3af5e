"""The card and the row of actions of a puzzle: what is asked, what the last try brought."""

from __future__ import annotations

from typing import Protocol

import pygame

from game.platform.i18n import _
from game.screen.app.scene import Change
from game.screen.guided.card import card_layout
from game.screen.play.actions import ActionRow
from game.screen.play.at_play import AtPlay
from game.screen.puzzles.attempt import FAILED, JUDGING, SOLVED, PuzzleAttempt
from game.screen.ui.button import Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.change import STAY
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import WidgetState

ICONS = {SOLVED: "check", FAILED: "warning"}


class PuzzleCard(Pressable):
    """The card: `words` in large type below a line with `head` and, to its right, `figure`."""

    focusable = False
    radius = "card"

    def __init__(self) -> None:
        super().__init__(lambda: STAY, "puzzle")
        self.status, self.head, self.figure, self.words, self.note = "", "", "", "", ""

    def show(self, attempt: PuzzleAttempt, head: str, figure: str) -> None:
        self.status, self.words, self.note = attempt.status, attempt.words(), attempt.note()
        self.head, self.figure = head, figure

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect = canvas.px, canvas.ui, self.rect
        lie, radius = card_layout(rect, canvas), px(RADIUS["card"])
        edge = {SOLVED: ui.good, FAILED: ui.bad}.get(self.status, canvas.accent)
        canvas.rounded(rect, radius, ui.card, edge, max(2, px(2)))
        icon = ICONS.get(self.status, "hexagon")
        spot = canvas.icon(icon, (lie.head.left + px(12), lie.head.centery), edge, 26)
        wide = canvas.text_size(self.figure, "caption_bold")[0] if self.figure else 0
        right = pygame.Rect(lie.head.right - wide, lie.head.top, wide, lie.head.height)
        canvas.text(self.figure, "caption_bold", right, ui.text, "right")
        title = pygame.Rect(spot.right + px(10), lie.head.top, 0, lie.head.height)
        title.width = right.left - px(10) - title.left
        canvas.text(self.head, "caption", title, ui.text_second, ellipsis=True)
        words = lie.words.copy()
        if self.note and words.height > px(110):
            high = canvas.text_height(self.note, "caption", words.width)
            below = pygame.Rect(words.left, words.bottom - high, words.width, high)
            words.height -= high
            canvas.text(self.note, "caption", below, ui.text_second, wrap=True)
        canvas.text(self.words, "guide", words, ui.text, wrap=True)


class AtPuzzle(AtPlay, Protocol):
    """What the row of actions asks of the puzzle's scene."""

    attempt: PuzzleAttempt

    @property
    def onward(self) -> str: ...

    def go_on(self) -> Change: ...
    def again(self) -> Change: ...
    def show_solution(self) -> Change: ...


class PuzzleRow(ActionRow):
    """The row of actions; its main button goes to the next puzzle, or begins this one again."""

    def __init__(self, at: AtPuzzle) -> None:
        super().__init__(at)
        self._scene = at

    def update(self) -> None:
        super().update()
        attempt = self._scene.attempt
        if self._at.playback.browser.active:
            return
        if attempt.over:
            solved = attempt.status == SOLVED
            self.main.label = self._scene.onward if solved else _("Try again")
            self.main.icon = "right" if solved else "undo"
            self.main.enabled = True
            self._set_cap("accept")
            self._set_back(_("Take back"), "undo")
            self.back.enabled = not solved
            self.help.icon, self.help.tip, self.help.enabled = "eye", _("Show the solution"), True
        elif attempt.status == JUDGING:
            self.main.label, self.main.icon, self.main.enabled = _("Let me see …"), "", False
            self.back.enabled = self.help.enabled = False
        else:
            self.help.tip = _("Hint")
            self.back.enabled = bool(self._at.match.entries)

    def _main(self) -> Change | None:
        attempt = self._scene.attempt
        if attempt.over and not self._at.playback.browser.active:
            return self._scene.go_on() if attempt.status == SOLVED else self._scene.again()
        return super()._main()

    def _help(self) -> Change:
        if self._scene.attempt.over and not self._at.playback.browser.active:
            return self._scene.show_solution()
        return super()._help()
