"""The board of a title without a trailer, in moving light, with caption and best scores."""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame

from game.platform.i18n import _
from game.platform.theme import Theme
from game.rules import Game
from game.rules.registry import GAMES
from game.screen.attract.caption_strip import strip_height
from game.screen.boards import BoardView
from game.screen.menus.sample_positions import draw_sample, sample_game
from game.screen.plugin.registry import board_view, screen_plugin_of
from game.screen.ui import paint
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import CAPTION_STRIP

LAMP, BLUR = 0.34, 0.10  # shares of the board's width: radius and blur of the light
STRENGTH = 0.22
ROUNDS = 19.0, 27.0  # seconds that the lamp takes across and down
BEST = 430  # design px that the high scores take


class TitleBoard:
    """The first game's board in `rect`, in moving light if `lit`."""

    def __init__(self, theme: Theme, rect: pygame.Rect, lit: bool) -> None:
        self.game: Game = sample_game(GAMES[0].key)
        self.view: BoardView = board_view(self.game, theme, rect.width)
        self.view.topleft = rect.topleft
        self.lit = lit and not theme.flat
        self.age = 0.0

    def update(self, dt: float) -> None:
        self.age += dt

    def close(self) -> None:
        self.view.close()

    @property
    def lamp(self) -> tuple[int, int]:
        """The centre of the moving light."""
        across, down = (math.sin(2 * math.pi * self.age / seconds) for seconds in ROUNDS)
        reach, (x, y) = 0.26 * self.view.size, self.view.rect.center
        return round(x + reach * across), round(y + reach * down)

    def draw(self, canvas: Canvas) -> None:
        draw_sample(canvas.surface, self.view, self.game.key)
        if self.lit:
            image = _pool(canvas, round(LAMP * self.view.size), round(BLUR * self.view.size))
            place = image.get_rect(center=self.lamp)
            canvas.surface.blit(image, place, special_flags=pygame.BLEND_RGB_ADD)

    def draw_caption(self, canvas: Canvas, best: list[BestScore]) -> None:
        """Draw the game, its summary and the best scores along the lower edge."""
        px, tall = canvas.px, strip_height(canvas.metrics)
        strip = pygame.Rect(0, canvas.rect.height - tall, canvas.rect.width, tall)
        canvas.surface.fill(canvas.ui.panel, strip)
        edge = canvas.ui.line if canvas.theme.flat else canvas.ui.accent
        pygame.draw.rect(canvas.surface, edge, (0, strip.top, strip.width, max(2, px(3))))
        row = px(CAPTION_STRIP)
        tag = pygame.Rect(px(32), strip.top + px(32), px(164), row - px(64))
        canvas.rounded(tag, px(10), None, edge, max(2, px(2)))
        canvas.text(self.game.title, "lead_bold", tag.inflate(-12, -4), canvas.accent, "center")
        words = pygame.Rect(tag.right + px(28), strip.top + px(12), 0, row - px(20))
        words.width = strip.right - px(32) - words.left
        if best and not canvas.metrics.portrait:
            feats = pygame.Rect(0, strip.top + px(18), px(BEST), row - px(32))
            feats.right = strip.right - px(32)
            draw_best_scores(canvas, feats, best)
            words.width = feats.left - px(24) - words.left
        about = _(screen_plugin_of(self.game.key).card.about)
        canvas.text(about, "body", words, canvas.ui.text_second, wrap=True)


def _pool(canvas: Canvas, reach: int, blur: int) -> pygame.Surface:
    """Return the moving light as a picture to be added, black outside."""

    def make() -> pygame.Surface:
        soft, _margin = paint.soft((reach, reach), reach // 2, blur, canvas.ui.glow, STRENGTH)
        pool = pygame.Surface(soft.get_size())
        pool.blit(soft, (0, 0))
        return pool

    return paint.CACHE.get(("pool of light", reach, blur, canvas.theme.name), make)


@dataclass(frozen=True)
class BestScore:
    """A best score: "×14", "ANA", "longest train"."""

    value: str
    initials: str
    words: str


def best_scores() -> list[BestScore]:
    """Return the best scores of the first game; empty before the first one."""
    from game.table.high_scores import load_scores

    lists = load_scores()[0].get(GAMES[0].key, {})
    shown = (
        ("train", "×{value}", _("longest train")),
        ("fastest", "{value}", _("turns to win")),
        ("turned", "{value}", _("most turned")),
    )
    return [
        BestScore(form.format(value=lists[name][0].value), lists[name][0].initials, words)
        for name, form, words in shown
        if lists.get(name)
    ]


def draw_best_scores(canvas: Canvas, rect: pygame.Rect, best: list[BestScore]) -> None:
    """Draw the scores side by side in `rect`."""
    if not best:
        return
    wide = rect.width // len(best)
    for number, one in enumerate(best):
        cell = pygame.Rect(rect.left + number * wide, rect.top, wide, rect.height)
        below = max(cell.height // 2, canvas.text_height(one.words, "caption", wide - 8) + 2)
        upper = pygame.Rect(cell.left, cell.top, wide, cell.height - below)
        value = canvas.text_size(one.value, "name")[0]
        both = value + canvas.px(8) + canvas.text_size(one.initials, "name")[0]
        x = cell.centerx - both // 2
        canvas.text(
            one.value, "name", pygame.Rect(x, upper.top, value, upper.height), canvas.accent
        )
        x += value + canvas.px(8)
        canvas.text(one.initials, "name", pygame.Rect(x, upper.top, both, upper.height))
        lower = pygame.Rect(cell.left + 4, upper.bottom, wide - 8, below)
        canvas.text(
            one.words, "caption", lower, canvas.ui.text_second, "center", valign="top", wrap=True
        )
        if number:
            canvas.line((cell.left, cell.top), (cell.left, cell.bottom))
