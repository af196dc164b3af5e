"""Boards of games played on this machine, small, side by side, with names and clocks."""

from __future__ import annotations

import pygame

from game.screen.app.scene import AppServices
from game.screen.boards import BoardView
from game.screen.plugin.registry import board_view
from game.screen.ui.canvas import Canvas
from game.table.match import Match

CAPTION = 40  # design px of a line beside a board


class SmallBoards:
    """`matches` as they were seen last; `shown` is what has a place, with its view."""

    def __init__(self) -> None:
        self.matches: dict[tuple[int, int], Match] = {}
        self.shown: list[tuple[BoardView, Match]] = []
        self._rooms: list[pygame.Rect] = []

    def take(self, found: dict[tuple[int, int], Match]) -> bool:
        """What goes on now; are they other games than before?"""
        changed = found.keys() != self.matches.keys()
        self.matches = found
        if not changed:
            known = zip(self.shown, sorted(found))
            self.shown = [(view, found[key]) for (view, _match), key in known]
        return changed

    def place(self, desk: AppServices, room: pygame.Rect, most: int) -> None:
        """Boards for `room`, at most so many."""
        self.close()
        keys = sorted(self.matches)[:most]
        if not keys or not room.height:
            return
        columns = len(keys) if not desk.metrics.portrait else min(2, len(keys))
        rows = -(-len(keys) // columns)
        gap = desk.metrics.px(16)
        wide = (room.width - (columns - 1) * gap) // columns
        tall = (room.height - (rows - 1) * gap) // rows
        for number, key in enumerate(keys):
            x = room.left + number % columns * (wide + gap)
            y = room.top + number // columns * (tall + gap)
            cell = pygame.Rect(x, y, wide, tall)
            side = max(48, min(cell.height - gap, round(cell.width * 0.55)))
            view = board_view(self.matches[key].game, desk.theme, side)
            view.topleft = (cell.left + gap // 2, cell.centery - side // 2)
            self._rooms.append(cell)
            self.shown.append((view, self.matches[key]))

    def close(self) -> None:
        for view, _match in self.shown:
            view.close()
        self.shown, self._rooms = [], []

    def draw(self, canvas: Canvas) -> None:
        for (view, match), cell in zip(self.shown, self._rooms):
            canvas.card(cell)
            canvas.surface.blit(view.surface, view.topleft)
            for point, piece in match.game.pieces(match.state).items():
                view.draw_piece(canvas.surface, piece, point)
            self._draw_sides(canvas, view, match, cell)

    @staticmethod
    def _draw_sides(canvas: Canvas, view: BoardView, match: Match, cell: pygame.Rect) -> None:
        """Who plays, whose turn it is, and what their clocks say."""
        px = canvas.px
        left = view.rect.right + px(12)
        tall = max(px(CAPTION), canvas.metrics.type_px("lead") + 8)
        seats = range(match.game.seats)
        lines = len(seats) * (2 if match.clock.left is not None else 1)
        y = max(cell.top + px(8), cell.centery - lines * tall // 2)
        for seat in seats:
            mine = seat == match.to_move and not match.over
            room = pygame.Rect(left, y, cell.right - px(12) - left, tall)
            style = "lead_bold" if mine else "lead"
            colour = canvas.accent if mine else canvas.ui.text
            canvas.text(match.spec.seats[seat].name, style, room, colour, ellipsis=True)
            y += tall
            left_for = None if match.clock.left is None else match.clock.left[seat]
            if left_for is not None:
                room = room.move(0, tall)
                text = _time(left_for)
                canvas.text(text, "name", room, canvas.ui.text_second)
                y += tall


def _time(seconds: float) -> str:
    minutes, rest = divmod(max(0, round(seconds)), 60)
    return f"{minutes}:{rest:02}"
