"""The title's drawings beside its menu: the name, a board in moving light, the best scores.

The name is LESS is MORE; its O is a counter that turns over now and then.
"""

from __future__ import annotations

import datetime
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from game.platform.i18n import N_, _, ngettext
from game.platform.theme import Theme
from game.rules import Game
from game.rules.events import Piece
from game.rules.registry import GAMES
from game.screen.app.scene import AppServices
from game.screen.attract.caption_strip import strip_height
from game.screen.boards import BoardView
from game.screen.boards.art_renderer import renderer
from game.screen.boards.sprites import SpriteSet
from game.screen.boards.view import draw_pieces
from game.screen.plugin.registry import board_view, screen_plugin_of
from game.screen.plugin.sample_positions import sample_game, sample_pieces
from game.screen.ui import paint, pencil
from game.screen.ui.canvas import Canvas
from game.screen.ui.easing import in_out
from game.screen.ui.text import face_colours, poster, poster_box, reach
from game.screen.ui.tokens import CAPTION_STRIP

if TYPE_CHECKING:  # imported only after the title has appeared
    from game.table.high_scores import Challenge, Table

WIDTH, HEIGHT = 537, 372  # size of the name in design px
MOST_SHOWN = 3  # maximum number of scores side by side
REST, TURN = 2.2, 0.9  # seconds for which the O shows a side, and in which it turns over
AXIS = -0.45  # axis of the turn in radians, on the screen
BLACK, GREEN = Piece("black", 0), Piece("green", 1)


