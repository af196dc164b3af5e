"""Layout of the play scene with a card for the guide.  Rectangles only."""

from __future__ import annotations

from dataclasses import replace

from pygame import Rect

from game.screen.play.layout import GAP, PAIR, UPRIGHT_GAP, PlayLayout, lay_out
from game.screen.ui.tokens import Metrics

# Design px of the card in an upright window: with the seats' place, without.
LOW_CARD_HEIGHT, HIGH_CARD_HEIGHT = 150, 220


def lay_out_guided(metrics: Metrics, game_height: int) -> tuple[PlayLayout, Rect]:
    """Return the scene's layout and the card, which takes the place of the turns."""
    return (_portrait if metrics.portrait else _landscape)(metrics, game_height)


def _landscape(metrics: Metrics, game_height: int) -> tuple[PlayLayout, Rect]:
    """Return both with the card above what the game counts, in place of seats and turns."""
    layout, gap = lay_out(metrics, game_height), metrics.px(GAP)
    game, seats = layout.game.copy(), layout.seats
    game.bottom = layout.actions.top - gap
    card = Rect(seats.left, seats.top, seats.width, game.top - gap - seats.top)
    return _without_turns(layout, game), card


def _portrait(metrics: Metrics, game_height: int) -> tuple[PlayLayout, Rect]:
    """Return both with the card above what the game counts; in one stack instead of seats."""
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
