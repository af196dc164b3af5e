"""The story of a game: its opening, and its turning points as cards.

A thread looks the opening up, because a book is a large file.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import pygame

from game.openings.book import Departure, book_of
from game.openings.naming import in_words, name_of
from game.platform.i18n import _, format_percent
from game.rules import Game
from game.screen.app.scene import STAY, Change
from game.screen.ui.button import Button, Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import Label, Widget, WidgetState
from game.table.chances import ShownChances
from game.table.mistakes import MAX_TURNING_POINTS, Chapter, Mistake
from game.table.review import Review

LINE = 25  # height of a line, design px
ICON = 20


@dataclass(frozen=True, slots=True)
class OpeningFacts:
    """The facts of an opening: its name's key or "", and where the game left the book, if known."""

    name: str = ""
    departure: Departure | None = None


def look_up(review: Review) -> OpeningFacts:
    """Return the opening's facts; empty for a game that began with another position."""
    if review.match.spec.position is not None:
        return OpeningFacts()
    turns = [turn for turn in review.turns if turn.complete]
    game: Game = review.match.game
    states = review.states[: len(turns) + 1]
    book = book_of(game.setup)
    return OpeningFacts(
        name_of(game, [turn.text for turn in turns]),
        book.departure(game, states) if book is not None else None,
    )


