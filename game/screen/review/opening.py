"""The opening of a game in a review: its name, and where the game left the book.

Both are looked up in a thread: a book is a large file.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.openings.book import Departure, book_of
from game.openings.naming import in_words, name_of
from game.platform.i18n import _
from game.rules import Game, State
from game.screen.app.scene import Change
from game.screen.ui.button import Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.widget import WidgetState
from game.table.match import Match

LINE = 25  # height of a line, design px
ICON = 20


@dataclass(frozen=True, slots=True)
class OpeningFacts:
    """The facts of an opening: the key of its name, "" for none, and what the book says, if any."""

    name: str = ""
    departure: Departure | None = None


def look_up(match: Match) -> OpeningFacts:
    """Return the facts of a game from the start; none of one that began with another position."""
    if match.spec.position is not None:
        return OpeningFacts()
    turns = [turn for turn in match.turns if turn.complete]
    game: Game = match.game
    states: list[State] = [match.history.start, *(turn.after for turn in turns)]
    book = book_of(game.setup)
    return OpeningFacts(
        name_of(game, [turn.text for turn in turns]),
        book.departure(game, states) if book is not None else None,
    )


class OpeningLines(Pressable):
    """Two lines on the opening; where there is a book they lead to its last position.

    `numbered` gives the number that a turn (from 0) has in the list, `named` a side's name.
    """

    def __init__(
        self,
        match: Match,
        numbered: Callable[[int], int],
        named: Callable[[int], str],
        go: Callable[[int], Change | None],
    ) -> None:
        super().__init__(self._to_the_book, "opening")
        self._match, self._numbered, self._named, self._go = match, numbered, named, go
        self.known: OpeningFacts | None = None

    def start(self, found: Callable[[OpeningFacts], None]) -> None:
        """Look the opening up; `found` is called from a thread."""
        threading.Thread(
            target=lambda: found(look_up(self._match)), name="opening", daemon=True
        ).start()

    @property
    def lines(self) -> list[str]:
        """The lines to be shown."""
        if self.known is None:
            return []
        name = in_words(self._match.game.key, self.known.name)
        named = [_("Opening: {name}").format(name=name)] if name else []
        departure = self._departure
        return named if departure is None else [*named, self._departed(departure)]

    def _departed(self, departure: Departure) -> str:
        better = 0 if departure.chance >= 0.5 else 1
        chance = departure.chance if better == 0 else 1 - departure.chance
        words = (
            _("Out of the book at turn {n}: {chance} for {name}")
            if departure.left
            else _("In the book until turn {n}: {chance} for {name}")
        )
        number = departure.turns if departure.left else max(0, departure.turns - 1)
        return words.format(
            n=self._numbered(number), chance=f"{round(100 * chance)}%", name=self._named(better)
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
        """Return the height, 0 while there is nothing to say."""
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
