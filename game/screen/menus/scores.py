"""High scores of each game beside its board: fastest wins, longest trains, most counters turned."""

from __future__ import annotations

from functools import partial

import pygame

from game.platform.i18n import N_, _
from game.rules.registry import GAMES, titles
from game.screen.app import routes
from game.screen.app.layout_scenes import Hint, PageScene, measuring
from game.screen.app.scene import Pop, Push, ShownBoard
from game.screen.plugin.registry import screen_plugin_of
from game.screen.plugin.sample_positions import SampleBoards
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Segment
from game.screen.ui.layout import button_height, button_row, grid, split_left, split_top
from game.screen.ui.tokens import GAP_EDGE
from game.table.high_scores import HighScore, load_scores

# The heading of each list, and the format of its values.
SCORE_LISTS: dict[str, tuple[str, str]] = {
    "fastest": (N_("Fewest turns to win"), "{value}"),
    "margin": (N_("Largest win"), "{value}"),
    "train": (N_("Longest train"), "×{value}"),
    "turned": (N_("Most flipped in a turn"), "{value}"),
}
MAX_SCORES = 10
LIST_WIDTH, LEAST_BOARD = 262, 200  # design px: width of a list, and minimum side of the board
UPRIGHT_SHARE = 0.28  # the board's share of the height in an upright window


class ScoresScene(PageScene):
    """The high scores of one game; left and right change the game."""

    title = N_("High scores")
    clicks = True
    closed_by = ("cancel", "scores")

    first = "game"

    def __init__(self, game: str = GAMES[0].key) -> None:
        super().__init__()
        self.game = game
        self.table, self.message = load_scores()
        self.samples: SampleBoards | None = None

    def enter(self) -> None:
        if self.message:
            self.services.toast(self.message, "bad")

    def leave(self) -> None:
        if self.samples is not None:
            self.samples.close()
        self.samples = None

    @property
    def needed(self) -> list[pygame.Rect]:
        return [*super().needed, *([self.board_at] if self.samples is not None else [])]

    @property
    def boards(self) -> list[ShownBoard]:
        return self.samples.shown if self.samples is not None else []

    def hints(self) -> list[Hint]:
        return [Hint("right", _("next game"), self._next), Hint("cancel", _("back"), Pop)]

    def lay_out(self, room: pygame.Rect) -> None:
        metrics, px, canvas = (
            self.services.metrics,
            self.services.metrics.px,
            measuring(self.services),
        )
        row, self.body = split_top(room, max(px(48), metrics.type_px("caption") + 16), px(20))
        self.form.add(Segment(titles(), self.game, self._choose, "game", quiet=True).at(row))
        open_ = partial(Push, routes.Statistics(self.game))
        statistics = Button(_("Statistics"), open_, icon="chart", name="statistics")
        evening = partial(Push, routes.ShowEvening())
        tonight = Button(_("The evening"), evening, icon="moon", name="evening")
        upper = pygame.Rect(room.left, px(36), room.width, button_height(metrics, 52, 16))
        button_row(self.form, canvas, [statistics, tonight], upper)
        self._lay_board()

    def _lay_board(self) -> None:
        """Place the game's board beside its lists, or above them in an upright window."""
        metrics, px = self.services.metrics, self.services.metrics.px
        self.leave()
        self.gap = px(GAP_EDGE if not metrics.narrow else 12)
        count, room = len(self.lists()), self.body
        if metrics.portrait:
            # Several lists need the whole height.
            side = min(room.width, round(UPRIGHT_SHARE * room.height)) if count == 1 else 0
            self.board_at = pygame.Rect(0, room.top, side, side)
            self.board_at.centerx = room.centerx
            self.body = split_top(room, side, self.gap)[1] if side else room
        else:
            side = min(room.height, room.width - count * (max(px(LIST_WIDTH), 180) + self.gap))
            self.board_at = pygame.Rect(room.left, room.top, side, side)
            self.board_at.centery = room.centery
        if side < px(LEAST_BOARD):
            return
        if not metrics.portrait:
            self.body = split_left(room, side, self.gap)[1]
        self.samples = SampleBoards(self.services.theme, [self.game], side)

    def _choose(self, game: str) -> None:
        self.game = game
        self.resize()

    def _next(self) -> None:
        keys = list(titles())
        self._choose(keys[(keys.index(self.game) + 1) % len(keys)])

    def lists(self) -> list[tuple[str, tuple[HighScore, ...]]]:
        """Return the lists of this game with their scores."""
        kept = self.table.get(self.game, {})
        return [
            (name, tuple(kept.get(name, ()))[:MAX_SCORES])
            for name in screen_plugin_of(self.game).score_lists
        ]

    def draw(self, canvas: Canvas) -> None:
        super().draw(canvas)
        lists, upright = self.lists(), canvas.metrics.portrait
        if self.samples is not None:
            self.samples.draw(canvas.surface, self.game, self.board_at.center)
        cells = grid(self.body, len(lists), 1 if upright else len(lists), self.gap)
        insides = [self._inside(canvas, rect) for rect in cells]
        heads = [
            canvas.text_height(_(SCORE_LISTS[name][0]), "lead_bold", inside.width)
            for inside, (name, _scores) in zip(insides, lists)
        ]
        for rect, inside, (name, scores) in zip(cells, insides, lists):
            canvas.card(rect)
            head = pygame.Rect(inside.topleft, (inside.width, max(canvas.px(44), *heads)))
            self._draw_list(canvas, inside, head, name, scores)

    @staticmethod
    def _inside(canvas: Canvas, rect: pygame.Rect) -> pygame.Rect:
        """Return the part of a card for its text."""
        px = canvas.px
        return rect.inflate(-2 * px(20 if not canvas.metrics.narrow else 10), -2 * px(16))

    def _draw_list(
        self,
        canvas: Canvas,
        inside: pygame.Rect,
        head: pygame.Rect,
        name: str,
        scores: tuple[HighScore, ...],
    ) -> None:
        px = canvas.px
        title, form = SCORE_LISTS[name]
        canvas.text(_(title), "lead_bold", head, wrap=True)
        rows = split_top(inside, head.height, px(8))[1]
        known = screen_plugin_of(self.game).known_scores.get(name)
        if known is not None:
            rows, line = split_top(rows, rows.height - max(px(32), 20))
            words = _("best known: {value}").format(value=form.format(value=known))
            canvas.text(words, "caption", line, canvas.ui.text_second)
        if not scores:
            note = _("No scores yet. Win against the engine and enter your initials here.")
            canvas.text(note, "caption", rows, canvas.ui.text_second, valign="top", wrap=True)
            return
        pitch = max(canvas.metrics.type_px("body") + 4, min(px(46), rows.height // MAX_SCORES))
        for number, score in enumerate(scores):
            line = pygame.Rect(rows.left, rows.top + number * pitch, rows.width, pitch)
            if line.bottom <= rows.bottom + 2:
                self._draw_row(canvas, line, number, form, score)

    def _draw_row(
        self, canvas: Canvas, line: pygame.Rect, number: int, form: str, score: HighScore
    ) -> None:
        """Draw rank, initials, value and level."""
        first = number == 0
        second = canvas.ui.text_second
        cells = (
            (0.0, 0.12, str(number + 1), "caption", second, "left"),
            (0.13, 0.25, score.initials, "body_bold", canvas.accent if first else None, "left"),
            (0.40, 0.22, form.format(value=score.value), "body_bold", None, "right"),
            (0.66, 0.34, _("level {level}").format(level=score.level), "caption", second, "right"),
        )
        canvas.cells(line, cells)