class OpeningLines(Pressable):
    """Two lines on the opening; if there is a book, a click goes to the last position in the book.

    `numbered` returns the number that the list shows for a turn, counted from 0. `named` returns a
    side's name.
    """

    def __init__(
        self,
        review: Review,
        numbered: Callable[[int], int],
        named: Callable[[int], str],
        go: Callable[[int], Change | None],
        seen: ShownChances,
    ) -> None:
        super().__init__(self._to_the_book, "opening")
        self._review, self._numbered, self._named, self._go = review, numbered, named, go
        self.known: OpeningFacts | None = None
        self._seen = seen

    def start(self, found: Callable[[OpeningFacts], None]) -> None:
        """Look the opening up; `found` is called from a thread."""
        threading.Thread(
            target=lambda: found(look_up(self._review)), name="opening", daemon=True
        ).start()

    @property
    def lines(self) -> list[str]:
        """The lines to be shown."""
        if self.known is None:
            return []
        name = in_words(self._review.match.game.key, self.known.name)
        named = [_("Opening: {name}").format(name=name)] if name else []
        departure = self._departure
        return named if departure is None else [*named, self._departed(departure)]

    def _departed(self, departure: Departure) -> str:
        chance = self._seen(self._review.states[departure.turns], departure.chance)
        better = 0 if chance >= 0.5 else 1
        chance = chance if better == 0 else 1 - chance
        words = (
            _("Out of the book at turn {n}: {chance} for {name}")
            if departure.left
            else _("In the book until turn {n}: {chance} for {name}")
        )
        number = departure.turns if departure.left else max(0, departure.turns - 1)
        return words.format(
            n=self._numbered(number), chance=format_percent(chance), name=self._named(better)
        )

    @property
    def spoken(self) -> str:
        return ". ".join(self.lines)

    @property
    def reachable(self) -> bool:
        return super().reachable and self._departure is not None

    @property
    def _departure(self) -> Departure | None:
        return self.known.departure if self.known is not None else None

    def _to_the_book(self) -> Change | None:
        return self._go(self._departure.turns) if self._departure is not None else None

    def height(self, canvas: Canvas) -> int:
        """Return the height; 0 while there is no text."""
        return len(self.lines) * self._leading(canvas)

    @staticmethod
    def _leading(canvas: Canvas) -> int:
        return max(canvas.px(LINE), canvas.metrics.type_px("caption") + 4)

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        leading, left = self._leading(canvas), self.rect.left + canvas.px(ICON + 10)
        middle = (self.rect.left + canvas.px(ICON) // 2, self.rect.top + leading // 2)
        canvas.icon("book", middle, canvas.accent, ICON)
        colour = canvas.ui.text if look.hovered and self.reachable else canvas.ui.text_second
        for number, line in enumerate(self.lines):
            row = pygame.Rect(left, self.rect.top + number * leading, 0, leading)
            row.width = self.rect.right - left
            canvas.text(line, "caption", row, colour, ellipsis=True)


GAP = 10
PROGRESS, HEAD = 48, 37
LEAST_BUTTON = 26  # minimum height of a button in pixels
PLAYED, BETTER = "played", "better"


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
    """The cards of the story; `play(mistake, which)` plays out a line, `go` shows a position."""

    def __init__(
        self,
        go: Callable[[Mistake], Change | None],
        play: Callable[[Mistake, str], Change | None],
        pause: Callable[[], Change | None],
    ) -> None:
        self._go, self._play, self._pause = go, play, pause
        self.chapters: list[Chapter] = []
        self.cards: list[ChapterCard] = []
        self.message = ""  # shown if there are no cards
        self.progress = ""  # progress of the search, also when it is stopped
        self.aside = ""  # remark on the cards
        self.running = False
        self.line = Label("", "caption", second=True)

    def place(self, area: pygame.Rect, canvas: Canvas, head: int = 0) -> list[Widget]:
        """Lay out cards and progress; return the controls.

        `head` pixels at the top are left for other content. They reduce the height of the cards
        only if there are MAX_TURNING_POINTS cards.
        """
        px, gap = canvas.px, canvas.px(GAP)
        widgets: list[Widget] = []
        if self.progress or self.aside:
            widgets += self._last_row(area, canvas)
            area = pygame.Rect(area.left, area.top, *(area.width, area.height - px(PROGRESS) - gap))
        self.cards = []
        room = area.height if len(self.chapters) < MAX_TURNING_POINTS else area.height - head
        top = area.top + head
        for chapter, high in zip(self.chapters, self._heights(area.width, room, canvas)):
            box = pygame.Rect(area.left, top, area.width, high)
            widgets += self._card(chapter, box, canvas)
            top += high + gap
        if not self.chapters and self.message:
            words = Label(self.message, "body", second=True, align="center")
            widgets.append(words.at(area.inflate(-px(40), 0)))
        return widgets

    def _heights(self, width: int, room: int, canvas: Canvas) -> list[int]:
        """Return the heights of the cards: all equal, unless the text of a card needs more."""
        px, gap = canvas.px, canvas.px(GAP)
        high = (room - (MAX_TURNING_POINTS - 1) * gap) // MAX_TURNING_POINTS
        around = px(HEAD) + LEAST_BUTTON + px(4)
        wanted = [
            around + canvas.text_height(one.reason, "caption", width - px(28)) + 2
            for one in self.chapters
        ]
        given = [max(high, want) for want in wanted]
        over = sum(given) + (len(given) - 1) * gap - room
        for number, want in enumerate(wanted):  # cards with short text give room to the others
            less = max(0, min(over, given[number] - want))
            given[number] -= less
            over -= less
        return [max(1, one - max(0, over) // len(given)) for one in given]

    def _card(self, chapter: Chapter, box: pygame.Rect, canvas: Canvas) -> list[Widget]:
        px, mistake = canvas.px, chapter.mistake
        card = ChapterCard(chapter, lambda: self._go(mistake)).at(box)
        self.cards.append(card)
        inside = box.inflate(-px(28), 0)
        tall = max(px(44), 26)
        foot, between = px(9), px(5)
        top = box.top + px(HEAD)
        line = canvas.text_height(chapter.reason, "caption", inside.width)
        if box.bottom - foot - tall - between - top < line:  # the window is small
            tall, foot, between = LEAST_BUTTON, px(4), 0
        row = pygame.Rect(inside.left, box.bottom - foot - tall, inside.width, tall)
        card.words = pygame.Rect(inside.left, top, inside.width, row.top - between - top)
        buttons: list[Widget] = [card]
        half = (row.width - px(10)) // 2
        for which, label, left in (
            (PLAYED, _("As played"), row.left),
            (BETTER, _("Better"), row.right - half),
        ):
            button = Button(
                label,
                partial(self._play, mistake, which),
                icon="play",
                name=f"{which}-{mistake.number}",
                style="caption",
            )
            button.icon_colour = canvas.ui.bad if which == PLAYED else canvas.accent
            buttons.append(button.at((left, row.top, half, row.height)))
        return buttons

    def _last_row(self, area: pygame.Rect, canvas: Canvas) -> list[Widget]:
        """Add the engine's progress with a button to stop or continue, or else the remark."""
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
