"""The choice of games for one: modes on the left, on the right how one works, and its list."""

from __future__ import annotations

import datetime
import random
from functools import partial

import pygame

from game.platform.i18n import N_, _
from game.rules.registry import titles
from game.screen.app import routes
from game.screen.app.layout_scenes import PageScene, heading, measuring, storing
from game.screen.app.scene import STAY, Change, Push, ShownBoard
from game.screen.boards import BoardView
from game.screen.boards.view import shown_board
from game.screen.plugin.panel import number, signed
from game.screen.plugin.registry import board_view
from game.screen.ui.button import Action, Button, Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Toggle
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import WidgetState
from game.solo import scores
from game.solo.mode import LOTS, STARS, SoloDeal, SoloMode, modes, seed_of
from game.solo.scores import SoloScore

TILE, ROW, LINE = 92, 56, 34  # design px
HEAD, LEAST_BOARD = 48, 180
LIST_SHARE = 0.36  # of the width that the modes take
BOARD_SHARE = 0.5  # of the card's width that the board takes at most


class SoloMenuScene(PageScene):
    """The scene: it opens today's deal of a mode, or another; `mode` is shown first."""

    clicks = True
    title = N_("Alone")
    top, first = 104, "today"

    def __init__(self, mode: str = "") -> None:
        super().__init__()
        self.mode: SoloMode = modes().get(mode) or next(iter(modes().values()))
        self.on_board = False
        self.view: BoardView | None = None  # today's deal, where there is room for it
        self.table, self._complaint = scores.load()

    def enter(self) -> None:
        if self._complaint:
            self.desk.toast(self._complaint, "bad")

    def resume(self, result: object = None) -> Change | None:
        self.table, _complaint = scores.load()
        self.resize()
        return None

    @property
    def needed(self) -> list[pygame.Rect]:
        return [*super().needed, *([self.view.rect] if self.view is not None else [])]

    # -- layout ------------------------------------------------------------------------------------

    def lay_out(self, whole: pygame.Rect) -> None:
        metrics, px, gap = self.desk.metrics, self.desk.metrics.px, self.desk.metrics.px(16)
        left, self.body = whole.copy(), whole.copy()
        tall = min(px(TILE), (whole.height - 4 * px(8)) // len(modes()))
        if metrics.portrait:
            tall = min(tall, px(76))
            self.body.top += len(modes()) * (tall + px(8)) + gap
            self.body.height = whole.bottom - self.body.top
        else:
            left.width = round(whole.width * LIST_SHARE)
            self.body.left = left.right + gap
            self.body.width = whole.right - self.body.left
        self._lay_tiles(left, tall)
        self._lay_start()
        self._lay_board()

    def _lay_tiles(self, left: pygame.Rect, tall: int) -> None:
        names = titles()
        for place, (key, mode) in enumerate(modes().items()):
            tile = ModeTile(
                _(mode.name),
                names[mode.game],
                self._best_stars(mode),
                partial(self._look_at, key),
                key,
                mode is self.mode,
            )
            top = left.top + place * (tall + self.desk.metrics.px(8))
            self.form.add(tile.at((left.left, top, left.width, tall)))

    def _best_stars(self, mode: SoloMode) -> int | None:
        kept = self.table.get(mode.key, ())
        return max((mode.stars(one.score, one.par) for one in kept), default=None)

    def _lay_start(self) -> None:
        """Lay the buttons along the lower edge of the card."""
        px, body = self.desk.metrics.px, self.body
        pad, gap = px(20), px(10)
        tall = max(px(ROW), self.desk.metrics.type_px("button") + 16)
        row = pygame.Rect(body.left + pad, body.bottom - pad - tall, body.width - 2 * pad, tall)
        half = (row.width - gap) // 2
        today = Button(_("Play today’s deal"), self._today, icon="sun", kind="main", name="today")
        other = Button(_("Another deal"), self._other, icon="dice", name="other")
        self.form.add(today.at((row.left, row.top, half, tall)))
        self.form.add(other.at((row.right - half, row.top, half, tall)))
        self.foot = row.top
        if self.desk.settings.board_link:
            store = storing(self, "on_board")
            board = Toggle(_("On the board"), self.on_board, store, name="board")
            self.foot = row.top - gap - tall
            self.form.add(board.at((row.left, self.foot, half, tall)))

    def _lay_board(self) -> None:
        """Lay the board of today's deal, right below the words."""
        self.leave()
        px, words = self.desk.metrics.px, self._words(measuring(self.desk))
        side = min(self.foot - px(12) - words.bottom - px(12), round(self.body.width * BOARD_SHARE))
        if side < px(LEAST_BOARD):
            return
        game = self.mode.deal(seed_of(datetime.date.today()))
        self.pieces = game.pieces(game.start())
        self.view = board_view(game, self.desk.theme, side)
        self.view.topleft = (words.right - side, self.foot - px(12) - side)

    def leave(self) -> None:
        if self.view is not None:
            self.view.close()
        self.view = None

    # -- choosing ----------------------------------------------------------------------------------

    def _look_at(self, key: str) -> Change:
        """Show a mode; a second press begins today's deal."""
        if self.mode.key == key:
            return self._today()
        self.mode = modes()[key]
        self.resize()
        return STAY

    def _today(self) -> Change:
        return self._open(seed_of(datetime.date.today()))

    def _other(self) -> Change:
        return self._open(random.randint(1, LOTS))

    def _open(self, seed: int) -> Change:
        board = self.desk.settings.board_link or None if self.on_board else None
        return Push(routes.Solo(SoloDeal(self.mode.key, seed), board))

    # -- input and drawing -------------------------------------------------------------------------

    @property
    def boards(self) -> list[ShownBoard]:
        return [shown_board(self.view, self.pieces)] if self.view is not None else []

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        heading(canvas, self.desk, self.heading)
        canvas.card(self.body)
        self._draw_mode(canvas)
        self.form.draw(canvas)

    def _words(self, canvas: Canvas) -> pygame.Rect:
        """Return the rectangle of the words about the mode."""
        px, body = canvas.px, self.body.inflate(-2 * canvas.px(22), -2 * canvas.px(16))
        top = body.top + px(HEAD) + px(4)
        tall = canvas.text_height(_(self.mode.rule), "body", body.width)
        return pygame.Rect(body.left, top, body.width, min(tall, self.foot - px(12) - top))

    def _draw_mode(self, canvas: Canvas) -> None:
        px, ui = canvas.px, canvas.ui
        inside = self.body.inflate(-2 * px(22), -2 * px(16))
        head = pygame.Rect(inside.left, inside.top, inside.width, px(HEAD))
        canvas.text(_(self.mode.name), "game_title", head)
        words = self._words(canvas)
        canvas.text(_(self.mode.rule), "body", words, ui.text_second, valign="top", wrap=True)
        room = pygame.Rect(inside.left, words.bottom + px(14), inside.width, 0)
        room.height = self.foot - px(12) - room.top
        if self.view is not None:
            room.width = self.view.rect.left - px(20) - room.left
            self.view.draw(canvas.surface)
            for point, piece in self.pieces.items():
                self.view.draw_piece(canvas.surface, piece, point)
        kept = self.table.get(self.mode.key, ())
        pitch = max(px(LINE), canvas.metrics.type_px("body") + 4)
        if not kept and room.height >= pitch:
            note = _("No game yet. This mode is our own, not part of the published rules.")
            canvas.text(note, "caption", room, ui.text_second, valign="top", wrap=True)
        for place, score in enumerate(kept[: room.height // pitch]):
            line = pygame.Rect(room.left, room.top + place * pitch, room.width, pitch)
            self._draw_line(canvas, line, place, score)

    def _draw_line(self, canvas: Canvas, line: pygame.Rect, place: int, score: SoloScore) -> None:
        """Draw place, score, distance from par, stars and date, in shares of the line."""
        ui, second = canvas.ui, canvas.ui.text_second
        off = signed(score.score - score.par)
        date = score.date if line.width > canvas.px(460) else ""
        cells = (
            (0.0, 0.08, str(place + 1), "caption", second, "left"),
            (0.08, 0.18, number(score.score), "body_bold", None if place else ui.accent, "right"),
            (0.29, 0.24, _("par {n}").format(n=number(score.par)), "caption", second, "left"),
            (0.53, 0.12, off, "caption_bold", None, "right"),
            (0.80, 0.20, date, "caption", second, "right"),
        )
        for start, share, text, style, colour, align in cells:
            cell = pygame.Rect(line.left + round(line.width * start), line.top, 0, line.height)
            cell.width = round(line.width * share)
            canvas.text(text, style, cell, colour, align)
        for star in range(self.mode.stars(score.score, score.par)):
            x = line.left + round(line.width * (0.68 if date else 0.74)) + canvas.px(20) * star
            canvas.icon("star", (x, line.centery), canvas.accent, 18)


class ModeTile(Pressable):
    """A tile of a mode: `chosen` if it is shown, and the `stars` of its best game or None."""

    radius = "card"

    def __init__(
        self, label: str, game: str, stars: int | None, act: Action, name: str, chosen: bool
    ) -> None:
        super().__init__(act, name)
        self.label, self.game, self.stars, self.chosen = label, game, stars, chosen
        self.says = f"{game}, {label}"

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect = canvas.px, canvas.ui, self.rect
        fill = ui.accent if self.chosen else ui.control if look.hovered else ui.card
        ink = ui.on_accent if self.chosen else ui.text
        second = ui.on_accent if self.chosen else ui.text_second
        border = None if self.chosen and not canvas.theme.flat else ui.line
        canvas.rounded(rect, px(RADIUS["card"]), fill, border, canvas.hairline if border else 0)
        inside = rect.inflate(-2 * px(18), -2 * px(8))
        pitch = px(26)
        words = inside.copy()
        words.width -= STARS * pitch + px(8)
        upper, lower = words.copy(), words.copy()
        upper.height = lower.height = words.height // 2
        lower.top = upper.bottom
        canvas.text(self.game, "caption", upper, second, valign="bottom")
        canvas.text(self.label, "lead_bold", lower, ink, valign="top")
        if self.stars is not None:
            self._draw_stars(canvas, pygame.Rect(words.right, rect.top, 0, rect.height), pitch)

    def _draw_stars(self, canvas: Canvas, left: pygame.Rect, pitch: int) -> None:
        ui = canvas.ui
        got = ui.on_accent if self.chosen else ui.accent
        for star in range(self.stars or 0):
            x = left.right + canvas.px(8) + pitch * star + pitch // 2
            canvas.icon("star", (x, left.centery), got, 22)
