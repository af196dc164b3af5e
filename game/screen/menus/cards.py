"""Pages of cards of text: the credits, and the doctor's report for support."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pygame

from game.platform import toml
from game.platform.i18n import N_, _
from game.platform.processes import Cancellation, Cancelled
from game.rules.registry import titles
from game.screen.app.layout_scenes import Hint, PageScene
from game.screen.app.scene import STAY, Change, Copied, Pop
from game.screen.doctor import ReportSection, as_text, examined, report
from game.screen.plugin.registry import screen_plugin_of
from game.screen.plugin.screen_plugin import GameCredits
from game.screen.ui.canvas import Canvas
from game.screen.ui.list_box import ScrollArea
from game.screen.ui.tokens import GAP, RADIUS
from game.screen.ui.widget import WidgetState, clipped

COLUMN = 360  # minimum width of a column in design px
LEAST_COLUMN = 330  # minimum width of a column in pixels
PAD, BETWEEN = 22, 8  # design px: a card's margin, and the gap between its lines


@dataclass(frozen=True)
class TextCard:
    """A card: a title, and lines of text, each with a flag that makes it grey."""

    title: str
    lines: tuple[tuple[str, bool], ...]


def columns_of(heights: Sequence[int], count: int) -> list[list[int]]:
    """Distribute cards of these heights over `count` columns of similar height.

    Return the indices of each column's cards. The tallest cards are placed first; then columns and
    their cards are sorted in reading order.
    """
    columns: list[list[int]] = [[] for _number in range(count)]
    for card in sorted(range(len(heights)), key=lambda n: -heights[n]):
        min(columns, key=lambda column: sum(heights[n] for n in column)).append(card)
    return sorted(sorted(column) for column in columns if column)


class CardsPane(ScrollArea):
    """Cards in as many columns as fit."""

    def __init__(self, cards: Sequence[TextCard], name: str) -> None:
        super().__init__(name)
        self.cards = cards

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px = canvas.px
        gap = px(GAP)
        columns = max(1, min(3, self.rect.width // max(px(COLUMN), LEAST_COLUMN)))
        wide = (self.rect.width - px(14) - (columns - 1) * gap) // columns
        self.line = round(canvas.metrics.type_px("body") * 1.3)
        heights = [self._height(canvas, card, wide) for card in self.cards]
        placed = columns_of(heights, columns)
        tallest = max(sum(heights[n] + gap for n in column) - gap for column in placed)
        self.slack = max(0, tallest - self.rect.height)
        self.top = min(self.top, self.slack)
        with clipped(canvas, self.rect):
            for number, column in enumerate(placed):
                rect = pygame.Rect(self.rect.left + number * (wide + gap), 0, wide, 0)
                rect.top = self.rect.top - self.top
                for card in column:
                    rect.height = heights[card]
                    if rect.colliderect(self.rect):
                        self._draw_card(canvas, self.cards[card], rect)
                    rect.top += heights[card] + gap
        self.draw_bar(canvas, self.rect)

    @staticmethod
    def _title_height(canvas: Canvas) -> int:
        return round(canvas.metrics.type_px("game_title") * 1.35)

    def _height(self, canvas: Canvas, card: TextCard, wide: int) -> int:
        px = canvas.px
        room = wide - 2 * px(PAD)
        lines = sum(canvas.text_height(t, "body", room) + px(BETWEEN) for t, _s in card.lines)
        return 2 * px(PAD) + self._title_height(canvas) + lines

    def _draw_card(self, canvas: Canvas, card: TextCard, rect: pygame.Rect) -> None:
        px, ui = canvas.px, canvas.ui
        canvas.rounded(rect, px(RADIUS["card"]), ui.panel, ui.line, canvas.hairline)
        room = rect.inflate(-2 * px(PAD), -2 * px(PAD))
        head = pygame.Rect(room.left, room.top, room.width, self._title_height(canvas))
        canvas.text(card.title, "game_title", head, valign="top")
        y = head.bottom
        for text, second in card.lines:
            tall = canvas.text_height(text, "body", room.width)
            box = pygame.Rect(room.left, y, room.width, tall + 2)
            colour = ui.text_second if second else ui.text
            canvas.text(text, "body", box, colour, valign="top", wrap=True)
            y += tall + px(BETWEEN)

    def draw_focus(self, canvas: Canvas) -> None:
        canvas.focus_ring(self.rect, canvas.px(RADIUS["card"]))


PROGRAM = "Less is More"
TYPEFACES = ("Hanken Grotesk", "Source Serif Pro", "Noto Sans", "Noto Serif", "Noto Emoji")
VERA = "DejaVu Sans"
# names of libraries by licence
LIBRARIES: dict[str, str] = toml.read_own(Path(__file__).with_name("libraries.toml"))
IN_A_LINE = 4  # number of libraries per paragraph
LICENCE = N_("The program, its pictures and its sounds are under the MIT licence.")
OWNERS = N_("The games belong to their authors. The words of our rule pages are our own.")


def game_block(title: str, credits_: GameCredits) -> TextCard:
    """Return the card of one game."""
    return TextCard(title, tuple(_lines(credits_)))


def _lines(credits_: GameCredits) -> Iterator[tuple[str, bool]]:
    if credits_.author and credits_.year:
        words = _("Invented by {author} in {year}")
        yield words.format(author=credits_.author, year=credits_.year), False
    elif credits_.author:
        yield _("Invented by {author}").format(author=credits_.author), False
    if credits_.published:
        yield _(credits_.published), False
    for text in credits_.thanks:
        yield _(text), False
    for address in credits_.sources:
        yield address, True
    for text in credits_.ours:
        yield _(text), True


def program_block() -> TextCard:
    """Return the card of the program itself."""
    named = [f"{name} ({licence})" for name, licence in LIBRARIES.items()]
    starts = range(IN_A_LINE, len(named), IN_A_LINE)
    others = [", ".join(named[start : start + IN_A_LINE]) for start in starts]
    libraries = ", ".join(named[:IN_A_LINE])
    faces = _("Typefaces: {names}, under the SIL Open Font License 1.1.")
    return TextCard(
        PROGRAM,
        (
            (_(LICENCE), False),
            (_(OWNERS), False),
            (faces.format(names=", ".join(TYPEFACES)), False),
            (_("{name} is under the licence of Bitstream Vera.").format(name=VERA), False),
            (_("Libraries: {names}.").format(names=libraries), False),
            *((f"{names}.", False) for names in others),
        ),
    )


def blocks() -> list[TextCard]:
    """Return all cards; a game without credits has none."""
    games = [(title, screen_plugin_of(key).credits) for key, title in titles().items()]
    return [game_block(t, c) for t, c in games if c != GameCredits()] + [program_block()]


class CreditsScene(PageScene):
    """The credits; up and down, the wheel or a drag scroll them."""

    title = N_("Credits")

    def lay_out(self, room: pygame.Rect) -> None:
        self.form.add(CardsPane(blocks(), "credits").at(room))


MARK = "⚠"
# Maximum number of letters in a word; letters kept at the start and the end of a longer one.
LONGEST, HEAD, TAIL = 24, 9, 14


class DoctorScene(PageScene):
    """The report; problems are highlighted, and a copy contains the whole report."""

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
            self.services.post(lambda: self._examined(found))

    def _examined(self, found: dict[str, str]) -> None:
        self.compiled = found
        self.resize()

    def hints(self) -> list[Hint]:
        copy = Hint("copy", _("copy"), self._copy, right=True)
        return [Hint("cancel", _("back"), Pop), copy]

    def lay_out(self, room: pygame.Rect) -> None:
        # the report is made again, because the language may have changed
        self.parts = report(self.compiled)
        self.form.add(CardsPane([_block(part) for part in self.parts], "report").at(room))

    def copied(self, whole: bool) -> Copied:
        return Copied(as_text(self.parts), _("The report is on the clipboard."))

    def _copy(self) -> Change:
        self.services.copy(self.copied(whole=True))
        return STAY


def _block(part: ReportSection) -> TextCard:
    """Return the card of a section; findings without a problem are grey."""
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
    """Return `value` with long words cut in the middle; only the copied report has whole words."""
    return " ".join(
        word if len(word) <= LONGEST else f"{word[:HEAD]}…{word[-TAIL:]}" for word in value.split()
    )
