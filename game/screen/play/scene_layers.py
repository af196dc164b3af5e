"""Layers of the play scene: table and board, what rests on it, the column, what moves.

Each layer is redrawn only when its key changes.
"""

from __future__ import annotations

from dataclasses import dataclass

import pygame

from game.screen.boards import BoardView
from game.screen.play import seat_cards as column
from game.screen.play.board_tasks import BoardTasks, draw_tasks
from game.screen.play.boardwidget import BoardWidget
from game.screen.play.layout import PlayLayout
from game.screen.play.seat_cards import LinkPill, SeatCard
from game.screen.plugin.panel import Panel
from game.screen.ui.button import Button
from game.screen.ui.canvas import Canvas
from game.screen.ui.widget import Form, WidgetState, clipped


@dataclass(frozen=True)
class Header:
    """The content of the column above the panel; the header may have no pill.

    `tasks` are listed on top of the turns or the panel, whichever has room.
    """

    title: str
    link: LinkPill | None = None
    seats: tuple[SeatCard, ...] = ()
    tasks: BoardTasks | None = None


class SceneLayers:
    """The layers for one window size and theme; each layout makes new ones."""

    def __init__(self, layout: PlayLayout, view: BoardView, menu: Button) -> None:
        self.layout, self.view, self.menu = layout, view, menu
        self._base: pygame.Surface | None = None  # table and board
        self._look: object = None  # size, board picture and theme of the base
        # part of cache keys, so that other layouts and scenes do not share this layout's pictures
        self._own = object()
        # Keys of what rests on the board, and of the column: panel, its ticks, header, controls.
        self._keys: tuple[object, tuple[object, ...] | None] = (None, None)
        self._signs: tuple[object, ...] = ()  # key of the signs drawn last

    def stale(self, board: BoardWidget, panel: Panel | None, form: Form, header: Header) -> bool:
        """Return whether the scene has changed since it was drawn."""
        now = board.still_key(), _beside_key(board, panel, form, header)
        return self._keys != now or self._signs != _signs(board)

    def draw(
        self, canvas: Canvas, board: BoardWidget, panel: Panel | None, form: Form, header: Header
    ) -> None:
        """Draw the whole scene onto the canvas; `panel` is None if the column has none."""
        canvas.surface.blit(self._table(canvas), (0, 0))
        around = self.layout.around
        resting = board.still_key()
        ui = canvas.ui
        tints = {"accent": ui.accent, "white": ui.focus, "black": ui.accent, "grey": ui.line}
        # Resting pieces are clipped to the board's area; the glow of seat cards may reach beyond
        # the cards.
        with clipped(canvas, around):
            canvas.keep(
                "resting", (self._own, resting), lambda: board.draw_still(canvas.surface, tints)
            )
        beside = _beside_key(board, panel, form, header)
        with clipped(canvas, self.layout.beside):
            self._draw_column(canvas, board, panel, form, header, beside)
        self._keys, self._signs = (resting, beside), _signs(board)
        state = WidgetState(board is form.focused, board is form.hovered, board is form.captured)
        board.draw(canvas, state)
        if form.focused is board:
            board.draw_focus(canvas)
        if board.show is not None and any(board.show.shake):
            canvas.surface.set_clip(around)
            canvas.surface.scroll(*board.show.shake)
            canvas.surface.set_clip(None)
        form.draw_tooltip(canvas)

    def draw_covered(self, canvas: Canvas, header: Header) -> None:
        """Draw the seats and the board without its pieces, which hides the position."""
        canvas.surface.blit(self._table(canvas), (0, 0))
        self._draw_seats(canvas, header)

    def _draw_seats(self, canvas: Canvas, header: Header) -> None:
        self._draw_header(canvas, header)
        rects = column.seat_rects(self.layout.seats, len(header.seats), canvas.px(16))
        for rect, seat in zip(rects, header.seats):
            column.draw_seat(canvas, self.view, rect, seat)

    def _table(self, canvas: Canvas) -> pygame.Surface:
        """Return table and board; redraw them when a sharper picture of the board is ready."""
        size, view = canvas.surface.get_size(), self.view
        # Reading `view.surface` also starts the rendering of the board.
        look = (size, view.surface, canvas.theme.name)
        if self._base is None or self._look != look:
            self._base = pygame.Surface(size).convert()
            table = Canvas(self._base, canvas.theme, canvas.metrics)
            table.background()
            view.draw(self._base)
            self._look = look
        return self._base

    def _draw_column(
        self,
        canvas: Canvas,
        board: BoardWidget,
        panel: Panel | None,
        form: Form,
        header: Header,
        key: tuple[object, ...],
    ) -> None:
        shown, ticks, heads, controls = key

        def draw_form() -> None:
            board.visible, focused = False, form.focused
            if focused is board:
                form.focused = None
            form.draw(canvas, tips=False)
            board.visible, form.focused = True, focused

        # the menu's place is part of the key, because the title ends there
        seats = self._own, heads, tuple(self.menu.rect)
        canvas.keep("seats", seats, lambda: self._draw_seats(canvas, header))
        if panel is not None and self.layout.game.height:
            # The panel sets its own controls while it is drawn, so they are part of its key.
            canvas.keep(
                "panel", (self._own, shown, ticks, controls), lambda: panel.draw(canvas, self.view)
            )
        # Controls of the panel may show counts, but no ticking numbers, because `ticks` is not in
        # this key.
        canvas.keep("controls", (self._own, shown, controls), draw_form)
        tasks = header.tasks
        if tasks is not None:
            draw_tasks(canvas, tasks, self._task_rooms())

    def _task_rooms(self) -> list[pygame.Rect]:
        """Return the possible places of the list of tasks, the least costly first."""
        turns, game = self.layout.turns, self.layout.game
        whole = game.union(turns) if turns.height else pygame.Rect(game)
        whole.height = max(
            whole.height, self.layout.actions.top - self.menu.rect.height // 4 - whole.top
        )
        return [room for room in (turns, whole) if room.height]

    def _draw_header(self, canvas: Canvas, header: Header) -> None:
        room, link = self.layout.header.copy(), header.link
        right = self.menu.rect.left if link is None else self._draw_link(canvas, link)
        room.width = right - canvas.px(12) - room.left
        canvas.text(header.title, "game_title", room, ellipsis=True)

    def _draw_link(self, canvas: Canvas, link: LinkPill) -> int:
        """Draw the pill of the header; return its left edge."""
        px, header = canvas.px, self.layout.header
        wide = min(canvas.pill_width(link.words), header.width - px(120))
        pill = pygame.Rect(0, header.top, wide, header.height)
        pill.right = self.menu.rect.left - px(8)
        if canvas.metrics.narrow:
            pill = pygame.Rect((0, 0), self.menu.rect.size)
            pill.topright = (self.menu.rect.left - px(8), header.top)
            canvas.rounded(pill, pill.height // 2, canvas.ui.card, canvas.ui.line, 1)
            colour = link.colour(canvas) if link.mood == "bad" else canvas.ui.text_second
            canvas.icon(link.icon, pill.center, colour)
        else:
            canvas.pill(link.words, link.icon, pill, link.colour(canvas))
        return pill.left


def _signs(board: BoardWidget) -> tuple[object, ...]:
    """Return what the signs on the board depend on, apart from time."""
    return board.overlay, board.hand.enabled, board.hand.source, board.hand.aim


def _beside_key(
    board: BoardWidget, panel: Panel | None, form: Form, header: Header
) -> tuple[object, ...]:
    """Return what the column depends on."""
    shown, ticks = (panel.key(), panel.ticks()) if panel is not None else (None, None)
    return shown, ticks, header, form.look(board)
