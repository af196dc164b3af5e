"""The place of a card in the column of a play scene, above the game's panel.

The card takes the room of the seats and of the list of turns.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pygame import Rect

from game.screen.play.layout import GAP, PAIR, UPRIGHT_GAP, PlayLayout, lay_out
from game.screen.ui.canvas import Canvas
from game.screen.ui.tokens import BUTTON_HEIGHT, Metrics

CARD_PADDING, HEAD_HEIGHT = 18, 34  # design px
# Heights of the card in an upright window, in design px: with one stack, with two stacks.
LOW_CARD_HEIGHT, HIGH_CARD_HEIGHT = 150, 220


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


def lay_out_with_card(metrics: Metrics, game_height: int) -> tuple[PlayLayout, Rect]:
    """Return the layout of a scene with a card, and the card's place."""
    lay = _portrait if metrics.portrait else _landscape
    return lay(metrics, game_height)


def _landscape(metrics: Metrics, game_height: int) -> tuple[PlayLayout, Rect]:
    """Return the layout and the place of the card, which covers seats and turns."""
    layout, gap = lay_out(metrics, game_height), metrics.px(GAP)
    game, seats = layout.game.copy(), layout.seats
    game.bottom = layout.actions.top - gap
    card = Rect(seats.left, seats.top, seats.width, game.top - gap - seats.top)
    return _without_turns(layout, game), card


def _portrait(metrics: Metrics, game_height: int) -> tuple[PlayLayout, Rect]:
    """Return the layout and the place of the card, which covers the seats in a single stack."""
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
