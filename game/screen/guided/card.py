"""The card of the guide in the column: one sentence, the progress of the lesson, its place."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pygame import Rect

from game.platform.i18n import _
from game.screen.app.scene import STAY, Change
from game.screen.play.layout import GAP, PAIR, UPRIGHT_GAP, PlayLayout, lay_out
from game.screen.play.scene import PlayScene
from game.screen.play.seat_cards import SeatCard
from game.screen.plugin.explanations import uncovered
from game.screen.ui.button import Action, Pressable
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import BUTTON_HEIGHT, RADIUS, Metrics
from game.screen.ui.widget import Widget, WidgetState

CARD_PADDING, HEAD_HEIGHT, DOT_SIZE = 18, 34, 9  # design px


@dataclass(frozen=True)
class CardLayout:
    """The rectangles of the parts of a card."""

    head: Rect
    words: Rect
    buttons: Rect


def card_layout(rect: Rect, canvas: Canvas) -> CardLayout:
    """Return the parts of a card that fills `rect`."""
    px = canvas.px
    inner = rect.inflate(-2 * px(CARD_PADDING), -2 * px(CARD_PADDING))
    tall = max(px(BUTTON_HEIGHT), 36)
    head = Rect(inner.left, inner.top - px(6), inner.width, max(px(HEAD_HEIGHT), 22))
    buttons = Rect(inner.left, inner.bottom - tall, inner.width, tall)
    top = head.bottom + px(6)
    words = Rect(inner.left, top, inner.width, buttons.top - px(10) - top)
    return CardLayout(head, words, buttons)


class GuideCard(Pressable):
    """The card: `words` are an answer or what is asked; `done` of `steps` are done.

    A press on it confirms that it has been read.
    """

    focusable = False
    radius = "card"

    def __init__(self, on_press: Action, steps: int) -> None:
        super().__init__(on_press, "guide")
        self.words, self.answered = "", False
        self.done, self.steps = 0, steps

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, rect = canvas.px, canvas.ui, self.rect
        lie, radius = card_layout(rect, canvas), px(RADIUS["card"])
        edge = ui.good if self.answered else canvas.accent
        canvas.rounded(rect, radius, ui.card, edge, max(2, px(2)))
        icon = "check" if self.answered else "lesson"
        spot = canvas.icon(icon, (lie.head.left + px(12), lie.head.centery), edge, 26)
        dots = _draw_dots(canvas, lie.head, self.done, self.steps)
        title = Rect(spot.right + px(10), lie.head.top, 0, lie.head.height)
        title.width = dots - px(10) - title.left
        canvas.text(_("First game"), "caption", title, ui.text_second, ellipsis=True)
        canvas.text(self.words, "guide", lie.words, ui.text, wrap=True)


def _draw_dots(canvas: Canvas, head: Rect, done: int, steps: int) -> int:
    """Draw a dot for each step, those done filled; return their left edge."""
    size = max(5, canvas.px(DOT_SIZE))
    gap = size + max(3, canvas.px(5))
    left = head.right - (steps - 1) * gap - size
    for number in range(steps):
        dot = Rect(left + number * gap, 0, size, size)
        dot.centery = head.centery
        if number < done:
            canvas.rounded(dot, size // 2, canvas.accent)
        else:
            canvas.rounded(dot, size // 2, None, canvas.ui.text_second, canvas.hairline)
    return left


class CardPlayScene(PlayScene):
    """A match with a card above what the game counts, which takes the place of the turns."""

    teaches = False

    card_at: Rect

    def lay_out(self) -> PlayLayout:
        lay = _portrait if self.services.metrics.portrait else _landscape
        layout, self.card_at = lay(self.services.metrics, self.panel.height)
        return layout

    def cards(self) -> list[SeatCard]:
        covered = self.card_at.colliderect(self.layout.seats)
        return [] if covered else super().cards()

    def panel_widgets(self, canvas: Canvas) -> list[Widget]:
        return uncovered(super().panel_widgets(canvas), self.card_at)

    def copy_position(self) -> Change:
        """Put what the scene is about on the clipboard."""
        self.services.copy(self.copied(False))
        return STAY


# Design px of the card in an upright window: with the seats' place, without.
LOW_CARD_HEIGHT, HIGH_CARD_HEIGHT = 150, 220


def _landscape(metrics: Metrics, game_height: int) -> tuple[PlayLayout, Rect]:
    """Return the layout and the place of the card, which covers seats and turns."""
    layout, gap = lay_out(metrics, game_height), metrics.px(GAP)
    game, seats = layout.game.copy(), layout.seats
    game.bottom = layout.actions.top - gap
    card = Rect(seats.left, seats.top, seats.width, game.top - gap - seats.top)
    return _without_turns(layout, game), card


def _portrait(metrics: Metrics, game_height: int) -> tuple[PlayLayout, Rect]:
    """Return the layout and the place of the card; in one stack it covers the seats."""
    gap, pair = metrics.px(UPRIGHT_GAP), metrics.width >= metrics.px(PAIR)
    card_height = HIGH_CARD_HEIGHT if pair else LOW_CARD_HEIGHT
    layout = lay_out(metrics, game_height + card_height + UPRIGHT_GAP)
    game = layout.game.copy()
    top = game.top if pair else layout.seats.top
    game.height = metrics.px(game_height)
    game.bottom = layout.game.bottom
    return _without_turns(layout, game), Rect(game.left, top, game.width, game.top - gap - top)


def _without_turns(layout: PlayLayout, game: Rect) -> PlayLayout:
    turns = Rect(game.left, game.bottom, game.width, 0)
    return replace(layout, game=game, turns=turns, folds=False)
