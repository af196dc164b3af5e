"""Statistics of puzzles: the rating, days in a row, the best run, and each game with its board."""

from __future__ import annotations

import datetime

import pygame

from game.platform.i18n import N_, _
from game.puzzles import catalogue
from game.puzzles import progress_store as kept
from game.puzzles.course import STORM, STREAK
from game.rules.registry import titles
from game.screen.app.layout_scenes import PageScene
from game.screen.app.scene import ShownBoard
from game.screen.plugin.sample_positions import SampleBoards
from game.screen.puzzles.attempt import kind_name
from game.screen.ui import pencil
from game.screen.ui.canvas import Canvas
from game.screen.ui.layout import split_left, split_top

CURVE_RATINGS = 60  # maximum number of ratings in the curve
CARD_PAD = 10  # design px between a card and its board
SMALLEST_BOARD = 56  # px


class PuzzleStatisticsScene(PageScene):
    """The scene: a card about the person, and a card about each game with its board."""

    title = N_("Puzzles solved")
    clicks = True
    top = 104

    def __init__(self) -> None:
        super().__init__()
        self.progress, _complaint = kept.opened()
        self.today = datetime.date.today()
        self.samples: dict[str, SampleBoards] = {}
        self.cards: dict[str, pygame.Rect] = {}

    def lay_out(self, body: pygame.Rect) -> None:
        gap = self.services.metrics.px(20)
        if self.services.metrics.portrait:
            self.left, self.right = split_top(body, (body.height - gap) // 3, gap)
        else:
            self.left, self.right = split_left(body, (body.width - gap) * 2 // 5, gap)
        self._place_cards()

    def rows(self) -> dict[str, list[tuple[str, int, int]]]:
        """Return the rows of each game: kind, number solved, total number."""
        found: dict[str, list[tuple[str, int, int]]] = {}
        for key in catalogue.games():
            for kind in catalogue.shipped_kinds(key):
                puzzles = catalogue.shipped(key, kind)
                solved = sum(self.progress.has_solved(puzzle) for puzzle in puzzles)
                found.setdefault(key, []).append((kind_name(kind), solved, len(puzzles)))
        return found

    def _place_cards(self) -> None:
        """Divide the right side among the games: equally, or by rows if some need more room."""
        metrics, px, rows = self.services.metrics, self.services.metrics.px, self.rows()
        gap, pad = px(12), px(CARD_PAD)
        free = self.right.height - gap * (len(rows) - 1)
        line = metrics.type_px("caption") * 1.3
        wanted = {
            k: max(SMALLEST_BOARD, round((len(n) + 1) * line)) + 2 * pad for k, n in rows.items()
        }
        even = free // max(1, len(rows)) >= max(wanted.values(), default=0)
        spare = free - sum(wanted.values())
        top = self.right.top
        self.leave()
        for key, least in wanted.items():
            high = free // len(rows) if even else least + spare // len(rows)
            card = pygame.Rect(self.right.left, top, self.right.width, high)
            side = min(high - 2 * pad, self.right.width // 3)
            self.cards[key] = card
            self.samples[key] = SampleBoards(self.services.theme, [key], side)
            top += high + gap

    def leave(self) -> None:
        for samples in self.samples.values():
            samples.close()

    @property
    def boards(self) -> list[ShownBoard]:
        return [board for samples in self.samples.values() for board in samples.shown]

    @property
    def needed(self) -> list[pygame.Rect]:
        return [*super().needed, *self.cards.values()]

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        self._draw_person(canvas)
        self._draw_games(canvas)

    def _draw_person(self, canvas: Canvas) -> None:
        px, rect, progress = canvas.px, self.left, self.progress
        canvas.card(rect)
        inside = rect.inflate(-2 * px(20), -2 * px(16))
        tried = sum(tries.count for tries in progress.puzzles.values())

        def best(mode: str) -> str:
            return str(max((one.score for one in progress.scores if one.mode == mode), default=0))

        lines = (
            (_("Rating"), str(progress.shown)),
            (_("Solved"), str(progress.solved)),
            (_("Tries"), str(tried)),
            (_("Days in a row"), str(progress.days_in_a_row(self.today))),
            (_("Best streak"), best(STREAK)),
            (_("Best storm"), best(STORM)),
            *([(_("Best run"), str(progress.best_run))] if progress.best_run else []),
        )
        pitch = min(px(48), inside.height // (len(lines) + 4))
        line = pygame.Rect(inside.left, inside.top, inside.width, pitch * 3 // 2)
        for number, (name, value) in enumerate(lines):
            canvas.text(name, "body" if number else "lead", line, canvas.ui.text_second)
            style = "body_bold" if number else "score"
            canvas.text(value, style, line, None if number else canvas.accent, "right")
            line = pygame.Rect(line.left, line.bottom, line.width, pitch)
        top = line.top + px(12)
        self._draw_curve(canvas, pygame.Rect(inside.left, top, inside.width, inside.bottom - top))

    def _draw_curve(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Draw the ratings after the last tries as a curve."""
        values = self.progress.history[-CURVE_RATINGS:]
        if len(values) < 2:
            words = _("Your rating begins with your first puzzle.")
            canvas.text(words, "caption", rect, canvas.ui.text_second, valign="top", wrap=True)
            return
        low, high = min(values) - 20, max(values) + 20
        points = [
            (
                rect.left + round(rect.width * number / (len(values) - 1)),
                rect.bottom - round(rect.height * (value - low) / (high - low)),
            )
            for number, value in enumerate(values)
        ]
        pencil.line(canvas.surface, canvas.ui.line, rect.bottomleft, rect.bottomright)
        pencil.lines(canvas.surface, canvas.accent, False, points, max(2, canvas.px(3)))

    def _draw_games(self, canvas: Canvas) -> None:
        """Draw a card for each game: its board, its name, and how many of each kind are solved."""
        px, names = canvas.px, titles()
        for key, kinds in self.rows().items():
            card = self.cards[key]
            canvas.card(card)
            inside = card.inflate(-2 * px(CARD_PAD), -2 * px(CARD_PAD))
            board, words = split_left(inside, min(inside.height, inside.width // 3), px(20))
            self.samples[key].draw(canvas.surface, key, board.center)
            pitch = min(px(36), words.height // (len(kinds) + 1))
            line = pygame.Rect(words.left, words.top, words.width, pitch)
            line.top = words.centery - pitch * (len(kinds) + 1) // 2
            canvas.text(names[key], "body_bold", line)
            for kind, solved, whole in kinds:
                line = line.move(0, pitch)
                name, bar, figure = self._cells(line)
                canvas.text(kind, "caption", name, canvas.ui.text_second, ellipsis=True)
                self._draw_bar(canvas, bar, solved / whole)
                canvas.text(f"{solved}/{whole}", "caption", figure, None, "right")

    @staticmethod
    def _cells(line: pygame.Rect) -> list[pygame.Rect]:
        """Return the columns of a row, in shares of its width."""
        shares = ((0.0, 0.4), (0.42, 0.34), (0.78, 0.22))
        return [
            pygame.Rect(
                line.left + round(line.width * start),
                line.top,
                round(line.width * share),
                line.height,
            )
            for start, share in shares
        ]

    @staticmethod
    def _draw_bar(canvas: Canvas, rect: pygame.Rect, share: float) -> None:
        bar = pygame.Rect(rect.left, 0, rect.width, max(6, canvas.px(10)))
        bar.centery = rect.centery
        canvas.rounded(bar, bar.height // 2, canvas.ui.control)
        if share > 0:
            done = bar.copy()
            done.width = max(bar.height, round(bar.width * share))
            canvas.rounded(done, bar.height // 2, canvas.accent)
