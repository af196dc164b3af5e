"""The engine's lines as a control: a switch above, below what it thinks; a line is clicked."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from game.platform.i18n import _
from game.screen.app.scene import STAY, Change
from game.screen.plugin.panel import number
from game.screen.review.analyst import LINES, Analyst, EngineLine
from game.screen.ui.canvas import Canvas
from game.screen.ui.choosers import Toggle
from game.screen.ui.list_box import ListBox, ListColumn
from game.screen.ui.widget import Widget

SWITCH, ROW, GAP = 44, 38, 6
HEIGHT = SWITCH + GAP + LINES * ROW + 12


class LinesBox:
    """`show(line)` plays a line out; `switch` begins or ends the analysis."""

    def __init__(
        self,
        analyst: Analyst,
        show: Callable[[EngineLine], Change | None],
        switch: Callable[[bool], Change | None],
    ) -> None:
        self._analyst, self._show = analyst, show
        self.toggle = Toggle(_("Analysis"), analyst.on, switch, name="analysis")
        self.list = ListBox(
            [ListColumn(52, "right", "accent"), ListColumn(0)],
            on_choose=self._choose,
            row_height=ROW,
            name="lines",
        )

    def place(self, area: pygame.Rect, canvas: Canvas) -> list[Widget]:
        """Lay out within an area of HEIGHT; the controls."""
        high = canvas.px(SWITCH)
        self.toggle.at((area.left, area.top, area.width, high))
        top = area.top + high + canvas.px(GAP)
        self.list.at((area.left, top, area.width, area.bottom - top))
        return [self.toggle, self.list]

    def follow(self) -> None:
        """Show what is thought now."""
        analyst, thought = self._analyst, self._analyst.thought
        self.toggle.value = analyst.on
        self.toggle.label = _("Analysis")
        self.list.focusable = bool(thought and thought.lines)
        if thought is not None:
            words = _("Depth {depth}, {n} positions")
            self.toggle.label = words.format(depth=thought.depth, n=number(thought.nodes))
        rows = [] if thought is None else [_row(line) for line in thought.lines]
        if rows != self.list.rows:
            self.list.set_rows(rows, min(self.list.chosen, len(rows) - 1))
        self.list.empty = self._empty()

    def _empty(self) -> str:
        if self._analyst.problem:
            return self._analyst.problem
        if self._analyst.on:
            return _("Thinking …") if self._analyst.thinks else _("The game is over here.")
        return _("Switch on, and the engine shows its best lines here.")

    def _choose(self, row: int) -> Change | None:
        thought = self._analyst.thought
        if thought is None or row >= len(thought.lines):
            return STAY
        return self._show(thought.lines[row])


def _row(line: EngineLine) -> tuple[str, str]:
    return f"{round(100 * line.chance)}%", "  ".join(turn.text for turn in line.turns)