class Logo:
    """The name, drawn in `rect`; `update` turns its O over."""

    def __init__(self) -> None:
        self.age = 0.0
        self.sprites: SpriteSet | None = None
        self.frames: list[pygame.Surface] = []

    def resize(self, services: AppServices, rect: pygame.Rect) -> None:
        self.rect = rect
        self.scale = rect.width / WIDTH
        self.sprites = SpriteSet(services.theme, "counter", max(24, round(122 * self.scale)))
        self.frames = []
        self.still = services.settings.calm or services.settings.animation_speed == 0
        if not self.still:
            self.sprites.prepare_flip(BLACK, GREEN, AXIS)
            self.sprites.prepare_flip(GREEN, BLACK, AXIS)

    def update(self, dt: float) -> None:
        self.age += dt

    @property
    def turning(self) -> bool:
        return not self.still and self.age % (REST + TURN) > REST

    def draw(self, canvas: Canvas) -> None:
        def draw_all() -> None:
            self._word(canvas, "LESS", "logo", self.rect.top, self.rect.width)
            self._is(canvas)
            self._more(canvas)

        canvas.keep("logo", (tuple(self.rect), self._counter()), draw_all)

    def _word(self, canvas: Canvas, text: str, style: str, top: int, width: int) -> None:
        pixels = _fitting(text, style, width)
        _blit_caps(canvas, text, style, pixels, self.rect.left, top)

    def _is(self, canvas: Canvas) -> None:
        pixels = max(14, round(52 * self.scale))
        middle = self.rect.top + round(192 * self.scale)
        wide, tall = poster_box("is", "logo_is", pixels)
        image = poster("is", "logo_is", pixels, canvas.theme, glow=False)
        margin = reach(pixels)
        left = self.rect.centerx - wide // 2
        canvas.surface.blit(image, (left - margin, middle - tall // 2 - margin))
        colour = face_colours(canvas.theme)[1] if not canvas.theme.flat else canvas.ui.line
        gap, thick = round(28 * self.scale), max(1, round(3 * self.scale))
        y = middle + round(8 * self.scale)
        for x0, x1 in ((self.rect.left, left - gap), (left + wide + gap, self.rect.right)):
            pencil.line(canvas.surface, colour, (x0, y), (x1, y), thick)

    def _more(self, canvas: Canvas) -> None:
        top = self.rect.top + round(232 * self.scale)
        pixels = _fitting("LESS", "logo", self.rect.width) * 186 // 232
        wide_m = poster_box("M", "logo", pixels)[0]
        wide_re = poster_box("RE", "logo", pixels)[0]
        gap = (self.rect.width - wide_m - wide_re) // 2
        _blit_caps(canvas, "M", "logo", pixels, self.rect.left, top)
        _blit_caps(canvas, "RE", "logo", pixels, self.rect.right - wide_re, top)
        centre = (self.rect.left + wide_m + gap, top + round(pixels * 0.355))
        image = self._counter()
        canvas.surface.blit(image, image.get_rect(center=centre))

    def _counter(self) -> pygame.Surface:
        assert self.sprites is not None
        cycle = REST + TURN
        side = int(self.age // cycle) % 2
        piece, other = ((BLACK, GREEN), (GREEN, BLACK))[side]
        if self.still:
            return self.sprites.piece(BLACK)
        if self.turning and self._ready():
            frames = self.sprites.flip(piece, other, AXIS)
            share = in_out((self.age % cycle - REST) / TURN)
            return frames[round(share * (len(frames) - 1))]
        return self.sprites.piece(piece)

    def _ready(self) -> bool:
        """Return True when the flip has been rendered; using it earlier would block a frame."""
        if not self.frames and not renderer.busy:
            assert self.sprites is not None
            self.frames = self.sprites.flip(BLACK, GREEN, AXIS)
            self.sprites.flip(GREEN, BLACK, AXIS)
        return bool(self.frames)


def _fitting(text: str, style: str, width: int) -> int:
    """Return the type size at which `text` is `width` wide."""
    return max(14, width * 200 // max(1, poster_box(text, style, 200)[0]))


def _blit_caps(canvas: Canvas, text: str, style: str, pixels: int, left: int, top: int) -> None:
    """Draw text with the upper edge of its capitals at `top`."""
    from game.screen.ui.text import font
    from game.screen.ui.tokens import STYLES

    look = STYLES[style]
    ascent = font(look.family, look.weight, pixels).get_ascent()
    margin = reach(pixels)
    rise = ascent - round(pixels * 0.67)
    image = poster(text, style, pixels, canvas.theme)
    canvas.surface.blit(image, (left - margin, top - rise - margin))


LAMP, BLUR = 0.34, 0.10  # shares of the board's width: radius and blur of the light
STRENGTH = 0.22
ROUNDS = 19.0, 27.0  # seconds of the lamp's cycles across and down
BEST = 430  # width of the high scores in design px


class TitleBoard:
    """The first game's board in `rect`, in moving light if `lit`."""

    def __init__(self, theme: Theme, rect: pygame.Rect, lit: bool) -> None:
        self.game: Game = sample_game(GAMES[0].key)
        self.view: BoardView = board_view(self.game, theme, rect.width)
        self.view.topleft = rect.topleft
        self.pieces = sample_pieces(self.game.key)
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
        draw_pieces(canvas.surface, self.view, self.pieces)
        if self.lit:
            image = _pool(canvas, round(LAMP * self.view.size), round(BLUR * self.view.size))
            place = image.get_rect(center=self.lamp)
            canvas.surface.blit(image, place, special_flags=pygame.BLEND_RGB_ADD)

    def draw_caption(self, canvas: Canvas, best: list[BestScore]) -> None:
        """Draw the game's name, its summary and the best scores along the lower edge."""
        px, tall = canvas.px, strip_height(canvas.metrics)
        strip = pygame.Rect(0, canvas.rect.height - tall, canvas.rect.width, tall)
        canvas.surface.fill(canvas.ui.panel, strip)
        edge = canvas.ui.line if canvas.theme.flat else canvas.ui.accent
        pencil.rect(canvas.surface, edge, (0, strip.top, strip.width, max(2, px(3))))
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
    """Return the moving light as a picture for additive blending, black outside."""

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


# For each list of high scores: format of the value, name of the challenge, and its sentence.
CHALLENGES: dict[str, tuple[str, str, str]] = {
    "train": ("×{value}", N_("train to beat"), N_("Beat the train of {value} by {initials}.")),
    "turned": (
        "{value}",
        N_("flips to beat"),
        N_("Flip more counters in a turn than {initials}: {value}."),
    ),
    "margin": ("{value}", N_("win to beat"), N_("Win by more than {value}, as {initials} did.")),
    "fastest": (
        "{value}",
        N_("turns to beat"),
        N_("Win in fewer turns than {initials}: {value}."),
    ),
}


def best_scores(now: datetime.datetime, game: str = GAMES[0].key) -> list[BestScore]:
    """Return the champions of tonight and of the month, and the score to beat in a game.

    There are at most three entries, and none before the first score.
    """
    from game.table.high_scores import load_scores

    table = load_scores()[0]
    found = [
        BestScore(str(points), initials, words)
        for initials, points, words in _champions(table, now)
    ]
    dare = _challenge(table, now, game)
    if dare is not None:
        form, words, _sentence = CHALLENGES[dare.name]
        value = form.format(value=dare.score.value)
        found.append(BestScore(value, dare.score.initials, _(words)))
    return found[:MOST_SHOWN]


def dared(now: datetime.datetime, game: str) -> str:
    """Return sentences on the score to beat in a game and tonight's leader; "" without scores."""
    from game.table.high_scores import load_scores

    table = load_scores()[0]
    dare = _challenge(table, now, game)
    words = []
    if dare is not None:
        sentence = _(CHALLENGES[dare.name][2])
        words.append(sentence.format(value=dare.score.value, initials=dare.score.initials))
    for initials, points, title in _champions(table, now)[:1]:
        leads = ngettext(
            "{initials} leads with {points} point: {title}.",
            "{initials} leads with {points} points: {title}.",
            points,
        )
        words.append(leads.format(initials=initials, points=points, title=title))
    return " ".join(words)


def _challenge(table: Table, now: datetime.datetime, game: str) -> Challenge | None:
    from game.table.high_scores import challenge, tonight

    names = [name for name in screen_plugin_of(game).score_lists if name in CHALLENGES]
    return challenge(table, game, names, tonight(now))


def _champions(table: Table, now: datetime.datetime) -> list[tuple[str, int, str]]:
    """Return the leaders by points, tonight and this month: initials, points, title."""
    from game.table.high_scores import champion, tonight

    month = now.date().replace(day=1).isoformat()
    times = ((tonight(now), _("champion tonight")), (month, _("champion this month")))
    leaders = ((champion(table, since), words) for since, words in times)
    return [(one.initials, one.points, words) for one, words in leaders if one]


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
        at = pygame.Rect(x, upper.top, value, upper.height)
        canvas.text(one.value, "name", at, canvas.accent)
        x += value + canvas.px(8)
        canvas.text(one.initials, "name", pygame.Rect(x, upper.top, both, upper.height))
        lower = pygame.Rect(cell.left + 4, upper.bottom, wide - 8, below)
        second = canvas.ui.text_second
        canvas.text(one.words, "caption", lower, second, "center", valign="top", wrap=True)
        if number:
            canvas.line((cell.left, cell.top), (cell.left, cell.bottom))
