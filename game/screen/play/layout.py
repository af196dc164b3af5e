"""Layout of the play scene: rectangles, no drawing.

Lying down: board left, column right, centred together in a wide window; the turn list takes what
is left over.  Upright: board on top, as wide as the window lets it be, and below it the column, in
one stack on a phone, in two beside each other in a wider window.  There the turn list has little
room: where it has none it is folded away, and unfolded it takes the place of the game's panel.
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
LOW_SEATS = 96  # upright, in one stack
PAIR = 860  # least width for two stacks side by side
STRIP = 44  # least height in which a list of turns says anything
COLUMN = 640  # least height of a column without a game's panel


@dataclass(frozen=True)
class PlayLayout:
    """Rectangles in window pixels.

    `around` is the part of the window that the board has for itself, `beside` the rest; `folds` is
    whether the turn list has no room beside the panel.
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
    """Return the layout for one window; `game_height` is what the game's panel wants, in design px.

    With `turns_open` a list that folds is unfolded, and the game's panel has no height.
    """
    if not metrics.portrait:
        return _lying(metrics, game_height)
    pair = metrics.width >= metrics.px(PAIR)
    return (_pair if pair else _stack)(metrics, game_height, turns_open)


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


def _on_top(metrics: Metrics, below: int) -> tuple[Rect, Rect]:
    """Return the board, and the column under it, `below` pixels high at least."""
    gap = metrics.px(UPRIGHT_MARGIN)
    side = min(metrics.width - 2 * gap, metrics.height - below - 3 * gap)
    board = Rect((metrics.width - side) // 2, gap, side, side)
    top = board.bottom + gap
    column = Rect(gap, top, metrics.width - 2 * gap, metrics.height - gap - top)
    return board, column


def _stack(metrics: Metrics, game_height: int, turns_open: bool) -> PlayLayout:
    """Return the layout with everything below the board in one stack."""
    px = metrics.px
    gap, touch = px(UPRIGHT_GAP), max(px(ACTIONS), 40)
    header, seats = max(px(HEADER), 36), px(LOW_SEATS)
    fixed = header + seats + touch + 2 * gap
    board, column = _on_top(metrics, fixed + px(game_height) + gap if game_height else px(COLUMN))
    x, wide = column.left, column.width
    seats_rect = Rect(x, column.top + header + gap, wide, seats)
    actions = Rect(x, column.bottom - touch, wide, touch)
    game = Rect(x, seats_rect.bottom + gap, wide, px(game_height))
    turns, folds = _under(metrics, game, actions.top - gap)
    if folds and turns_open:
        turns, game.height = Rect(game.topleft, (wide, actions.top - gap - game.top)), 0
    head = Rect(x, column.top, wide, header)
    return _upright(metrics, board, column, head, seats_rect, game, turns, actions, folds)


def _pair(metrics: Metrics, game_height: int, turns_open: bool) -> PlayLayout:
    """Return the layout with header, seats and actions left of the game's panel and the turns."""
    px = metrics.px
    gap, touch = px(UPRIGHT_GAP), max(px(ACTIONS), 40)
    header, seats = max(px(HEADER), 36), px(SEATS)
    fixed = header + seats + touch + 2 * gap
    board, column = _on_top(metrics, max(fixed, px(game_height)) if game_height else px(COLUMN))
    half = (column.width - px(GAP)) // 2
    left, right = column.left, column.right - half
    actions = Rect(left, column.bottom - touch, half, touch)
    seats_rect = Rect(left, column.top + header + gap, half, seats)
    game = Rect(right, column.top, half, px(game_height))
    turns, folds = _under(metrics, game, column.bottom)
    if folds and turns_open:
        turns, game.height = Rect(right, column.top, half, column.height), 0
    head = Rect(left, column.top, half, header)
    return _upright(metrics, board, column, head, seats_rect, game, turns, actions, folds)


def _under(metrics: Metrics, game: Rect, bottom: int) -> tuple[Rect, bool]:
    """Return what is left for the turns below the panel, and whether that is too little."""
    top = game.bottom + metrics.px(UPRIGHT_GAP)
    room = bottom - top
    folds = room < metrics.px(3 * STRIP)
    return Rect(game.left, top, game.width, room if room >= metrics.px(STRIP) else 0), folds


def _upright(
    metrics: Metrics,
    board: Rect,
    column: Rect,
    header: Rect,
    seats: Rect,
    game: Rect,
    turns: Rect,
    actions: Rect,
    folds: bool,
) -> PlayLayout:
    edge = board.bottom
    around = Rect(0, 0, metrics.width, edge)
    beside = Rect(0, edge, metrics.width, metrics.height - edge)
    return PlayLayout(board, column, header, seats, game, turns, actions, around, beside, folds)
