"""Statistics of puzzles: the rating, each game and kind, days in a row, the best run."""

from __future__ import annotations

import datetime

import pygame

from game.platform.i18n import N_, _
from game.puzzles import catalogue
from game.puzzles import progress_store as kept
from game.puzzles.course import STORM, STREAK
from game.rules.registry import titles
from game.screen.app.layout_scenes import PageScene
from game.screen.puzzles.attempt import kind_name
from game.screen.ui.canvas import Canvas
from game.screen.ui.layout import split_left, split_top

CURVE_RATINGS = 60  # ratings that the curve shows


class PuzzleStatisticsScene(PageScene):
    """The scene with two cards: the person, and the puzzles."""

    title = N_("Puzzles solved")
    clicks = True
    top = 104

    def __init__(self) -> None:
        super().__init__()
        self.progress, _complaint = kept.opened()
        self.today = datetime.date.today()

    def lay_out(self, body: pygame.Rect) -> None:
        gap = self.services.metrics.px(20)
        if self.services.metrics.portrait:
            self.left, self.right = split_top(body, (body.height - gap) * 2 // 5, gap)
            self.right.height = body.height * 3 // 5 - gap
        else:
            self.left, self.right = split_left(body, (body.width - gap) * 2 // 5, gap)

    def rows(self) -> list[tuple[str, str, int, int]]:
        """Return the rows: game, kind, solved, all."""
        names = titles()
        found = []
        for key in catalogue.games():
            for kind in catalogue.shipped_kinds(key):
                puzzles = catalogue.shipped(key, kind)
                solved = sum(self.progress.has_solved(puzzle) for puzzle in puzzles)
                found.append((names[key], kind_name(kind), solved, len(puzzles)))
        return found

    # -- drawing -----------------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        self._draw_person(canvas)
        self._draw_rows(canvas)

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
        pitch = min(px(48), inside.height // (len(lines) + 3))
        for number, (name, value) in enumerate(lines):
            line = pygame.Rect(inside.left, inside.top + number * pitch, inside.width, pitch)
            canvas.text(name, "body", line, canvas.ui.text_second)
            canvas.text(value, "body_bold", line, canvas.accent if not number else None, "right")
        top = inside.top + len(lines) * pitch + px(12)
        self._draw_curve(canvas, pygame.Rect(inside.left, top, inside.width, inside.bottom - top))

    def _draw_curve(self, canvas: Canvas, rect: pygame.Rect) -> None:
        """Draw the rating after each of the last tries."""
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
        pygame.draw.line(canvas.surface, canvas.ui.line, rect.bottomleft, rect.bottomright)
        pygame.draw.lines(canvas.surface, canvas.accent, False, points, max(2, canvas.px(3)))

    def _draw_rows(self, canvas: Canvas) -> None:
        px, rect, rows = canvas.px, self.right, self.rows()
        canvas.card(rect)
        inside = rect.inflate(-2 * px(20), -2 * px(16))
        pitch = min(px(48), inside.height // max(1, len(rows)))
        for number, (game, kind, solved, whole) in enumerate(rows):
            line = pygame.Rect(inside.left, inside.top + number * pitch, inside.width, pitch)
            first = not number or rows[number - 1][0] != game
            name, middle, bar, figure = self._cells(line)
            if first:
                canvas.text(game, "caption_bold", name, ellipsis=True)
            canvas.text(kind, "caption", middle, canvas.ui.text_second, ellipsis=True)
            self._draw_bar(canvas, bar, solved / whole)
            canvas.text(f"{solved}/{whole}", "caption", figure, None, "right")

    @staticmethod
    def _cells(line: pygame.Rect) -> list[pygame.Rect]:
        """Return the columns of a row, in shares of its width."""
        shares = ((0.0, 0.27), (0.28, 0.28), (0.58, 0.22), (0.81, 0.19))
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
