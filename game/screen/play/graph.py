"""The curve of chances over a match, as a control: press it to go to a turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from game.screen.app.scene import STAY, Change
from game.screen.boards.panel_drawings import curve
from game.screen.ui.canvas import Canvas
from game.screen.ui.input import Pointer, Press
from game.screen.ui.widget import Widget, WidgetState

BESIDE = 0.24  # of the width is for the names


class Graph(Widget):
    """Chances of seat 0's side after 0, 1, 2 ... turns; the upper half is its.

    `names` stand at the top and the bottom beside the curve, `marks` are turns worth looking at.
    """

    radius = "card"

    def __init__(self, on_turn: Callable[[int], Change | None], names: tuple[str, str]) -> None:
        super().__init__("graph")
        self.on_turn, self.names = on_turn, names
        self.chances: Sequence[float | None] = ()
        self.marks: Sequence[int] = ()
        self.shown = 0

    def set(self, chances: Sequence[float | None], marks: Sequence[int], shown: int) -> None:
        """Show what is known now; tuples, so that the picture knows when it has changed."""
        self.chances, self.marks, self.shown = tuple(chances), tuple(marks), shown

    def press(self, event: Press) -> Change | None:
        step = event.means("right") - event.means("left")
        return self._go(self.shown + step) if step else None

    def pointer(self, event: Pointer) -> Change | None:
        if event.kind in ("down", "move") and self.rect.collidepoint(event.pos):
            area = self._area(12)
            share = (event.pos[0] - area.left) / max(1, area.width)
            return self._go(round(share * (len(self.chances) - 1)))
        return None if event.kind == "wheel" else STAY

    def _go(self, turns: int) -> Change | None:
        turns = max(0, min(len(self.chances) - 1, turns))
        return (self.on_turn(turns - 1) if turns != self.shown else None) or STAY

    def _area(self, margin: int) -> pygame.Rect:
        area = self.rect.inflate(-2 * margin, -round(1.4 * margin))
        beside = round(area.width * BESIDE)
        return pygame.Rect(area.left + beside, area.top, area.width - beside, area.height)

    def _draw_names(self, canvas: Canvas, area: pygame.Rect) -> None:
        px, ui = canvas.px, canvas.ui
        top = pygame.Rect(self.rect.left + px(16), self.rect.top + px(4), 0, px(24))
        top.width = area.left - px(8) - top.left
        below = top.copy()
        below.bottom = self.rect.bottom - px(4)
        canvas.text(self.names[0], "caption", top, ui.text_second, ellipsis=True)
        canvas.text(self.names[1], "caption", below, ui.text_second, ellipsis=True)

    def draw(self, canvas: Canvas, look: WidgetState) -> None:
        px, ui, surface = canvas.px, canvas.ui, canvas.surface
        canvas.card(self.rect)
        area = self._area(max(6, px(14)))
        self._draw_names(canvas, area)
        pygame.draw.line(
            surface, ui.line, (area.left, area.centery), (area.right, area.centery), max(1, px(1))
        )
        last = max(1, len(self.chances) - 1)

        def at(number: int, chance: float) -> tuple[float, float]:
            return area.left + area.width * number / last, area.bottom - area.height * chance

        run: list[tuple[float, float]] = []
        for number, chance in enumerate([*self.chances, None]):
            if chance is not None:
                run.append(at(number, chance))
                continue
            if len(run) == 1:  # judged between two that are not
                pygame.draw.circle(surface, canvas.accent, run[0], max(2, px(3)))
            curve(surface, run, canvas.accent, max(2, px(3)))
            run = []
        for turn in self.marks:
            chance = self.chances[turn + 1]
            if chance is not None:
                pygame.draw.circle(surface, ui.bad, at(turn + 1, chance), max(3, px(5)))
        x = round(at(self.shown, 0)[0])
        pygame.draw.line(surface, ui.text, (x, area.top), (x, area.bottom), max(1, px(2)))
