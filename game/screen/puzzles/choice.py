"""The choice of puzzles: that of the day, a run, or by game, kind and theme."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import pygame

from game.platform.i18n import N_, _, ngettext
from game.puzzles import catalogue
from game.puzzles import progress_store as kept
from game.puzzles.course import DAY, FREE, OWN, RUN, Course
from game.puzzles.puzzle import PuzzleError
from game.rules.registry import titles
from game.screen.app import routes
from game.screen.app.layout_scenes import PageScene, storing
from game.screen.app.scene import STAY, Change, Push
from game.screen.puzzles.attempt import kind_name, theme_name
from game.screen.ui.button import Action, Button, Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment, SegmentOption, Stepper, Toggle
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import WidgetState

ROW, LEAST_TILE, MOST_TILE = 52, 96, 300  # design px


class PuzzleMenuScene(PageScene):
    """The scene: it opens a puzzle, or the statistics."""

    title = N_("Puzzles")
    clicks = True
    top, first = 104, "day"

    def __init__(self) -> None:
        super().__init__()
        self.game, self.kind, self.theme = "", "", ""
        self.on_board = False
        self.progress, self._complaint = kept.opened()

    def enter(self) -> None:
        for complaint in filter(None, (self._complaint, catalogue.own_puzzles()[1])):
            self.desk.toast(complaint, "bad")

    def resume(self, result: object = None) -> Change | None:
        self.progress, _complaint = kept.opened()
        self.resize()
        return None

    # -- layout ------------------------------------------------------------------------------------

    def lay_out(self, room: pygame.Rect) -> None:
        px, gap = self.desk.metrics.px, self.desk.metrics.px(16)
        tall = max(px(ROW), self.desk.metrics.type_px("caption") * 2 + 8)
        high = max(px(LEAST_TILE), min(px(MOST_TILE), room.height - 4 * tall - 4 * gap))
        top = self._lay_tiles(pygame.Rect(*room.topleft, room.width, high), gap)
        space = max(px(6), min(gap, (room.bottom - top - 4 * tall) // 4))
        for widget in self._choosers():
            self.form.add(widget.at((room.left, top, room.width, tall)))
            top += tall + space
        self._lay_start(pygame.Rect(room.left, top, room.width, tall), gap)

    def _lay_tiles(self, rect: pygame.Rect, gap: int) -> int:
        tiles = (self._day_tile(), self._run_tile(), self._statistics_tile())
        upright = rect.width < self.desk.metrics.px(640)
        wide = rect.width if upright else (rect.width - 2 * gap) // 3
        tall = (rect.height - gap) // 3 if upright else rect.height
        x, y = rect.topleft
        for tile in tiles:
            self.form.add(tile.at((x, y, wide, tall)))
            if upright:
                y += tall + gap // 2
            else:
                x += wide + gap
        return (y if upright else rect.bottom) + gap

    def _day_tile(self) -> PuzzleMenuTile:
        today = datetime.date.today()
        streak = self.progress.streak(today)
        if today.isoformat() in self.progress.days:
            words = ngettext(
                "Solved. {n} day in a row.", "Solved. {n} days in a row.", streak
            ).format(n=streak)
        else:
            words = _("The same for everybody.")
        return PuzzleMenuTile(_("Puzzle of the day"), words, "sun", self._day, "day", main=True)

    def _run_tile(self) -> PuzzleMenuTile:
        best = self.progress.best_run
        words = _("Your best: {n}").format(n=best) if best else _("Three mistakes end it.")
        return PuzzleMenuTile(_("Run"), words, "arrow-up", self._run, "run")

    def _statistics_tile(self) -> PuzzleMenuTile:
        words = _("Rating {n}").format(n=self.progress.shown)
        return PuzzleMenuTile(_("Statistics"), words, "list", self._statistics, "statistics")

    def _choosers(self) -> Sequence[Segment | Stepper]:
        names = titles()
        games = [SegmentOption("", _("All games"))]
        games += [SegmentOption(key, names[key]) for key in catalogue.games()]
        kinds = [SegmentOption("", _("All"))]
        kinds += [SegmentOption(kind, kind_name(kind)) for kind in self._kinds()]
        themes = ["", *catalogue.themes(catalogue.choose(self.game, self.kind))]
        return (
            Segment(games, self.game, self._choose_game, "game"),
            Segment(kinds, self.kind, self._choose_kind, "kind"),
            Stepper(themes, self.theme, self._choose_theme, _theme, "theme"),
        )

    def _kinds(self) -> list[str]:
        keys = [self.game] if self.game else catalogue.games()
        return list(dict.fromkeys(kind for key in keys for kind in catalogue.shipped_kinds(key)))

    def _lay_start(self, rect: pygame.Rect, gap: int) -> None:
        """Lay the count at the left, and the buttons that begin at the right."""
        wide = min(rect.width // 3, self.desk.metrics.px(300))
        start = Button(_("Start"), self._free, icon="play", kind="main", name="start")
        self.form.add(start.at((rect.right - wide, rect.top, wide, rect.height)))
        right = start.rect.left
        if catalogue.own_puzzles()[0]:
            own = Button(_("My own"), self._own, icon="person", name="own")
            self.form.add(
                own.at((right - gap - wide * 2 // 3, rect.top, wide * 2 // 3, rect.height))
            )
            right = own.rect.left
        if self.desk.settings.board_link:
            store = storing(self, "on_board")
            board = Toggle(_("On the board"), self.on_board, store, name="board")
            self.form.add(board.at((right - gap - wide, rect.top, wide, rect.height)))
            right = board.rect.left
        self.count_at = pygame.Rect(rect.left, rect.top, right - gap - rect.left, rect.height)

    # -- choosing ----------------------------------------------------------------------------------

    def _choose_game(self, key: str) -> Change:
        self.game = key
        if self.kind not in self._kinds():
            self.kind = ""
        return self._changed()

    def _choose_kind(self, kind: str) -> Change:
        self.kind = kind
        return self._changed()

    def _choose_theme(self, theme: str) -> Change:
        self.theme = theme
        self.desk.invalidate()
        return STAY

    def _changed(self) -> Change:
        if self.theme not in catalogue.themes(catalogue.choose(self.game, self.kind)):
            self.theme = ""
        self.resize()
        return STAY

    # -- opening -----------------------------------------------------------------------------------

    def _day(self) -> Change:
        return self._open(Course(DAY))

    def _run(self) -> Change:
        return self._open(Course(RUN, self.game, self.kind))

    def _free(self) -> Change:
        return self._open(Course(FREE, self.game, self.kind, self.theme))

    def _own(self) -> Change:
        return self._open(Course(OWN))

    def _statistics(self) -> Change:
        return Push(routes.PuzzleStatistics())

    def _open(self, course: Course) -> Change:
        try:
            puzzle = course.next(self.progress, datetime.date.today())
        except (PuzzleError, OSError) as error:
            self.desk.toast(
                _("A file of puzzles cannot be read: {reason}").format(reason=error), "bad"
            )
            return STAY
        if puzzle is None:
            self.desk.toast(_("There is no such puzzle."), "info")
            return STAY
        board = self.desk.settings.board_link if self.on_board else None
        return Push(routes.SolvePuzzle(puzzle, course, board or None))

    # -- input and drawing -------------------------------------------------------------------------

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        puzzles = catalogue.choose(self.game, self.kind, self.theme)
        solved = sum(self.progress.has_solved(puzzle) for puzzle in puzzles)
        text = ngettext("{n} puzzle, {m} solved", "{n} puzzles, {m} solved", len(puzzles))
        words = text.format(n=len(puzzles), m=solved)
        canvas.text(words, "body", self.count_at, canvas.ui.text_second, wrap=True)


def _theme(theme: str) -> str:
    return theme_name(theme) if theme else _("any theme")


class PuzzleMenuTile(Pressable):
    """A tile with a sign, a name and a line about it; `main` is filled."""

    radius = "card"

    def __init__(
        self, label: str, words: str, icon: str, act: Action, name: str, main: bool = False
    ) -> None:
        super().__init__(act, name)
        self.label, self.words, self.icon, self.main = label, words, icon, main

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect = canvas.px, canvas.ui, self.rect
        fill = ui.accent if self.main else ui.control if look.hovered else ui.card
        ink = ui.on_accent if self.main else ui.text
        second = ui.on_accent if self.main else ui.text_second
        border = None if self.main and not canvas.theme.flat else ui.line
        canvas.rounded(rect, px(RADIUS["card"]), fill, border, canvas.hairline if border else 0)
        tall = rect.height > px(150)
        size, pad = (64, 28) if tall else (28, 18)
        if tall:
            middle = (rect.centerx, rect.top + rect.height * 3 // 10)
            words = pygame.Rect(rect.left + px(16), rect.centery - px(12), rect.width - px(32), 0)
        else:
            middle = (rect.left + px(pad + size // 2), rect.centery)
            words = pygame.Rect(rect.left + px(2 * pad + size), rect.top + px(8), 0, 0)
            words.width = rect.right - px(12) - words.left
        words.height = rect.bottom - px(12) - words.top
        canvas.icon(self.icon, middle, ink, size)
        align = "center" if tall else "left"
        half = words.height // 2
        upper = pygame.Rect(words.left, words.top, words.width, half)
        canvas.text(
            self.label, "name" if tall else "lead_bold", upper, ink, align, "bottom", wrap=True
        )
        below = pygame.Rect(words.left, upper.bottom, words.width, half)
        canvas.text(
            self.words, "body" if tall else "caption", below, second, align, "top", wrap=True
        )
