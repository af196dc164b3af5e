"""Layout of the play scene: rectangles, no drawing.

In landscape, the board is on the left and the column on the right; a wide window has both in its
centre. The turn list takes the remaining height. In portrait, the board is on top, as wide as the
window allows. The column is below the board: one stack on a phone, two stacks side by side in a
wider window. A turn list without room there is folded away; unfolded, it replaces the game's panel.
All lengths are design pixels times the window's scale.
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

UPRIGHT_MARGIN, UPRIGHT_GAP = 12, 10
LOW_SEATS = 96  # height of the seat cards in a single stack
PAIR = 860  # minimum window width for two stacks side by side
STRIP = 44  # minimum useful height of a list of turns
COLUMN = 640  # minimum height of a column without a game's panel


@dataclass(frozen=True)
class PlayLayout:
    """Rectangles in window pixels.

    `around` is the part of the window for the board alone, and `beside` is the rest. `folds` is
    True if the turn list has no room beside the panel.
    """

    board: Rect
    column: Rect
    header: Rect
    seats: Rect
    game: Rect
    turns: Rect
    actions: Rect
    around: Rect
    beside: Rect
    folds: bool = False


def lay_out(metrics: Metrics, game_height: int, turns_open: bool = False) -> PlayLayout:
    """Return the layout for one window; the game's panel wants `game_height` design px.

    With `turns_open` a folding list is unfolded, and the game's panel has no height.
    """
    if not metrics.portrait:
        return _lying(metrics, game_height)
    return _upright(metrics, game_height, turns_open)


def _lying(metrics: Metrics, game_height: int) -> PlayLayout:
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
    return PlayLayout(
        board=board_rect,
        column=Rect(x, 0, column, height),
        header=Rect(x, px(HEADER_TOP), column, px(HEADER)),
        seats=Rect(x, px(SEATS_TOP), column, px(SEATS)),
        game=game,
        turns=Rect(x, top, column, max(0, bottom - top)),
        actions=actions,
        around=Rect(0, 0, board_rect.right, height),
        beside=Rect(board_rect.right, 0, width - board_rect.right, height),
    )


def _upright(metrics: Metrics, game_height: int, turns_open: bool) -> PlayLayout:
    """Return the layout with everything below the board, in one stack or, if wide, in two.

    With two stacks, header, seats and actions are left of the game's panel and the turns.
    """
    px, pair = metrics.px, metrics.width >= metrics.px(PAIR)
    gap, margin, touch = px(UPRIGHT_GAP), px(UPRIGHT_MARGIN), max(px(ACTIONS), 40)
    header, seats = max(px(HEADER), 36), px(SEATS if pair else LOW_SEATS)
    below = px(COLUMN)
    if game_height:
        fixed = header + seats + touch + 2 * gap
        below = max(fixed, px(game_height)) if pair else fixed + px(game_height) + gap
    side = min(metrics.width - 2 * margin, metrics.height - below - 3 * margin)
    board = Rect((metrics.width - side) // 2, margin, side, side)
    top = board.bottom + margin
    column = Rect(margin, top, metrics.width - 2 * margin, metrics.height - margin - top)
    wide = (column.width - px(GAP)) // 2 if pair else column.width
    head = Rect(column.left, column.top, wide, header)
    seats_rect = Rect(column.left, head.bottom + gap, wide, seats)
    actions = Rect(column.left, column.bottom - touch, wide, touch)
    upper, lower = seats_rect.bottom + gap, actions.top - gap  # the room between seats and actions
    if pair:
        upper, lower = column.top, column.bottom
    game = Rect(column.right - wide, upper, wide, px(game_height))
    room = lower - game.bottom - gap
    folds = room < px(3 * STRIP)
    turns = Rect(game.left, game.bottom + gap, wide, room if room >= px(STRIP) else 0)
    if folds and turns_open:
        turns, game.height = Rect(game.left, upper, wide, lower - upper), 0
    edge = board.bottom
    around = Rect(0, 0, metrics.width, edge)
    beside = Rect(0, edge, metrics.width, metrics.height - edge)
    return PlayLayout(board, column, head, seats_rect, game, turns, actions, around, beside, folds)
