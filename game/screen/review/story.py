"""The story of a game: its turning points as cards, with what was played and what was better."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.platform.i18n import _
from game.screen.app.scene import STAY, Change
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import Label, Widget, WidgetState
from game.table.mistakes import MAX_TURNING_POINTS, Mistake

GAP = 10
PROGRESS = 48
PLAYED, BETTER = "played", "better"


@dataclass(frozen=True)
class Chapter:
    """One turning point in words."""

    mistake: Mistake
    title: str
    figures: str
    reason: str


class ChapterCard(Widget):
    """A chapter; a click on it goes to the position."""

    focusable = False
    radius = "card"

    def __init__(self, chapter: Chapter, on_press: Callable[[], Change | None]) -> None:
        super().__init__(f"chapter-{chapter.mistake.number}")
        self.chapter, self.on_press = chapter, on_press
        self.chosen = False
        self.words = pygame.Rect(0, 0, 0, 0)

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind == "up" and self.rect.collidepoint(event.pos):
            return self.on_press() or STAY
        return None if event.kind == "wheel" else STAY

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, chapter = canvas.px, canvas.ui, self.chapter
        canvas.card(self.rect)
        if self.chosen or look.hovered:
            colour = canvas.accent if self.chosen else ui.text_second
            canvas.rounded(self.rect, px(RADIUS["card"]), None, colour, max(1, px(2)))
        head = pygame.Rect(self.words.left, self.rect.top + px(8), self.words.width, px(28))
        figures = canvas.text(chapter.figures, "body_bold", head, canvas.accent, "right")
        head.width = figures.left - px(10) - head.left
        canvas.text(chapter.title, "body_bold", head, ui.text, ellipsis=True)
        canvas.text(chapter.reason, "caption", self.words, ui.text_second, wrap=True)


class Story:
    """The cards of the story; `play(mistake, which)` plays a line out, `go` shows a position."""

    def __init__(
        self,
        go: Callable[[Mistake], Change | None],
        play: Callable[[Mistake, str], Change | None],
        pause: Callable[[], Change | None],
    ) -> None:
        self._go, self._play, self._pause = go, play, pause
        self.chapters: list[Chapter] = []
        self.cards: list[ChapterCard] = []
        self.message = ""  # instead of cards
        self.progress = ""  # while they are being found, or once that was stopped
        self.aside = ""  # what is to be said of the cards
        self.running = False
        self.line = Label("", "caption", second=True)

    def place(self, area: pygame.Rect, canvas: Canvas, head: int = 0) -> list[Widget]:
        """Lay out cards and progress; return the controls.

        `head` pixels at the top are left for what else there is, which takes nothing of the cards
        as long as there is room for one more.
        """
        px, gap = canvas.px, canvas.px(GAP)
        widgets: list[Widget] = []
        if self.progress or self.aside:
            widgets += self._last_row(area, canvas)
            area = pygame.Rect(area.left, area.top, *(area.width, area.height - px(PROGRESS) - gap))
        self.cards = []
        room = area.height if len(self.chapters) < MAX_TURNING_POINTS else area.height - head
        high = (room - (MAX_TURNING_POINTS - 1) * gap) // MAX_TURNING_POINTS
        for number, chapter in enumerate(self.chapters):
            top = area.top + head + number * (high + gap)
            box = pygame.Rect(area.left, top, area.width, high)
            widgets += self._card(chapter, box, canvas)
        if not self.chapters and self.message:
            words = Label(self.message, "body", second=True, align="center")
            widgets.append(words.at(area.inflate(-px(40), 0)))
        return widgets

    def _card(self, chapter: Chapter, box: pygame.Rect, canvas: Canvas) -> list[Widget]:
        px, mistake = canvas.px, chapter.mistake
        card = ChapterCard(chapter, lambda: self._go(mistake)).at(box)
        self.cards.append(card)
        inside = box.inflate(-px(28), 0)
        tall = max(px(44), 26)
        row = pygame.Rect(inside.left, box.bottom - px(9) - tall, inside.width, tall)
        top = box.top + px(37)
        card.words = pygame.Rect(inside.left, top, inside.width, row.top - px(5) - top)
        buttons: list[Widget] = [card]
        half = (row.width - px(10)) // 2
        for which, label, left in (
            (PLAYED, _("As played"), row.left),
            (BETTER, _("Better"), row.right - half),
        ):
            button = Button(
                label,
                lambda which=which: self._play(mistake, which),  # type: ignore[misc]
                icon="play",
                name=f"{which}-{mistake.number}",
                style="caption",
            )
            button.icon_colour = canvas.ui.bad if which == PLAYED else canvas.accent
            buttons.append(button.at((left, row.top, half, row.height)))
        return buttons

    def _last_row(self, area: pygame.Rect, canvas: Canvas) -> list[Widget]:
        """Lay out how far the engine is, with a button to stop it or go on; else the aside."""
        px = canvas.px
        high = px(PROGRESS)
        row = pygame.Rect(area.left, area.bottom - high, area.width, high)
        if not self.progress:
            self.line.text = self.aside
            return [self.line.at(row)]
        label = _("Stop") if self.running else _("Go on")
        button = Button(label, self._pause, name="progress", style="caption")
        wide = min(button.width(canvas), row.width // 2)
        button.at((row.right - wide, row.top, wide, high))
        self.line.text = self.progress
        self.line.at((row.left, row.top, row.width - wide - px(12), high))
        return [self.line, button]
