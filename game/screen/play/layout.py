"""Where things are in the play scene: board left, column right.  Pure rectangles, no drawing.

All lengths are design pixels of 1280 x 800 times the window's scale; the turn list takes what is
left over, and board and column are centred together in a wide window.
"""

from __future__ import annotations

from dataclasses import dataclass

from pygame import Rect

from game.screen.ui.tokens import Metrics

EDGE, GAP = 24, 16
BOARD_MARGIN = 16
HEADER_TOP, HEADER = 24, 48
SEATS_TOP, SEATS = 88, 136
GAME_TOP = 240
ACTIONS, ACTIONS_BOTTOM = 56, 24


@dataclass(frozen=True)
class Layout:
    """Rectangles in window pixels."""

    board: Rect
    column: Rect
    header: Rect
    seats: Rect
    game: Rect
    turns: Rect
    actions: Rect


def lay_out(metrics: Metrics, game_height: int) -> Layout:
    """The scene for one window; `game_height` is what the game's panel wants, in design px."""
    px, width, height = metrics.px, metrics.width, metrics.height
    column = metrics.column
    board = min(height - px(2 * BOARD_MARGIN), width - column - px(4 * BOARD_MARGIN))
    whole = px(BOARD_MARGIN) + board + px(EDGE) + column + px(EDGE)
    left = max(0, (width - whole) // 2)
    board_rect = Rect(left + px(BOARD_MARGIN), (height - board) // 2, board, board)
    x = board_rect.right + px(EDGE)
    touch = max(px(ACTIONS), 40)
    actions = Rect(x, height - px(ACTIONS_BOTTOM) - touch, column, touch)
    game = Rect(x, px(GAME_TOP), column, px(game_height))
    top = game.bottom + px(GAP)
    bottom = actions.top - px(GAP)
    return Layout(
        board=board_rect,
        column=Rect(x, 0, column, height),
        header=Rect(x, px(HEADER_TOP), column, px(HEADER)),
        seats=Rect(x, px(SEATS_TOP), column, px(SEATS)),
        game=game,
        turns=Rect(x, top, column, max(0, bottom - top)),
        actions=actions,
    )
