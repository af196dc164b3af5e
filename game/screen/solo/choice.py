"""The menu of solo modes: modes on the left; campaign, deals and list of scores on the right."""

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
from game.screen.boards.view import StillBoard
from game.screen.plugin.figures import number, signed
from game.screen.plugin.registry import board_view, campaign_of
from game.screen.ui.button import Action, Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Toggle
from game.screen.ui.layout import split_left, split_top
from game.screen.ui.paint import Colour, mix
from game.screen.ui.tokens import RADIUS
from game.screen.ui.widget import WidgetState
from game.solo import scores
from game.solo.mode import (
    LOTS,
    STARS,
    SoloDeal,
    SoloMode,
    deal_of_day,
    deal_of_week,
    modes,
    open_deals,
    usual_deal,
)
from game.solo.scores import SoloScore

# design px: height of a mode's tile in landscape and in portrait, height of a line
TILE, TILE_UPRIGHT, LINE = 78, 60, 32
HEAD, STEP, LEAST_CARD = 44, 56, 170
LINES_UPRIGHT = 4  # lines of the list of scores in an upright window, including its heading
LEAST_BOARD = 90
STEPS_A_ROW = 10
LIST_SHARE = 0.32  # share of the width for the modes


class SoloMenuScene(PageScene):
    """The scene: the campaign and three deals (today's, this week's, a free one) of a mode.

    `mode` is the mode shown first.
    """

    clicks = True
    title = N_("Alone")
    top = 104

    def __init__(self, mode: str = "") -> None:
        super().__init__()
        self.mode: SoloMode = modes().get(mode) or next(iter(modes().values()))
        self.on_board = False
        self.cards: list[DealCard] = []
        self._read()
        self._free = random.randint(1, LOTS)

    def enter(self) -> None:
        if self._complaint:
            self.services.toast(self._complaint, "bad")

    def update(self, dt: float) -> Change | None:
        if self._stamp != scores.stamp():  # a game has ended, in this window or in another
            self._read()
            self.resize()
        return super().update(dt)

    def _read(self) -> None:
        self._stamp = scores.stamp()
        self.table, self._complaint = scores.load()

    def resume(self, result: object = None) -> Change | None:
        self._read()
        self._free = random.randint(1, LOTS)
        self.resize()
        return None

    @property
    def first(self) -> str:  # type: ignore[override]
        return f"deal-{self.ahead + 1}" if self.campaign else "today"

    # -- layout ------------------------------------------------------------------------------------

    def lay_out(self, whole: pygame.Rect) -> None:
        metrics, px, gap = (
            self.services.metrics,
            self.services.metrics.px,
            self.services.metrics.px(16),
        )
        tall = min(px(TILE), (whole.height - 4 * px(8)) // len(modes()))
        if metrics.portrait:
            tall = min(tall, px(TILE_UPRIGHT))
            left, self.body = split_top(whole, len(modes()) * (tall + px(8)), gap)
        else:
            left, self.body = split_left(whole, round(whole.width * LIST_SHARE), gap)
            self.list = split_top(left, len(modes()) * (tall + px(8)), px(14))[1]
        self._lay_tiles(left, tall)
        self._follow_campaign()
        self._lay_body()

    def _lay_tiles(self, left: pygame.Rect, tall: int) -> None:
        names = titles()
        for place, (key, mode) in enumerate(modes().items()):
            tile = ModeTile(mode, names[mode.game], partial(self._look_at, key))
            tile.stars, tile.chosen = self._best_stars(mode), mode is self.mode
            top = left.top + place * (tall + self.services.metrics.px(8))
            self.form.add(tile.at((left.left, top, left.width, tall)))

    @property
    def _pitch(self) -> int:
        """Height of a line of the list of scores."""
        return max(self.services.metrics.px(LINE), self.services.metrics.type_px("body") + 4)

    def _best_stars(self, mode: SoloMode) -> int | None:
        kept = self.table.get(mode.list_key, ())
        return max((mode.stars(one.score, one.par) for one in kept), default=None)

    def _follow_campaign(self) -> None:
        """Read the progress in the campaign of the mode's game."""
        self.campaign = campaign_of(self.mode.game)
        self.won = [scores.stars_in(self.table, step.deal) for step in self.campaign]
        stars = [won or 0 for won in self.won]
        open_ = [n for n, may in enumerate(open_deals(stars)) if may]
        self.open = frozenset(open_)
        self.ahead = next((n for n in open_ if not stars[n]), 0)

    def _lay_body(self) -> None:
        """Lay out the card from top to bottom: heading, rule, campaign, deals."""
        self.leave()
        canvas, px = measuring(self.services), self.services.metrics.px
        room = self.body.inflate(-2 * px(20), -2 * px(14))
        self.head = pygame.Rect(room.left, room.top, room.width, px(HEAD))
        self.words = pygame.Rect(room.left, self.head.bottom + px(2), room.width, 0)
        self.words.height = canvas.text_height(_(self.mode.rule), "caption", room.width)
        top = self._lay_campaign(canvas, room, self.words.bottom + px(16))
        if self.services.settings.board_link:
            tall = max(px(44), self.services.metrics.type_px("button") + 12)
            store = storing(self, "on_board")
            board = Toggle(_("On the board"), self.on_board, store, name="board")
            self.form.add(board.at((room.left, top, room.width // 2, tall)))
            top += tall + px(10)
        cards = pygame.Rect(room.left, top, room.width, room.bottom - top)
        if self.services.metrics.portrait:
            lines = LINES_UPRIGHT * self._pitch
            cards.height -= lines if cards.height - lines >= px(LEAST_CARD) else 0
            self.list = pygame.Rect(room.left, cards.bottom + px(8), room.width, 0)
            self.list.height = max(0, room.bottom - self.list.top)
        self._lay_cards(cards)

    def _lay_campaign(self, canvas: Canvas, room: pygame.Rect, top: int) -> int:
        """Lay out a tile for each deal and a line of text; return the top of the next item."""
        px, gap = canvas.px, canvas.px(6)
        if not self.campaign:
            self.say = pygame.Rect(room.left, top, room.width, 0)
            return top
        wide = (room.width + gap) / STEPS_A_ROW
        tall = max(px(STEP), canvas.metrics.type_px("body_bold") + px(22))
        for place in range(len(self.campaign)):
            row, column = divmod(place, STEPS_A_ROW)
            tile = StepTile(place + 1, self.won[place], partial(self._play_step, place))
            tile.enabled, tile.ahead = place in self.open, place == self.ahead
            left = room.left + round(wide * column)
            width = room.left + round(wide * (column + 1)) - gap - left
            self.form.add(tile.at((left, top + row * (tall + gap), width, tall)))
        rows = -(-len(self.campaign) // STEPS_A_ROW)
        line = 2 * canvas.metrics.type_px("caption") + px(14)
        self.say = pygame.Rect(room.left, top + rows * (tall + gap), room.width, line)
        return self.say.bottom + px(8)

    def _lay_cards(self, room: pygame.Rect) -> None:
        today, gap = datetime.date.today(), self.services.metrics.px(12)
        offered = (
            ("today", _("Today"), deal_of_day(self.mode, today)),
            ("week", _("This week"), deal_of_week(self.mode, today)),
            ("other", _("Free deal"), usual_deal(self.mode, self._free)),
        )
        wide = (room.width - 2 * gap) // 3
        for place, (name, label, deal) in enumerate(offered):
            card = DealCard(label, described(deal), partial(self._open, deal), name)
            card.stars = scores.stars_in(self.table, deal)
            card.at((room.left + place * (wide + gap), room.top, wide, room.height))
            side = card.board_side(measuring(self.services))
            if side >= self.services.metrics.px(LEAST_BOARD):
                game = deal.game()
                view = board_view(game, self.services.theme, side)
                card.board = StillBoard(view, game.pieces(game.start()))
            self.cards.append(card)
            self.form.add(card)

    def leave(self) -> None:
        for card in self.cards:
            if card.board is not None:
                card.board.close()
        self.cards = []

    # -- choosing ----------------------------------------------------------------------------------

    def _look_at(self, key: str) -> Change:
        """Show a mode; a second press on it begins today's deal."""
        if self.mode.key == key:
            return self._open(deal_of_day(self.mode, datetime.date.today()))
        self.mode = modes()[key]
        self.resize()
        return STAY

    def _play_step(self, place: int) -> Change:
        return self._open(self.campaign[place].deal)

    def _open(self, deal: SoloDeal) -> Change:
        board = self.services.settings.board_link or None if self.on_board else None
        return Push(routes.Solo(deal, board))

    # -- input and drawing -------------------------------------------------------------------------

    @property
    def boards(self) -> list[ShownBoard]:
        return [card.board.shown for card in self.cards if card.board is not None]

    def draw(self, canvas: Canvas) -> None:
        canvas.background()
        heading(canvas, self.services, self.heading)
        canvas.card(self.body)
        self._draw_head(canvas)
        self._draw_list(canvas)
        self.form.draw(canvas)

    def _draw_head(self, canvas: Canvas) -> None:
        px, ui = canvas.px, canvas.ui
        canvas.text(_(self.mode.name), "game_title", self.head)
        if self.campaign:
            got = sum(won or 0 for won in self.won)
            figure = f"{got} / {STARS * len(self.campaign)}"
            canvas.text(figure, "body_bold", self.head, ui.text, "right")
            left = self.head.right - canvas.text_size(figure, "body_bold")[0] - px(18)
            canvas.icon("star", (left, self.head.centery), ui.text, 22)
            beside = self.head.copy()
            beside.width = left - px(18) - beside.left
            canvas.text(_("Campaign"), "body", beside, ui.text_second, "right")
            self._draw_said(canvas)
        rule = _(self.mode.rule)
        canvas.text(rule, "caption", self.words, ui.text_second, valign="top", wrap=True)

    def _draw_said(self, canvas: Canvas) -> None:
        """Draw the text about the focused deal of the campaign, or else about the next deal."""
        focused = self.form.focused
        place = focused.number - 1 if isinstance(focused, StepTile) else self.ahead
        step = self.campaign[place]
        name, options = _(modes()[step.deal.mode].name), described(step.deal)
        words = f"{name} ({options}). {_(step.say)}" if options else f"{name}. {_(step.say)}"
        canvas.text(words, "caption", self.say, canvas.ui.text, valign="middle", wrap=True)

    def _draw_list(self, canvas: Canvas) -> None:
        pitch = self._pitch
        lines = self.list.height // pitch - 1
        kept = [(score, False) for score in self.table.get(self.mode.list_key, ())]
        if self.mode.list_key != self.mode.key:
            kept += [(score, True) for score in self.table.get(self.mode.key, ())]
        if not kept and lines > 0:
            note = _("No game yet. This mode is our own, not part of the published rules.")
            canvas.text(note, "caption", self.list, canvas.ui.text_second, valign="top", wrap=True)
        elif lines > 0:
            head, words = split_top(self.list, pitch)[0], _("Your best of {mode}")
            canvas.text(words.format(mode=_(self.mode.name)), "caption_bold", head)
        for place, (score, former) in enumerate(kept[: max(0, lines)]):
            line = pygame.Rect(self.list.left, self.list.top + (place + 1) * pitch, 0, pitch)
            line.width = self.list.width
            self._draw_line(canvas, line, "" if former else str(place + 1), score)

    def _draw_line(self, canvas: Canvas, line: pygame.Rect, place: str, score: SoloScore) -> None:
        """Draw place, score, distance from par, stars and date in one line.

        A score without a place was made under earlier rules.
        """
        second = canvas.ui.text_second
        off = signed(score.score - score.par)
        date = score.date if line.width > canvas.px(460) else ""
        if not place:
            date = _("earlier rules")
        cells = (
            (0.0, 0.08, place, "caption", second, "left"),
            (0.08, 0.18, number(score.score), "body_bold", None, "right"),
            (0.29, 0.24, _("par {n}").format(n=number(score.par)), "caption", second, "left"),
            (0.53, 0.12, off, "caption_bold", None, "right"),
            (0.80, 0.20, date, "caption", second, "right"),
        )
        canvas.cells(line, cells)
        if place:
            left = line.left + round(line.width * (0.68 if date else 0.74))
            draw_stars(canvas, (left, line.centery), self.mode.stars(score.score, score.par), 18)


def described(deal: SoloDeal) -> str:
    """Return the options of a deal in words; "" for a plain one."""
    labels = modes()[deal.mode].options
    return ", ".join(_(labels[name].label).format(n=value) for name, value in deal.options)


def draw_stars(
    canvas: Canvas,
    left: tuple[int, int],
    stars: int,
    size: int,
    colour: Colour | None = None,
    empty: Colour | None = None,
) -> None:
    """Draw stars from `left` to the right; stars not won have the colour `empty`, if given."""
    pitch = canvas.px(size + 2)
    for star in range(STARS if empty is not None else stars):
        spot = left[0] + pitch * star + pitch // 2, left[1]
        ink = colour or canvas.ui.text
        canvas.icon("star", spot, ink if star < stars or empty is None else empty, size)


class StepTile(Pressable):
    """A deal of the campaign with its number and stars; `ahead` marks the next deal to play."""

    radius = "button"

    def __init__(self, place: int, stars: int | None, act: Action) -> None:
        super().__init__(act, f"deal-{place}")
        self.number, self.stars, self.ahead = place, stars, False
        self.says = _("Deal {n}").format(n=place)

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect = canvas.px, canvas.ui, self.rect
        fill = ui.accent if self.ahead else ui.control if self.enabled else ui.panel
        if look.hovered and not self.ahead and self.enabled:
            fill = mix(ui.control, ui.text, 0.1)
        ink = ui.on_accent if self.ahead else ui.text
        if not self.enabled:
            ink = mix(ui.text_second, ui.panel, 0.35)
        border = ui.line if canvas.theme.flat or not self.enabled else None
        canvas.rounded(rect, px(RADIUS["button"]), fill, border, canvas.hairline if border else 0)
        upper = rect.inflate(-px(6), -px(8))
        if not self.enabled:
            canvas.text(str(self.number), "body", rect, ink, "center")
            return
        upper.height = upper.height * 3 // 5
        canvas.text(str(self.number), "body_bold", upper, ink, "center")
        size = min(16, (rect.width * 16) // (3 * max(1, px(18))))
        left = rect.centerx - 3 * px(size + 2) // 2, rect.bottom - px(8) - px(size) // 2
        draw_stars(canvas, left, self.stars or 0, size, ink, mix(ink, fill, 0.72))


class DealCard(Pressable):
    """A deal that can be played: its label, its options, and its board if there is room."""

    radius = "card"

    def __init__(self, label: str, about: str, act: Action, name: str) -> None:
        super().__init__(act, name)
        self.label, self.about = label, about
        self.stars: int | None = None
        self.board: StillBoard | None = None
        self.says = f"{label}. {about}" if about else label

    def _foot(self, canvas: Canvas) -> int:
        """Return the height of the text below the board."""
        head = canvas.metrics.type_px("body_bold") + canvas.px(22)
        wide = self.rect.width - 2 * canvas.px(14)
        about = canvas.text_height(self.about, "caption", wide) if self.about else 0
        return head + max(about, canvas.metrics.type_px("caption"))

    def board_side(self, canvas: Canvas) -> int:
        pad = canvas.px(12)
        return min(self.rect.width - 2 * pad, self.rect.height - pad - self._foot(canvas))

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect = canvas.px, canvas.ui, self.rect
        fill = ui.control if look.hovered else ui.panel
        canvas.rounded(rect, px(RADIUS["card"]), fill, ui.line, canvas.hairline)
        foot = split_top(rect, rect.height - self._foot(canvas))[1]
        if self.board is None:
            foot.centery = rect.centery
        else:
            centre = rect.centerx, (rect.top + foot.top) // 2 + px(4)
            self.board.draw(canvas.surface, centre)
        inside = foot.inflate(-2 * px(14), -2 * px(8))
        upper, lower = split_top(inside, canvas.metrics.type_px("body_bold") + px(4))
        if self.stars is not None:
            wide = STARS * px(20)
            left = inside.right - wide, upper.centery
            draw_stars(canvas, left, self.stars, 18, ui.text, mix(ui.text, fill, 0.75))
            upper.width -= wide + px(6)
        canvas.text(self.label, "body_bold", upper)
        canvas.text(self.about, "caption", lower, ui.text_second, valign="top", wrap=True)


class ModeTile(Pressable):
    """The tile of a mode: `chosen` if it is shown; `stars` of the best game, or None."""

    radius = "card"
    chosen = False
    stars: int | None = None

    def __init__(self, mode: SoloMode, game: str, act: Action) -> None:
        super().__init__(act, mode.key)
        self.label, self.game = _(mode.name), game
        self.says = f"{game}, {self.label}"

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect = canvas.px, canvas.ui, self.rect
        fill = ui.control if self.chosen or look.hovered else ui.card
        border = ui.text if self.chosen else ui.line
        thick = max(2, px(3)) if self.chosen else canvas.hairline
        canvas.rounded(rect, px(RADIUS["card"]), fill, border, thick)
        inside = rect.inflate(-2 * px(18), -2 * px(8))
        wide = STARS * px(24)
        words = inside.copy()
        words.width -= wide + px(8)
        upper, lower = words.copy(), words.copy()
        upper.height = lower.height = words.height // 2
        lower.top = upper.bottom
        canvas.text(self.game, "caption", upper, ui.text_second, valign="bottom")
        canvas.text(self.label, "lead_bold", lower, ui.text, valign="top")
        if self.stars is not None:
            draw_stars(canvas, (inside.right - wide, rect.centery), self.stars, 22)
